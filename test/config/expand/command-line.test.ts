import { expect, test } from "vitest";
import { splitCommandLine } from "../../../src/config/expand/command-line.ts";

test.each([
  ['node x.js "two words"', ["x.js", "two words"]],
  ["node x.js 'it is \"quoted\"'", ["x.js", 'it is "quoted"']],
  ['node x.js "it\'s"', ["x.js", "it's"]],
  ["node it\\'s.js", ["it's.js"]],
  ["node ${CHECKOUT}/x.js --port=${PORT} $HOME", ["${CHECKOUT}/x.js", "--port=${PORT}", "$HOME"]],
  ["node x.js ${PORT_db} $PORTS", ["x.js", "${PORT_db}", "$PORTS"]],
])("takes %s as a shell would", (line, args) => {
  expect(splitCommandLine(line, "--server")).toEqual({ command: "node", args });
});

test.each(['node "x', "node 'x", "node it's.js", 'node "a" "b'])("refuses %s, whose quote is never closed", (line) => {
  expect(() => splitCommandLine(line, "--server")).toThrow("never closes it");
});

test("refuses what cannot be passed to a program", () => {
  expect(() => splitCommandLine("node a\0b", "c.yml")).toThrow(/^c\.yml: .*NUL character/);
  expect(splitCommandLine("node 'a\\0b'", "c.yml").args).toEqual(["a\\0b"]);
});

test.each(["node ${CHECKOUT/x.js", "node ${PORT", "node ${}"])("refuses %s, whose name has no end", (line) => {
  expect(() => splitCommandLine(line, "c.yml")).toThrow(/^c\.yml: the command line has a `\$\{`/);
});

test("names the place for a variable that a shell would set", () => {
  expect(() => splitCommandLine("API_KEY=x node server.js", "c.yml")).toThrow(
    /variable API_KEY[\s\S]*env: \{ API_KEY: … \}/,
  );
  expect(splitCommandLine("node API_KEY=x", "c.yml").args).toEqual(["API_KEY=x"]);
  expect(splitCommandLine("./a=b/server", "c.yml").command).toBe("./a=b/server");
});
