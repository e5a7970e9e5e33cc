import { runAction } from "./action/action.ts";
import { features } from "./features/index.ts";

await runAction(process.env, features);
// The job ends by itself, so that a runner gets every line; a connection that still waits for an answer must not keep it alive.
setTimeout(() => process.stdout.write("", () => process.exit()), 1_000).unref();
