import { nothing, percent, plural } from "../../../metrics/format.ts";
import { formatValue, fromTo, unitOfAll } from "../../../metrics/format-value.ts";
import type { MetricId } from "../../../metrics/metric.ts";
import { type MadeProfile, type ProfileKind, profileUnits } from "../../../record/profile.ts";
import type { Block, Section } from "../../../report/block.ts";
import { type Column, left, right, table } from "../../../report/columns.ts";
import { type FeatureExtent, type Report, type ReportFeature, rowName } from "../../../report/report.ts";
import type { Text } from "../../../report/text.ts";
import { type FunctionChange, mean, type ProfileChange } from "../profile/compare-profiles.ts";
import { selfTimes } from "../profile/functions.ts";
import { asTold } from "../profile/own-code.ts";
import { causeOfRegression, functionText, isAbout, keepsNoMore, profilesOf, type RowProfile } from "./cause.ts";

/** Functions of one row: the report is for a first look, raw profiles for the second. */
const shown = 5;

/** Smallest share of the largest rise that is shown. */
const leastShown = 0.02;

/** Rows with a table of their own. */
const rowsShown = 12;

export const whyReport: ReportFeature = { section: profilesSection, cause: causeOfRegression };

type KnownProfile = Exclude<RowProfile, { readonly state: "unknown" }>;

/** Shows the functions of profiled rows. */
function profilesSection(report: Report, extent: FeatureExtent): Section {
  const profiles = profilesOf(report);
  const known = profiles
    .filter((profile) => profile.state !== "unknown")
    .filter((profile) => extent !== "regressed" || profile.state === "head" || isRegressed(profile, report));
  const blocks = known.slice(0, rowsShown).flatMap((profile) => blocksOf(profile, report));
  const unknown = profiles.flatMap((profile): Text[] =>
    profile.state === "unknown" ? [[...subject(profile), " is unknown: ", { prose: profile.reason }]] : [],
  );
  const rest = known.length - rowsShown;
  return {
    id: "profiles",
    title: titleOf(known),
    fold: "Profile",
    inBrief: Number.POSITIVE_INFINITY,
    blocks: [
      ...blocks,
      ...(rest > 0 ? [{ kind: "paragraph", text: [`and ${plural(rest, "more profile")}.`] } as const] : []),
      ...(unknown.length > 0 ? [{ kind: "list", items: unknown } as const] : []),
      ...(known.length > 0 ? [{ kind: "paragraph", text: howMade(known) } as const] : []),
    ],
  };
}

function titleOf(known: readonly RowProfile[]): string {
  if (known.length > 0 && known.every(({ kind }) => kind === "memory")) return "Memory profile";
  return known.some(({ state }) => state === "compared")
    ? "Profile: where the time went"
    : "Profile: where the time goes";
}

const subjects: Readonly<Record<ProfileKind, string>> = {
  time: "where the time of a call goes",
  "start-up": "where the time of a start-up goes",
  memory: "memory that calls leak",
};

function subject({ row, kind }: RowProfile): Text {
  return [rowName(row), `: ${subjects[kind]}`];
}

function blocksOf(profile: KnownProfile, report: Report): Block[] {
  if (profile.state === "head")
    return [{ kind: "paragraph", text: [...subject(profile), "."] }, headTable(profile.head)];
  const { change, kind } = profile;
  const write = writer(kind, [change.base, change.head]);
  const arms = `${write(change.base)} on base and ${write(change.head)} on head`;
  if (keepsNoMore(profile))
    return [{ kind: "paragraph", text: [...subject(profile), `, ${arms}: no increase, so no function is named.`] }];
  const [{ difference: most } = { difference: 0 }] = change.functions;
  const worse = change.functions
    .filter(({ difference }) => difference > leastShown * Math.max(0, most))
    .slice(0, shown);
  const { waiting } = change;
  const lines = [...worse, ...(waiting && change.culprit === waiting ? [waiting] : [])];
  const sum: Text = [
    ...subject(profile),
    `, ${arms}${waiting ? " without waiting" : ""}.`,
    ...(isRegressed(profile, report) ? [" ", ...verdict(change)] : []),
  ];
  return [{ kind: "paragraph", text: sum }, ...(lines.length > 0 ? [table(columnsOf(kind, lines), lines)] : [])];
}

/** Servers may have been profiled without a regression, as with `profile: always`. */
function isRegressed(profile: RowProfile, { comparison }: Report): boolean {
  return comparison.findings.some((one) => one.state === "regressed" && isAbout(one, profile));
}

function verdict({ culprit, suspect, canTell }: ProfileChange): Text {
  if (culprit) return [...functionText(culprit), " stands out."];
  if (suspect)
    return [
      ...functionText(suspect),
      ` rose most, ${canTell ? "but by no more than the noise between launches" : "but in too few launches to be sure"}.`,
    ];
  return [canTell ? "No function stands out." : "Too few launches to tell whether a function stands out."];
}

function columnsOf(kind: ProfileKind, lines: readonly FunctionChange[]): Column<FunctionChange>[] {
  const id = metricOf(kind);
  const values = lines.flatMap(({ base, head }) => [base, head]);
  const unit = unitOfAll(id, values);
  const signOf = (change: number) => (change > 0 ? "+" : change < 0 ? "−" : "");
  const changeText = (change: number) => `${signOf(change)}${formatValue(id, Math.abs(change), unit)}`;
  return [
    left("Function", functionText),
    right("Base → head", ({ base, head }) => fromTo({ metric: id, base, head, unit })),
    right("Change", ({ difference }) => changeText(difference)),
  ];
}

/** Makes the table of a run without a comparison. */
function headTable(whole: MadeProfile): Block {
  const head = asTold(whole);
  const places = [...head.frames.keys()];
  const all = [...selfTimes(head, places)].flatMap(([place, values]) => {
    const frame = head.frames[place];
    return frame ? [{ frame, self: mean(values) }] : [];
  });
  const total = all.reduce((sum, { self }) => sum + self, 0);
  const lines = all.toSorted((a, b) => b.self - a.self).slice(0, shown);
  const shownTimes = lines.map(({ self }) => self);
  const write = writer(head.kind, shownTimes);
  const columns: Column<(typeof lines)[number]>[] = [
    left("Function", ({ frame }) => functionText(frame)),
    right("Self", ({ self }) => write(self)),
    right("Share", ({ self }) => (total > 0 ? percent(self / total) : nothing)),
  ];
  return table(columns, lines);
}

function writer(kind: ProfileKind, values: readonly number[]): (value: number) => string {
  const unit = unitOfAll(metricOf(kind), values);
  return (value) => formatValue(metricOf(kind), value, unit);
}

/** Returns a metric whose figures are like those of a profile. */
function metricOf(kind: ProfileKind): MetricId {
  return profileUnits[kind] === "ms" ? "cpu_per_call" : "peak_rss";
}

/** Explains how the profile was made, and that its launches are not timed. */
function howMade(known: readonly KnownProfile[]): Text {
  const by = [...new Set(known.map(({ head }) => head.by))].join("; ");
  const launches = known.flatMap((one) =>
    (one.state === "compared" ? [one.base, one.head] : [one.head]).map((profile) => profile.launches.length),
  );
  const [least, most] = [Math.min(...launches), Math.max(...launches)];
  const count = least === most ? plural(most, "launch") : `${least} to ${plural(most, "launch")}`;
  return [
    `Per call, for each function with the libraries that it calls; from ${count} of each version after the rounds, untimed. Profiled by `,
    { prose: by },
    ".",
  ];
}
