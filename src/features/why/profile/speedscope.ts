import { isMap, numberOf, ownValue, textOf } from "../../../base/json.ts";
import { parseMessage } from "../../../base/json-depth.ts";
import { type Profile, ProfileBuilder, ProfileError } from "./profile.ts";

/** Amount of each unit in one ms, or one byte. */
const units: Readonly<Record<string, number>> = { microseconds: 1000, milliseconds: 1, bytes: 1 };

/**
 * A file of speedscope, with stacks and their weights: what the hook in a Python process writes. Throws ProfileError.
 * https://www.speedscope.app/file-format-schema.json
 */
export function readSpeedscope(text: string): Profile {
  const file = parseMessage(text);
  const frames = isMap(file) && isMap(file.shared) ? file.shared.frames : undefined;
  const profiles = isMap(file) ? file.profiles : undefined;
  if (!Array.isArray(frames) || !Array.isArray(profiles)) throw new ProfileError("it is no file of speedscope");
  const builder = new ProfileBuilder();
  const known = frames.map((frame: unknown) => builder.frame(isMap(frame) ? frameOf(frame) : { name: "" }));
  for (const profile of profiles) {
    const { unit, samples, weights } = isMap(profile) ? profile : {};
    const size = ownValue(units, textOf(unit));
    if (size === undefined || !Array.isArray(samples) || !Array.isArray(weights))
      throw new ProfileError("it holds no samples in a unit of time or memory");
    for (const [index, sample] of samples.entries()) {
      if (!Array.isArray(sample)) throw new ProfileError("a sample of it is no list");
      let place = -1;
      for (const frame of sample) place = builder.node(placeOf(known, frame), place);
      builder.add(place, numberOf(weights[index]) / size);
    }
  }
  return builder.build();
}

function frameOf({ name, file, line }: Readonly<Record<string, unknown>>) {
  return {
    name: textOf(name),
    file: typeof file === "string" ? file : undefined,
    line: typeof line === "number" ? line : undefined,
  };
}

function placeOf(known: readonly number[], frame: unknown): number {
  const place = typeof frame === "number" ? known[frame] : undefined;
  if (place === undefined) throw new ProfileError("it names a function that it does not have");
  return place;
}
