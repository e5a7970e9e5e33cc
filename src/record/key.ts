import { usualInstrument } from "./instrument.ts";
import type { RecordEnvironment, RunRecord } from "./record.ts";

/** Configuration file that is read when none is named: a record that names none means it. */
export const defaultConfigFile = "mcp-bench.yml";

/**
 * Fact about a machine that has to match for two runs to be comparable. Weekly image versions, memory and the operating
 * system's patch level are annotations of an entry and no part of this.
 */
interface KeyPart {
  readonly name: string;
  readonly value: string;
}

/** Longest slug of one part and of all; what is cut off still counts through the hash at the end of the key. */
const partLength = 40;
const wholeLength = 180;

/** Shape of every key: the name of a folder on any file system, in lower case only. */
export const keyPattern = /^[a-z0-9][a-z0-9._-]{2,239}-[0-9a-f]{10}$/;

/**
 * The folder under which runs of one kind of machine are stored, e.g. `linux-x64_ubuntu24_amd-epyc-7763_4-cores_stdio_v1-…`.
 * Equal for equal environments; keys of different environments differ even where case is ignored.
 */
export function environmentKey(record: RunRecord): string {
  const parts = keyParts(record);
  const slugs = parts.map(({ value }) => slug(value)).filter((text) => text !== "");
  return `${trim(slugs.join("_").slice(0, wholeLength))}-${fingerprint(parts)}`;
}

/** The same for people, e.g. `linux x64, ubuntu24, AMD EPYC 7763, 4 cores, stdio, mcp-bench 1.x`. Not escaped for any medium. */
export function describeEnvironment(record: RunRecord): string {
  return keyParts(record)
    .map(({ name, value }) => (name === "harness" ? `mcp-bench ${value.slice(1)}.x` : value))
    .join(", ");
}

/**
 * Returns the facts that runners must share for their rounds to be pooled: hosted runners of one label differ in their
 * processor and, if one runs hot, in their instrument, and in nothing else that makes figures incomparable.
 */
export function machineClass({ environment }: RunRecord): readonly KeyPart[] {
  return machineParts(environment).filter(({ name }) => name !== "cpu" && name !== "instrument");
}

/** Calls of a core that sleeps between them take up to four times as long. */
const instruments = { spinning: "cores kept awake", awake: "waits awake", asleep: "cores may sleep" } as const;

/** Says how quiet a machine is kept where nothing else runs on it; undefined in records from before that was chosen. */
function instrumentClass({ instrument }: RecordEnvironment): string | undefined {
  return instrument && instruments[usualInstrument(instrument)];
}

function keyParts({ environment, asked, arms, harness }: RunRecord): KeyPart[] {
  const head = arms.find((arm) => arm.side === "head");
  return [
    ...machineParts(environment),
    ...present([
      ["project", projectOf(asked)],
      ["transport", head?.transport],
      ["harness", `v${/\d+/.exec(harness)?.[0] ?? "0"}`],
    ]),
  ];
}

/** Returns the facts about a machine that two runs must share to be comparable. */
export function machineParts(environment: RecordEnvironment): readonly KeyPart[] {
  if (environment.elsewhere !== undefined)
    return present([
      ["machine", environment.elsewhere],
      ["runner", environment.runnerKey],
    ]);
  return present([
    ["machine", `${environment.os} ${environment.arch}`],
    ["image", environment.runnerImage],
    ["runner", environment.runnerKey],
    ["cpu", environment.cpuModel],
    ["cores", `${environment.cores} cores`],
    ["instrument", instrumentClass(environment)],
    ["server", runtimeClass(environment.serverRuntime)],
  ]);
}

/** Node, Deno and Bun by their major version, since `setup-node` moves the minor one every few weeks; the others as they are. */
function runtimeClass(runtime: string | undefined): string | undefined {
  return runtime?.replace(/^((?:node|deno|bun) \d+)\.\d+$/, "$1");
}

/** Tells apart the servers of one repository; undefined for the usual file in the repository's own folder. */
function projectOf(asked: RunRecord["asked"]): string | undefined {
  if (!asked) return undefined;
  const folder = joined(asked.folder ?? asked.workingDirectory);
  const server = asked.server ?? asked.url;
  if (server !== undefined) return `${folder} ${server}`;
  const file = joined(folder, asked.config ?? defaultConfigFile);
  if (file === defaultConfigFile) return undefined;
  return file.endsWith(`/${defaultConfigFile}`) ? file.slice(0, -defaultConfigFile.length - 1) || "/" : file;
}

/** Joins as `path.posix.join` does, without a slash at the end. */
function joined(...paths: readonly string[]): string {
  const whole = paths.filter((path) => path !== "").join("/");
  const root = whole.startsWith("/") ? "/" : "";
  const steps: string[] = [];
  for (const step of whole.split("/").filter((step) => step !== "" && step !== ".")) {
    const stepsUp = step === "..";
    if (stepsUp && steps.length > 0 && steps.at(-1) !== "..") steps.pop();
    else if (!stepsUp || root === "") steps.push(step);
  }
  return `${root}${steps.join("/")}` || ".";
}

function present(parts: readonly [name: string, value: string | undefined][]): KeyPart[] {
  return parts.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value: value.trim() }]));
}

function slug(text: string): string {
  const plain = text.toLowerCase().replaceAll(/\(r\)|\(tm\)/g, " ");
  return trim(plain.replaceAll(/[^a-z0-9.]+/g, "-").slice(0, partLength));
}

function trim(text: string): string {
  return text.replaceAll(/^[-._]+|[-._]+$/g, "");
}

/** FNV-1a over the exact parts, 40 of its 64 bits, http://www.isthe.com/chongo/tech/comp/fnv/. Guards against accidents only. */
function fingerprint(parts: readonly KeyPart[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify(parts.map(({ name, value }) => [name, value])));
  let hash = 0xcbf29ce484222325n;
  for (const byte of bytes) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return hash.toString(16).padStart(16, "0").slice(-10);
}
