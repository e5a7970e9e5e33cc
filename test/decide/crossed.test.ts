import { expect, test } from "vitest";
import { decide } from "../../src/decide/decide.ts";
import { compare } from "../../src/facts/compare.ts";
import { summarise } from "../../src/table/summarise.ts";
import { tabulate } from "../../src/table/table.ts";
import { comparePaired, makeRecord, type RoundOf } from "./records.ts";

const sound: RoundOf = { latencies: Array.from({ length: 50 }, (_, call) => 1 + (call % 10) / 100) };
const message = 'expected the text "item 3", got: item 4';
const mixedUp: RoundOf = {
  ...sound,
  failures: { crossed: 1 },
  more: { errors: [{ kind: "crossed", of: "session", message, count: 1 }] },
};

function verdictOf(head: RoundOf, base: RoundOf) {
  const rounds = (round: RoundOf) => [round, ...Array.from({ length: 9 }, () => sound)];
  const record = makeRecord({ rows: { search: { base: rounds(base), head: rounds(head) } } });
  const comparison = comparePaired(record);
  return { comparison, verdict: decide(comparison, { failOn: ["regression"] }) };
}

test("one reply that reached another caller fails the run, whatever base does", () => {
  for (const base of [sound, mixedUp]) {
    const { comparison, verdict } = verdictOf(mixedUp, base);
    expect(verdict).toMatchObject({ status: "errored", failed: true });
    const reason = { code: "crossed", count: 1, calls: 501, of: "session", sample: message };
    expect(comparison.findings).toContainEqual(expect.objectContaining({ row: "search", state: "errored", reason }));
  }
});

test("what a reply says is never taken for whose it is, and records that do not tell name nobody", () => {
  const said = 'expected the text "a: b", got: another session\'s reply: c';
  const reasonOf = (of?: "call") => {
    const errors = [{ kind: "crossed" as const, ...(of ? { of } : {}), message: said, count: 1 }];
    const { findings } = verdictOf({ ...mixedUp, more: { errors } }, sound).comparison;
    return findings.find(({ state }) => state === "errored")?.reason;
  };
  expect(reasonOf("call")).toMatchObject({ count: 1, calls: 501, of: "call", sample: said });
  expect(reasonOf()).toMatchObject({ of: "caller", sample: said });
});

test("those of base alone do not", () => expect(verdictOf(sound, mixedUp).verdict.failed).toBe(false));

test("a row that answers every call with another's reply is told once", () => {
  const none: RoundOf = { ...mixedUp, latencies: [], failures: { crossed: 50 } };
  const record = makeRecord({ rows: { search: { head: [none] } } });
  const { findings } = compare({
    table: tabulate(record),
    head: summarise(tabulate(record), "head"),
    against: { kind: "none", reason: "nothing is stored" },
  });
  expect(findings.map(({ reason }) => reason)).toMatchObject([{ code: "crossed", count: 50, calls: 50 }]);
});
