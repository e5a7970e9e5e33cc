import path from "node:path";
import type { Ecosystem } from "./ecosystem.ts";
import { foldersIn, has, listDirectory, readText } from "./manifest.ts";

/** Modules of Go, with one command or several. */
export const go: Ecosystem = {
  manifest: "go.mod",
  isAt: (directory) => has(directory, "go.mod"),
  find(directory) {
    const module = /^module\s+"?([^\s"]+)/m.exec(readText(directory, "go.mod") ?? "")?.[1];
    if (module === undefined) return [];
    const project = path.posix.basename(module.replace(/\/v\d+$/, ""));
    const folders = [...foldersIn(directory), ...foldersIn(path.join(directory, "cmd")).map((name) => `cmd/${name}`)];
    const commands = folders
      .map((folder) => ({ name: path.posix.basename(folder), folder: `./${folder}` }))
      .filter(({ name, folder }) => goName.test(name) && isMain(path.join(directory, folder)));
    const own = goName.test(project) && isMain(directory) ? [{ name: project, folder: "." }] : [];
    return [...own, ...commands].map(({ name, folder }) => ({
      name,
      project,
      server: `./bin/${name}`,
      from: `go.mod: ${folder}`,
      program: `bin/${name}`,
      build: `go build -o bin/${name} ${folder}`,
    }));
  },
  toolchain: () => [
    {
      uses: "actions/setup-go@b7ad1dad31e06c5925ef5d2fc7ad053ef454303e # v7.0.0",
      with: { "go-version": "stable", cache: false },
    },
  ],
};

/** Go builds no folder of another name, and a shell takes such a name as it is. */
const goName = /^[\w.+~-]+$/;

/** A package has few files in which it could say so first. */
const mostFiles = 20;

function isMain(folder: string): boolean {
  const files = listDirectory(folder).filter(({ name }) => name.endsWith(".go") && !name.endsWith("_test.go"));
  return files.slice(0, mostFiles).some(({ name }) => {
    const text = readText(folder, name) ?? "";
    return /^package main\b/m.test(text) && !/^\/\/go:build ignore\b/m.test(text);
  });
}
