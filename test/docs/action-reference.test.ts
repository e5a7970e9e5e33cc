import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { execPath } from "node:process";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { blocks, documentationFiles } from "./blocks.ts";

const metadata: { inputs: Record<string, unknown> } = parse(readFileSync("action.yml", "utf8"));

/** Inputs a text passes to our action that action.yml does not know. */
function unknownInputs(yaml: string): string[] {
  const found: string[] = [];
  JSON.stringify(parse(yaml), (_, value) => {
    if (typeof value?.uses === "string" && /^(org\/mcp-bench-action@|\.\/$)/.test(value.uses)) {
      found.push(...Object.keys(value.with ?? {}).filter((name) => !(name in metadata.inputs)));
    }
    return value;
  });
  return found;
}

const examples = [
  ...globSync(["workflows/*.yml", ".github/workflows/*.yml"]).map((file) => ({
    where: file,
    text: readFileSync(file, "utf8"),
  })),
  ...documentationFiles().flatMap((file) =>
    blocks(readFileSync(file, "utf8"))
      .filter((block) => block.language === "yaml")
      .map((block) => ({ where: `${file}:${block.line}`, text: block.text })),
  ),
];

describe("what the documentation says of action.yml", () => {
  it("are its own inputs and outputs", () => {
    execFileSync(execPath, ["scripts/readme-tables.ts", "--check"], { stdio: "pipe" });
  });

  it.each(examples)("$where uses inputs that exist", ({ text }) => {
    expect(unknownInputs(text)).toEqual([]);
  });

  it("would find an input that does not exist", () => {
    expect(unknownInputs("jobs: { a: { steps: [{ uses: org/mcp-bench-action@v1, with: { sever: x } }] } }")).toEqual([
      "sever",
    ]);
  });
});
