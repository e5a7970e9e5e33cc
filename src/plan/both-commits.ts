import type { ConfigurationChange } from "../record/configuration.ts";
import { referenceOf } from "./bounds.ts";
import { portOfService, withServicePorts } from "./placeholders.ts";
import type { Arm, Plan, Row, ServiceSpec } from "./plan.ts";
import { ofLoad, type Threshold } from "./threshold.ts";

/** The plans of the two commits, each made from its own configuration in its own checkout. */
interface BothPlans {
  readonly head: Plan;
  readonly base: Plan;
  readonly directories: { readonly head: string; readonly base: string };
}

/**
 * One plan for two commits. Each is started as its own configuration says. Base's benchmarks, loads, expectations and thresholds
 * decide; rows that head adds or changes are measured too, under base's general thresholds.
 */
export function planOfBoth({ head, base, directories }: BothPlans): Plan {
  const { title, purpose, outliers, profile, serverHash } = head;
  const own = ownServices({ head, base, directories });
  const services = [...(head.services ?? []), ...own.services];
  const found = unite(base.discover ? [] : base.rows, head.rows, base.defaultThresholds);
  const changes = [
    ...found.changes,
    ...boundChanges(head, base),
    ...(isAsLong(head, base) ? [] : [{ what: "length" as const, names: [] }]),
  ];
  return {
    ...base,
    title,
    purpose,
    outliers,
    profile,
    serverHash,
    arms: [
      ...head.arms
        .filter(({ side }) => side === "head")
        .map((arm) => ({ ...arm, reference: undefined, thresholds: undefined, ...referenceOf(base, arm) })),
      ...base.arms.filter(({ side }) => side === "head").map((arm) => asBase(arm, own.ports)),
    ],
    rows: found.rows,
    services: services.length > 0 ? services : undefined,
    configuration: changes.length > 0 ? { decides: "base", changes } : undefined,
  };
}

/** A plan without its base arms and what serves them alone. */
export function withoutBase(plan: Plan): Plan {
  const left = plan.services?.filter(({ side }) => side !== "base") ?? [];
  return {
    ...plan,
    arms: plan.arms.filter(({ side }) => side !== "base"),
    services: left.length > 0 ? left : undefined,
  };
}

/** An arm of base's own plan, in which it is head. */
function asBase(arm: Arm, ports: ReadonlyMap<string, string>): Arm {
  return { ...arm, id: arm.id.replace(/^head/, "base"), side: "base", launch: withServicePorts(arm.launch, ports) };
}

/**
 * Services of base that head describes otherwise, under names of their own. A service that both describe alike runs once, from
 * head's checkout: two of it would differ by their launch. `ports`: what stands for the port of each in base's launches.
 */
function ownServices({ head, base, directories }: BothPlans) {
  const shared = new Set(head.services?.map((spec) => JSON.stringify(spec)));
  const inHead = (spec: ServiceSpec) => JSON.stringify(spec).replaceAll(directories.base, directories.head);
  const own = (base.services ?? []).filter((spec) => !shared.has(inHead(spec)));
  const taken = new Set(head.services?.map(({ name }) => name));
  const names = new Map(own.map(({ name }) => [name, unused(`${name}_base`, taken)]));
  const ports = new Map([...names].map(([name, mine]) => [name, portOfService(mine)]));
  return {
    ports,
    services: own.map((spec): ServiceSpec => {
      const { ready } = spec;
      const url = ready && "url" in ready ? ready.url : undefined;
      const { url: filled, ...others } = withServicePorts({ ...spec, url }, ports);
      const name = names.get(spec.name) ?? spec.name;
      return { ...others, name, side: "base", ready: filled === undefined ? ready : { url: filled } };
    }),
  };
}

