import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "../../base/host/clock.ts";
import { mapValues } from "../../base/json.ts";
import { messageOf, ServiceError } from "../../errors.ts";
import type { ServiceSpec } from "../../plan/plan.ts";
import { describePattern, watchLines } from "./output-lines.ts";
import { freePorts, portTaken } from "./port.ts";
import { describeExit, type ServerProcess, spawnServer } from "./process.ts";

const pollMs = 25;
const answerMs = 2_000;

interface ServiceOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export type RunningServices = Awaited<ReturnType<typeof startOnce>>;

/**
 * Starts services one after another, each as soon as the one before is ready. Rejects with a ServiceError that shows the
 * service's last output when one cannot be started, ends or is not ready in time, and with a ConfigError when the pattern
 * that says it is ready takes too long; none is left running then. Where one finds the port it was given taken, all are
 * started once more, on others.
 */
export async function startServices(specs: readonly ServiceSpec[], options: ServiceOptions): Promise<RunningServices> {
  const hasPort = JSON.stringify(specs).includes("${PORT");
  return startOnce(specs, options).catch((error: unknown) => {
    // Another program was quicker to take the port.
    // biome-ignore lint/plugin: the service wrote it
    if (!(error instanceof ServiceError) || !hasPort || !portTaken.test(error.message)) throw error;
    return startOnce(specs, options);
  });
}

async function startOnce(specs: readonly ServiceSpec[], { clock, signal }: ServiceOptions) {
  const free = await freePorts(specs.length);
  const ports = new Map(specs.map(({ name }, index) => [name, free[index] ?? 0]));
  const started: ServerProcess[] = [];
  /** Ends them in the reverse order of their start; later calls wait for the first. */
  const stop = async (): Promise<void> => {
    for (const service of started.toReversed()) await service.stop();
  };
  try {
    for (const spec of specs) await startService(withPorts(spec, ports), { clock, signal, started });
  } catch (error) {
    await stop();
    signal.throwIfAborted();
    throw error;
  }
  return { ports, stop };
}

/** Puts in the ports: `${PORT_name}` is that of any service, `${PORT}` its own. */
function withPorts(spec: ServiceSpec, ports: ReadonlyMap<string, number>): ServiceSpec {
  const fill = (text: string) =>
    text.replace(/\$\{PORT(?:_(\w+))?\}/g, (whole, name = spec.name) => String(ports.get(name) ?? whole));
  const { args, env, ready } = spec;
  return {
    ...spec,
    args: args.map(fill),
    env: mapValues(env, fill),
    ready: ready && "url" in ready ? { url: fill(ready.url) } : ready,
  };
}

async function startService(
  spec: ServiceSpec,
  { clock, signal, started }: ServiceOptions & { readonly started: ServerProcess[] },
): Promise<void> {
  signal.throwIfAborted();
  const process = await spawnServer({ ...spec, endsOn: "SIGTERM" }, clock).catch((error: unknown) => {
    const message = messageOf(error);
    throw new ServiceError(`the service ${JSON.stringify(spec.name)} could not be started: ${message}`, {
      service: spec.name,
      cause: error,
    });
  });
  started.push(process);
  process.keepStdout();
  const { ready } = spec;
  if (!ready) return;
  const where = `services.${spec.name}.ready`;
  const watch = "pattern" in ready ? watchLines(process[ready.stream], { pattern: ready.pattern, where }) : undefined;
  try {
    const deadline = clock.now() + spec.startupTimeoutMs;
    while (clock.now() < deadline) {
      signal.throwIfAborted();
      if (watch?.match()) return;
      if (process.exit) throw neverReady(spec, { process, found: describeExit(await process.exited) });
      if ("url" in ready && (await answers(ready.url))) return;
      await delay(pollMs, undefined, { signal });
    }
    if (watch?.match()) return;
    throw neverReady(spec, { process, found: `was not ready within ${spec.startupTimeoutMs / 1000} s` });
  } finally {
    watch?.stop();
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const { status, body } = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(answerMs) });
    await body?.cancel();
    return status < 400;
  } catch {
    return false;
  }
}

function neverReady(spec: ServiceSpec, { process, found }: { process: ServerProcess; found: string }): ServiceError {
  const { ready } = spec;
  return new ServiceError(`the service ${JSON.stringify(spec.name)} ${found}${process.lastOutput("service")}`, {
    service: spec.name,
    where: [spec.command, ...spec.args].join(" "),
    expected: ready && ("url" in ready ? `a status below 400 from ${ready.url}` : describePattern(ready)),
    fix: `run the command by hand; correct \`services.${spec.name}.ready\`, or raise its \`startup_timeout\``,
  });
}
