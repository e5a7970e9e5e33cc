import type { CapacityBound, ListChanges, Warning } from "../../facts/comparison.ts";
import { count, duration, factor, percent, plural } from "../../metrics/format.ts";
import { formatValue } from "../../metrics/format-value.ts";
import { howMuch, speed } from "../../metrics/how-much.ts";
import { metric } from "../../metrics/metric.ts";
import { failuresText, unmeasuredText } from "./reason.ts";

const sessionIds = {
  "no-ids": "the server gives no session ids, so it cannot be asked whether it gives sessions back",
  "reused-ids": "the server gives several sessions the same id",
  "any-id": "the server answers under a session id that it never gave: a client whose session is lost is not told",
} as const satisfies Record<Extract<Warning, { code: "session-ids" }>["gap"], string>;

/** Says what a warning of a comparison is about. May hold untrusted words. */
export function warningText(warning: Warning): string {
  switch (warning.code) {
    case "base-not-measured": {
      const instead = warning.isStored ? "with stored runs only" : "with nothing";
      const fix = "A checkout holds only committed files: `build` in the configuration has to make the rest";
      // What the server wrote comes last: it is long, and what does not fit is cut off.
      return `the base commit failed, so head is compared ${instead}. ${fix}. First failure: ${launchText(warning.first)}`;
    }
    case "launch-failed":
      return launchText(warning);
    case "errors":
      return `${count(warning.failed)} of ${plural(warning.calls, "call")} failed (${failuresText(warning.failures)}); latency is that of the others`;
    case "unsteady":
      return `unsteady: the standard deviation of the calls is ${percent(warning.deviation)} of their median, above half`;
    case "two-modes": {
      const near = warning.modes.map(({ p50, rounds }) => `${formatValue("p50", p50)} in ${plural(rounds, "round")}`);
      return `two modes: p50 is about ${near.join(" and ")}`;
    }
    case "tail-spike":
      return `tail spike: p99 is ${factor(warning.ratio)} p50, above ${factor(warning.limit)}`;
    case "few-samples":
      return `too few samples: ${plural(warning.ok, "call")} answered ok; a median needs ${warning.need}`;
    case "exact-metric-varies": {
      const { metric: id, least, most } = warning;
      const apart = least > 0 ? `, ${percent(most / least - 1)}` : "";
      return `${metric(id).label} differs between launches (${formatValue(id, least)} to ${formatValue(id, most)}${apart}); it is compared by its median`;
    }
    case "backlog": {
      const { achieved, requested, most, dropped } = warning;
      const rates = `${formatValue("achieved_rate", achieved)} of ${formatValue("requested_rate", requested)}`;
      const was = dropped === 1 ? "was" : "were";
      const unsent = dropped > 0 ? `; because of that ${plural(dropped, "request")} ${was} not sent` : "";
      return `backlog: the server did not keep up with the requested rate (${rates}); up to ${plural(most, "request")} waited at once${unsent}`;
    }
    case "decay": {
      const trends = warning.trends.map(({ metric: id, value }) => `${metric(id).label} ${formatValue(id, value)}`);
      return `the server gets worse under sustained load, after its warm-up: ${trends.join(", ")}`;
    }
    case "sessions-kept": {
      const kept = (sessions: number) => formatValue("session_memory", sessions * warning.bytes);
      return `a client that goes without DELETE leaves ${kept(1)} with the server, not given back within ${duration(warning.idleMs)}; a thousand of them leave ${kept(1000)}`;
    }
    case "session-ids":
      return sessionIds[warning.gap];
    case "capacity-bound":
      return `${boundText(warning.bound)} (in ${warning.searches} of ${plural(warning.of, "search")})`;
    case "serialised":
      return `the server handles the calls of one session serially: the same concurrency over ${warning.sessions} sessions has ${Number(warning.times.toPrecision(3))} × the throughput`;
    case "tools-list-varies": {
      const before = warning.isInBase ? ", as in base" : "";
      return `tools/list came ${listChangesText(warning)}${before}; no prompt cache outlives a launch. List the same tools in the same order`;
    }
    case "no-cache-hints":
      return `tools/list says no valid ${warning.missing.join(" and no ")}, which ${warning.protocol} requires: clients cannot know how long, or for whom, to cache the list`;
    case "not-checked": {
      const which = warning.isDefault ? " (a default)" : "";
      const rows = warning.rows > 1 ? ` (${plural(warning.rows, "row")})` : "";
      return `${warning.metric} ${warning.limit}${which} was not checked: ${unmeasuredText(warning.why)}${rows}`;
    }
    case "unpaired":
      return "the two records were measured at different times. The machine may have changed as well, so only large changes show; measure both commits in one run to see small ones";
    case "different-environment": {
      const all = warning.differences.map(({ field, base, head }) => `${field} ${base} and ${head}`);
      return `the records come from different environments (${all.join("; ")}): times and memory are not compared`;
    }
    case "correlated-rounds":
      return `consecutive rounds are correlated (${warning.correlation.toFixed(1)}), so each counts for less: another program ran on the machine for longer than a round`;
    case "everything-slower": {
      const who = warning.others ? "All other rows" : "All rows";
      return `${who} together are ${howMuch(warning.slower, speed).words} (p50, ${plural(warning.rounds, "paired round")})`;
    }
    case "too-few-rounds":
      return `${plural(warning.rounds, "round")} cannot show a lone regression among ${plural(warning.gates, "gate")}, however large; at least ${warning.need} can. ${moreRounds[warning.fix]}`;
  }
}

const moreRounds: Readonly<Record<Extract<Warning, { code: "too-few-rounds" }>["fix"], string>> = {
  windows: "Raise --windows, or import more runs",
  imports: "Import more runs",
  rounds: "Set more `rounds`",
  budget: "Raise the time budget",
};

function launchText({ round, arm, failure }: Omit<Extract<Warning, { code: "launch-failed" }>, "code">): string {
  return `round ${round}, ${arm}: ${failure}`;
}

function boundText({ end, perSecond, reason = "" }: CapacityBound): string {
  const figure = formatValue("capacity", perSecond);
  switch (end) {
    case "top":
      return `the capacity is at least ${figure}: all of the range held; widen \`capacity.rate\``;
    case "bottom":
      return `the capacity is below the range: its lowest rate did not hold (${reason})`;
    case "lagged":
      return `the capacity is at least ${figure}: requests could not be sent faster here (${reason})`;
    case "unfinished":
      return `the capacity is at least ${figure}: the search was cut short`;
    case "unknown":
      return "the capacity is unknown: requests could not be sent in time even at the lowest rate";
  }
}

/** Says how a list of tools differed between launches. */
export function listChangesText({ reordered, rewritten, launches }: ListChanges): string {
  const how =
    rewritten === 0
      ? "in another order"
      : reordered === 0
        ? "with other content"
        : "in another order or with other content";
  return `${how} in ${reordered + rewritten} of ${plural(launches, "further launch")}`;
}

const short: Partial<Record<Warning["code"], string>> = {
  unsteady: "unsteady",
  "tail-spike": "tail spike",
  "two-modes": "two modes",
  "few-samples": "too few samples",
  backlog: "backlog",
};

/** Returns a warning in a few words, for the cell of a table. */
export function cautionName(warning: Warning): string {
  return short[warning.code] ?? warningText(warning);
}
