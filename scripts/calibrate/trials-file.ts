import { appendFile, mkdir, readFile, truncate } from "node:fs/promises";
import path from "node:path";
import { refusal } from "../../src/base/refusal.ts";
import { ConfigError } from "../../src/errors.ts";
import { type Trial, trialSchema } from "./trial.ts";

/** Reads finished trials, one JSON document per line; none where the file does not exist. A torn last line is dropped. */
export async function readTrials(file: string): Promise<Trial[]> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const lines = text.split("\n");
  // Text after the last line end was being written when the command was stopped.
  lines.pop();
  return lines.map((line, index) => parse(line, `${file}:${index + 1}`));
}

/** Adds a finished trial, in place of a line that was torn. */
export async function appendTrial(file: string, trial: Trial): Promise<void> {
  await mkdir(path.dirname(path.resolve(file)), { recursive: true });
  const text = await readFile(file, "utf8").catch(() => "");
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (whole !== text) await truncate(file, Buffer.byteLength(whole));
  await appendFile(file, `${JSON.stringify(trial)}\n`);
}

function parse(line: string, where: string): Trial {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new ConfigError("not JSON", { where, expected: "one finished trial per line", cause });
  }
  const result = trialSchema.safeParse(value);
  if (result.success) return result.data;
  throw new ConfigError(`not a trial: ${refusal(result.error)}`, { where });
}
