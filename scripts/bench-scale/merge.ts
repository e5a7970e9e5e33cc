import { join } from "node:path";
import { markdownTable } from "markdown-table";
import { costOfCommand, megabytes, seconds } from "./command.ts";
import { writeRecord } from "./records.ts";

const count = 100;
const rounds = 10;
const perRound = 10_000;

/** Ten million latencies, one by one, of a hundred generators. */
export async function merge(folder: string): Promise<string> {
  const records = Array.from({ length: count }, (_, at) =>
    writeRecord(folder, `merge-${at + 1}`, {
      rows: 1,
      rounds,
      samples: perRound,
      arms: ["head"],
      generator: { index: at + 1, count },
    }),
  );
  const output = join(folder, "merged.json");
  const { ms, peakBytes } = await costOfCommand(["merge", ...records.map(({ file }) => file), "--output", output]);
  const bytes = records.reduce((sum, record) => sum + record.bytes, 0);
  return markdownTable(
    [
      ["merge of", "latencies", "records", "time (goal: 10 s)", "peak RSS (goal: 300 MB)"],
      [
        `${count} records`,
        (count * rounds * perRound).toLocaleString("en"),
        megabytes(bytes),
        seconds(ms),
        megabytes(peakBytes),
      ],
    ],
    { alignDelimiters: false },
  );
}
