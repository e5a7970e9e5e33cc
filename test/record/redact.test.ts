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
      for (const launch of launches) Object.assign(launch, { leakChecked: ["read s3cret", "head"] });
    const skipped = [{ benchmark: "list s3cret", reason: "no" }];
    const hidden = redactRecord({ ...named, skipped }, ["s3cret", "S3CRET-too", "head"]);
    expect(JSON.stringify({ ...hidden, arms: [] })).not.toMatch(/s3cret/i);
    const read = recordSchema.parse(JSON.parse(JSON.stringify(hidden)));
    const ids = read.rows.map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    for (const { launches } of read.rounds)
      for (const { arm, measurements, leakChecked } of launches) {
        expect(arm).toBe("head");
        expect(measurements.map(({ row }) => row).sort()).toEqual([...ids].sort());
        expect(leakChecked).toEqual([ids[0], ids[2]]);
      }
  });
});

/** Places of all texts of a schema that may be any, as `redactedTexts` writes them. */
function textPlaces(schema: z.core.JSONSchema._JSONSchema | undefined, place: readonly string[] = []): string[] {
  if (typeof schema !== "object") return [];
  const { anyOf = [], oneOf = [], properties = {}, items, additionalProperties } = schema;
  const isFree = schema.type === "string" && !schema.enum && !schema.pattern && !schema.format && !("const" in schema);
  const entries = [items ?? [], additionalProperties ?? []].flat();
  return [
    ...(isFree ? [place.join(".")] : []),
    ...[...anyOf, ...oneOf].flatMap((one) => textPlaces(one, place)),
    ...Object.entries(properties).flatMap(([key, one]) => textPlaces(one, [...place, key])),
    ...entries.flatMap((one) => textPlaces(one, [...place, "*"])),
  ];
}

/** Names of rows, which are hidden wherever they stand, and what says how and where a run was made. */
const notRedacted = [
  "arms.*.id arms.*.reference arms.*.variant coldStart.arm configuration.changes.*.names.* profiles.*.arm profiles.*.row",
  "rounds.*.launches.*.arm rounds.*.launches.*.measurements.*.row rounds.*.launches.*.leakChecked.* rounds.*.order.*.*",
  "rows.*.benchmark rows.*.group rows.*.id rows.*.key rows.*.nameInHead rows.*.target rows.*.variant skipped.*.benchmark",
  "asked.config asked.folder asked.passEnv.* asked.workingDirectory commit.ref environment.arch environment.cpuModel environment.elsewhere",
  "environment.os environment.osVersion environment.runnerImage environment.runnerImageVersion environment.runnerKey",
  "environment.runtime environment.serverRuntime harness profiles.*.by resourceMethod rounds.*.launches.*.purpose",
  "rounds.*.launches.*.measurements.*.parts.latencies.*.samples rounds.*.launches.*.measurements.*.samples",
  "arms.*.thresholds.*.metric arms.*.thresholds.*.text rows.*.configHash rows.*.method rows.*.sweep.field rows.*.sweep.within",
  "rows.*.thresholds.*.metric",
  "rows.*.thresholds.*.text rounds.*.launches.*.measurements.*.serverMetrics.*.field serverHash serverThresholds.*.metric",
  "serverThresholds.*.text",
].flatMap((places) => places.split(" "));

const places = textPlaces(z.toJSONSchema(recordSchema, { io: "output", unrepresentable: "any" }));

const patternOf = (place: string) => new RegExp(`^${place.replaceAll(".", "\\.").replaceAll("*", "[^.]+")}$`);

it("every place of a text that is redacted is one of a record", () => {
  const isKnown = (pattern: RegExp) => places.some((place) => pattern.test(place));
  expect(redactedTexts.filter((place) => !isKnown(patternOf(place)))).toEqual([]);
});

it("every free text of a record is redacted or has a reason not to be", () => {
  const patterns = redactedTexts.map(patternOf);
  const open = places.filter((place) => !place.startsWith("warnings.") && !patterns.some((one) => one.test(place)));
  expect([...new Set(open)].sort()).toEqual(notRedacted.toSorted());
});

it("two sweeps stay two, and free keys of an environment may be called as ours are", () => {
  const rows = { a: { head: noisyRounds(2, { median: 1, spread: 0, seed: 1 }) } };
  const named = makeRecord({ rows });
  const [row] = named.rows;
  if (!row) throw new Error("no row");
  const sweepOf = (within: string) => ({ ...row, id: within, sweep: { field: "n", value: 1, within } });
  const custom = { names: "two hosts", order: "first", leakChecked: "no" };
  const environment = { ...named.environment, custom };
  const hidden = redactRecord({ ...named, environment, rows: [sweepOf("tenant=alpha"), sweepOf("tenant=beta1")] }, [
    "alpha",
    "beta1",
  ]);
  expect(new Set(hidden.rows.map(({ sweep }) => sweep?.within)).size).toBe(2);
  expect(JSON.stringify(hidden)).not.toMatch(/alpha|beta1/);
  expect(hidden.environment.custom).toEqual(custom);
});

it("what a restart showed and what changed in the configuration are redacted", () => {
  const rows = { "read s3cret": { head: noisyRounds(2, { median: 1, spread: 0, seed: 1 }) } };
  const named = makeRecord({ rows });
  const restart = { calls: 1, lost: 1, seen: "s3cret", repeated: 0, stream: "none", killed: false, failure: "s3cret" };
  Object.assign(named.rounds[0]?.launches[0]?.measurements[0] ?? {}, { restart });
  const changes = [{ what: "added" as const, names: ["read s3cret"] }];
  const hidden = redactRecord({ ...named, configuration: { decides: "base", changes } }, ["s3cret"]);
  expect(JSON.stringify(hidden)).not.toContain("s3cret");
  expect(hidden.configuration).toMatchObject({ changes: [{ names: [hidden.rows[0]?.id] }] });
});
