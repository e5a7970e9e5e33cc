import { expect, test } from "vitest";
import { baselineCommand } from "../../src/cli/baseline.ts";
import { calibrateCommand } from "../../src/cli/calibrate.ts";
import { compareCommand } from "../../src/cli/compare.ts";
import { demoCommand } from "../../src/cli/demo.ts";
import { doctorCommand } from "../../src/cli/doctor.ts";
import { initCommand } from "../../src/cli/init.ts";
import { logsCommand } from "../../src/cli/logs.ts";
import { mergeCommand } from "../../src/cli/merge.ts";
import { reportCommand } from "../../src/cli/report.ts";
import { runCommand } from "../../src/cli/run.ts";

const commands = [
  initCommand(),
  doctorCommand(),
  runCommand(),
  compareCommand(),
  reportCommand(),
  mergeCommand(),
  logsCommand(),
  demoCommand(),
  ...baselineCommand().commands,
  calibrateCommand(),
];

test.each(commands.map((command) => [command.name(), command] as const))(
  "explains %s with an example",
  (_, command) => {
    let help = "";
    command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
    expect(help).toMatch(/Usage: /);
    expect(help).toMatch(/Example:\n {2}mcp-bench /);
  },
);
