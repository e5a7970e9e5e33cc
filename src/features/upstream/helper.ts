import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { removeTemporaryDirectory, temporaryDirectory } from "../../base/host/temporary-directory.ts";
import { mapValues } from "../../base/json.ts";
import { ConfigError, UserError } from "../../errors.ts";
import type { CompanionContext } from "../../measure/companion.ts";
import { withoutBase } from "../../plan/both-commits.ts";
import type { Arm, Plan } from "../../plan/plan.ts";
import type { BaseFailure } from "../../record/configuration.ts";
import type { HelperMethods, HelperReply, OpenSettings } from "./listeners.ts";

/** The bundle lies beside this program's own; in the source tree it is a module. */
const places = ["./upstream-helper.js", "./upstream-helper.program.ts"];

/** Longest wait for the helper, which answers at once. */
const patienceMs = 60_000;

type Result<Kind extends keyof HelperMethods> = Awaited<ReturnType<HelperMethods[Kind]>>;

/** The process that stands for the API. */
export class Helper {
  /** For files that servers read; removed at the end. */
  readonly folder: string;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, { resolve(result: unknown): void; reject(error: unknown): void }>();
  #next = 0;
  #end: string | undefined;

  private constructor(child: ChildProcess, folder: string) {
    this.#child = child;
    this.folder = folder;
    child.on("message", ({ id, result, error }: HelperReply) => {
      if (error) this.#fail(id, new UserError(error.found, error));
      this.#waiting.get(id)?.resolve(result);
      this.#waiting.delete(id);
    });
    const end = (how: string) => {
      this.#end ??= how;
      for (const id of [...this.#waiting.keys()]) this.#fail(id, ended(how));
    };
    child.once("error", ({ message }) => end(message));
    child.once("exit", (code, signal) => end(`it ended with ${signal ?? code}`));
    // It must not keep a program alive that is done.
    child.unref();
    child.channel?.unref();
  }

  /** Starts it. Throws UserError. */
  static async start(): Promise<Helper> {
    const files = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
    const file = files.find((one) => existsSync(one));
    if (file === undefined) throw new Error(`the helper is missing: ${files.join(", ")}`);
    const folder = await temporaryDirectory("mcp-bench-upstream-");
    return new Helper(fork(file, { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] }), folder);
  }

  /** Rejects with the UserError that the helper met. */
  async ask<Kind extends keyof HelperMethods>(
    request: { readonly kind: Kind } & Parameters<HelperMethods[Kind]>[0],
  ): Promise<Result<Kind>> {
    if (this.#end !== undefined) throw ended(this.#end);
    const id = this.#next++;
    // The channel is not counted while nothing is awaited.
    this.#child.channel?.ref();
    const timer = setTimeout(() => this.#fail(id, ended("it does not answer")), patienceMs);
    try {
      return await new Promise<Result<Kind>>((resolve, reject) => {
        this.#waiting.set(id, { resolve: resolve as (result: unknown) => void, reject });
        this.#child.send({ id, ...request }, (error) => error && this.#fail(id, ended(error.message)));
      });
    } finally {
      clearTimeout(timer);
      if (this.#waiting.size === 0) this.#child.channel?.unref();
    }
  }

  #fail(id: number, error: Error): void {
    this.#waiting.get(id)?.reject(error);
    this.#waiting.delete(id);
  }

  async stop(): Promise<void> {
    if (this.#end === undefined) {
      this.#child.ref();
      const exit = new Promise((resolve) => this.#child.once("exit", resolve));
      if (this.#child.connected) this.#child.disconnect();
      await exit;
    }
    await removeTemporaryDirectory(this.folder);
  }
}

function ended(how: string): UserError {
  return new UserError(`the process that replays the API does not work any more: ${how}`, {
    fix: "run again; if it happens again, report it with the recording",
  });
}

interface Opening extends Pick<CompanionContext, "warn"> {
  readonly settingsOf: (arm: Arm) => Omit<OpenSettings, "folder">;
}

/**
 * Starts the helper, and opens the arms of the server in it. Where base cannot be led to its recording, head is measured
 * without it. Where anything else fails, the helper is stopped.
 */
export async function openArms(plan: Plan, { warn, settingsOf }: Opening): Promise<{ helper: Helper; plan: Plan }> {
  const helper = await Helper.start();
  try {
    const open = async (arm: Arm): Promise<Arm> => {
      // A server that runs elsewhere has its API there.
      if (arm.launch.command === undefined)
        throw new ConfigError("a server that is reached by URL alone cannot be led to a recording", {
          where: "upstream",
          fix: "give the `command` that starts it, or remove `upstream`",
        });
      const settings = { ...settingsOf(arm), folder: helper.folder };
      const { env, warnings } = await helper.ask({ kind: "open", arm: arm.id, settings });
      for (const warning of warnings) warn(warning);
      return { ...arm, launch: { ...arm.launch, env: withVariables(arm.launch.env, env) } };
    };
    const arms: Arm[] = [];
    let failure: BaseFailure | undefined;
    for (const arm of plan.arms) {
      try {
        arms.push(await open(arm));
      } catch (error) {
        if (arm.side !== "base" || !(error instanceof UserError)) throw error;
        failure = { stage: "configuration", whose: "base", message: error.summary };
      }
    }
    const led = { ...plan, arms };
    return { helper, plan: failure ? { ...withoutBase(led), baseFailure: failure } : led };
  } catch (error) {
    await helper.stop();
    throw error;
  }
}

/** Returns what the rows ask of the server, as JSON: ids and dates in it are never taken for those that a server makes. */
export function givenBy({ rows }: Plan): string {
  return JSON.stringify(rows.map(({ operation, setup }) => [operation, setup]));
}

/** Variables that hold options for a runtime: ours are added to those of the server. */
const lists = new Set(["NODE_OPTIONS", "JAVA_TOOL_OPTIONS"]);

/** Adds variables to those of a launch. Options for a runtime are added to its own. */
export function withVariables(
  given: Readonly<Record<string, string>>,
  added: Readonly<Record<string, string>>,
): Record<string, string> {
  const joined = mapValues(added, (value, name) =>
    lists.has(name) && given[name] ? `${given[name]} ${value}` : value,
  );
  return { ...given, ...joined };
}
