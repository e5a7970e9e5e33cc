import { execFile, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, join, posix, resolve } from "node:path";
import { promisify } from "node:util";
import { readPlainFile, systemText } from "../../base/host/plain-file.ts";
import type { ProcessEntry } from "../../base/host/process-tree.ts";
import { removeTemporaryDirectory, temporaryDirectory } from "../../base/host/temporary-directory.ts";
import { isMap, jsonOf, textOf } from "../../base/json.ts";
import { ServerError } from "../../errors.ts";
import { imagePlaceholder } from "../../plan/placeholders.ts";
import type { LaunchSpec } from "../../plan/plan.ts";
import type { Command } from "./spawn.ts";

/*
 * A container is no child of the client that starts it: a daemon holds it. Its memory and CPU time are not in the
 * client's tree, and it outlives a client that is killed. So it is found, and ended, by its id.
 */

const clients = ["docker", "podman", "nerdctl", "finch"];
const subcommands = ["run", "container", "exec", "compose", "start", "attach"];

const answerMs = 10_000;

const mostBytesOfId = 1_024;

/** Beginning of the arguments of a container client. */
interface ClientCall {
  /** Words before the subcommand: options such as `--context remote`, and with `sudo` the client itself. */
  readonly globals: readonly string[];
  /** Place in the arguments behind `run`; undefined where another subcommand reaches a container that is not ours to find. */
  readonly afterRun: number | undefined;
}

export function clientCall({ command, args }: Pick<Command, "command" | "args">): ClientCall | undefined {
  const isClient = (word: string) => clients.includes(basename(word));
  const client = isClient(command) ? 0 : basename(command) === "sudo" ? args.findIndex(isClient) + 1 : -1;
  const at = args.findIndex((arg, index) => index >= client && subcommands.includes(arg));
  if (at < 0 || client < 0 || (client === 0 && !isClient(command))) return undefined;
  const run = args[at] === "container" ? at + 1 : at;
  return { globals: args.slice(0, at), afterRun: args[run] === "run" ? run + 1 : undefined };
}

/** The container client among the processes of a launch, such as a script starts or becomes; Linux alone tells. */
export function hiddenClient(processes: readonly Pick<ProcessEntry, "pid">[]): string | undefined {
  for (const { pid } of processes) {
    const words = systemText(`/proc/${pid}/cmdline`).split("\0");
    const place = words.findIndex((word) => clients.includes(basename(word)));
    const [command = "", ...args] = place < 0 || place > 1 ? [] : words.slice(place);
    if (clientCall({ command, args })) return basename(command);
  }
  return undefined;
}

/** Root of the process tree of a launch, whose resources can be read, or the reason why it has none. */
export type ProcessRoot = { readonly pid: number } | { readonly unread: string };

/** Image of a container, as its client describes it. Untrusted text. */
export interface ContainerImage {
  readonly id: string;
  /** Name of the image in the command, such as `mcp/time:latest`. */
  readonly reference: string;
  /** The command line inside the container; files of this machine that are mounted are named by their path here. */
  readonly words: readonly string[];
}

export type Container = NonNullable<Awaited<ReturnType<typeof containerOf>>>;

/** The container of a command; undefined where the command calls no client. Throws UserError without a temporary directory. */
export async function containerOf(command: Command) {
  const call = clientCall(command);
  if (call === undefined) return undefined;
  const { globals, afterRun } = call;
  return afterRun === undefined ? unknownContainer(command) : knownContainer(command, { globals, afterRun });
}

function idAmong(text: string): string | undefined {
  return /^[0-9a-f]{64}$/.exec(text.trim())?.[0];
}

/** The id that a client has written into a file; empty where it has not. */
function textOfIdFile(file: string): string {
  try {
    return readPlainFile(file, mostBytesOfId).trim();
  } catch {
    return "";
  }
}

/** Puts the id of the image into the arguments of a launch that names a file for it. Throws ServerError without one. */
export async function withImage(spec: LaunchSpec): Promise<LaunchSpec> {
  const { imageIdFile, args } = spec;
  if (imageIdFile === undefined) return spec;
  const id = textOfIdFile(imageIdFile);
  if (!/^(sha256:)?[0-9a-f]{64}$/.test(id))
    throw new ServerError("the id of the image is not known", {
      where: imageIdFile,
      expected: "a file with the id of an image, such as `sha256:…`, written by `build`",
      fix: "write `build: docker build --iidfile FILE .`, with the file that `server.image.id_file` names",
    });
  return { ...spec, args: args.map((arg) => (arg === imagePlaceholder ? id : arg)) };
}

/** Options of `run` that stand alone; any other that has no `=` takes the next word. */
const switches =
  /^(-[diPqt]+|--(detach|disable-content-trust|env-host|help|init|interactive|no-healthcheck|no-host(name|s)|oom-kill-disable|privileged|publish-all|quiet|read-only|replace|rmi?|sig-proxy|tty))$/;

/** Returns the words before the image; those behind it are the server's own. */
function runOptions(args: readonly string[]): readonly string[] {
  let at = 0;
  for (let word = args[at]; word?.startsWith("-"); word = args[at])
    at += word.includes("=") || switches.test(word) ? 1 : 2;
  return args.slice(0, at);
}

