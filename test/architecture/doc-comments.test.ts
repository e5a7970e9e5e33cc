import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** The second line of a comment of several lines may begin with any word. */
const begin = /(?:\/\*\*?[\s*]*|(?<!(?:\/\/|#)[^\n]*\n\s*)(?:\/\/|#)[ \t]+)/;
const fragment = new RegExp(
  `${begin.source}(?:What|Of|How|Whether|Where|By|That|Why|When|Which|As|Whose|Who)\\b[^\\n]*`,
  "g",
);

/** Finds comments that begin with a word that makes no sentence. */
function fragmentsIn(text: string): string[] {
  return text.match(fragment) ?? [];
}

test.each(["src", "scripts", "test", "fixtures/servers"])(
  "a comment in %s is a sentence with a verb or a subject",
  (folder) => {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
      (file) => /\.(?:ts|[cm]?js|py|css)$/.test(file) && !file.endsWith("doc-comments.test.ts"),
    );
    expect(files.length).toBeGreaterThan(30);
    const found = files.flatMap((file) =>
      fragmentsIn(readFileSync(path.join(folder, file), "utf8")).map((comment) => `${file}: ${comment}`),
    );
    expect(found).toEqual([]);
  },
);

test.each([
  "/** What it is. */",
  "/**\n * Whether it is.\n */",
  "/** By the id. */",
  "// Of both",
  "# How it is",
  "/** As it is. */",
])("%j would be found", (comment) => {
  expect(fragmentsIn(`${comment}\nconst x = 1;`)).toHaveLength(1);
});

test.each([
  "/** Tests whether it is. */",
  "/** Howler of the page. */",
  "// Tests\n// what it is",
  "// Tests\n// What",
])("%j is not", (comment) => {
  expect(fragmentsIn(comment)).toEqual([]);
});
