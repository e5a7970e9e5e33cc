import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { Helper } from "../../../src/features/upstream/helper.ts";
import { Listeners, type OpenSettings, type Saved } from "../../../src/features/upstream/listeners.ts";
import { readHar } from "../../../src/features/upstream/read-har.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { listen } from "../../support/listen.ts";

interface OpenDesk extends AsyncDisposable {
  readonly folder: string;
  readonly file: string;
  /** Answers of the API by path; it is silent about others. */
  readonly answers: Record<string, string>;
  /**
   * Records requests for these paths, by GET unless they say otherwise, each of a row of that name. `is`: the measuring process
   * goes away, or not all rows were called.
   */
  readonly record: (
    paths: readonly string[],
    end?: { readonly is?: "interrupted" | "partial"; readonly check?: true; readonly failed?: readonly string[] },
  ) => Promise<Saved | undefined>;
}

/** A folder for a recording, and an API. */
async function desk(answers: Record<string, string> = {}, name = "api.har"): Promise<OpenDesk> {
  const folder = temporaryFolder();
  const api = await listen(({ url = "" }, response) => {
    const answer = answers[new URL(url, "http://api").pathname];
    const headers = { "content-type": "application/json", "content-length": answer?.length };
    if (answer !== undefined) response.writeHead(200, headers).end(answer);
  });
  const file = path.join(folder.path, name);
  return {
    folder: folder.path,
    file,
    answers,
    record: async (paths, { is, check = false, failed = [] } = {}) => {
      const listeners = new Listeners();
      try {
        const from: OpenSettings["from"] = {
          kind: "record",
          file,
          secrets: [],
          check,
          match: { query: ["seed"], body: [], path: [] },
          given: "",
        };
        const settings = { urlEnv: { API_URL: api.url }, folder: folder.path, from };
        const { env } = await listeners.open({ arm: "head", settings });
        for (const asking of paths) {
          listeners.row({ arm: "head", name: asking });
          const [each = "", method = "GET"] = asking.split(" ").toReversed();
          const asked = fetch(`${env.API_URL}${each}`, { method }).then((response) => response.text());
          if (new URL(each, api.url).pathname in answers) await asked;
          else asked.catch(() => {});
        }
        return is === "interrupted" ? undefined : listeners.save({ isWhole: is === undefined, failed });
      } finally {
        await listeners.close();
      }
    },
    [Symbol.asyncDispose]: async () => {
      await api[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

const pathsOf = (file: string) => readHar(file).exchanges.map(({ url }) => url.replace(/^.*:\d+/, ""));

describe("a recording", () => {
  it("keeps what is complete when it is interrupted, and nothing by halves", async () => {
    await using at = await desk({ "/whole": "1" });
    await at.record(["/silent"], { is: "interrupted" });
    expect(readdirSync(at.folder)).toEqual([]);
    await at.record(["/whole", "/silent"], { is: "interrupted" });
    expect(pathsOf(at.file)).toEqual(["/whole"]);
    expect(readdirSync(at.folder)).toEqual(["api.har"]);
  });

  it("is not written by a check that is interrupted", async () => {
    await using at = await desk({ "/a": "1" });
    await at.record(["/a"], { is: "interrupted", check: true });
    expect(readdirSync(at.folder)).toEqual([]);
  });

  it("keeps what an interrupted one did not reach, and a whole one drops it", async () => {
    await using at = await desk({ "/a": "1", "/b": "1" });
    await at.record(["/a", "/b"]);
    at.answers["/b"] = "2";
    expect(await at.record(["/b"], { is: "partial" })).toMatchObject({
      added: [],
      changed: [expect.stringMatching("/b$")],
    });
    expect(readHar(at.file).exchanges.map(({ body }) => String(body))).toEqual(["1", "2"]);
    expect(await at.record(["/b"])).toMatchObject({ added: [], changed: [], removed: [expect.stringMatching("/a$")] });
    expect(pathsOf(at.file)).toEqual(["/b"]);
  });

  it("keeps what was recorded of a row that failed this time", async () => {
    await using at = await desk({ "/a": "1", "/b": "1", "/c": "1" });
    await at.record(["/a", "/b", "/c"]);
    Object.assign(at.answers, { "/a": "2", "/b": "unauthorized" });
    const saved = await at.record(["/a", "/b"], { is: "partial", failed: ["/b"] });
    expect(saved).toMatchObject({ changed: [expect.stringMatching("/a$")], removed: [] });
    expect(readHar(at.file).exchanges.map(({ body }) => String(body))).toEqual(["2", "1", "1"]);
  });

  it("replaces one that cannot be read", async () => {
    await using at = await desk({ "/a": "1" });
    writeFileSync(at.file, "<<<<<<< ours");
    expect(await at.record(["/a"])).toMatchObject({ exchanges: 1 });
    expect(pathsOf(at.file)).toEqual(["/a"]);
  });

  it("is the same again but for its date where only dates and ids differ, and would not change", async () => {
    const ask = () => [
      `/a?at=${Date.now()}`,
      `/a?nonce=${crypto.randomUUID()}`,
      `/a?seed=${crypto.randomUUID()}`,
      "/b",
    ];
    const answers = () => ({ "/a": `{"at":"${new Date().toISOString()}"}`, "/b": "1" });
    await using at = await desk(answers());
    await at.record(ask());
    const text = () => readFileSync(at.file, "utf8").replace(/"recordedAt": ".*"/, "");
    const before = text();
    Object.assign(at.answers, answers());
    const same = { added: [], removed: [], changed: [], exchanges: 4 };
    expect(await at.record(ask(), { check: true })).toMatchObject(same);
    expect(await at.record(ask())).toMatchObject(same);
    expect(text()).toBe(before);
    at.answers["/b"] = "2";
    expect(await at.record(["/c", "/b"], { check: true })).toMatchObject({ changed: [expect.stringMatching("/b$")] });
    expect(text()).toBe(before);
  });

  it("is written into a folder that does not exist yet", async () => {
    await using at = await desk({ "/a": "1" }, "fixtures/api.har");
    await at.record(["/a"]);
    expect(pathsOf(at.file)).toEqual(["/a"]);
  });

  it("keeps the length that HEAD asks for, and of other responses none", async () => {
    await using at = await desk({ "/a": "12345" });
    await at.record(["/a", "HEAD /a"]);
    const lengths = readHar(at.file).exchanges.map(({ method, headers }) => [method, Object.fromEntries(headers)]);
    const type = { "content-type": "application/json" };
    expect(lengths).toEqual([
      ["GET", type],
      ["HEAD", { ...type, "content-length": "5" }],
    ]);
  });

  it("holds one answer for requests that were answered alike, and all where they differ", async () => {
    await using at = await desk({ "/a": '{"id":1}', "/b": '{"id":1}' });
    await at.record(["/a", "/a", "/b"]);
    expect(pathsOf(at.file)).toEqual(["/a", "/b"]);
  });
});

it("outlives an error, and says what it was", async () => {
  const helper = await Helper.start();
  try {
    await expect(helper.ask({ kind: "begin", arm: "none" })).rejects.toThrow("the arm none replays nothing");
    expect(await helper.ask({ kind: "complaints", arm: "none" })).toEqual([]);
  } finally {
    await helper.stop();
  }
});

it("asks the API for no coding that the server does not know", async () => {
  const asked: (string | undefined)[] = [];
  await using api = await listen(({ headers }, response) => {
    asked.push(headers["accept-encoding"]);
    response.writeHead(200).end("{}");
  });
  using folder = temporaryFolder();
  const listeners = new Listeners();
  const from: OpenSettings["from"] = {
    kind: "record",
    file: path.join(folder.path, "api.har"),
    secrets: [],
    check: false,
    match: { query: [], body: [], path: [] },
    given: "",
  };
  const { env } = await listeners.open({
    arm: "head",
    settings: { urlEnv: { API_URL: api.url }, folder: folder.path, from },
  });
  for (const coding of ["identity", "gzip, deflate", "gzip, deflate, br", "zstd"])
    await fetch(`${env.API_URL}/`, { headers: { "accept-encoding": coding } }).then((response) => response.text());
  await listeners.close();
  expect(asked).toEqual(["identity", "gzip", "gzip, br", "identity"]);
});
