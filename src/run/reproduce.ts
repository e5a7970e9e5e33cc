import { quote } from "shell-quote";
import type { Rounds, Shard } from "../plan/options.ts";
import { defaultConfigFile } from "../record/config-file.ts";

/** What a run was asked to measure, as far as it can be asked for again. */
export interface Measured {
  readonly server?: string | undefined;
  readonly config?: string | undefined;
  /** Where it was measured, seen from where the command is to be typed. */
  readonly workingDirectory?: string | undefined;
  readonly compareRef?: string | undefined;
  readonly passEnv?: readonly string[] | undefined;
  readonly rounds?: Rounds | undefined;
  readonly timeBudgetMs?: number | undefined;
  readonly shard?: Shard | undefined;
  readonly quick?: boolean | undefined;
  readonly tokens?: string | undefined;
  readonly seed: number;
}

/** One command line for a POSIX shell that measures the same again; what has its default is left out. */
export function reproduceCommand(measured: Measured): string {
  const {
    server,
    config,
    workingDirectory,
    compareRef,
    passEnv = [],
    rounds,
    timeBudgetMs,
    shard,
    quick,
    tokens,
    seed,
  } = measured;
  const words = [
    ...(server === undefined ? ["--config", config ?? defaultConfigFile] : ["--server", server]),
    ...(workingDirectory === undefined || workingDirectory === "." ? [] : ["--working-directory", workingDirectory]),
    ...(compareRef ? ["--compare-ref", compareRef] : []),
    ...(passEnv.length > 0 ? ["--pass-env", passEnv.join(",")] : []),
    ...(rounds === undefined ? [] : ["--rounds", String(rounds)]),
    ...(timeBudgetMs === undefined ? [] : ["--time-budget", `${timeBudgetMs / 1000}s`]),
    ...(shard === undefined ? [] : ["--shard", `${shard.index}/${shard.count}`]),
    ...(quick ? ["--quick"] : []),
    ...(tokens === undefined ? [] : ["--tokens", tokens]),
    "--seed",
    String(seed),
  ];
  return `npx mcp-bench run ${quote(words)}`;
}
