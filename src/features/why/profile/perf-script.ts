import type { ProfileFrame } from "../../../record/profile.ts";
import { longestLine, type Profile, ProfileBuilder, ProfileError, totalOf } from "./profile.ts";

/** A sample's own line: the thread, what its samples are worth in ns, and the event that is counted. */
const sampleLine = /^\S.* (\d+) cpu-clock:u?:? *$/;

/** A frame's line: an address, a function and what it is part of. */
const frameLine = /^\s+[0-9a-f]+ (.*)$/;

/**
 * Reads the output of `perf script` with `--fields comm,tid,event,period,ip,sym,dso` of samples by the processor's
 * clock. Callers that it could not name are passed over: without frame pointers they are addresses of anything.
 * `ownModule`: of a program in Go, the one that it is built from. Throws ProfileError, also where most of the time went
 * by in code without a name: what is compiled while it runs lies at another address in each launch, and nothing can be
 * compared.
 */
export function readPerfScript(text: string, ownModule?: string): Profile {
  const builder = new ProfileBuilder();
  const isGo = /\bruntime\.(?:goexit|mstart|mcall)\b/.test(text);
  let samples = 0;
  /** Stack of the open sample: innermost first. */
  let stack: ProfileFrame[] = [];
  let ns = 0;
  const close = () => {
    builder.add(builder.stack(stack.reverse()), ns / 1e6);
    stack = [];
  };
  for (const whole of text.split("\n")) {
    const line = whole.slice(0, longestLine);
    const [, period] = sampleLine.exec(line) ?? [];
    if (period !== undefined) {
      close();
      samples += 1;
      ns = Number(period);
    }
    const [, what] = frameLine.exec(line) ?? [];
    if (what !== undefined) {
      const frame = placed(frameOf(what), { isGo, ownModule });
      if (frame.name !== unknown || stack.length === 0) stack.push(frame);
    }
  }
  close();
  if (samples === 0) throw new ProfileError("it holds no samples: no code of the program ran");
  const profile = builder.build();
  if (namelessShare(profile) > mostNameless)
    throw new ProfileError(
      "most of the code that ran has no names: it was stripped of them, or is compiled while it runs (Java, .NET, Bun)",
    );
  return profile;
}

const mostNameless = 0.5;

function namelessShare({ frames, nodes }: Profile): number {
  const nameless = nodes.filter(({ frame }) => frames[frame]?.name === unknown);
  return totalOf({ nodes: nameless }) / totalOf({ nodes });
}

const unknown = "[unknown]";

/** `function (/path/of/program)`. Where a program lies is no part of its name: it is built for each arm. */
function frameOf(what: string): ProfileFrame {
  const known = what.replace(/ \(deleted\)\)$/, ")");
  const at = known.lastIndexOf(" (");
  if (at < 0) return { name: known };
  const program = known.slice(at + 2, -1);
  return { name: known.slice(0, at), file: program.slice(program.lastIndexOf("/") + 1) };
}

/** Assigns functions to libraries by their names, in programs that are linked with their libraries. */
function placed(frame: ProfileFrame, { isGo, ownModule }: { isGo: boolean; ownModule: string | undefined }) {
  const [, standard] = /^<*(std|core|alloc)::/.exec(frame.name) ?? [];
  if (standard !== undefined) return { ...frame, file: `std/${standard}` };
  const [, name = ""] = (isGo && /^((?:[\w.~%-]+\/)*[\w~%-][\w.~%-]*?)\./.exec(frame.name)) || [];
  if (name === "" || name === "main") return frame;
  const [first = ""] = name.split("/");
  // A package of the standard library has no dot in front, one of a module begins with where it comes from.
  if (!first.includes(".")) return { ...frame, file: `go/src/${name}` };
  const isOwn = ownModule === undefined || name === ownModule || name.startsWith(`${ownModule}/`);
  return isOwn ? frame : { ...frame, file: `go/pkg/mod/${name}` };
}
