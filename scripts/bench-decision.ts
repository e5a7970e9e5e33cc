/**
 * Measures how often the decision errs and how many rounds it takes: plays runs on recorded and on made-up noise by the code that
 * decides runs, and writes the tables into docs/calibration.md. `npm run bench:decision [-- RUNS] [-- SECTION]`: runs per line, 40
 * where none are named, and one section (unchanged, changed, together, startups, leaks, nights, steps) instead of all. Seeded: the same number gives the same tables.
 */
import { argv, stdout } from "node:process";
import { markdownTable } from "markdown-table";
import { statusOf } from "../src/decide/decide.ts";
import { defaultThresholds, overrideThresholds, thresholdsSchema } from "../src/plan/threshold.ts";
import { median } from "../src/stats/describe.ts";
import { seededRandom } from "../src/stats/random.ts";
import { type LeakChecks, playLeaks } from "./bench-decision/leaks.ts";
import { firstTold, historyOf, type Nights, nightOfStep } from "./bench-decision/nights.ts";
import {
  bimodal,
  correlated,
  crowdedNoise,
  heavyTailed,
  hopping,
  macOs,
  madeUp,
  standing,
  steady,
  trialNoise,
  twoStates,
} from "./bench-decision/noises.ts";
import { playStartups, type Startups } from "./bench-decision/startups.ts";
import { type Together, toldTogether } from "./bench-decision/together.ts";
import { type Noise, playRun, replayedRow } from "./calibrate/replay.ts";
import { keepSections } from "./generated-sections.ts";

const standardRuns = 40;
const runs = Number(argv.slice(2).find((text) => /^\d+$/.test(text)) ?? standardRuns);
const only = argv.slice(2).find((text) => !/^\d+$/.test(text));

interface Line {
  readonly title: string;
  readonly rows: number;
  readonly noise: Noise;
  /** Says what the first rows have instead. */
  readonly changed?: { readonly rows: number; readonly noise: Noise };
  readonly thresholds?: Record<string, string>;
  readonly hasCpu?: boolean;
}

const quiet = trialNoise("aa", "quiet");
const busy = trialNoise("aa", "1 busy");
const calm = steady(0.02);

const unchanged: readonly Line[] = [
  ...[1, 12, 20].map((rows) => ({ title: "recorded, nothing else running", rows, noise: quiet })),
  ...[1, 12, 20].map((rows) => ({ title: "recorded, one core busy", rows, noise: busy })),
  ...[12, 20].map((rows) => ({
    title: "recorded, two to three times as much work as cores",
    rows,
    noise: crowdedNoise("aa"),
  })),
  ...[0.03, 0.05, 0.08].map((spread) => ({
    title: `like macOS, launches scatter by ${100 * spread} %`,
    rows: 10,
    noise: madeUp(macOs(spread)),
    hasCpu: false,
  })),
  { title: "launches scatter by 2 %", rows: 12, noise: madeUp(calm) },
  { title: "launches scatter by 10 %", rows: 12, noise: madeUp(steady(0.1)) },
  { title: "some launches 1.4 times as slow", rows: 5, noise: madeUp(calm, { launches: bimodal }) },
  { title: "heavy tails", rows: 5, noise: madeUp(steady(0.05), { launches: heavyTailed }) },
  { title: "base ahead by 2 %", rows: 5, noise: madeUp(calm, { launches: standing(0.02) }) },
  { title: "correlation 0.5 between rounds", rows: 5, noise: madeUp(steady(0.05), { launches: correlated(0.5) }) },
  { title: "correlation 0.8 between rounds", rows: 5, noise: madeUp(steady(0.05), { launches: correlated(0.8) }) },
  {
    title: "correlation 0.8 between rounds, fail at +3 %",
    rows: 5,
    noise: madeUp(steady(0.05), { launches: correlated(0.8) }),
    thresholds: { p50: "+3%" },
  },
  ...[2, 20].map((blocks) => ({
    title: `a machine that hops between two speeds, 60 % apart, after ${blocks} blocks`,
    rows: 5,
    noise: madeUp(steady(0.03), { launches: hopping({ blocks, size: 0.6 }) }),
  })),
  ...[undefined, { p50: "+3%" }].map((thresholds) => ({
    title: `two states 5 % to either side, ten rounds each${thresholds ? ", fail at +3 %" : ""}`,
    rows: 5,
    noise: madeUp(steady(0.03), { launches: twoStates({ rounds: 10, size: 0.05 }) }),
    ...(thresholds ? { thresholds } : {}),
  })),
];

