import { loadavg } from "node:os";
import { systemText } from "../../base/host/plain-file.ts";

/** Processor time of all cores since the start of the machine, in ticks. */
interface ProcessorTime {
  readonly total: number;
  /** Time in which a core had something to do and the host gave it to another machine. */
  readonly steal: number;
}

/** Reads /proc/stat, see https://man7.org/linux/man-pages/man5/proc_stat.5.html. Undefined on systems without it. */
export function readProcessorTime(): ProcessorTime | undefined {
  return parseProcessorTime(systemText("/proc/stat"));
}

/** The line of all cores: user, nice, system, idle, iowait, irq, softirq, steal; guests are counted in user and nice. */
export function parseProcessorTime(text: string): ProcessorTime | undefined {
  const fields = /^cpu +(\d.*)$/m.exec(text)?.[1]?.split(" ").map(Number) ?? [];
  const steal = fields[7];
  if (steal === undefined) return undefined;
  return { total: fields.slice(0, 8).reduce((sum, one) => sum + one, 0), steal };
}

/** Steal between two readings, as a share of the processor time; undefined where the system does not tell. */
export function stealBetween(from: ProcessorTime | undefined, to: ProcessorTime | undefined): number | undefined {
  return from && to && to.total > from.total ? (to.steal - from.steal) / (to.total - from.total) : undefined;
}

/** Load of a machine: readings of counters that only grow, and the load average where it has none. */
export interface MachineLoad {
  readonly at: number;
  readonly time: ProcessorTime | undefined;
  /** Time in which something waited for a core, in ms; undefined on systems that do not count it. */
  readonly waitedMs: number | undefined;
  /** Processes that ran or waited, over the last minute. */
  readonly load: number;
}

/** `at`: now, in ms. */
export function readMachineLoad(at: number): MachineLoad {
  return {
    at,
    time: readProcessorTime(),
    waitedMs: parseWaitedMs(systemText("/proc/pressure/cpu")),
    load: loadavg()[0] ?? 0,
  };
}

/** Out of /proc/pressure/cpu, see https://docs.kernel.org/accounting/psi.html: microseconds in which some task waited. */
export function parseWaitedMs(text: string): number | undefined {
  const total = /^some .*\btotal=(\d+)$/m.exec(text)?.[1];
  return total === undefined ? undefined : Number(total) / 1000;
}

/**
 * Computes the load of a machine between two readings; shares of 1. `spins`: true beside processes that yield to everything
 * else. One of them waits whenever a core works, and the load average counts them for minutes after their end: neither says
 * anything then.
 */
export function loadBetween(
  from: MachineLoad,
  to: MachineLoad,
  { spins = false } = {},
): { readonly steal?: number; readonly cpuPressure?: number; readonly load?: number } {
  const steal = stealBetween(from.time, to.time);
  const ms = to.at - from.at;
  const waited = !spins && from.waitedMs !== undefined && to.waitedMs !== undefined && ms > 0;
  return {
    ...(steal === undefined ? {} : { steal: share(steal) }),
    ...(waited ? { cpuPressure: share(((to.waitedMs ?? 0) - (from.waitedMs ?? 0)) / ms) } : {}),
    ...(spins ? {} : { load: to.load }),
  };
}

function share(value: number): number {
  return Number(Math.min(1, Math.max(0, value)).toFixed(4));
}
