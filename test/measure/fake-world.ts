import { ServerError } from "../../src/errors.ts";
import type { Launch } from "../../src/measure/run/run-plan.ts";
import { type Behaviour, type Call, FakeServer, ManualClock, okReply } from "./fake-server.ts";

/** A world whose fake servers are named by their first argument. */
export interface World {
  readonly clock: ManualClock;
  readonly launch: Launch;
  readonly servers: { readonly arm: string; readonly server: FakeServer }[];
}

/** Says how the call of a launch is answered. */
export type Behave = (call: Call & { arm: string; launch: number }) => Behaviour;

/** Launches fake servers; launch 0 of head is the probe. `refuse` makes a launch fail. */
export function world(
  behave: Behave = () => okReply,
  refuse: (arm: string, launch: number) => boolean = () => false,
): World {
  const clock = new ManualClock();
  const servers: World["servers"] = [];
  const launch: Launch = async ({ args }) => {
    const name = args[0] ?? "";
    const number = servers.filter((other) => other.arm === name).length;
    if (refuse(name, number)) throw new ServerError(`${name} exited with code 7 before the MCP handshake was done`);
    const server = new FakeServer({ clock, behave: (call) => behave({ ...call, arm: name, launch: number }) });
    servers.push({ arm: name, server });
    return server;
  };
  return { clock, launch, servers };
}

/** A reply that takes so long. */
export function slow(ms: number): Behaviour {
  return { kind: "reply", result: { content: [] }, takesMs: ms };
}
