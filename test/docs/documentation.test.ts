import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { parseConfig } from "../../src/config/parse.ts";
import { configJsonSchema } from "../../src/config/schema/json-schema.ts";
import "../../src/features/index.ts";
import { documentationFiles, runnable, yamlKind } from "./blocks.ts";
import { anchors, relativeLinks } from "./links.ts";
import { Sandbox } from "./sandbox.ts";

const inEditors = new Ajv2020({ allowUnionTypes: true }).compile(configJsonSchema());
const shells = ["sh", "bash", "shell", "console"];

describe.each(documentationFiles())("%s", (file) => {
  const text = readFileSync(file, "utf8");

  it("links to files and headings that exist", () => {
    const broken = relativeLinks(text).filter(({ path, anchor }) => {
      const target = path === "" ? file : join(dirname(file), path);
      if (!existsSync(target)) return true;
      return anchor !== undefined && !anchors(readFileSync(target, "utf8")).has(anchor);
    });
    expect(broken).toEqual([]);
  });

  const configurations = runnable(file, ["yaml", "yml"]).filter(
    ({ block }) => yamlKind(block.text) === "configuration",
  );

  for (const { name, block } of configurations) {
    it(`${name}: the configuration is valid`, () => {
      expect(() => parseConfig(block.text, file)).not.toThrow();
      expect(inEditors(parse(block.text)), JSON.stringify(inEditors.errors)).toBe(true);
    });
  }

  for (const { name, block } of runnable(file, ["mermaid"])) {
    it(`${name}: the drawing can be shown`, async () => {
      const { mermaid } = await import("../report/markdown/real-mermaid.ts");
      await expect(mermaid.parse(block.text)).resolves.toBeTruthy();
    });
  }

  const commands = runnable(file, shells);

  describe.runIf(commands.length > 0)("commands, one after the other in one folder", () => {
    let sandbox: Sandbox;
    beforeAll(() => {
      sandbox = new Sandbox();
    });
    afterAll(() => sandbox[Symbol.dispose]());

    it.each(commands)(
      "$name",
      ({ block }) => {
        const script = block.text.replace(/^\$ /gm, "");
        const { triedWith } = block;
        const { exitCode, output } = sandbox.run(triedWith ? `${script.trimEnd()} ${triedWith}` : script);
        expect(exitCode, output).toBe(block.exits);
      },
      120_000,
    );
  });
});
