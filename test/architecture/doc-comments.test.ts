import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const fragment = /\/\*\*[\s*]*(?:What|Of|How|Whether|Where|By|That|Why|When|Which)\b[^\n]*/g;

/** Finds doc comments that begin with a word that makes no sentence. */
function fragmentsIn(text: string): string[] {
  return text.match(fragment) ?? [];
}

test("a doc comment in src is a sentence with a verb or a subject", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) => /\.(?:ts|c?js)$/.test(file));
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    fragmentsIn(readFileSync(path.join("src", file), "utf8")).map((comment) => `${file}: ${comment}`),
  );
  expect(found).toEqual([]);
});

test.each(["/** What it is. */", "/**\n * Whether it is.\n */", "/** By the id. */"])(
  "%j would be found",
  (comment) => {
    expect(fragmentsIn(`${comment}\nconst x = 1;`)).toHaveLength(1);
  },
);

test.each(["/** Tests whether it is. */", "/** Howler of the page. */", "// What it is"])("%j is not", (comment) => {
  expect(fragmentsIn(comment)).toEqual([]);
});
