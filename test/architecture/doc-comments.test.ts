import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const fragment = /\/\*\*[\s*]*(?:What|Of|How|Whether|Where|By|That|Why|When|Which)\b[^\n]*/g;

/** Finds doc comments that begin with a word that makes no sentence. */
function fragmentsIn(text: string): string[] {
  return text.match(fragment) ?? [];
}

test.each(["src", "scripts", "test"])("a doc comment in %s is a sentence with a verb or a subject", (folder) => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.(?:ts|c?js)$/.test(file) && !file.endsWith("doc-comments.test.ts"),
  );
  expect(files.length).toBeGreaterThan(50);
  const found = files.flatMap((file) =>
    fragmentsIn(readFileSync(path.join(folder, file), "utf8")).map((comment) => `${file}: ${comment}`),
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
