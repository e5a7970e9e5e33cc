import { openTestStore } from "../support/git-store.ts";
import { sampleEntry } from "./sample.ts";

/** Stores one run in the remote named on the command line: a process that a test can kill. */
const [url = "", workDirectory = ""] = process.argv.slice(2);
await using store = await openTestStore(url, { workDirectory });
await store.append(sampleEntry());
