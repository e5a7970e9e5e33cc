import { version } from "../../base/host/version.ts";
import { ConfigError } from "../../errors.ts";
import { plural } from "../../metrics/format.ts";
import { inFlightOf, type Load, rateOf } from "../../model/load.ts";
import type { Stage } from "../../model/loads/open-load.ts";
import { requestsOf } from "../../model/operation.ts";
import { withValues } from "../../plan/placeholders.ts";
import type { Arm, LaunchSpec, Plan, Row } from "../../plan/plan.ts";
import { groupBy } from "../../stats/group-by.ts";
import { comment, literal } from "./literal.ts";
import { text as runtime } from "./runtime.js?text";
import { differencesOf, scriptRow, thresholdsOf, whyLeftOut } from "./script-row.ts";

/** Duration of a row that has a number of calls: k6 starts the next one by the clock. */
const standardMs = 30_000;

/** k6 takes no less. */
const leastMs = 1_000;

/** Between the end of a row and the start of the next, for calls that are under way. */
const betweenMs = 5_000;

/** A call takes so long that a virtual user makes five a second; k6 starts more users where it takes longer. */
const callsPerUser = 5;

interface ScriptOptions {
  /** Source of the script, for its first line. */
  readonly from: string;
  /** Duration of each row; by default that of its benchmark. */
  readonly durationMs?: number | undefined;
}

/**
 * Writes a script for k6 that makes the calls of a plan, row after row. `notes`: differences from mcp-bench and omissions,
 * which are in comments of the script too. Throws ConfigError where k6 can make none of the calls.
 */
export function k6Script(plan: Plan, { from, durationMs }: ScriptOptions) {
  if (plan.discover)
    throw new ConfigError("there are no benchmarks to write a script of", {
      where: from,
      fix: "list them under `benchmarks`; `mcp-bench init` writes some for the tools of a server",
    });
  const judged = plan.rows.map((row): JudgedRow => {
    const launch = launchOf(row, plan.arms);
    return { row, launch, why: whyLeftOut(row, launch) };
  });
  const kept = judged.filter(({ why }) => why === undefined);
  if (kept.length === 0) throw nothingLeft(judged, from);
  const { servers, placeOf } = serversOf(kept);
  const scenarios = schedule(kept, { placeOf, durationMs });
  const notes = [...notesOf(judged), ...notesOfServers(kept.map(({ launch }) => launch)), ...scenarios.notes];
  const head = comment([
    `Written by mcp-bench ${version} from ${from}: calls of an MCP server for k6 (https://k6.io).`,
    "",
    "  k6 run --out json=results.json.gz THIS_FILE",
    "  mcp-bench import k6 results.json.gz --output record.json",
    "",
    `mcp_call_duration and mcp_call_failed are tagged by \`row\`.${servers.length === 1 ? " -e MCP_URL=… calls another server than the one below." : ""}`,
    ...(notes.length > 0
      ? ["", "What k6 does not do, or does otherwise than mcp-bench:", ...notes.map((note) => `- ${note}`)]
      : []),
  ]);
  // Named once: the minifier would write the whole text down wherever its name stands.
  const { imports, body } = inParts(runtime);
  const options = {
    scenarios: scenarios.options,
    thresholds: scenarios.thresholds,
    ...(kept.some(({ launch }) => launch.tls?.verify === false) ? { insecureSkipTLSVerify: true } : {}),
    summaryTrendStats: ["count", "min", "avg", "med", "p(90)", "p(95)", "p(99)", "max"],
  };
  const text = [
    head,
    imports,
    `export const options = ${literal(options)};`,
    `const configured = ${literal(servers)};`,
    `/** Rows by scenario. */\nconst rows = ${literal(scenarios.rows)};`,
    `const clientInfo = ${literal({ name: "mcp-bench", version })};`,
    body,
  ].join("\n\n");
  return { text: `${text}\n`, notes };
}

/** Splits the runtime in two parts: the rows stand between them. */
function inParts(text: string): { readonly imports: string; readonly body: string } {
  const [imports = ""] = /^(?:import .*\n)+/.exec(text) ?? [];
  const body = text.slice(imports.length).replace(/^\s*\/\* global .*\n/, "");
  return { imports: imports.trimEnd(), body: body.trim() };
}

