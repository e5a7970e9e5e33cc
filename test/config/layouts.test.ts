import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { onlyServer, searchServer } from "../../src/config/find-server/find-server.ts";
import { chooseConfig } from "../../src/config/load.ts";
import { temporaryFolder } from "../support/folder.ts";

/** A layout of `fixtures/layouts`, and the server that has to be found in it. */
interface Layout {
  readonly layout: string;
  /** Where it is seen. */
  readonly like: string;
  readonly files: Readonly<Record<string, string>>;
  /** The working directory. */
  readonly in?: string;
  readonly server?: string;
  /** Found in a client file alone. */
  readonly client?: object;
  readonly build?: string;
  readonly why?: string;
  /** Part of the message. */
  readonly refused?: string;
  /** Where a file names a server, and why that is not taken. */
  readonly passed_over?: Readonly<Record<string, string>>;
}

const layouts: readonly Layout[] = ["typescript", "other-languages"].flatMap((name) =>
  parse(readFileSync(`fixtures/layouts/${name}.yml`, "utf8")),
);

function checkout({ files }: Layout) {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries({ ...files, ".git/HEAD": "" })) {
    mkdirSync(path.dirname(path.join(folder.path, name)), { recursive: true });
    writeFileSync(path.join(folder.path, name), text);
  }
  return folder;
}

test("there are at least 30 layouts", () => {
  expect(layouts.length).toBeGreaterThanOrEqual(30);
});

test.each(layouts)("$layout, like $like: the right server, or a clear refusal", async (layout) => {
  using folder = checkout(layout);
  const directory = path.join(folder.path, layout.in ?? "");
  const { found, passedOver } = searchServer(directory);
  expect(Object.fromEntries(passedOver.map(({ from, why }) => [from, why]))).toEqual(layout.passed_over ?? {});
  if (layout.refused !== undefined) {
    expect(found).toBeUndefined();
    expect(() => onlyServer(directory)).toThrow(layout.refused);
    return;
  }
  expect(found).toMatchObject({ lines: layout.client ?? { server: layout.server } });
  expect(found?.build).toBe(layout.build);
  if (layout.why !== undefined) expect(found?.source.why).toBe(layout.why);
  const loaded = await chooseConfig({}, directory);
  expect(loaded.config.build?.run).toBe(layout.build);
});
