import { spawn } from "node:child_process";
import { execPath } from "node:process";

/** Keeps so many processes computing until it is disposed of. */
export function keepBusy(count: number): Disposable {
  const children = Array.from({ length: count }, () => spawn(execPath, ["-e", "for (;;);"], { stdio: "ignore" }));
  return {
    [Symbol.dispose]: () => {
      for (const child of children) child.kill("SIGKILL");
    },
  };
}
