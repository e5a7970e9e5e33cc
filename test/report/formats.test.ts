import { describe, expect, it, test } from "vitest";
import { importsOf, readTree } from "../../scripts/architecture/tree.ts";
import { formats, render } from "../../src/cli/output.ts";
import { situations } from "./situations.ts";

const tree = readTree("src");
const imports = importsOf(tree);

/** Files of `src` that know a renderer. */
function readersOf(file: string): string[] {
  return [...imports].flatMap(([reader, read]) => (read.has(file) ? [reader] : []));
}

describe("adding an output format touches two files of src", () => {
  test.each(["csv.ts", "junit.ts", "bencher.ts", "github-action-benchmark.ts"])(
    "%s and the list of names, which alone knows it",
    (file) => {
      expect(readersOf(`report/exports/${file}`)).toEqual(["cli/output.ts"]);
    },
  );

  test.each(["bencher", "benchmark-smaller", "benchmark-bigger"])("the name %s is written once", (format) => {
    expect(formats).toContain(format);
    const named = [...tree].filter(([, text]) => new RegExp(`(?:"${format}"|^\\s+${format}):`, "m").test(text));
    expect(named.map(([file]) => file)).toEqual(["cli/output.ts"]);
  });
});

const inWords = Object.entries(situations).flatMap(([name, build]) =>
  formats.map((format) => ({ name, format, build })),
);

it.each(inWords)(
  "$format of $name ends with one line end and holds no value that is none",
  async ({ build, format }) => {
    const text = await render(build(), format);
    expect(text).toMatch(/[^\n]\n$/);
    expect(text.replace(/<script>[\s\S]*?<\/script>/, "")).not.toMatch(/\bundefined\b|\[object |\bNaN\b/);
  },
);
