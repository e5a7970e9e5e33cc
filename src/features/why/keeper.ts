import path from "node:path";
import { digest } from "../../base/host/digest.ts";
import type { PassOptions } from "../../measure/pass.ts";
import { writeResultFiles } from "../../record/files/result-files.ts";
import type { RunRecord } from "../../record/record.ts";
import type { Kept } from "./measure/profile-rows.ts";

/** Writes raw profiles into a folder, one folder for each row, without secrets; nothing without a folder. */
export function profileKeeper({ folder, hide }: PassOptions): (profile: Kept) => Promise<void> {
  return async ({ target, arm, launch, name, text }) => {
    if (folder === undefined) return;
    const file = `${fileName(arm)}.${launch}.${fileName(name)}`;
    await writeResultFiles(path.join(folder, fileName(target)), { [file]: hide(text) });
  };
}

/** Describes the folder for raw profiles after a run, in a line. */
export function keptText({ profiles = [] }: Pick<RunRecord, "profiles">, folder: string): string {
  if (profiles.some((one) => !("unknown" in one))) return `Written: ${folder}`;
  const why = profiles.length === 0 ? "was profiled (--profile always profiles every row)" : "could be profiled";
  return `No raw profiles in ${folder}: no server ${why}`;
}

/** Names of rows and arms come from a configuration or a server: a name with other characters gets a digest. */
function fileName(name: string): string {
  const plain = name.replace(/[^\w.-]+/g, "-").replace(/^[.-]+/, "");
  return plain === name && name.length <= 80 ? name : `${plain.slice(0, 60)}-${digest(name)}`;
}
