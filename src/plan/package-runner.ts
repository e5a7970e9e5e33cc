/** Programs that fetch a package or an image and start it, with what tells them to. */
const runners =
  /^(?:npx|bunx|uvx|pnpx|pipx run|pnpm dlx|yarn dlx|npm exec|npm x|uv tool run|cmd \/c npx|(?:docker|podman|nerdctl|finch) run)(?= |$)/i;

/** Returns how many words at the start of a command line are a program that fetches what it starts; 0 for any other. */
export function runnerWords(command: string, args: readonly string[]): number {
  const runner = runners.exec([command.replace(/^.*[\\/]/, ""), ...args].join(" "))?.[0];
  return runner === undefined ? 0 : runner.split(" ").length;
}
