import { Command } from "commander";
import { collectGarbage } from "../base/host/garbage.ts";
import { readRecordFile } from "../record/files/record-file.ts";
import { mergeRecords } from "../record/merge.ts";
import { outputOption } from "./options.ts";
import { writeOrPrint } from "./output.ts";

/** `mcp-bench merge`: one record of those of several runners. */
export function mergeCommand(): Command {
  return new Command("merge")
    .description("Merge several records: shards of the benchmarks, and replicas of the same benchmarks")
    .argument("<records...>", "records of `mcp-bench run --json`")
    .addOption(outputOption)
    .addHelpText("after", "\nExample:\n  mcp-bench merge shard-1.json shard-2.json --output record.json\n")
    .action(merge);
}

const filesPerCollection = 16;

async function merge(files: readonly string[], options: { output?: string }): Promise<void> {
  const records = [];
  // One after the other: texts of many large files at once would take more memory than what is in them.
  for (const name of files) {
    // Left to itself the engine lets texts that are read add up to twice what is in them.
    if (records.length % filesPerCollection === 0) collectGarbage();
    records.push({ name, record: await readRecordFile(name) });
  }
  await writeOrPrint(JSON.stringify(mergeRecords(records)), { output: options.output, inputs: files });
}
