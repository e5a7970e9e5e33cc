import { describe, expect, test } from "vitest";
import { planOf } from "../plan-of.ts";

const rows = "benchmarks: [{ tool: t }]";
const planned = (text: string) => planOf(`${text}\n${rows}`, { directory: "/checkout" });
const launchesOf = (text: string) => planned(text).arms.map(({ launch }) => launch);

describe("an image as the server", () => {
  test("is run by docker over stdio, with the names of its variables and not their values", () => {
    const [launch] = launchesOf('server: { image: "mcp/time:1", args: [--utc], env: { KEY: secret } }');
    expect(launch).toMatchObject({
      transport: "stdio",
      command: "docker",
      args: ["run", "--rm", "--interactive", "--env", "KEY", "mcp/time:1", "--utc"],
      env: { KEY: "secret" },
    });
  });

  test("is run by another engine where that is asked for", () => {
    expect(launchesOf("server: { image: i, engine: podman }")[0]?.command).toBe("podman");
  });

  test("may be what the build has written the id of, in each checkout", () => {
    const [launch] = launchesOf("server: { image: { id_file: .image-id } }");
    expect(launch?.args).toEqual(["run", "--rm", "--interactive", "${IMAGE}"]);
    expect(launch?.imageIdFile).toBe("/checkout/.image-id");
  });

  test("may differ by variant, beside one that is a command", () => {
    const launches = launchesOf(
      "server: { image: a, engine: podman }\nvariants: { one: {}, two: { image: b }, three: { command: node } }",
    );
    expect(launches.map(({ command, args }) => [command, args.at(-1)])).toEqual([
      ["podman", "a"],
      ["podman", "b"],
      ["node", undefined],
    ]);
  });

  test.each([
    ["server: { image: i, command: node }", "has a `command` and an `image`"],
    ["server: { command: node, engine: podman }", "`engine` runs an `image`, and there is none"],
    ['server: { image: i, url: "http://127.0.0.1:${PORT}/mcp" }', "`image` speaks over stdio"],
    ["server: { image: i, engine: lxc }", "engine"],
    ["server: { image: --privileged }", "it would be an option of the engine"],
  ])("is refused in %s", (text, message) => {
    expect(() => planned(text)).toThrow(message);
  });
});
