/**
 * Follows the median of one block from the record to the verdict: `npm run walk`. A run is judged twice, the second time with that
 * median a little larger. Prints the stations, which are the functions of src/ that return something else then, in the order in
 * which they are called, and the climbs: calls by which `decide` or `table` hands the value back to an earlier room.
 */
import { calls } from "./walk/instrument.ts";

const { judge } = await import("../src/run/judge.ts");
const { makeRecord } = await import("../test/decide/records.ts");

/** Rooms of the pipeline, in its order. The others are libraries to them. */
const rooms = ["record", "table", "decide"];

function walk(times: number) {
  const side = (slower: number) =>
    Array.from({ length: 13 }, (_, round) => ({ latencies: new Array<number>(20).fill(slower ** (10 + round)) }));
  const record = makeRecord({ rows: { echo: { base: side(1), head: side(1.02) } } });
  const block = record.rounds[6]?.launches.find(({ arm }) => arm === "head")?.measurements[0]?.blocks[0];
  if (block?.medianMs === undefined) throw new Error("the record has no block to follow");
  Object.assign(block, { medianMs: times * block.medianMs });
  calls.length = 0;
  const { verdict } = judge(record, { stored: { kind: "none", reason: "" }, failOn: ["regression"], reproduce: "" });
  if (verdict.status !== "regressed") throw new Error(`the run is ${verdict.status}`);
  return [...calls];
}

const roomOf = (name = "") => rooms.indexOf(name.split("/")[0] ?? "");

// Caches are filled after two judgements.
walk(1);
walk(1.0001);
const [one, other] = [walk(1), walk(1.0001)];
if (one.length !== other.length) throw new Error("the two walks went different ways");
const passed = one.filter(({ isOwn, result }, at) => isOwn && result !== other[at]?.result);
const stations = [...new Set(passed.map(({ name }) => name))];
const climbs = one.filter(
  ({ name, caller, given }, at) => given !== other[at]?.given && roomOf(name) >= 0 && roomOf(name) < roomOf(caller),
);
for (const name of stations) console.log(name);
for (const { name, caller } of climbs) console.log(`${caller} hands it back to ${name}`);
console.log(`${stations.length} stations, ${climbs.length} climbs`);
