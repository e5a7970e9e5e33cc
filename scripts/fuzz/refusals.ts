import type { Json } from "../../src/base/json.ts";
import { plainText } from "../../src/base/untrusted.ts";
import { UserError } from "../../src/errors.ts";
import { renderFailure } from "../../src/report/markdown/no-result.ts";
import { oneOf, type Random } from "./mutate.ts";

const longestRefusal = 20_000;
const longestLine = 2_500;

/** True where `work` ends, false where it is refused by an error for people that no medium lets act; other errors are findings. */
export function works(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    checkRefusal(error);
    return false;
  }
}

/** Throws where the message of an error could act in a comment or a log, or is as long as its sender likes. */
export function checkRefusal({ message }: UserError): void {
  const lines = message.split("\n");
  if (message.length > longestRefusal)
    throw new Error(`a refusal of ${message.length} characters: ${JSON.stringify(message.slice(0, 200))}`);
  if (lines.some((line) => line.length > longestLine))
    throw new Error(`a refusal with a line that does not end: ${JSON.stringify(message.slice(0, 200))}`);
  const log = plainText(message);
  if (/^\s*::|##\[/m.test(log)) throw new Error(`a refusal is a command of the runner: ${JSON.stringify(log)}`);
  const comment = renderFailure({ message }).split("\n");
  const opened = comment.findIndex((line) => line.startsWith("```"));
  const fence = /^`+/.exec(comment[opened] ?? "")?.[0].length ?? 0;
  const closed = comment.findIndex(
    (line, at) => at > opened && (/^ {0,3}(`{3,})\s*$/.exec(line)?.[1]?.length ?? 0) >= fence,
  );
  const after = comment.slice(closed + 1).join("");
  if (closed < 0 || after !== "") throw new Error(`a refusal leaves its fence: ${JSON.stringify(after)}`);
}

/** Texts that were live in a comment or a log once, or nearly. */
const hostile: readonly string[] = [
  "x\n``\u200b``\n\n# head @mallory [a](https://evil.example)\n",
  "x\n``\u001b[0m``\n\n@mallory <img src=x>\n",
  "~~~\n````\u00ad````\n\n@mallory\n",
  "\n".repeat(50_000),
  "::error title=a:b::x",
  "\n::add-mask a:b::regression\n##[error]x",
  "`\u2060".repeat(3_000),
  "x".repeat(100_000),
];

/** The value with one text or key in it, anywhere, replaced by one that is hostile, or with one more key. */
export function poisoned(value: Json, random: Random): Json {
  const text = oneOf(random, hostile);
  if (typeof value !== "object" || value === null) return text;
  if (Array.isArray(value)) {
    const at = Math.floor(random() * value.length);
    return value.map((inner, index) => (index === at ? poisoned(inner, random) : inner));
  }
  const entries = Object.entries(value);
  const at = Math.floor(random() * entries.length);
  if (random() < 0.2 || entries.length === 0) return { ...value, [text]: 1 };
  return Object.fromEntries(
    entries.map(([key, inner], index) =>
      index !== at ? [key, inner] : random() < 0.1 ? [text, inner] : [key, poisoned(inner, random)],
    ),
  );
}
