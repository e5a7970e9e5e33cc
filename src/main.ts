import { runAction } from "./action/action.ts";

await runAction(process.env);
// A connection that still waits for an answer must not keep the job alive; what is still to be read of the log does.
process.stdout.write("", () => process.exit());
