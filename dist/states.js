import { C as signed, E as metric, v as formatValue } from "./random.js";
// src/report/sections/states.ts
const order = [
	"errored",
	"regressed",
	"over-budget",
	"inconclusive",
	"not-comparable",
	"no-baseline",
	"improved",
	"pass"
];
const signs = {
	errored: "💥 errors",
	regressed: "❌ regressed",
	"over-budget": "❌ over budget",
	inconclusive: "❔ inconclusive",
	"not-comparable": "➖ not comparable",
	"no-baseline": "➖ no baseline",
	improved: "🟢 improved",
	pass: "✅ pass"
};
const failing = [
	"errored",
	"regressed",
	"over-budget"
];
function isFailing({ state }) {
	return failing.includes(state);
}
function isBudget(finding) {
	return finding.threshold.limit.kind === "absolute";
}
function worstFirst(findings) {
	return findings.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state) || badness(b) - badness(a));
}
function badness(finding) {
	const estimate = finding.change?.estimate ?? 0;
	return metric(finding.metric).better === "less" ? estimate : -estimate;
}
function stateSign(finding) {
	return (finding.threshold.level === "warn" && isFailing(finding) ? "⚠️ warning" : signs[finding.state]).replace(" ", "\xA0");
}
function changeText(finding) {
	const { change } = finding;
	if (!change || !Number.isFinite(change.estimate)) return "–";
	const unit = changeUnit(finding);
	const { estimate, low, high } = change;
	if (low === void 0 || high === void 0) return signed(estimate, unit);
	return `${low < 0 && high > 0 ? `≈ ` : ""}${signed(estimate, unit)} (${bare(low)} … ${bare(high)})`;
}
function changeUnit({ metric: id }) {
	return metric(id).unit === "ratio" ? "pp" : "%";
}
function bare(share) {
	return signed(share).replace("%", "");
}
function baseText(finding) {
	return formatValue(finding.metric, finding.base);
}
function headText(finding) {
	return formatValue(finding.metric, finding.head);
}
function metricLabel(finding) {
	return metric(finding.metric).label;
}
export { isBudget as a, stateSign as c, headText as i, worstFirst as l, changeText as n, isFailing as o, changeUnit as r, metricLabel as s, baseText as t };
