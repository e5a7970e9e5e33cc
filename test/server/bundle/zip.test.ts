import { describe, expect, test } from "vitest";
import { filesOfZip } from "../../../src/server/bundle/zip.ts";
import { makeZip } from "./make-zip.ts";

const limits = { files: 10, bytes: 10_000 };

describe("an archive", () => {
  test("gives its files, stored or deflated, with what may be executed", () => {
    const archive = makeZip(
      [
        { name: "server/", mode: 0o040755 },
        { name: "server/index.js", content: "a".repeat(5000) },
        { name: "server/run", content: "#!/bin/sh", mode: 0o100755, isStored: true },
        { name: "empty", content: "" },
      ],
      { comment: "packed by a test" },
    );
    const files = filesOfZip(archive, limits).map(({ name, isExecutable, read }) => [
      name,
      isExecutable,
      read().length,
    ]);
    expect(files).toEqual([
      ["server/index.js", false, 5000],
      ["server/run", true, 9],
      ["empty", false, 0],
    ]);
  });

  test("is refused where it is none, or damaged", () => {
    const whole = makeZip([{ name: "a", content: "text" }]);
    expect(() => filesOfZip(Buffer.from("not a zip"), limits)).toThrow("it is no zip archive");
    expect(() => filesOfZip(Buffer.alloc(0), limits)).toThrow("it is no zip archive");
    expect(() => filesOfZip(whole.subarray(5), limits)).toThrow("its directory is damaged");
    expect(() => filesOfZip(whole.subarray(0, -3), limits)).toThrow("it is no zip archive");
  });

  test.each(["../out", "a/../../out", "/etc/passwd", "C:/windows", "..\\out", "a\0b", ""])(
    "with the path %j is refused",
    (name) => expect(() => filesOfZip(makeZip([{ name }]), limits)).toThrow("is no path inside of it"),
  );

  test.each([
    ["a link", { mode: 0o120777, content: "/etc/passwd" }, "is a link"],
    ["a device", { mode: 0o020666 }, "is no plain file"],
    ["an encrypted file", { flags: 1 }, "is encrypted"],
    ["another method", { method: 12 }, "a method other than deflate"],
  ])("with %s is refused", (_, entry, message) => {
    expect(() => filesOfZip(makeZip([{ name: "a", ...entry }]), limits)).toThrow(message);
  });

  test("with too much in it is refused before anything is unpacked", () => {
    const many = Array.from({ length: 11 }, (_, index) => ({ name: `f${index}` }));
    expect(() => filesOfZip(makeZip(many), limits)).toThrow("it has 11 entries; at most 10 are unpacked");
    const large = [
      { name: "a", content: "a".repeat(6000) },
      { name: "b", content: "b".repeat(6000) },
    ];
    expect(() => filesOfZip(makeZip(large), limits)).toThrow("it unpacks to more than 10000 bytes");
    expect(() => filesOfZip(makeZip([{ name: "a" }, { name: "a" }]), limits)).toThrow('it has "a" twice');
  });

  test.each([true, false])("with a byte that was altered on its way is refused: stored %j", (isStored) => {
    const archive = makeZip([{ name: "a", content: "the server", isStored }]);
    const whole = filesOfZip(archive, limits)[0]?.read();
    expect(whole?.toString()).toBe("the server");
    archive.writeUInt8(archive.readUInt8(35) ^ 1, 35);
    expect(() => filesOfZip(archive, limits)[0]?.read()).toThrow("is damaged");
  });

  test("that says less than it unpacks to is not unpacked further", () => {
    const [bomb] = filesOfZip(makeZip([{ name: "a", content: "a".repeat(1e6), claims: 100 }]), limits);
    expect(() => bomb?.read()).toThrow("is damaged, or longer than it says");
    const [short] = filesOfZip(makeZip([{ name: "a", content: "abc", claims: 100 }]), limits);
    expect(() => short?.read()).toThrow("3 of 100 bytes");
  });
});
