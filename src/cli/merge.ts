import { Command } from "commander";
import { readRecordFile } from "../record/files/record-file.ts";
import { mergeRecords } from "../record/merge.ts";
import { print, writeFileSafely } from "./output.ts";

/** `mcp-bench merge`: pools the records of several runners. */
export function mergeCommand(): Command {
  return new Command("merge")
    .description("Pool records of several runners: shards of the benchmarks, or replicas of the same ones")
    .argument("<records...>", "records of `mcp-bench run --json`")
    .option("--output <file>", "write to a file instead of the terminal")
    .addHelpText("after", "\nExample:\n  mcp-bench merge shard-1.json shard-2.json --output record.json\n")
    .action(merge);
}

async function merge(files: readonly string[], options: { output?: string }): Promise<void> {
  const records = await Promise.all(files.map(async (name) => ({ name, record: await readRecordFile(name) })));
  const text = JSON.stringify(mergeRecords(records));
  if (options.output) await writeFileSafely(options.output, text);
  else print(text);
}
