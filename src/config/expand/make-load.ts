import { type Load, makeLoad, sweptKey } from "../../model/load.ts";
import type { Pace } from "../../model/loads/load-kind.ts";
import type { BenchmarkConfig } from "../schema/benchmark-fields.ts";
import type { Config } from "../schema/schema.ts";

/** The loads of a benchmark: one, or one for each value of the list it has, with the field of that. */
export function loadsOf(benchmark: BenchmarkConfig, config: Config): { load: Load; pace?: Pace }[] {
  const own = { ...benchmark, sessions: benchmark.sessions ?? sessionsOfIdentities(benchmark, config) };
  // A pause of zero is no pause.
  const paced =
    own.rate !== undefined || own.capacity || own.stages || own.batch || own.delay || own.sessions !== undefined;
  const swept = { ...own, concurrency: own.concurrency ?? (paced ? undefined : config.defaults.concurrency) };
  const field = sweptKey(swept);
  const values = field === undefined ? [undefined] : [swept[field] ?? []].flat();
  return values.map((value) => {
    const one = (setting: number | number[] | undefined) => (Array.isArray(setting) ? value : setting);
    const { concurrency, rate, sessions } = swept;
    const chosen = { concurrency: one(concurrency), rate: one(rate), sessions: one(sessions) };
    const load = makeLoad({ ...own, ...chosen }, config.defaults);
    if (field === undefined || value === undefined || values.length === 1) return { load };
    return { load, pace: { field, value } };
  });
}

/** Returns one session for each identity, where the benchmark opens none of its own; undefined for a server of one caller. */
function sessionsOfIdentities(
  { http, fresh_session, updates, batch, delay }: BenchmarkConfig,
  { server }: Config,
): number | undefined {
  if (http || fresh_session || updates !== undefined || batch || delay || typeof server !== "object") return undefined;
  return server.identities?.length;
}

/** The load of rows without a configuration. */
export function defaultLoad({ defaults }: Config): Load {
  return makeLoad({ concurrency: [defaults.concurrency ?? []].flat()[0] }, defaults);
}
