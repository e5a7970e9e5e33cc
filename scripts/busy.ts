import { spawn } from "node:child_process";
import { execPath } from "node:process";

/** Computes until the program that asked for it is gone, however that ended. */
const busy = "const { ppid } = process; for (let n = 0; ++n % 1e8 || process.ppid === ppid; );";

/** Keeps so many processes computing until it is disposed of. */
export function keepBusy(count: number): Disposable {
  const children = Array.from({ length: count }, () => spawn(execPath, ["-e", busy], { stdio: "ignore" }));
  return {
    [Symbol.dispose]: () => {
      for (const child of children) child.kill("SIGKILL");
    },
  };
}
