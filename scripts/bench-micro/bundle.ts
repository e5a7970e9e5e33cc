import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { root } from "../revision.ts";

const folder = "scripts/bench-micro";

/** Bundles the hot paths of a source tree as dist/ is, into a file. */
export async function bundleHotPaths(tree: string, file: string): Promise<string> {
  // A revision from before this benchmark has the same in the same places.
  if (!existsSync(join(tree, folder))) cpSync(join(root, folder), join(tree, folder), { recursive: true });
  const bundle = await rolldown({
    input: join(tree, folder, "hot-paths.ts"),
    cwd: tree,
    platform: "node",
    tsconfig: false,
    transform: { target: "node20" },
  });
  await bundle.write({ file, format: "esm" });
  await bundle.close();
  return file;
}
