import { expect, test } from "vitest";
import { makeProgram } from "../../src/cli/program.ts";
import { features } from "../../src/features/index.ts";

const commands = (await makeProgram(features)).commands.flatMap((command) =>
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

test.each([
  ["run", ["node", "dist/server.js"], '(a server is named by an option: --server "node dist/server.js")\n(see --help)'],
  ["report", ["a.json", "b.json"], "(see --help)"],
])("tells who gives %s too much what takes it", async (name, words, hint) => {
  const program = await makeProgram(features);
  let told = "";
  for (const command of program.commands) command.configureOutput({ writeErr: (text) => (told += text) });
  await expect(program.parseAsync(["node", "mcp-bench", name, ...words])).rejects.toThrow();
  expect(told).toMatch(/^mcp-bench: too many arguments/);
  expect(told).toContain(hint);
  expect(told.includes("--server")).toBe(hint.includes("--server"));
});
