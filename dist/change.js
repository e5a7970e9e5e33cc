import { E as metric, T as isMetricId, d as serverRow, f as serverRowOf, p as serverVariant } from "./random.js";
import { i as UserError } from "./errors.js";
function trustBase(head, base) {
	const known = new Map(base.rows.map((row) => [row.id, row]));
	const overruled = head.rows.filter((row) => differ(row.thresholds, known.get(row.id)?.thresholds));
	const removed = base.rows.filter(({ id }) => !head.rows.some((row) => row.id === id));
	const server = differ(head.serverThresholds, base.serverThresholds);
	const arms = head.arms.map((arm) => boundAs(arm, base.arms));
	const rebound = arms.filter((arm) => !head.arms.includes(arm));
	const names = [
		...overruled.map(({ id }) => id),
		...new Set(rebound.map(({ variant }) => `variant ${variant}`)),
		...server ? ["the server"] : []
	];
	return {
		plan: {
			...head,
			arms,
			rows: head.rows.map((row) => ({
				...row,
				thresholds: known.get(row.id)?.thresholds ?? row.thresholds
			})),
			serverThresholds: base.serverThresholds,
			defaultThresholds: base.defaultThresholds,
			advisory: advisory(head, base)
		},
		warnings: [...names.length > 0 ? [`this commit changes thresholds (${names.join(", ")}); those of the base commit hold until it is merged`] : [], ...removed.length > 0 && !head.discover ? [`this commit no longer measures ${removed.map(({ id }) => id).join(", ")}, which the base commit does`] : []]
	};
}
function boundAs(arm, others) {
	const other = others.find(({ id }) => id === arm.id);
	if (other?.reference === void 0) return arm;
	if (other.reference === arm.reference && !differ(arm.thresholds ?? [], other.thresholds ?? [])) return arm;
	const { thresholds: _own, ...rest } = arm;
	const { reference, thresholds } = other;
	return {
		...rest,
		reference,
		...thresholds === void 0 ? {} : { thresholds }
	};
}
function advisory(head, base) {
	if (head.serverHash !== base.serverHash) return { ["*"]: "this commit changes how the server is started" };
	if (head.discover) return base.discover && JSON.stringify(head.defaults) === JSON.stringify(base.defaults) ? {} : { ["*"]: "this commit changes what is measured" };
	const known = new Map(base.rows.map((row) => [row.id, row]));
	const why = (row) => {
		const before = known.get(row.id);
		if (!before) return "this commit adds it to the configuration";
		return before.configHash === row.configHash ? void 0 : "this commit changes its configuration";
	};
	return Object.fromEntries(head.rows.flatMap((row) => {
		const reason = why(row);
		return reason === void 0 ? [] : [[row.id, reason]];
	}));
}
function differ(one, other) {
	const normal = (list) => list.map(({ metric, level, text }) => `${metric} ${level} ${text}`).sort();
	return other !== void 0 && JSON.stringify(normal(one)) !== JSON.stringify(normal(other));
}
// src/compare/thresholds.ts
function thresholdsOf(record) {
	const read = (row, thresholds) => [row, thresholds.map((threshold) => inForce(record, row, threshold))];
	return new Map([...record.rows.map((row) => read(row.id, row.thresholds)), read(serverRow, record.serverThresholds)]);
}
function whyAdvisory({ advisory = {} }, row) {
	return advisory[row] ?? advisory["*"];
}
function inForce(record, row, threshold) {
	const read = known(row, threshold);
	return whyAdvisory(record, row) === void 0 || read.limit.kind === "absolute" && !record.quick ? read : {
		...read,
		level: "warn"
	};
}
function known(row, threshold) {
	const { metric: id } = threshold;
	if (isMetricId(id)) return {
		...threshold,
		metric: id
	};
	throw new UserError(`the record has a threshold on the unknown metric ${JSON.stringify(id)}`, {
		where: row,
		fix: "measure again with this version of mcp-bench"
	});
}
function gatesOf(head, thresholds) {
	const rows = head.rows.flatMap((summary) => (thresholds.get(summary.row) ?? []).filter((threshold) => metric(threshold.metric).scope === "row").map((threshold) => ({
		row: summary.row,
		threshold,
		summary,
		statistic: summary.statistics[threshold.metric]
	})));
	const onServer = (thresholds.get("(server)") ?? []).filter(({ metric: id }) => metric(id).scope === "server");
	const server = (head.servers ? Object.keys(head.servers).map(serverRowOf) : [serverRow]).flatMap((row) => onServer.map((threshold) => ({
		row,
		threshold,
		statistic: serverStatistics(head, row)?.[threshold.metric]
	})));
	return [...rows, ...server];
}
function serverStatistics(summary, row) {
	const variant = serverVariant(row);
	return variant === void 0 ? summary.server : summary.servers?.[variant];
}
function gatedCount(gates) {
	const deciding = gates.filter(({ threshold }) => threshold.level === "fail" && threshold.limit.kind !== "absolute" && metric(threshold.metric).kind === "noisy");
	return Math.max(1, deciding.length);
}
// src/compare/change.ts
function logWorse(id, { base, head }) {
	const d = Math.log(head / base);
	return metric(id).better === "less" ? d : -d;
}
function logLimit(id, change) {
	if (metric(id).better === "less") return Math.log1p(change);
	return change < 1 ? -Math.log1p(-change) : Number.POSITIVE_INFINITY;
}
function asShare(id, worse) {
	const share = (d) => Math.expm1(metric(id).better === "less" ? d : -d);
	const { estimate, low, high } = worse;
	if (low === void 0 || high === void 0) return { estimate: share(estimate) };
	const [first, second] = [share(low), share(high)];
	return {
		estimate: share(estimate),
		low: Math.min(first, second),
		high: Math.max(first, second)
	};
}
const resolution = {
	call: .005,
	phase: 2,
	memory: 262144
};
function beyondResolution(id, { base, head }) {
	const { unit, scope } = metric(id);
	const difference = Math.abs(head - base);
	if (unit === "ms") return difference > (scope === "server" ? resolution.phase : resolution.call);
	if (unit === "bytes") return difference > resolution.memory;
	if (unit === "per-second") return Math.abs(1e3 / head - 1e3 / base) > resolution.call;
	return difference > 0;
}
export { gatedCount as a, serverStatistics as c, trustBase as d, logWorse as i, thresholdsOf as l, beyondResolution as n, gatesOf as o, logLimit as r, inForce as s, asShare as t, whyAdvisory as u };