/** The file to which the command already has the id written. */
function cidFileIn(options: readonly string[], cwd: string): string | undefined {
  const at = options.findIndex((option) => /^--cidfile(=|$)/.test(option));
  const option = options[at] ?? "";
  const file = option.includes("=") ? option.slice(option.indexOf("=") + 1) : options[at + 1];
  return at < 0 || file === undefined ? undefined : resolve(cwd, file);
}

function unknownContainer(command: Command) {
  const unread = `${basename(command.command)} reaches its container by another command than \`run\``;
  return {
    command,
    measured: async () => ({ unread }),
    image: async () => undefined,
    remove: async () => false,
    removeNow: () => {},
  };
}

const imageFormat =
  "[{{json .Image}},{{json .Config.Image}},{{json .Path}},{{json .Args}},{{json .Config.WorkingDir}},{{json .Mounts}}]";

function imageIn(text: string): ContainerImage | undefined {
  const [id, reference, program, args, directory, mounts] = listOf(jsonOf(text));
  if (typeof id !== "string" || typeof program !== "string") return undefined;
  const onThisMachine = (word: string) => {
    const inside = posix.resolve(textOf(directory) || "/", word);
    const mount = listOf(mounts)
      .filter(isMap)
      .map(({ Source, Destination }) => ({ source: textOf(Source), at: textOf(Destination) }))
      .find(({ at }) => at !== "" && (inside === at || inside.startsWith(`${at}/`)));
    return mount ? join(mount.source, posix.relative(mount.at, inside)) : word;
  };
  const words = [program, ...listOf(args).map(textOf)];
  return {
    id,
    reference: textOf(reference),
    words: words.map((word) => (word.startsWith("-") ? word : onThisMachine(word))),
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

async function knownContainer(
  given: Command,
  { globals, afterRun }: { readonly globals: readonly string[]; readonly afterRun: number },
) {
  const { command: client, env, cwd } = given;
  const ownFile = cidFileIn(runOptions(given.args.slice(afterRun)), cwd);
  const directory = ownFile === undefined ? await temporaryDirectory("mcp-bench-container-") : undefined;
  const file = ownFile ?? join(directory ?? "", "id");
  // The container has this label before its id is written.
  const label = `mcp-bench=${randomUUID()}`;
  const search = ["ps", "--all", "--quiet", "--no-trunc", "--filter", `label=${label}`];
  const added = ["--label", label, ...(ownFile === undefined ? ["--cidfile", file] : [])];
  // The id of another container, over which the client starts none.
  const earlier = idAmong(textOfIdFile(file));
  const options = { env, cwd, timeout: answerMs, killSignal: "SIGKILL", encoding: "utf8" } as const;
  const ask = async (...args: readonly string[]) =>
    (await promisify(execFile)(client, [...globals, ...args], options)).stdout;
  const askNow = (...args: readonly string[]) => spawnSync(client, [...globals, ...args], options).stdout;
  /** Undefined as long as there is no container. */
  const readId = () => {
    const id = idAmong(textOfIdFile(file));
    return id === earlier ? undefined : id;
  };
  /** Undefined where there is no such container, any more or yet, or the client does not say. */
  const stateOf = async (id: string | undefined) => {
    if (id === undefined) return undefined;
    const text = await ask("inspect", "--format", "{{.State.Pid}} {{.State.Running}}", id).catch(() => "");
    const [, pid, running] = /^(\d+) (true|false)$/.exec(text.trim()) ?? [];
    return pid === undefined ? undefined : { id, pid: Number(pid), isRunning: running === "true" };
  };
  return {
    /** Command to start, so that the container can be found. */
    command: { ...given, args: given.args.toSpliced(afterRun, 0, ...added) },
    measured: async (): Promise<ProcessRoot> => {
      if (process.platform !== "linux") return { unread: "the processes of containers are in a virtual machine here" };
      const state = await stateOf(readId());
      if (state === undefined) return { unread: `${basename(client)} does not tell its process` };
      const groups = await readFile(`/proc/${state.pid}/cgroup`, "utf8").catch(() => "");
      if (groups.includes(state.id)) return { pid: state.pid };
      return {
        unread: "its processes are not seen from here: the container runs on another machine or beside this one",
      };
    },
    image: async () => {
      const id = readId();
      return id === undefined ? undefined : imageIn(await ask("inspect", "--format", imageFormat, id).catch(() => ""));
    },
    /** Ends and removes the container, and says whether it still ran. */
    remove: async () => {
      // A client that was killed may have had a container made whose id it had no time to write.
      const id = readId() ?? idAmong(await ask(...search).catch(() => ""));
      const state = await stateOf(id);
      // Podman's `rm` asks a container to end for ten seconds before it ends it.
      if (state?.isRunning) await ask("kill", state.id).catch(() => undefined);
      // Also for a container that is gone: a client that could not report it may still remove it.
      if (id !== undefined) await ask("rm", "--force", id).catch(() => undefined);
      if (directory !== undefined) await removeTemporaryDirectory(directory);
      return state?.isRunning === true;
    },
    /** The same without waiting to be told, for when this process ends. */
    removeNow: () => {
      const id = readId() ?? idAmong(askNow(...search) ?? "");
      if (id === undefined) return;
      askNow("kill", id);
      askNow("rm", "--force", id);
    },
  };
}
