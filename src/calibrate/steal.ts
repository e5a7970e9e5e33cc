import { readFileSync } from "node:fs";

/** Processor time of all cores since the start of the machine, in ticks. */
interface ProcessorTime {
  readonly total: number;
  /** Time in which a core had something to do and the host gave it to another machine. */
  readonly steal: number;
}

/** Reads /proc/stat, see https://man7.org/linux/man-pages/man5/proc_stat.5.html. Undefined on systems without it. */
export function readProcessorTime(): ProcessorTime | undefined {
  try {
    return parseProcessorTime(readFileSync("/proc/stat", "utf8"));
  } catch {
    return undefined;
  }
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
