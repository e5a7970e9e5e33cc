import path from "node:path";
import type { Ecosystem, Program } from "./ecosystem.ts";
import { foldersBelow, has, listDirectory, readText, word } from "./manifest.ts";

/** Projects of .NET, alone or in a solution. */
export const dotnet: Ecosystem = {
  manifest: "a .csproj",
  isAt: (directory) => listDirectory(directory).some(({ name }) => /\.(?:csproj|slnx?)$/.test(name)),
  find(directory) {
    const own = projectsIn(directory, ".");
    const isSolution = own.length === 0 && dotnet.isAt(directory);
    const projects = isSolution ? foldersBelow(directory).flatMap((folder) => projectsIn(directory, folder)) : own;
    return projects.flatMap((file) => programOf(directory, file));
  },
  toolchain: (directory) => [
    {
      uses: "actions/setup-dotnet@a98b56852c35b8e3190ac28c8c2271da59106c68 # v6.0.0",
      with: has(directory, "global.json") ? { "global-json-file": "file:global.json" } : { "dotnet-version": "10.0.x" },
    },
  ],
};

function projectsIn(directory: string, folder: string): string[] {
  const files = listDirectory(path.join(directory, folder)).filter(({ name }) => name.endsWith(".csproj"));
  return files.map(({ name }) => path.posix.join(folder, name));
}

function programOf(directory: string, file: string): Program[] {
  const project = readText(directory, file) ?? "";
  const isProgram = /<OutputType>\s*Exe\s*</i.test(project) || project.includes('Sdk="Microsoft.NET.Sdk.Web"');
  if (!isProgram || /<IsTestProject>\s*true/i.test(project)) return [];
  const name = /<AssemblyName>\s*([^<$\s]+)\s*</.exec(project)?.[1] ?? path.posix.basename(file, ".csproj");
  const framework = /<TargetFrameworks>\s*([^<$]+?)\s*</.exec(project)?.[1]?.split(";").at(-1);
  const one = framework === undefined ? "" : ` --framework ${word(framework)}`;
  const program = `bin/publish/${name}.dll`;
  return [
    {
      name,
      server: `dotnet ${word(program)}`,
      from: file,
      program,
      build: `dotnet publish ${word(file)} --configuration Release${one} --output bin/publish`,
    },
  ];
}
