/**
 * Measures what waiting costs and how late it ends, for decisions 10 and 15; no part of the table:
 *
 *   cc -O2 -o /tmp/echo-server fixtures/harness/echo-server.c && node scripts/bench-harness/waiting.ts /tmp/echo-server
 */
import { spawn } from "node:child_process";
import { systemClock } from "../../src/base/host/clock.ts";
import { type Alarm, preciseAlarm, timer } from "../../src/measure/load/alarm.ts";
import { alternate, ratio } from "./parts.ts";

const turns = 5;
const requests = 5_000;
const frame = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })}\n`;

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? Number.NaN;
}

/** Round trips in milliseconds with one request in flight, the event loop kept awake or left to sleep. */
function roundTrips(server: string, awake: boolean): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(server, ["stdio"], { stdio: ["pipe", "pipe", "inherit"] });
    child.once("error", reject);
    const took: number[] = [];
    let sentAt = 0;
    let turn: NodeJS.Immediate | undefined;
    const stayAwake = (): void => {
      turn = setImmediate(stayAwake);
    };
    const ask = (): void => {
      sentAt = systemClock.now();
      child.stdin.write(frame);
    };
    child.stdout.on("data", () => {
      took.push(systemClock.now() - sentAt);
      if (took.length < requests) return ask();
      clearImmediate(turn);
      child.stdin.end();
      return resolve(took);
    });
    if (awake) stayAwake();
    ask();
  });
}

const plainTimer: Alarm = (at, wake) => timer(at - systemClock.now(), wake);

/** Returns how late an alarm rings that is set a millisecond ahead, in milliseconds, and the share of a core it takes. */
async function lateness(alarm: Alarm): Promise<{ late: number[]; core: number }> {
  const late: number[] = [];
  const before = process.cpuUsage();
  const from = systemClock.now();
  while (late.length < 2_000) {
    const at = systemClock.now() + 1;
    await new Promise<void>((resolve) => void alarm(at, resolve));
    late.push(systemClock.now() - at);
  }
  const { user, system } = process.cpuUsage(before);
  return { late, core: (user + system) / 1000 / (systemClock.now() - from) };
}

const [server = ""] = process.argv.slice(2);
// The first run is slower than all others, whichever it is.
await roundTrips(server, true);
const p50 = await alternate(turns, {
  asleep: async () => 1000 * quantile(await roundTrips(server, false), 0.5),
  awake: async () => 1000 * quantile(await roundTrips(server, true), 0.5),
});
const show = (values: readonly number[]) => values.map((value) => value.toFixed(1)).join(" ");
console.log(`stdio, one in flight, p50 in µs: asleep ${show(p50.asleep)}; awake ${show(p50.awake)}`);
console.log(`asleep against awake: ${ratio(p50.asleep, p50.awake).toFixed(2)}`);
for (const [name, alarm] of Object.entries({ "precise alarm": preciseAlarm(systemClock), "plain timer": plainTimer })) {
  const { late, core } = await lateness(alarm);
  const [middle, tail] = [0.5, 0.99].map((share) => (1000 * quantile(late, share)).toFixed(0));
  console.log(
    `${name} a millisecond ahead: ${middle} µs late in the middle, ${tail} µs at p99, ${(100 * core).toFixed(0)} % of a core`,
  );
}
