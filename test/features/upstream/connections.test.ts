import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import {
  connectionsElsewhere,
  connectionsOf,
  elsewhereAmong,
  lsofFields,
  socketTable,
} from "../../../src/features/upstream/connections.ts";

/** Written by Linux 6. */
const procTable = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:9D15 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 100 1 0000000000000000 100 0 0 10 0
   1: 0100007F:E8A8 0100007F:9D15 01 00000000:00000000 00:00000000 00000000     0        0 101 1 0000000000000000 20 4 30 10 -1
   2: 0500000A:D2B6 0E71528C:01BB 01 00000000:00000000 02:00000A4B 00000000     0        0 102 2 0000000000000000 21 4 0 10 -1
   3: 0500000A:D2B8 010200C0:01BB 02 00000001:00000000 01:00000064 00000000     0        0 103 2 0000000000000000 100 0 0 1 -1
   4: 0500000A:D2BA 0E71528C:01BB 06 00000000:00000000 03:00000A4B 00000000     0        0 0 3 0000000000000000
   5: 0500000A:D2BC 0E71528C:01BB 01 00000000:00000000 02:00000A4B 00000000     0        0 999 2 0000000000000000 21 4 0 10 -1`;

const procTable6 = `  sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 00000000000000000000000001000000:8739 00000000000000000000000001000000:9172 01 00000000:00000000 00:00000000 00000000     0        0 104 1 0000000000000000 20 4 30 10 -1
   1: 0000000000000000FFFF00000500000A:D2C0 0000000000000000FFFF00000E71528C:01BB 01 00000000:00000000 00:00000000 00000000     0        0 105 1 0000000000000000 20 4 30 10 -1
   2: B80D01200000000000000000AA000000:D2C2 B80D012000000000000000000E000000:01BB 08 00000000:00000000 00:00000000 00000000     0        0 106 1 0000000000000000 20 4 30 10 -1`;

/** Written by `lsof -nP -a -iTCP -p … -FfnT` of macOS and of Linux alike. */
const lsofText = `p4242
f18
n127.0.0.1:40213
TST=LISTEN
TQR=0
TQS=0
f19
n[::1]:37234->[::1]:34619
TST=ESTABLISHED
TQR=0
TQS=0
f20
n10.0.0.5:53942->140.82.113.14:443
TST=ESTABLISHED
p4243
f7
n[2001:db8::aa]:53954->[2001:db8::e]:443
TST=CLOSE_WAIT
f8
n10.0.0.5:53958->140.82.113.14:443
TST=TIME_WAIT
f9
n*:*
TST=CLOSED
f10
n10.0.0.5:40213->10.0.0.9:51000
TST=ESTABLISHED
`;

const none: ReadonlySet<string> = new Set();

describe("connections of processes", () => {
  it("are read of the tables of Linux, for the sockets of the processes alone", () => {
    const inodes = new Set(["0", "100", "101", "102", "103", "104", "105", "106"].slice(1));
    expect(elsewhereAmong(socketTable(procTable, inodes), none)).toEqual(["140.82.113.14:443", "192.0.2.1:443"]);
    expect(elsewhereAmong(socketTable(procTable6, inodes), none)).toEqual(["140.82.113.14:443", "[2001:db8::e]:443"]);
    expect(socketTable(procTable, new Set(["100"]))).toEqual([{ local: { address: "127.0.0.1", port: 0x9d15 } }]);
  });

  it("are read of lsof, without those that came in", () => {
    expect(elsewhereAmong(lsofFields(lsofText), none)).toEqual(["140.82.113.14:443", "[2001:db8::e]:443"]);
    expect(lsofFields("")).toEqual([]);
  });

  it("to this machine itself lead nowhere else", () => {
    const own = new Set(["140.82.113.14", "2001:db8::e"]);
    expect(elsewhereAmong(lsofFields(lsofText), own)).toEqual([]);
  });
});

/** A child of a child that holds a connection to this address. */
async function connected(host: string, port: number): Promise<ChildProcess & AsyncDisposable> {
  const inner = `require('net').connect(${port}, '${host}', () => console.log('open'))`;
  const outer = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(inner)}], { stdio: 'inherit' })`;
  const child = spawn(process.execPath, ["-e", outer], { stdio: ["ignore", "pipe", "inherit"], detached: true });
  await once(child.stdout, "data");
  return Object.assign(child, {
    [Symbol.asyncDispose]: async () => {
      process.kill(-(child.pid ?? 0), "SIGKILL");
      await once(child, "exit");
    },
  });
}

describe("a server that goes round its recording", () => {
  const outside = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .find(({ internal, family }) => !internal && family === "IPv4")?.address;

  it.each(outside === undefined ? ["127.0.0.1"] : ["127.0.0.1", outside])(
    "is seen by the connections of its descendants: %s",
    async (host) => {
      await using server = createServer().listen(0, host);
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      await using child = await connected(host, port);
      const pids = execFileSync("ps", ["-axo", "pid=,pgid="], { encoding: "utf8" })
        .split("\n")
        .map((line) => line.trim().split(/\s+/).map(Number))
        .flatMap(([pid, group]) => (group === child.pid && pid !== undefined ? [pid] : []));
      const found = await connectionsOf(pids);
      expect(found.map(({ remote }) => remote)).toContainEqual({ address: host, port });
      expect(elsewhereAmong(found, none)).toEqual(host === "127.0.0.1" ? [] : [`${host}:${port}`]);
      // An address of this machine is no other machine.
      expect(await connectionsElsewhere([child.pid ?? 0])).toEqual([]);
    },
  );

  it("is not one whose processes are gone", async () => {
    expect(await connectionsElsewhere([2 ** 22 + 1])).toEqual([]);
    expect(await connectionsElsewhere([])).toEqual([]);
  });
});