/** The server of a row, with the row's matrix values in its address. */
function launchOf(row: Row, arms: readonly Arm[]): LaunchSpec {
  const arm = arms.find(({ side, variant }) => side === "head" && variant === row.variant);
  if (!arm) throw new RangeError(`row ${row.id} has no arm`);
  return withValues(arm.launch, row.setup?.values ?? {});
}

interface LaunchedRow {
  readonly row: Row;
  readonly launch: LaunchSpec;
}

/** Lists the servers of rows. `placeOf` finds the place of the server of a launch in the list. */
function serversOf(found: readonly LaunchedRow[]) {
  const groups = groupBy(found, ({ launch }) => serverKey(launch));
  const servers = [...groups.values()].map((members) => {
    const { url = "", protocol, headers, auth } = members[0].launch;
    return {
      url,
      protocol,
      // `${NAME}` stands for a variable of k6's environment.
      headers: auth ? { ...headers, Authorization: "${AUTHORIZATION}" } : headers,
      // The list says which arguments the stateless line repeats in headers.
      listsTools: members.some(({ row }) => callsTools(row)),
    };
  });
  const keys = [...groups.keys()];
  return { servers, placeOf: (launch: LaunchSpec) => keys.indexOf(serverKey(launch)) };
}

function serverKey({ url, protocol, headers, auth }: LaunchSpec): string {
  return JSON.stringify([url, protocol, headers, auth]);
}

function callsTools(row: Row): boolean {
  return requestsOf(row).some(({ operation: { method } }) => method === "tools/call");
}

/** Rows one after the other, as mcp-bench measures them: none has another's load in its figures. */
function schedule(
  found: readonly LaunchedRow[],
  { placeOf, durationMs }: Pick<ReturnType<typeof serversOf>, "placeOf"> & Pick<ScriptOptions, "durationMs">,
) {
  const options: Record<string, object> = {};
  const thresholds: Record<string, readonly string[]> = {};
  const rows: Record<string, ReturnType<typeof scriptRow>> = {};
  const leftOut: string[] = [];
  let startMs = 0;
  for (const [index, { row, launch }] of found.entries()) {
    const name = scenarioName(row.id, index);
    const lengthMs = Math.max(leastMs, Math.ceil(durationMs ?? row.load.durationMs ?? standardMs));
    const { executor, users } = executorOf(row.load, lengthMs);
    const scripted = scriptRow(row, { server: placeOf(launch), users });
    options[name] = {
      ...executor,
      exec: "measure",
      startTime: `${startMs}ms`,
      gracefulStop: `${betweenMs}ms`,
      tags: {
        row: row.id,
        target: row.operation.target,
        timeout_ms: String(Math.round(row.load.timeoutMs)),
        warmup: String(scripted.warmup * users),
        ...loadTag(row.load),
      },
    };
    rows[name] = scripted;
    const own = thresholdsOf(row.thresholds, name);
    Object.assign(thresholds, own.expressions);
    leftOut.push(...own.leftOut);
    startMs += lengthMs + betweenMs;
  }
  const budgets = [...new Set(leftOut)];
  return {
    options,
    thresholds,
    rows,
    notes: [
      budgets.length > 0 && `k6 has no threshold for ${budgets.join(", ")}`,
      found.some(({ row }) => row.thresholds.some(({ limit }) => limit.kind !== "absolute")) &&
        "limits on a change need something to compare with: `mcp-bench import k6`, then `mcp-bench compare`",
    ].filter((one) => typeof one === "string"),
  };
}

/** k6 takes letters, digits, `_` and `-`, and a threshold goes by it. */
function scenarioName(row: string, index: number): string {
  const slug = row.replace(/[^A-Za-z0-9]+/g, "_").replace(/^_+|_+$/g, "");
  return `row${index + 1}_${slug}`.slice(0, 60).replace(/_+$/, "");
}

function executorOf(load: Load, lengthMs: number): { readonly executor: object; readonly users: number } {
  const duration = `${lengthMs}ms`;
  switch (load.kind) {
    case "closed":
      return { executor: { executor: "constant-vus", vus: load.concurrency, duration }, users: load.concurrency };
    case "open": {
      const { ratePerSecond, stages, maxInFlight: maxVUs } = load;
      const steady = { executor: "constant-arrival-rate", ...arrivalRate(ratePerSecond), duration };
      const arrivals = stages ? k6Stages(stages, lengthMs) : steady;
      const users = Math.min(maxVUs, Math.max(2, Math.ceil(ratePerSecond / callsPerUser)));
      return { executor: { ...arrivals, preAllocatedVUs: users, maxVUs }, users };
    }
    default:
      throw new RangeError(`k6 has no executor for a ${load.kind}`);
  }
}

