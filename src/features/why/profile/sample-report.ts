import type { ProfileFrame } from "../../../record/profile.ts";
import { longestLine, type Profile, ProfileBuilder, ProfileError } from "./profile.ts";

/** Stack of a waiting thread: of the system's own library alone. */
const waiting =
  /^(?:mach_msg2?(?:_overwrite)?_trap|kevent(?:_(?:id|qos|64))?|__workq_kernreturn|__psynch_(?:cv|mutex)wait|__select|poll|__?semwait_signal|semaphore_wait_trap|read|__read_nocancel|__accept|__ulock_wait2?|swtch_pri)$/;

/** A line of the tree: what draws it, how often it was seen, and what was. */
const line = /^([\s+|:!]*)(\d+) (.*)$/;

/** `name  (in library) + 12  [0x1]  file.c:3`; offsets and addresses may be several. */
const call = /^(.*?) {2}\(in (.*?)\)(?: {1,2}(?:\+|load address) .*?\[[^\]]*\](?: {2}(.+):(\d+))?)?\s*$/;

/** Between two looks: what `sample` does where it is not told otherwise. */
const intervalMs = 1;

/**
 * The report of the `sample` of macOS: a tree in which each line tells how often it was seen with all that it called. Where
 * a thread waits, it is left out. Throws ProfileError.
 */
export function readSampleReport(text: string): Profile {
  const from = /^Call graph:\s*$/m.exec(text);
  if (!from) throw new ProfileError("it is no report of `sample`");
  const [graph = ""] = text.slice(from.index + from[0].length).split(/^Total number in stack/m);
  const builder = new ProfileBuilder();
  /** The calls that are open, the innermost last. */
  const open: { column: number; place: number; rest: number; waits: boolean }[] = [];
  const close = (column: number) => {
    while ((open.at(-1)?.column ?? -1) >= column) {
      const { place, rest, waits } = open.pop() ?? { place: -1, rest: 0, waits: true };
      if (!waits) builder.add(place, Math.max(0, rest) * intervalMs);
    }
  };
  for (const one of graph.split("\n")) {
    const [, drawn = "", count = "", what = ""] = line.exec(one.slice(0, longestLine)) ?? [];
    if (count === "") continue;
    close(drawn.length);
    const above = open.at(-1);
    if (above) above.rest -= Number(count);
    const isThread = above === undefined;
    const frame = frameOf(what);
    open.push({
      column: drawn.length,
      place: isThread ? -1 : builder.node(builder.frame(frame), above.place),
      rest: Number(count),
      waits: isThread || waiting.test(frame.name),
    });
  }
  close(0);
  return builder.build();
}

function frameOf(what: string): ProfileFrame {
  const [, name, library, file, line] = call.exec(what) ?? [];
  if (name === undefined) return { name: what.trim() };
  return file === undefined ? { name, file: library } : { name, file, line: Number(line) };
}
