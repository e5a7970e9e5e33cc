import { mean } from "simple-statistics";
import { isOfLoad, type RowMetric, type RunFacts, type SweptReading } from "../metrics/definitions/definition.ts";
import { type MetricId, metric } from "../metrics/metric.ts";
import type { RowReading, ServerReading } from "../metrics/reading.ts";
import type { Statistic } from "../metrics/summary.ts";
import type { RecordMeasurement, RecordRow } from "../record/record.ts";
import { median } from "../stats/describe.ts";
import { samplesNeeded } from "../stats/sufficiency.ts";
import type { Trend } from "../stats/trend.ts";
import type { TableRound } from "./round.ts";
import { isOneRun, missing, overRounds, slopeStatistic } from "./statistics.ts";

interface ArmOfRun {
  readonly run: RunFacts;
  readonly arm: string;
  readonly rounds: readonly TableRound[];
}

/** A row on one arm. */
export class RowSeries {
  readonly arm: string;
  readonly row: RecordRow;
  readonly rounds: readonly TableRound[];
  /** Measurements of each round; undefined where it has none. */
  readonly cells: readonly (RowReading | undefined)[];
  readonly #run: RunFacts;
  readonly #statistics = new Map<MetricId, Statistic | undefined>();

  constructor({ run, arm, rounds }: ArmOfRun, row: RecordRow) {
    this.arm = arm;
    this.row = row;
    this.rounds = rounds;
    this.cells = rounds.map(({ cells }) => cells.get(arm)?.get(row.id));
    this.#run = run;
  }

  /** Measurements of the rounds that have any. */
  get readings(): readonly RowReading[] {
    return this.cells.filter((cell) => cell !== undefined);
  }

  /** One per launch. */
  get measurements(): readonly RecordMeasurement[] {
    return this.readings.flatMap(({ measurements }) => measurements);
  }

  get attempted(): number {
    return this.readings.reduce((sum, { attempted }) => sum + attempted, 0);
  }

  /** Tests whether CPU time of the calls was read finely enough to gate on. */
  get cpuIsResolved(): boolean {
    return cpuIsResolved(
      this.measurements.flatMap(({ cpuPerCallMs, blocks }) =>
        cpuPerCallMs === undefined ? [] : cpuPerCallMs * blocks.reduce((calls, block) => calls + block.attempted, 0),
      ),
    );
  }

  /** Returns a metric in each round; undefined where it has none, or calls too few to give it. */
  values(id: MetricId): (number | undefined)[] {
    const definition = metric(id);
    if (definition.scope === "server") return this.cells.map(() => undefined);
    const { perRound, acrossRows, trend, quantile } = definition;
    if (trend)
      return this.cells.map((cell) => {
        const estimates = cell ? trendsOf(cell, this.row, trend).map(({ estimate }) => estimate) : [];
        return estimates.length > 0 ? mean(estimates) : undefined;
      });
    if (acrossRows) return this.rounds.map((round) => acrossRows(this.#sweptIn(round), this.row));
    const need = quantile === undefined ? 0 : samplesNeeded(quantile);
    return this.cells.map((cell) => (cell && cell.calls >= need ? perRound?.(cell, this.row) : undefined));
  }

  statistic(id: MetricId): Statistic | undefined {
    const known = this.#statistics;
    if (!known.has(id)) known.set(id, this.#compute(id));
    return known.get(id);
  }

  #compute(id: MetricId): Statistic | undefined {
    const { row, readings } = this;
    const definition = metric(id);
    if (definition.scope === "server") return undefined;
    const { trend, acrossRows } = definition;
    if (trend || acrossRows)
      return slopeStatistic(
        this.values(id).filter((value) => value !== undefined),
        trend ? readings.flatMap((cell) => trendsOf(cell, row, trend)) : [],
      );
    if (!isOfLoad(definition, row.load)) return undefined;
    return overRounds(definition, { row, readings, isOneRun: isOneRun(this.#run) });
  }

  #sweptIn({ cells }: TableRound): SweptReading[] {
    const own = cells.get(this.arm);
    return this.#run.rows.flatMap((row) => {
      const reading = own?.get(row.id);
      return reading ? [{ row, reading }] : [];
    });
  }
}

function trendsOf({ measurements }: RowReading, row: RecordRow, trend: NonNullable<RowMetric["trend"]>): Trend[] {
  return measurements.flatMap((one) => trend(one, row) ?? []);
}

/** The server on one arm. */
export class ServerSeries {
  readonly arm: string;
  readonly rounds: readonly TableRound[];
  readonly readings: readonly ServerReading[];
  readonly #run: RunFacts;

  constructor({ run, arm, rounds }: ArmOfRun, { mostLeakChecked }: Pick<ServerReading, "mostLeakChecked">) {
    this.arm = arm;
    this.rounds = rounds;
    this.#run = run;
    const own = rounds.map(({ launches }) => launches.filter((launch) => launch.arm === arm));
    const isShared = ({ purpose }: { readonly purpose?: string | undefined }) => purpose === undefined;
    const someShared = own.flat().some(isShared);
    const measured = someShared ? own.map((launches) => launches.filter(isShared)) : own;
    this.readings = measured.map((launches) => ({ launches, mostLeakChecked }));
  }

  /** Tests whether CPU time of start-ups was read finely enough. */
  get cpuIsResolved(): boolean {
    const launches = this.readings.flatMap((reading) => reading.launches);
    return cpuIsResolved(launches.flatMap(({ metrics }) => metrics.startup_cpu ?? []));
  }

  /** Returns a metric in each round; undefined where it has none. */
  values(id: MetricId): (number | undefined)[] {
    const definition = metric(id);
    return this.readings.map((reading) =>
      definition.scope === "server" ? definition.perRound?.(reading, id) : undefined,
    );
  }

  /** Returns a metric over all rounds, or the one figure of the run that it is. */
  statistic(id: MetricId): Statistic | undefined {
    const definition = metric(id);
    if (definition.scope === "row") return undefined;
    const once = definition.perRun?.(this.#run, this.arm);
    if (typeof once === "object") return missing(once.unknown);
    const rounds = once === undefined ? this.values(id).filter((value) => value !== undefined) : [once];
    if (rounds.length > 0) return { state: "measured", value: median(rounds), rounds };
    return definition.optional ? undefined : missing(`${definition.label} was not measured`);
  }
}

/** Many systems count CPU time in ticks of 10 ms. */
const tickMs = 10;

/** Tests whether CPU times of launches are not in ticks, or each of twenty of them. */
function cpuIsResolved(totals: readonly number[]): boolean {
  const inTicks = (total: number) => Math.abs(total / tickMs - Math.round(total / tickMs)) < 1e-6;
  return (
    totals.length > 0 &&
    (totals.every((total) => total >= 20 * tickMs) || totals.every((total) => total > 0 && !inTicks(total)))
  );
}
