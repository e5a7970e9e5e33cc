/**
 * Feeds everything that reads what others wrote with inputs that nobody meant, for some seconds, and prints what broke:
 * `npm run fuzz [-- --seconds 60] [--seed 1] [--target records]`. A finding is made again by its seed and `--seconds 0`.
 */
import { parseArgs } from "node:util";
import { loadsRecord, pairedRecord, variantRecord } from "../test/report/full-records.ts";
import { fuzz } from "./fuzz/fuzz.ts";
import { ownConfigurations, targets } from "./fuzz/targets.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    target: { type: "string" },
  },
});
const seeds = { configurations: ownConfigurations(process.cwd()), records: [pairedRecord, variantRecord, loadsRecord] };
const chosen = targets(seeds).filter(({ name }) => values.target === undefined || name === values.target);
const end = performance.now() + Number(values.seconds) * 1000;
const { tallies, findings } = await fuzz(chosen, {
  seed: Number(values.seed),
  goOn: (inputs) => inputs === 0 || performance.now() < end,
  longestMs: 5_000,
});
console.table(tallies);
const shown = new Map(findings.map((finding) => [`${finding.target} ${finding.what.slice(0, 300)}`, finding]));
for (const { target, seed, what } of shown.values())
  console.log(`${target}, seed ${seed} (--target "${target}" --seed ${seed} --seconds 0):\n${what}\n`);
console.log(`${findings.length} findings, ${shown.size} of them different`);
process.exitCode = findings.length > 0 ? 1 : 0;
