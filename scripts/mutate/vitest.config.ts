/** The tests of `npm test` on sources of which one constant is changed: `MUTATION` says which. */
import path from "node:path";
import { env } from "node:process";
import { mergeConfig } from "vitest/config";
import base from "../../vitest.config.ts";
import { type Mutation, mutated } from "./mutation.ts";

const mutation: Mutation = JSON.parse(env.MUTATION ?? "{}");
const file = path.resolve(mutation.file);

export default mergeConfig(base, {
  root: path.resolve(import.meta.dirname, "../.."),
  plugins: [
    {
      name: "mutate",
      enforce: "pre",
      transform: (source: string, id: string) => (id.split("?")[0] === file ? mutated(source, mutation) : undefined),
    },
  ],
});