/** Returns tags that the points of k6 lack. */
function loadTag(load: Load): Readonly<Record<string, string>> {
  const [rate, concurrency] = [rateOf(load), inFlightOf(load)];
  if (rate !== undefined) return { rate: String(rate) };
  return concurrency === undefined ? {} : { concurrency: String(concurrency) };
}

/** A stage that begins at another rate than the one before ended is two of k6. */
function k6Stages(stages: readonly Stage[], lengthMs: number): object {
  const totalMs = stages.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const perTime = (perSecond: number) => Math.round(1000 * perSecond);
  return {
    executor: "ramping-arrival-rate",
    startRate: perTime(stages[0]?.from ?? 0),
    timeUnit: "1000s",
    stages: stages.flatMap(({ durationMs, from, to }, place) => {
      const jump = place > 0 && stages[place - 1]?.to !== from ? [{ target: perTime(from), duration: "0s" }] : [];
      return [...jump, { target: perTime(to), duration: `${Math.round((durationMs * lengthMs) / totalMs)}ms` }];
    }),
  };
}

/** k6 takes whole numbers, over a time of one's choice. */
function arrivalRate(perSecond: number): { readonly rate: number; readonly timeUnit: string } {
  if (Number.isInteger(perSecond)) return { rate: perSecond, timeUnit: "1s" };
  return { rate: Math.max(1, Math.round(1000 * perSecond)), timeUnit: "1000s" };
}

interface JudgedRow extends LaunchedRow {
  readonly why: string | undefined;
}

function nothingLeft(left: readonly JudgedRow[], from: string): ConfigError {
  const reasons = [...new Set(left.map(({ why }) => why ?? ""))];
  return new ConfigError(`k6 can do nothing of it: ${reasons.join("; ")}`, {
    where: from,
    expected: "benchmarks of a server that is reached by `url`",
    fix: "name the address of a running server: --url http://127.0.0.1:3000/mcp",
  });
}

function notesOf(left: readonly JudgedRow[]): string[] {
  const reasons = groupBy(left, ({ why }) => why ?? "");
  const omitted = [...reasons].flatMap(([why, members]) =>
    why === "" ? [] : [`left out: ${namesOf(members)}, since ${why}`],
  );
  const kept = left.filter(({ why }) => why === undefined);
  const told = kept.flatMap(({ row, launch }) => differencesOf(row).map((difference) => ({ row, launch, difference })));
  const differences = [...groupBy(told, ({ difference }) => difference)].map(([difference, members]) =>
    members.length === kept.length ? difference : `${namesOf(members)}: ${difference}`,
  );
  const counted = kept.filter(({ row }) => row.load.requests !== undefined);
  return [
    ...omitted,
    ...differences,
    ...(counted.length > 0 ? ["rows run for a time, not for a number of calls (set it by --duration)"] : []),
    "servers are started by nobody: start-up, CPU time, memory, leaks and context cost are not measured",
    "sessions are not closed, since virtual users do not know their end",
  ];
}

const mostNamed = 5;

function namesOf(members: readonly LaunchedRow[]): string {
  const names = members.slice(0, mostNamed).map(({ row }) => JSON.stringify(row.id));
  const more = members.length - names.length;
  return `${names.join(", ")}${more > 0 ? ` and ${plural(more, "more row")}` : ""}`;
}

function notesOfServers(launches: readonly LaunchSpec[]): string[] {
  const some = (has: (launch: LaunchSpec) => unknown) => launches.some((launch) => Boolean(has(launch)));
  const names = [...new Set(launches.flatMap(({ headers }) => variablesIn(Object.values(headers))))];
  return [
    some(({ auth }) => auth) && "no token is fetched: give one with -e AUTHORIZATION='Bearer …'",
    names.length > 0 && `headers take ${names.join(", ")} from k6's environment: -e ${names[0]}=…`,
    some(({ client }) => client) && "what the server asks of its client is not answered",
    some(({ tls }) => tls?.ca) && "authorities to trust: set SSL_CERT_FILE where k6 runs",
  ].filter((one) => typeof one === "string");
}

function variablesIn(texts: readonly string[]): string[] {
  return texts.flatMap((text) => [...text.matchAll(/\$\{([A-Za-z_]\w*)\}/g)].map(([, name = ""]) => name));
}
