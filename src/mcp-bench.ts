#!/usr/bin/env node
import { explain, outliveBrokenOutput } from "./cli/output.ts";
import { makeProgram } from "./cli/program.ts";
import { features } from "./features/index.ts";

outliveBrokenOutput();
// Node's own exit code for it is the one that says "regressed".
process.on("uncaughtException", (error) => process.exit(explain(error)));
try {
  const program = await makeProgram(features);
  await program.parseAsync(process.argv);
} catch (error) {
  process.exitCode = explain(error);
}
