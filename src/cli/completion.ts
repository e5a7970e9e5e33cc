import { Argument, Command, type Option } from "commander";
import { print } from "./output.ts";

/** `mcp-bench completion`: a script of the whole tree of commands, so that a key press starts no program. */
export function completionCommand(): Command {
  return new Command("completion")
    .description("Print a script with which a shell completes commands, options and their values")
    .addArgument(new Argument("<shell>", "shell that reads it").choices(Object.keys(scripts)))
    .addHelpText(
      "after",
      `
Example:
  mcp-bench completion bash >> ~/.bashrc
  mcp-bench completion zsh >> ~/.zshrc
  mcp-bench completion fish > ~/.config/fish/completions/mcp-bench.fish
`,
    )
    .action((shell: string, _options: unknown, { parent }: Command) => {
      if (parent) print(completionScript(shell, parent));
    });
}

/** The script for `bash`, `zsh` or `fish`. */
export function completionScript(shell: string, program: Command): string {
  const write = scripts[shell];
  if (!write) throw new RangeError(`unknown shell ${shell}`);
  return write(levels(program));
}

/** A command, and the names that lead to it. */
interface Level {
  readonly path: readonly string[];
  readonly commands: readonly Command[];
  readonly options: readonly Option[];
  /** What its argument may be, where that is a list. */
  readonly choices: readonly string[];
}

function levels(command: Command, path: readonly string[] = []): Level[] {
  const { commands } = command;
  const options = command.createHelp().visibleOptions(command);
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  return [{ path, commands, options, choices }, ...commands.flatMap((one) => levels(one, [...path, one.name()]))];
}

const scripts: Readonly<Record<string, (tree: readonly Level[]) => string>> = { bash, zsh, fish };

/** Reads on without an entry: the shell's own completion of files takes over. Bash 3.2, as macOS has it, runs it. */
function bash(tree: readonly Level[]): string {
  const words = (level: Level) =>
    [...level.commands.map((command) => command.name()), ...flags(level), ...level.choices].join(" ");
  return `_mcp_bench() {
  local word at= found=
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at/$word" in ${pathsOf(tree)}) at="$at/$word" ;; esac
  done
  case "$at \${COMP_WORDS[COMP_CWORD-1]}" in
${valuesOf(tree, ({ argChoices = [] }) => `found=${quoted(argChoices.join(" "))}`)}
    *) case "$at" in
${tree.map((level) => `      ${quoted(place(level))}) found=${quoted(words(level))} ;;`).join("\n")}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$found" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _mcp_bench mcp-bench`;
}

function zsh(tree: readonly Level[]): string {
  const entry = (name: string, about: string) => quoted(`${name}:${about}`);
  const entries = ({ commands, options, choices }: Level) => [
    ...commands.map((command) => entry(command.name(), command.description())),
    ...options.flatMap((option) => (option.long ? [entry(option.long, option.description)] : [])),
    ...choices.map(quoted),
  ];
  return `autoload -Uz compinit && (( $+functions[compdef] )) || compinit
_mcp_bench() {
  local word at=
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at/$word" in ${pathsOf(tree)}) at="$at/$word" ;; esac
  done
  case "$at \${words[CURRENT-1]}" in
${valuesOf(tree, ({ argChoices = [] }) => `found=(${argChoices.map(quoted).join(" ")})`)}
    *) case "$at" in
${tree.map((level) => `      ${quoted(place(level))}) found=(${entries(level).join(" ")}) ;;`).join("\n")}
    esac ;;
  esac
  (( $#found )) && _describe mcp-bench found || _files
}
compdef _mcp_bench mcp-bench`;
}

function fish(tree: readonly Level[]): string {
  return tree
    .flatMap(({ path, commands, options, choices }) => {
      const inside = commands.map((command) => command.name());
      // `export` is one by itself, and `baseline export` another.
      const longer = tree.flatMap(({ path: [outer, inner] }) =>
        path.length === 1 && inner === path[0] ? [outer] : [],
      );
      const seen = [
        ...path.map((name) => `__fish_seen_subcommand_from ${name}`),
        ...longer.map((name) => `not __fish_seen_subcommand_from ${name}`),
      ];
      const deeper = inside.length > 0 ? [`not __fish_seen_subcommand_from ${inside.join(" ")}`] : [];
      const line = `complete -c mcp-bench -n ${quoted([...seen, ...deeper].join("; and "))}`;
      return [
        ...commands.map((one) => `${line} -f -a ${one.name()} -d ${quoted(one.description())}`),
        ...(choices.length > 0 ? [`${line} -f -a ${quoted(choices.join(" "))}`] : []),
        ...options.map(({ short, long, required, argChoices, description }) => {
          const names = `${short ? ` -s ${short.slice(1)}` : ""}${long ? ` -l ${long.slice(2)}` : ""}`;
          const value = argChoices ? ` -x -a ${quoted(argChoices.join(" "))}` : required ? " -r" : "";
          return `${line}${names}${value} -d ${quoted(description)}`;
        }),
      ];
    })
    .join("\n");
}

function flags({ options }: Level): string[] {
  return options.flatMap(({ long }) => long ?? []);
}

/** `/baseline/push`. */
function place({ path }: Level): string {
  return path.map((name) => `/${name}`).join("");
}

function pathsOf(tree: readonly Level[]): string {
  return tree.map(place).filter(Boolean).join("|");
}

/** What follows an option that takes a value: one branch for each. */
function valuesOf(tree: readonly Level[], found: (option: Option) => string): string {
  return tree
    .flatMap((level) =>
      level.options
        .filter(({ required }) => required)
        .map((option) => `    ${quoted(`${place(level)} ${option.long}`)}) ${found(option)} ;;`),
    )
    .join("\n");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
