import { UserError } from "../errors.ts";
import { middle } from "../stats/describe.ts";
import { groupBy } from "../stats/group-by.ts";
import type { RecordNetwork } from "./launch.ts";
import type { RecordParts } from "./parts.ts";
import type { RecordBlock, RecordLaunch, RecordMeasurement, RecordRound } from "./record.ts";
import { addLatencies } from "./samples.ts";

/*
 * What several generators did at the same time, as one would have measured it: what is counted is added, and a time runs from
 * the first that began to the last that ended. Figures that are a middle already become the middle of theirs.
 */

/** The same round of every generator, or UserError where their counts have no sum that a record can hold; `names` are theirs, for what failed in one of them. */
export function addRounds(rounds: readonly RecordRound[], names: readonly string[]): RecordRound {
  const [first] = rounds;
  if (!first) throw new RangeError("no round to add");
  return {
    index: first.index,
    order: first.order,
    machine: addMachines(rounds),
    launches: first.launches.map((_, place) =>
      addLaunches(
        rounds.flatMap(({ launches }) => launches[place] ?? []),
        names,
      ),
    ),
  };
}

/** The busiest machine: a generator that had to wait for a core has measured that. */
function addMachines(rounds: readonly RecordRound[]): RecordRound["machine"] {
  const machines = rounds.flatMap(({ machine }) => machine ?? []);
  if (machines.length === 0) return undefined;
  return {
    steal: most(machines.map(({ steal }) => steal)),
    cpuPressure: most(machines.map(({ cpuPressure }) => cpuPressure)),
    load: Math.max(...machines.map(({ load }) => load)),
    awake: machines.every(({ awake }) => awake === true),
  };
}

function addLaunches(launches: readonly RecordLaunch[], names: readonly string[]): RecordLaunch {
  const [first] = launches;
  if (!first) throw new RangeError("no launch to add");
  const failures = launches.flatMap(({ failure }, place) =>
    failure === undefined ? [] : [`${names[place]}: ${failure}`],
  );
  return {
    arm: first.arm,
    server: launches.find(({ server }) => server)?.server,
    purpose: first.purpose,
    metrics: middleOfEach(launches.map(({ metrics }) => metrics)),
    exitCode: first.exitCode,
    killed: launches.some(({ killed }) => killed),
    orphans: sum(launches, ({ orphans }) => orphans),
    measurements: addRows(launches),
    failure: failures.length > 0 ? failures.join("; ") : undefined,
  };
}

/** The rows that all of them have measured whole: a part of a load is another load. */
function addRows(launches: readonly RecordLaunch[]): RecordMeasurement[] {
  const byRow = groupBy(
    launches.flatMap(({ measurements }) => measurements),
    ({ row }) => row,
  );
  return [...byRow.values()]
    .filter((all) => all.length === launches.length && new Set(all.map(({ blocks }) => blocks.length)).size === 1)
    .map(addMeasurements);
}

function addMeasurements(all: readonly RecordMeasurement[]): RecordMeasurement {
  const [first] = all;
  if (!first) throw new RangeError("no measurement to add");
  const ok = ({ outcomes }: RecordMeasurement) => outcomes.ok ?? 0;
  const sent = ({ blocks }: RecordMeasurement) =>
    sum(blocks, ({ attempted, backlog }) => attempted - (backlog?.dropped ?? 0));
  const parts = all.flatMap((one) => one.parts ?? []);
  const networks = all.flatMap(({ network }) => network ?? []);
  return {
    row: first.row,
    outcomes: addOutcomes(all),
    errors: addErrors(all),
    blocks: first.blocks.map((_, place) => addBlocks(all.flatMap(({ blocks }) => blocks[place] ?? []))),
    ...addLatencies(all),
    firstCallMs: middle(all.map((one) => one.firstCallMs)),
    firstProgressMs: middle(all.map((one) => one.firstProgressMs)),
    longestSilenceMs: most(all.map((one) => one.longestSilenceMs)),
    pollsPerCall: mean(all, { of: (one) => one.pollsPerCall, weight: ok }),
    updateMs: middle(all.map((one) => one.updateMs)),
    sessionOpenMs: middle(all.map((one) => one.sessionOpenMs)),
    responseBytes: mean(all, { of: (one) => one.responseBytes, weight: ok }),
    responseTokens: mean(all, { of: (one) => one.responseTokens, weight: ok }),
    network: networks.length === all.length ? addNetworks(networks) : undefined,
    parts: parts.length === all.length ? addParts(parts) : undefined,
    requestBytes: mean(all, { of: (one) => one.requestBytes, weight: sent }) ?? 0,
  };
}

