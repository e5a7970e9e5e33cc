import { describe, expect, it, test } from "vitest";
import { importsOf, readTree } from "../../../scripts/architecture/tree.ts";
import { formatNames, render } from "../../../src/cli/output.ts";
import { renderTerminal } from "../../../src/report/terminal/terminal.ts";
import { situations } from "../situations.ts";

/** Says how the golden file of each format ends; one that is missing here fails its test. */
const endings: Readonly<Record<string, string>> = {
  terminal: "txt",
  markdown: "summary.md",
  comment: "md",
  json: "json",
  junit: "junit.xml",
  csv: "csv",
  bencher: "bencher.json",
  "benchmark-smaller": "smaller.json",
  "benchmark-bigger": "bigger.json",
  openmetrics: "openmetrics.txt",
};

const formats = formatNames([]);

// The job summary is the comment with more room.
it.each(formats.filter((format) => format !== "markdown"))("%s reads as its golden file", async (format) => {
  const report = situations.regression?.();
  if (!report) throw new Error("no such situation");
  const text =
    format === "terminal"
      ? renderTerminal(report, { color: false, width: 100, details: false })
      : await render(report, format);
  await expect(text.replaceAll("\r\n", "\n")).toMatchFileSnapshot(`../golden/regression.${endings[format]}`);
});

const tree = readTree("src");
const imports = importsOf(tree);

/** Files of `src` that know a renderer. */
function readersOf(file: string): string[] {
  return [...imports].flatMap(([reader, read]) => (read.has(file) ? [reader] : []));
}

describe("adding an output format touches two files of src", () => {
  test.each(["csv.ts", "junit.ts", "bencher.ts", "github-action-benchmark.ts", "openmetrics.ts"])(
    "%s and the list of names, which alone knows it",
    (file) => {
      expect(readersOf(`report/exports/${file}`)).toEqual(["cli/output.ts"]);
    },
  );

  test.each(["bencher", "benchmark-smaller", "benchmark-bigger", "openmetrics"])(
    "the name %s is written once",
    (format) => {
      expect(formats).toContain(format);
      const named = [...tree].filter(([, text]) => new RegExp(`(?:"${format}"|^\\s+${format}):`, "m").test(text));
      expect(named.map(([file]) => file)).toEqual(["cli/output.ts"]);
    },
  );
});

describe.each(Object.entries(situations))("%s", (_, build) => {
  const report = build();

  it.each(formats)("as %s ends with one line end and holds no value that is none", async (format) => {
    const text = await render(report, format);
    expect(text).toMatch(/[^\n]\n$/);
    expect(text).not.toMatch(/\bundefined\b|\[object |\bNaN\b/);
  });
});
