import type { CapacityBound, ListChanges, Warning } from "../../facts/comparison.ts";
import { count, duration, factor, percent, plural } from "../../metrics/format.ts";
import { formatValue } from "../../metrics/format-value.ts";
import { howMuch, speed } from "../../metrics/how-much.ts";
import { metric } from "../../metrics/metric.ts";
import { inWords, type WordsByCode } from "./by-code.ts";
import { failuresText, unmeasuredText } from "./reason.ts";

const sessionIds = {
  "no-ids": "the server gives no session ids, so it cannot be asked whether it gives sessions back",
  "reused-ids": "the server gives several sessions the same id",
  "any-id": "the server answers under a session id that it never gave: a client whose session is lost is not told",
} as const satisfies Record<Extract<Warning, { code: "session-ids" }>["gap"], string>;

/** Says what a warning of a comparison is about. May hold untrusted words. */
export function warningText(warning: Warning): string {
  return inWords(words, warning);
}

const words: WordsByCode<Warning> = {
  "base-not-measured": ({ isStored, first }) => {
    const instead = isStored ? "with stored runs only" : "with nothing";
    const fix = "A checkout holds only committed files: `build` in the configuration has to make the rest";
    // The server's output comes last: it is long, and is cut off where it does not fit.
    return `the base commit failed, so head is compared ${instead}. ${fix}. First failure: ${launchText(first)}`;
  },
  "launch-failed": launchText,
  errors: ({ failed, calls, failures }) =>
    `${count(failed)} of ${plural(calls, "call")} failed (${failuresText(failures)}); latency is that of the others`,
  unsteady: ({ deviation }) =>
    `unsteady: the standard deviation of the calls is ${percent(deviation)} of their median, above half`,
  "two-modes": ({ modes }) => {
    const near = modes.map(({ p50, rounds }) => `${formatValue("p50", p50)} in ${plural(rounds, "round")}`);
    return `two modes: p50 is about ${near.join(" and ")}`;
  },
  "tail-spike": ({ ratio, limit }) => `tail spike: p99 is ${factor(ratio)} p50, above ${factor(limit)}`,
  "few-samples": ({ ok, need }) => `too few samples: ${plural(ok, "call")} answered ok; a median needs ${need}`,
  "exact-metric-varies": ({ metric: id, least, most }) => {
    const apart = least > 0 ? `, ${percent(most / least - 1)}` : "";
    return `${metric(id).label} differs between launches (${formatValue(id, least)} to ${formatValue(id, most)}${apart}); it is compared by its median`;
  },
  backlog: ({ achieved, requested, most, dropped }) => {
    const rates = `${formatValue("achieved_rate", achieved)} of ${formatValue("requested_rate", requested)}`;
    const was = dropped === 1 ? "was" : "were";
    const unsent = dropped > 0 ? `; because of that ${plural(dropped, "request")} ${was} not sent` : "";
    return `backlog: the server did not keep up with the requested rate (${rates}); up to ${plural(most, "request")} waited at once${unsent}`;
  },
  decay: ({ trends }) => {
    const all = trends.map(({ metric: id, value }) => `${metric(id).label} ${formatValue(id, value)}`);
    return `the server gets worse under sustained load, after its warm-up: ${all.join(", ")}`;
  },
  "sessions-kept": ({ bytes, idleMs }) => {
    const kept = (sessions: number) => formatValue("session_memory", sessions * bytes);
    return `a client that goes without DELETE leaves ${kept(1)} with the server, not given back within ${duration(idleMs)}; a thousand of them leave ${kept(1000)}`;
  },
  "session-ids": ({ gap }) => sessionIds[gap],
  "capacity-bound": ({ bound, searches, of }) => `${boundText(bound)} (in ${searches} of ${plural(of, "search")})`,
  serialised: ({ sessions, times }) =>
    `the server handles the calls of one session serially: the same concurrency over ${sessions} sessions has ${Number(times.toPrecision(3))} × the throughput`,
  "tools-list-varies": (warning) => {
    const before = warning.isInBase ? ", as in base" : "";
    return `tools/list came ${listChangesText(warning)}${before}; no prompt cache outlives a launch. List the same tools in the same order`;
  },
  "no-cache-hints": ({ missing, protocol }) =>
    `tools/list says no valid ${missing.join(" and no ")}, which ${protocol} requires: clients cannot know how long, or for whom, to cache the list`,
  "not-checked": (warning) => {
    const which = warning.isDefault ? " (a default)" : "";
    return `${warning.metric} ${warning.limit}${which} was not checked: ${unmeasuredText(warning.why)}`;
  },
  unpaired:
    "the two records were measured at different times. The machine may have changed as well, so only large changes show; measure both commits in one run to see small ones",
  "different-environment": ({ differences }) => {
    const all = differences.map(({ base, head }) => `${base} and ${head}`);
    return `the records come from different environments (${all.join("; ")}): times and memory are not compared`;
  },
  "correlated-rounds": ({ correlation }) =>
    `consecutive rounds are correlated (${correlation.toFixed(1)}), so each counts for less: another program ran on the machine for longer than a round`,
  "everything-slower": ({ others, slower, rounds }) => {
    const who = others ? "All other rows" : "All rows";
    return `${who} together are ${howMuch(slower, speed).words} (p50, ${plural(rounds, "paired round")})`;
  },
  "too-few-rounds": ({ rounds, gates, need, fix }) =>
    `${plural(rounds, "round")} cannot show a lone regression among ${plural(gates, "gate")}, however large; at least ${need} can. ${moreRounds[fix]}`,
};

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
  const texts: Readonly<Record<CapacityBound["end"], string>> = {
    top: `at least ${figure}: all of the range held; widen \`capacity.rate\``,
    bottom: `below the range: its lowest rate did not hold (${reason})`,
    lagged: `at least ${figure}: requests could not be sent faster here (${reason})`,
    unfinished: `at least ${figure}: the search was cut short`,
    unknown: "unknown: requests could not be sent in time even at the lowest rate",
  };
  return `the capacity is ${texts[end]}`;
}

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
