import type { Plugin } from "rolldown";

/** All that such a chunk holds, where no name changes on the way: one that renames stays. */
const passesOn = /^export\{[\w$,]*\}from"\.\/(?<group>[\w-]+\.js)";?\s*$/;
const importedLate = /(?<=\bimport\([`"']\.\/)[\w-]+\.js(?=[`"']\))/g;

/**
 * Plugin of the bundler: what is imported late and stands in a group is taken from the group's chunk. Rolldown puts a
 * chunk in between that only passes names on (https://github.com/rolldown/rolldown/issues/9729).
 */
export function importGroupsDirectly(): Plugin {
  return {
    name: "import-groups-directly",
    generateBundle(_options, bundle) {
      const groups = new Map<string, string>();
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk" || !file.isDynamicEntry || file.moduleIds.length > 0) continue;
        const group = passesOn.exec(file.code)?.groups?.group;
        if (group === undefined) continue;
        groups.set(file.fileName, group);
        delete bundle[file.fileName];
      }
      for (const file of Object.values(bundle))
        if (file.type === "chunk") file.code = file.code.replaceAll(importedLate, (name) => groups.get(name) ?? name);
    },
  };
}