const changed: readonly Line[] = [
  { title: "one of 12 rows +25 %", rows: 12, noise: quiet, changed: { rows: 1, noise: shifted(quiet, 0.25) } },
  { title: "one of 20 rows +12 %", rows: 20, noise: quiet, changed: { rows: 1, noise: shifted(quiet, 0.12) } },
  { title: "five of 20 rows +12 %", rows: 20, noise: quiet, changed: { rows: 5, noise: shifted(quiet, 0.12) } },
  { title: "all of 20 rows +12 %", rows: 20, noise: shifted(quiet, 0.12) },
  {
    title: "one of 20 rows: 10 % of its calls × 2",
    rows: 20,
    noise: quiet,
    changed: { rows: 1, noise: trialNoise("slow-path", "quiet") },
  },
  {
    title: "the same, one core busy",
    rows: 20,
    noise: busy,
    changed: { rows: 1, noise: trialNoise("slow-path", "1 busy") },
  },
  {
    title: "one of 20 rows: 15 ms every 200 calls",
    rows: 20,
    noise: quiet,
    changed: { rows: 1, noise: trialNoise("pauses", "quiet") },
  },
  {
    title: "the same, one core busy",
    rows: 20,
    noise: busy,
    changed: { rows: 1, noise: trialNoise("pauses", "1 busy") },
  },
  {
    title: "+10 %, fail at +5 %, one core busy",
    rows: 1,
    noise: trialNoise("slower-10", "1 busy"),
    thresholds: { p50: "+5%" },
  },
  { title: "+5 %, fail at +3 %", rows: 1, noise: trialNoise("slower-5", "quiet"), thresholds: { p50: "+3%" } },
  {
    title: "one of 10 rows +10 %, fail at +10 %",
    rows: 10,
    noise: quiet,
    changed: { rows: 1, noise: shifted(quiet, 0.1) },
  },
  {
    title: "one of 10 rows +7 %, fail at +10 %, crowded",
    rows: 10,
    noise: crowdedNoise("aa"),
    changed: { rows: 1, noise: shifted(crowdedNoise("aa"), 0.07) },
  },
];

/** The same noise about a head that takes so much longer with everything. */
function shifted(noise: Noise, change: number): Noise {
  const move = Math.log1p(change);
  return (row, random) => {
    const next = noise(row, random);
    return () => {
      const { p50, throughput, cpu, ...rest } = next();
      return {
        ...rest,
        p50: p50 + move,
        throughput: throughput + move,
        ...(cpu === undefined ? {} : { cpu: cpu + move }),
      };
    };
  };
}

const callsMs = [0.7, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8];

/** Gates of the server, which these runs do not have: the evidence asked for is that of a run which does. */
const serverGates = 4;

/** For every row besides those that are played: errors, and slow launches. */
const otherGates = 2;

function play({ rows: count, noise, thresholds = {}, hasCpu: cpuIsResolved = true, changed: head }: Line) {
  const own = overrideThresholds(defaultThresholds, thresholdsSchema.parse(thresholds));
  const rows = Array.from({ length: count }, (_, index) =>
    replayedRow(
      {
        id: `row ${index + 1}`,
        thresholds: own,
        callMs: callsMs[index % callsMs.length] ?? 0.5,
        callsPerLaunch: 100,
      },
      { cpuIsResolved },
    ),
  );
  const slower = new Set(rows.slice(0, head?.rows).map(({ id }) => id));
  const gates = rows.reduce((sum, { thresholds: gated }) => sum + gated.length + otherGates, serverGates);
  const random = seededRandom(7);
  const played = Array.from({ length: runs }, () =>
    playRun({
      rows,
      noise: (row, source) => (head && slower.has(row.id) ? head.noise : noise)(row, source),
      gates,
      most: 60,
      random,
    }),
  );
  return { played, slower };
}

function linesOf(lines: readonly Line[], cells: (played: ReturnType<typeof play>) => string[]): string[][] {
  return lines.map((line) => [line.title, String(line.rows), ...cells(play(line))]);
}

function statuses({ played }: ReturnType<typeof play>): string[] {
  const found = played.map(({ findings }) => statusOf({ findings, reference: { kind: "paired" } }));
  return ["regressed", "inconclusive", "pass"].map((status) => share(found.filter((one) => one === status).length));
}

