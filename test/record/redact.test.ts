import { describe, expect, it } from "vitest";
import { z } from "zod";
import { recordSchema } from "../../src/record/record.ts";
import { redactedTexts, redactRecord, redactText } from "../../src/record/redact.ts";
import { makeRecord, noisyRounds } from "../decide/records.ts";

describe("secrets in a text", () => {
  it("are blotted out wherever they stand, the longest first", () => {
    expect(redactText("token s3cret-long and s3cret", ["s3cret", "s3cret-long"])).toBe("token *** and ***");
  });

  it("of several lines are blotted out line by line, however they are indented", () => {
    const key = "-----BEGIN KEY-----\nabc123\nx\n-----END KEY-----";
    expect(redactText("stderr:\n    -----BEGIN KEY-----\n    abc123\n    -----END KEY-----", [key])).toBe(
      "stderr:\n    ***\n    ***\n    ***",
    );
  });

  it("are blotted out where the text was cut in their midst", () => {
    expect(redactText("token hunter2hun…", ["hunter2hunter2"])).toBe("token ***…");
    expect(redactText("one: hunter2hu…\ntwo: hunter2…\nthree", ["hunter2hunter2"])).toBe("one: ***…\ntwo: ***…\nthree");
    expect(redactText("token hun…", ["hunter2hunter2"])).toBe("token hun…");
    expect(redactText("token hunter2hun", ["hunter2hunter2"])).toBe("token hunter2hun");
  });

  it.each([
    ["quotes", 'pass"word\\1'],
    ["lines", "first-line\nsecond-line"],
    ["letters beyond ASCII", "pässwörd-€"],
  ])("with %s are blotted out of JSON, and of JSON within JSON", (_, secret) => {
    const once = JSON.stringify({ token: secret });
    const ascii = once.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
    for (const said of [once, JSON.stringify({ text: once }), ascii])
      expect(redactText(said, [secret])).toBe(said.replace(/(token\\*":\\*").*?(\\*"\}+|\\*"\}"\})$/, "$1***$2"));
  });

  it("too short to be secrets are left alone, and so is everything when there are none", () => {
    expect(redactText("a 1 in 10", ["1", "a", ""])).toBe("a 1 in 10");
    expect(redactText("nothing", [])).toBe("nothing");
  });
});

describe("secrets in a record", () => {
  const record = makeRecord({ rows: { echo: { head: noisyRounds(2, { median: 1, spread: 0, seed: 1 }) } } });
  const launch = record.rounds[0]?.launches[0];
  if (launch) {
    launch.failure = "died with s3cret";
    launch.measurements[0]?.errors.push({ kind: "tool-error", message: "no s3cret", count: 1 });
  }

  it("are blotted out of what people read", () => {
    const text = JSON.stringify(
      redactRecord({ ...record, warnings: [{ code: "other", text: "head: s3cret" }], command: "node s3cret" }, [
        "s3cret",
      ]),
    );
    expect(text).not.toContain("s3cret");
    expect(text.match(/\*\*\*/g)).toHaveLength(4);
  });

  it("are blotted out of what a variant's environment and a first start say", () => {
    const program = { kind: "elsewhere", name: "s3cret/server.js" } as const;
    const arms = record.arms.map((arm) => ({ ...arm, program, environment: { Note: "s3cret" } }));
    const told = redactRecord(
      { ...record, arms, changedInBase: ["s3cret"], coldStart: { arm: "head", unknown: "s3cret" } },
      ["s3cret"],
    );
    expect(JSON.stringify(told)).not.toContain("s3cret");
  });

  it.each(["head", "2026", "stdio", "closed", "fail", "linux", "mcp-bench-record"])(
    "cannot break it by being %s",
    (secret) => {
      const hidden = redactRecord(record, [secret]);
      expect(recordSchema.parse(hidden)).toMatchObject({
        arms: record.arms,
        rows: record.rows,
        createdAt: record.createdAt,
      });
    },
  );

  it("are blotted out of the names that a server lists, which stay names of the same rows", () => {
    const rounds = () => ({ head: noisyRounds(2, { median: 1, spread: 0, seed: 1 }) });
    const named = makeRecord({ rows: { "read s3cret": rounds(), "read S3CRET-too": rounds(), head: rounds() } });
    for (const { launches } of named.rounds)
      for (const launch of launches) Object.assign(launch, { soaked: ["read s3cret", "head"] });
    const services = [{ name: "db s3cret", rssBytes: 1, peakRssBytes: 1, cpuMs: 1 }];
    const skipped = [{ benchmark: "list s3cret", reason: "no" }];
    const hidden = redactRecord({ ...named, services, skipped }, ["s3cret", "S3CRET-too", "head"]);
    expect(JSON.stringify({ ...hidden, arms: [] })).not.toMatch(/s3cret/i);
    const read = recordSchema.parse(JSON.parse(JSON.stringify(hidden)));
    const ids = read.rows.map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    for (const { launches } of read.rounds)
      for (const { arm, measurements, soaked } of launches) {
        expect(arm).toBe("head");
        expect(measurements.map(({ row }) => row).sort()).toEqual([...ids].sort());
        expect(soaked).toEqual([ids[0], ids[2]]);
      }
  });
});

/** Places of all texts of a schema, as `redactedTexts` writes them. */
function textPlaces(schema: z.core.JSONSchema._JSONSchema | undefined, place: readonly string[] = []): string[] {
  if (typeof schema !== "object") return [];
  const { anyOf = [], oneOf = [], properties = {}, items, additionalProperties } = schema;
  const entries = [items ?? [], additionalProperties ?? []].flat();
  return [
    ...(schema.type === "string" ? [place.join(".")] : []),
    ...[...anyOf, ...oneOf].flatMap((one) => textPlaces(one, place)),
    ...Object.entries(properties).flatMap(([key, one]) => textPlaces(one, [...place, key])),
    ...[...Object.values(properties), ...entries].flatMap((one) => textPlaces(one, [...place, "*"])),
  ];
}

it("every place of a text that is redacted is one of a record", () => {
  const places = new Set(textPlaces(z.toJSONSchema(recordSchema, { io: "output", unrepresentable: "any" })));
  expect(redactedTexts.filter((place) => !places.has(place))).toEqual([]);
});