function addOutcomes(all: readonly RecordMeasurement[]): RecordMeasurement["outcomes"] {
  const kinds = [...new Set(all.flatMap(({ outcomes }) => Object.keys(outcomes) as (keyof typeof outcomes)[]))];
  return Object.fromEntries(kinds.map((kind) => [kind, sum(all, ({ outcomes }) => outcomes[kind] ?? 0)]));
}

/** Messages that a measurement keeps. */
const mostErrors = 5;

/** The most frequent ones: a generator keeps the first few of its own. */
function addErrors(all: readonly RecordMeasurement[]): RecordMeasurement["errors"] {
  const same = groupBy(
    all.flatMap(({ errors }) => errors),
    ({ kind, message }) => `${kind} ${message}`,
  );
  return [...same.values()]
    .flatMap(([first, ...others]) =>
      first ? [{ ...first, count: sum([first, ...others], ({ count }) => count) }] : [],
    )
    .sort((a, b) => b.count - a.count)
    .slice(0, mostErrors);
}

/** Its median is that of nothing that is still known. */
function addBlocks(blocks: readonly RecordBlock[]): RecordBlock {
  const start = ({ startMs = 0 }: RecordBlock) => startMs;
  const startMs = Math.min(...blocks.map(start));
  const backlogs = blocks.flatMap(({ backlog }) => backlog ?? []);
  return {
    position: blocks[0]?.position ?? 0,
    startMs,
    wallMs: Math.max(...blocks.map((block) => start(block) + block.wallMs)) - startMs,
    attempted: sum(blocks, ({ attempted }) => attempted),
    ok: sum(blocks, ({ ok }) => ok),
    meanMs: mean(blocks, { of: (block) => block.meanMs, weight: ({ ok }) => ok }),
    backlog:
      backlogs.length > 0
        ? { most: sum(backlogs, (one) => one.most), dropped: sum(backlogs, ({ dropped }) => dropped) }
        : undefined,
  };
}

function addNetworks(networks: readonly RecordNetwork[]): RecordNetwork {
  const total = (field: "sentBytes" | "receivedBytes" | "requests" | "opened" | "failed") =>
    sum(networks, (network) => network[field]);
  const weight = ({ requests }: RecordNetwork) => requests;
  return {
    sentBytes: total("sentBytes"),
    receivedBytes: total("receivedBytes"),
    requests: total("requests"),
    opened: total("opened"),
    failed: total("failed"),
    requestGzipBytes: mean(networks, { of: (one) => one.requestGzipBytes, weight }),
    responseGzipBytes: mean(networks, { of: (one) => one.responseGzipBytes, weight }),
  };
}

/** All of them have the same parts in the same order: they are of one configuration. */
function addParts(all: readonly RecordParts[]): RecordParts {
  const names = all[0]?.names ?? [];
  const isKnown = all.every(({ latencies }) => latencies !== undefined);
  return {
    names,
    attempted: names.map((_, part) => sum(all, ({ attempted }) => attempted[part] ?? 0)),
    ...(isKnown
      ? { latencies: names.map((_, part) => addLatencies(all.flatMap(({ latencies }) => latencies?.[part] ?? []))) }
      : {}),
  };
}

function middleOfEach(maps: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const names = [...new Set(maps.flatMap((map) => Object.keys(map)))];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = middle(maps.map((map) => map[name]));
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** What is counted. Throws UserError on more than a record can hold: what cannot be read again is not written. */
function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  const total = plainSum(items, of);
  if (total <= mostCounted) return total;
  throw new UserError("the records count more than anything measured", {
    expected: `at most ${mostCounted} in all of them`,
    fix: "leave out the record that claims so many",
  });
}

/** As an amount of a record. */
const mostCounted = 1e15;

function plainSum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

function most(values: readonly (number | undefined)[]): number | undefined {
  const some = values.filter((value) => value !== undefined);
  return some.length > 0 ? Math.max(...some) : undefined;
}

/** The mean over all, of the means of several that are not equally many; undefined where none has any. */
function mean<Item>(
  items: readonly Item[],
  { of, weight }: { readonly of: (item: Item) => number | undefined; readonly weight: (item: Item) => number },
): number | undefined {
  const some = items.flatMap((item) => {
    const value = of(item);
    return value === undefined ? [] : [{ value, weight: weight(item) }];
  });
  const whole = plainSum(some, (one) => one.weight);
  return whole > 0 ? plainSum(some, (one) => (one.value * one.weight) / whole) : some[0]?.value;
}
