import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Clock, systemClock } from "../../../src/base/host/clock.ts";
import { childEnvironment } from "../../../src/base/host/environment.ts";
import { listProcesses } from "../../../src/base/host/process-tree.ts";
import type { ServiceSpec } from "../../../src/plan/plan.ts";
import { type RunningServices, startServices } from "../../../src/server/process/service.ts";
import { sharedFolder } from "../../support/folder.ts";

const directory = sharedFolder();

/** A service made of a line of JavaScript. */
function service(name: string, script: string, more: Partial<ServiceSpec> = {}): ServiceSpec {
  return {
    name,
    command: process.execPath,
    args: ["-e", script, "--", "${PORT}"],
    env: childEnvironment(process.env, {}),
    cwd: directory,
    startupTimeoutMs: 20_000,
    shutdownTimeoutMs: 2_000,
    ...more,
  };
}

async function start(specs: readonly ServiceSpec[], clock = systemClock): Promise<RunningServices> {
  const services = await startServices(specs, { clock, signal: new AbortController().signal });
  onTestFinished(() => services.stop());
  return services;
}

/** A clock that leaps once a service has made a file, and what it said before has been heard: at the next look but one. */
function leapAfter(file: string): Clock {
  let looks = 0;
  return { now: () => systemClock.now() + (existsSync(file) && ++looks > 2 ? 60_000 : 0) };
}

function children(): number[] {
  return listProcesses().flatMap(({ pid, parent }) => (parent === process.pid ? [pid] : []));
}

const web = "require('http').createServer((_, r) => r.end('ok')).listen(process.argv[1])";

test("a service is ready when its URL answers, on the port it was given", async () => {
  const { ports } = await start([service("web", web, { ready: { url: "http://127.0.0.1:${PORT}/health" } })]);
  const reply = await fetch(`http://127.0.0.1:${ports.get("web")}/`);
  expect(await reply.text()).toBe("ok");
});

test("an answer of 500 is not ready", async () => {
  const asked = path.join(directory, "asked");
  const failing = web.replace("r.end('ok')", `r.writeHead(500).end(() => require('fs').writeFileSync('${asked}', ''))`);
  const spec = service("web", failing, { ready: { url: "http://127.0.0.1:${PORT_web}/" } });
  const starting = start([spec], leapAfter(asked));
  await expect(starting).rejects.toThrow(/service "web" was not ready within 20 s[\s\S]*status below 400/);
});

test("a service is ready when it says so, even in pieces; the next one starts only then", async () => {
  const file = path.join(directory, "order");
  const slow = `process.stderr.write('list'); setTimeout(() => { require('fs').appendFileSync('${file}', 'first '); process.stderr.write('ening\\n'); }, 100); setInterval(() => {}, 1e6)`;
  const next = `require('fs').appendFileSync('${file}', 'second'); console.log('up'); setInterval(() => {}, 1e6)`;
  await start([
    service("one", slow, { ready: { stream: "stderr", pattern: "^listening$" } }),
    service("two", next, { ready: { stream: "stdout", pattern: "up" } }),
  ]);
  expect(await readFile(file, "utf8")).toBe("first second");
});

test("a pattern that never comes to an end is an error that names it, and leaves nothing behind", async () => {
  const before = children();
  const script = "console.log(`${'a'.repeat(34)}!`); setInterval(() => {}, 1e6)";
  const spec = service("slow", script, { ready: { stream: "stdout", pattern: "^(a+)+$" } });
  await expect(start([spec])).rejects.toThrow(
    /^services\.slow\.ready: the pattern \/\^\(a\+\)\+\$\/ did not finish within 1 s on output of 35 characters/,
  );
  expect(children().filter((pid) => !before.includes(pid))).toEqual([]);
});

test("services end in the reverse order of their start", async () => {
  const file = path.join(directory, "ends");
  const one = (name: string) =>
    service(
      name,
      `process.on('SIGTERM', () => { require('fs').appendFileSync('${file}', '${name} '); process.exit() }); console.log('up'); setInterval(() => {}, 1e6)`,
      {
        ready: { stream: "stdout", pattern: "up" },
      },
    );
  const services = await start([one("first"), one("second")]);
  await services.stop();
  expect(await readFile(file, "utf8")).toBe("second first ");
});

test("a service that never gets ready is an error with its last output, and leaves nothing behind", async () => {
  const before = children();
  const fine = service("fine", "console.log('up'); setInterval(() => {}, 1e6)", {
    ready: { stream: "stdout", pattern: "up" },
  });
  const said = path.join(directory, "said");
  const script = `process.stderr.write('waiting for the database\\n', () => require('fs').writeFileSync('${said}', '')); setInterval(() => {}, 1e6)`;
  const stuck = service("stuck", script, {
    ready: { stream: "stderr", pattern: "listening" },
    startupTimeoutMs: 15_500,
  });
  await expect(start([fine, stuck], leapAfter(said))).rejects.toThrow(
    /the service "stuck" was not ready within 15\.5 s\n {2}last output of the service:\n {4}waiting for the database\n {2}expected: a line matching \/listening\/ on stderr\n {2}fix: /,
  );
  expect(children().filter((pid) => !before.includes(pid))).toEqual([]);
});

test("a service that ends before it is ready says how", async () => {
  const spec = service("dead", "console.error('no such table'); process.exit(3)", {
    ready: { stream: "stdout", pattern: "up" },
  });
  await expect(start([spec])).rejects.toThrow(/the service "dead" exited with code 3[\s\S]*no such table/);
});

test("a service whose port another program took meanwhile gets another one", async () => {
  const seen = path.join(directory, "ports");
  const script = `const { appendFileSync, readFileSync } = require('fs');
    appendFileSync('${seen}', process.argv.at(-1) + ' ');
    if (readFileSync('${seen}', 'utf8').split(' ').length < 3) { console.error('EADDRINUSE'); process.exit(1); }
    console.log('up'); setInterval(() => {}, 1e6)`;
  const { ports } = await start([service("late", script, { ready: { pattern: "up", stream: "stdout" } })]);
  const [, second, third] = (await readFile(seen, "utf8")).split(" ");
  expect([second, third]).toEqual([String(ports.get("late")), ""]);
});

test("a service whose command does not exist is named", async () => {
  await expect(start([service("db", "", { command: "no-such-database" })])).rejects.toThrow(
    /the service "db" could not be started[\s\S]*no-such-database/,
  );
});
