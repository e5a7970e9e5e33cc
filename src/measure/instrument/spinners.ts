import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { systemText } from "../../base/host/plain-file.ts";

/** Counts without end, and looks every few milliseconds whether its parent is still the one that started it. */
const spin =
  'while read -r _ _ _ parent _ < /proc/$$/stat && [ "$parent" = "$1" ]; do n=0; while [ $n -lt 20000 ]; do n=$((n+1)); done; done';

/**
 * Starts a spinner for each core and waits for the end of its own input, which comes however the harness ends. Where the
 * kernel first shares time out among sessions (autogroup), the idle class counts within one session only, so this session
 * is made the least important one. The kernel takes one such request in 100 ms from all unprivileged processes together.
 * The class comes last: what has it was also granted its core.
 */
const lead = `
for turn in 1 2 3; do echo 19 > /proc/self/autogroup && break; sleep 0.1; done 2> /dev/null
for core; do taskset -c "$core" chrt --idle 0 nice -n 19 sh -c '${spin}' spin $$ & done
echo started
read -r _
kill -9 0
`;

/** Policy in /proc/PID/stat of a process that runs only where nothing else wants to. */
const schedIdle = "5";

/** Processes that keep cores from sleeping and get only time that nothing else wants (`SCHED_IDLE`), one for each core. */
export class Spinners implements Disposable {
  readonly #lead: ChildProcess;

  private constructor(lead: ChildProcess) {
    this.#lead = lead;
  }

  /** Undefined where they do not come up in the class that yields to everything else. */
  static async start(cores: readonly number[]): Promise<Spinners | undefined> {
    const child = spawn("sh", ["-c", lead, "lead", ...cores.map(String)], {
      stdio: ["pipe", "pipe", "ignore"],
      detached: true,
      env: { PATH: process.env.PATH },
    });
    child.unref();
    (child.stdin as Socket).unref();
    const spinners = new Spinners(child);
    await Promise.race([once(child.stdout, "data"), once(child, "exit"), once(child, "error")]).catch(() => undefined);
    child.stdout.destroy();
    for (let turn = 0; turn < longestStartMs / turnMs; turn++) {
      if (spinners.#ofIdleClass() === cores.length) return spinners;
      await setTimeout(turnMs);
    }
    spinners[Symbol.dispose]();
    return undefined;
  }

  #ofIdleClass(): number {
    const pid = this.#lead.pid;
    const children = systemText(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean);
    const idle = children.filter((child) => {
      const { 2: state, 40: policy } = systemText(`/proc/${child}/stat`).split(" ");
      return policy === schedIdle && state !== "Z"; // A process that has ended keeps its class.
    });
    return idle.length;
  }

  get group(): number {
    return this.#lead.pid ?? Number.NaN;
  }

  pause(): void {
    this.#signal("SIGSTOP");
  }

  resume(): void {
    this.#signal("SIGCONT");
  }

  [Symbol.dispose](): void {
    this.#signal("SIGKILL");
  }

  #signal(signal: NodeJS.Signals): void {
    try {
      process.kill(-this.group, signal);
    } catch {
      // They have ended.
    }
  }
}

const longestStartMs = 500;
const turnMs = 10;
