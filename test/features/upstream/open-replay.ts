import path from "node:path";
import { afterAll } from "vitest";
import type { Exchange } from "../../../src/features/upstream/exchange.ts";
import { Helper } from "../../../src/features/upstream/helper.ts";
import type { ReplaySettings } from "../../../src/features/upstream/listeners.ts";
import { writeHar } from "../../../src/features/upstream/write-har.ts";
import { temporaryFolder } from "../../support/folder.ts";

export const api = "https://api.example.com";

/** One process for all tests of a file, which starting takes longest; each test has an arm of its own. */
let shared: Promise<Helper> | undefined;
afterAll(async () => {
  await (await shared)?.stop();
  shared = undefined;
});

let arms = 0;

/** Replays exchanges with `api` in a process of its own, as a run does, at a base address. */
export async function openReplay(exchanges: readonly Exchange[], settings: Partial<ReplaySettings> = {}) {
  using folder = temporaryFolder();
  const file = path.join(folder.path, "api.har");
  writeHar(file, { exchanges, addresses: { API_URL: api } });
  shared ??= Helper.start();
  const helper = await shared;
  const arm = `arm ${arms++}`;
  const { env, warnings } = await helper.ask({
    kind: "open",
    arm,
    settings: {
      urlEnv: "API_URL",
      folder: helper.folder,
      from: {
        kind: "replay",
        file,
        shownAs: "api.har",
        latency: { kind: "none" },
        faults: [],
        match: { query: [], body: [], path: [] },
        given: "",
        ...settings,
      },
    },
  });
  return {
    url: env.API_URL ?? "",
    warnings,
    beginRow: (name = "row") => helper.ask({ kind: "row", arm, name }),
    begin: () => helper.ask({ kind: "begin", arm }),
    end: () => helper.ask({ kind: "end", arm }),
  };
}

/** Bodies of so many responses, one after the other. */
export async function bodiesOf(url: string, times: number): Promise<string[]> {
  const bodies: string[] = [];
  for (let time = 0; time < times; time++) bodies.push(await (await fetch(url)).text());
  return bodies;
}
