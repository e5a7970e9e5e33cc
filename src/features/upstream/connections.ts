import { isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";
import { outputOf } from "../../base/host/output-of.ts";
import { systemFolder, systemLink, systemText } from "../../base/host/plain-file.ts";
import { family } from "../../base/host/process-tree.ts";

interface End {
  /** Address in numbers, without brackets. */
  readonly address: string;
  readonly port: number;
}

/** A TCP socket of a process. */
export interface Connection {
  readonly local: End;
  /** Absent where it listens. */
  readonly remote?: End;
}

/** Reads the TCP sockets of processes, which may have ended; empty where the system does not show them. */
export async function connectionsOf(pids: readonly number[]): Promise<Connection[]> {
  if (process.platform !== "linux")
    return lsofFields(await outputOf("lsof", ["-nP", "-a", "-iTCP", "-p", pids.join(","), "-FfnT"]));
  return pids.flatMap((pid) => {
    const inodes = socketsOf(pid);
    if (inodes.size === 0) return [];
    const tables = ["tcp", "tcp6"].map((name) => systemText(`/proc/${pid}/net/${name}`));
    return tables.flatMap((table) => socketTable(table, inodes));
  });
}

function socketsOf(pid: number): Set<string> {
  const links = systemFolder(`/proc/${pid}/fd`).map((fd) => systemLink(`/proc/${pid}/fd/${fd}`));
  return new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
}

const listening = "0A";
/** Established, being opened, and closed by the other end alone. */
const open = new Set(["01", "02", "08"]);

/** Reads the sockets with these inodes from /proc/net/tcp or tcp6: https://docs.kernel.org/networking/proc_net_tcp.html */
export function socketTable(table: string, inodes: ReadonlySet<string>): Connection[] {
  return table.split("\n").flatMap((line): Connection[] => {
    const [, local = "", remote = "", state = "", , , , , , inode = ""] = line.trim().split(/\s+/);
    if (!inodes.has(inode)) return [];
    if (state === listening) return [{ local: endOf(local) }];
    return open.has(state) ? [{ local: endOf(local), remote: endOf(remote) }] : [];
  });
}

/** Reads `0100007F:1F90`: words of four bytes, the last byte first. */
function endOf(text: string): End {
  const [address = "", port = ""] = text.split(":");
  // An address of IPv4 may be written as one of IPv6.
  const words = address.replace(/^0{16}FFFF0000(?=.)/i, "").match(/.{8}/g) ?? [];
  const bytes = Buffer.concat(words.map((word) => Buffer.from(word, "hex").reverse()));
  const groups = bytes.toString("hex").match(/.{4}/g) ?? [];
  const shown = bytes.length === 4 ? bytes.join(".") : new URL(`http://[${groups.join(":")}]`).hostname.slice(1, -1);
  return { address: shown, port: Number.parseInt(port, 16) };
}

/** Reads what `lsof -FfnT` prints: a line per field of each socket, its name (`n`) before or after its state (`TST=`). */
export function lsofFields(text: string): Connection[] {
  const files = text.split(/^f.*$/m).slice(1);
  return files.flatMap((file): Connection[] => {
    const state = /^TST=(\w+)/m.exec(file)?.[1] ?? "";
    const [local, remote] = (/^n(.+)$/m.exec(file)?.[1] ?? "").split("->").map(endOfName);
    if (!local) return [];
    if (state === "LISTEN") return [{ local }];
    return remote && ["ESTABLISHED", "SYN_SENT", "CLOSE_WAIT"].includes(state) ? [{ local, remote }] : [];
  });
}

function endOfName(name: string): End {
  const [, address = "", port = ""] = /^(.*):(\d+|\*)$/.exec(name) ?? [];
  return { address: address.replace(/^\[(.*)\]$/, "$1"), port: Number(port) };
}

/** Returns where connections of processes and their children lead to other machines: their server goes round the recording. */
export async function connectionsElsewhere(pids: readonly number[]): Promise<readonly string[]> {
  const all = [...new Set(pids.flatMap((pid) => [pid, ...family(pid).map((entry) => entry.pid)]))];
  if (all.length === 0) return [];
  const own = Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address));
  return elsewhereAmong(await connectionsOf(all), new Set(own));
}

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/** Names the far ends of connections that the processes opened themselves. `own`: addresses of this machine. */
export function elsewhereAmong(connections: readonly Connection[], own: ReadonlySet<string>): string[] {
  const served = new Set(connections.filter(({ remote }) => !remote).map(({ local }) => local.port));
  const ends = connections.flatMap(({ local, remote }) => {
    if (!remote || served.has(local.port) || loopback.test(remote.address) || own.has(remote.address)) return [];
    return isIPv6(remote.address) ? `[${remote.address}]:${remote.port}` : `${remote.address}:${remote.port}`;
  });
  return [...new Set(ends)];
}
