import type { ProfileFrame } from "../../../record/profile.ts";

/** Folders of libraries: what stands before them differs from machine to machine. */
const libraries = /(?:^|\/)((?:node_modules|site-packages|dist-packages|python\d(?:\.\d+)?|go\/(?:src|pkg\/mod))\/.*)$/;

/** Last parts kept of a path that is neither in the checkout nor in a library. */
const keptParts = 3;

/**
 * A file as a report names it, the same on both arms and without anybody's home: relative to `directory`, where the server was
 * started, else from the folder of libraries on, else its last parts. What is no path, such as `node:fs`, stays.
 */
export function placeName(file: string, directory: string): string {
  const path = decoded(file).replaceAll("\\", "/");
  const root = directory.replaceAll("\\", "/").replace(/\/+$/, "");
  if (root !== "" && path.startsWith(`${root}/`)) return path.slice(root.length + 1);
  const library = libraries.exec(path)?.[1];
  if (library !== undefined) return library;
  if (!path.startsWith("/") && !/^[A-Za-z]:\//.test(path)) return path;
  const parts = path.split("/").filter((part) => part !== "");
  return parts.length <= keptParts ? parts.join("/") : `…/${parts.slice(-keptParts).join("/")}`;
}

/** The path of a `file:` URL; other text as it is. */
function decoded(file: string): string {
  if (!file.startsWith("file://")) return file;
  const path = file.slice("file://".length).replace(/[?#].*$/, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export function withPlaceNames(frames: readonly ProfileFrame[], directory: string): ProfileFrame[] {
  return frames.map((frame) =>
    frame.file === undefined ? frame : { ...frame, file: placeName(frame.file, directory) },
  );
}