function wrongRows({ played, slower }: ReturnType<typeof play>): string {
  const isWrong = ({ row, state }: { row: string; state: string }) => state === "regressed" && !slower.has(row);
  return share(played.filter(({ findings }) => findings.some(isWrong)).length);
}

function share(count: number, of = runs): string {
  return `${Math.round((100 * count) / of)} %`;
}

function mean(values: readonly number[]): string {
  return values.length > 0 ? (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(1) : "–";
}

const states = ["Regressed", "Inconclusive", "Pass"];
const table = (rows: string[][]) => markdownTable(rows, { alignDelimiters: false });
const quietTable = () =>
  table([
    ["Noise", "Rows", ...states, "Rounds"],
    ...linesOf(unchanged, (one) => [...statuses(one), mean(one.played.map(({ rounds }) => rounds))]),
  ]);
const foundTable = () =>
  table([
    ["Head", "Rows", ...states, "Another row named", "Rounds to the first regression", "Rounds"],
    ...linesOf(changed, (one) => [
      ...statuses(one),
      wrongRows(one),
      mean(one.played.flatMap(({ regressedAfter }) => regressedAfter ?? [])),
      mean(one.played.map(({ rounds }) => rounds)),
    ]),
  ]);

interface TogetherLine {
  readonly title: string;
  readonly together: Together;
}

const scattered = madeUp(steady(0.02));

const together: readonly TogetherLine[] = [0, 0.02, 0.03].flatMap((slower) => {
  const head = slower > 0 ? `all rows +${100 * slower} %` : "unchanged";
  return [
    { title: `${head}, recorded, nothing else running`, together: { rows: 20, noise: quiet, slower } },
    { title: `${head}, recorded, one core busy`, together: { rows: 20, noise: busy, slower } },
    {
      title: `${head}, launches scatter by 3 % for all rows alike`,
      together: { rows: 20, noise: scattered, slower, alike: 0.03 },
    },
  ];
});

/** They are soon played: no gate is decided. */
const togetherRuns = 5 * runs;
const goalRounds = 17;
const mostRounds = 60;

const togetherTable = () =>
  table([
    ["Head", "Rows", "Told of", `within ${goalRounds} rounds`, "Rounds until then, in the middle"],
    ...together.map(({ title, together: one }) => {
      const random = seededRandom(19);
      const played = Array.from({ length: togetherRuns }, () => toldTogether(one, { most: mostRounds, random }));
      const told = played.filter((rounds) => rounds !== undefined);
      return [
        title,
        String(one.rows),
        share(told.length, togetherRuns),
        share(told.filter((rounds) => rounds <= goalRounds).length, togetherRuns),
        told.length > 0 ? String(Math.round(median(told))) : "–",
      ];
    }),
  ]);

interface StartupsLine {
  readonly title: string;
  readonly startups: Omit<Startups, "cpu">;
}

const startups: readonly StartupsLine[] = [
  ...[0.05, 0.2, 0.35, 0.5, 0.65].map((clock) => ({ title: "unchanged", startups: { clock } })),
  ...[0.05, 0.2, 0.5].map((clock) => ({ title: "+30 % CPU time", startups: { clock, work: 0.3 } })),
  ...[0.05, 0.2, 0.5].map((clock) => ({ title: "waits: +30 %", startups: { clock, waits: 0.3 } })),
  ...[0.05, 0.2, 0.5].map((clock) => ({ title: "waits: +50 %", startups: { clock, waits: 0.5 } })),
];

/** One gate is soon played. */
const startupRuns = 5 * runs;

/** Without and with the CPU time of start-ups. */
function startupCells({ startups: { clock, ...change } }: StartupsLine): string[] {
  return [undefined, 0.1].flatMap((cpu) => {
    const random = seededRandom(13);
    const played = Array.from({ length: startupRuns }, () => playStartups({ clock, cpu, ...change }, random));
    const found = ["regressed", "pass"].map((state) =>
      share(played.filter((one) => one.state === state).length, startupRuns),
    );
    return [...found, mean(played.map(({ rounds }) => rounds))];
  });
}

const startupsTable = () =>
  table([
    [
      "Head",
      "Launches scatter by",
      "Clock alone: regressed",
      "Pass",
      "Rounds",
      "CPU time too: regressed",
      "Pass",
      "Rounds",
    ],
    ...startups.map((line) => [line.title, `${100 * line.startups.clock} %`, ...startupCells(line)]),
  ]);

interface LeaksLine {
  readonly title: string;
  readonly checks: Omit<LeakChecks, "most">;
}

const namesOf = (units: readonly number[]) => units.map((one) => `row ${one}`);
const quickRows = {
  name: "twelve quick rows",
  rows: namesOf(Array.from({ length: 12 }, (_, row) => 3 + 2 * row)),
  leaking: "row 13",
};
const slowRows = { name: "four rows of 2 ms", rows: namesOf([199, 200, 201, 202]), leaking: "row 201" };

const leaks: readonly LeaksLine[] = [quickRows, slowRows].flatMap(({ name, rows, leaking }) => {
  const base = `${name}, unchanged`;
  return [
    { title: base, checks: { rows, head: base, base } },
    {
      title: `${name}, one keeps 10 KB of each call`,
      checks: { rows, head: `${name}, 10 KB kept by one`, base, leaking },
    },
  ];
});

const mostChecks = 40;

const leaksTable = () =>
  table([
    ["Head", ...states, "A row called alone", "The leaking row named", "Leak checks", "of a row alone"],
    ...leaks.map(({ title, checks }) => {
      const random = seededRandom(17);
      const played = Array.from({ length: startupRuns }, () => playLeaks({ ...checks, most: mostChecks }, random));
      const shareOf = (isMeant: (one: ReturnType<typeof playLeaks>) => boolean) =>
        share(played.filter(isMeant).length, startupRuns);
      return [
        title,
        ...["regressed", "inconclusive", "pass"].map((state) => shareOf((one) => one.state === state)),
        shareOf(({ alone }) => alone > 0),
        checks.leaking === undefined ? "–" : shareOf(({ named }) => named === checks.leaking),
        mean(played.map((one) => one.checks)),
        mean(played.map(({ alone }) => alone)),
      ];
    }),
  ]);

interface NightsLine {
  readonly title: string;
  readonly nights: Nights;
}

const noCorrelation: Nights = { spread: 0.03, correlation: 0, hasCpu: true };
const resembling: Nights = { ...noCorrelation, correlation: 0.3 };
const twoKinds: Nights = { ...resembling, kinds: { startup: 0.25, row: 0.35 } };

const steadyNights: readonly NightsLine[] = [
  { title: "independent nights", nights: noCorrelation },
  { title: "correlation 0.3 between nights", nights: resembling },
  { title: "the same, two kinds of machine", nights: twoKinds },
];

const steps: readonly NightsLine[] = [
  { title: "+5 %, independent nights", nights: { ...noCorrelation, step: 0.05 } },
  { title: "+10 %, independent nights", nights: { ...noCorrelation, step: 0.1 } },
  { title: "+10 %, correlation 0.3", nights: { ...resembling, step: 0.1 } },
  { title: "+10 %, two kinds of machine", nights: { ...twoKinds, step: 0.1 } },
];

/** First tellings in as many histories as there are runs. */
function told({ nights }: NightsLine, looks?: { readonly from: number; readonly to: number }) {
  const random = seededRandom(11);
  return Array.from({ length: runs }, () => firstTold(historyOf(nights, random), looks)).filter(
    (first) => first !== undefined,
  );
}

const nightsTable = () =>
  table([
    ["Years without a change", "Told of one", "Beyond +5 %"],
    ...steadyNights.map((line) => {
      const found = told(line);
      return [line.title, share(found.length), share(found.filter(({ change }) => change > 0.05).length)];
    }),
  ]);
const stepsTable = () =>
  table([
    ["A lasting change", "Told within 60 nights", "Nights until then, in the middle"],
    ...steps.map((line) => {
      const found = told(line, { from: nightOfStep + 1, to: nightOfStep + 60 });
      const nights = found.map(({ night }) => night - nightOfStep);
      return [line.title, share(found.length), nights.length > 0 ? String(Math.round(median(nights))) : "–"];
    }),
  ]);
const sections: Readonly<Record<string, () => string>> = {
  unchanged: quietTable,
  changed: foundTable,
  together: togetherTable,
  startups: startupsTable,
  leaks: leaksTable,
  nights: nightsTable,
  steps: stepsTable,
};
for (const [name, write] of Object.entries(sections)) {
  if (only !== undefined && only !== name) continue;
  const text = write();
  stdout.write(`${text}\n\n`);
  if (runs === standardRuns) keepSections("docs/calibration.md", [{ name, text }], { check: false });
}
