/** The help of every command, as docs/cli.md shows it. */
import type { Command } from "commander";
import { makeProgram } from "../src/cli/program.ts";
import { features } from "../src/features/index.ts";

export async function commandHelp(): Promise<string> {
  const { commands } = await makeProgram(features);
  return commands
    .flatMap((command) => [command, ...command.commands])
    .map((command) => `## ${nameOf(command)}\n\n\`\`\`text\n${helpOf(command)}\n\`\`\``)
    .join("\n\n");
}

function nameOf(command: Command): string {
  return command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name();
}

function helpOf(command: Command): string {
  const parts: string[] = [];
  const output = {
    writeOut: (part: string) => void parts.push(part),
    getOutHelpWidth: () => 110,
    getOutHasColors: () => false,
  };
  command.configureOutput(output).outputHelp();
  return parts.join("").trim();
}
