import { setTimeout as delay } from "node:timers/promises";
import { runAction } from "./action/action.ts";
import { features } from "./features/index.ts";

await runAction(process.env, features);
// act drops what it has not read yet when a step fails (`exec` in its host_environment.go): the line that says why.
if (process.env.ACT && process.exitCode) await delay(1_000);
// The job ends by itself, so that a runner gets every line; a connection that still waits for an answer must not keep it alive.
setTimeout(() => process.stdout.write("", () => process.exit()), 1_000).unref();