/** Every row of base, and those of head that base does not measure already; the latter under `thresholds`, base's general ones. */
export function unite(base: readonly Row[], head: readonly Row[], thresholds: readonly Threshold[]) {
  const inHead = new Map(head.map((row) => [row.id, row]));
  const inBase = new Map(base.map((row) => [row.id, row]));
  const renamed = renamedRows(
    base.filter(({ id }) => !inHead.has(id)),
    head.filter(({ id }) => !inBase.has(id)),
  );
  const noted = new Map<ConfigurationChange["what"], string[]>();
  const note = (what: ConfigurationChange["what"], name: string) => noted.set(what, [...(noted.get(what) ?? []), name]);
  const rows = base.map((row): Row => {
    const mine = inHead.get(row.id) ?? renamed.get(row);
    if (!mine) {
      note("removed", row.id);
      return { ...row, line: undefined, onlyIn: "base" };
    }
    const { line } = mine;
    if (mine.id !== row.id) note("renamed", mine.id);
    if (callOf(mine) !== callOf(row)) {
      note("changed", row.id);
      return { ...row, line, onlyIn: "base" };
    }
    if (loadOf(mine) !== loadOf(row)) note("load", row.id);
    if (differ(mine.thresholds, row.thresholds)) note("thresholds", row.id);
    return { ...row, line, nameInHead: mine.id === row.id ? undefined : mine.id };
  });
  const taken = new Set([...inBase.keys(), ...base.flatMap(({ key }) => key ?? [])]);
  const names = new Set([...taken, ...head.map(({ id, key }) => key ?? id)]);
  const isMeasured = new Set(renamed.values());
  const added = head.flatMap((row): Row[] => {
    const before = inBase.get(row.id);
    if (isMeasured.has(row) || (before && callOf(before) === callOf(row))) return [];
    if (!before) note("added", row.id);
    const bound: Row = { ...row, onlyIn: "head", thresholds: ofLoad(thresholds, row.load) };
    return [taken.has(row.id) || taken.has(row.key ?? row.id) ? newVersion(bound, names) : bound];
  });
  return { rows: [...rows, ...added], changes: [...noted].map(([what, all]) => ({ what, names: all })) };
}

/** Rows of head that measure the same as one of base that head no longer has, by that one. */
function renamedRows(gone: readonly Row[], come: readonly Row[]): ReadonlyMap<Row, Row> {
  const left = new Set(come);
  return new Map(
    gone.flatMap((row) => {
      const same = [...left].find(
        (other) => other.variant === row.variant && callOf(other) === callOf(row) && loadOf(other) === loadOf(row),
      );
      if (!same) return [];
      left.delete(same);
      return [[row, same] as const];
    }),
  );
}

/** Head's version of a row that base's stands beside under the same name. */
function newVersion(row: Row, taken: ReadonlySet<string>): Row {
  const key = unused(`${row.key ?? row.id} (new)`, taken);
  return {
    ...row,
    benchmark: `${row.benchmark} (new)`,
    id: row.variant === undefined ? key : `${key} [${row.variant}]`,
    key: row.key === undefined ? undefined : key,
    nameInHead: row.id,
  };
}

function unused(name: string, taken: ReadonlySet<string>): string {
  return taken.has(name) ? unused(`${name}_`, taken) : name;
}

/** Describes one call of a row and the reply it must have. */
function callOf({ operation, expect, setup }: Row): string {
  return JSON.stringify({ operation, expect, setup });
}

/** Describes the number and the rate of the calls of a row. */
function loadOf({ load, items, rounds, cooldownMs, readsMemory, restart, traceContext }: Row): string {
  return JSON.stringify({ load, items, rounds, cooldownMs, readsMemory, restart, traceContext });
}

/** Tests whether two plans can gather as much evidence: too little of it is never a regression. */
function isAsLong(head: Plan, base: Plan): boolean {
  const found = head.discover && base.discover;
  const lengthOf = ({ rounds, leakCheck, defaults }: Plan) =>
    JSON.stringify({ rounds, leakCheck, ...(found ? { defaults } : {}) });
  return lengthOf(head) === lengthOf(base);
}

/** General and server thresholds that head has otherwise, and those between variants. */
function boundChanges(head: Plan, base: Plan): ConfigurationChange[] {
  const variants = head.arms.filter(({ side, variant, thresholds = [] }) => {
    const bound = side === "head" ? base.arms.find((arm) => arm.variant === variant) : undefined;
    return bound !== undefined && differ(thresholds, bound.thresholds ?? []);
  });
  const ofDefaults = head.discover && base.discover && differ(head.defaultThresholds, base.defaultThresholds);
  const names = variants.map(({ variant = "" }) => variant);
  const changed: NonNullable<ConfigurationChange["of"]>[] = [
    ...(ofDefaults ? ["defaults" as const] : []),
    ...(differ(head.serverThresholds, base.serverThresholds) ? ["server" as const] : []),
    ...(names.length > 0 ? ["variants" as const] : []),
  ];
  return changed.map((of) => ({ what: "thresholds", of, names: of === "variants" ? names : [] }));
}

function differ(one: readonly Threshold[], other: readonly Threshold[]): boolean {
  const normal = (list: readonly Threshold[]) =>
    list.map(({ metric, level, text }) => `${metric} ${level} ${text}`).sort();
  return JSON.stringify(normal(one)) !== JSON.stringify(normal(other));
}
