import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { UserError } from "../../../src/errors.ts";
import { readHar } from "../../../src/features/upstream/read-har.ts";
import { writeHar } from "../../../src/features/upstream/write-har.ts";
import { sharedFolder } from "../../support/folder.ts";
import { exchangeOf } from "./exchanges.ts";

const folder = sharedFolder();
const good = JSON.stringify(harWith({}), undefined, 2);

/** A HAR file of one entry. */
function harWith({ request = {}, response = {}, log = {} }) {
  return {
    log: {
      version: "1.2",
      entries: [
        {
          request: { method: "GET", url: "https://api.example.com/a", ...request },
          response: { status: 200, content: { text: "body" }, ...response },
        },
      ],
      ...log,
    },
  };
}

function read(text: string) {
  const file = path.join(folder, "api.har");
  writeFileSync(file, text);
  return readHar(file, "api.har");
}

/** Returns the error about a file in one line: where it is, what is wrong, and what was expected. */
function refusal(text: string): string {
  try {
    read(text);
    return "none";
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { where = "", expected = "", fix = "" } = error.explanation;
    expect(fix).not.toBe("");
    return `${where}: ${error.found} (${expected})`;
  }
}

const file = (_file: string) => ({ response: { content: { _file } } });

describe("a recording", () => {
  it("is read as other programs write it, with a byte order mark and more than is needed", () => {
    const { exchanges } = read(`\uFEFF${JSON.stringify(harWith({ log: { version: "1.1", pages: [], browser: {} } }))}`);
    expect(exchanges).toMatchObject([{ method: "GET", url: "https://api.example.com/a", body: Buffer.from("body") }]);
    expect(refusal(good)).toBe("none");
  });

  it.each([
    ["truncated", good.slice(0, -40), "it is cut off: its end is missing"],
    ["edited by hand", good.replace('"GET"', "GET"), "it is not JSON"],
    [
      "edited so that a field is of another kind",
      good.replace("200", '"200"'),
      "entry 1 of 1 cannot be read (`response.status`",
    ],
    ["of another version", good.replace("1.2", "2.0"), 'it has version "2.0" of the format (version 1.2'],
    [
      "half merged",
      good.replace("    ", `<<<<<<< ours\n=======\n>>>>>>> theirs\n    `),
      "api.har:3: a merge left its conflict markers",
    ],
    ["no HAR file", "[]", "it is not a HAR file"],
    ["empty", "", "it is not JSON"],
    [
      "of a request to a file",
      JSON.stringify(harWith({ request: { url: "file:///etc/passwd" } })),
      "has no address of http or https",
    ],
    [
      "with a body above its folder",
      JSON.stringify(harWith(file("../../etc/passwd"))),
      "a file in the folder of the recording",
    ],
    ["with a body anywhere", JSON.stringify(harWith(file("/etc/passwd"))), "a file in the folder of the recording"],
    ["with a body that is not committed", JSON.stringify(harWith(file("bodies/a.json"))), "which is not there"],
  ])("is refused where it is %s", (_, text, message) => {
    expect(refusal(text)).toContain(message);
  });

  it("is refused where a body is a link to elsewhere", () => {
    mkdirSync(path.join(folder, "own"));
    writeFileSync(path.join(folder, "secret.txt"), "secret");
    symlinkSync(path.join(folder, "secret.txt"), path.join(folder, "own/link.txt"));
    const linked = path.join(folder, "own/api.har");
    writeFileSync(linked, JSON.stringify(harWith(file("link.txt"))));
    expect(() => readHar(linked)).toThrow("a link to elsewhere");
  });

  it("is refused where it has 500 MB, or is no file, before it is read", () => {
    const large = path.join(folder, "large.har");
    writeFileSync(large, "");
    truncateSync(large, 500 * 2 ** 20);
    expect(() => readHar(large)).toThrow("the recording is too large (500 MB)");
    expect(() => readHar(folder)).toThrow("it is not a plain file");
    expect(() => readHar(path.join(folder, "none.har"))).toThrow("the recording does not exist");
  });

  it("is refused where its bodies have 500 MB together", () => {
    const body = path.join(folder, "body.bin");
    writeFileSync(body, "");
    truncateSync(body, 500 * 2 ** 20);
    expect(refusal(JSON.stringify(harWith(file("body.bin"))))).toContain("too large (at most 256 MB together");
  });

  it("leaves out requests that were not answered, and says how many", () => {
    const { exchanges, unanswered } = read(JSON.stringify(harWith({ response: { status: 0 } })));
    expect({ exchanges, unanswered }).toEqual({ exchanges: [], unanswered: 1 });
  });

  it("is read as it was written", () => {
    const written = path.join(folder, "written.har");
    const exchanges = [
      exchangeOf({ at: "/a?b=c#d", body: "ä".repeat(5_000), waitMs: 12.3, status: 404, statusText: "Not Found" }),
      exchangeOf({
        at: "/b",
        sent: { id: 1 },
        headers: [
          ["x-total", "1"],
          ["x-total", "2"],
        ],
      }),
      { ...exchangeOf({ at: "/c" }), body: Buffer.from([0, 255, 128]) },
    ];
    writeHar(written, { exchanges, addresses: { API_URL: "https://api.example.com" } });
    const found = readHar(written);
    const [first, ...others] = exchanges;
    expect(found.exchanges).toEqual([{ ...first, url: "https://api.example.com/a?b=c" }, ...others]);
    expect(found.addresses).toEqual({ API_URL: "https://api.example.com" });
  });
});
