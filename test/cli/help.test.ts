import { expect, test } from "vitest";
import { makeProgram } from "../../src/cli/program.ts";

const commands = makeProgram().commands.flatMap((command) =>
  command.commands.length > 0 ? command.commands : [command],
);

test.each(commands.map((command) => [command.name(), command] as const))(
  "explains %s with an example",
  (_, command) => {
    let help = "";
    command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
    expect(help).toMatch(/Usage: /);
    expect(help).toMatch(/Example:\n {2}mcp-bench /);
  },
);
