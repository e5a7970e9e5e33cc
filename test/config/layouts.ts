import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { temporaryFolder } from "../support/folder.ts";

/** A layout of `fixtures/layouts`, and the server that has to be found in it. */
export interface Layout {
  readonly layout: string;
  /** Says where it is seen. */
  readonly like: string;
  readonly files: Readonly<Record<string, string>>;
  /** The working directory. */
  readonly in?: string;
  readonly server?: string;
  /** Found in a client file alone. */
  readonly client?: object;
  readonly build?: string;
  readonly why?: string;
  /** Part of the message. */
  readonly refused?: string;
  /** Says where a file names a server, and why that is not taken. */
  readonly passed_over?: Readonly<Record<string, string>>;
}

/** All layouts. */
export const layouts: readonly Layout[] = ["typescript", "other-languages"].flatMap((name) =>
  parse(readFileSync(`fixtures/layouts/${name}.yml`, "utf8")),
);

/** Writes the files of a layout into a folder of its own. */
export function checkout({ files }: Layout) {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries({ ...files, ".git/HEAD": "" })) {
    mkdirSync(path.dirname(path.join(folder.path, name)), { recursive: true });
    writeFileSync(path.join(folder.path, name), text);
  }
  return folder;
}
