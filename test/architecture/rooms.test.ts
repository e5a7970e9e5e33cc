import path from "node:path";
import { describe, expect, test } from "vitest";
import { roomsSections } from "../../scripts/architecture/document.ts";
import { problems } from "../../scripts/architecture/problems.ts";
import { homes, isPure, recordRooms, roomOf, rooms } from "../../scripts/architecture/rooms.ts";
import { readTree } from "../../scripts/architecture/tree.ts";
import { keepSections } from "../../scripts/generated-sections.ts";

const tree = readTree("src");
const folders = [...new Set([...tree.keys()].map((file) => path.posix.dirname(file)))].filter((each) => each !== ".");

/** One of each folder that is not pure. */
const impureFiles = folders
  .filter((folder) => !isPure(folder))
  .flatMap((folder) => [...tree.keys()].find((file) => path.posix.dirname(file) === folder) ?? []);

/** The text of a file that imports another. */
function importing(file: string, other: string): string {
  const relative = path.posix.relative(path.posix.dirname(file), other);
  return `import type { Planted } from "${relative.startsWith(".") ? relative : `./${relative}`}";\n`;
}

/** Returns what is wrong where one file imports another. */
function importOf(file: string, other: string): string[] {
  return problems(
    new Map([
      [other, ""],
      [file, importing(file, other)],
    ]),
  );
}

/** A file that stands in the room. */
function fileOf(room: string): string {
  return [...tree.keys()].find((file) => roomOf(file) === room) ?? "";
}

test("the tree keeps the rules", () => {
  expect(problems(tree)).toEqual([]);
});

test("every room is there", () => {
  expect(rooms.filter(({ name }) => fileOf(name) === "")).toEqual([]);
});

describe.each(folders)("src/%s", (folder) => {
  const file = `${folder}/planted.ts`;
  const room = roomOf(folder);
  const place = rooms.findIndex(({ name }) => name === room);

  test("imports nothing that stands above it", () => {
    for (const other of rooms.slice(place + 1).map(({ name }) => fileOf(name)))
      expect(importOf(file, other)).toEqual([`src/${file} imports src/${other}, which stands above it`]);
  });

  test("imports what stands below it, but for what it leaves alone", () => {
    const { never = [] } = rooms[place] ?? {};
    for (const { name } of rooms.slice(0, place)) {
      const other = fileOf(name);
      const alone = never.includes(name) ? [`src/${file} imports src/${other}: ${room} leaves ${name} alone`] : [];
      if (alone.length > 0 || !isPure(folder) || isPure(other)) expect(importOf(file, other)).toEqual(alone);
    }
  });

  test("imports nothing impure where it is pure", () => {
    for (const other of impureFiles) {
      const isBelow = rooms.findIndex(({ name }) => name === roomOf(other)) <= place;
      if (!isPure(folder) || !isBelow || rooms[place]?.never?.includes(roomOf(other))) continue;
      expect(importOf(file, other)).toEqual([`src/${file} is pure and imports src/${other}, which is not`]);
    }
  });

  test("has no circle, not even of types", () => {
    const other = `${folder}/planted-too.ts`;
    const both = new Map([
      [file, importing(file, other)],
      [other, importing(other, file)],
    ]);
    expect(problems(both)).toEqual([`these files import each other in a circle: ${[file, other].sort().join(", ")}`]);
  });

  test("imports the packages that are for it", () => {
    for (const [name, home] of Object.entries(homes)) {
      const found = problems(new Map([[file, `const { x } = await import("${name}core");\n`]]));
      const stray = [`src/${file} imports ${name}core, which is for ${home.join(" and ")}`];
      expect(found).toEqual(home.includes(room) ? [] : stray);
    }
  });
});

test("only rooms that write, read or hand on a record name it whole", () => {
  const naming = (room: string) => problems(new Map([[fileOf(room), "let record: RunRecord;\n"]]));
  for (const { name } of rooms)
    expect(naming(name), name).toEqual(
      recordRooms.includes(name)
        ? []
        : [`src/${fileOf(name)} names RunRecord: take the table, or the part of it that is needed`],
    );
  for (const name of ["decide", "report", "stats", "publish", "plan", "init"]) expect(recordRooms).not.toContain(name);
});

test("a feature imports no other, and only entry points import features", () => {
  const index = "features/index.ts";
  expect(importOf("features/page/feature.ts", "features/why/keeper.ts")).toContain(
    "src/features/page/feature.ts imports src/features/why/keeper.ts, which is of another feature",
  );
  for (const { name } of rooms.slice(
    0,
    rooms.findIndex(({ name }) => name === "features"),
  ))
    expect(importOf(fileOf(name), index)).toContain(`src/${fileOf(name)} imports src/${index}, which stands above it`);
  for (const entry of ["main.ts", "mcp-bench.ts"]) expect(importOf(entry, index)).toEqual([]);
});

test("files stand in rooms, and rooms are known", () => {
  expect(problems(new Map([["helpers.ts", ""]]))).toEqual(["src/helpers.ts stands in no room"]);
  expect(problems(new Map([["utils/text.ts", ""]]))).toEqual(["src/utils is not among the rooms"]);
  expect(problems(new Map(["main.ts", "mcp-bench.ts", "errors.ts"].map((file) => [file, ""])))).toEqual([]);
});

describe("docs/architecture.md", () => {
  const sections = roomsSections(tree);

  test("shows the imports there are (npm run architecture)", () => {
    expect(keepSections("docs/architecture.md", sections, { check: true })).toBe(true);
  });

  test("is drawn anew when a room imports another", () => {
    const more = new Map([...tree, ["git/planted.ts", importing("git/planted.ts", "plan/plan.ts")]]);
    expect(keepSections("docs/architecture.md", roomsSections(more), { check: true })).toBe(false);
  });
});
