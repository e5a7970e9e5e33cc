import { basename } from "node:path";

/** Programs that run a file that their command line names. */
const interpreters =
  /^(?:node|nodejs|bun|deno|python|pypy|ruby|jruby|perl|php|java|dotnet|mono|lua|luajit|julia|rscript|escript|dart)$/;
/** Programs whose command line does not tell which code they run. */
const opaque = /^(?:beam\.smp|erl|r|electron)$/;
const shells = /^(?:sh|bash|dash|zsh|ksh|ash|fish|busybox)$/;
/** Programs that start another one and go on beside it: where they lie tells nothing of what they start. */
const launchers =
  /^(?:npm|npx|pnpm|pnpx|yarn|yarnpkg|bunx|corepack|uv|uvx|pip|pipx|poetry|pdm|hatch|pixi|rye|go|cargo|swift|mvn|mvnw|gradle|gradlew|sbt|make|just|task|env|sudo|nohup|timeout|time|taskset|nice|ionice|chrt|stdbuf|setsid|setpriv|bwrap|firejail|nsenter|unshare|systemd-run|sandbox-exec|xvfb-run|tini|dumb-init|catatonit|docker|podman|nerdctl|finch)(?:-cli|-classic)?(?:\.[cm]?js)?$/;

/** Options of interpreters that take the next word, so that it is not the script. */
const withValue: Readonly<Record<string, RegExp>> = {
  node: /^(?:-r|--require|--import|--loader|--experimental-loader|-C|--conditions|--env-file)$/,
  bun: /^(?:-r|--preload|--cwd|-c|--config)$/,
  deno: /^(?:-c|--config|--import-map|--preload)$/,
  python: /^-[WX]$/,
  ruby: /^-[rIC]$/,
  perl: /^-[IM]$/,
  php: /^-[dcz]$/,
  sh: /^[-+][a-z]*[oO]$/,
};

/** Options behind which the code itself follows. */
const inline = /^(?:-[ep]|--eval|--print|-c|-r)$/;
const inlineOfShell = /^-[a-z]*c$/;
const javaPath = /^(?:-cp|-classpath|--class-path|-p|--module-path)$/;

/** Code that a command line runs, seen from the command line alone. */
export type Code =
  /** Files or folders, any of which may hold it: one, but for the class path of Java. */
  | { readonly kind: "files"; readonly words: readonly string[]; readonly rest: readonly string[] }
  | { readonly kind: "python module"; readonly name: string }
  | { readonly kind: "executable"; readonly rest: readonly string[] }
  | { readonly kind: "unknown" };

export type Role = "program" | "shell" | "launcher";

/** Returns what a program is by its name: `python3.12` is `python`, and so is the `Python` of macOS. */
export function nameOfProgram(executable: string): string {
  return basename(executable)
    .toLowerCase()
    .replace(/(?<=[a-z])-?\d[\d.]*$/, "");
}

/** Returns the role of a process. A script that is a launcher is one too, such as npm's. */
export function roleOf(name: string, words: readonly string[]): Role {
  if (shells.test(name)) return "shell";
  if (launchers.test(name)) return "launcher";
  // npm writes its own title over its command line.
  if (/^(?:npm|npx|pnpm|yarn)(?:$| )/.test(words[0] ?? "")) return "launcher";
  const code = codeOf(name, words);
  if (code.kind !== "files") return "program";
  const [script = ""] = code.words;
  return isBuildTool(words) || (interpreters.test(name) && launchers.test(basename(script))) ? "launcher" : "program";
}

/** Returns the code that a command line runs; `name` is that of the executed program. */
export function codeOf(name: string, [, ...words]: readonly string[]): Code {
  if (opaque.test(name)) return { kind: "unknown" };
  const isShell = shells.test(name);
  if (!isShell && !interpreters.test(name)) return { kind: "executable", rest: words };
  if (name === "java") return javaCode(words);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    const next = words[at + 1];
    if (name.startsWith("py") && word === "-m")
      return next === undefined ? { kind: "unknown" } : { kind: "python module", name: next };
    if (withValue[isShell ? "sh" : name]?.test(word)) at++;
    else if ((isShell ? inlineOfShell : inline).test(word)) return { kind: "unknown" };
    else if (isSubcommand(name, word)) continue;
    else if (!word.startsWith("-")) return { kind: "files", words: [word], rest: words.slice(at + 1) };
  }
  return { kind: "unknown" };
}

function isSubcommand(name: string, word: string): boolean {
  return (name === "deno" || name === "bun" || name === "dotnet" || name === "dart") && /^(?:run|exec|x)$/.test(word);
}

function javaCode(words: readonly string[]): Code {
  const at = words.findIndex((word) => word === "-jar" || javaPath.test(word));
  const next = words[at + 1];
  if (at < 0 || next === undefined) return { kind: "unknown" };
  return words[at] === "-jar"
    ? { kind: "files", words: [next], rest: words.slice(at + 2) }
    : { kind: "files", words: next.split(":").filter(Boolean), rest: [] };
}

/** Gradle and Maven run in a machine of Java's. */
function isBuildTool(words: readonly string[]): boolean {
  return words.some((word) => /^org\.(?:gradle|codehaus\.plexus\.classworlds)\./.test(word));
}

/** Returns the folder or file that `go run`, `uvx --from` and their kind build and run, as the command line names it; undefined for others. */
export function builtBy(name: string, [, ...words]: readonly string[]): string | undefined {
  if (isBuildTool(words)) return ".";
  if (name === "uv" || name === "uvx")
    return words.find((word, at) => words[at - 1] === "--from" && /^[./]/.test(word));
  if (!/^(?:go|cargo|swift)$/.test(name) || words[0] !== "run") return undefined;
  if (name !== "go") return ".";
  const place = words.findIndex((word, at) => at > 0 && !word.startsWith("-") && /^\.{0,2}\/|^\.$|\.go$/.test(word));
  return words[place];
}

const source =
  /\.(?:[cm]?[jt]sx?|py|pyz|rb|php|pl|lua|jl|R|jar|war|class|dll|exe|wasm|sh|exs?|dart|go|rs|groovy|kts?|clj)$/;

/** Words that may be code for a runner such as `uvicorn app:main` or `fastmcp run server.py`; other files are its data. */
export function codeAmong(words: readonly string[]): string[] {
  const values = words.map((word) => word.replace(/^--?[\w-]+=/, ""));
  return values.flatMap((word) => {
    if (source.test(word)) return [word];
    const [, module] = /^([A-Za-z_][\w.]*):[A-Za-z_][\w.()]*$/.exec(word) ?? [];
    const path = module?.replaceAll(".", "/");
    return path === undefined ? [] : [`${path}.py`, path];
  });
}
