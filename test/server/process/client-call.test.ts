import { describe, expect, test } from "vitest";
import { clientCall } from "../../../src/server/process/container.ts";

describe("how a container client is called", () => {
  test.each([
    [["docker", "run", "-i", "x"], [], 1],
    [["/usr/bin/podman", "--runtime", "runc", "run", "x"], ["--runtime", "runc"], 3],
    [["docker", "container", "run", "x"], [], 2],
    [["sudo", "-E", "docker", "run", "x"], ["-E", "docker"], 3],
    [["docker", "exec", "-i", "x", "run"], [], undefined],
    [["docker", "compose", "run", "x"], [], undefined],
  ])("%j", ([command = "", ...args], globals, afterRun) => {
    expect(clientCall({ command, args })).toEqual({ globals, afterRun });
  });

  test.each([
    [["node", "run", "docker"]],
    [["sudo", "node", "run"]],
    [["docker", "logs", "x"]],
    [["dockerfile", "run"]],
  ])("is none: %j", ([command = "", ...args]) => {
    expect(clientCall({ command, args })).toBeUndefined();
  });
});
