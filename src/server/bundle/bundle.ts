import { chmod, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { messageOf, ServerError } from "../../errors.ts";
import { temporaryDirectory } from "../../host/temporary-directory.ts";
import type { LaunchSpec } from "../../plan/plan.ts";
import { isBundle } from "./is-bundle.ts";
import { commandOf, entryPointOf } from "./manifest.ts";
import { filesOfZip } from "./zip.ts";

/** A bundle with the largest dependencies that are usual has a tenth of these. */
const limits = { archive: 512 * 2 ** 20, files: 50_000, bytes: 2 * 2 ** 30 };

const mostBytesOfManifest = 4 * 2 ** 20;

/** Folder and manifest of each bundle, by its path, size and time: a launch is to start what was built, and soon. */
const unpacked = new Map<string, Promise<Unpacked>>();

interface Unpacked {
  readonly directory: string;
  readonly manifest: unknown;
}

/**
 * Puts what starts the server of a bundle into the place of a command that is one. It is unpacked once, into a folder that is
 * removed when this process ends, and started there. Throws ServerError.
 */
export async function withBundle(spec: LaunchSpec): Promise<LaunchSpec> {
  const { command = "", cwd } = spec;
  if (!isBundle(spec)) return spec;
  const file = path.resolve(cwd, command);
  try {
    const about = await stat(file);
    if (!about.isFile()) throw new Error("it is no plain file");
    if (about.size > limits.archive) throw new Error(`it has ${about.size} bytes; at most ${limits.archive} are read`);
    const key = JSON.stringify([file, about.size, about.mtimeMs]);
    const unpacking = unpacked.get(key) ?? unpack(file);
    unpacked.set(key, unpacking);
    const { directory, manifest } = await unpacking;
    const place = { directory, platform: process.platform, home: homedir(), userConfig: spec.userConfig ?? {} };
    const bundled = commandOf(manifest, place);
    // Packers on some systems write no permissions.
    if (bundled.command.startsWith(directory + path.sep)) await makeExecutable(bundled.command, directory);
    return {
      ...spec,
      command: bundled.command,
      args: [...bundled.args, ...spec.args],
      env: { ...spec.env, ...bundled.env },
      cwd: directory,
    };
  } catch (cause) {
    if (cause instanceof ServerError) throw cause;
    const reason = messageOf(cause);
    const isMissing = (cause as NodeJS.ErrnoException).code === "ENOENT";
    throw new ServerError(isMissing ? "the bundle does not exist" : `the bundle cannot be started: ${reason}`, {
      where: file,
      ...(isMissing
        ? { fix: "let `build` make it, such as `build: npx @anthropic-ai/mcpb pack . dist/server.mcpb`" }
        : {}),
      cause,
    });
  }
}

async function makeExecutable(command: string, directory: string): Promise<void> {
  await chmod(command, 0o755).catch((cause: Error) => {
    const name = JSON.stringify(path.relative(directory, command));
    throw new Error(`its command ${name} is not in it`, { cause });
  });
}

async function unpack(file: string): Promise<Unpacked> {
  const files = filesOfZip(await readFile(file), limits);
  const written = files.find(({ name }) => name === "manifest.json");
  if (!written) throw new Error("it has no manifest.json");
  if (written.bytes > mostBytesOfManifest) throw new Error("its manifest.json is too long");
  const manifest: unknown = JSON.parse(written.read().toString("utf8"));
  const entry = entryPointOf(manifest);
  if (entry !== undefined && !files.some(({ name }) => path.posix.normalize(name) === path.posix.normalize(entry)))
    throw new Error(`its entry point ${JSON.stringify(entry)} is not in it`);
  const directory = await temporaryDirectory("mcp-bench-bundle-");
  for (const one of files) {
    const target = path.join(directory, one.name);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, one.read(), { flag: "wx" });
    if (one.isExecutable) await chmod(target, 0o755);
  }
  return { directory, manifest };
}
