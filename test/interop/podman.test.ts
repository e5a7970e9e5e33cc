import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resourceReader } from "../../src/measure/resources/resources.ts";
import { call, launch, stdioSpec, textOf } from "../server/support.ts";
import { cli } from "../support/cli.ts";
import { findTool } from "../support/tool.ts";

const isLinux = process.platform === "linux";
const podman = isLinux ? findTool("podman") : undefined;
const server = isLinux ? findTool("everything-server") : undefined;

/** Says what a machine that is a container itself allows: no limits above its own, and a runtime that knows its control groups. */
const settings =
  '[containers]\ndefault_ulimits = ["nofile=1024:1024", "nproc=1000:1000"]\n[engine]\nruntime = "runc"\n';

describe.skipIf(!podman || !server)("a server in a container of a real engine", () => {
  // Other containers may run on this machine, those of another run of this test among them.
  const image = `localhost/mcp-bench-test:${process.pid}`;
  const folder = mkdtempSync(join(tmpdir(), "podman-"));
  const environment = { PATH: env.PATH ?? "", HOME: env.HOME ?? "/", CONTAINERS_CONF: join(folder, "containers.conf") };
  const engine = (...args: readonly string[]) =>
    execFileSync(podman ?? "", args, { env: environment, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  const containers = () => engine("ps", "--all", "--quiet", "--filter", `ancestor=${image}`).trim();

  beforeAll(() => {
    writeFileSync(environment.CONTAINERS_CONF, settings);
    mkdirSync(join(folder, "root"));
    copyFileSync(server ?? "", join(folder, "root/server"));
    execFileSync("tar", ["-C", join(folder, "root"), "-cf", join(folder, "root.tar"), "."]);
    engine("import", "--change", 'ENTRYPOINT ["/server"]', join(folder, "root.tar"), image);
  });

  afterAll(() => {
    engine("rmi", "--force", image);
    rmSync(folder, { recursive: true, force: true });
  });

  const spec = stdioSpec("", [], {
    command: podman ?? "",
    args: ["run", "--rm", "--interactive", "--network", "none", image],
    env: environment,
    protocol: "2026-07-28",
  });

  test("shows what the container's own processes use, and leaves nothing", async () => {
    const running = await launch(spec);
    const { pid = 0, unread } = running;
    expect(unread).toBeUndefined();
    expect(readFileSync(`/proc/${pid}/comm`, "utf8").trim()).toBe("server");
    const usage = (await resourceReader("linux").read([pid])).get(pid);
    // The client of podman alone holds over 30 MB.
    expect(usage?.rssBytes).toBeGreaterThan(2 ** 20);
    expect(usage?.rssBytes).toBeLessThan(30 * 2 ** 20);
    const session = await running.connect();
    expect(textOf(await call(session, {}, "test_simple_text"))).toContain("simple text");
    expect(await running.stop()).toMatchObject({ killed: false, orphans: 0 });
    expect(containers()).toBe("");
  });

  test("is measured by its image alone, with the variables that it is given", async () => {
    writeFileSync(
      join(folder, "mcp-bench.yml"),
      [
        `server: { image: "${image}", engine: podman, protocol: "2026-07-28", env: { CONTAINERS_CONF: "${environment.CONTAINERS_CONF}" } }`,
        "benchmarks: [{ name: text, tool: test_simple_text, requests: 20 }]",
        "",
      ].join("\n"),
    );
    const json = join(folder, "result.json");
    const { code, stderr } = await cli(["run", "--rounds", "2", "--json", json], folder, environment);
    expect(code, stderr).toBe(0);
    const record = JSON.parse(readFileSync(json, "utf8"));
    const [launched] = record.rounds[0].launches;
    expect(launched.metrics.peak_rss).toBeLessThan(30 * 2 ** 20);
    expect(launched.metrics.orphans).toBe(0);
    expect(containers()).toBe("");
  });
});
