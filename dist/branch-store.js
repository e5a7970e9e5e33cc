import { n as __require, t as __commonJSMin } from "./rolldown-runtime.js";
import { D as metricIds, E as metric, S as plural, T as isMetricId, a as mean$1, b as percent, c as requireSample, d as serverRow, i as gammaln, n as describe$1, p as serverVariant, r as median, s as sampleVariance, t as seededRandom, u as isServerRow, v as formatValue, x as percentagePoints } from "./random.js";
import { a as gatedCount, c as serverStatistics, d as trustBase, i as logWorse, l as thresholdsOf, n as beyondResolution, o as gatesOf, r as logLimit, s as inForce, t as asShare, u as whyAdvisory } from "./change.js";
import { i as UserError, n as ConfigError, r as ServerError, t as BaselineError } from "./errors.js";
import { C as strictObject, E as unknown, F as NEVER, N as globalRegistry, S as record, T as union, _ as number$1, b as partialRecord, c as boolean, g as looseObject, h as literal, i as _enum, k as toJSONSchema, l as custom, p as json$1, s as array, u as discriminatedUnion, v as object, w as string } from "./schemas.js";
import { A as ListResourcesResultSchema, D as ListPromptsResultSchema, G as ResourceListChangedNotificationSchema, I as ListToolsResultSchema, K as SUPPORTED_PROTOCOL_VERSIONS, O as ListResourceTemplatesResultSchema, R as McpError, T as ListChangedOptionsBaseSchema, V as PromptListChangedNotificationSchema, W as ReadResourceResultSchema, Y as ToolListChangedNotificationSchema, c as CreateMessageResultSchema, d as ElicitRequestSchema, f as ElicitResultSchema, g as GetPromptResultSchema, j as ListRootsRequestSchema, l as CreateMessageResultWithToolsSchema, m as ErrorCode, n as CallToolResultSchema, nt as datetime, o as CompleteResultSchema, p as EmptyResultSchema, s as CreateMessageRequestSchema, u as CreateTaskResultSchema, w as LATEST_PROTOCOL_VERSION, x as InitializeResultSchema } from "./types.js";
import { n as encodeSamples, r as samples, t as decodeSamples } from "./record-samples.js";
import { a as mergeCapabilities, c as safeParse, i as Protocol, n as assertToolsCallTaskCapability, o as getLiteralValue, r as AjvJsonSchemaValidator, s as getObjectShape, t as assertClientRequestTaskCapability } from "./helpers.js";
import { a as clientInfo, i as answerSampling, n as answerElicitation, o as declaredCapabilities, r as answerRoots, s as harness, t as HttpFailure } from "./http-failure.js";
import { t as require_undici } from "./undici.js";
import path, { join } from "node:path";
import { existsSync, readFileSync, readdirSync, realpathSync, statSync } from "node:fs";
import { mkdtemp, readFile, readdir, rm, stat } from "node:fs/promises";
import { createHash } from "node:crypto";
import os, { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { execFile, spawn, spawnSync } from "node:child_process";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { connect, createServer } from "node:net";
import { isDeepStrictEqual, promisify } from "node:util";
import { once, setMaxListeners } from "node:events";
import { gunzipSync, gzipSync } from "node:zlib";
import { Script, createContext } from "node:vm";
// src/clock.ts
const systemClock = { now: () => performance.now() };
// src/compare/advisory.ts
function advisoryFindings(record) {
	return record.rows.flatMap(({ id: row, thresholds }) => {
		const why = whyAdvisory(record, row);
		const gate = thresholds.find(({ level, limit }) => level === "fail" && limit.kind !== "absolute");
		if (why === void 0 || !gate || !isMetricId(gate.metric)) return [];
		const threshold = {
			...gate,
			metric: gate.metric
		};
		const reason = `${why}, so its figures are advisory`;
		return [{
			row,
			metric: gate.metric,
			threshold,
			state: "not-comparable",
			rounds: 0,
			reason
		}];
	});
}
// src/compare/arms.ts
function armFor(record, armId, rowId) {
	const variant = record.rows.find(({ id }) => id === rowId)?.variant ?? serverVariant(rowId);
	if (variant === void 0) return armId;
	const side = record.arms.find(({ id }) => id === armId)?.side;
	return record.arms.find((arm) => arm.side === side && arm.variant === variant)?.id ?? armId;
}
function sideOf(record, armId) {
	const side = record.arms.find(({ id }) => id === armId)?.side;
	return record.arms.filter((arm) => arm.side === side);
}
// src/compare/breakdown.ts
function breakdowns(record, head) {
	if (!head.rows.some((row) => row.attempted > 0)) return [broken(serverRow, {
		state: "errored",
		reason: "nothing was measured"
	})];
	return [...failedLaunches(record, head.arm), ...head.rows.filter((row) => row.ok === 0).map(brokenRow)];
}
function failedLaunches(record, arm) {
	const arms = new Set(sideOf(record, arm).map(({ id }) => id));
	const launches = record.rounds.flatMap((round) => round.launches.filter((launch) => arms.has(launch.arm)));
	const broke = launches.filter((launch) => launch.failure !== void 0);
	const isBroken = broke.length > 0 && broke.length >= launches.length / 2;
	const failed = isBroken ? broke : broke.filter((launch) => launch.measurements.length === 0);
	const [first] = failed;
	if (!first) return [];
	const state = isBroken ? "errored" : "inconclusive";
	const reason = `${failed.length} of ${plural(launches.length, "launch")} failed: ${first.failure}`;
	return [broken(serverRow, {
		state,
		reason,
		head: failed.length / launches.length
	})];
}
function brokenRow({ row, attempted, failures }) {
	if (attempted === 0) return broken(row, {
		state: "errored",
		reason: "nothing was measured"
	});
	const kinds = Object.entries(failures).map(([kind, count]) => `${count} × ${kind}`);
	return broken(row, {
		state: "errored",
		reason: `none of ${plural(attempted, "call")} was ok (${kinds.join(", ")})`,
		head: 1
	});
}
const mustWork = {
	metric: "error_rate",
	level: "fail",
	limit: {
		kind: "absolute",
		value: 0
	},
	text: "must answer"
};
function broken(row, what) {
	return {
		row,
		metric: "error_rate",
		threshold: mustWork,
		rounds: 0,
		...what
	};
}
// src/compare/budget.ts
function judgeBudget(gate, limit) {
	const { statistic, threshold } = gate;
	const { metric: id } = threshold;
	const over = (value) => metric(id).better === "less" ? value > limit : value < limit;
	const state = over(statistic.value) ? "over-budget" : "pass";
	const overRounds = statistic.rounds.filter(over).length;
	const word = metric(id).better === "less" ? "over" : "under";
	const parts = [`${formatValue(id, statistic.value)} is ${over(statistic.value) ? word : "within"} ${formatValue(id, limit)}`];
	if (overRounds > 0 && overRounds < statistic.rounds.length) parts.push(`${overRounds} of ${plural(statistic.rounds.length, "round")} ${word}`);
	if (statistic.insufficient) parts.push(`from ${statistic.insufficient.have} samples, needs ${statistic.insufficient.need} to be trusted`);
	return {
		state,
		reason: parts.join(", ")
	};
}
// src/stats/anytime.ts
const lambdas = Array.from({ length: 12 }, (_, step) => .15 * 20 ** (step / 11));
function evidenceAbove(differences, { theta, scale }) {
	if (differences.length > 0) requireSample(differences, "evidence");
	if (!(scale > 0) || !Number.isFinite(theta)) throw new RangeError(`evidence about ${theta} on a scale of ${scale}`);
	const bounded = differences.map((difference) => Math.tanh((difference - theta) / scale));
	return lambdas.map((lambda) => bounded.reduce((product, y) => product * 2 / (1 + Math.exp(-2 * lambda * y)), 1)).reduce((sum, value) => sum + value, 0) / lambdas.length;
}
function evidenceBelow(differences, { theta, scale }) {
	return evidenceAbove(differences.map((difference) => -difference), {
		theta: -theta,
		scale
	});
}
function anytimeInterval(differences, { confidence, scale }) {
	if (!(confidence > 0 && confidence < 1)) throw new RangeError(`confidence ${confidence} is not between 0 and 1`);
	const bound = 2 / (1 - confidence);
	const lowest = (values) => {
		const excluded = (theta) => evidenceAbove(values, {
			theta,
			scale
		}) >= bound;
		if (!(mostEvidence(values.length) > bound)) return Number.NEGATIVE_INFINITY;
		let outside = Math.min(...values) - 20 * scale;
		let inside = Math.max(...values);
		if (!excluded(outside)) return Number.NEGATIVE_INFINITY;
		for (let step = 0; step < 60; step++) {
			const middle = (outside + inside) / 2;
			if (excluded(middle)) outside = middle;
			else inside = middle;
		}
		return inside;
	};
	return {
		low: lowest(differences),
		high: -lowest(differences.map((difference) => -difference))
	};
}
function mostEvidence(rounds) {
	return lambdas.map((lambda) => (2 / (1 + Math.exp(-2 * lambda))) ** rounds).reduce((sum, value) => sum + value, 0) / lambdas.length;
}
// src/stats/hodges-lehmann.ts
function hodgesLehmann(values) {
	requireSample(values, "a Hodges–Lehmann estimate");
	return median(values.flatMap((first, index) => values.slice(index).map((second) => (first + second) / 2)));
}
// src/compare/judgement.ts
const falseAlarms = .01;
const falsePasses = .05;
function isMeasured(gate) {
	return gate.statistic?.state === "measured";
}
function finding(gate, judgement) {
	const { row, threshold, statistic } = gate;
	const measured = statistic?.state === "measured" ? statistic : void 0;
	return {
		row,
		metric: threshold.metric,
		threshold,
		...measured ? { head: measured.value } : {},
		rounds: measured?.rounds.length ?? 0,
		...judgement
	};
}
const finestScale = .01;
function decidePaired(ratios, { limit, gates, harm = limit }) {
	const estimate = hodgesLehmann(ratios);
	if (ratios.length < 7) return "inconclusive";
	const scale = scaleFor(limit);
	const needed = evidenceNeeded(gates);
	if (estimate > limit && evidenceAbove(ratios, {
		theta: 0,
		scale
	}) >= needed) return "regressed";
	if (estimate < -limit && evidenceBelow(ratios, {
		theta: 0,
		scale
	}) >= needed) return "improved";
	return (Number.isFinite(harm) ? evidenceBelow(ratios, {
		theta: harm,
		scale
	}) : Number.POSITIVE_INFINITY) >= 20 && estimate <= limit ? "pass" : "inconclusive";
}
function estimatePaired(ratios, { limit, gates }) {
	const scale = scaleFor(limit);
	const estimate = hodgesLehmann(ratios);
	const evidenceFor = estimate >= 0 ? evidenceAbove : evidenceBelow;
	return {
		estimate,
		...anytimeInterval(ratios, {
			confidence: .95,
			scale
		}),
		minimumDetectable: detectable(ratios, {
			estimate,
			limit,
			scale,
			needed: evidenceNeeded(gates)
		}),
		evidence: evidenceFor(ratios, {
			theta: 0,
			scale
		})
	};
}
function scaleFor(limit) {
	return Math.max(Math.min(limit, 1), finestScale);
}
function roundsNeeded(gates) {
	let rounds = 7;
	while (mostEvidence(rounds) < evidenceNeeded(gates)) rounds += 1;
	return rounds;
}
function evidenceNeeded(gates) {
	return Math.max(1, gates) / falseAlarms;
}
function detectable(ratios, { estimate, limit, scale, needed }) {
	const shown = (change) => evidenceAbove(ratios.map((ratio) => ratio - estimate + change), {
		theta: 0,
		scale
	}) >= needed;
	if (shown(limit)) return limit;
	let [hidden, found] = [limit, 16];
	if (!shown(found)) return Number.POSITIVE_INFINITY;
	for (let step = 0; step < 40; step++) {
		const middle = (hidden + found) / 2;
		if (shown(middle)) found = middle;
		else hidden = middle;
	}
	return found;
}
// src/compare/guard.ts
const points = (id, share) => ({
	metric: id,
	level: "fail",
	limit: {
		kind: "points",
		points: share
	},
	text: `+${share * 100}pp`
});
const rowGuards = [points("slow_calls", .05), points("stalls", .05)];
const serverGuards = [points("idle_cpu", .05)];
function judgeGuard(differences, { limit, gates, base }) {
	if (differences.length === 0) return {
		state: "inconclusive",
		base,
		rounds: 0,
		reason: "no round has it in both arms"
	};
	const bar = {
		limit,
		gates,
		harm: 2 * limit
	};
	const state = decidePaired(differences, bar);
	const { estimate, low, high, minimumDetectable, evidence } = estimatePaired(differences, bar);
	const bounded = Number.isFinite(low) && Number.isFinite(high);
	const paired = `in ${plural(differences.length, "paired round")}`;
	return {
		state,
		base,
		rounds: differences.length,
		change: bounded ? {
			estimate,
			low,
			high
		} : { estimate },
		...Number.isFinite(minimumDetectable) ? { minimumDetectable } : {},
		evidence,
		reason: {
			regressed: `shown ${paired}`,
			improved: `shown ${paired}`,
			pass: `a rise of ${percentagePoints(2 * limit)} is ruled out ${paired}`,
			inconclusive: differences.length < 7 ? `${plural(differences.length, "paired round")}, at least 7 are needed` : `not clear ${paired}`
		}[state]
	};
}
// src/compare/rates.ts
function achievedRate(measurements) {
	const blocks = measurements.flatMap((measurement) => measurement.blocks);
	const wallMs = total(blocks.map((block) => block.wallMs));
	const sent = total(blocks.map((block) => block.attempted - (block.backlog?.dropped ?? 0)));
	return wallMs > 0 ? 1e3 * sent / wallMs : void 0;
}
function throughput(measurements) {
	const blocks = measurements.flatMap((measurement) => measurement.blocks);
	const wallMs = total(blocks.map((block) => block.wallMs));
	return wallMs > 0 ? 1e3 * total(blocks.map((block) => block.ok)) / wallMs : void 0;
}
function errorRate(measurements) {
	const attempted = total(measurements.flatMap(({ outcomes }) => Object.values(outcomes)));
	return attempted > 0 ? 1 - total(measurements.map(({ outcomes }) => outcomes.ok ?? 0)) / attempted : void 0;
}
function total(values) {
	return values.reduce((sum, value) => sum + value, 0);
}
// src/compare/measurements.ts
function measurementsOf$1(record, armId, rowId) {
	const measuring = armFor(record, armId, rowId);
	return record.rounds.map((round) => round.launches.filter((launch) => launch.arm === measuring).flatMap((launch) => launch.measurements.filter((measurement) => measurement.row === rowId))).filter((measurements) => measurements.length > 0);
}
function samplesOf(rounds) {
	return rounds.map((measurements) => concatenate(measurements.map((measurement) => decodeSamples(measurement.samples)))).filter((round) => round.length > 0);
}
function serverLaunches(record, { round, arm }) {
	const ofArm = (one) => one.launches.filter((launch) => launch.arm === arm);
	const shared = record.rounds.some((one) => ofArm(one).some(({ purpose }) => purpose === void 0));
	return ofArm(round).filter(({ purpose }) => purpose === void 0 || !shared);
}
function concatenate(parts) {
	const joined = new Float32Array(total(parts.map((part) => part.length)));
	let offset = 0;
	for (const part of parts) {
		joined.set(part, offset);
		offset += part.length;
	}
	return joined;
}
// src/compare/companions.ts
const finestMean = .1;
function withCompanions(record, { thresholds, arms }) {
	const speedIsGated = [...thresholds].some(([row, own]) => row !== "(server)" && own.some(isSpeedGate));
	return new Map([...thresholds].map(([row, own]) => {
		if (row === "(server)") {
			const guards = serverGuards.filter((guard) => arms.every((arm) => isMeasuredOf(record, {
				arm,
				id: guard.metric
			})));
			return [row, speedIsGated ? [...own, ...missing(own, guards)] : own];
		}
		const cpuIsFine = arms.every((arm) => cpuIsResolved(record, {
			arm,
			row
		}));
		const beside = companionsOfP50(own, { open: isOpen(record, row) }).filter(({ metric }) => metric !== "cpu_per_call" || cpuIsFine);
		const guards = own.some(isSpeedGate) && callsSuffice(record, {
			arms,
			row
		}) ? missing(own, rowGuards) : [];
		return [row, [
			...own,
			...beside,
			...guards
		]];
	}));
}
function companionsOfP50(own, { open }) {
	const gate = own.find((threshold) => threshold.metric === "p50" && isGate(threshold));
	if (gate?.limit.kind !== "relative") return [];
	const gated = new Set(own.filter(isGate).map((threshold) => threshold.metric));
	const mean = gate.limit.change >= finestMean ? {
		...gate,
		metric: "mean"
	} : {
		...gate,
		metric: "mean",
		limit: {
			kind: "relative",
			change: finestMean
		},
		text: `+${finestMean * 100}%`
	};
	return [...gated.has("mean") || gated.has("throughput") && !open ? [] : [mean], ...gated.has("cpu_per_call") ? [] : [{
		...gate,
		metric: "cpu_per_call"
	}]];
}
function missing(own, guards) {
	const set = new Set(own.map((threshold) => threshold.metric));
	return guards.filter((guard) => !set.has(guard.metric));
}
function isOpen({ rows }, row) {
	return rows.some(({ id, load }) => id === row && load.kind === "open");
}
function isGate({ level, limit }) {
	return level === "fail" && limit.kind === "relative";
}
function isSpeedGate(threshold) {
	return isGate(threshold) && [
		"p50",
		"mean",
		"throughput"
	].includes(threshold.metric);
}
function isMeasuredOf(record, { arm, id }) {
	const launches = record.rounds.flatMap((round) => round.launches);
	return sideOf(record, arm).every((one) => launches.some((launch) => launch.arm === one.id && launch.metrics[id] !== void 0));
}
function callsSuffice(record, { arms, row }) {
	return arms.every((arm) => measurementsOf$1(record, arm, row).flat().some(({ outcomes }) => (outcomes.ok ?? 0) >= 20));
}
const tickMs$1 = 10;
function cpuIsResolved(record, { arm, row }) {
	const totals = measurementsOf$1(record, arm, row).flat().map(({ cpuPerCallMs, blocks }) => cpuPerCallMs === void 0 ? 0 : cpuPerCallMs * blocks.reduce((calls, block) => calls + block.attempted, 0));
	const inTicks = (total) => Math.abs(total / tickMs$1 - Math.round(total / tickMs$1)) < 1e-6;
	return totals.length > 0 && (totals.every((total) => total >= 200) || totals.every((total) => total > 0 && !inTicks(total)));
}
// src/compare/control.ts
const evidenceOfMove = 2e3;
const smallestMove = .02;
function contamination(record, arms) {
	const controls = record.arms.filter((arm) => arm.side === "control").map((arm) => arm.id);
	const besides = {
		base: idsOf(record, arms.base),
		head: idsOf(record, arms.head)
	};
	const keys = new Map(record.rows.map(({ id, key = id }) => [id, key]));
	const moves = record.rounds.map((round) => roundMove(round, {
		besides,
		controls,
		keys
	})).filter((move) => move !== void 0);
	if (moves.length === 0) return void 0;
	const hypothesis = {
		theta: 0,
		scale: smallestMove
	};
	const move = hodgesLehmann(moves);
	if (Math.max(evidenceAbove(moves, hypothesis), evidenceBelow(moves, hypothesis)) < evidenceOfMove || Math.abs(move) < smallestMove) return void 0;
	const pace = move > 0 ? "slower" : "faster";
	return `the control ran ${percent(Math.abs(Math.expm1(move)))} ${pace} beside head than beside base in ${plural(moves.length, "round")}`;
}
function idsOf(record, arm) {
	return new Set(sideOf(record, arm).map(({ id }) => id));
}
function roundMove(round, { besides, controls, keys }) {
	const moves = Object.entries(round.order).flatMap(([row, order]) => {
		const beside = (arms) => {
			const times = round.launches.filter((launch) => controls.includes(launch.arm)).flatMap((launch) => launch.measurements.filter((measurement) => keys.get(measurement.row) === row)).flatMap((measurement) => measurement.blocks).filter((block) => arms.has(neighbour(order, {
				position: block.position,
				controls
			}) ?? "")).flatMap((block) => block.medianMs ?? []);
			return times.length > 0 ? median(times) : 0;
		};
		const [base, head] = [beside(besides.base), beside(besides.head)];
		return base > 0 && head > 0 ? [Math.log(head / base)] : [];
	});
	return moves.length > 0 ? median(moves) : void 0;
}
function neighbour(order, { position, controls }) {
	const isArm = (arm) => !controls.includes(arm);
	return order.slice(0, position).findLast(isArm) ?? order.slice(position).find(isArm);
}
// src/stats/benjamini-hochberg.ts
function benjaminiHochberg(pValues) {
	for (const p of pValues) if (!(p >= 0 && p <= 1)) throw new RangeError(`${p} is not a p-value`);
	const count = pValues.length;
	const largestFirst = pValues.map((p, index) => ({
		p,
		index
	})).sort((a, b) => b.p - a.p);
	const adjusted = new Array(count).fill(1);
	let least = 1;
	for (const [place, { p, index }] of largestFirst.entries()) {
		least = Math.min(least, p * count / (count - place));
		adjusted[index] = least;
	}
	return adjusted;
}
// src/stats/sufficiency.ts
const beyond = 10;
function samplesNeeded(q) {
	if (!(q > 0 && q < 1)) throw new RangeError(`quantile ${q} is not between 0 and 1`);
	return Math.ceil(Number((beyond / (1 - q)).toPrecision(12)));
}
// src/stats/normal.ts
function normalTail(z) {
	if (Number.isNaN(z)) throw new RangeError("the normal distribution of NaN");
	if (z < 0) return 1 - normalTail(-z);
	const density = Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI);
	return z < 2 ? .5 - density * centralSum(z) : density / millsFraction(z);
}
function normalCritical(tail) {
	if (!(tail > 0 && tail < 1)) throw new RangeError(`a tail of ${tail} is not between 0 and 1`);
	if (tail > .5) return -normalCritical(1 - tail);
	let [low, high] = [0, 40];
	for (let middle = (low + high) / 2; middle > low && middle < high; middle = (low + high) / 2) if (normalTail(middle) > tail) low = middle;
	else high = middle;
	return high;
}
function centralSum(z) {
	let [sum, term] = [z, z];
	for (let odd = 3; term > sum * 1e-17; odd += 2) {
		term *= z ** 2 / odd;
		sum += term;
	}
	return sum;
}
function millsFraction(z) {
	let value = z;
	for (let term = 300; term >= 1; term--) value = z + term / value;
	return value;
}
// src/stats/proportion.ts
function wilsonInterval({ count, of }, z) {
	if (!(of > 0 && count >= 0 && count <= of)) throw new RangeError(`${count} of ${of} is not a share`);
	const share = count / of;
	const centre = share + z ** 2 / (2 * of);
	const half = z * Math.sqrt(share * (1 - share) / of + z ** 2 / (4 * of ** 2));
	const scale = 1 + z ** 2 / of;
	return {
		low: count === 0 ? 0 : (centre - half) / scale,
		high: count === of ? 1 : (centre + half) / scale
	};
}
function newcombeInterval(before, after, z) {
	const [p, q] = [before.count / before.of, after.count / after.of];
	const [first, second] = [wilsonInterval(before, z), wilsonInterval(after, z)];
	return {
		low: q - p - Math.hypot(q - second.low, first.high - p),
		high: q - p + Math.hypot(second.high - q, p - first.low)
	};
}
// src/compare/error-rate.ts
function failedShare(rows) {
	return rows.reduce(({ count, of }, row) => ({
		count: count + row.attempted - row.ok,
		of: of + row.attempted
	}), {
		count: 0,
		of: 0
	});
}
function judgeErrorRate(gate, { base, head, gates }) {
	const [before, after] = [base.count / base.of, head.count / head.of];
	const points = pointsOf(gate.threshold, before);
	const rise = after - before;
	const found = {
		base: before,
		change: {
			estimate: rise,
			...newcombeInterval(base, head, normalCritical(.025))
		}
	};
	const reason = `${head.count} of ${head.of} calls failed, ${base.count} of ${base.of} before`;
	if (rise <= 0) return {
		...found,
		state: isFall(base, head, {
			points,
			gates
		}) ? "improved" : "pass",
		reason
	};
	const { rounds } = gate.statistic;
	const failing = rounds.filter((rate) => rate > 0).length;
	if (rise > points && failing === 1 && rounds.length > 1) return {
		...found,
		state: "inconclusive",
		reason: `${reason}, all in one launch of ${rounds.length}`
	};
	const sure = newcombeInterval(base, head, normalCritical(falseAlarms / gates)).low > 0;
	if (rise > points && sure) return {
		...found,
		state: "regressed",
		reason
	};
	if (newcombeInterval(base, head, normalCritical(.05)).high < points) return {
		...found,
		state: "pass",
		reason
	};
	return {
		...found,
		state: "inconclusive",
		reason: `${reason}: too few to tell a rise of ${percentagePoints(points)}`
	};
}
function isFall(base, head, { points, gates }) {
	if (head.count / head.of - base.count / base.of >= -points) return false;
	return newcombeInterval(base, head, normalCritical(falseAlarms / gates)).high < 0;
}
function pointsOf({ limit }, before) {
	if (limit.kind === "points") return limit.points;
	return limit.kind === "relative" ? limit.change * before : limit.value;
}
// src/compare/exact.ts
function judgeExact(gate, base, change) {
	const { metric: id } = gate.threshold;
	const head = gate.statistic.value;
	const worse = metric(id).better === "less" ? head - base : base - head;
	const found = {
		base,
		...base === 0 ? {} : { change: { estimate: head / base - 1 } }
	};
	if (worse === 0) return {
		...found,
		state: "pass",
		reason: "unchanged"
	};
	const reason = `${formatValue(id, base)} became ${formatValue(id, head)}`;
	if (worse > change * base) return {
		...found,
		state: "regressed",
		reason
	};
	return {
		...found,
		state: worse < -change * base ? "improved" : "pass",
		reason
	};
}
// src/stats/tail.ts
const slowFactor = 1.5;
const stall = {
	factor: 5,
	leastMs: 4
};
function slowShare(latenciesMs) {
	const bound = slowFactor * median(latenciesMs);
	return latenciesMs.filter((latency) => latency > bound).length / latenciesMs.length;
}
function stalledShare(latenciesMs) {
	const bound = Math.max(stall.factor * median(latenciesMs), stall.leastMs);
	const total = latenciesMs.reduce((sum, latency) => sum + latency, 0);
	const lost = latenciesMs.reduce((sum, latency) => sum + Math.max(0, latency - bound), 0);
	return total > 0 ? lost / total : 0;
}
// src/compare/paired-rounds.ts
function roundRatios(record, { row, baseRow = row, id, arms }) {
	const base = {
		arm: armFor(record, arms.base, baseRow),
		row: baseRow
	};
	const head = {
		arm: armFor(record, arms.head, row),
		row
	};
	return record.rounds.flatMap((round) => {
		const worse = isServerRow(row) ? launchRatio(record, {
			round,
			id,
			arms: {
				base: base.arm,
				head: head.arm
			}
		}) : rowRatio(round, {
			id,
			base,
			head
		});
		return worse === void 0 ? [] : [{
			round: round.index,
			worse
		}];
	});
}
function roundDifferences(record, { row, baseRow = row, id, arms }) {
	const value = (round, measured) => isServerRow(row) ? middle(serverLaunches(record, {
		round,
		arm: measured.arm
	}).map((launch) => launch.metrics[id])) : roundValue(id, measurementsOf(round, measured));
	const sides = {
		base: {
			arm: armFor(record, arms.base, baseRow),
			row: baseRow
		},
		head: {
			arm: armFor(record, arms.head, row),
			row
		}
	};
	return record.rounds.flatMap((round) => {
		const [base, head] = [value(round, sides.base), value(round, sides.head)];
		return base === void 0 || head === void 0 ? [] : [head - base];
	});
}
function launchRatio(record, { round, id, arms }) {
	const value = (arm) => middle(serverLaunches(record, {
		round,
		arm
	}).map((launch) => launch.metrics[id]));
	return ratio(id, value(arms.base), value(arms.head));
}
function rowRatio(round, { id, ...sides }) {
	const [base, head] = [measurementsOf(round, sides.base), measurementsOf(round, sides.head)];
	if (id !== "p50") return ratio(id, roundValue(id, base), roundValue(id, head));
	const [baseBlocks, headBlocks] = [medians(base), medians(head)];
	return middle(baseBlocks.map((value, index) => ratio(id, value, headBlocks[index])));
}
function medians(measurements) {
	return measurements.flatMap((measurement) => measurement.blocks).sort((a, b) => a.position - b.position).map((block) => block.medianMs);
}
function roundValue(id, measurements) {
	if (measurements.length === 0) return void 0;
	if (id === "throughput" || id === "items_throughput") return throughput(measurements);
	if (id === "achieved_rate") return achievedRate(measurements);
	if (id === "mean") return meanOfBlocks(measurements);
	if (id === "cpu_per_call") return middle(measurements.map((measurement) => measurement.cpuPerCallMs));
	const samples = measurements.flatMap((measurement) => [...decodeSamples(measurement.samples)]);
	const { quantile } = metric(id);
	if (samples.length === 0 || quantile !== void 0 && samples.length < samplesNeeded(quantile)) return void 0;
	if (id === "slow_calls") return slowShare(samples);
	if (id === "stalls") return stalledShare(samples);
	const value = { ...describe$1(samples) }[id];
	return typeof value === "number" ? value : void 0;
}
function meanOfBlocks(measurements) {
	const blocks = measurements.flatMap((measurement) => measurement.blocks);
	const calls = blocks.reduce((sum, block) => sum + (block.meanMs === void 0 ? 0 : block.ok), 0);
	return calls > 0 ? blocks.reduce((sum, block) => sum + (block.meanMs ?? 0) * block.ok, 0) / calls : void 0;
}
function measurementsOf(round, { arm, row }) {
	return launchesOf(round, arm).flatMap((launch) => launch.measurements.filter((one) => one.row === row));
}
function launchesOf(round, arm) {
	return round.launches.filter((launch) => launch.arm === arm);
}
function ratio(id, base, head) {
	return base !== void 0 && head !== void 0 && base > 0 && head > 0 ? logWorse(id, {
		base,
		head
	}) : void 0;
}
function middle(values) {
	const present = values.filter((value) => value !== void 0);
	return present.length > 0 ? median(present) : void 0;
}
// src/stats/sign-test.ts
function signTest(above, below) {
	const count = above + below;
	if (![above, below].every((value) => Number.isSafeInteger(value) && value >= 0)) throw new RangeError(`a sign test of ${above} against ${below}`);
	let [term, tail] = [-count * Math.LN2, 0];
	for (let tosses = count; tosses >= above; tosses--) {
		tail += Math.exp(term);
		term += Math.log(tosses / (count - tosses + 1));
	}
	return Math.min(1, tail);
}
// src/compare/slow-mode.ts
const apart = Math.log(2);
const noEvidence = .2;
function findModes(ratios) {
	const far = ratios.filter(({ worse }) => Math.abs(worse) > apart);
	const head = far.filter(({ worse }) => worse > 0).length;
	const base = far.length - head;
	if (far.length === 0 || Math.max(head, base) > ratios.length / 2) return void 0;
	const both = head > 0 && base > 0;
	return {
		head,
		base,
		rounds: ratios.length,
		discordant: new Set(both ? far.map(({ round }) => round) : [])
	};
}
const asOftenAsBase = {
	metric: "slow_mode",
	level: "fail",
	limit: {
		kind: "points",
		points: 0
	},
	text: "as often as base"
};
function judgeModes(row, { modes, gates }) {
	const { head, base, rounds } = modes;
	const regressed = evidenceAbove([...new Array(head).fill(1), ...new Array(base).fill(-1)], {
		theta: 0,
		scale: .2
	}) >= Math.max(1, gates) / falseAlarms;
	const open = signTest(head, base) <= noEvidence;
	return {
		row,
		metric: "slow_mode",
		threshold: asOftenAsBase,
		state: regressed ? "regressed" : open ? "inconclusive" : "pass",
		head: head / rounds,
		base: base / rounds,
		change: { estimate: (head - base) / rounds },
		rounds,
		reason: `of ${rounds} rounds, head alone was over twice as slow in ${head}, base alone in ${base}`
	};
}
// src/compare/paired.ts
function modesOf(record, arms) {
	return new Map(record.rows.flatMap(({ id: row }) => {
		const modes = findModes(roundRatios(record, {
			row,
			id: "p50",
			arms
		}));
		return modes ? [[row, modes]] : [];
	}));
}
function pairedJudge(pairing, otherwise) {
	return (gate) => {
		const { metric: id, limit } = gate.threshold;
		const baseRow = pairing.base.rows.find((candidate) => candidate.row === gate.row);
		const base = gate.summary ? baseRow?.statistics[id] : serverStatistics(pairing.base, gate.row)?.[id];
		const lacking = gate.summary ? whyLacking(baseRow) : void 0;
		if (base?.state !== "measured" || lacking !== void 0) {
			const judged = otherwise(gate);
			return {
				...judged,
				reason: `${lacking ?? `base has no ${metric(id).label}`}; ${judged.reason}`
			};
		}
		if (id === "error_rate" && gate.summary && baseRow) return judgeErrorRate(gate, {
			base: failedShare([baseRow]),
			head: failedShare([gate.summary]),
			gates: pairing.gates
		});
		if (limit.kind === "points") {
			const { record, arms, baseRow: other } = pairing;
			return judgeGuard(roundDifferences(record, {
				row: gate.row,
				...other === void 0 ? {} : { baseRow: other },
				id,
				arms
			}), {
				limit: limit.points,
				gates: pairing.gates,
				base: base.value
			});
		}
		const change = limit.kind === "relative" ? limit.change : 0;
		return metric(id).kind === "exact" ? judgeExact(gate, base.value, change) : judgeRounds(gate, {
			...pairing,
			statistic: base,
			change
		});
	};
}
function whyLacking(base) {
	if (!base || base.attempted === 0) return "the base commit was not measured on it";
	if (base.ok > 0) return void 0;
	const kinds = Object.entries(base.failures).map(([kind, count]) => `${count} × ${kind}`);
	return `none of ${plural(base.attempted, "call")} of the base commit was ok (${kinds.join(", ")})`;
}
function judgeRounds(gate, { record, arms, baseRow, modes, gates, statistic, change }) {
	const { metric: id } = gate.threshold;
	const { value: base } = statistic;
	const discordant = modes.get(gate.row)?.discordant;
	const ratios = roundRatios(record, {
		row: gate.row,
		...baseRow === void 0 ? {} : { baseRow },
		id,
		arms
	}).filter(({ round }) => !discordant?.has(round)).map(({ worse }) => worse);
	if (ratios.length === 0) return {
		base,
		rounds: 0,
		...withoutRatios(gate, base)
	};
	const limit = logLimit(id, change);
	const bar = {
		limit,
		gates,
		...id === "cpu_per_call" ? { harm: cpuHarm(limit) } : {}
	};
	const { low, high, estimate, minimumDetectable, evidence } = estimatePaired(ratios, bar);
	const bounded = Number.isFinite(low) && Number.isFinite(high);
	const detectable = Math.abs(asShare(id, { estimate: minimumDetectable }).estimate);
	const found = {
		base,
		rounds: ratios.length,
		change: asShare(id, bounded ? {
			estimate,
			low,
			high
		} : { estimate }),
		...Number.isFinite(minimumDetectable) ? { minimumDetectable: detectable } : {},
		...ratios.length > 1 ? { halves: halves(gate, ratios) } : {},
		evidence
	};
	const state = decidePaired(ratios, bar);
	const head = base * (1 + found.change.estimate);
	if ((state === "regressed" || state === "improved") && !beyondResolution(id, {
		base,
		head
	})) return {
		...found,
		state: "pass",
		reason: "the difference is too small to matter"
	};
	return {
		...found,
		state,
		reason: reasonFor(state, {
			rounds: ratios.length,
			gates
		})
	};
}
function cpuHarm(limit) {
	return 2 * limit;
}
function withoutRatios({ threshold, statistic, summary }, base) {
	const { label, quantile } = metric(threshold.metric);
	if (base === 0 && statistic.value === 0) return {
		state: "pass",
		reason: "zero in every round"
	};
	const calls = Math.floor((summary?.ok ?? 0) / statistic.rounds.length);
	return {
		state: "inconclusive",
		reason: quantile !== void 0 && summary !== void 0 && calls < samplesNeeded(quantile) ? `${label} needs ${samplesNeeded(quantile)} ok calls per launch, there were ${calls}` : `no round has ${label} above zero in both arms`
	};
}
function halves({ threshold }, ratios) {
	const middle = Math.ceil(ratios.length / 2);
	const share = (half) => asShare(threshold.metric, { estimate: hodgesLehmann(half) }).estimate;
	return [share(ratios.slice(0, middle)), share(ratios.slice(middle))];
}
function reasonFor(state, { rounds, gates }) {
	const paired = `in ${plural(rounds, "paired round")}`;
	if (state === "regressed" || state === "improved") return `shown ${paired}`;
	if (state === "pass") return `a change beyond the threshold is ruled out ${paired}`;
	if (rounds < 7) return `${plural(rounds, "paired round")}, at least 7 are needed`;
	const needed = roundsNeeded(gates);
	return rounds < needed ? `not clear ${paired}; with ${plural(gates, "gate")} a regression takes at least ${needed}` : `not clear ${paired}`;
}
function labelWarnings(findings) {
	const isCandidate = ({ threshold, evidence }) => threshold.level === "warn" && evidence !== void 0;
	const candidates = findings.filter(isCandidate);
	const adjusted = benjaminiHochberg(candidates.map(({ evidence = 0 }) => Math.min(1, 1 / evidence)));
	const named = new Set(candidates.filter((one, index) => (adjusted[index] ?? 1) <= .05 && isBeyond(one)));
	return findings.map((one) => named.has(one) ? {
		...one,
		state: direction(one),
		reason: "shown, as a warning"
	} : one);
}
function isBeyond({ threshold, change, metric: id, rounds, base = 0 }) {
	if (threshold.limit.kind !== "relative" || !change || rounds < 7) return false;
	return Math.abs(metric(id).better === "less" ? Math.log1p(change.estimate) : -Math.log1p(change.estimate)) > logLimit(id, threshold.limit.change) && beyondResolution(id, {
		base,
		head: base * (1 + change.estimate)
	});
}
function direction({ change, metric: id }) {
	return (change?.estimate ?? 0) > 0 === (metric(id).better === "less") ? "regressed" : "improved";
}
// src/compare/references.ts
function referenceGates(record, head) {
	const rows = new Map(record.rows.map((row) => [row.id, row]));
	return head.rows.flatMap((summary) => {
		const row = rows.get(summary.row);
		const arm = record.arms.find(({ side, variant }) => side === "head" && variant === row?.variant);
		const reference = arm?.reference;
		const base = reference === void 0 ? void 0 : summaryOn(reference, {
			row,
			head,
			rows: record.rows
		});
		if (!base || reference === void 0 || summary.ok === 0 || base.ok === 0) return [];
		return (arm?.thresholds ?? []).map((threshold) => inForce(record, summary.row, threshold)).filter((threshold) => metric(threshold.metric).scope === "row" && threshold.limit.kind !== "absolute").map((threshold) => ({
			gate: {
				row: summary.row,
				threshold,
				summary,
				statistic: summary.statistics[threshold.metric]
			},
			base,
			reference
		}));
	});
}
function summaryOn(variant, { row, head, rows }) {
	const other = row && rows.find((candidate) => candidate.key === row.key && candidate.variant === variant);
	return head.rows.find((summary) => summary.row === other?.id);
}
function judgeReferences(bounds, { record, head, gates }) {
	return bounds.map(({ gate, base, reference }) => {
		const judge = pairedJudge({
			record,
			base: {
				...head,
				rows: [{
					...base,
					row: gate.row
				}]
			},
			arms: {
				base: head.arm,
				head: head.arm
			},
			baseRow: base.row,
			modes: new Map(),
			gates
		}, () => ({
			state: "inconclusive",
			reason: `${gate.threshold.metric} was not measured on ${reference}`
		}));
		return {
			...finding(gate, isMeasured(gate) ? judge(gate) : {
				state: "inconclusive",
				reason: `${gate.threshold.metric} was not measured`
			}),
			against: reference
		};
	});
}
// src/stats/student.ts
function studentTail(t, df) {
	if (Number.isNaN(t) || !(df > 0)) throw new RangeError(`Student's t of ${t} with ${df} degrees of freedom`);
	const tail = incompleteBeta(df / (df + t * t), df / 2, .5) / 2;
	return t >= 0 ? tail : 1 - tail;
}
function studentCritical(tail, df) {
	if (!(tail > 0 && tail < 1)) throw new RangeError(`a tail of ${tail} is not between 0 and 1`);
	if (tail > .5) return -studentCritical(1 - tail, df);
	let [low, high] = [0, 1];
	while (studentTail(high, df) > tail) [low, high] = [high, high * 2];
	for (let middle = (low + high) / 2; middle > low && middle < high; middle = (low + high) / 2) if (studentTail(middle, df) > tail) low = middle;
	else high = middle;
	return high;
}
function incompleteBeta(x, a, b) {
	if (x <= 0) return 0;
	if (x >= 1) return 1;
	if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
	return Math.exp(gammaln(a + b) - gammaln(a) - gammaln(b) + a * Math.log(x) + b * Math.log1p(-x)) / a / betaFraction(x, a, b);
}
function betaFraction(x, a, b) {
	let value = 1;
	for (let term = 400; term >= 1; term--) {
		const m = Math.floor(term / 2);
		value = 1 + (term % 2 === 0 ? m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)) : -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))) / value;
	}
	return value;
}
// src/compare/prediction.ts
const assumedSpread = {
	median: .09,
	mean: .12,
	tail: .2,
	memory: .05
};
const spreadClass = {
	p50: "median",
	p75: "median",
	min: "median",
	mad: "median",
	cpu_per_call: "median",
	mean: "mean",
	throughput: "mean",
	startup: "mean",
	handshake: "mean",
	first_list: "mean",
	shutdown: "mean",
	idle_rss: "memory",
	peak_rss: "memory"
};
const assumedFreedom = 10;
const leastSpread = .01;
function predict(id, { head, entries }) {
	const within = withinRun([head, ...entries]);
	if (!within) return void 0;
	const count = entries.length;
	const values = entries.map((entry) => entry.value);
	const own = count > 1 ? sampleVariance(values) : 0;
	const assumed = pool(assumedSpread[spreadClass[id] ?? "tail"] ** 2, within);
	const freedom = assumed.freedom + count - 1;
	const guarded = (assumed.freedom * assumed.variance + (count - 1) * own) / freedom;
	const observed = Math.max(own, within.variance, leastSpread ** 2);
	const widen = Math.sqrt(1 + 1 / count);
	const enough = count >= 5;
	return {
		difference: head.value - mean$1(values),
		spread: Math.sqrt(enough ? Math.min(guarded, observed) : guarded),
		halfWidth: (tail) => {
			if (!enough) return studentCritical(tail, freedom) * Math.sqrt(guarded) * widen;
			const byAssumption = studentCritical(tail / 2, freedom) * Math.sqrt(guarded) * widen;
			return Math.min(byAssumption, ownHalfWidth(observed, {
				count,
				tail
			}));
		}
	};
}
function entriesNeeded(spread, { limit, tail }) {
	for (let count = 5; count <= 100; count++) if (ownHalfWidth(spread ** 2, {
		count,
		tail
	}) < limit) return count;
}
function ownHalfWidth(variance, { count, tail }) {
	return studentCritical(tail / 2, count - 1) * Math.sqrt(variance * (1 + 1 / count));
}
function withinRun(runs) {
	const replicated = runs.filter((run) => run.rounds.length > 1);
	if (replicated.length === 0) return void 0;
	const freedom = replicated.reduce((sum, run) => sum + run.rounds.length - 1, 0);
	const squares = replicated.reduce((sum, run) => sum + sampleVariance([...run.rounds]) * (run.rounds.length - 1), 0);
	const fewest = runs.filter((run) => run.rounds.length > 0).reduce((least, run) => Math.min(least, run.rounds.length), Number.POSITIVE_INFINITY);
	return {
		variance: (fewest > 2 ? Math.PI / 2 : 1) * squares / freedom / fewest,
		freedom
	};
}
function pool(assumed, within) {
	const variance = assumed + within.variance;
	return {
		variance,
		freedom: variance ** 2 / (assumed ** 2 / assumedFreedom + within.variance ** 2 / within.freedom)
	};
}
// src/compare/stored.ts
const window$1 = 20;
function storedJudge(entries, { head, gates }) {
	const newest = entries.slice(-20).map((entry) => entry.summary);
	return (gate) => {
		const matched = match(newest, {
			gate,
			head
		});
		if (matched.entries === void 0) return matched;
		const last = matched.entries.at(-1)?.statistic;
		const { metric: id, limit } = gate.threshold;
		if (!last) return {
			state: "no-baseline",
			reason: `no stored run has ${metric(id).label}`
		};
		if (id === "error_rate" && gate.summary) return judgeErrorRate(gate, {
			base: failedShare(matched.entries.flatMap(({ summary }) => summary ?? [])),
			head: failedShare([gate.summary]),
			gates
		});
		if (limit.kind === "points") return {
			state: "not-comparable",
			reason: `${metric(id).label} is compared only with base measured beside head`
		};
		const change = limit.kind === "relative" ? limit.change : 0;
		if (metric(id).kind === "exact") return judgeExact(gate, last.value, change);
		const { statistics, byControl } = onTodaysMachine(matched.entries, gate);
		const judged = judgeNoisy(gate, {
			entries: statistics,
			change,
			gates
		});
		return byControl ? {
			...judged,
			reason: `${judged.reason}, at the control's pace`
		} : judged;
	};
}
function onTodaysMachine(entries, { threshold, summary }) {
	const asTheyStand = {
		statistics: entries.map((entry) => entry.statistic),
		byControl: false
	};
	const now = summary?.control;
	const { unit } = metric(threshold.metric);
	if (!now || !(unit === "ms" || unit === "per-second") || threshold.metric === "cpu_per_call") return asTheyStand;
	const scaled = entries.flatMap(({ statistic, summary: earlier }) => {
		const then = earlier?.control;
		if (then?.units !== now.units) return [];
		const factor = unit === "ms" ? now.ms / then.ms : then.ms / now.ms;
		const rounds = statistic.rounds.map((round) => round * factor);
		return [{
			...statistic,
			value: statistic.value * factor,
			rounds
		}];
	});
	return scaled.length >= Math.min(entries.length, 5) ? {
		statistics: scaled,
		byControl: true
	} : asTheyStand;
}
function match(summaries, { gate, head }) {
	const id = gate.threshold.metric;
	const { summary } = gate;
	const same = summaries.flatMap((stored) => {
		if (!summary) return [{
			same: stored.serverHash === head.serverHash,
			statistic: serverStatistics(stored, gate.row)?.[id]
		}];
		const row = stored.rows.find((candidate) => candidate.row === summary.row);
		return row ? [{
			same: row.configHash === summary.configHash,
			summary: row,
			statistic: row.statistics[id]
		}] : [];
	});
	if (same.length === 0) return {
		state: "no-baseline",
		reason: "no stored run has this row"
	};
	const comparable = same.filter((candidate) => candidate.same);
	if (comparable.length === 0) return {
		state: "not-comparable",
		reason: "its configuration changed since the stored runs"
	};
	return { entries: comparable.flatMap(({ statistic, summary }) => statistic?.state === "measured" ? [{
		statistic,
		summary
	}] : []) };
}
function judgeNoisy(gate, { entries, change, gates }) {
	const { statistic: head } = gate;
	const { metric: id } = gate.threshold;
	const last = entries.at(-1);
	if (last && sameRounds(head, last)) return {
		state: "pass",
		base: last.value,
		change: { estimate: 0 },
		reason: "every round has the same value"
	};
	const runs = entries.map(logRun).filter((run) => run !== void 0);
	const headRun = logRun(head);
	if (!headRun || runs.length === 0) return {
		state: "inconclusive",
		...last ? { base: last.value } : {},
		reason: "a value of zero has no ratio"
	};
	const base = Math.exp(mean$1(runs.map((run) => run.value)));
	const prediction = predict(id, {
		head: headRun,
		entries: runs
	});
	if (!prediction) return {
		state: "inconclusive",
		base,
		change: { estimate: head.value / base - 1 },
		reason: "one launch shows no spread; measure at least 2 rounds"
	};
	const worse = logWorse(id, {
		base,
		head: head.value
	});
	const limit = logLimit(id, change);
	const shown = prediction.halfWidth(.025);
	const sure = prediction.halfWidth(falseAlarms / gates);
	const found = {
		base,
		change: asShare(id, {
			estimate: worse,
			low: worse - shown,
			high: worse + shown
		}),
		minimumDetectable: Math.abs(asShare(id, { estimate: Math.max(sure, limit) }).estimate)
	};
	const against = `against ${plural(runs.length, "stored run")}`;
	const few = tooFewPerLaunch(gate);
	if (few) return {
		...found,
		state: "inconclusive",
		reason: few
	};
	if (Math.abs(worse) > limit && Math.abs(worse) > sure) {
		if (!beyondResolution(id, {
			base,
			head: head.value
		})) return {
			...found,
			state: "pass",
			reason: "the difference is too small to matter"
		};
		return {
			...found,
			state: worse > 0 ? "regressed" : "improved",
			reason: `beyond what unchanged code does ${against}`
		};
	}
	if (worse + prediction.halfWidth(.05) < limit) return {
		...found,
		state: "pass",
		reason: `within the threshold ${against}`
	};
	return {
		...found,
		state: "inconclusive",
		reason: whyOpen(runs.length, {
			spread: prediction.spread,
			limit,
			change
		})
	};
}
function whyOpen(count, { spread, limit, change }) {
	if (count < 5) return `${plural(count, "stored run")}, at least 5 are needed to know how far runs lie apart`;
	const needed = entriesNeeded(spread, {
		limit,
		tail: falsePasses
	});
	const differ = `runs differ by ${percent(Math.expm1(spread))}`;
	if (needed === void 0 || needed > window$1) return `${differ}, too much to see ${percent(change)}: compare with the base commit on the same runner`;
	return count < needed ? `${differ}: about ${needed} stored runs are needed, there are ${count}` : `${differ}, and this one lies too near the threshold to tell`;
}
function tooFewPerLaunch({ summary, statistic, threshold }) {
	const { quantile, label } = metric(threshold.metric);
	if (!summary || quantile === void 0 || quantile <= .5) return void 0;
	const [have, need] = [Math.floor(summary.ok / statistic.rounds.length), samplesNeeded(quantile)];
	return have < need ? `${label} needs ${need} ok calls per launch, there were ${have}` : void 0;
}
function sameRounds(one, other) {
	return one.rounds.length === other.rounds.length && one.rounds.every((value, index) => value === other.rounds[index]);
}
function logRun({ value, rounds }) {
	if (value <= 0) return void 0;
	return {
		value: Math.log(value),
		rounds: rounds.filter((round) => round > 0).map(Math.log)
	};
}
// src/stats/trim.ts
function withinThreeSigma(samples) {
	if (samples.length < 2) return samples;
	const { mean, stddev } = describe$1(samples);
	if (stddev === void 0) return samples;
	return samples.filter((sample) => Math.abs(sample - mean) <= 3 * stddev);
}
// src/compare/statistic.ts
function measured(id, perRound, all) {
	const rounds = perRound.filter((value) => value !== void 0);
	if (rounds.length === 0) return {
		state: "not-available",
		reason: `${metric(id).label} was not measured`
	};
	const { quantile } = metric(id);
	const need = quantile === void 0 ? 0 : samplesNeeded(quantile);
	return {
		state: "measured",
		value: median(rounds),
		rounds,
		...all?.pooled === void 0 ? {} : { pooled: all.pooled },
		...all && all.count < need ? { insufficient: {
			have: all.count,
			need
		} } : {}
	};
}
// src/compare/latency-statistics.ts
const describedMetrics = [
	"p50",
	"p75",
	"p90",
	"p95",
	"p99",
	"p999",
	"min",
	"max",
	"mean",
	"stddev",
	"iqr",
	"mad"
];
function latencyOf(rounds, attempted) {
	const samples = samplesOf(rounds);
	if (samples.length === 0) {
		const reason = attempted === 0 ? "nothing was measured" : `none of ${attempted} calls was ok`;
		return { statistics: Object.fromEntries(describedMetrics.map((id) => [id, {
			state: "not-available",
			reason
		}])) };
	}
	const perRound = samples.map(describe$1);
	return {
		statistics: {
			...latencyStatistics(samples, perRound),
			...tailStatistics(samples)
		},
		outliers: {
			beyondOneSigma: total(perRound.map((round) => round.outliers.beyondOneSigma)),
			beyondFences: total(perRound.map((round) => round.outliers.beyondFences))
		}
	};
}
function latencyStatistics(samples, perRound) {
	const pooled = describe$1(concatenate(samples));
	return Object.fromEntries(describedMetrics.map((id) => {
		return [id, measured(id, perRound.map((round) => round[id]).filter((value) => value !== void 0), {
			pooled: pooled[id],
			count: pooled.count
		})];
	}));
}
function tailStatistics(samples) {
	return {
		slow_calls: measured("slow_calls", samples.map((round) => slowShare([...round]))),
		stalls: measured("stalls", samples.map((round) => stalledShare([...round])))
	};
}
function trimmedOf(rounds) {
	const samples = samplesOf(rounds);
	if (samples.length === 0) return void 0;
	const kept = samples.map(withinThreeSigma);
	return {
		removed: total(samples.map((round) => round.length)) - total(kept.map((round) => round.length)),
		statistics: latencyStatistics(kept, kept.map(describe$1))
	};
}
// src/compare/summarise.ts
function summarise$1(record, armId) {
	if (!record.arms.some((arm) => arm.id === armId)) throw new RangeError(`the record has no arm ${JSON.stringify(armId)}`);
	const rounds = record.rounds.filter((round) => round.launches.some((launch) => launch.arm === armId));
	const servers = sideOf(record, armId).filter(({ variant }) => variant !== void 0).map(({ id, variant = "" }) => [variant, summariseServer(record, id)]);
	return {
		arm: armId,
		serverHash: record.serverHash,
		server: summariseServer(record, armId),
		...servers.length > 0 ? { servers: Object.fromEntries(servers) } : {},
		rows: record.rows.map((row) => {
			const measurements = measurementsOf$1(record, armId, row.id);
			const trimmed = record.outliers === "3sigma" ? trimmedOf(measurements) : void 0;
			return {
				...summariseRow(row, measurements),
				...trimmed ? { trimmed } : {},
				...controlOf(record, row)
			};
		}),
		rounds: rounds.length
	};
}
function controlOf(record, { id, key = id }) {
	const arm = record.arms.find(({ side }) => side === "control");
	const model = record.rows.find((row) => (row.key ?? row.id) === key && row.controlUnits !== void 0);
	if (!arm || model?.controlUnits === void 0) return {};
	const perRound = measurementsOf$1(record, arm.id, model.id).flatMap((measurements) => {
		const calls = concatenate(measurements.map(({ samples }) => decodeSamples(samples)));
		return calls.length > 0 ? [median(calls)] : [];
	});
	return perRound.length > 0 ? { control: {
		units: model.controlUnits,
		ms: median(perRound)
	} } : {};
}
function summariseRow(row, rounds) {
	const failures = {};
	let [attempted, ok] = [0, 0];
	for (const { outcomes } of rounds.flat()) for (const [kind, count] of Object.entries(outcomes)) {
		attempted += count;
		if (kind === "ok") ok += count;
		else if (count > 0) failures[kind] = (failures[kind] ?? 0) + count;
	}
	const { outliers, ...latency } = latencyOf(rounds, attempted);
	const statistics = {
		...latency.statistics,
		...otherStatistics(rounds, {
			attempted,
			ok
		}),
		...loadStatistics(row, rounds)
	};
	return {
		row: row.id,
		benchmark: row.benchmark,
		configHash: row.configHash,
		attempted,
		ok,
		failures,
		statistics,
		...outliers ? { outliers } : {}
	};
}
function otherStatistics(rounds, calls) {
	const shareFailed = calls.attempted === 0 ? void 0 : 1 - calls.ok / calls.attempted;
	const errorRates = rounds.map(errorRate).filter((rate) => rate !== void 0);
	return {
		throughput: measured("throughput", rounds.map(throughput)),
		error_rate: shareFailed === void 0 ? {
			state: "not-available",
			reason: "nothing was attempted"
		} : {
			state: "measured",
			value: shareFailed,
			rounds: errorRates,
			pooled: shareFailed
		},
		cpu_per_call: measured("cpu_per_call", rounds.map(medianOf("cpuPerCallMs"))),
		request_bytes: measured("request_bytes", rounds.map(medianOf("requestBytes"))),
		response_bytes: measured("response_bytes", rounds.map(medianOf("responseBytes")))
	};
}
function loadStatistics({ items, load }, rounds) {
	const perItem = (calls) => calls === void 0 ? void 0 : calls * (items ?? 1);
	const itemRate = items === void 0 ? {} : { items_throughput: rounds.map(throughput).map(perItem) };
	const rates = load.kind === "open" ? {
		requested_rate: rounds.map(() => load.ratePerSecond),
		achieved_rate: rounds.map(achievedRate)
	} : {};
	const perRound = {
		...itemRate,
		...rates
	};
	return Object.fromEntries(metricIds.flatMap((id) => {
		const values = perRound[id];
		return values ? [[id, measured(id, values)]] : [];
	}));
}
function summariseServer(record, armId) {
	const launches = record.rounds.map((round) => serverLaunches(record, {
		round,
		arm: armId
	}));
	const serverMetrics = metricIds.filter((id) => metric(id).scope === "server");
	return Object.fromEntries(serverMetrics.map((id) => {
		return [id, measured(id, launches.map((round) => {
			const values = round.map((launch) => launch.metrics[id]).filter((value) => value !== void 0);
			return values.length > 0 ? median(values) : void 0;
		}))];
	}));
}
function medianOf(field) {
	return (measurements) => {
		const values = measurements.map((measurement) => measurement[field]).filter((value) => value !== void 0);
		return values.length > 0 ? median(values) : void 0;
	};
}
// src/compare/vouching.ts
const meansOfAllCalls = ["mean", "throughput"];
const parts = [
	"p50",
	"slow_calls",
	"stalls"
];
function vouchForMeans(findings) {
	return findings.map((one) => {
		if (!isOpenMean(one)) return one;
		const vouchers = findings.filter(({ row, threshold }) => row === one.row && threshold.level === "fail");
		return parts.every((part) => {
			const about = vouchers.filter(({ metric, threshold }) => metric === part && threshold.limit.kind !== "absolute");
			return about.length > 0 && about.every(({ state }) => state === "pass" || state === "improved");
		}) ? {
			...one,
			state: "pass",
			reason: "too noisy by itself, but p50, slow calls and stalled time account for it"
		} : one;
	});
}
function isOpenMean({ metric, state, threshold: { level, limit }, change, rounds }) {
	if (!meansOfAllCalls.includes(metric) || state !== "inconclusive" || level !== "fail") return false;
	if (limit.kind !== "relative" || !change || rounds < 7) return false;
	return (metric === "mean" ? change.estimate : -change.estimate) <= limit.change;
}
// src/compare/load-warnings.ts
const held = .95;
const clearlyMore = 1.5;
function backlogs(record, { arm, row }) {
	const { requested_rate: requested, achieved_rate: achieved } = row.statistics;
	if (requested?.state !== "measured" || achieved?.state !== "measured") return [];
	const blocks = measurementsOf$1(record, arm, row.row).flat().flatMap((measurement) => measurement.blocks);
	const most = Math.max(0, ...blocks.map(({ backlog }) => backlog?.most ?? 0));
	const dropped = blocks.reduce((sum, { backlog }) => sum + (backlog?.dropped ?? 0), 0);
	if (dropped === 0 && achieved.value >= held * requested.value) return [];
	const unsent = dropped > 0 ? `, ${plural(dropped, "request")} not sent for that` : "";
	const message = `backlog: the server did not hold the rate (${`${formatValue("achieved_rate", achieved.value)} of ${formatValue("requested_rate", requested.value)}`}); up to ${plural(most, "request")} unanswered at a time${unsent}`;
	return [{
		code: "backlog",
		row: row.row,
		message
	}];
}
function serialised({ rows }, arm) {
	const throughputOf = ({ id }) => {
		const statistic = arm.rows.find(({ row }) => row === id)?.statistics.throughput;
		return statistic?.state === "measured" ? statistic.value : void 0;
	};
	return rows.flatMap((several) => {
		const sessions = several.load.sessions ?? 1;
		const one = rows.find((row) => sessions > 1 && isSameOnOneSession(row, several));
		const [alone, spread] = [one && throughputOf(one), throughputOf(several)];
		if (!one || !alone || !spread || spread < clearlyMore * alone) return [];
		const message = `calls of one session are answered in turn: the same requests in flight over ${sessions} sessions get ${Number((spread / alone).toPrecision(3))} × the throughput`;
		return [{
			code: "serialised",
			row: one.id,
			message
		}];
	});
}
function isSameOnOneSession(one, several) {
	return one.benchmark === several.benchmark && one.variant === several.variant && one.sweep?.within === several.sweep?.within && one.load.kind === "closed" && several.load.kind === "closed" && one.load.concurrency === several.load.concurrency && one.load.concurrency > 1 && (one.load.sessions ?? 1) === 1;
}
// src/compare/warnings.ts
function runWarnings(record, arm, reference) {
	return [
		...launchFailures(record, arm.arm),
		...arm.rows.flatMap((row) => [
			...failedCalls(row),
			...unsteady(row),
			...tailSpike(row, reference?.rows.find((other) => other.row === row.row)),
			...backlogs(record, {
				arm: arm.arm,
				row
			}),
			...fewSamples(row),
			...varying(row.row, row.statistics)
		]),
		...serialised(record, arm),
		...varying(serverRow, arm.server)
	];
}
function launchFailures(record, armId) {
	const arms = new Set(sideOf(record, armId).map(({ id }) => id));
	return record.rounds.flatMap(({ index, launches }) => launches.flatMap(({ arm, failure }) => arms.has(arm) && failure !== void 0 ? [{
		code: "launch-failed",
		message: `round ${index + 1}, ${arm}: ${failure}`
	}] : []));
}
function failedCalls({ row, attempted, ok, failures }) {
	if (ok === attempted) return [];
	const kinds = Object.entries(failures).map(([kind, count]) => `${count} × ${kind}`);
	return [{
		code: "errors",
		row,
		message: `${attempted - ok} of ${plural(attempted, "call")} failed (${kinds.join(", ")}); latency is of the others`
	}];
}
function unsteady({ row, statistics }) {
	const [stddev, p50] = [value(statistics, "stddev"), value(statistics, "p50")];
	if (stddev === void 0 || p50 === void 0 || stddev <= p50 / 2) return [];
	return [{
		code: "unsteady",
		row,
		message: `unsteady: standard deviation ${formatValue("stddev", stddev)} is above half the median ${formatValue("p50", p50)}`
	}];
}
function tailSpike({ row, statistics }, reference) {
	const [own, before] = [tailRatio(statistics), reference && tailRatio(reference.statistics)];
	if (own === void 0 || own <= longTail || before !== void 0 && own <= before) return [];
	const [p99, p50] = [value(statistics, "p99") ?? 0, value(statistics, "p50") ?? 0];
	return [{
		code: "tail-spike",
		row,
		message: `tail spike: p99 ${formatValue("p99", p99)} is above ${longTail} × p50 ${formatValue("p50", p50)}`
	}];
}
const longTail = 2.5;
function tailRatio(statistics) {
	const { p99 } = statistics;
	const p50 = value(statistics, "p50");
	return p99?.state !== "measured" || p99.insufficient || !p50 ? void 0 : p99.value / p50;
}
function fewSamples({ row, ok, statistics: { p50 } }) {
	if (p50?.state !== "measured" || !p50.insufficient) return [];
	return [{
		code: "few-samples",
		row,
		message: `too few samples: ${plural(ok, "call")} answered ok, a median needs ${p50.insufficient.need}`
	}];
}
function varying(row, statistics) {
	return metricIds.flatMap((id) => {
		const statistic = statistics[id];
		if (metric(id).kind !== "exact" || statistic?.state !== "measured") return [];
		const [least, ...more] = [...new Set(statistic.rounds)].sort((a, b) => a - b);
		const most = more.at(-1);
		if (least === void 0 || most === void 0) return [];
		return [{
			code: "exact-metric-varies",
			row,
			message: `${metric(id).label} differs between launches (${formatValue(id, least)} to ${formatValue(id, most)}, ${percent(most / least - 1)}); it is compared by its median`
		}];
	});
}
function value(statistics, id) {
	const statistic = statistics[id];
	return statistic?.state === "measured" ? statistic.value : void 0;
}
// src/compare/compare.ts
function compare({ record, head, against, pooled = 1 }) {
	return against.kind === "paired" ? comparePaired({
		record,
		head,
		stored: against.stored,
		pooled
	}) : compareEarlier({
		record,
		head,
		against,
		pooled
	});
}
function compareEarlier({ record, head, against, pooled }) {
	const gates = gatesOf(head, thresholdsOf(record));
	const bounds = referenceGates(record, head);
	const count = pooled * gatedCount([...gates, ...bounds.map(({ gate }) => gate)]);
	const { findings, warnings } = applyAll(gates, {
		record,
		head,
		judge: earlierJudge(against, {
			head,
			gates: count
		})
	});
	const references = judgeReferences(bounds, {
		record,
		head,
		gates: count
	});
	return {
		reference: referenceTo(against),
		findings: [...withoutFlattery(findings), ...labelWarnings(references)],
		warnings: [
			...baseWithout(record),
			...runWarnings(record, head, newestOf(against)),
			...warnings
		],
		gates: count
	};
}
function baseWithout(record) {
	const arm = record.arms.find((candidate) => candidate.side === "base");
	const [first] = arm ? launchFailures(record, arm.id) : [];
	if (!first) return [];
	return [{
		code: "base-not-measured",
		message: `the base commit does not work, so stored runs take over: ${first.message}`
	}];
}
function newestOf(against) {
	return against.kind === "stored" ? against.entries.at(-1)?.summary : void 0;
}
function comparePaired({ record, head, stored, pooled }) {
	const arm = record.arms.find((candidate) => candidate.side === "base");
	if (!arm) throw new RangeError("a paired comparison needs a base arm");
	const base = summarise$1(record, arm.id);
	const arms = {
		base: arm.id,
		head: head.arm
	};
	const thresholds = withCompanions(record, {
		thresholds: thresholdsOf(record),
		arms: [arms.base, arms.head]
	});
	const gates = gatesOf(head, thresholds);
	const modes = modesOf(record, arms);
	const bounds = referenceGates(record, head);
	const count = pooled * (gatedCount([...gates, ...bounds.map(({ gate }) => gate)]) + record.rows.length);
	const otherwise = earlierJudge(stored.length > 0 ? {
		kind: "stored",
		entries: stored
	} : {
		kind: "none",
		reason: "no stored run stands in"
	}, {
		head,
		gates: count
	});
	const { findings, warnings } = applyAll(gates, {
		record,
		head,
		judge: pairedJudge({
			record,
			base,
			arms,
			modes,
			gates: count
		}, otherwise)
	});
	const slowModes = [...modes].map(([row, found]) => {
		const judged = judgeModes(row, {
			modes: found,
			gates: count
		});
		return whyAdvisory(record, row) === void 0 ? judged : {
			...judged,
			threshold: {
				...judged.threshold,
				level: "warn"
			}
		};
	});
	const contaminated = contamination(record, arms);
	return {
		reference: {
			kind: "paired",
			...arm.commit === void 0 ? {} : { commit: arm.commit }
		},
		findings: [...labelWarnings(vouchForMeans(withoutFlattery([...findings, ...slowModes]))), ...labelWarnings(judgeReferences(bounds, {
			record,
			head,
			gates: count
		}))],
		warnings: [
			...tooFewRounds(record, count),
			...runWarnings(record, head, base),
			...launchFailures(record, arms.base),
			...warnings
		],
		gates: count,
		...contaminated === void 0 ? {} : { contaminated }
	};
}
function tooFewRounds({ rounds }, gates) {
	const needed = roundsNeeded(gates);
	if (rounds.length >= needed) return [];
	return [{
		code: "too-few-rounds",
		message: `${plural(rounds.length, "round")} cannot show a regression among ${plural(gates, "gate")}, however large; it takes at least ${needed} (\`rounds: auto\` measures as many as it takes)`
	}];
}
function earlierJudge(against, context) {
	if (against.kind === "none") return () => ({
		state: "no-baseline",
		reason: against.reason
	});
	return storedJudge(against.entries, context);
}
function referenceTo(against) {
	if (against.kind === "none") return against;
	const newest = against.entries.at(-1);
	if (!newest) throw new RangeError("a stored comparison needs at least one entry");
	const { commit, createdAt } = newest;
	return {
		kind: "stored",
		...commit === void 0 ? {} : { commit },
		createdAt,
		entries: against.entries.length
	};
}
function applyAll(gates, { record, head, judge }) {
	const working = gates.filter((gate) => !gate.summary || gate.summary.ok > 0);
	const applied = working.filter(isDecidable).map((gate) => apply(gate, judge));
	return {
		findings: [
			...breakdowns(record, head),
			...advisoryFindings(record),
			...applied
		],
		warnings: working.flatMap(unchecked)
	};
}
function apply(gate, judge) {
	const { limit, metric: id } = gate.threshold;
	if (isMeasured(gate)) return finding(gate, limit.kind === "absolute" ? judgeBudget(gate, limit.value) : judge(gate));
	return finding(gate, {
		state: "inconclusive",
		reason: `${id} has a budget but was not measured`
	});
}
function isDecidable(gate) {
	return isMeasured(gate) || gate.threshold.limit.kind === "absolute";
}
function unchecked(gate) {
	if (isDecidable(gate)) return [];
	const { row, threshold, statistic } = gate;
	const reason = statistic?.state === "not-available" ? statistic.reason : "not measured";
	return [{
		code: "not-checked",
		row,
		message: `${threshold.metric} ${threshold.text} was not checked: ${reason}`
	}];
}
function withoutFlattery(findings) {
	const failing = new Set(findings.filter((one) => one.metric === "error_rate" && (one.change?.estimate ?? 0) > 0).map((one) => one.row));
	return findings.map((one) => one.state === "improved" && failing.has(one.row) ? {
		...one,
		state: "inconclusive",
		reason: "faster, but more of its calls failed"
	} : one);
}
// src/compare/records.ts
function compareRecords({ base, head }) {
	const summary = summarise$1(base, headArm(base));
	const entry = {
		...commitOf$1(base),
		createdAt: base.createdAt,
		summary
	};
	const comparison = compare({
		record: head,
		head: summarise$1(head, headArm(head)),
		against: {
			kind: "stored",
			entries: [entry]
		}
	});
	return {
		...comparison,
		reference: {
			kind: "record",
			...commitOf$1(base),
			createdAt: base.createdAt
		},
		warnings: [
			...unpaired(base, head),
			...otherEnvironment(base, head),
			...comparison.warnings
		]
	};
}
function headArm(record) {
	const arm = record.arms.find((candidate) => candidate.side === "head");
	if (!arm) throw new UserError("the record has no head arm", { fix: "give the record of a run of `mcp-bench run`" });
	return arm.id;
}
function commitOf$1({ commit }) {
	return commit ? { commit: commit.sha } : {};
}
function unpaired(base, head) {
	if (base.createdAt === head.createdAt && base.seed === head.seed) return [];
	return [{
		code: "unpaired",
		message: "the two records were measured at different times: what the machine did meanwhile counts as change, so only large changes can be told; measuring both commits in one run tells small ones"
	}];
}
const identifying = [
	"os",
	"arch",
	"cpuModel",
	"cores",
	"runnerImage",
	"runnerKey",
	"runtime"
];
function otherEnvironment(base, head) {
	const differing = identifying.filter((field) => base.environment[field] !== head.environment[field]);
	if (differing.length === 0) return [];
	return [{
		code: "different-environment",
		message: `the records come from different environments (${differing.map((field) => `${field} ${base.environment[field]} and ${head.environment[field]}`).join("; ")}): times are not comparable between them`
	}];
}
// src/compare/stopping.ts
const underLoad = [
	"peak_rss",
	"threads",
	"open_files"
];
function shouldContinue(record, { shards = 1 } = {}) {
	const hasBase = record.arms.some((arm) => arm.side === "base");
	if (!hasBase && !record.arms.some((arm) => arm.reference !== void 0 && arm.thresholds !== void 0)) return {
		more: false,
		reason: "without a base arm more rounds decide nothing"
	};
	const { findings } = compare({
		record,
		head: summarise$1(record, headArm(record)),
		against: hasBase ? {
			kind: "paired",
			stored: []
		} : {
			kind: "none",
			reason: "there is no base arm"
		},
		pooled: shards
	});
	const over = new Set(record.rows.filter(({ rounds }) => rounds !== void 0 && rounds <= record.rounds.length).map(({ id }) => id));
	const undecided = findings.filter(({ row, state, threshold }) => state === "inconclusive" && threshold.level === "fail" && threshold.limit.kind !== "absolute" && !over.has(row));
	const rounds = plural(record.rounds.length, "round");
	if (record.rounds.length < 7) return {
		more: true,
		reason: `${rounds} of at least 7`
	};
	if (undecided.length === 0) return {
		more: false,
		reason: `every gate was decided after ${rounds}`
	};
	const rows = [...new Set(undecided.map(({ row }) => row))].filter((row) => !isServerRow(row));
	return {
		more: true,
		...undecided.some(({ row, metric }) => isServerRow(row) && underLoad.includes(metric)) ? {} : { open: besides(record, rows) },
		reason: `${plural(undecided.length, "gate")} of ${plural(rows.length, "row")} open after ${rounds}`
	};
}
function besides({ rows }, open) {
	const keys = new Set(rows.filter(({ id }) => open.includes(id)).map(({ id, key = id }) => key));
	return rows.filter(({ id, key = id }) => keys.has(key)).map(({ id }) => id);
}
// node_modules/yaml/dist/nodes/identity.js
var require_identity = __commonJSMin(((exports) => {
	const ALIAS = Symbol.for("yaml.alias");
	const DOC = Symbol.for("yaml.document");
	const MAP = Symbol.for("yaml.map");
	const PAIR = Symbol.for("yaml.pair");
	const SCALAR = Symbol.for("yaml.scalar");
	const SEQ = Symbol.for("yaml.seq");
	const NODE_TYPE = Symbol.for("yaml.node.type");
	const isAlias = (node) => !!node && typeof node === "object" && node[NODE_TYPE] === ALIAS;
	const isDocument = (node) => !!node && typeof node === "object" && node[NODE_TYPE] === DOC;
	const isMap = (node) => !!node && typeof node === "object" && node[NODE_TYPE] === MAP;
	const isPair = (node) => !!node && typeof node === "object" && node[NODE_TYPE] === PAIR;
	const isScalar = (node) => !!node && typeof node === "object" && node[NODE_TYPE] === SCALAR;
	const isSeq = (node) => !!node && typeof node === "object" && node[NODE_TYPE] === SEQ;
	function isCollection(node) {
		if (node && typeof node === "object") switch (node[NODE_TYPE]) {
			case MAP:
			case SEQ: return true;
		}
		return false;
	}
	function isNode(node) {
		if (node && typeof node === "object") switch (node[NODE_TYPE]) {
			case ALIAS:
			case MAP:
			case SCALAR:
			case SEQ: return true;
		}
		return false;
	}
	const hasAnchor = (node) => (isScalar(node) || isCollection(node)) && !!node.anchor;
	exports.ALIAS = ALIAS;
	exports.DOC = DOC;
	exports.MAP = MAP;
	exports.NODE_TYPE = NODE_TYPE;
	exports.PAIR = PAIR;
	exports.SCALAR = SCALAR;
	exports.SEQ = SEQ;
	exports.hasAnchor = hasAnchor;
	exports.isAlias = isAlias;
	exports.isCollection = isCollection;
	exports.isDocument = isDocument;
	exports.isMap = isMap;
	exports.isNode = isNode;
	exports.isPair = isPair;
	exports.isScalar = isScalar;
	exports.isSeq = isSeq;
}));
// node_modules/yaml/dist/visit.js
var require_visit = __commonJSMin(((exports) => {
	var identity = require_identity();
	const BREAK = Symbol("break visit");
	const SKIP = Symbol("skip children");
	const REMOVE = Symbol("remove node");
	function visit(node, visitor) {
		const visitor_ = initVisitor(visitor);
		if (identity.isDocument(node)) {
			if (visit_(null, node.contents, visitor_, Object.freeze([node])) === REMOVE) node.contents = null;
		} else visit_(null, node, visitor_, Object.freeze([]));
	}
	visit.BREAK = BREAK;
	visit.SKIP = SKIP;
	visit.REMOVE = REMOVE;
	function visit_(key, node, visitor, path) {
		const ctrl = callVisitor(key, node, visitor, path);
		if (identity.isNode(ctrl) || identity.isPair(ctrl)) {
			replaceNode(key, path, ctrl);
			return visit_(key, ctrl, visitor, path);
		}
		if (typeof ctrl !== "symbol") {
			if (identity.isCollection(node)) {
				path = Object.freeze(path.concat(node));
				for (let i = 0; i < node.items.length; ++i) {
					const ci = visit_(i, node.items[i], visitor, path);
					if (typeof ci === "number") i = ci - 1;
					else if (ci === BREAK) return BREAK;
					else if (ci === REMOVE) {
						node.items.splice(i, 1);
						i -= 1;
					}
				}
			} else if (identity.isPair(node)) {
				path = Object.freeze(path.concat(node));
				const ck = visit_("key", node.key, visitor, path);
				if (ck === BREAK) return BREAK;
				else if (ck === REMOVE) node.key = null;
				const cv = visit_("value", node.value, visitor, path);
				if (cv === BREAK) return BREAK;
				else if (cv === REMOVE) node.value = null;
			}
		}
		return ctrl;
	}
	async function visitAsync(node, visitor) {
		const visitor_ = initVisitor(visitor);
		if (identity.isDocument(node)) {
			if (await visitAsync_(null, node.contents, visitor_, Object.freeze([node])) === REMOVE) node.contents = null;
		} else await visitAsync_(null, node, visitor_, Object.freeze([]));
	}
	visitAsync.BREAK = BREAK;
	visitAsync.SKIP = SKIP;
	visitAsync.REMOVE = REMOVE;
	async function visitAsync_(key, node, visitor, path) {
		const ctrl = await callVisitor(key, node, visitor, path);
		if (identity.isNode(ctrl) || identity.isPair(ctrl)) {
			replaceNode(key, path, ctrl);
			return visitAsync_(key, ctrl, visitor, path);
		}
		if (typeof ctrl !== "symbol") {
			if (identity.isCollection(node)) {
				path = Object.freeze(path.concat(node));
				for (let i = 0; i < node.items.length; ++i) {
					const ci = await visitAsync_(i, node.items[i], visitor, path);
					if (typeof ci === "number") i = ci - 1;
					else if (ci === BREAK) return BREAK;
					else if (ci === REMOVE) {
						node.items.splice(i, 1);
						i -= 1;
					}
				}
			} else if (identity.isPair(node)) {
				path = Object.freeze(path.concat(node));
				const ck = await visitAsync_("key", node.key, visitor, path);
				if (ck === BREAK) return BREAK;
				else if (ck === REMOVE) node.key = null;
				const cv = await visitAsync_("value", node.value, visitor, path);
				if (cv === BREAK) return BREAK;
				else if (cv === REMOVE) node.value = null;
			}
		}
		return ctrl;
	}
	function initVisitor(visitor) {
		if (typeof visitor === "object" && (visitor.Collection || visitor.Node || visitor.Value)) return Object.assign({
			Alias: visitor.Node,
			Map: visitor.Node,
			Scalar: visitor.Node,
			Seq: visitor.Node
		}, visitor.Value && {
			Map: visitor.Value,
			Scalar: visitor.Value,
			Seq: visitor.Value
		}, visitor.Collection && {
			Map: visitor.Collection,
			Seq: visitor.Collection
		}, visitor);
		return visitor;
	}
	function callVisitor(key, node, visitor, path) {
		if (typeof visitor === "function") return visitor(key, node, path);
		if (identity.isMap(node)) return visitor.Map?.(key, node, path);
		if (identity.isSeq(node)) return visitor.Seq?.(key, node, path);
		if (identity.isPair(node)) return visitor.Pair?.(key, node, path);
		if (identity.isScalar(node)) return visitor.Scalar?.(key, node, path);
		if (identity.isAlias(node)) return visitor.Alias?.(key, node, path);
	}
	function replaceNode(key, path, node) {
		const parent = path[path.length - 1];
		if (identity.isCollection(parent)) parent.items[key] = node;
		else if (identity.isPair(parent)) {
			if (key === "key") parent.key = node;
			else parent.value = node;
		} else if (identity.isDocument(parent)) parent.contents = node;
		else {
			const pt = identity.isAlias(parent) ? "alias" : "scalar";
			throw new Error(`Cannot replace node with ${pt} parent`);
		}
	}
	exports.visit = visit;
	exports.visitAsync = visitAsync;
}));
// node_modules/yaml/dist/doc/directives.js
var require_directives = __commonJSMin(((exports) => {
	var identity = require_identity();
	var visit = require_visit();
	const escapeChars = {
		"!": "%21",
		",": "%2C",
		"[": "%5B",
		"]": "%5D",
		"{": "%7B",
		"}": "%7D"
	};
	const escapeTagName = (tn) => tn.replace(/[!,[\]{}]/g, (ch) => escapeChars[ch]);
	var Directives = class Directives {
		constructor(yaml, tags) {
			this.docStart = null;
			this.docEnd = false;
			this.yaml = Object.assign({}, Directives.defaultYaml, yaml);
			this.tags = Object.assign({}, Directives.defaultTags, tags);
		}
		clone() {
			const copy = new Directives(this.yaml, this.tags);
			copy.docStart = this.docStart;
			return copy;
		}
		atDocument() {
			const res = new Directives(this.yaml, this.tags);
			switch (this.yaml.version) {
				case "1.1":
					this.atNextDocument = true;
					break;
				case "1.2":
					this.atNextDocument = false;
					this.yaml = {
						explicit: Directives.defaultYaml.explicit,
						version: "1.2"
					};
					this.tags = Object.assign({}, Directives.defaultTags);
			}
			return res;
		}
		add(line, onError) {
			if (this.atNextDocument) {
				this.yaml = {
					explicit: Directives.defaultYaml.explicit,
					version: "1.1"
				};
				this.tags = Object.assign({}, Directives.defaultTags);
				this.atNextDocument = false;
			}
			const parts = line.trim().split(/[ \t]+/);
			const name = parts.shift();
			switch (name) {
				case "%TAG": {
					if (parts.length !== 2) {
						onError(0, "%TAG directive should contain exactly two parts");
						if (parts.length < 2) return false;
					}
					const [handle, prefix] = parts;
					this.tags[handle] = prefix;
					return true;
				}
				case "%YAML": {
					this.yaml.explicit = true;
					if (parts.length !== 1) {
						onError(0, "%YAML directive should contain exactly one part");
						return false;
					}
					const [version] = parts;
					if (version === "1.1" || version === "1.2") {
						this.yaml.version = version;
						return true;
					} else {
						const isValid = /^\d+\.\d+$/.test(version);
						onError(6, `Unsupported YAML version ${version}`, isValid);
						return false;
					}
				}
				default:
					onError(0, `Unknown directive ${name}`, true);
					return false;
			}
		}
		tagName(source, onError) {
			if (source === "!") return "!";
			if (source[0] !== "!") {
				onError(`Not a valid tag: ${source}`);
				return null;
			}
			if (source[1] === "<") {
				const verbatim = source.slice(2, -1);
				if (verbatim === "!" || verbatim === "!!") {
					onError(`Verbatim tags aren't resolved, so ${source} is invalid.`);
					return null;
				}
				if (source[source.length - 1] !== ">") onError("Verbatim tags must end with a >");
				return verbatim;
			}
			const [, handle, suffix] = source.match(/^(.*!)([^!]*)$/s);
			if (!suffix) onError(`The ${source} tag has no suffix`);
			const prefix = this.tags[handle];
			if (prefix) try {
				return prefix + decodeURIComponent(suffix);
			} catch (error) {
				onError(String(error));
				return null;
			}
			if (handle === "!") return source;
			onError(`Could not resolve tag: ${source}`);
			return null;
		}
		tagString(tag) {
			for (const [handle, prefix] of Object.entries(this.tags)) if (tag.startsWith(prefix)) return handle + escapeTagName(tag.substring(prefix.length));
			return tag[0] === "!" ? tag : `!<${tag}>`;
		}
		toString(doc) {
			const lines = this.yaml.explicit ? [`%YAML ${this.yaml.version || "1.2"}`] : [];
			const tagEntries = Object.entries(this.tags);
			let tagNames;
			if (doc && tagEntries.length > 0 && identity.isNode(doc.contents)) {
				const tags = {};
				visit.visit(doc.contents, (_key, node) => {
					if (identity.isNode(node) && node.tag) tags[node.tag] = true;
				});
				tagNames = Object.keys(tags);
			} else tagNames = [];
			for (const [handle, prefix] of tagEntries) {
				if (handle === "!!" && prefix === "tag:yaml.org,2002:") continue;
				if (!doc || tagNames.some((tn) => tn.startsWith(prefix))) lines.push(`%TAG ${handle} ${prefix}`);
			}
			return lines.join("\n");
		}
	};
	Directives.defaultYaml = {
		explicit: false,
		version: "1.2"
	};
	Directives.defaultTags = { "!!": "tag:yaml.org,2002:" };
	exports.Directives = Directives;
}));
// node_modules/yaml/dist/doc/anchors.js
var require_anchors = __commonJSMin(((exports) => {
	var identity = require_identity();
	var visit = require_visit();
	function anchorIsValid(anchor) {
		if (/[\x00-\x19\s,[\]{}]/.test(anchor)) {
			const msg = `Anchor must not contain whitespace or control characters: ${JSON.stringify(anchor)}`;
			throw new Error(msg);
		}
		return true;
	}
	function anchorNames(root) {
		const anchors = new Set();
		visit.visit(root, { Value(_key, node) {
			if (node.anchor) anchors.add(node.anchor);
		} });
		return anchors;
	}
	function findNewAnchor(prefix, exclude) {
		for (let i = 1;; ++i) {
			const name = `${prefix}${i}`;
			if (!exclude.has(name)) return name;
		}
	}
	function createNodeAnchors(doc, prefix) {
		const aliasObjects = [];
		const sourceObjects = new Map();
		let prevAnchors = null;
		return {
			onAnchor: (source) => {
				aliasObjects.push(source);
				prevAnchors ?? (prevAnchors = anchorNames(doc));
				const anchor = findNewAnchor(prefix, prevAnchors);
				prevAnchors.add(anchor);
				return anchor;
			},
			setAnchors: () => {
				for (const source of aliasObjects) {
					const ref = sourceObjects.get(source);
					if (typeof ref === "object" && ref.anchor && (identity.isScalar(ref.node) || identity.isCollection(ref.node))) ref.node.anchor = ref.anchor;
					else {
						const error = new Error("Failed to resolve repeated object (this should not happen)");
						error.source = source;
						throw error;
					}
				}
			},
			sourceObjects
		};
	}
	exports.anchorIsValid = anchorIsValid;
	exports.anchorNames = anchorNames;
	exports.createNodeAnchors = createNodeAnchors;
	exports.findNewAnchor = findNewAnchor;
}));
// node_modules/yaml/dist/doc/applyReviver.js
var require_applyReviver = __commonJSMin(((exports) => {
	function applyReviver(reviver, obj, key, val) {
		if (val && typeof val === "object") {
			if (Array.isArray(val)) for (let i = 0, len = val.length; i < len; ++i) {
				const v0 = val[i];
				const v1 = applyReviver(reviver, val, String(i), v0);
				if (v1 === void 0) delete val[i];
				else if (v1 !== v0) val[i] = v1;
			}
			else if (val instanceof Map) for (const k of Array.from(val.keys())) {
				const v0 = val.get(k);
				const v1 = applyReviver(reviver, val, k, v0);
				if (v1 === void 0) val.delete(k);
				else if (v1 !== v0) val.set(k, v1);
			}
			else if (val instanceof Set) for (const v0 of Array.from(val)) {
				const v1 = applyReviver(reviver, val, v0, v0);
				if (v1 === void 0) val.delete(v0);
				else if (v1 !== v0) {
					val.delete(v0);
					val.add(v1);
				}
			}
			else for (const [k, v0] of Object.entries(val)) {
				const v1 = applyReviver(reviver, val, k, v0);
				if (v1 === void 0) delete val[k];
				else if (v1 !== v0) val[k] = v1;
			}
		}
		return reviver.call(obj, key, val);
	}
	exports.applyReviver = applyReviver;
}));
// node_modules/yaml/dist/nodes/toJS.js
var require_toJS = __commonJSMin(((exports) => {
	var identity = require_identity();
	function toJS(value, arg, ctx) {
		if (Array.isArray(value)) return value.map((v, i) => toJS(v, String(i), ctx));
		if (value && typeof value.toJSON === "function") {
			if (!ctx || !identity.hasAnchor(value)) return value.toJSON(arg, ctx);
			const data = {
				aliasCount: 0,
				count: 1,
				res: void 0
			};
			ctx.anchors.set(value, data);
			ctx.onCreate = (res) => {
				data.res = res;
				delete ctx.onCreate;
			};
			const res = value.toJSON(arg, ctx);
			if (ctx.onCreate) ctx.onCreate(res);
			return res;
		}
		if (typeof value === "bigint" && !ctx?.keep) return Number(value);
		return value;
	}
	exports.toJS = toJS;
}));
// node_modules/yaml/dist/nodes/Node.js
var require_Node = __commonJSMin(((exports) => {
	var applyReviver = require_applyReviver();
	var identity = require_identity();
	var toJS = require_toJS();
	var NodeBase = class {
		constructor(type) {
			Object.defineProperty(this, identity.NODE_TYPE, { value: type });
		}
		clone() {
			const copy = Object.create(Object.getPrototypeOf(this), Object.getOwnPropertyDescriptors(this));
			if (this.range) copy.range = this.range.slice();
			return copy;
		}
		toJS(doc, { mapAsMap, maxAliasCount, onAnchor, reviver } = {}) {
			if (!identity.isDocument(doc)) throw new TypeError("A document argument is required");
			const ctx = {
				anchors: new Map(),
				doc,
				keep: true,
				mapAsMap: mapAsMap === true,
				mapKeyWarned: false,
				maxAliasCount: typeof maxAliasCount === "number" ? maxAliasCount : 100
			};
			const res = toJS.toJS(this, "", ctx);
			if (typeof onAnchor === "function") for (const { count, res } of ctx.anchors.values()) onAnchor(res, count);
			return typeof reviver === "function" ? applyReviver.applyReviver(reviver, { "": res }, "", res) : res;
		}
	};
	exports.NodeBase = NodeBase;
}));
// node_modules/yaml/dist/nodes/Alias.js
var require_Alias = __commonJSMin(((exports) => {
	var anchors = require_anchors();
	var visit = require_visit();
	var identity = require_identity();
	var Node = require_Node();
	var toJS = require_toJS();
	var Alias = class extends Node.NodeBase {
		constructor(source) {
			super(identity.ALIAS);
			this.source = source;
			Object.defineProperty(this, "tag", { set() {
				throw new Error("Alias nodes cannot have tags");
			} });
		}
		resolve(doc, ctx) {
			if (ctx?.maxAliasCount === 0) throw new ReferenceError("Alias resolution is disabled");
			let nodes;
			if (ctx?.aliasResolveCache) nodes = ctx.aliasResolveCache;
			else {
				nodes = [];
				visit.visit(doc, { Node: (_key, node) => {
					if (identity.isAlias(node) || identity.hasAnchor(node)) nodes.push(node);
				} });
				if (ctx) ctx.aliasResolveCache = nodes;
			}
			let found = void 0;
			for (const node of nodes) {
				if (node === this) break;
				if (node.anchor === this.source) found = node;
			}
			if (found && ctx) {
				const { anchors, doc, maxAliasCount } = ctx;
				let data = anchors.get(found);
				if (!data) {
					toJS.toJS(found, null, ctx);
					data = anchors.get(found);
				}
				if (data?.res === void 0) throw new ReferenceError("This should not happen: Alias anchor was not resolved?");
				if (maxAliasCount >= 0) {
					data.count += 1;
					if (data.aliasCount === 0) data.aliasCount = getAliasCount(doc, found, anchors);
					if (data.count * data.aliasCount > maxAliasCount) throw new ReferenceError("Excessive alias count indicates a resource exhaustion attack");
				}
			}
			return found;
		}
		toJSON(_arg, ctx) {
			if (!ctx) return { source: this.source };
			const source = this.resolve(ctx.doc, ctx);
			if (!source) {
				const msg = `Unresolved alias (the anchor must be set before the alias): ${this.source}`;
				throw new ReferenceError(msg);
			}
			return ctx.anchors.get(source).res;
		}
		toString(ctx, _onComment, _onChompKeep) {
			const src = `*${this.source}`;
			if (ctx) {
				anchors.anchorIsValid(this.source);
				if (ctx.options.verifyAliasOrder && !ctx.anchors.has(this.source)) {
					const msg = `Unresolved alias (the anchor must be set before the alias): ${this.source}`;
					throw new Error(msg);
				}
				if (ctx.implicitKey) return `${src} `;
			}
			return src;
		}
	};
	function getAliasCount(doc, node, anchors) {
		if (identity.isAlias(node)) {
			const source = node.resolve(doc);
			const anchor = anchors && source && anchors.get(source);
			return anchor ? anchor.count * anchor.aliasCount : 0;
		} else if (identity.isCollection(node)) {
			let count = 0;
			for (const item of node.items) {
				const c = getAliasCount(doc, item, anchors);
				if (c > count) count = c;
			}
			return count;
		} else if (identity.isPair(node)) {
			const kc = getAliasCount(doc, node.key, anchors);
			const vc = getAliasCount(doc, node.value, anchors);
			return Math.max(kc, vc);
		}
		return 1;
	}
	exports.Alias = Alias;
}));
// node_modules/yaml/dist/nodes/Scalar.js
var require_Scalar = __commonJSMin(((exports) => {
	var identity = require_identity();
	var Node = require_Node();
	var toJS = require_toJS();
	const isScalarValue = (value) => !value || typeof value !== "function" && typeof value !== "object";
	var Scalar = class extends Node.NodeBase {
		constructor(value) {
			super(identity.SCALAR);
			this.value = value;
		}
		toJSON(arg, ctx) {
			return ctx?.keep ? this.value : toJS.toJS(this.value, arg, ctx);
		}
		toString() {
			return String(this.value);
		}
	};
	Scalar.BLOCK_FOLDED = "BLOCK_FOLDED";
	Scalar.BLOCK_LITERAL = "BLOCK_LITERAL";
	Scalar.PLAIN = "PLAIN";
	Scalar.QUOTE_DOUBLE = "QUOTE_DOUBLE";
	Scalar.QUOTE_SINGLE = "QUOTE_SINGLE";
	exports.Scalar = Scalar;
	exports.isScalarValue = isScalarValue;
}));
// node_modules/yaml/dist/doc/createNode.js
var require_createNode = __commonJSMin(((exports) => {
	var Alias = require_Alias();
	var identity = require_identity();
	var Scalar = require_Scalar();
	const defaultTagPrefix = "tag:yaml.org,2002:";
	function findTagObject(value, tagName, tags) {
		if (tagName) {
			const match = tags.filter((t) => t.tag === tagName);
			const tagObj = match.find((t) => !t.format) ?? match[0];
			if (!tagObj) throw new Error(`Tag ${tagName} not found`);
			return tagObj;
		}
		return tags.find((t) => t.identify?.(value) && !t.format);
	}
	function createNode(value, tagName, ctx) {
		if (identity.isDocument(value)) value = value.contents;
		if (identity.isNode(value)) return value;
		if (identity.isPair(value)) {
			const map = ctx.schema[identity.MAP].createNode?.(ctx.schema, null, ctx);
			map.items.push(value);
			return map;
		}
		if (value instanceof String || value instanceof Number || value instanceof Boolean || typeof BigInt !== "undefined" && value instanceof BigInt) value = value.valueOf();
		const { aliasDuplicateObjects, onAnchor, onTagObj, schema, sourceObjects } = ctx;
		let ref = void 0;
		if (aliasDuplicateObjects && value && typeof value === "object") {
			ref = sourceObjects.get(value);
			if (ref) {
				ref.anchor ?? (ref.anchor = onAnchor(value));
				return new Alias.Alias(ref.anchor);
			} else {
				ref = {
					anchor: null,
					node: null
				};
				sourceObjects.set(value, ref);
			}
		}
		if (tagName?.startsWith("!!")) tagName = defaultTagPrefix + tagName.slice(2);
		let tagObj = findTagObject(value, tagName, schema.tags);
		if (!tagObj) {
			if (value && typeof value.toJSON === "function") value = value.toJSON();
			if (!value || typeof value !== "object") {
				const node = new Scalar.Scalar(value);
				if (ref) ref.node = node;
				return node;
			}
			tagObj = value instanceof Map ? schema[identity.MAP] : Symbol.iterator in Object(value) ? schema[identity.SEQ] : schema[identity.MAP];
		}
		if (onTagObj) {
			onTagObj(tagObj);
			delete ctx.onTagObj;
		}
		const node = tagObj?.createNode ? tagObj.createNode(ctx.schema, value, ctx) : typeof tagObj?.nodeClass?.from === "function" ? tagObj.nodeClass.from(ctx.schema, value, ctx) : new Scalar.Scalar(value);
		if (tagName) node.tag = tagName;
		else if (!tagObj.default) node.tag = tagObj.tag;
		if (ref) ref.node = node;
		return node;
	}
	exports.createNode = createNode;
}));
// node_modules/yaml/dist/nodes/Collection.js
var require_Collection = __commonJSMin(((exports) => {
	var createNode = require_createNode();
	var identity = require_identity();
	var Node = require_Node();
	function collectionFromPath(schema, path, value) {
		let v = value;
		for (let i = path.length - 1; i >= 0; --i) {
			const k = path[i];
			if (typeof k === "number" && Number.isInteger(k) && k >= 0) {
				const a = [];
				a[k] = v;
				v = a;
			} else v = new Map([[k, v]]);
		}
		return createNode.createNode(v, void 0, {
			aliasDuplicateObjects: false,
			keepUndefined: false,
			onAnchor: () => {
				throw new Error("This should not happen, please report a bug.");
			},
			schema,
			sourceObjects: new Map()
		});
	}
	const isEmptyPath = (path) => path == null || typeof path === "object" && !!path[Symbol.iterator]().next().done;
	var Collection = class extends Node.NodeBase {
		constructor(type, schema) {
			super(type);
			Object.defineProperty(this, "schema", {
				value: schema,
				configurable: true,
				enumerable: false,
				writable: true
			});
		}
		clone(schema) {
			const copy = Object.create(Object.getPrototypeOf(this), Object.getOwnPropertyDescriptors(this));
			if (schema) copy.schema = schema;
			copy.items = copy.items.map((it) => identity.isNode(it) || identity.isPair(it) ? it.clone(schema) : it);
			if (this.range) copy.range = this.range.slice();
			return copy;
		}
		addIn(path, value) {
			if (isEmptyPath(path)) this.add(value);
			else {
				const [key, ...rest] = path;
				const node = this.get(key, true);
				if (identity.isCollection(node)) node.addIn(rest, value);
				else if (node === void 0 && this.schema) this.set(key, collectionFromPath(this.schema, rest, value));
				else throw new Error(`Expected YAML collection at ${key}. Remaining path: ${rest}`);
			}
		}
		deleteIn(path) {
			const [key, ...rest] = path;
			if (rest.length === 0) return this.delete(key);
			const node = this.get(key, true);
			if (identity.isCollection(node)) return node.deleteIn(rest);
			else throw new Error(`Expected YAML collection at ${key}. Remaining path: ${rest}`);
		}
		getIn(path, keepScalar) {
			const [key, ...rest] = path;
			const node = this.get(key, true);
			if (rest.length === 0) return !keepScalar && identity.isScalar(node) ? node.value : node;
			else return identity.isCollection(node) ? node.getIn(rest, keepScalar) : void 0;
		}
		hasAllNullValues(allowScalar) {
			return this.items.every((node) => {
				if (!identity.isPair(node)) return false;
				const n = node.value;
				return n == null || allowScalar && identity.isScalar(n) && n.value == null && !n.commentBefore && !n.comment && !n.tag;
			});
		}
		hasIn(path) {
			const [key, ...rest] = path;
			if (rest.length === 0) return this.has(key);
			const node = this.get(key, true);
			return identity.isCollection(node) ? node.hasIn(rest) : false;
		}
		setIn(path, value) {
			const [key, ...rest] = path;
			if (rest.length === 0) this.set(key, value);
			else {
				const node = this.get(key, true);
				if (identity.isCollection(node)) node.setIn(rest, value);
				else if (node === void 0 && this.schema) this.set(key, collectionFromPath(this.schema, rest, value));
				else throw new Error(`Expected YAML collection at ${key}. Remaining path: ${rest}`);
			}
		}
	};
	exports.Collection = Collection;
	exports.collectionFromPath = collectionFromPath;
	exports.isEmptyPath = isEmptyPath;
}));
// node_modules/yaml/dist/stringify/stringifyComment.js
var require_stringifyComment = __commonJSMin(((exports) => {
	const stringifyComment = (str) => str.replace(/^(?!$)(?: $)?/gm, "#");
	function indentComment(comment, indent) {
		if (/^\n+$/.test(comment)) return comment.substring(1);
		return indent ? comment.replace(/^(?! *$)/gm, indent) : comment;
	}
	const lineComment = (str, indent, comment) => str.endsWith("\n") ? indentComment(comment, indent) : comment.includes("\n") ? "\n" + indentComment(comment, indent) : (str.endsWith(" ") ? "" : " ") + comment;
	exports.indentComment = indentComment;
	exports.lineComment = lineComment;
	exports.stringifyComment = stringifyComment;
}));
// node_modules/yaml/dist/stringify/foldFlowLines.js
var require_foldFlowLines = __commonJSMin(((exports) => {
	const FOLD_FLOW = "flow";
	const FOLD_BLOCK = "block";
	const FOLD_QUOTED = "quoted";
	function foldFlowLines(text, indent, mode = "flow", { indentAtStart, lineWidth = 80, minContentWidth = 20, onFold, onOverflow } = {}) {
		if (!lineWidth || lineWidth < 0) return text;
		if (lineWidth < minContentWidth) minContentWidth = 0;
		const endStep = Math.max(1 + minContentWidth, 1 + lineWidth - indent.length);
		if (text.length <= endStep) return text;
		const folds = [];
		const escapedFolds = {};
		let end = lineWidth - indent.length;
		if (typeof indentAtStart === "number") {
			if (indentAtStart > lineWidth - Math.max(2, minContentWidth)) folds.push(0);
			else end = lineWidth - indentAtStart;
		}
		let split = void 0;
		let prev = void 0;
		let overflow = false;
		let i = -1;
		let escStart = -1;
		let escEnd = -1;
		if (mode === FOLD_BLOCK) {
			i = consumeMoreIndentedLines(text, i, indent.length);
			if (i !== -1) end = i + endStep;
		}
		for (let ch; ch = text[i += 1];) {
			if (mode === FOLD_QUOTED && ch === "\\") {
				escStart = i;
				switch (text[i + 1]) {
					case "x":
						i += 3;
						break;
					case "u":
						i += 5;
						break;
					case "U":
						i += 9;
						break;
					default: i += 1;
				}
				escEnd = i;
			}
			if (ch === "\n") {
				if (mode === FOLD_BLOCK) i = consumeMoreIndentedLines(text, i, indent.length);
				end = i + indent.length + endStep;
				split = void 0;
			} else {
				if (ch === " " && prev && prev !== " " && prev !== "\n" && prev !== "	") {
					const next = text[i + 1];
					if (next && next !== " " && next !== "\n" && next !== "	") split = i;
				}
				if (i >= end) {
					if (split) {
						folds.push(split);
						end = split + endStep;
						split = void 0;
					} else if (mode === FOLD_QUOTED) {
						while (prev === " " || prev === "	") {
							prev = ch;
							ch = text[i += 1];
							overflow = true;
						}
						const j = i > escEnd + 1 ? i - 2 : escStart - 1;
						if (escapedFolds[j]) return text;
						folds.push(j);
						escapedFolds[j] = true;
						end = j + endStep;
						split = void 0;
					} else overflow = true;
				}
			}
			prev = ch;
		}
		if (overflow && onOverflow) onOverflow();
		if (folds.length === 0) return text;
		if (onFold) onFold();
		let res = text.slice(0, folds[0]);
		for (let i = 0; i < folds.length; ++i) {
			const fold = folds[i];
			const end = folds[i + 1] || text.length;
			if (fold === 0) res = `\n${indent}${text.slice(0, end)}`;
			else {
				if (mode === FOLD_QUOTED && escapedFolds[fold]) res += `${text[fold]}\\`;
				res += `\n${indent}${text.slice(fold + 1, end)}`;
			}
		}
		return res;
	}
	function consumeMoreIndentedLines(text, i, indent) {
		let end = i;
		let start = i + 1;
		let ch = text[start];
		while (ch === " " || ch === "	") if (i < start + indent) ch = text[++i];
		else {
			do
				ch = text[++i];
			while (ch && ch !== "\n");
			end = i;
			start = i + 1;
			ch = text[start];
		}
		return end;
	}
	exports.FOLD_BLOCK = FOLD_BLOCK;
	exports.FOLD_FLOW = FOLD_FLOW;
	exports.FOLD_QUOTED = FOLD_QUOTED;
	exports.foldFlowLines = foldFlowLines;
}));
// node_modules/yaml/dist/stringify/stringifyString.js
var require_stringifyString = __commonJSMin(((exports) => {
	var Scalar = require_Scalar();
	var foldFlowLines = require_foldFlowLines();
	const getFoldOptions = (ctx, isBlock) => ({
		indentAtStart: isBlock ? ctx.indent.length : ctx.indentAtStart,
		lineWidth: ctx.options.lineWidth,
		minContentWidth: ctx.options.minContentWidth
	});
	const containsDocumentMarker = (str) => /^(%|---|\.\.\.)/m.test(str);
	function lineLengthOverLimit(str, lineWidth, indentLength) {
		if (!lineWidth || lineWidth < 0) return false;
		const limit = lineWidth - indentLength;
		const strLen = str.length;
		if (strLen <= limit) return false;
		for (let i = 0, start = 0; i < strLen; ++i) if (str[i] === "\n") {
			if (i - start > limit) return true;
			start = i + 1;
			if (strLen - start <= limit) return false;
		}
		return true;
	}
	function doubleQuotedString(value, ctx) {
		const json = JSON.stringify(value);
		if (ctx.options.doubleQuotedAsJSON) return json;
		const { implicitKey } = ctx;
		const minMultiLineLength = ctx.options.doubleQuotedMinMultiLineLength;
		const indent = ctx.indent || (containsDocumentMarker(value) ? "  " : "");
		let str = "";
		let start = 0;
		for (let i = 0, ch = json[i]; ch; ch = json[++i]) {
			if (ch === " " && json[i + 1] === "\\" && json[i + 2] === "n") {
				str += json.slice(start, i) + "\\ ";
				i += 1;
				start = i;
				ch = "\\";
			}
			if (ch === "\\") switch (json[i + 1]) {
				case "u":
					{
						str += json.slice(start, i);
						const code = json.substr(i + 2, 4);
						switch (code) {
							case "0000":
								str += "\\0";
								break;
							case "0007":
								str += "\\a";
								break;
							case "000b":
								str += "\\v";
								break;
							case "001b":
								str += "\\e";
								break;
							case "0085":
								str += "\\N";
								break;
							case "00a0":
								str += "\\_";
								break;
							case "2028":
								str += "\\L";
								break;
							case "2029":
								str += "\\P";
								break;
							default: if (code.substr(0, 2) === "00") str += "\\x" + code.substr(2);
							else str += json.substr(i, 6);
						}
						i += 5;
						start = i + 1;
					}
					break;
				case "n":
					if (implicitKey || json[i + 2] === "\"" || json.length < minMultiLineLength) i += 1;
					else {
						str += json.slice(start, i) + "\n\n";
						while (json[i + 2] === "\\" && json[i + 3] === "n" && json[i + 4] !== "\"") {
							str += "\n";
							i += 2;
						}
						str += indent;
						if (json[i + 2] === " ") str += "\\";
						i += 1;
						start = i + 1;
					}
					break;
				default: i += 1;
			}
		}
		str = start ? str + json.slice(start) : json;
		return implicitKey ? str : foldFlowLines.foldFlowLines(str, indent, foldFlowLines.FOLD_QUOTED, getFoldOptions(ctx, false));
	}
	function singleQuotedString(value, ctx) {
		if (ctx.options.singleQuote === false || ctx.implicitKey && value.includes("\n") || /[ \t]\n|\n[ \t]/.test(value)) return doubleQuotedString(value, ctx);
		const indent = ctx.indent || (containsDocumentMarker(value) ? "  " : "");
		const res = "'" + value.replace(/'/g, "''").replace(/\n+/g, `$&\n${indent}`) + "'";
		return ctx.implicitKey ? res : foldFlowLines.foldFlowLines(res, indent, foldFlowLines.FOLD_FLOW, getFoldOptions(ctx, false));
	}
	function quotedString(value, ctx) {
		const { singleQuote } = ctx.options;
		let qs;
		if (singleQuote === false) qs = doubleQuotedString;
		else {
			const hasDouble = value.includes("\"");
			const hasSingle = value.includes("'");
			if (hasDouble && !hasSingle) qs = singleQuotedString;
			else if (hasSingle && !hasDouble) qs = doubleQuotedString;
			else qs = singleQuote ? singleQuotedString : doubleQuotedString;
		}
		return qs(value, ctx);
	}
	let blockEndNewlines;
	try {
		blockEndNewlines = new RegExp("(^|(?<!\n))\n+(?!\n|$)", "g");
	} catch {
		blockEndNewlines = /\n+(?!\n|$)/g;
	}
	function blockString({ comment, type, value }, ctx, onComment, onChompKeep) {
		const { blockQuote, commentString, lineWidth } = ctx.options;
		if (!blockQuote || /\n[\t ]+$/.test(value)) return quotedString(value, ctx);
		const indent = ctx.indent || (ctx.forceBlockIndent || containsDocumentMarker(value) ? "  " : "");
		const literal = blockQuote === "literal" ? true : blockQuote === "folded" || type === Scalar.Scalar.BLOCK_FOLDED ? false : type === Scalar.Scalar.BLOCK_LITERAL ? true : !lineLengthOverLimit(value, lineWidth, indent.length);
		if (!value) return literal ? "|\n" : ">\n";
		let chomp;
		let endStart;
		for (endStart = value.length; endStart > 0; --endStart) {
			const ch = value[endStart - 1];
			if (ch !== "\n" && ch !== "	" && ch !== " ") break;
		}
		let end = value.substring(endStart);
		const endNlPos = end.indexOf("\n");
		if (endNlPos === -1) chomp = "-";
		else if (value === end || endNlPos !== end.length - 1) {
			chomp = "+";
			if (onChompKeep) onChompKeep();
		} else chomp = "";
		if (end) {
			value = value.slice(0, -end.length);
			if (end[end.length - 1] === "\n") end = end.slice(0, -1);
			end = end.replace(blockEndNewlines, `$&${indent}`);
		}
		let startWithSpace = false;
		let startEnd;
		let startNlPos = -1;
		for (startEnd = 0; startEnd < value.length; ++startEnd) {
			const ch = value[startEnd];
			if (ch === " ") startWithSpace = true;
			else if (ch === "\n") startNlPos = startEnd;
			else break;
		}
		let start = value.substring(0, startNlPos < startEnd ? startNlPos + 1 : startEnd);
		if (start) {
			value = value.substring(start.length);
			start = start.replace(/\n+/g, `$&${indent}`);
		}
		let header = (startWithSpace ? indent ? "2" : "1" : "") + chomp;
		if (comment) {
			header += " " + commentString(comment.replace(/ ?[\r\n]+/g, " "));
			if (onComment) onComment();
		}
		if (!literal) {
			const foldedValue = value.replace(/\n+/g, "\n$&").replace(/(?:^|\n)([\t ].*)(?:([\n\t ]*)\n(?![\n\t ]))?/g, "$1$2").replace(/\n+/g, `$&${indent}`);
			let literalFallback = false;
			const foldOptions = getFoldOptions(ctx, true);
			if (blockQuote !== "folded" && type !== Scalar.Scalar.BLOCK_FOLDED) foldOptions.onOverflow = () => {
				literalFallback = true;
			};
			const body = foldFlowLines.foldFlowLines(`${start}${foldedValue}${end}`, indent, foldFlowLines.FOLD_BLOCK, foldOptions);
			if (!literalFallback) return `>${header}\n${indent}${body}`;
		}
		value = value.replace(/\n+/g, `$&${indent}`);
		return `|${header}\n${indent}${start}${value}${end}`;
	}
	function plainString(item, ctx, onComment, onChompKeep) {
		const { type, value } = item;
		const { actualString, implicitKey, indent, indentStep, inFlow } = ctx;
		if (implicitKey && value.includes("\n") || inFlow && /[[\]{},]/.test(value)) return quotedString(value, ctx);
		if (/^[\n\t ,[\]{}#&*!|>'"%@`]|^[?-]$|^[?-][ \t]|[\n:][ \t]|[ \t]\n|[\n\t ]#|[\n\t :]$/.test(value)) return implicitKey || inFlow || !value.includes("\n") ? quotedString(value, ctx) : blockString(item, ctx, onComment, onChompKeep);
		if (!implicitKey && !inFlow && type !== Scalar.Scalar.PLAIN && value.includes("\n")) return blockString(item, ctx, onComment, onChompKeep);
		if (containsDocumentMarker(value)) {
			if (indent === "") {
				ctx.forceBlockIndent = true;
				return blockString(item, ctx, onComment, onChompKeep);
			} else if (implicitKey && indent === indentStep) return quotedString(value, ctx);
		}
		const str = value.replace(/\n+/g, `$&\n${indent}`);
		if (actualString) {
			const test = (tag) => tag.default && tag.tag !== "tag:yaml.org,2002:str" && tag.test?.test(str);
			const { compat, tags } = ctx.doc.schema;
			if (tags.some(test) || compat?.some(test)) return quotedString(value, ctx);
		}
		return implicitKey ? str : foldFlowLines.foldFlowLines(str, indent, foldFlowLines.FOLD_FLOW, getFoldOptions(ctx, false));
	}
	function stringifyString(item, ctx, onComment, onChompKeep) {
		const { implicitKey, inFlow } = ctx;
		const ss = typeof item.value === "string" ? item : Object.assign({}, item, { value: String(item.value) });
		let { type } = item;
		if (type !== Scalar.Scalar.QUOTE_DOUBLE) {
			if (/[\x00-\x08\x0b-\x1f\x7f-\x9f\u{D800}-\u{DFFF}]/u.test(ss.value)) type = Scalar.Scalar.QUOTE_DOUBLE;
		}
		const _stringify = (_type) => {
			switch (_type) {
				case Scalar.Scalar.BLOCK_FOLDED:
				case Scalar.Scalar.BLOCK_LITERAL: return implicitKey || inFlow ? quotedString(ss.value, ctx) : blockString(ss, ctx, onComment, onChompKeep);
				case Scalar.Scalar.QUOTE_DOUBLE: return doubleQuotedString(ss.value, ctx);
				case Scalar.Scalar.QUOTE_SINGLE: return singleQuotedString(ss.value, ctx);
				case Scalar.Scalar.PLAIN: return plainString(ss, ctx, onComment, onChompKeep);
				default: return null;
			}
		};
		let res = _stringify(type);
		if (res === null) {
			const { defaultKeyType, defaultStringType } = ctx.options;
			const t = implicitKey && defaultKeyType || defaultStringType;
			res = _stringify(t);
			if (res === null) throw new Error(`Unsupported default string type ${t}`);
		}
		return res;
	}
	exports.stringifyString = stringifyString;
}));
// node_modules/yaml/dist/stringify/stringify.js
var require_stringify = __commonJSMin(((exports) => {
	var anchors = require_anchors();
	var identity = require_identity();
	var stringifyComment = require_stringifyComment();
	var stringifyString = require_stringifyString();
	function createStringifyContext(doc, options) {
		const opt = Object.assign({
			blockQuote: true,
			commentString: stringifyComment.stringifyComment,
			defaultKeyType: null,
			defaultStringType: "PLAIN",
			directives: null,
			doubleQuotedAsJSON: false,
			doubleQuotedMinMultiLineLength: 40,
			falseStr: "false",
			flowCollectionPadding: true,
			indentSeq: true,
			lineWidth: 80,
			minContentWidth: 20,
			nullStr: "null",
			simpleKeys: false,
			singleQuote: null,
			trailingComma: false,
			trueStr: "true",
			verifyAliasOrder: true
		}, doc.schema.toStringOptions, options);
		let inFlow;
		switch (opt.collectionStyle) {
			case "block":
				inFlow = false;
				break;
			case "flow":
				inFlow = true;
				break;
			default: inFlow = null;
		}
		return {
			anchors: new Set(),
			doc,
			flowCollectionPadding: opt.flowCollectionPadding ? " " : "",
			indent: "",
			indentStep: typeof opt.indent === "number" ? " ".repeat(opt.indent) : "  ",
			inFlow,
			options: opt
		};
	}
	function getTagObject(tags, item) {
		if (item.tag) {
			const match = tags.filter((t) => t.tag === item.tag);
			if (match.length > 0) return match.find((t) => t.format === item.format) ?? match[0];
		}
		let tagObj = void 0;
		let obj;
		if (identity.isScalar(item)) {
			obj = item.value;
			let match = tags.filter((t) => t.identify?.(obj));
			if (match.length > 1) {
				const testMatch = match.filter((t) => t.test);
				if (testMatch.length > 0) match = testMatch;
			}
			tagObj = match.find((t) => t.format === item.format) ?? match.find((t) => !t.format);
		} else {
			obj = item;
			tagObj = tags.find((t) => t.nodeClass && obj instanceof t.nodeClass);
		}
		if (!tagObj) {
			const name = obj?.constructor?.name ?? (obj === null ? "null" : typeof obj);
			throw new Error(`Tag not resolved for ${name} value`);
		}
		return tagObj;
	}
	function stringifyProps(node, tagObj, { anchors: anchors$1, doc }) {
		if (!doc.directives) return "";
		const props = [];
		const anchor = (identity.isScalar(node) || identity.isCollection(node)) && node.anchor;
		if (anchor && anchors.anchorIsValid(anchor)) {
			anchors$1.add(anchor);
			props.push(`&${anchor}`);
		}
		const tag = node.tag ?? (tagObj.default ? null : tagObj.tag);
		if (tag) props.push(doc.directives.tagString(tag));
		return props.join(" ");
	}
	function stringify(item, ctx, onComment, onChompKeep) {
		if (identity.isPair(item)) return item.toString(ctx, onComment, onChompKeep);
		if (identity.isAlias(item)) {
			if (ctx.doc.directives) return item.toString(ctx);
			if (ctx.resolvedAliases?.has(item)) throw new TypeError(`Cannot stringify circular structure without alias nodes`);
			else {
				if (ctx.resolvedAliases) ctx.resolvedAliases.add(item);
				else ctx.resolvedAliases = new Set([item]);
				item = item.resolve(ctx.doc);
			}
		}
		let tagObj = void 0;
		const node = identity.isNode(item) ? item : ctx.doc.createNode(item, { onTagObj: (o) => tagObj = o });
		tagObj ?? (tagObj = getTagObject(ctx.doc.schema.tags, node));
		const props = stringifyProps(node, tagObj, ctx);
		if (props.length > 0) ctx.indentAtStart = (ctx.indentAtStart ?? 0) + props.length + 1;
		const str = typeof tagObj.stringify === "function" ? tagObj.stringify(node, ctx, onComment, onChompKeep) : identity.isScalar(node) ? stringifyString.stringifyString(node, ctx, onComment, onChompKeep) : node.toString(ctx, onComment, onChompKeep);
		if (!props) return str;
		return identity.isScalar(node) || str[0] === "{" || str[0] === "[" ? `${props} ${str}` : `${props}\n${ctx.indent}${str}`;
	}
	exports.createStringifyContext = createStringifyContext;
	exports.stringify = stringify;
}));
// node_modules/yaml/dist/stringify/stringifyPair.js
var require_stringifyPair = __commonJSMin(((exports) => {
	var identity = require_identity();
	var Scalar = require_Scalar();
	var stringify = require_stringify();
	var stringifyComment = require_stringifyComment();
	function stringifyPair({ key, value }, ctx, onComment, onChompKeep) {
		const { allNullValues, doc, indent, indentStep, options: { commentString, indentSeq, simpleKeys } } = ctx;
		let keyComment = identity.isNode(key) && key.comment || null;
		if (simpleKeys) {
			if (keyComment) throw new Error("With simple keys, key nodes cannot have comments");
			if (identity.isCollection(key) || !identity.isNode(key) && typeof key === "object") throw new Error("With simple keys, collection cannot be used as a key value");
		}
		let explicitKey = !simpleKeys && (!key || keyComment && value == null && !ctx.inFlow || identity.isCollection(key) || (identity.isScalar(key) ? key.type === Scalar.Scalar.BLOCK_FOLDED || key.type === Scalar.Scalar.BLOCK_LITERAL : typeof key === "object"));
		ctx = Object.assign({}, ctx, {
			allNullValues: false,
			implicitKey: !explicitKey && (simpleKeys || !allNullValues),
			indent: indent + indentStep
		});
		let keyCommentDone = false;
		let chompKeep = false;
		let str = stringify.stringify(key, ctx, () => keyCommentDone = true, () => chompKeep = true);
		if (!explicitKey && !ctx.inFlow && str.length > 1024) {
			if (simpleKeys) throw new Error("With simple keys, single line scalar must not span more than 1024 characters");
			explicitKey = true;
		}
		if (ctx.inFlow) {
			if (allNullValues || value == null) {
				if (keyCommentDone && onComment) onComment();
				return str === "" ? "?" : explicitKey ? `? ${str}` : str;
			}
		} else if (allNullValues && !simpleKeys || value == null && explicitKey) {
			str = `? ${str}`;
			if (keyComment && !keyCommentDone) str += stringifyComment.lineComment(str, ctx.indent, commentString(keyComment));
			else if (chompKeep && onChompKeep) onChompKeep();
			return str;
		}
		if (keyCommentDone) keyComment = null;
		if (explicitKey) {
			if (keyComment) str += stringifyComment.lineComment(str, ctx.indent, commentString(keyComment));
			str = `? ${str}\n${indent}:`;
		} else {
			str = `${str}:`;
			if (keyComment) str += stringifyComment.lineComment(str, ctx.indent, commentString(keyComment));
		}
		let vsb, vcb, valueComment;
		if (identity.isNode(value)) {
			vsb = !!value.spaceBefore;
			vcb = value.commentBefore;
			valueComment = value.comment;
		} else {
			vsb = false;
			vcb = null;
			valueComment = null;
			if (value && typeof value === "object") value = doc.createNode(value);
		}
		ctx.implicitKey = false;
		if (!explicitKey && !keyComment && identity.isScalar(value)) ctx.indentAtStart = str.length + 1;
		chompKeep = false;
		if (!indentSeq && indentStep.length >= 2 && !ctx.inFlow && !explicitKey && identity.isSeq(value) && !value.flow && !value.tag && !value.anchor) ctx.indent = ctx.indent.substring(2);
		let valueCommentDone = false;
		const valueStr = stringify.stringify(value, ctx, () => valueCommentDone = true, () => chompKeep = true);
		let ws = " ";
		if (keyComment || vsb || vcb) {
			ws = vsb ? "\n" : "";
			if (vcb) {
				const cs = commentString(vcb);
				ws += `\n${stringifyComment.indentComment(cs, ctx.indent)}`;
			}
			if (valueStr === "" && !ctx.inFlow) {
				if (ws === "\n" && valueComment) ws = "\n\n";
			} else ws += `\n${ctx.indent}`;
		} else if (!explicitKey && identity.isCollection(value)) {
			const vs0 = valueStr[0];
			const nl0 = valueStr.indexOf("\n");
			const hasNewline = nl0 !== -1;
			const flow = ctx.inFlow ?? value.flow ?? value.items.length === 0;
			if (hasNewline || !flow) {
				let hasPropsLine = false;
				if (hasNewline && (vs0 === "&" || vs0 === "!")) {
					let sp0 = valueStr.indexOf(" ");
					if (vs0 === "&" && sp0 !== -1 && sp0 < nl0 && valueStr[sp0 + 1] === "!") sp0 = valueStr.indexOf(" ", sp0 + 1);
					if (sp0 === -1 || nl0 < sp0) hasPropsLine = true;
				}
				if (!hasPropsLine) ws = `\n${ctx.indent}`;
			}
		} else if (valueStr === "" || valueStr[0] === "\n") ws = "";
		str += ws + valueStr;
		if (ctx.inFlow) {
			if (valueCommentDone && onComment) onComment();
		} else if (valueComment && !valueCommentDone) str += stringifyComment.lineComment(str, ctx.indent, commentString(valueComment));
		else if (chompKeep && onChompKeep) onChompKeep();
		return str;
	}
	exports.stringifyPair = stringifyPair;
}));
// node_modules/yaml/dist/log.js
var require_log = __commonJSMin(((exports) => {
	var node_process = __require("process");
	function debug(logLevel, ...messages) {
		if (logLevel === "debug") console.log(...messages);
	}
	function warn(logLevel, warning) {
		if (logLevel === "debug" || logLevel === "warn") {
			if (typeof node_process.emitWarning === "function") node_process.emitWarning(warning);
			else console.warn(warning);
		}
	}
	exports.debug = debug;
	exports.warn = warn;
}));
// node_modules/yaml/dist/schema/yaml-1.1/merge.js
var require_merge = __commonJSMin(((exports) => {
	var identity = require_identity();
	var Scalar = require_Scalar();
	const MERGE_KEY = "<<";
	const merge = {
		identify: (value) => value === MERGE_KEY || typeof value === "symbol" && value.description === MERGE_KEY,
		default: "key",
		tag: "tag:yaml.org,2002:merge",
		test: /^<<$/,
		resolve: () => Object.assign(new Scalar.Scalar(Symbol(MERGE_KEY)), { addToJSMap: addMergeToJSMap }),
		stringify: () => MERGE_KEY
	};
	const isMergeKey = (ctx, key) => (merge.identify(key) || identity.isScalar(key) && (!key.type || key.type === Scalar.Scalar.PLAIN) && merge.identify(key.value)) && ctx?.doc.schema.tags.some((tag) => tag.tag === merge.tag && tag.default);
	function addMergeToJSMap(ctx, map, value) {
		const source = resolveAliasValue(ctx, value);
		if (identity.isSeq(source)) for (const it of source.items) mergeValue(ctx, map, it);
		else if (Array.isArray(source)) for (const it of source) mergeValue(ctx, map, it);
		else mergeValue(ctx, map, source);
	}
	function mergeValue(ctx, map, value) {
		const source = resolveAliasValue(ctx, value);
		if (!identity.isMap(source)) throw new Error("Merge sources must be maps or map aliases");
		const srcMap = source.toJSON(null, ctx, Map);
		for (const [key, value] of srcMap) if (map instanceof Map) {
			if (!map.has(key)) map.set(key, value);
		} else if (map instanceof Set) map.add(key);
		else if (!Object.prototype.hasOwnProperty.call(map, key)) Object.defineProperty(map, key, {
			value,
			writable: true,
			enumerable: true,
			configurable: true
		});
		return map;
	}
	function resolveAliasValue(ctx, value) {
		return ctx && identity.isAlias(value) ? value.resolve(ctx.doc, ctx) : value;
	}
	exports.addMergeToJSMap = addMergeToJSMap;
	exports.isMergeKey = isMergeKey;
	exports.merge = merge;
}));
// node_modules/yaml/dist/nodes/addPairToJSMap.js
var require_addPairToJSMap = __commonJSMin(((exports) => {
	var log = require_log();
	var merge = require_merge();
	var stringify = require_stringify();
	var identity = require_identity();
	var toJS = require_toJS();
	function addPairToJSMap(ctx, map, { key, value }) {
		if (identity.isNode(key) && key.addToJSMap) key.addToJSMap(ctx, map, value);
		else if (merge.isMergeKey(ctx, key)) merge.addMergeToJSMap(ctx, map, value);
		else {
			const jsKey = toJS.toJS(key, "", ctx);
			if (map instanceof Map) map.set(jsKey, toJS.toJS(value, jsKey, ctx));
			else if (map instanceof Set) map.add(jsKey);
			else {
				const stringKey = stringifyKey(key, jsKey, ctx);
				const jsValue = toJS.toJS(value, stringKey, ctx);
				if (stringKey in map) Object.defineProperty(map, stringKey, {
					value: jsValue,
					writable: true,
					enumerable: true,
					configurable: true
				});
				else map[stringKey] = jsValue;
			}
		}
		return map;
	}
	function stringifyKey(key, jsKey, ctx) {
		if (jsKey === null) return "";
		if (typeof jsKey !== "object") return String(jsKey);
		if (identity.isNode(key) && ctx?.doc) {
			const strCtx = stringify.createStringifyContext(ctx.doc, {});
			strCtx.anchors = new Set();
			for (const node of ctx.anchors.keys()) strCtx.anchors.add(node.anchor);
			strCtx.inFlow = true;
			strCtx.inStringifyKey = true;
			const strKey = key.toString(strCtx);
			if (!ctx.mapKeyWarned) {
				let jsonStr = JSON.stringify(strKey);
				if (jsonStr.length > 40) jsonStr = jsonStr.substring(0, 36) + "...\"";
				log.warn(ctx.doc.options.logLevel, `Keys with collection values will be stringified due to JS Object restrictions: ${jsonStr}. Set mapAsMap: true to use object keys.`);
				ctx.mapKeyWarned = true;
			}
			return strKey;
		}
		return JSON.stringify(jsKey);
	}
	exports.addPairToJSMap = addPairToJSMap;
}));
// node_modules/yaml/dist/nodes/Pair.js
var require_Pair = __commonJSMin(((exports) => {
	var createNode = require_createNode();
	var stringifyPair = require_stringifyPair();
	var addPairToJSMap = require_addPairToJSMap();
	var identity = require_identity();
	function createPair(key, value, ctx) {
		return new Pair(createNode.createNode(key, void 0, ctx), createNode.createNode(value, void 0, ctx));
	}
	var Pair = class Pair {
		constructor(key, value = null) {
			Object.defineProperty(this, identity.NODE_TYPE, { value: identity.PAIR });
			this.key = key;
			this.value = value;
		}
		clone(schema) {
			let { key, value } = this;
			if (identity.isNode(key)) key = key.clone(schema);
			if (identity.isNode(value)) value = value.clone(schema);
			return new Pair(key, value);
		}
		toJSON(_, ctx) {
			const pair = ctx?.mapAsMap ? new Map() : {};
			return addPairToJSMap.addPairToJSMap(ctx, pair, this);
		}
		toString(ctx, onComment, onChompKeep) {
			return ctx?.doc ? stringifyPair.stringifyPair(this, ctx, onComment, onChompKeep) : JSON.stringify(this);
		}
	};
	exports.Pair = Pair;
	exports.createPair = createPair;
}));
// node_modules/yaml/dist/stringify/stringifyCollection.js
var require_stringifyCollection = __commonJSMin(((exports) => {
	var identity = require_identity();
	var stringify = require_stringify();
	var stringifyComment = require_stringifyComment();
	function stringifyCollection(collection, ctx, options) {
		return (ctx.inFlow ?? collection.flow ? stringifyFlowCollection : stringifyBlockCollection)(collection, ctx, options);
	}
	function stringifyBlockCollection({ comment, items }, ctx, { blockItemPrefix, flowChars, itemIndent, onChompKeep, onComment }) {
		const { indent, options: { commentString } } = ctx;
		const itemCtx = Object.assign({}, ctx, {
			indent: itemIndent,
			type: null
		});
		let chompKeep = false;
		const lines = [];
		for (let i = 0; i < items.length; ++i) {
			const item = items[i];
			let comment = null;
			if (identity.isNode(item)) {
				if (!chompKeep && item.spaceBefore) lines.push("");
				addCommentBefore(ctx, lines, item.commentBefore, chompKeep);
				if (item.comment) comment = item.comment;
			} else if (identity.isPair(item)) {
				const ik = identity.isNode(item.key) ? item.key : null;
				if (ik) {
					if (!chompKeep && ik.spaceBefore) lines.push("");
					addCommentBefore(ctx, lines, ik.commentBefore, chompKeep);
				}
			}
			chompKeep = false;
			let str = stringify.stringify(item, itemCtx, () => comment = null, () => chompKeep = true);
			if (comment) str += stringifyComment.lineComment(str, itemIndent, commentString(comment));
			if (chompKeep && comment) chompKeep = false;
			lines.push(blockItemPrefix + str);
		}
		let str;
		if (lines.length === 0) str = flowChars.start + flowChars.end;
		else {
			str = lines[0];
			for (let i = 1; i < lines.length; ++i) {
				const line = lines[i];
				str += line ? `\n${indent}${line}` : "\n";
			}
		}
		if (comment) {
			str += "\n" + stringifyComment.indentComment(commentString(comment), indent);
			if (onComment) onComment();
		} else if (chompKeep && onChompKeep) onChompKeep();
		return str;
	}
	function stringifyFlowCollection({ items }, ctx, { flowChars, itemIndent }) {
		const { indent, indentStep, flowCollectionPadding: fcPadding, options: { commentString } } = ctx;
		itemIndent += indentStep;
		const itemCtx = Object.assign({}, ctx, {
			indent: itemIndent,
			inFlow: true,
			type: null
		});
		let reqNewline = false;
		let linesAtValue = 0;
		const lines = [];
		for (let i = 0; i < items.length; ++i) {
			const item = items[i];
			let comment = null;
			if (identity.isNode(item)) {
				if (item.spaceBefore) lines.push("");
				addCommentBefore(ctx, lines, item.commentBefore, false);
				if (item.comment) comment = item.comment;
			} else if (identity.isPair(item)) {
				const ik = identity.isNode(item.key) ? item.key : null;
				if (ik) {
					if (ik.spaceBefore) lines.push("");
					addCommentBefore(ctx, lines, ik.commentBefore, false);
					if (ik.comment) reqNewline = true;
				}
				const iv = identity.isNode(item.value) ? item.value : null;
				if (iv) {
					if (iv.comment) comment = iv.comment;
					if (iv.commentBefore) reqNewline = true;
				} else if (item.value == null && ik?.comment) comment = ik.comment;
			}
			if (comment) reqNewline = true;
			let str = stringify.stringify(item, itemCtx, () => comment = null);
			reqNewline || (reqNewline = lines.length > linesAtValue || str.includes("\n"));
			if (i < items.length - 1) str += ",";
			else if (ctx.options.trailingComma) {
				if (ctx.options.lineWidth > 0) reqNewline || (reqNewline = lines.reduce((sum, line) => sum + line.length + 2, 2) + (str.length + 2) > ctx.options.lineWidth);
				if (reqNewline) str += ",";
			}
			if (comment) str += stringifyComment.lineComment(str, itemIndent, commentString(comment));
			lines.push(str);
			linesAtValue = lines.length;
		}
		const { start, end } = flowChars;
		if (lines.length === 0) return start + end;
		else {
			if (!reqNewline) {
				const len = lines.reduce((sum, line) => sum + line.length + 2, 2);
				reqNewline = ctx.options.lineWidth > 0 && len > ctx.options.lineWidth;
			}
			if (reqNewline) {
				let str = start;
				for (const line of lines) str += line ? `\n${indentStep}${indent}${line}` : "\n";
				return `${str}\n${indent}${end}`;
			} else return `${start}${fcPadding}${lines.join(" ")}${fcPadding}${end}`;
		}
	}
	function addCommentBefore({ indent, options: { commentString } }, lines, comment, chompKeep) {
		if (comment && chompKeep) comment = comment.replace(/^\n+/, "");
		if (comment) {
			const ic = stringifyComment.indentComment(commentString(comment), indent);
			lines.push(ic.trimStart());
		}
	}
	exports.stringifyCollection = stringifyCollection;
}));
// node_modules/yaml/dist/nodes/YAMLMap.js
var require_YAMLMap = __commonJSMin(((exports) => {
	var stringifyCollection = require_stringifyCollection();
	var addPairToJSMap = require_addPairToJSMap();
	var Collection = require_Collection();
	var identity = require_identity();
	var Pair = require_Pair();
	var Scalar = require_Scalar();
	function findPair(items, key) {
		const k = identity.isScalar(key) ? key.value : key;
		for (const it of items) if (identity.isPair(it)) {
			if (it.key === key || it.key === k) return it;
			if (identity.isScalar(it.key) && it.key.value === k) return it;
		}
	}
	var YAMLMap = class extends Collection.Collection {
		static get tagName() {
			return "tag:yaml.org,2002:map";
		}
		constructor(schema) {
			super(identity.MAP, schema);
			this.items = [];
		}
		static from(schema, obj, ctx) {
			const { keepUndefined, replacer } = ctx;
			const map = new this(schema);
			const add = (key, value) => {
				if (typeof replacer === "function") value = replacer.call(obj, key, value);
				else if (Array.isArray(replacer) && !replacer.includes(key)) return;
				if (value !== void 0 || keepUndefined) map.items.push(Pair.createPair(key, value, ctx));
			};
			if (obj instanceof Map) for (const [key, value] of obj) add(key, value);
			else if (obj && typeof obj === "object") for (const key of Object.keys(obj)) add(key, obj[key]);
			if (typeof schema.sortMapEntries === "function") map.items.sort(schema.sortMapEntries);
			return map;
		}
		add(pair, overwrite) {
			let _pair;
			if (identity.isPair(pair)) _pair = pair;
			else if (!pair || typeof pair !== "object" || !("key" in pair)) _pair = new Pair.Pair(pair, pair?.value);
			else _pair = new Pair.Pair(pair.key, pair.value);
			const prev = findPair(this.items, _pair.key);
			const sortEntries = this.schema?.sortMapEntries;
			if (prev) {
				if (!overwrite) throw new Error(`Key ${_pair.key} already set`);
				if (identity.isScalar(prev.value) && Scalar.isScalarValue(_pair.value)) prev.value.value = _pair.value;
				else prev.value = _pair.value;
			} else if (sortEntries) {
				const i = this.items.findIndex((item) => sortEntries(_pair, item) < 0);
				if (i === -1) this.items.push(_pair);
				else this.items.splice(i, 0, _pair);
			} else this.items.push(_pair);
		}
		delete(key) {
			const it = findPair(this.items, key);
			if (!it) return false;
			return this.items.splice(this.items.indexOf(it), 1).length > 0;
		}
		get(key, keepScalar) {
			const node = findPair(this.items, key)?.value;
			return (!keepScalar && identity.isScalar(node) ? node.value : node) ?? void 0;
		}
		has(key) {
			return !!findPair(this.items, key);
		}
		set(key, value) {
			this.add(new Pair.Pair(key, value), true);
		}
		toJSON(_, ctx, Type) {
			const map = Type ? new Type() : ctx?.mapAsMap ? new Map() : {};
			if (ctx?.onCreate) ctx.onCreate(map);
			for (const item of this.items) addPairToJSMap.addPairToJSMap(ctx, map, item);
			return map;
		}
		toString(ctx, onComment, onChompKeep) {
			if (!ctx) return JSON.stringify(this);
			for (const item of this.items) if (!identity.isPair(item)) throw new Error(`Map items must all be pairs; found ${JSON.stringify(item)} instead`);
			if (!ctx.allNullValues && this.hasAllNullValues(false)) ctx = Object.assign({}, ctx, { allNullValues: true });
			return stringifyCollection.stringifyCollection(this, ctx, {
				blockItemPrefix: "",
				flowChars: {
					start: "{",
					end: "}"
				},
				itemIndent: ctx.indent || "",
				onChompKeep,
				onComment
			});
		}
	};
	exports.YAMLMap = YAMLMap;
	exports.findPair = findPair;
}));
// node_modules/yaml/dist/schema/common/map.js
var require_map = __commonJSMin(((exports) => {
	var identity = require_identity();
	var YAMLMap = require_YAMLMap();
	exports.map = {
		collection: "map",
		default: true,
		nodeClass: YAMLMap.YAMLMap,
		tag: "tag:yaml.org,2002:map",
		resolve(map, onError) {
			if (!identity.isMap(map)) onError("Expected a mapping for this tag");
			return map;
		},
		createNode: (schema, obj, ctx) => YAMLMap.YAMLMap.from(schema, obj, ctx)
	};
}));
// node_modules/yaml/dist/nodes/YAMLSeq.js
var require_YAMLSeq = __commonJSMin(((exports) => {
	var createNode = require_createNode();
	var stringifyCollection = require_stringifyCollection();
	var Collection = require_Collection();
	var identity = require_identity();
	var Scalar = require_Scalar();
	var toJS = require_toJS();
	var YAMLSeq = class extends Collection.Collection {
		static get tagName() {
			return "tag:yaml.org,2002:seq";
		}
		constructor(schema) {
			super(identity.SEQ, schema);
			this.items = [];
		}
		add(value) {
			this.items.push(value);
		}
		delete(key) {
			const idx = asItemIndex(key);
			if (typeof idx !== "number") return false;
			return this.items.splice(idx, 1).length > 0;
		}
		get(key, keepScalar) {
			const idx = asItemIndex(key);
			if (typeof idx !== "number") return void 0;
			const it = this.items[idx];
			return !keepScalar && identity.isScalar(it) ? it.value : it;
		}
		has(key) {
			const idx = asItemIndex(key);
			return typeof idx === "number" && idx < this.items.length;
		}
		set(key, value) {
			const idx = asItemIndex(key);
			if (typeof idx !== "number") throw new Error(`Expected a valid index, not ${key}.`);
			const prev = this.items[idx];
			if (identity.isScalar(prev) && Scalar.isScalarValue(value)) prev.value = value;
			else this.items[idx] = value;
		}
		toJSON(_, ctx) {
			const seq = [];
			if (ctx?.onCreate) ctx.onCreate(seq);
			let i = 0;
			for (const item of this.items) seq.push(toJS.toJS(item, String(i++), ctx));
			return seq;
		}
		toString(ctx, onComment, onChompKeep) {
			if (!ctx) return JSON.stringify(this);
			return stringifyCollection.stringifyCollection(this, ctx, {
				blockItemPrefix: "- ",
				flowChars: {
					start: "[",
					end: "]"
				},
				itemIndent: (ctx.indent || "") + "  ",
				onChompKeep,
				onComment
			});
		}
		static from(schema, obj, ctx) {
			const { replacer } = ctx;
			const seq = new this(schema);
			if (obj && Symbol.iterator in Object(obj)) {
				let i = 0;
				for (let it of obj) {
					if (typeof replacer === "function") {
						const key = obj instanceof Set ? it : String(i++);
						it = replacer.call(obj, key, it);
					}
					seq.items.push(createNode.createNode(it, void 0, ctx));
				}
			}
			return seq;
		}
	};
	function asItemIndex(key) {
		let idx = identity.isScalar(key) ? key.value : key;
		if (idx && typeof idx === "string") idx = Number(idx);
		return typeof idx === "number" && Number.isInteger(idx) && idx >= 0 ? idx : null;
	}
	exports.YAMLSeq = YAMLSeq;
}));
// node_modules/yaml/dist/schema/common/seq.js
var require_seq = __commonJSMin(((exports) => {
	var identity = require_identity();
	var YAMLSeq = require_YAMLSeq();
	exports.seq = {
		collection: "seq",
		default: true,
		nodeClass: YAMLSeq.YAMLSeq,
		tag: "tag:yaml.org,2002:seq",
		resolve(seq, onError) {
			if (!identity.isSeq(seq)) onError("Expected a sequence for this tag");
			return seq;
		},
		createNode: (schema, obj, ctx) => YAMLSeq.YAMLSeq.from(schema, obj, ctx)
	};
}));
// node_modules/yaml/dist/schema/common/string.js
var require_string = __commonJSMin(((exports) => {
	var stringifyString = require_stringifyString();
	exports.string = {
		identify: (value) => typeof value === "string",
		default: true,
		tag: "tag:yaml.org,2002:str",
		resolve: (str) => str,
		stringify(item, ctx, onComment, onChompKeep) {
			ctx = Object.assign({ actualString: true }, ctx);
			return stringifyString.stringifyString(item, ctx, onComment, onChompKeep);
		}
	};
}));
// node_modules/yaml/dist/schema/common/null.js
var require_null = __commonJSMin(((exports) => {
	var Scalar = require_Scalar();
	const nullTag = {
		identify: (value) => value == null,
		createNode: () => new Scalar.Scalar(null),
		default: true,
		tag: "tag:yaml.org,2002:null",
		test: /^(?:~|[Nn]ull|NULL)?$/,
		resolve: () => new Scalar.Scalar(null),
		stringify: ({ source }, ctx) => typeof source === "string" && nullTag.test.test(source) ? source : ctx.options.nullStr
	};
	exports.nullTag = nullTag;
}));
// node_modules/yaml/dist/schema/core/bool.js
var require_bool$1 = __commonJSMin(((exports) => {
	var Scalar = require_Scalar();
	const boolTag = {
		identify: (value) => typeof value === "boolean",
		default: true,
		tag: "tag:yaml.org,2002:bool",
		test: /^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/,
		resolve: (str) => new Scalar.Scalar(str[0] === "t" || str[0] === "T"),
		stringify({ source, value }, ctx) {
			if (source && boolTag.test.test(source)) {
				if (value === (source[0] === "t" || source[0] === "T")) return source;
			}
			return value ? ctx.options.trueStr : ctx.options.falseStr;
		}
	};
	exports.boolTag = boolTag;
}));
// node_modules/yaml/dist/stringify/stringifyNumber.js
var require_stringifyNumber = __commonJSMin(((exports) => {
	function stringifyNumber({ format, minFractionDigits, tag, value }) {
		if (typeof value === "bigint") return String(value);
		const num = typeof value === "number" ? value : Number(value);
		if (!isFinite(num)) return isNaN(num) ? ".nan" : num < 0 ? "-.inf" : ".inf";
		let n = Object.is(value, -0) ? "-0" : JSON.stringify(value);
		if (!format && minFractionDigits && (!tag || tag === "tag:yaml.org,2002:float") && /^-?\d/.test(n) && !n.includes("e")) {
			let i = n.indexOf(".");
			if (i < 0) {
				i = n.length;
				n += ".";
			}
			let d = minFractionDigits - (n.length - i - 1);
			while (d-- > 0) n += "0";
		}
		return n;
	}
	exports.stringifyNumber = stringifyNumber;
}));
// node_modules/yaml/dist/schema/core/float.js
var require_float$1 = __commonJSMin(((exports) => {
	var Scalar = require_Scalar();
	var stringifyNumber = require_stringifyNumber();
	const floatNaN = {
		identify: (value) => typeof value === "number",
		default: true,
		tag: "tag:yaml.org,2002:float",
		test: /^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
		resolve: (str) => str.slice(-3).toLowerCase() === "nan" ? NaN : str[0] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY,
		stringify: stringifyNumber.stringifyNumber
	};
	const floatExp = {
		identify: (value) => typeof value === "number",
		default: true,
		tag: "tag:yaml.org,2002:float",
		format: "EXP",
		test: /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+$/,
		resolve: (str) => parseFloat(str),
		stringify(node) {
			const num = Number(node.value);
			return isFinite(num) ? num.toExponential() : stringifyNumber.stringifyNumber(node);
		}
	};
	exports.float = {
		identify: (value) => typeof value === "number",
		default: true,
		tag: "tag:yaml.org,2002:float",
		test: /^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)$/,
		resolve(str) {
			const node = new Scalar.Scalar(parseFloat(str));
			const dot = str.indexOf(".");
			if (dot !== -1 && str[str.length - 1] === "0") node.minFractionDigits = str.length - dot - 1;
			return node;
		},
		stringify: stringifyNumber.stringifyNumber
	};
	exports.floatExp = floatExp;
	exports.floatNaN = floatNaN;
}));
// node_modules/yaml/dist/schema/core/int.js
var require_int$1 = __commonJSMin(((exports) => {
	var stringifyNumber = require_stringifyNumber();
	const intIdentify = (value) => typeof value === "bigint" || Number.isInteger(value);
	const intResolve = (str, offset, radix, { intAsBigInt }) => intAsBigInt ? BigInt(str) : parseInt(str.substring(offset), radix);
	function intStringify(node, radix, prefix) {
		const { value } = node;
		if (intIdentify(value) && value >= 0) return prefix + value.toString(radix);
		return stringifyNumber.stringifyNumber(node);
	}
	const intOct = {
		identify: (value) => intIdentify(value) && value >= 0,
		default: true,
		tag: "tag:yaml.org,2002:int",
		format: "OCT",
		test: /^0o[0-7]+$/,
		resolve: (str, _onError, opt) => intResolve(str, 2, 8, opt),
		stringify: (node) => intStringify(node, 8, "0o")
	};
	const int = {
		identify: intIdentify,
		default: true,
		tag: "tag:yaml.org,2002:int",
		test: /^[-+]?[0-9]+$/,
		resolve: (str, _onError, opt) => intResolve(str, 0, 10, opt),
		stringify: stringifyNumber.stringifyNumber
	};
	const intHex = {
		identify: (value) => intIdentify(value) && value >= 0,
		default: true,
		tag: "tag:yaml.org,2002:int",
		format: "HEX",
		test: /^0x[0-9a-fA-F]+$/,
		resolve: (str, _onError, opt) => intResolve(str, 2, 16, opt),
		stringify: (node) => intStringify(node, 16, "0x")
	};
	exports.int = int;
	exports.intHex = intHex;
	exports.intOct = intOct;
}));
// node_modules/yaml/dist/schema/core/schema.js
var require_schema$2 = __commonJSMin(((exports) => {
	var map = require_map();
	var _null = require_null();
	var seq = require_seq();
	var string = require_string();
	var bool = require_bool$1();
	var float = require_float$1();
	var int = require_int$1();
	exports.schema = [
		map.map,
		seq.seq,
		string.string,
		_null.nullTag,
		bool.boolTag,
		int.intOct,
		int.int,
		int.intHex,
		float.floatNaN,
		float.floatExp,
		float.float
	];
}));
// node_modules/yaml/dist/schema/json/schema.js
var require_schema$1 = __commonJSMin(((exports) => {
	var Scalar = require_Scalar();
	var map = require_map();
	var seq = require_seq();
	function intIdentify(value) {
		return typeof value === "bigint" || Number.isInteger(value);
	}
	const stringifyJSON = ({ value }) => JSON.stringify(value);
	const jsonScalars = [
		{
			identify: (value) => typeof value === "string",
			default: true,
			tag: "tag:yaml.org,2002:str",
			resolve: (str) => str,
			stringify: stringifyJSON
		},
		{
			identify: (value) => value == null,
			createNode: () => new Scalar.Scalar(null),
			default: true,
			tag: "tag:yaml.org,2002:null",
			test: /^null$/,
			resolve: () => null,
			stringify: stringifyJSON
		},
		{
			identify: (value) => typeof value === "boolean",
			default: true,
			tag: "tag:yaml.org,2002:bool",
			test: /^true$|^false$/,
			resolve: (str) => str === "true",
			stringify: stringifyJSON
		},
		{
			identify: intIdentify,
			default: true,
			tag: "tag:yaml.org,2002:int",
			test: /^-?(?:0|[1-9][0-9]*)$/,
			resolve: (str, _onError, { intAsBigInt }) => intAsBigInt ? BigInt(str) : parseInt(str, 10),
			stringify: ({ value }) => intIdentify(value) ? value.toString() : JSON.stringify(value)
		},
		{
			identify: (value) => typeof value === "number",
			default: true,
			tag: "tag:yaml.org,2002:float",
			test: /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?$/,
			resolve: (str) => parseFloat(str),
			stringify: stringifyJSON
		}
	];
	exports.schema = [map.map, seq.seq].concat(jsonScalars, {
		default: true,
		tag: "",
		test: /^/,
		resolve(str, onError) {
			onError(`Unresolved plain scalar ${JSON.stringify(str)}`);
			return str;
		}
	});
}));
// node_modules/yaml/dist/schema/yaml-1.1/binary.js
var require_binary = __commonJSMin(((exports) => {
	var node_buffer = __require("buffer");
	var Scalar = require_Scalar();
	var stringifyString = require_stringifyString();
	exports.binary = {
		identify: (value) => value instanceof Uint8Array,
		default: false,
		tag: "tag:yaml.org,2002:binary",
		resolve(src, onError) {
			if (typeof node_buffer.Buffer === "function") return node_buffer.Buffer.from(src, "base64");
			else if (typeof atob === "function") {
				const str = atob(src.replace(/[\n\r]/g, ""));
				const buffer = new Uint8Array(str.length);
				for (let i = 0; i < str.length; ++i) buffer[i] = str.charCodeAt(i);
				return buffer;
			} else {
				onError("This environment does not support reading binary tags; either Buffer or atob is required");
				return src;
			}
		},
		stringify({ comment, type, value }, ctx, onComment, onChompKeep) {
			if (!value) return "";
			const buf = value;
			let str;
			if (typeof node_buffer.Buffer === "function") str = buf instanceof node_buffer.Buffer ? buf.toString("base64") : node_buffer.Buffer.from(buf.buffer).toString("base64");
			else if (typeof btoa === "function") {
				let s = "";
				for (let i = 0; i < buf.length; ++i) s += String.fromCharCode(buf[i]);
				str = btoa(s);
			} else throw new Error("This environment does not support writing binary tags; either Buffer or btoa is required");
			type ?? (type = Scalar.Scalar.BLOCK_LITERAL);
			if (type !== Scalar.Scalar.QUOTE_DOUBLE) {
				const lineWidth = Math.max(ctx.options.lineWidth - ctx.indent.length, ctx.options.minContentWidth);
				const n = Math.ceil(str.length / lineWidth);
				const lines = new Array(n);
				for (let i = 0, o = 0; i < n; ++i, o += lineWidth) lines[i] = str.substr(o, lineWidth);
				str = lines.join(type === Scalar.Scalar.BLOCK_LITERAL ? "\n" : " ");
			}
			return stringifyString.stringifyString({
				comment,
				type,
				value: str
			}, ctx, onComment, onChompKeep);
		}
	};
}));
// node_modules/yaml/dist/schema/yaml-1.1/pairs.js
var require_pairs = __commonJSMin(((exports) => {
	var identity = require_identity();
	var Pair = require_Pair();
	var Scalar = require_Scalar();
	var YAMLSeq = require_YAMLSeq();
	function resolvePairs(seq, onError) {
		if (identity.isSeq(seq)) for (let i = 0; i < seq.items.length; ++i) {
			let item = seq.items[i];
			if (identity.isPair(item)) continue;
			else if (identity.isMap(item)) {
				if (item.items.length > 1) onError("Each pair must have its own sequence indicator");
				const pair = item.items[0] || new Pair.Pair(new Scalar.Scalar(null));
				if (item.commentBefore) pair.key.commentBefore = pair.key.commentBefore ? `${item.commentBefore}\n${pair.key.commentBefore}` : item.commentBefore;
				if (item.comment) {
					const cn = pair.value ?? pair.key;
					cn.comment = cn.comment ? `${item.comment}\n${cn.comment}` : item.comment;
				}
				item = pair;
			}
			seq.items[i] = identity.isPair(item) ? item : new Pair.Pair(item);
		}
		else onError("Expected a sequence for this tag");
		return seq;
	}
	function createPairs(schema, iterable, ctx) {
		const { replacer } = ctx;
		const pairs = new YAMLSeq.YAMLSeq(schema);
		pairs.tag = "tag:yaml.org,2002:pairs";
		let i = 0;
		if (iterable && Symbol.iterator in Object(iterable)) for (let it of iterable) {
			if (typeof replacer === "function") it = replacer.call(iterable, String(i++), it);
			let key, value;
			if (Array.isArray(it)) {
				if (it.length === 2) {
					key = it[0];
					value = it[1];
				} else throw new TypeError(`Expected [key, value] tuple: ${it}`);
			} else if (it && it instanceof Object) {
				const keys = Object.keys(it);
				if (keys.length === 1) {
					key = keys[0];
					value = it[key];
				} else throw new TypeError(`Expected tuple with one key, not ${keys.length} keys`);
			} else key = it;
			pairs.items.push(Pair.createPair(key, value, ctx));
		}
		return pairs;
	}
	const pairs = {
		collection: "seq",
		default: false,
		tag: "tag:yaml.org,2002:pairs",
		resolve: resolvePairs,
		createNode: createPairs
	};
	exports.createPairs = createPairs;
	exports.pairs = pairs;
	exports.resolvePairs = resolvePairs;
}));
// node_modules/yaml/dist/schema/yaml-1.1/omap.js
var require_omap = __commonJSMin(((exports) => {
	var identity = require_identity();
	var toJS = require_toJS();
	var YAMLMap = require_YAMLMap();
	var YAMLSeq = require_YAMLSeq();
	var pairs = require_pairs();
	var YAMLOMap = class YAMLOMap extends YAMLSeq.YAMLSeq {
		constructor() {
			super();
			this.add = YAMLMap.YAMLMap.prototype.add.bind(this);
			this.delete = YAMLMap.YAMLMap.prototype.delete.bind(this);
			this.get = YAMLMap.YAMLMap.prototype.get.bind(this);
			this.has = YAMLMap.YAMLMap.prototype.has.bind(this);
			this.set = YAMLMap.YAMLMap.prototype.set.bind(this);
			this.tag = YAMLOMap.tag;
		}
		toJSON(_, ctx) {
			if (!ctx) return super.toJSON(_);
			const map = new Map();
			if (ctx?.onCreate) ctx.onCreate(map);
			for (const pair of this.items) {
				let key, value;
				if (identity.isPair(pair)) {
					key = toJS.toJS(pair.key, "", ctx);
					value = toJS.toJS(pair.value, key, ctx);
				} else key = toJS.toJS(pair, "", ctx);
				if (map.has(key)) throw new Error("Ordered maps must not include duplicate keys");
				map.set(key, value);
			}
			return map;
		}
		static from(schema, iterable, ctx) {
			const pairs$1 = pairs.createPairs(schema, iterable, ctx);
			const omap = new this();
			omap.items = pairs$1.items;
			return omap;
		}
	};
	YAMLOMap.tag = "tag:yaml.org,2002:omap";
	const omap = {
		collection: "seq",
		identify: (value) => value instanceof Map,
		nodeClass: YAMLOMap,
		default: false,
		tag: "tag:yaml.org,2002:omap",
		resolve(seq, onError) {
			const pairs$1 = pairs.resolvePairs(seq, onError);
			const seenKeys = [];
			for (const { key } of pairs$1.items) if (identity.isScalar(key)) {
				if (seenKeys.includes(key.value)) onError(`Ordered maps must not include duplicate keys: ${key.value}`);
				else seenKeys.push(key.value);
			}
			return Object.assign(new YAMLOMap(), pairs$1);
		},
		createNode: (schema, iterable, ctx) => YAMLOMap.from(schema, iterable, ctx)
	};
	exports.YAMLOMap = YAMLOMap;
	exports.omap = omap;
}));
// node_modules/yaml/dist/schema/yaml-1.1/bool.js
var require_bool = __commonJSMin(((exports) => {
	var Scalar = require_Scalar();
	function boolStringify({ value, source }, ctx) {
		if (source && (value ? trueTag : falseTag).test.test(source)) return source;
		return value ? ctx.options.trueStr : ctx.options.falseStr;
	}
	const trueTag = {
		identify: (value) => value === true,
		default: true,
		tag: "tag:yaml.org,2002:bool",
		test: /^(?:Y|y|[Yy]es|YES|[Tt]rue|TRUE|[Oo]n|ON)$/,
		resolve: () => new Scalar.Scalar(true),
		stringify: boolStringify
	};
	const falseTag = {
		identify: (value) => value === false,
		default: true,
		tag: "tag:yaml.org,2002:bool",
		test: /^(?:N|n|[Nn]o|NO|[Ff]alse|FALSE|[Oo]ff|OFF)$/,
		resolve: () => new Scalar.Scalar(false),
		stringify: boolStringify
	};
	exports.falseTag = falseTag;
	exports.trueTag = trueTag;
}));
// node_modules/yaml/dist/schema/yaml-1.1/float.js
var require_float = __commonJSMin(((exports) => {
	var Scalar = require_Scalar();
	var stringifyNumber = require_stringifyNumber();
	const floatNaN = {
		identify: (value) => typeof value === "number",
		default: true,
		tag: "tag:yaml.org,2002:float",
		test: /^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
		resolve: (str) => str.slice(-3).toLowerCase() === "nan" ? NaN : str[0] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY,
		stringify: stringifyNumber.stringifyNumber
	};
	const floatExp = {
		identify: (value) => typeof value === "number",
		default: true,
		tag: "tag:yaml.org,2002:float",
		format: "EXP",
		test: /^[-+]?(?:[0-9][0-9_]*)?(?:\.[0-9_]*)?[eE][-+]?[0-9]+$/,
		resolve: (str) => parseFloat(str.replace(/_/g, "")),
		stringify(node) {
			const num = Number(node.value);
			return isFinite(num) ? num.toExponential() : stringifyNumber.stringifyNumber(node);
		}
	};
	exports.float = {
		identify: (value) => typeof value === "number",
		default: true,
		tag: "tag:yaml.org,2002:float",
		test: /^[-+]?(?:[0-9][0-9_]*)?\.[0-9_]*$/,
		resolve(str) {
			const node = new Scalar.Scalar(parseFloat(str.replace(/_/g, "")));
			const dot = str.indexOf(".");
			if (dot !== -1) {
				const f = str.substring(dot + 1).replace(/_/g, "");
				if (f[f.length - 1] === "0") node.minFractionDigits = f.length;
			}
			return node;
		},
		stringify: stringifyNumber.stringifyNumber
	};
	exports.floatExp = floatExp;
	exports.floatNaN = floatNaN;
}));
// node_modules/yaml/dist/schema/yaml-1.1/int.js
var require_int = __commonJSMin(((exports) => {
	var stringifyNumber = require_stringifyNumber();
	const intIdentify = (value) => typeof value === "bigint" || Number.isInteger(value);
	function intResolve(str, offset, radix, { intAsBigInt }) {
		const sign = str[0];
		if (sign === "-" || sign === "+") offset += 1;
		str = str.substring(offset).replace(/_/g, "");
		if (intAsBigInt) {
			switch (radix) {
				case 2:
					str = `0b${str}`;
					break;
				case 8:
					str = `0o${str}`;
					break;
				case 16: str = `0x${str}`;
			}
			const n = BigInt(str);
			return sign === "-" ? BigInt(-1) * n : n;
		}
		const n = parseInt(str, radix);
		return sign === "-" ? -1 * n : n;
	}
	function intStringify(node, radix, prefix) {
		const { value } = node;
		if (intIdentify(value)) {
			const str = value.toString(radix);
			return value < 0 ? "-" + prefix + str.substr(1) : prefix + str;
		}
		return stringifyNumber.stringifyNumber(node);
	}
	const intBin = {
		identify: intIdentify,
		default: true,
		tag: "tag:yaml.org,2002:int",
		format: "BIN",
		test: /^[-+]?0b[0-1_]+$/,
		resolve: (str, _onError, opt) => intResolve(str, 2, 2, opt),
		stringify: (node) => intStringify(node, 2, "0b")
	};
	const intOct = {
		identify: intIdentify,
		default: true,
		tag: "tag:yaml.org,2002:int",
		format: "OCT",
		test: /^[-+]?0[0-7_]+$/,
		resolve: (str, _onError, opt) => intResolve(str, 1, 8, opt),
		stringify: (node) => intStringify(node, 8, "0")
	};
	const int = {
		identify: intIdentify,
		default: true,
		tag: "tag:yaml.org,2002:int",
		test: /^[-+]?[0-9][0-9_]*$/,
		resolve: (str, _onError, opt) => intResolve(str, 0, 10, opt),
		stringify: stringifyNumber.stringifyNumber
	};
	const intHex = {
		identify: intIdentify,
		default: true,
		tag: "tag:yaml.org,2002:int",
		format: "HEX",
		test: /^[-+]?0x[0-9a-fA-F_]+$/,
		resolve: (str, _onError, opt) => intResolve(str, 2, 16, opt),
		stringify: (node) => intStringify(node, 16, "0x")
	};
	exports.int = int;
	exports.intBin = intBin;
	exports.intHex = intHex;
	exports.intOct = intOct;
}));
// node_modules/yaml/dist/schema/yaml-1.1/set.js
var require_set = __commonJSMin(((exports) => {
	var identity = require_identity();
	var Pair = require_Pair();
	var YAMLMap = require_YAMLMap();
	var YAMLSet = class YAMLSet extends YAMLMap.YAMLMap {
		constructor(schema) {
			super(schema);
			this.tag = YAMLSet.tag;
		}
		add(key) {
			let pair;
			if (identity.isPair(key)) pair = key;
			else if (key && typeof key === "object" && "key" in key && "value" in key && key.value === null) pair = new Pair.Pair(key.key, null);
			else pair = new Pair.Pair(key, null);
			if (!YAMLMap.findPair(this.items, pair.key)) this.items.push(pair);
		}
		get(key, keepPair) {
			const pair = YAMLMap.findPair(this.items, key);
			return !keepPair && identity.isPair(pair) ? identity.isScalar(pair.key) ? pair.key.value : pair.key : pair;
		}
		set(key, value) {
			if (typeof value !== "boolean") throw new Error(`Expected boolean value for set(key, value) in a YAML set, not ${typeof value}`);
			const prev = YAMLMap.findPair(this.items, key);
			if (prev && !value) this.items.splice(this.items.indexOf(prev), 1);
			else if (!prev && value) this.items.push(new Pair.Pair(key));
		}
		toJSON(_, ctx) {
			return super.toJSON(_, ctx, Set);
		}
		toString(ctx, onComment, onChompKeep) {
			if (!ctx) return JSON.stringify(this);
			if (this.hasAllNullValues(true)) return super.toString(Object.assign({}, ctx, { allNullValues: true }), onComment, onChompKeep);
			else throw new Error("Set items must all have null values");
		}
		static from(schema, iterable, ctx) {
			const { replacer } = ctx;
			const set = new this(schema);
			if (iterable && Symbol.iterator in Object(iterable)) for (let value of iterable) {
				if (typeof replacer === "function") value = replacer.call(iterable, value, value);
				set.items.push(Pair.createPair(value, null, ctx));
			}
			return set;
		}
	};
	YAMLSet.tag = "tag:yaml.org,2002:set";
	const set = {
		collection: "map",
		identify: (value) => value instanceof Set,
		nodeClass: YAMLSet,
		default: false,
		tag: "tag:yaml.org,2002:set",
		createNode: (schema, iterable, ctx) => YAMLSet.from(schema, iterable, ctx),
		resolve(map, onError) {
			if (identity.isMap(map)) {
				if (map.hasAllNullValues(true)) return Object.assign(new YAMLSet(), map);
				else onError("Set items must all have null values");
			} else onError("Expected a mapping for this tag");
			return map;
		}
	};
	exports.YAMLSet = YAMLSet;
	exports.set = set;
}));
// node_modules/yaml/dist/schema/yaml-1.1/timestamp.js
var require_timestamp = __commonJSMin(((exports) => {
	var stringifyNumber = require_stringifyNumber();
	function parseSexagesimal(str, asBigInt) {
		const sign = str[0];
		const parts = sign === "-" || sign === "+" ? str.substring(1) : str;
		const num = (n) => asBigInt ? BigInt(n) : Number(n);
		const res = parts.replace(/_/g, "").split(":").reduce((res, p) => res * num(60) + num(p), num(0));
		return sign === "-" ? num(-1) * res : res;
	}
	function stringifySexagesimal(node) {
		let { value } = node;
		let num = (n) => n;
		if (typeof value === "bigint") num = (n) => BigInt(n);
		else if (isNaN(value) || !isFinite(value)) return stringifyNumber.stringifyNumber(node);
		let sign = "";
		if (value < 0) {
			sign = "-";
			value *= num(-1);
		}
		const _60 = num(60);
		const parts = [value % _60];
		if (value < 60) parts.unshift(0);
		else {
			value = (value - parts[0]) / _60;
			parts.unshift(value % _60);
			if (value >= 60) {
				value = (value - parts[0]) / _60;
				parts.unshift(value);
			}
		}
		return sign + parts.map((n) => String(n).padStart(2, "0")).join(":").replace(/000000\d*$/, "");
	}
	const intTime = {
		identify: (value) => typeof value === "bigint" || Number.isInteger(value),
		default: true,
		tag: "tag:yaml.org,2002:int",
		format: "TIME",
		test: /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+$/,
		resolve: (str, _onError, { intAsBigInt }) => parseSexagesimal(str, intAsBigInt),
		stringify: stringifySexagesimal
	};
	const floatTime = {
		identify: (value) => typeof value === "number",
		default: true,
		tag: "tag:yaml.org,2002:float",
		format: "TIME",
		test: /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*$/,
		resolve: (str) => parseSexagesimal(str, false),
		stringify: stringifySexagesimal
	};
	const timestamp = {
		identify: (value) => value instanceof Date,
		default: true,
		tag: "tag:yaml.org,2002:timestamp",
		test: RegExp("^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:(?:t|T|[ \\t]+)([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2}(\\.[0-9]+)?)(?:[ \\t]*(Z|[-+][012]?[0-9](?::[0-9]{2})?))?)?$"),
		resolve(str) {
			const match = str.match(timestamp.test);
			if (!match) throw new Error("!!timestamp expects a date, starting with yyyy-mm-dd");
			const [, year, month, day, hour, minute, second] = match.map(Number);
			const millisec = match[7] ? Number((match[7] + "00").substr(1, 3)) : 0;
			let date = Date.UTC(year, month - 1, day, hour || 0, minute || 0, second || 0, millisec);
			const tz = match[8];
			if (tz && tz !== "Z") {
				let d = parseSexagesimal(tz, false);
				if (Math.abs(d) < 30) d *= 60;
				date -= 6e4 * d;
			}
			return new Date(date);
		},
		stringify: ({ value }) => value?.toISOString().replace(/(T00:00:00)?\.000Z$/, "") ?? ""
	};
	exports.floatTime = floatTime;
	exports.intTime = intTime;
	exports.timestamp = timestamp;
}));
// node_modules/yaml/dist/schema/yaml-1.1/schema.js
var require_schema = __commonJSMin(((exports) => {
	var map = require_map();
	var _null = require_null();
	var seq = require_seq();
	var string = require_string();
	var binary = require_binary();
	var bool = require_bool();
	var float = require_float();
	var int = require_int();
	var merge = require_merge();
	var omap = require_omap();
	var pairs = require_pairs();
	var set = require_set();
	var timestamp = require_timestamp();
	exports.schema = [
		map.map,
		seq.seq,
		string.string,
		_null.nullTag,
		bool.trueTag,
		bool.falseTag,
		int.intBin,
		int.intOct,
		int.int,
		int.intHex,
		float.floatNaN,
		float.floatExp,
		float.float,
		binary.binary,
		merge.merge,
		omap.omap,
		pairs.pairs,
		set.set,
		timestamp.intTime,
		timestamp.floatTime,
		timestamp.timestamp
	];
}));
// node_modules/yaml/dist/schema/tags.js
var require_tags = __commonJSMin(((exports) => {
	var map = require_map();
	var _null = require_null();
	var seq = require_seq();
	var string = require_string();
	var bool = require_bool$1();
	var float = require_float$1();
	var int = require_int$1();
	var schema = require_schema$2();
	var schema$1 = require_schema$1();
	var binary = require_binary();
	var merge = require_merge();
	var omap = require_omap();
	var pairs = require_pairs();
	var schema$2 = require_schema();
	var set = require_set();
	var timestamp = require_timestamp();
	const schemas = new Map([
		["core", schema.schema],
		["failsafe", [
			map.map,
			seq.seq,
			string.string
		]],
		["json", schema$1.schema],
		["yaml11", schema$2.schema],
		["yaml-1.1", schema$2.schema]
	]);
	const tagsByName = {
		binary: binary.binary,
		bool: bool.boolTag,
		float: float.float,
		floatExp: float.floatExp,
		floatNaN: float.floatNaN,
		floatTime: timestamp.floatTime,
		int: int.int,
		intHex: int.intHex,
		intOct: int.intOct,
		intTime: timestamp.intTime,
		map: map.map,
		merge: merge.merge,
		null: _null.nullTag,
		omap: omap.omap,
		pairs: pairs.pairs,
		seq: seq.seq,
		set: set.set,
		timestamp: timestamp.timestamp
	};
	const coreKnownTags = {
		"tag:yaml.org,2002:binary": binary.binary,
		"tag:yaml.org,2002:merge": merge.merge,
		"tag:yaml.org,2002:omap": omap.omap,
		"tag:yaml.org,2002:pairs": pairs.pairs,
		"tag:yaml.org,2002:set": set.set,
		"tag:yaml.org,2002:timestamp": timestamp.timestamp
	};
	function getTags(customTags, schemaName, addMergeTag) {
		const schemaTags = schemas.get(schemaName);
		if (schemaTags && !customTags) return addMergeTag && !schemaTags.includes(merge.merge) ? schemaTags.concat(merge.merge) : schemaTags.slice();
		let tags = schemaTags;
		if (!tags) {
			if (Array.isArray(customTags)) tags = [];
			else {
				const keys = Array.from(schemas.keys()).filter((key) => key !== "yaml11").map((key) => JSON.stringify(key)).join(", ");
				throw new Error(`Unknown schema "${schemaName}"; use one of ${keys} or define customTags array`);
			}
		}
		if (Array.isArray(customTags)) for (const tag of customTags) tags = tags.concat(tag);
		else if (typeof customTags === "function") tags = customTags(tags.slice());
		if (addMergeTag) tags = tags.concat(merge.merge);
		return tags.reduce((tags, tag) => {
			const tagObj = typeof tag === "string" ? tagsByName[tag] : tag;
			if (!tagObj) {
				const tagName = JSON.stringify(tag);
				const keys = Object.keys(tagsByName).map((key) => JSON.stringify(key)).join(", ");
				throw new Error(`Unknown custom tag ${tagName}; use one of ${keys}`);
			}
			if (!tags.includes(tagObj)) tags.push(tagObj);
			return tags;
		}, []);
	}
	exports.coreKnownTags = coreKnownTags;
	exports.getTags = getTags;
}));
// node_modules/yaml/dist/schema/Schema.js
var require_Schema = __commonJSMin(((exports) => {
	var identity = require_identity();
	var map = require_map();
	var seq = require_seq();
	var string = require_string();
	var tags = require_tags();
	const sortMapEntriesByKey = (a, b) => a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
	exports.Schema = class Schema {
		constructor({ compat, customTags, merge, resolveKnownTags, schema, sortMapEntries, toStringDefaults }) {
			this.compat = Array.isArray(compat) ? tags.getTags(compat, "compat") : compat ? tags.getTags(null, compat) : null;
			this.name = typeof schema === "string" && schema || "core";
			this.knownTags = resolveKnownTags ? tags.coreKnownTags : {};
			this.tags = tags.getTags(customTags, this.name, merge);
			this.toStringOptions = toStringDefaults ?? null;
			Object.defineProperty(this, identity.MAP, { value: map.map });
			Object.defineProperty(this, identity.SCALAR, { value: string.string });
			Object.defineProperty(this, identity.SEQ, { value: seq.seq });
			this.sortMapEntries = typeof sortMapEntries === "function" ? sortMapEntries : sortMapEntries === true ? sortMapEntriesByKey : null;
		}
		clone() {
			const copy = Object.create(Schema.prototype, Object.getOwnPropertyDescriptors(this));
			copy.tags = this.tags.slice();
			return copy;
		}
	};
}));
// node_modules/yaml/dist/stringify/stringifyDocument.js
var require_stringifyDocument = __commonJSMin(((exports) => {
	var identity = require_identity();
	var stringify = require_stringify();
	var stringifyComment = require_stringifyComment();
	function stringifyDocument(doc, options) {
		const lines = [];
		let hasDirectives = options.directives === true;
		if (options.directives !== false && doc.directives) {
			const dir = doc.directives.toString(doc);
			if (dir) {
				lines.push(dir);
				hasDirectives = true;
			} else if (doc.directives.docStart) hasDirectives = true;
		}
		if (hasDirectives) lines.push("---");
		const ctx = stringify.createStringifyContext(doc, options);
		const { commentString } = ctx.options;
		if (doc.commentBefore) {
			if (lines.length !== 1) lines.unshift("");
			const cs = commentString(doc.commentBefore);
			lines.unshift(stringifyComment.indentComment(cs, ""));
		}
		let chompKeep = false;
		let contentComment = null;
		if (doc.contents) {
			if (identity.isNode(doc.contents)) {
				if (doc.contents.spaceBefore && hasDirectives) lines.push("");
				if (doc.contents.commentBefore) {
					const cs = commentString(doc.contents.commentBefore);
					lines.push(stringifyComment.indentComment(cs, ""));
				}
				ctx.forceBlockIndent = !!doc.comment;
				contentComment = doc.contents.comment;
			}
			const onChompKeep = contentComment ? void 0 : () => chompKeep = true;
			let body = stringify.stringify(doc.contents, ctx, () => contentComment = null, onChompKeep);
			if (contentComment) body += stringifyComment.lineComment(body, "", commentString(contentComment));
			if ((body[0] === "|" || body[0] === ">") && lines[lines.length - 1] === "---") lines[lines.length - 1] = `--- ${body}`;
			else lines.push(body);
		} else lines.push(stringify.stringify(doc.contents, ctx));
		if (doc.directives?.docEnd) {
			if (doc.comment) {
				const cs = commentString(doc.comment);
				if (cs.includes("\n")) {
					lines.push("...");
					lines.push(stringifyComment.indentComment(cs, ""));
				} else lines.push(`... ${cs}`);
			} else lines.push("...");
		} else {
			let dc = doc.comment;
			if (dc && chompKeep) dc = dc.replace(/^\n+/, "");
			if (dc) {
				if ((!chompKeep || contentComment) && lines[lines.length - 1] !== "") lines.push("");
				lines.push(stringifyComment.indentComment(commentString(dc), ""));
			}
		}
		return lines.join("\n") + "\n";
	}
	exports.stringifyDocument = stringifyDocument;
}));
// node_modules/yaml/dist/doc/Document.js
var require_Document = __commonJSMin(((exports) => {
	var Alias = require_Alias();
	var Collection = require_Collection();
	var identity = require_identity();
	var Pair = require_Pair();
	var toJS = require_toJS();
	var Schema = require_Schema();
	var stringifyDocument = require_stringifyDocument();
	var anchors = require_anchors();
	var applyReviver = require_applyReviver();
	var createNode = require_createNode();
	var directives = require_directives();
	var Document = class Document {
		constructor(value, replacer, options) {
			this.commentBefore = null;
			this.comment = null;
			this.errors = [];
			this.warnings = [];
			Object.defineProperty(this, identity.NODE_TYPE, { value: identity.DOC });
			let _replacer = null;
			if (typeof replacer === "function" || Array.isArray(replacer)) _replacer = replacer;
			else if (options === void 0 && replacer) {
				options = replacer;
				replacer = void 0;
			}
			const opt = Object.assign({
				intAsBigInt: false,
				keepSourceTokens: false,
				logLevel: "warn",
				prettyErrors: true,
				strict: true,
				stringKeys: false,
				uniqueKeys: true,
				version: "1.2"
			}, options);
			this.options = opt;
			let { version } = opt;
			if (options?._directives) {
				this.directives = options._directives.atDocument();
				if (this.directives.yaml.explicit) version = this.directives.yaml.version;
			} else this.directives = new directives.Directives({ version });
			this.setSchema(version, options);
			this.contents = value === void 0 ? null : this.createNode(value, _replacer, options);
		}
		clone() {
			const copy = Object.create(Document.prototype, { [identity.NODE_TYPE]: { value: identity.DOC } });
			copy.commentBefore = this.commentBefore;
			copy.comment = this.comment;
			copy.errors = this.errors.slice();
			copy.warnings = this.warnings.slice();
			copy.options = Object.assign({}, this.options);
			if (this.directives) copy.directives = this.directives.clone();
			copy.schema = this.schema.clone();
			copy.contents = identity.isNode(this.contents) ? this.contents.clone(copy.schema) : this.contents;
			if (this.range) copy.range = this.range.slice();
			return copy;
		}
		add(value) {
			if (assertCollection(this.contents)) this.contents.add(value);
		}
		addIn(path, value) {
			if (assertCollection(this.contents)) this.contents.addIn(path, value);
		}
		createAlias(node, name) {
			if (!node.anchor) {
				const prev = anchors.anchorNames(this);
				node.anchor = !name || prev.has(name) ? anchors.findNewAnchor(name || "a", prev) : name;
			}
			return new Alias.Alias(node.anchor);
		}
		createNode(value, replacer, options) {
			let _replacer = void 0;
			if (typeof replacer === "function") {
				value = replacer.call({ "": value }, "", value);
				_replacer = replacer;
			} else if (Array.isArray(replacer)) {
				const keyToStr = (v) => typeof v === "number" || v instanceof String || v instanceof Number;
				const asStr = replacer.filter(keyToStr).map(String);
				if (asStr.length > 0) replacer = replacer.concat(asStr);
				_replacer = replacer;
			} else if (options === void 0 && replacer) {
				options = replacer;
				replacer = void 0;
			}
			const { aliasDuplicateObjects, anchorPrefix, flow, keepUndefined, onTagObj, tag } = options ?? {};
			const { onAnchor, setAnchors, sourceObjects } = anchors.createNodeAnchors(this, anchorPrefix || "a");
			const ctx = {
				aliasDuplicateObjects: aliasDuplicateObjects ?? true,
				keepUndefined: keepUndefined ?? false,
				onAnchor,
				onTagObj,
				replacer: _replacer,
				schema: this.schema,
				sourceObjects
			};
			const node = createNode.createNode(value, tag, ctx);
			if (flow && identity.isCollection(node)) node.flow = true;
			setAnchors();
			return node;
		}
		createPair(key, value, options = {}) {
			const k = this.createNode(key, null, options);
			const v = this.createNode(value, null, options);
			return new Pair.Pair(k, v);
		}
		delete(key) {
			return assertCollection(this.contents) ? this.contents.delete(key) : false;
		}
		deleteIn(path) {
			if (Collection.isEmptyPath(path)) {
				if (this.contents == null) return false;
				this.contents = null;
				return true;
			}
			return assertCollection(this.contents) ? this.contents.deleteIn(path) : false;
		}
		get(key, keepScalar) {
			return identity.isCollection(this.contents) ? this.contents.get(key, keepScalar) : void 0;
		}
		getIn(path, keepScalar) {
			if (Collection.isEmptyPath(path)) return !keepScalar && identity.isScalar(this.contents) ? this.contents.value : this.contents;
			return identity.isCollection(this.contents) ? this.contents.getIn(path, keepScalar) : void 0;
		}
		has(key) {
			return identity.isCollection(this.contents) ? this.contents.has(key) : false;
		}
		hasIn(path) {
			if (Collection.isEmptyPath(path)) return this.contents !== void 0;
			return identity.isCollection(this.contents) ? this.contents.hasIn(path) : false;
		}
		set(key, value) {
			if (this.contents == null) this.contents = Collection.collectionFromPath(this.schema, [key], value);
			else if (assertCollection(this.contents)) this.contents.set(key, value);
		}
		setIn(path, value) {
			if (Collection.isEmptyPath(path)) this.contents = value;
			else if (this.contents == null) this.contents = Collection.collectionFromPath(this.schema, Array.from(path), value);
			else if (assertCollection(this.contents)) this.contents.setIn(path, value);
		}
		setSchema(version, options = {}) {
			if (typeof version === "number") version = String(version);
			let opt;
			switch (version) {
				case "1.1":
					if (this.directives) this.directives.yaml.version = "1.1";
					else this.directives = new directives.Directives({ version: "1.1" });
					opt = {
						resolveKnownTags: false,
						schema: "yaml-1.1"
					};
					break;
				case "1.2":
				case "next":
					if (this.directives) this.directives.yaml.version = version;
					else this.directives = new directives.Directives({ version });
					opt = {
						resolveKnownTags: true,
						schema: "core"
					};
					break;
				case null:
					if (this.directives) delete this.directives;
					opt = null;
					break;
				default: {
					const sv = JSON.stringify(version);
					throw new Error(`Expected '1.1', '1.2' or null as first argument, but found: ${sv}`);
				}
			}
			if (options.schema instanceof Object) this.schema = options.schema;
			else if (opt) this.schema = new Schema.Schema(Object.assign(opt, options));
			else throw new Error(`With a null YAML version, the { schema: Schema } option is required`);
		}
		toJS({ json, jsonArg, mapAsMap, maxAliasCount, onAnchor, reviver } = {}) {
			const ctx = {
				anchors: new Map(),
				doc: this,
				keep: !json,
				mapAsMap: mapAsMap === true,
				mapKeyWarned: false,
				maxAliasCount: typeof maxAliasCount === "number" ? maxAliasCount : 100
			};
			const res = toJS.toJS(this.contents, jsonArg ?? "", ctx);
			if (typeof onAnchor === "function") for (const { count, res } of ctx.anchors.values()) onAnchor(res, count);
			return typeof reviver === "function" ? applyReviver.applyReviver(reviver, { "": res }, "", res) : res;
		}
		toJSON(jsonArg, onAnchor) {
			return this.toJS({
				json: true,
				jsonArg,
				mapAsMap: false,
				onAnchor
			});
		}
		toString(options = {}) {
			if (this.errors.length > 0) throw new Error("Document with errors cannot be stringified");
			if ("indent" in options && (!Number.isInteger(options.indent) || Number(options.indent) <= 0)) {
				const s = JSON.stringify(options.indent);
				throw new Error(`"indent" option must be a positive integer, not ${s}`);
			}
			return stringifyDocument.stringifyDocument(this, options);
		}
	};
	function assertCollection(contents) {
		if (identity.isCollection(contents)) return true;
		throw new Error("Expected a YAML collection as document contents");
	}
	exports.Document = Document;
}));
// node_modules/yaml/dist/errors.js
var require_errors = __commonJSMin(((exports) => {
	var YAMLError = class extends Error {
		constructor(name, pos, code, message) {
			super();
			this.name = name;
			this.code = code;
			this.message = message;
			this.pos = pos;
		}
	};
	var YAMLParseError = class extends YAMLError {
		constructor(pos, code, message) {
			super("YAMLParseError", pos, code, message);
		}
	};
	var YAMLWarning = class extends YAMLError {
		constructor(pos, code, message) {
			super("YAMLWarning", pos, code, message);
		}
	};
	const prettifyError = (src, lc) => (error) => {
		if (error.pos[0] === -1) return;
		error.linePos = error.pos.map((pos) => lc.linePos(pos));
		const { line, col } = error.linePos[0];
		error.message += ` at line ${line}, column ${col}`;
		let ci = col - 1;
		let lineStr = src.substring(lc.lineStarts[line - 1], lc.lineStarts[line]).replace(/[\n\r]+$/, "");
		if (ci >= 60 && lineStr.length > 80) {
			const trimStart = Math.min(ci - 39, lineStr.length - 79);
			lineStr = "…" + lineStr.substring(trimStart);
			ci -= trimStart - 1;
		}
		if (lineStr.length > 80) lineStr = lineStr.substring(0, 79) + "…";
		if (line > 1 && /^ *$/.test(lineStr.substring(0, ci))) {
			let prev = src.substring(lc.lineStarts[line - 2], lc.lineStarts[line - 1]);
			if (prev.length > 80) prev = prev.substring(0, 79) + "…\n";
			lineStr = prev + lineStr;
		}
		if (/[^ ]/.test(lineStr)) {
			let count = 1;
			const end = error.linePos[1];
			if (end?.line === line && end.col > col) count = Math.max(1, Math.min(end.col - col, 80 - ci));
			const pointer = " ".repeat(ci) + "^".repeat(count);
			error.message += `:\n\n${lineStr}\n${pointer}\n`;
		}
	};
	exports.YAMLError = YAMLError;
	exports.YAMLParseError = YAMLParseError;
	exports.YAMLWarning = YAMLWarning;
	exports.prettifyError = prettifyError;
}));
// node_modules/yaml/dist/compose/resolve-props.js
var require_resolve_props = __commonJSMin(((exports) => {
	function resolveProps(tokens, { flow, indicator, next, offset, onError, parentIndent, startOnNewline }) {
		let spaceBefore = false;
		let atNewline = startOnNewline;
		let hasSpace = startOnNewline;
		let comment = "";
		let commentSep = "";
		let hasNewline = false;
		let reqSpace = false;
		let tab = null;
		let anchor = null;
		let tag = null;
		let newlineAfterProp = null;
		let comma = null;
		let found = null;
		let start = null;
		for (const token of tokens) {
			if (reqSpace) {
				if (token.type !== "space" && token.type !== "newline" && token.type !== "comma") onError(token.offset, "MISSING_CHAR", "Tags and anchors must be separated from the next token by white space");
				reqSpace = false;
			}
			if (tab) {
				if (atNewline && token.type !== "comment" && token.type !== "newline") onError(tab, "TAB_AS_INDENT", "Tabs are not allowed as indentation");
				tab = null;
			}
			switch (token.type) {
				case "space":
					if (!flow && (indicator !== "doc-start" || next?.type !== "flow-collection") && token.source.includes("	")) tab = token;
					hasSpace = true;
					break;
				case "comment": {
					if (!hasSpace) onError(token, "MISSING_CHAR", "Comments must be separated from other tokens by white space characters");
					const cb = token.source.substring(1) || " ";
					if (!comment) comment = cb;
					else comment += commentSep + cb;
					commentSep = "";
					atNewline = false;
					break;
				}
				case "newline":
					if (atNewline) {
						if (comment) comment += token.source;
						else if (!found || indicator !== "seq-item-ind") spaceBefore = true;
					} else commentSep += token.source;
					atNewline = true;
					hasNewline = true;
					if (anchor || tag) newlineAfterProp = token;
					hasSpace = true;
					break;
				case "anchor":
					if (anchor) onError(token, "MULTIPLE_ANCHORS", "A node can have at most one anchor");
					if (token.source.endsWith(":")) onError(token.offset + token.source.length - 1, "BAD_ALIAS", "Anchor ending in : is ambiguous", true);
					anchor = token;
					start ?? (start = token.offset);
					atNewline = false;
					hasSpace = false;
					reqSpace = true;
					break;
				case "tag":
					if (tag) onError(token, "MULTIPLE_TAGS", "A node can have at most one tag");
					tag = token;
					start ?? (start = token.offset);
					atNewline = false;
					hasSpace = false;
					reqSpace = true;
					break;
				case indicator:
					if (anchor || tag) onError(token, "BAD_PROP_ORDER", `Anchors and tags must be after the ${token.source} indicator`);
					if (found) onError(token, "UNEXPECTED_TOKEN", `Unexpected ${token.source} in ${flow ?? "collection"}`);
					found = token;
					atNewline = indicator === "seq-item-ind" || indicator === "explicit-key-ind";
					hasSpace = false;
					break;
				case "comma": if (flow) {
					if (comma) onError(token, "UNEXPECTED_TOKEN", `Unexpected , in ${flow}`);
					comma = token;
					atNewline = false;
					hasSpace = false;
					break;
				}
				default:
					onError(token, "UNEXPECTED_TOKEN", `Unexpected ${token.type} token`);
					atNewline = false;
					hasSpace = false;
			}
		}
		const last = tokens[tokens.length - 1];
		const end = last ? last.offset + last.source.length : offset;
		if (reqSpace && next && next.type !== "space" && next.type !== "newline" && next.type !== "comma" && (next.type !== "scalar" || next.source !== "")) onError(next.offset, "MISSING_CHAR", "Tags and anchors must be separated from the next token by white space");
		if (tab && (atNewline && tab.indent <= parentIndent || next?.type === "block-map" || next?.type === "block-seq")) onError(tab, "TAB_AS_INDENT", "Tabs are not allowed as indentation");
		return {
			comma,
			found,
			spaceBefore,
			comment,
			hasNewline,
			anchor,
			tag,
			newlineAfterProp,
			end,
			start: start ?? end
		};
	}
	exports.resolveProps = resolveProps;
}));
// node_modules/yaml/dist/compose/util-contains-newline.js
var require_util_contains_newline = __commonJSMin(((exports) => {
	function containsNewline(key) {
		if (!key) return null;
		switch (key.type) {
			case "alias":
			case "scalar":
			case "double-quoted-scalar":
			case "single-quoted-scalar":
				if (key.source.includes("\n")) return true;
				if (key.end) {
					for (const st of key.end) if (st.type === "newline") return true;
				}
				return false;
			case "flow-collection":
				for (const it of key.items) {
					for (const st of it.start) if (st.type === "newline") return true;
					if (it.sep) {
						for (const st of it.sep) if (st.type === "newline") return true;
					}
					if (containsNewline(it.key) || containsNewline(it.value)) return true;
				}
				return false;
			default: return true;
		}
	}
	exports.containsNewline = containsNewline;
}));
// node_modules/yaml/dist/compose/util-flow-indent-check.js
var require_util_flow_indent_check = __commonJSMin(((exports) => {
	var utilContainsNewline = require_util_contains_newline();
	function flowIndentCheck(indent, fc, onError) {
		if (fc?.type === "flow-collection") {
			const end = fc.end[0];
			if (end.indent === indent && (end.source === "]" || end.source === "}") && utilContainsNewline.containsNewline(fc)) onError(end, "BAD_INDENT", "Flow end indicator should be more indented than parent", true);
		}
	}
	exports.flowIndentCheck = flowIndentCheck;
}));
// node_modules/yaml/dist/compose/util-map-includes.js
var require_util_map_includes = __commonJSMin(((exports) => {
	var identity = require_identity();
	function mapIncludes(ctx, items, search) {
		const { uniqueKeys } = ctx.options;
		if (uniqueKeys === false) return false;
		const isEqual = typeof uniqueKeys === "function" ? uniqueKeys : (a, b) => a === b || identity.isScalar(a) && identity.isScalar(b) && a.value === b.value;
		return items.some((pair) => isEqual(pair.key, search));
	}
	exports.mapIncludes = mapIncludes;
}));
// node_modules/yaml/dist/compose/resolve-block-map.js
var require_resolve_block_map = __commonJSMin(((exports) => {
	var Pair = require_Pair();
	var YAMLMap = require_YAMLMap();
	var resolveProps = require_resolve_props();
	var utilContainsNewline = require_util_contains_newline();
	var utilFlowIndentCheck = require_util_flow_indent_check();
	var utilMapIncludes = require_util_map_includes();
	const startColMsg = "All mapping items must start at the same column";
	function resolveBlockMap({ composeNode, composeEmptyNode }, ctx, bm, onError, tag) {
		const map = new ((tag?.nodeClass) ?? YAMLMap.YAMLMap)(ctx.schema);
		if (ctx.atRoot) ctx.atRoot = false;
		let offset = bm.offset;
		let commentEnd = null;
		for (const collItem of bm.items) {
			const { start, key, sep, value } = collItem;
			const keyProps = resolveProps.resolveProps(start, {
				indicator: "explicit-key-ind",
				next: key ?? sep?.[0],
				offset,
				onError,
				parentIndent: bm.indent,
				startOnNewline: true
			});
			const implicitKey = !keyProps.found;
			if (implicitKey) {
				if (key) {
					if (key.type === "block-seq") onError(offset, "BLOCK_AS_IMPLICIT_KEY", "A block sequence may not be used as an implicit map key");
					else if ("indent" in key && key.indent !== bm.indent) onError(offset, "BAD_INDENT", startColMsg);
				}
				if (!keyProps.anchor && !keyProps.tag && !sep) {
					commentEnd = keyProps.end;
					if (keyProps.comment) {
						if (map.comment) map.comment += "\n" + keyProps.comment;
						else map.comment = keyProps.comment;
					}
					continue;
				}
				if (keyProps.newlineAfterProp || utilContainsNewline.containsNewline(key)) onError(key ?? start[start.length - 1], "MULTILINE_IMPLICIT_KEY", "Implicit keys need to be on a single line");
			} else if (keyProps.found?.indent !== bm.indent) onError(offset, "BAD_INDENT", startColMsg);
			ctx.atKey = true;
			const keyStart = keyProps.end;
			const keyNode = key ? composeNode(ctx, key, keyProps, onError) : composeEmptyNode(ctx, keyStart, start, null, keyProps, onError);
			if (ctx.schema.compat) utilFlowIndentCheck.flowIndentCheck(bm.indent, key, onError);
			ctx.atKey = false;
			if (utilMapIncludes.mapIncludes(ctx, map.items, keyNode)) onError(keyStart, "DUPLICATE_KEY", "Map keys must be unique");
			const valueProps = resolveProps.resolveProps(sep ?? [], {
				indicator: "map-value-ind",
				next: value,
				offset: keyNode.range[2],
				onError,
				parentIndent: bm.indent,
				startOnNewline: !key || key.type === "block-scalar"
			});
			offset = valueProps.end;
			if (valueProps.found) {
				if (implicitKey) {
					if (value?.type === "block-map" && !valueProps.hasNewline) onError(offset, "BLOCK_AS_IMPLICIT_KEY", "Nested mappings are not allowed in compact mappings");
					if (ctx.options.strict && keyProps.start < valueProps.found.offset - 1024) onError(keyNode.range, "KEY_OVER_1024_CHARS", "The : indicator must be at most 1024 chars after the start of an implicit block mapping key");
				}
				const valueNode = value ? composeNode(ctx, value, valueProps, onError) : composeEmptyNode(ctx, offset, sep, null, valueProps, onError);
				if (ctx.schema.compat) utilFlowIndentCheck.flowIndentCheck(bm.indent, value, onError);
				offset = valueNode.range[2];
				const pair = new Pair.Pair(keyNode, valueNode);
				if (ctx.options.keepSourceTokens) pair.srcToken = collItem;
				map.items.push(pair);
			} else {
				if (implicitKey) onError(keyNode.range, "MISSING_CHAR", "Implicit map keys need to be followed by map values");
				if (valueProps.comment) {
					if (keyNode.comment) keyNode.comment += "\n" + valueProps.comment;
					else keyNode.comment = valueProps.comment;
				}
				const pair = new Pair.Pair(keyNode);
				if (ctx.options.keepSourceTokens) pair.srcToken = collItem;
				map.items.push(pair);
			}
		}
		if (commentEnd && commentEnd < offset) onError(commentEnd, "IMPOSSIBLE", "Map comment with trailing content");
		map.range = [
			bm.offset,
			offset,
			commentEnd ?? offset
		];
		return map;
	}
	exports.resolveBlockMap = resolveBlockMap;
}));
// node_modules/yaml/dist/compose/resolve-block-seq.js
var require_resolve_block_seq = __commonJSMin(((exports) => {
	var YAMLSeq = require_YAMLSeq();
	var resolveProps = require_resolve_props();
	var utilFlowIndentCheck = require_util_flow_indent_check();
	function resolveBlockSeq({ composeNode, composeEmptyNode }, ctx, bs, onError, tag) {
		const seq = new ((tag?.nodeClass) ?? YAMLSeq.YAMLSeq)(ctx.schema);
		if (ctx.atRoot) ctx.atRoot = false;
		if (ctx.atKey) ctx.atKey = false;
		let offset = bs.offset;
		let commentEnd = null;
		for (const { start, value } of bs.items) {
			const props = resolveProps.resolveProps(start, {
				indicator: "seq-item-ind",
				next: value,
				offset,
				onError,
				parentIndent: bs.indent,
				startOnNewline: true
			});
			if (!props.found) {
				if (props.anchor || props.tag || value) {
					if (value?.type === "block-seq") onError(props.end, "BAD_INDENT", "All sequence items must start at the same column");
					else onError(offset, "MISSING_CHAR", "Sequence item without - indicator");
				} else {
					commentEnd = props.end;
					if (props.comment) seq.comment = props.comment;
					continue;
				}
			}
			const node = value ? composeNode(ctx, value, props, onError) : composeEmptyNode(ctx, props.end, start, null, props, onError);
			if (ctx.schema.compat) utilFlowIndentCheck.flowIndentCheck(bs.indent, value, onError);
			offset = node.range[2];
			seq.items.push(node);
		}
		seq.range = [
			bs.offset,
			offset,
			commentEnd ?? offset
		];
		return seq;
	}
	exports.resolveBlockSeq = resolveBlockSeq;
}));
// node_modules/yaml/dist/compose/resolve-end.js
var require_resolve_end = __commonJSMin(((exports) => {
	function resolveEnd(end, offset, reqSpace, onError) {
		let comment = "";
		if (end) {
			let hasSpace = false;
			let sep = "";
			for (const token of end) {
				const { source, type } = token;
				switch (type) {
					case "space":
						hasSpace = true;
						break;
					case "comment": {
						if (reqSpace && !hasSpace) onError(token, "MISSING_CHAR", "Comments must be separated from other tokens by white space characters");
						const cb = source.substring(1) || " ";
						if (!comment) comment = cb;
						else comment += sep + cb;
						sep = "";
						break;
					}
					case "newline":
						if (comment) sep += source;
						hasSpace = true;
						break;
					default: onError(token, "UNEXPECTED_TOKEN", `Unexpected ${type} at node end`);
				}
				offset += source.length;
			}
		}
		return {
			comment,
			offset
		};
	}
	exports.resolveEnd = resolveEnd;
}));
// node_modules/yaml/dist/compose/resolve-flow-collection.js
var require_resolve_flow_collection = __commonJSMin(((exports) => {
	var identity = require_identity();
	var Pair = require_Pair();
	var YAMLMap = require_YAMLMap();
	var YAMLSeq = require_YAMLSeq();
	var resolveEnd = require_resolve_end();
	var resolveProps = require_resolve_props();
	var utilContainsNewline = require_util_contains_newline();
	var utilMapIncludes = require_util_map_includes();
	const blockMsg = "Block collections are not allowed within flow collections";
	const isBlock = (token) => token && (token.type === "block-map" || token.type === "block-seq");
	function resolveFlowCollection({ composeNode, composeEmptyNode }, ctx, fc, onError, tag) {
		const isMap = fc.start.source === "{";
		const fcName = isMap ? "flow map" : "flow sequence";
		const coll = new ((tag?.nodeClass) ?? (isMap ? YAMLMap.YAMLMap : YAMLSeq.YAMLSeq))(ctx.schema);
		coll.flow = true;
		const atRoot = ctx.atRoot;
		if (atRoot) ctx.atRoot = false;
		if (ctx.atKey) ctx.atKey = false;
		let offset = fc.offset + fc.start.source.length;
		for (let i = 0; i < fc.items.length; ++i) {
			const collItem = fc.items[i];
			const { start, key, sep, value } = collItem;
			const props = resolveProps.resolveProps(start, {
				flow: fcName,
				indicator: "explicit-key-ind",
				next: key ?? sep?.[0],
				offset,
				onError,
				parentIndent: fc.indent,
				startOnNewline: false
			});
			if (!props.found) {
				if (!props.anchor && !props.tag && !sep && !value) {
					if (i === 0 && props.comma) onError(props.comma, "UNEXPECTED_TOKEN", `Unexpected , in ${fcName}`);
					else if (i < fc.items.length - 1) onError(props.start, "UNEXPECTED_TOKEN", `Unexpected empty item in ${fcName}`);
					if (props.comment) {
						if (coll.comment) coll.comment += "\n" + props.comment;
						else coll.comment = props.comment;
					}
					offset = props.end;
					continue;
				}
				if (!isMap && ctx.options.strict && utilContainsNewline.containsNewline(key)) onError(key, "MULTILINE_IMPLICIT_KEY", "Implicit keys of flow sequence pairs need to be on a single line");
			}
			if (i === 0) {
				if (props.comma) onError(props.comma, "UNEXPECTED_TOKEN", `Unexpected , in ${fcName}`);
			} else {
				if (!props.comma) onError(props.start, "MISSING_CHAR", `Missing , between ${fcName} items`);
				if (props.comment) {
					let prevItemComment = "";
					loop: for (const st of start) switch (st.type) {
						case "comma":
						case "space": break;
						case "comment":
							prevItemComment = st.source.substring(1);
							break loop;
						default: break loop;
					}
					if (prevItemComment) {
						let prev = coll.items[coll.items.length - 1];
						if (identity.isPair(prev)) prev = prev.value ?? prev.key;
						if (prev.comment) prev.comment += "\n" + prevItemComment;
						else prev.comment = prevItemComment;
						props.comment = props.comment.substring(prevItemComment.length + 1);
					}
				}
			}
			if (!isMap && !sep && !props.found) {
				const valueNode = value ? composeNode(ctx, value, props, onError) : composeEmptyNode(ctx, props.end, sep, null, props, onError);
				coll.items.push(valueNode);
				offset = valueNode.range[2];
				if (isBlock(value)) onError(valueNode.range, "BLOCK_IN_FLOW", blockMsg);
			} else {
				ctx.atKey = true;
				const keyStart = props.end;
				const keyNode = key ? composeNode(ctx, key, props, onError) : composeEmptyNode(ctx, keyStart, start, null, props, onError);
				if (isBlock(key)) onError(keyNode.range, "BLOCK_IN_FLOW", blockMsg);
				ctx.atKey = false;
				const valueProps = resolveProps.resolveProps(sep ?? [], {
					flow: fcName,
					indicator: "map-value-ind",
					next: value,
					offset: keyNode.range[2],
					onError,
					parentIndent: fc.indent,
					startOnNewline: false
				});
				if (valueProps.found) {
					if (!isMap && !props.found && ctx.options.strict) {
						if (sep) for (const st of sep) {
							if (st === valueProps.found) break;
							if (st.type === "newline") {
								onError(st, "MULTILINE_IMPLICIT_KEY", "Implicit keys of flow sequence pairs need to be on a single line");
								break;
							}
						}
						if (props.start < valueProps.found.offset - 1024) onError(valueProps.found, "KEY_OVER_1024_CHARS", "The : indicator must be at most 1024 chars after the start of an implicit flow sequence key");
					}
				} else if (value) {
					if ("source" in value && value.source?.[0] === ":") onError(value, "MISSING_CHAR", `Missing space after : in ${fcName}`);
					else onError(valueProps.start, "MISSING_CHAR", `Missing , or : between ${fcName} items`);
				}
				const valueNode = value ? composeNode(ctx, value, valueProps, onError) : valueProps.found ? composeEmptyNode(ctx, valueProps.end, sep, null, valueProps, onError) : null;
				if (valueNode) {
					if (isBlock(value)) onError(valueNode.range, "BLOCK_IN_FLOW", blockMsg);
				} else if (valueProps.comment) {
					if (keyNode.comment) keyNode.comment += "\n" + valueProps.comment;
					else keyNode.comment = valueProps.comment;
				}
				const pair = new Pair.Pair(keyNode, valueNode);
				if (ctx.options.keepSourceTokens) pair.srcToken = collItem;
				if (isMap) {
					const map = coll;
					if (utilMapIncludes.mapIncludes(ctx, map.items, keyNode)) onError(keyStart, "DUPLICATE_KEY", "Map keys must be unique");
					map.items.push(pair);
				} else {
					const map = new YAMLMap.YAMLMap(ctx.schema);
					map.flow = true;
					map.items.push(pair);
					const endRange = (valueNode ?? keyNode).range;
					map.range = [
						keyNode.range[0],
						endRange[1],
						endRange[2]
					];
					coll.items.push(map);
				}
				offset = valueNode ? valueNode.range[2] : valueProps.end;
			}
		}
		const expectedEnd = isMap ? "}" : "]";
		const [ce, ...ee] = fc.end;
		let cePos = offset;
		if (ce?.source === expectedEnd) cePos = ce.offset + ce.source.length;
		else {
			const name = fcName[0].toUpperCase() + fcName.substring(1);
			const msg = atRoot ? `${name} must end with a ${expectedEnd}` : `${name} in block collection must be sufficiently indented and end with a ${expectedEnd}`;
			onError(offset, atRoot ? "MISSING_CHAR" : "BAD_INDENT", msg);
			if (ce && ce.source.length !== 1) ee.unshift(ce);
		}
		if (ee.length > 0) {
			const end = resolveEnd.resolveEnd(ee, cePos, ctx.options.strict, onError);
			if (end.comment) {
				if (coll.comment) coll.comment += "\n" + end.comment;
				else coll.comment = end.comment;
			}
			coll.range = [
				fc.offset,
				cePos,
				end.offset
			];
		} else coll.range = [
			fc.offset,
			cePos,
			cePos
		];
		return coll;
	}
	exports.resolveFlowCollection = resolveFlowCollection;
}));
// node_modules/yaml/dist/compose/compose-collection.js
var require_compose_collection = __commonJSMin(((exports) => {
	var identity = require_identity();
	var Scalar = require_Scalar();
	var YAMLMap = require_YAMLMap();
	var YAMLSeq = require_YAMLSeq();
	var resolveBlockMap = require_resolve_block_map();
	var resolveBlockSeq = require_resolve_block_seq();
	var resolveFlowCollection = require_resolve_flow_collection();
	function resolveCollection(CN, ctx, token, onError, tagName, tag) {
		const coll = token.type === "block-map" ? resolveBlockMap.resolveBlockMap(CN, ctx, token, onError, tag) : token.type === "block-seq" ? resolveBlockSeq.resolveBlockSeq(CN, ctx, token, onError, tag) : resolveFlowCollection.resolveFlowCollection(CN, ctx, token, onError, tag);
		const Coll = coll.constructor;
		if (tagName === "!" || tagName === Coll.tagName) {
			coll.tag = Coll.tagName;
			return coll;
		}
		if (tagName) coll.tag = tagName;
		return coll;
	}
	function composeCollection(CN, ctx, token, props, onError) {
		const tagToken = props.tag;
		const tagName = !tagToken ? null : ctx.directives.tagName(tagToken.source, (msg) => onError(tagToken, "TAG_RESOLVE_FAILED", msg));
		if (token.type === "block-seq") {
			const { anchor, newlineAfterProp: nl } = props;
			const lastProp = anchor && tagToken ? anchor.offset > tagToken.offset ? anchor : tagToken : anchor ?? tagToken;
			if (lastProp && (!nl || nl.offset < lastProp.offset)) onError(lastProp, "MISSING_CHAR", "Missing newline after block sequence props");
		}
		const expType = token.type === "block-map" ? "map" : token.type === "block-seq" ? "seq" : token.start.source === "{" ? "map" : "seq";
		if (!tagToken || !tagName || tagName === "!" || tagName === YAMLMap.YAMLMap.tagName && expType === "map" || tagName === YAMLSeq.YAMLSeq.tagName && expType === "seq") return resolveCollection(CN, ctx, token, onError, tagName);
		let tag = ctx.schema.tags.find((t) => t.tag === tagName && t.collection === expType);
		if (!tag) {
			const kt = ctx.schema.knownTags[tagName];
			if (kt?.collection === expType) {
				ctx.schema.tags.push(Object.assign({}, kt, { default: false }));
				tag = kt;
			} else {
				if (kt) onError(tagToken, "BAD_COLLECTION_TYPE", `${kt.tag} used for ${expType} collection, but expects ${kt.collection ?? "scalar"}`, true);
				else onError(tagToken, "TAG_RESOLVE_FAILED", `Unresolved tag: ${tagName}`, true);
				return resolveCollection(CN, ctx, token, onError, tagName);
			}
		}
		const coll = resolveCollection(CN, ctx, token, onError, tagName, tag);
		const res = tag.resolve?.(coll, (msg) => onError(tagToken, "TAG_RESOLVE_FAILED", msg), ctx.options) ?? coll;
		const node = identity.isNode(res) ? res : new Scalar.Scalar(res);
		node.range = coll.range;
		node.tag = tagName;
		if (tag?.format) node.format = tag.format;
		return node;
	}
	exports.composeCollection = composeCollection;
}));
// node_modules/yaml/dist/compose/resolve-block-scalar.js
var require_resolve_block_scalar = __commonJSMin(((exports) => {
	var Scalar = require_Scalar();
	function resolveBlockScalar(ctx, scalar, onError) {
		const start = scalar.offset;
		const header = parseBlockScalarHeader(scalar, ctx.options.strict, onError);
		if (!header) return {
			value: "",
			type: null,
			comment: "",
			range: [
				start,
				start,
				start
			]
		};
		const type = header.mode === ">" ? Scalar.Scalar.BLOCK_FOLDED : Scalar.Scalar.BLOCK_LITERAL;
		const lines = scalar.source ? splitLines(scalar.source) : [];
		let chompStart = lines.length;
		for (let i = lines.length - 1; i >= 0; --i) {
			const content = lines[i][1];
			if (content === "" || content === "\r") chompStart = i;
			else break;
		}
		if (chompStart === 0) {
			const value = header.chomp === "+" && lines.length > 0 ? "\n".repeat(Math.max(1, lines.length - 1)) : "";
			let end = start + header.length;
			if (scalar.source) end += scalar.source.length;
			return {
				value,
				type,
				comment: header.comment,
				range: [
					start,
					end,
					end
				]
			};
		}
		let trimIndent = scalar.indent + header.indent;
		let offset = scalar.offset + header.length;
		let contentStart = 0;
		for (let i = 0; i < chompStart; ++i) {
			const [indent, content] = lines[i];
			if (content === "" || content === "\r") {
				if (header.indent === 0 && indent.length > trimIndent) trimIndent = indent.length;
			} else {
				if (indent.length < trimIndent) onError(offset + indent.length, "MISSING_CHAR", "Block scalars with more-indented leading empty lines must use an explicit indentation indicator");
				if (header.indent === 0) trimIndent = indent.length;
				contentStart = i;
				if (trimIndent === 0 && !ctx.atRoot) onError(offset, "BAD_INDENT", "Block scalar values in collections must be indented");
				break;
			}
			offset += indent.length + content.length + 1;
		}
		for (let i = lines.length - 1; i >= chompStart; --i) if (lines[i][0].length > trimIndent) chompStart = i + 1;
		let value = "";
		let sep = "";
		let prevMoreIndented = false;
		for (let i = 0; i < contentStart; ++i) value += lines[i][0].slice(trimIndent) + "\n";
		for (let i = contentStart; i < chompStart; ++i) {
			let [indent, content] = lines[i];
			offset += indent.length + content.length + 1;
			const crlf = content[content.length - 1] === "\r";
			if (crlf) content = content.slice(0, -1);
			if (content && indent.length < trimIndent) {
				const message = `Block scalar lines must not be less indented than their ${header.indent ? "explicit indentation indicator" : "first line"}`;
				onError(offset - content.length - (crlf ? 2 : 1), "BAD_INDENT", message);
				indent = "";
			}
			if (type === Scalar.Scalar.BLOCK_LITERAL) {
				value += sep + indent.slice(trimIndent) + content;
				sep = "\n";
			} else if (indent.length > trimIndent || content[0] === "	") {
				if (sep === " ") sep = "\n";
				else if (!prevMoreIndented && sep === "\n") sep = "\n\n";
				value += sep + indent.slice(trimIndent) + content;
				sep = "\n";
				prevMoreIndented = true;
			} else if (content === "") {
				if (sep === "\n") value += "\n";
				else sep = "\n";
			} else {
				value += sep + content;
				sep = " ";
				prevMoreIndented = false;
			}
		}
		switch (header.chomp) {
			case "-": break;
			case "+":
				for (let i = chompStart; i < lines.length; ++i) value += "\n" + lines[i][0].slice(trimIndent);
				if (value[value.length - 1] !== "\n") value += "\n";
				break;
			default: value += "\n";
		}
		const end = start + header.length + scalar.source.length;
		return {
			value,
			type,
			comment: header.comment,
			range: [
				start,
				end,
				end
			]
		};
	}
	function parseBlockScalarHeader({ offset, props }, strict, onError) {
		if (props[0].type !== "block-scalar-header") {
			onError(props[0], "IMPOSSIBLE", "Block scalar header not found");
			return null;
		}
		const { source } = props[0];
		const mode = source[0];
		let indent = 0;
		let chomp = "";
		let error = -1;
		for (let i = 1; i < source.length; ++i) {
			const ch = source[i];
			if (!chomp && (ch === "-" || ch === "+")) chomp = ch;
			else {
				const n = Number(ch);
				if (!indent && n) indent = n;
				else if (error === -1) error = offset + i;
			}
		}
		if (error !== -1) onError(error, "UNEXPECTED_TOKEN", `Block scalar header includes extra characters: ${source}`);
		let hasSpace = false;
		let comment = "";
		let length = source.length;
		for (let i = 1; i < props.length; ++i) {
			const token = props[i];
			switch (token.type) {
				case "space": hasSpace = true;
				case "newline":
					length += token.source.length;
					break;
				case "comment":
					if (strict && !hasSpace) onError(token, "MISSING_CHAR", "Comments must be separated from other tokens by white space characters");
					length += token.source.length;
					comment = token.source.substring(1);
					break;
				case "error":
					onError(token, "UNEXPECTED_TOKEN", token.message);
					length += token.source.length;
					break;
				default: {
					onError(token, "UNEXPECTED_TOKEN", `Unexpected token in block scalar header: ${token.type}`);
					const ts = token.source;
					if (ts && typeof ts === "string") length += ts.length;
				}
			}
		}
		return {
			mode,
			indent,
			chomp,
			comment,
			length
		};
	}
	function splitLines(source) {
		const split = source.split(/\n( *)/);
		const first = split[0];
		const m = first.match(/^( *)/);
		const lines = [m?.[1] ? [m[1], first.slice(m[1].length)] : ["", first]];
		for (let i = 1; i < split.length; i += 2) lines.push([split[i], split[i + 1]]);
		return lines;
	}
	exports.resolveBlockScalar = resolveBlockScalar;
}));
// node_modules/yaml/dist/compose/resolve-flow-scalar.js
var require_resolve_flow_scalar = __commonJSMin(((exports) => {
	var Scalar = require_Scalar();
	var resolveEnd = require_resolve_end();
	function resolveFlowScalar(scalar, strict, onError) {
		const { offset, type, source, end } = scalar;
		let _type;
		let value;
		const _onError = (rel, code, msg) => onError(offset + rel, code, msg);
		switch (type) {
			case "scalar":
				_type = Scalar.Scalar.PLAIN;
				value = plainValue(source, _onError);
				break;
			case "single-quoted-scalar":
				_type = Scalar.Scalar.QUOTE_SINGLE;
				value = singleQuotedValue(source, _onError);
				break;
			case "double-quoted-scalar":
				_type = Scalar.Scalar.QUOTE_DOUBLE;
				value = doubleQuotedValue(source, _onError);
				break;
			default:
				onError(scalar, "UNEXPECTED_TOKEN", `Expected a flow scalar value, but found: ${type}`);
				return {
					value: "",
					type: null,
					comment: "",
					range: [
						offset,
						offset + source.length,
						offset + source.length
					]
				};
		}
		const valueEnd = offset + source.length;
		const re = resolveEnd.resolveEnd(end, valueEnd, strict, onError);
		return {
			value,
			type: _type,
			comment: re.comment,
			range: [
				offset,
				valueEnd,
				re.offset
			]
		};
	}
	function plainValue(source, onError) {
		let badChar = "";
		switch (source[0]) {
			case "	":
				badChar = "a tab character";
				break;
			case ",":
				badChar = "flow indicator character ,";
				break;
			case "%":
				badChar = "directive indicator character %";
				break;
			case "|":
			case ">":
				badChar = `block scalar indicator ${source[0]}`;
				break;
			case "@":
			case "`": badChar = `reserved character ${source[0]}`;
		}
		if (badChar) onError(0, "BAD_SCALAR_START", `Plain value cannot start with ${badChar}`);
		return unfoldLines(source);
	}
	function singleQuotedValue(source, onError) {
		if (source[source.length - 1] !== "'" || source.length === 1) onError(source.length, "MISSING_CHAR", "Missing closing 'quote");
		return unfoldLines(source.slice(1, -1)).replace(/''/g, "'");
	}
	function unfoldLines(source) {
		const line = /(.*?)\r?\n/sy;
		let match = line.exec(source);
		if (!match) return source;
		let trimEnd, trimBoth;
		try {
			trimEnd = new RegExp("(?<![ 	])[ 	]+$");
			trimBoth = new RegExp("^[ 	]+|(?<![ 	])[ 	]+$", "g");
		} catch {
			trimEnd = /[ \t]+$/;
			trimBoth = /^[ \t]+|[ \t]+$/g;
		}
		let res = match[1].replace(trimEnd, "");
		let sep = " ";
		let pos = line.lastIndex;
		while (match = line.exec(source)) {
			const lm = match[1].replace(trimBoth, "");
			if (lm === "") {
				if (sep === "\n") res += sep;
				else sep = "\n";
			} else {
				res += sep + lm;
				sep = " ";
			}
			pos = line.lastIndex;
		}
		const last = /[ \t]*(.*)/sy;
		last.lastIndex = pos;
		match = last.exec(source);
		return res + sep + (match?.[1] ?? "");
	}
	function doubleQuotedValue(source, onError) {
		let res = "";
		for (let i = 1; i < source.length - 1; ++i) {
			const ch = source[i];
			if (ch === "\r" && source[i + 1] === "\n") continue;
			if (ch === "\n") {
				const { fold, offset } = foldNewline(source, i);
				res += fold;
				i = offset;
			} else if (ch === "\\") {
				let next = source[++i];
				const cc = escapeCodes[next];
				if (cc) res += cc;
				else if (next === "\n") {
					next = source[i + 1];
					while (next === " " || next === "	") next = source[++i + 1];
				} else if (next === "\r" && source[i + 1] === "\n") {
					next = source[++i + 1];
					while (next === " " || next === "	") next = source[++i + 1];
				} else if (next === "x" || next === "u" || next === "U") {
					const length = next === "x" ? 2 : next === "u" ? 4 : 8;
					res += parseCharCode(source, i + 1, length, onError);
					i += length;
				} else {
					const raw = source.substr(i - 1, 2);
					onError(i - 1, "BAD_DQ_ESCAPE", `Invalid escape sequence ${raw}`);
					res += raw;
				}
			} else if (ch === " " || ch === "	") {
				const wsStart = i;
				let next = source[i + 1];
				while (next === " " || next === "	") next = source[++i + 1];
				if (next !== "\n" && !(next === "\r" && source[i + 2] === "\n")) res += i > wsStart ? source.slice(wsStart, i + 1) : ch;
			} else res += ch;
		}
		if (source[source.length - 1] !== "\"" || source.length === 1) onError(source.length, "MISSING_CHAR", "Missing closing \"quote");
		return res;
	}
	function foldNewline(source, offset) {
		let fold = "";
		let ch = source[offset + 1];
		while (ch === " " || ch === "	" || ch === "\n" || ch === "\r") {
			if (ch === "\r" && source[offset + 2] !== "\n") break;
			if (ch === "\n") fold += "\n";
			offset += 1;
			ch = source[offset + 1];
		}
		if (!fold) fold = " ";
		return {
			fold,
			offset
		};
	}
	const escapeCodes = {
		"0": "\0",
		a: "\x07",
		b: "\b",
		e: "\x1B",
		f: "\f",
		n: "\n",
		r: "\r",
		t: "	",
		v: "\v",
		N: "",
		_: "\xA0",
		L: "\u2028",
		P: "\u2029",
		" ": " ",
		"\"": "\"",
		"/": "/",
		"\\": "\\",
		"	": "	"
	};
	function parseCharCode(source, offset, length, onError) {
		const cc = source.substr(offset, length);
		const code = cc.length === length && /^[0-9a-fA-F]+$/.test(cc) ? parseInt(cc, 16) : NaN;
		try {
			return String.fromCodePoint(code);
		} catch {
			const raw = source.substr(offset - 2, length + 2);
			onError(offset - 2, "BAD_DQ_ESCAPE", `Invalid escape sequence ${raw}`);
			return raw;
		}
	}
	exports.resolveFlowScalar = resolveFlowScalar;
}));
// node_modules/yaml/dist/compose/compose-scalar.js
var require_compose_scalar = __commonJSMin(((exports) => {
	var identity = require_identity();
	var Scalar = require_Scalar();
	var resolveBlockScalar = require_resolve_block_scalar();
	var resolveFlowScalar = require_resolve_flow_scalar();
	function composeScalar(ctx, token, tagToken, onError) {
		const { value, type, comment, range } = token.type === "block-scalar" ? resolveBlockScalar.resolveBlockScalar(ctx, token, onError) : resolveFlowScalar.resolveFlowScalar(token, ctx.options.strict, onError);
		const tagName = tagToken ? ctx.directives.tagName(tagToken.source, (msg) => onError(tagToken, "TAG_RESOLVE_FAILED", msg)) : null;
		let tag;
		if (ctx.options.stringKeys && ctx.atKey) tag = ctx.schema[identity.SCALAR];
		else if (tagName) tag = findScalarTagByName(ctx.schema, value, tagName, tagToken, onError);
		else if (token.type === "scalar") tag = findScalarTagByTest(ctx, value, token, onError);
		else tag = ctx.schema[identity.SCALAR];
		let scalar;
		try {
			const res = tag.resolve(value, (msg) => onError(tagToken ?? token, "TAG_RESOLVE_FAILED", msg), ctx.options);
			scalar = identity.isScalar(res) ? res : new Scalar.Scalar(res);
		} catch (error) {
			const msg = error instanceof Error ? error.message : String(error);
			onError(tagToken ?? token, "TAG_RESOLVE_FAILED", msg);
			scalar = new Scalar.Scalar(value);
		}
		scalar.range = range;
		scalar.source = value;
		if (type) scalar.type = type;
		if (tagName) scalar.tag = tagName;
		if (tag.format) scalar.format = tag.format;
		if (comment) scalar.comment = comment;
		return scalar;
	}
	function findScalarTagByName(schema, value, tagName, tagToken, onError) {
		if (tagName === "!") return schema[identity.SCALAR];
		const matchWithTest = [];
		for (const tag of schema.tags) if (!tag.collection && tag.tag === tagName) {
			if (tag.default && tag.test) matchWithTest.push(tag);
			else return tag;
		}
		for (const tag of matchWithTest) if (tag.test?.test(value)) return tag;
		const kt = schema.knownTags[tagName];
		if (kt && !kt.collection) {
			schema.tags.push(Object.assign({}, kt, {
				default: false,
				test: void 0
			}));
			return kt;
		}
		onError(tagToken, "TAG_RESOLVE_FAILED", `Unresolved tag: ${tagName}`, tagName !== "tag:yaml.org,2002:str");
		return schema[identity.SCALAR];
	}
	function findScalarTagByTest({ atKey, directives, schema }, value, token, onError) {
		const tag = schema.tags.find((tag) => (tag.default === true || atKey && tag.default === "key") && tag.test?.test(value)) || schema[identity.SCALAR];
		if (schema.compat) {
			const compat = schema.compat.find((tag) => tag.default && tag.test?.test(value)) ?? schema[identity.SCALAR];
			if (tag.tag !== compat.tag) onError(token, "TAG_RESOLVE_FAILED", `Value may be parsed as either ${directives.tagString(tag.tag)} or ${directives.tagString(compat.tag)}`, true);
		}
		return tag;
	}
	exports.composeScalar = composeScalar;
}));
// node_modules/yaml/dist/compose/util-empty-scalar-position.js
var require_util_empty_scalar_position = __commonJSMin(((exports) => {
	function emptyScalarPosition(offset, before, pos) {
		if (before) {
			pos ?? (pos = before.length);
			for (let i = pos - 1; i >= 0; --i) {
				let st = before[i];
				switch (st.type) {
					case "space":
					case "comment":
					case "newline":
						offset -= st.source.length;
						continue;
				}
				st = before[++i];
				while (st?.type === "space") {
					offset += st.source.length;
					st = before[++i];
				}
				break;
			}
		}
		return offset;
	}
	exports.emptyScalarPosition = emptyScalarPosition;
}));
// node_modules/yaml/dist/compose/compose-node.js
var require_compose_node = __commonJSMin(((exports) => {
	var Alias = require_Alias();
	var identity = require_identity();
	var composeCollection = require_compose_collection();
	var composeScalar = require_compose_scalar();
	var resolveEnd = require_resolve_end();
	var utilEmptyScalarPosition = require_util_empty_scalar_position();
	const CN = {
		composeNode,
		composeEmptyNode
	};
	function composeNode(ctx, token, props, onError) {
		const atKey = ctx.atKey;
		const { spaceBefore, comment, anchor, tag } = props;
		let node;
		let isSrcToken = true;
		switch (token.type) {
			case "alias":
				node = composeAlias(ctx, token, onError);
				if (anchor || tag) onError(token, "ALIAS_PROPS", "An alias node must not specify any properties");
				break;
			case "scalar":
			case "single-quoted-scalar":
			case "double-quoted-scalar":
			case "block-scalar":
				node = composeScalar.composeScalar(ctx, token, tag, onError);
				if (anchor) node.anchor = anchor.source.substring(1);
				break;
			case "block-map":
			case "block-seq":
			case "flow-collection":
				try {
					node = composeCollection.composeCollection(CN, ctx, token, props, onError);
					if (anchor) node.anchor = anchor.source.substring(1);
				} catch (error) {
					onError(token, "RESOURCE_EXHAUSTION", error instanceof Error ? error.message : String(error));
				}
				break;
			default:
				onError(token, "UNEXPECTED_TOKEN", token.type === "error" ? token.message : `Unsupported token (type: ${token.type})`);
				isSrcToken = false;
		}
		node ?? (node = composeEmptyNode(ctx, token.offset, void 0, null, props, onError));
		if (anchor && node.anchor === "") onError(anchor, "BAD_ALIAS", "Anchor cannot be an empty string");
		if (atKey && ctx.options.stringKeys && (!identity.isScalar(node) || typeof node.value !== "string" || node.tag && node.tag !== "tag:yaml.org,2002:str")) onError(tag ?? token, "NON_STRING_KEY", "With stringKeys, all keys must be strings");
		if (spaceBefore) node.spaceBefore = true;
		if (comment) {
			if (token.type === "scalar" && token.source === "") node.comment = comment;
			else node.commentBefore = comment;
		}
		if (ctx.options.keepSourceTokens && isSrcToken) node.srcToken = token;
		return node;
	}
	function composeEmptyNode(ctx, offset, before, pos, { spaceBefore, comment, anchor, tag, end }, onError) {
		const token = {
			type: "scalar",
			offset: utilEmptyScalarPosition.emptyScalarPosition(offset, before, pos),
			indent: -1,
			source: ""
		};
		const node = composeScalar.composeScalar(ctx, token, tag, onError);
		if (anchor) {
			node.anchor = anchor.source.substring(1);
			if (node.anchor === "") onError(anchor, "BAD_ALIAS", "Anchor cannot be an empty string");
		}
		if (spaceBefore) node.spaceBefore = true;
		if (comment) {
			node.comment = comment;
			node.range[2] = end;
		}
		return node;
	}
	function composeAlias({ options }, { offset, source, end }, onError) {
		const alias = new Alias.Alias(source.substring(1));
		if (alias.source === "") onError(offset, "BAD_ALIAS", "Alias cannot be an empty string");
		if (alias.source.endsWith(":")) onError(offset + source.length - 1, "BAD_ALIAS", "Alias ending in : is ambiguous", true);
		const valueEnd = offset + source.length;
		const re = resolveEnd.resolveEnd(end, valueEnd, options.strict, onError);
		alias.range = [
			offset,
			valueEnd,
			re.offset
		];
		if (re.comment) alias.comment = re.comment;
		return alias;
	}
	exports.composeEmptyNode = composeEmptyNode;
	exports.composeNode = composeNode;
}));
// node_modules/yaml/dist/compose/compose-doc.js
var require_compose_doc = __commonJSMin(((exports) => {
	var Document = require_Document();
	var composeNode = require_compose_node();
	var resolveEnd = require_resolve_end();
	var resolveProps = require_resolve_props();
	function composeDoc(options, directives, { offset, start, value, end }, onError) {
		const opts = Object.assign({ _directives: directives }, options);
		const doc = new Document.Document(void 0, opts);
		const ctx = {
			atKey: false,
			atRoot: true,
			directives: doc.directives,
			options: doc.options,
			schema: doc.schema
		};
		const props = resolveProps.resolveProps(start, {
			indicator: "doc-start",
			next: value ?? end?.[0],
			offset,
			onError,
			parentIndent: 0,
			startOnNewline: true
		});
		if (props.found) {
			doc.directives.docStart = true;
			if (value && (value.type === "block-map" || value.type === "block-seq") && !props.hasNewline) onError(props.end, "MISSING_CHAR", "Block collection cannot start on same line with directives-end marker");
		}
		doc.contents = value ? composeNode.composeNode(ctx, value, props, onError) : composeNode.composeEmptyNode(ctx, props.end, start, null, props, onError);
		const contentEnd = doc.contents.range[2];
		const re = resolveEnd.resolveEnd(end, contentEnd, false, onError);
		if (re.comment) doc.comment = re.comment;
		doc.range = [
			offset,
			contentEnd,
			re.offset
		];
		return doc;
	}
	exports.composeDoc = composeDoc;
}));
// node_modules/yaml/dist/compose/composer.js
var require_composer = __commonJSMin(((exports) => {
	var node_process = __require("process");
	var directives = require_directives();
	var Document = require_Document();
	var errors = require_errors();
	var identity = require_identity();
	var composeDoc = require_compose_doc();
	var resolveEnd = require_resolve_end();
	function getErrorPos(src) {
		if (typeof src === "number") return [src, src + 1];
		if (Array.isArray(src)) return src.length === 2 ? src : [src[0], src[1]];
		const { offset, source } = src;
		return [offset, offset + (typeof source === "string" ? source.length : 1)];
	}
	function parsePrelude(prelude) {
		let comment = "";
		let atComment = false;
		let afterEmptyLine = false;
		for (let i = 0; i < prelude.length; ++i) {
			const source = prelude[i];
			switch (source[0]) {
				case "#":
					comment += (comment === "" ? "" : afterEmptyLine ? "\n\n" : "\n") + (source.substring(1) || " ");
					atComment = true;
					afterEmptyLine = false;
					break;
				case "%":
					if (prelude[i + 1]?.[0] !== "#") i += 1;
					atComment = false;
					break;
				default:
					if (!atComment) afterEmptyLine = true;
					atComment = false;
			}
		}
		return {
			comment,
			afterEmptyLine
		};
	}
	var Composer = class {
		constructor(options = {}) {
			this.doc = null;
			this.atDirectives = false;
			this.prelude = [];
			this.errors = [];
			this.warnings = [];
			this.onError = (source, code, message, warning) => {
				const pos = getErrorPos(source);
				if (warning) this.warnings.push(new errors.YAMLWarning(pos, code, message));
				else this.errors.push(new errors.YAMLParseError(pos, code, message));
			};
			this.directives = new directives.Directives({ version: options.version || "1.2" });
			this.options = options;
		}
		decorate(doc, afterDoc) {
			const { comment, afterEmptyLine } = parsePrelude(this.prelude);
			if (comment) {
				const dc = doc.contents;
				if (afterDoc) doc.comment = doc.comment ? `${doc.comment}\n${comment}` : comment;
				else if (afterEmptyLine || doc.directives.docStart || !dc) doc.commentBefore = comment;
				else if (identity.isCollection(dc) && !dc.flow && dc.items.length > 0) {
					let it = dc.items[0];
					if (identity.isPair(it)) it = it.key;
					const cb = it.commentBefore;
					it.commentBefore = cb ? `${comment}\n${cb}` : comment;
				} else {
					const cb = dc.commentBefore;
					dc.commentBefore = cb ? `${comment}\n${cb}` : comment;
				}
			}
			if (afterDoc) {
				for (let i = 0; i < this.errors.length; ++i) doc.errors.push(this.errors[i]);
				for (let i = 0; i < this.warnings.length; ++i) doc.warnings.push(this.warnings[i]);
			} else {
				doc.errors = this.errors;
				doc.warnings = this.warnings;
			}
			this.prelude = [];
			this.errors = [];
			this.warnings = [];
		}
		streamInfo() {
			return {
				comment: parsePrelude(this.prelude).comment,
				directives: this.directives,
				errors: this.errors,
				warnings: this.warnings
			};
		}
		*compose(tokens, forceDoc = false, endOffset = -1) {
			for (const token of tokens) yield* this.next(token);
			yield* this.end(forceDoc, endOffset);
		}
		*next(token) {
			if (node_process.env.LOG_STREAM) console.dir(token, { depth: null });
			switch (token.type) {
				case "directive":
					this.directives.add(token.source, (offset, message, warning) => {
						const pos = getErrorPos(token);
						pos[0] += offset;
						this.onError(pos, "BAD_DIRECTIVE", message, warning);
					});
					this.prelude.push(token.source);
					this.atDirectives = true;
					break;
				case "document": {
					const doc = composeDoc.composeDoc(this.options, this.directives, token, this.onError);
					if (this.atDirectives && !doc.directives.docStart) this.onError(token, "MISSING_CHAR", "Missing directives-end/doc-start indicator line");
					this.decorate(doc, false);
					if (this.doc) yield this.doc;
					this.doc = doc;
					this.atDirectives = false;
					break;
				}
				case "byte-order-mark":
				case "space": break;
				case "comment":
				case "newline":
					this.prelude.push(token.source);
					break;
				case "error": {
					const msg = token.source ? `${token.message}: ${JSON.stringify(token.source)}` : token.message;
					const error = new errors.YAMLParseError(getErrorPos(token), "UNEXPECTED_TOKEN", msg);
					if (this.atDirectives || !this.doc) this.errors.push(error);
					else this.doc.errors.push(error);
					break;
				}
				case "doc-end": {
					if (!this.doc) {
						this.errors.push(new errors.YAMLParseError(getErrorPos(token), "UNEXPECTED_TOKEN", "Unexpected doc-end without preceding document"));
						break;
					}
					this.doc.directives.docEnd = true;
					const end = resolveEnd.resolveEnd(token.end, token.offset + token.source.length, this.doc.options.strict, this.onError);
					this.decorate(this.doc, true);
					if (end.comment) {
						const dc = this.doc.comment;
						this.doc.comment = dc ? `${dc}\n${end.comment}` : end.comment;
					}
					this.doc.range[2] = end.offset;
					break;
				}
				default: this.errors.push(new errors.YAMLParseError(getErrorPos(token), "UNEXPECTED_TOKEN", `Unsupported token ${token.type}`));
			}
		}
		*end(forceDoc = false, endOffset = -1) {
			if (this.doc) {
				this.decorate(this.doc, true);
				yield this.doc;
				this.doc = null;
			} else if (forceDoc) {
				const opts = Object.assign({ _directives: this.directives }, this.options);
				const doc = new Document.Document(void 0, opts);
				if (this.atDirectives) this.onError(endOffset, "MISSING_CHAR", "Missing directives-end indicator line");
				doc.range = [
					0,
					endOffset,
					endOffset
				];
				this.decorate(doc, false);
				yield doc;
			}
		}
	};
	exports.Composer = Composer;
}));
// node_modules/yaml/dist/parse/cst-scalar.js
var require_cst_scalar = __commonJSMin(((exports) => {
	var resolveBlockScalar = require_resolve_block_scalar();
	var resolveFlowScalar = require_resolve_flow_scalar();
	var errors = require_errors();
	var stringifyString = require_stringifyString();
	function resolveAsScalar(token, strict = true, onError) {
		if (token) {
			const _onError = (pos, code, message) => {
				const offset = typeof pos === "number" ? pos : Array.isArray(pos) ? pos[0] : pos.offset;
				if (onError) onError(offset, code, message);
				else throw new errors.YAMLParseError([offset, offset + 1], code, message);
			};
			switch (token.type) {
				case "scalar":
				case "single-quoted-scalar":
				case "double-quoted-scalar": return resolveFlowScalar.resolveFlowScalar(token, strict, _onError);
				case "block-scalar": return resolveBlockScalar.resolveBlockScalar({ options: { strict } }, token, _onError);
			}
		}
		return null;
	}
	function createScalarToken(value, context) {
		const { implicitKey = false, indent, inFlow = false, offset = -1, type = "PLAIN" } = context;
		const source = stringifyString.stringifyString({
			type,
			value
		}, {
			implicitKey,
			indent: indent > 0 ? " ".repeat(indent) : "",
			inFlow,
			options: {
				blockQuote: true,
				lineWidth: -1
			}
		});
		const end = context.end ?? [{
			type: "newline",
			offset: -1,
			indent,
			source: "\n"
		}];
		switch (source[0]) {
			case "|":
			case ">": {
				const he = source.indexOf("\n");
				const head = source.substring(0, he);
				const body = source.substring(he + 1) + "\n";
				const props = [{
					type: "block-scalar-header",
					offset,
					indent,
					source: head
				}];
				if (!addEndtoBlockProps(props, end)) props.push({
					type: "newline",
					offset: -1,
					indent,
					source: "\n"
				});
				return {
					type: "block-scalar",
					offset,
					indent,
					props,
					source: body
				};
			}
			case "\"": return {
				type: "double-quoted-scalar",
				offset,
				indent,
				source,
				end
			};
			case "'": return {
				type: "single-quoted-scalar",
				offset,
				indent,
				source,
				end
			};
			default: return {
				type: "scalar",
				offset,
				indent,
				source,
				end
			};
		}
	}
	function setScalarValue(token, value, context = {}) {
		let { afterKey = false, implicitKey = false, inFlow = false, type } = context;
		let indent = "indent" in token ? token.indent : null;
		if (afterKey && typeof indent === "number") indent += 2;
		if (!type) switch (token.type) {
			case "single-quoted-scalar":
				type = "QUOTE_SINGLE";
				break;
			case "double-quoted-scalar":
				type = "QUOTE_DOUBLE";
				break;
			case "block-scalar": {
				const header = token.props[0];
				if (header.type !== "block-scalar-header") throw new Error("Invalid block scalar header");
				type = header.source[0] === ">" ? "BLOCK_FOLDED" : "BLOCK_LITERAL";
				break;
			}
			default: type = "PLAIN";
		}
		const source = stringifyString.stringifyString({
			type,
			value
		}, {
			implicitKey: implicitKey || indent === null,
			indent: indent !== null && indent > 0 ? " ".repeat(indent) : "",
			inFlow,
			options: {
				blockQuote: true,
				lineWidth: -1
			}
		});
		switch (source[0]) {
			case "|":
			case ">":
				setBlockScalarValue(token, source);
				break;
			case "\"":
				setFlowScalarValue(token, source, "double-quoted-scalar");
				break;
			case "'":
				setFlowScalarValue(token, source, "single-quoted-scalar");
				break;
			default: setFlowScalarValue(token, source, "scalar");
		}
	}
	function setBlockScalarValue(token, source) {
		const he = source.indexOf("\n");
		const head = source.substring(0, he);
		const body = source.substring(he + 1) + "\n";
		if (token.type === "block-scalar") {
			const header = token.props[0];
			if (header.type !== "block-scalar-header") throw new Error("Invalid block scalar header");
			header.source = head;
			token.source = body;
		} else {
			const { offset } = token;
			const indent = "indent" in token ? token.indent : -1;
			const props = [{
				type: "block-scalar-header",
				offset,
				indent,
				source: head
			}];
			if (!addEndtoBlockProps(props, "end" in token ? token.end : void 0)) props.push({
				type: "newline",
				offset: -1,
				indent,
				source: "\n"
			});
			for (const key of Object.keys(token)) if (key !== "type" && key !== "offset") delete token[key];
			Object.assign(token, {
				type: "block-scalar",
				indent,
				props,
				source: body
			});
		}
	}
	function addEndtoBlockProps(props, end) {
		if (end) for (const st of end) switch (st.type) {
			case "space":
			case "comment":
				props.push(st);
				break;
			case "newline":
				props.push(st);
				return true;
		}
		return false;
	}
	function setFlowScalarValue(token, source, type) {
		switch (token.type) {
			case "scalar":
			case "double-quoted-scalar":
			case "single-quoted-scalar":
				token.type = type;
				token.source = source;
				break;
			case "block-scalar": {
				const end = token.props.slice(1);
				let oa = source.length;
				if (token.props[0].type === "block-scalar-header") oa -= token.props[0].source.length;
				for (const tok of end) tok.offset += oa;
				delete token.props;
				Object.assign(token, {
					type,
					source,
					end
				});
				break;
			}
			case "block-map":
			case "block-seq": {
				const nl = {
					type: "newline",
					offset: token.offset + source.length,
					indent: token.indent,
					source: "\n"
				};
				delete token.items;
				Object.assign(token, {
					type,
					source,
					end: [nl]
				});
				break;
			}
			default: {
				const indent = "indent" in token ? token.indent : -1;
				const end = "end" in token && Array.isArray(token.end) ? token.end.filter((st) => st.type === "space" || st.type === "comment" || st.type === "newline") : [];
				for (const key of Object.keys(token)) if (key !== "type" && key !== "offset") delete token[key];
				Object.assign(token, {
					type,
					indent,
					source,
					end
				});
			}
		}
	}
	exports.createScalarToken = createScalarToken;
	exports.resolveAsScalar = resolveAsScalar;
	exports.setScalarValue = setScalarValue;
}));
// node_modules/yaml/dist/parse/cst-stringify.js
var require_cst_stringify = __commonJSMin(((exports) => {
	const stringify = (cst) => "type" in cst ? stringifyToken(cst) : stringifyItem(cst);
	function stringifyToken(token) {
		switch (token.type) {
			case "block-scalar": {
				let res = "";
				for (const tok of token.props) res += stringifyToken(tok);
				return res + token.source;
			}
			case "block-map":
			case "block-seq": {
				let res = "";
				for (const item of token.items) res += stringifyItem(item);
				return res;
			}
			case "flow-collection": {
				let res = token.start.source;
				for (const item of token.items) res += stringifyItem(item);
				for (const st of token.end) res += st.source;
				return res;
			}
			case "document": {
				let res = stringifyItem(token);
				if (token.end) for (const st of token.end) res += st.source;
				return res;
			}
			default: {
				let res = token.source;
				if ("end" in token && token.end) for (const st of token.end) res += st.source;
				return res;
			}
		}
	}
	function stringifyItem({ start, key, sep, value }) {
		let res = "";
		for (const st of start) res += st.source;
		if (key) res += stringifyToken(key);
		if (sep) for (const st of sep) res += st.source;
		if (value) res += stringifyToken(value);
		return res;
	}
	exports.stringify = stringify;
}));
// node_modules/yaml/dist/parse/cst-visit.js
var require_cst_visit = __commonJSMin(((exports) => {
	const BREAK = Symbol("break visit");
	const SKIP = Symbol("skip children");
	const REMOVE = Symbol("remove item");
	function visit(cst, visitor) {
		if ("type" in cst && cst.type === "document") cst = {
			start: cst.start,
			value: cst.value
		};
		_visit(Object.freeze([]), cst, visitor);
	}
	visit.BREAK = BREAK;
	visit.SKIP = SKIP;
	visit.REMOVE = REMOVE;
	visit.itemAtPath = (cst, path) => {
		let item = cst;
		for (const [field, index] of path) {
			const tok = item?.[field];
			if (tok && "items" in tok) item = tok.items[index];
			else return void 0;
		}
		return item;
	};
	visit.parentCollection = (cst, path) => {
		const parent = visit.itemAtPath(cst, path.slice(0, -1));
		const field = path[path.length - 1][0];
		const coll = parent?.[field];
		if (coll && "items" in coll) return coll;
		throw new Error("Parent collection not found");
	};
	function _visit(path, item, visitor) {
		let ctrl = visitor(item, path);
		if (typeof ctrl === "symbol") return ctrl;
		for (const field of ["key", "value"]) {
			const token = item[field];
			if (token && "items" in token) {
				for (let i = 0; i < token.items.length; ++i) {
					const ci = _visit(Object.freeze(path.concat([[field, i]])), token.items[i], visitor);
					if (typeof ci === "number") i = ci - 1;
					else if (ci === BREAK) return BREAK;
					else if (ci === REMOVE) {
						token.items.splice(i, 1);
						i -= 1;
					}
				}
				if (typeof ctrl === "function" && field === "key") ctrl = ctrl(item, path);
			}
		}
		return typeof ctrl === "function" ? ctrl(item, path) : ctrl;
	}
	exports.visit = visit;
}));
// node_modules/yaml/dist/parse/cst.js
var require_cst = __commonJSMin(((exports) => {
	var cstScalar = require_cst_scalar();
	var cstStringify = require_cst_stringify();
	var cstVisit = require_cst_visit();
	const BOM = "﻿";
	const DOCUMENT = "";
	const FLOW_END = "";
	const SCALAR = "";
	const isCollection = (token) => !!token && "items" in token;
	const isScalar = (token) => !!token && (token.type === "scalar" || token.type === "single-quoted-scalar" || token.type === "double-quoted-scalar" || token.type === "block-scalar");
	function prettyToken(token) {
		switch (token) {
			case BOM: return "<BOM>";
			case DOCUMENT: return "<DOC>";
			case FLOW_END: return "<FLOW_END>";
			case SCALAR: return "<SCALAR>";
			default: return JSON.stringify(token);
		}
	}
	function tokenType(source) {
		switch (source) {
			case BOM: return "byte-order-mark";
			case DOCUMENT: return "doc-mode";
			case FLOW_END: return "flow-error-end";
			case SCALAR: return "scalar";
			case "---": return "doc-start";
			case "...": return "doc-end";
			case "":
			case "\n":
			case "\r\n": return "newline";
			case "-": return "seq-item-ind";
			case "?": return "explicit-key-ind";
			case ":": return "map-value-ind";
			case "{": return "flow-map-start";
			case "}": return "flow-map-end";
			case "[": return "flow-seq-start";
			case "]": return "flow-seq-end";
			case ",": return "comma";
		}
		switch (source[0]) {
			case " ":
			case "	": return "space";
			case "#": return "comment";
			case "%": return "directive-line";
			case "*": return "alias";
			case "&": return "anchor";
			case "!": return "tag";
			case "'": return "single-quoted-scalar";
			case "\"": return "double-quoted-scalar";
			case "|":
			case ">": return "block-scalar-header";
		}
		return null;
	}
	exports.createScalarToken = cstScalar.createScalarToken;
	exports.resolveAsScalar = cstScalar.resolveAsScalar;
	exports.setScalarValue = cstScalar.setScalarValue;
	exports.stringify = cstStringify.stringify;
	exports.visit = cstVisit.visit;
	exports.BOM = BOM;
	exports.DOCUMENT = DOCUMENT;
	exports.FLOW_END = FLOW_END;
	exports.SCALAR = SCALAR;
	exports.isCollection = isCollection;
	exports.isScalar = isScalar;
	exports.prettyToken = prettyToken;
	exports.tokenType = tokenType;
}));
// node_modules/yaml/dist/parse/lexer.js
var require_lexer = __commonJSMin(((exports) => {
	var cst = require_cst();
	function isEmpty(ch) {
		switch (ch) {
			case void 0:
			case " ":
			case "\n":
			case "\r":
			case "	": return true;
			default: return false;
		}
	}
	const hexDigits = new Set("0123456789ABCDEFabcdef");
	const tagChars = new Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-#;/?:@&=+$_.!~*'()");
	const flowIndicatorChars = new Set(",[]{}");
	const invalidAnchorChars = new Set(" ,[]{}\n\r	");
	const isNotAnchorChar = (ch) => !ch || invalidAnchorChars.has(ch);
	var Lexer = class {
		constructor() {
			this.atEnd = false;
			this.blockScalarIndent = -1;
			this.blockScalarKeep = false;
			this.buffer = "";
			this.flowKey = false;
			this.flowLevel = 0;
			this.indentNext = 0;
			this.indentValue = 0;
			this.lineEndPos = null;
			this.next = null;
			this.pos = 0;
		}
		*lex(source, incomplete = false) {
			if (source) {
				if (typeof source !== "string") throw TypeError("source is not a string");
				this.buffer = this.buffer ? this.buffer + source : source;
				this.lineEndPos = null;
			}
			this.atEnd = !incomplete;
			let next = this.next ?? "stream";
			while (next && (incomplete || this.hasChars(1))) next = yield* this.parseNext(next);
		}
		atLineEnd() {
			let i = this.pos;
			let ch = this.buffer[i];
			while (ch === " " || ch === "	") ch = this.buffer[++i];
			if (!ch || ch === "#" || ch === "\n") return true;
			if (ch === "\r") return this.buffer[i + 1] === "\n";
			return false;
		}
		charAt(n) {
			return this.buffer[this.pos + n];
		}
		continueScalar(offset) {
			let ch = this.buffer[offset];
			if (this.indentNext > 0) {
				let indent = 0;
				while (ch === " ") ch = this.buffer[++indent + offset];
				if (ch === "\r") {
					const next = this.buffer[indent + offset + 1];
					if (next === "\n" || !next && !this.atEnd) return offset + indent + 1;
				}
				return ch === "\n" || indent >= this.indentNext || !ch && !this.atEnd ? offset + indent : -1;
			}
			if (ch === "-" || ch === ".") {
				const dt = this.buffer.substr(offset, 3);
				if ((dt === "---" || dt === "...") && isEmpty(this.buffer[offset + 3])) return -1;
			}
			return offset;
		}
		getLine() {
			let end = this.lineEndPos;
			if (typeof end !== "number" || end !== -1 && end < this.pos) {
				end = this.buffer.indexOf("\n", this.pos);
				this.lineEndPos = end;
			}
			if (end === -1) return this.atEnd ? this.buffer.substring(this.pos) : null;
			if (this.buffer[end - 1] === "\r") end -= 1;
			return this.buffer.substring(this.pos, end);
		}
		hasChars(n) {
			return this.pos + n <= this.buffer.length;
		}
		setNext(state) {
			this.buffer = this.buffer.substring(this.pos);
			this.pos = 0;
			this.lineEndPos = null;
			this.next = state;
			return null;
		}
		peek(n) {
			return this.buffer.substr(this.pos, n);
		}
		*parseNext(next) {
			switch (next) {
				case "stream": return yield* this.parseStream();
				case "line-start": return yield* this.parseLineStart();
				case "block-start": return yield* this.parseBlockStart();
				case "doc": return yield* this.parseDocument();
				case "flow": return yield* this.parseFlowCollection();
				case "quoted-scalar": return yield* this.parseQuotedScalar();
				case "block-scalar": return yield* this.parseBlockScalar();
				case "plain-scalar": return yield* this.parsePlainScalar();
			}
		}
		*parseStream() {
			let line = this.getLine();
			if (line === null) return this.setNext("stream");
			if (line[0] === cst.BOM) {
				yield* this.pushCount(1);
				line = line.substring(1);
			}
			if (line[0] === "%") {
				let dirEnd = line.length;
				let cs = line.indexOf("#");
				while (cs !== -1) {
					const ch = line[cs - 1];
					if (ch === " " || ch === "	") {
						dirEnd = cs - 1;
						break;
					} else cs = line.indexOf("#", cs + 1);
				}
				while (true) {
					const ch = line[dirEnd - 1];
					if (ch === " " || ch === "	") dirEnd -= 1;
					else break;
				}
				const n = (yield* this.pushCount(dirEnd)) + (yield* this.pushSpaces(true));
				yield* this.pushCount(line.length - n);
				this.pushNewline();
				return "stream";
			}
			if (this.atLineEnd()) {
				const sp = yield* this.pushSpaces(true);
				yield* this.pushCount(line.length - sp);
				yield* this.pushNewline();
				return "stream";
			}
			yield cst.DOCUMENT;
			return yield* this.parseLineStart();
		}
		*parseLineStart() {
			const ch = this.charAt(0);
			if (!ch && !this.atEnd) return this.setNext("line-start");
			if (ch === "-" || ch === ".") {
				if (!this.atEnd && !this.hasChars(4)) return this.setNext("line-start");
				const s = this.peek(3);
				if ((s === "---" || s === "...") && isEmpty(this.charAt(3))) {
					yield* this.pushCount(3);
					this.indentValue = 0;
					this.indentNext = 0;
					return s === "---" ? "doc" : "stream";
				}
			}
			this.indentValue = yield* this.pushSpaces(false);
			if (this.indentNext > this.indentValue && !isEmpty(this.charAt(1))) this.indentNext = this.indentValue;
			return yield* this.parseBlockStart();
		}
		*parseBlockStart() {
			const [ch0, ch1] = this.peek(2);
			if (!ch1 && !this.atEnd) return this.setNext("block-start");
			if ((ch0 === "-" || ch0 === "?" || ch0 === ":") && isEmpty(ch1)) {
				const n = (yield* this.pushCount(1)) + (yield* this.pushSpaces(true));
				this.indentNext = this.indentValue + 1;
				this.indentValue += n;
				return "block-start";
			}
			return "doc";
		}
		*parseDocument() {
			yield* this.pushSpaces(true);
			const line = this.getLine();
			if (line === null) return this.setNext("doc");
			let n = yield* this.pushIndicators();
			switch (line[n]) {
				case "#": yield* this.pushCount(line.length - n);
				case void 0:
					yield* this.pushNewline();
					return yield* this.parseLineStart();
				case "{":
				case "[":
					yield* this.pushCount(1);
					this.flowKey = false;
					this.flowLevel = 1;
					return "flow";
				case "}":
				case "]":
					yield* this.pushCount(1);
					return "doc";
				case "*":
					yield* this.pushUntil(isNotAnchorChar);
					return "doc";
				case "\"":
				case "'": return yield* this.parseQuotedScalar();
				case "|":
				case ">":
					n += yield* this.parseBlockScalarHeader();
					n += yield* this.pushSpaces(true);
					yield* this.pushCount(line.length - n);
					yield* this.pushNewline();
					return yield* this.parseBlockScalar();
				default: return yield* this.parsePlainScalar();
			}
		}
		*parseFlowCollection() {
			let nl, sp;
			let indent = -1;
			do {
				nl = yield* this.pushNewline();
				if (nl > 0) {
					sp = yield* this.pushSpaces(false);
					this.indentValue = indent = sp;
				} else sp = 0;
				sp += yield* this.pushSpaces(true);
			} while (nl + sp > 0);
			const line = this.getLine();
			if (line === null) return this.setNext("flow");
			if (indent !== -1 && indent < this.indentNext && line[0] !== "#" || indent === 0 && (line.startsWith("---") || line.startsWith("...")) && isEmpty(line[3])) {
				if (!(indent === this.indentNext - 1 && this.flowLevel === 1 && (line[0] === "]" || line[0] === "}"))) {
					this.flowLevel = 0;
					yield cst.FLOW_END;
					return yield* this.parseLineStart();
				}
			}
			let n = 0;
			while (line[n] === ",") {
				n += yield* this.pushCount(1);
				n += yield* this.pushSpaces(true);
				this.flowKey = false;
			}
			n += yield* this.pushIndicators();
			switch (line[n]) {
				case void 0: return "flow";
				case "#":
					yield* this.pushCount(line.length - n);
					return "flow";
				case "{":
				case "[":
					yield* this.pushCount(1);
					this.flowKey = false;
					this.flowLevel += 1;
					return "flow";
				case "}":
				case "]":
					yield* this.pushCount(1);
					this.flowKey = true;
					this.flowLevel -= 1;
					return this.flowLevel ? "flow" : "doc";
				case "*":
					yield* this.pushUntil(isNotAnchorChar);
					return "flow";
				case "\"":
				case "'":
					this.flowKey = true;
					return yield* this.parseQuotedScalar();
				case ":": {
					const next = this.charAt(1);
					if (this.flowKey || isEmpty(next) || next === ",") {
						this.flowKey = false;
						yield* this.pushCount(1);
						yield* this.pushSpaces(true);
						return "flow";
					}
				}
				default:
					this.flowKey = false;
					return yield* this.parsePlainScalar();
			}
		}
		*parseQuotedScalar() {
			const quote = this.charAt(0);
			let end = this.buffer.indexOf(quote, this.pos + 1);
			if (quote === "'") while (end !== -1 && this.buffer[end + 1] === "'") end = this.buffer.indexOf("'", end + 2);
			else while (end !== -1) {
				let n = 0;
				while (this.buffer[end - 1 - n] === "\\") n += 1;
				if (n % 2 === 0) break;
				end = this.buffer.indexOf("\"", end + 1);
			}
			const qb = this.buffer.substring(0, end);
			let nl = qb.indexOf("\n", this.pos);
			if (nl !== -1) {
				while (nl !== -1) {
					const cs = this.continueScalar(nl + 1);
					if (cs === -1) break;
					nl = qb.indexOf("\n", cs);
				}
				if (nl !== -1) end = nl - (qb[nl - 1] === "\r" ? 2 : 1);
			}
			if (end === -1) {
				if (!this.atEnd) return this.setNext("quoted-scalar");
				end = this.buffer.length;
			}
			yield* this.pushToIndex(end + 1, false);
			return this.flowLevel ? "flow" : "doc";
		}
		*parseBlockScalarHeader() {
			this.blockScalarIndent = -1;
			this.blockScalarKeep = false;
			let i = this.pos;
			while (true) {
				const ch = this.buffer[++i];
				if (ch === "+") this.blockScalarKeep = true;
				else if (ch > "0" && ch <= "9") this.blockScalarIndent = Number(ch) - 1;
				else if (ch !== "-") break;
			}
			return yield* this.pushUntil((ch) => isEmpty(ch) || ch === "#");
		}
		*parseBlockScalar() {
			let nl = this.pos - 1;
			let indent = 0;
			let ch;
			loop: for (let i = this.pos; ch = this.buffer[i]; ++i) switch (ch) {
				case " ":
					indent += 1;
					break;
				case "\n":
					nl = i;
					indent = 0;
					break;
				case "\r": {
					const next = this.buffer[i + 1];
					if (!next && !this.atEnd) return this.setNext("block-scalar");
					if (next === "\n") break;
				}
				default: break loop;
			}
			if (!ch && !this.atEnd) return this.setNext("block-scalar");
			if (indent >= this.indentNext) {
				if (this.blockScalarIndent === -1) this.indentNext = indent;
				else this.indentNext = this.blockScalarIndent + (this.indentNext === 0 ? 1 : this.indentNext);
				do {
					const cs = this.continueScalar(nl + 1);
					if (cs === -1) break;
					nl = this.buffer.indexOf("\n", cs);
				} while (nl !== -1);
				if (nl === -1) {
					if (!this.atEnd) return this.setNext("block-scalar");
					nl = this.buffer.length;
				}
			}
			let i = nl + 1;
			ch = this.buffer[i];
			while (ch === " ") ch = this.buffer[++i];
			if (ch === "	") {
				while (ch === "	" || ch === " " || ch === "\r" || ch === "\n") ch = this.buffer[++i];
				nl = i - 1;
			} else if (!this.blockScalarKeep) do {
				let i = nl - 1;
				let ch = this.buffer[i];
				if (ch === "\r") ch = this.buffer[--i];
				const lastChar = i;
				while (ch === " ") ch = this.buffer[--i];
				if (ch === "\n" && i >= this.pos && i + 1 + indent > lastChar) nl = i;
				else break;
			} while (true);
			yield cst.SCALAR;
			yield* this.pushToIndex(nl + 1, true);
			return yield* this.parseLineStart();
		}
		*parsePlainScalar() {
			const inFlow = this.flowLevel > 0;
			let end = this.pos - 1;
			let i = this.pos - 1;
			let ch;
			while (ch = this.buffer[++i]) if (ch === ":") {
				const next = this.buffer[i + 1];
				if (isEmpty(next) || inFlow && flowIndicatorChars.has(next)) break;
				end = i;
			} else if (isEmpty(ch)) {
				let next = this.buffer[i + 1];
				if (ch === "\r") {
					if (next === "\n") {
						i += 1;
						ch = "\n";
						next = this.buffer[i + 1];
					} else end = i;
				}
				if (next === "#" || inFlow && flowIndicatorChars.has(next)) break;
				if (ch === "\n") {
					const cs = this.continueScalar(i + 1);
					if (cs === -1) break;
					i = Math.max(i, cs - 2);
				}
			} else {
				if (inFlow && flowIndicatorChars.has(ch)) break;
				end = i;
			}
			if (!ch && !this.atEnd) return this.setNext("plain-scalar");
			yield cst.SCALAR;
			yield* this.pushToIndex(end + 1, true);
			return inFlow ? "flow" : "doc";
		}
		*pushCount(n) {
			if (n > 0) {
				yield this.buffer.substr(this.pos, n);
				this.pos += n;
				return n;
			}
			return 0;
		}
		*pushToIndex(i, allowEmpty) {
			const s = this.buffer.slice(this.pos, i);
			if (s) {
				yield s;
				this.pos += s.length;
				return s.length;
			} else if (allowEmpty) yield "";
			return 0;
		}
		*pushIndicators() {
			let n = 0;
			loop: while (true) {
				switch (this.charAt(0)) {
					case "!":
						n += yield* this.pushTag();
						n += yield* this.pushSpaces(true);
						continue loop;
					case "&":
						n += yield* this.pushUntil(isNotAnchorChar);
						n += yield* this.pushSpaces(true);
						continue loop;
					case "-":
					case "?":
					case ":": {
						const inFlow = this.flowLevel > 0;
						const ch1 = this.charAt(1);
						if (isEmpty(ch1) || inFlow && flowIndicatorChars.has(ch1)) {
							if (!inFlow) this.indentNext = this.indentValue + 1;
							else if (this.flowKey) this.flowKey = false;
							n += yield* this.pushCount(1);
							n += yield* this.pushSpaces(true);
							continue loop;
						}
					}
				}
				break loop;
			}
			return n;
		}
		*pushTag() {
			if (this.charAt(1) === "<") {
				let i = this.pos + 2;
				let ch = this.buffer[i];
				while (!isEmpty(ch) && ch !== ">") ch = this.buffer[++i];
				return yield* this.pushToIndex(ch === ">" ? i + 1 : i, false);
			} else {
				let i = this.pos + 1;
				let ch = this.buffer[i];
				while (ch) if (tagChars.has(ch)) ch = this.buffer[++i];
				else if (ch === "%" && hexDigits.has(this.buffer[i + 1]) && hexDigits.has(this.buffer[i + 2])) ch = this.buffer[i += 3];
				else break;
				return yield* this.pushToIndex(i, false);
			}
		}
		*pushNewline() {
			const ch = this.buffer[this.pos];
			if (ch === "\n") return yield* this.pushCount(1);
			else if (ch === "\r" && this.charAt(1) === "\n") return yield* this.pushCount(2);
			else return 0;
		}
		*pushSpaces(allowTabs) {
			let i = this.pos - 1;
			let ch;
			do
				ch = this.buffer[++i];
			while (ch === " " || allowTabs && ch === "	");
			const n = i - this.pos;
			if (n > 0) {
				yield this.buffer.substr(this.pos, n);
				this.pos = i;
			}
			return n;
		}
		*pushUntil(test) {
			let i = this.pos;
			let ch = this.buffer[i];
			while (!test(ch)) ch = this.buffer[++i];
			return yield* this.pushToIndex(i, false);
		}
	};
	exports.Lexer = Lexer;
}));
// node_modules/yaml/dist/parse/line-counter.js
var require_line_counter = __commonJSMin(((exports) => {
	var LineCounter = class {
		constructor() {
			this.lineStarts = [];
			this.addNewLine = (offset) => this.lineStarts.push(offset);
			this.linePos = (offset) => {
				let low = 0;
				let high = this.lineStarts.length;
				while (low < high) {
					const mid = low + high >> 1;
					if (this.lineStarts[mid] < offset) low = mid + 1;
					else high = mid;
				}
				if (this.lineStarts[low] === offset) return {
					line: low + 1,
					col: 1
				};
				if (low === 0) return {
					line: 0,
					col: offset
				};
				const start = this.lineStarts[low - 1];
				return {
					line: low,
					col: offset - start + 1
				};
			};
		}
	};
	exports.LineCounter = LineCounter;
}));
// node_modules/yaml/dist/parse/parser.js
var require_parser = __commonJSMin(((exports) => {
	var node_process = __require("process");
	var cst = require_cst();
	var lexer = require_lexer();
	function includesToken(list, type) {
		for (let i = 0; i < list.length; ++i) if (list[i].type === type) return true;
		return false;
	}
	function findNonEmptyIndex(list) {
		for (let i = 0; i < list.length; ++i) switch (list[i].type) {
			case "space":
			case "comment":
			case "newline": break;
			default: return i;
		}
		return -1;
	}
	function isFlowToken(token) {
		switch (token?.type) {
			case "alias":
			case "scalar":
			case "single-quoted-scalar":
			case "double-quoted-scalar":
			case "flow-collection": return true;
			default: return false;
		}
	}
	function getPrevProps(parent) {
		switch (parent.type) {
			case "document": return parent.start;
			case "block-map": {
				const it = parent.items[parent.items.length - 1];
				return it.sep ?? it.start;
			}
			case "block-seq": return parent.items[parent.items.length - 1].start;
			default: return [];
		}
	}
	function getFirstKeyStartProps(prev) {
		if (prev.length === 0) return [];
		let i = prev.length;
		loop: while (--i >= 0) switch (prev[i].type) {
			case "doc-start":
			case "explicit-key-ind":
			case "map-value-ind":
			case "seq-item-ind":
			case "newline": break loop;
		}
		while (prev[++i]?.type === "space");
		return prev.splice(i, prev.length);
	}
	function arrayPushArray(target, source) {
		if (source.length < 1e5) Array.prototype.push.apply(target, source);
		else for (let i = 0; i < source.length; ++i) target.push(source[i]);
	}
	function fixFlowSeqItems(fc) {
		if (fc.start.type === "flow-seq-start") {
			for (const it of fc.items) if (it.sep && !it.value && !includesToken(it.start, "explicit-key-ind") && !includesToken(it.sep, "map-value-ind")) {
				if (it.key) it.value = it.key;
				delete it.key;
				if (isFlowToken(it.value)) {
					if (it.value.end) arrayPushArray(it.value.end, it.sep);
					else it.value.end = it.sep;
				} else arrayPushArray(it.start, it.sep);
				delete it.sep;
			}
		}
	}
	var Parser = class {
		constructor(onNewLine) {
			this.atNewLine = true;
			this.atScalar = false;
			this.indent = 0;
			this.offset = 0;
			this.onKeyLine = false;
			this.stack = [];
			this.source = "";
			this.type = "";
			this.lexer = new lexer.Lexer();
			this.onNewLine = onNewLine;
		}
		*parse(source, incomplete = false) {
			if (this.onNewLine && this.offset === 0) this.onNewLine(0);
			for (const lexeme of this.lexer.lex(source, incomplete)) yield* this.next(lexeme);
			if (!incomplete) yield* this.end();
		}
		*next(source) {
			this.source = source;
			if (node_process.env.LOG_TOKENS) console.log("|", cst.prettyToken(source));
			if (this.atScalar) {
				this.atScalar = false;
				yield* this.step();
				this.offset += source.length;
				return;
			}
			const type = cst.tokenType(source);
			if (!type) {
				const message = `Not a YAML token: ${source}`;
				yield* this.pop({
					type: "error",
					offset: this.offset,
					message,
					source
				});
				this.offset += source.length;
			} else if (type === "scalar") {
				this.atNewLine = false;
				this.atScalar = true;
				this.type = "scalar";
			} else {
				this.type = type;
				yield* this.step();
				switch (type) {
					case "newline":
						this.atNewLine = true;
						this.indent = 0;
						if (this.onNewLine) this.onNewLine(this.offset + source.length);
						break;
					case "space":
						if (this.atNewLine && source[0] === " ") this.indent += source.length;
						break;
					case "explicit-key-ind":
					case "map-value-ind":
					case "seq-item-ind":
						if (this.atNewLine) this.indent += source.length;
						break;
					case "doc-mode":
					case "flow-error-end": return;
					default: this.atNewLine = false;
				}
				this.offset += source.length;
			}
		}
		*end() {
			while (this.stack.length > 0) yield* this.pop();
		}
		get sourceToken() {
			return {
				type: this.type,
				offset: this.offset,
				indent: this.indent,
				source: this.source
			};
		}
		*step() {
			const top = this.peek(1);
			if (this.type === "doc-end" && top?.type !== "doc-end") {
				while (this.stack.length > 0) yield* this.pop();
				this.stack.push({
					type: "doc-end",
					offset: this.offset,
					source: this.source
				});
				return;
			}
			if (!top) return yield* this.stream();
			switch (top.type) {
				case "document": return yield* this.document(top);
				case "alias":
				case "scalar":
				case "single-quoted-scalar":
				case "double-quoted-scalar": return yield* this.scalar(top);
				case "block-scalar": return yield* this.blockScalar(top);
				case "block-map": return yield* this.blockMap(top);
				case "block-seq": return yield* this.blockSequence(top);
				case "flow-collection": return yield* this.flowCollection(top);
				case "doc-end": return yield* this.documentEnd(top);
			}
			yield* this.pop();
		}
		peek(n) {
			return this.stack[this.stack.length - n];
		}
		*pop(error) {
			const token = error ?? this.stack.pop();
			if (!token) yield {
				type: "error",
				offset: this.offset,
				source: "",
				message: "Tried to pop an empty stack"
			};
			else if (this.stack.length === 0) yield token;
			else {
				const top = this.peek(1);
				if (token.type === "block-scalar") token.indent = "indent" in top ? top.indent : 0;
				else if (token.type === "flow-collection" && top.type === "document") token.indent = 0;
				if (token.type === "flow-collection") fixFlowSeqItems(token);
				switch (top.type) {
					case "document":
						top.value = token;
						break;
					case "block-scalar":
						top.props.push(token);
						break;
					case "block-map": {
						const it = top.items[top.items.length - 1];
						if (it.value) {
							top.items.push({
								start: [],
								key: token,
								sep: []
							});
							this.onKeyLine = true;
							return;
						} else if (it.sep) it.value = token;
						else {
							Object.assign(it, {
								key: token,
								sep: []
							});
							this.onKeyLine = !it.explicitKey;
							return;
						}
						break;
					}
					case "block-seq": {
						const it = top.items[top.items.length - 1];
						if (it.value) top.items.push({
							start: [],
							value: token
						});
						else it.value = token;
						break;
					}
					case "flow-collection": {
						const it = top.items[top.items.length - 1];
						if (!it || it.value) top.items.push({
							start: [],
							key: token,
							sep: []
						});
						else if (it.sep) it.value = token;
						else Object.assign(it, {
							key: token,
							sep: []
						});
						return;
					}
					default:
						yield* this.pop();
						yield* this.pop(token);
				}
				if ((top.type === "document" || top.type === "block-map" || top.type === "block-seq") && (token.type === "block-map" || token.type === "block-seq")) {
					const last = token.items[token.items.length - 1];
					if (last && !last.sep && !last.value && last.start.length > 0 && findNonEmptyIndex(last.start) === -1 && (token.indent === 0 || last.start.every((st) => st.type !== "comment" || st.indent < token.indent))) {
						if (top.type === "document") top.end = last.start;
						else top.items.push({ start: last.start });
						token.items.splice(-1, 1);
					}
				}
			}
		}
		*stream() {
			switch (this.type) {
				case "directive-line":
					yield {
						type: "directive",
						offset: this.offset,
						source: this.source
					};
					return;
				case "byte-order-mark":
				case "space":
				case "comment":
				case "newline":
					yield this.sourceToken;
					return;
				case "doc-mode":
				case "doc-start": {
					const doc = {
						type: "document",
						offset: this.offset,
						start: []
					};
					if (this.type === "doc-start") doc.start.push(this.sourceToken);
					this.stack.push(doc);
					return;
				}
			}
			yield {
				type: "error",
				offset: this.offset,
				message: `Unexpected ${this.type} token in YAML stream`,
				source: this.source
			};
		}
		*document(doc) {
			if (doc.value) return yield* this.lineEnd(doc);
			switch (this.type) {
				case "doc-start":
					if (findNonEmptyIndex(doc.start) !== -1) {
						yield* this.pop();
						yield* this.step();
					} else doc.start.push(this.sourceToken);
					return;
				case "anchor":
				case "tag":
				case "space":
				case "comment":
				case "newline":
					doc.start.push(this.sourceToken);
					return;
			}
			const bv = this.startBlockValue(doc);
			if (bv) this.stack.push(bv);
			else yield {
				type: "error",
				offset: this.offset,
				message: `Unexpected ${this.type} token in YAML document`,
				source: this.source
			};
		}
		*scalar(scalar) {
			if (this.type === "map-value-ind") {
				const start = getFirstKeyStartProps(getPrevProps(this.peek(2)));
				let sep;
				if (scalar.end) {
					sep = scalar.end;
					sep.push(this.sourceToken);
					delete scalar.end;
				} else sep = [this.sourceToken];
				const map = {
					type: "block-map",
					offset: scalar.offset,
					indent: scalar.indent,
					items: [{
						start,
						key: scalar,
						sep
					}]
				};
				this.onKeyLine = true;
				this.stack[this.stack.length - 1] = map;
			} else yield* this.lineEnd(scalar);
		}
		*blockScalar(scalar) {
			switch (this.type) {
				case "space":
				case "comment":
				case "newline":
					scalar.props.push(this.sourceToken);
					return;
				case "scalar":
					scalar.source = this.source;
					this.atNewLine = true;
					this.indent = 0;
					if (this.onNewLine) {
						let nl = this.source.indexOf("\n") + 1;
						while (nl !== 0) {
							this.onNewLine(this.offset + nl);
							nl = this.source.indexOf("\n", nl) + 1;
						}
					}
					yield* this.pop();
					break;
				default:
					yield* this.pop();
					yield* this.step();
			}
		}
		*blockMap(map) {
			const it = map.items[map.items.length - 1];
			switch (this.type) {
				case "newline":
					this.onKeyLine = false;
					if (it.value) {
						const end = "end" in it.value ? it.value.end : void 0;
						if ((Array.isArray(end) ? end[end.length - 1] : void 0)?.type === "comment") end?.push(this.sourceToken);
						else map.items.push({ start: [this.sourceToken] });
					} else if (it.sep) it.sep.push(this.sourceToken);
					else it.start.push(this.sourceToken);
					return;
				case "space":
				case "comment":
					if (it.value) map.items.push({ start: [this.sourceToken] });
					else if (it.sep) it.sep.push(this.sourceToken);
					else {
						if (this.atIndentedComment(it.start, map.indent)) {
							const end = map.items[map.items.length - 2]?.value?.end;
							if (Array.isArray(end)) {
								arrayPushArray(end, it.start);
								end.push(this.sourceToken);
								map.items.pop();
								return;
							}
						}
						it.start.push(this.sourceToken);
					}
					return;
			}
			if (this.indent >= map.indent) {
				const atMapIndent = !this.onKeyLine && this.indent === map.indent;
				const atNextItem = atMapIndent && (it.sep || it.explicitKey) && this.type !== "seq-item-ind";
				let start = [];
				if (atNextItem && it.sep && !it.value) {
					const nl = [];
					for (let i = 0; i < it.sep.length; ++i) {
						const st = it.sep[i];
						switch (st.type) {
							case "newline":
								nl.push(i);
								break;
							case "space": break;
							case "comment":
								if (st.indent > map.indent) nl.length = 0;
								break;
							default: nl.length = 0;
						}
					}
					if (nl.length >= 2) start = it.sep.splice(nl[1]);
				}
				switch (this.type) {
					case "anchor":
					case "tag":
						if (atNextItem || it.value) {
							start.push(this.sourceToken);
							map.items.push({ start });
							this.onKeyLine = true;
						} else if (it.sep) it.sep.push(this.sourceToken);
						else it.start.push(this.sourceToken);
						return;
					case "explicit-key-ind":
						if (!it.sep && !it.explicitKey) {
							it.start.push(this.sourceToken);
							it.explicitKey = true;
						} else if (atNextItem || it.value) {
							start.push(this.sourceToken);
							map.items.push({
								start,
								explicitKey: true
							});
						} else this.stack.push({
							type: "block-map",
							offset: this.offset,
							indent: this.indent,
							items: [{
								start: [this.sourceToken],
								explicitKey: true
							}]
						});
						this.onKeyLine = true;
						return;
					case "map-value-ind":
						if (it.explicitKey) {
							if (!it.sep) {
								if (includesToken(it.start, "newline")) Object.assign(it, {
									key: null,
									sep: [this.sourceToken]
								});
								else {
									const start = getFirstKeyStartProps(it.start);
									this.stack.push({
										type: "block-map",
										offset: this.offset,
										indent: this.indent,
										items: [{
											start,
											key: null,
											sep: [this.sourceToken]
										}]
									});
								}
							} else if (it.value) map.items.push({
								start: [],
								key: null,
								sep: [this.sourceToken]
							});
							else if (includesToken(it.sep, "map-value-ind")) this.stack.push({
								type: "block-map",
								offset: this.offset,
								indent: this.indent,
								items: [{
									start,
									key: null,
									sep: [this.sourceToken]
								}]
							});
							else if (isFlowToken(it.key) && !includesToken(it.sep, "newline")) {
								const start = getFirstKeyStartProps(it.start);
								const key = it.key;
								const sep = it.sep;
								sep.push(this.sourceToken);
								delete it.key;
								delete it.sep;
								this.stack.push({
									type: "block-map",
									offset: this.offset,
									indent: this.indent,
									items: [{
										start,
										key,
										sep
									}]
								});
							} else if (start.length > 0) it.sep = it.sep.concat(start, this.sourceToken);
							else it.sep.push(this.sourceToken);
						} else if (!it.sep) Object.assign(it, {
							key: null,
							sep: [this.sourceToken]
						});
						else if (it.value || atNextItem) map.items.push({
							start,
							key: null,
							sep: [this.sourceToken]
						});
						else if (includesToken(it.sep, "map-value-ind")) this.stack.push({
							type: "block-map",
							offset: this.offset,
							indent: this.indent,
							items: [{
								start: [],
								key: null,
								sep: [this.sourceToken]
							}]
						});
						else it.sep.push(this.sourceToken);
						this.onKeyLine = true;
						return;
					case "alias":
					case "scalar":
					case "single-quoted-scalar":
					case "double-quoted-scalar": {
						const fs = this.flowScalar(this.type);
						if (atNextItem || it.value) {
							map.items.push({
								start,
								key: fs,
								sep: []
							});
							this.onKeyLine = true;
						} else if (it.sep) this.stack.push(fs);
						else {
							Object.assign(it, {
								key: fs,
								sep: []
							});
							this.onKeyLine = true;
						}
						return;
					}
					default: {
						const bv = this.startBlockValue(map);
						if (bv) {
							if (bv.type === "block-seq") {
								if (!it.explicitKey && it.sep && !includesToken(it.sep, "newline")) {
									yield* this.pop({
										type: "error",
										offset: this.offset,
										message: "Unexpected block-seq-ind on same line with key",
										source: this.source
									});
									return;
								}
							} else if (atMapIndent) map.items.push({ start });
							this.stack.push(bv);
							return;
						}
					}
				}
			}
			yield* this.pop();
			yield* this.step();
		}
		*blockSequence(seq) {
			const it = seq.items[seq.items.length - 1];
			switch (this.type) {
				case "newline":
					if (it.value) {
						const end = "end" in it.value ? it.value.end : void 0;
						if ((Array.isArray(end) ? end[end.length - 1] : void 0)?.type === "comment") end?.push(this.sourceToken);
						else seq.items.push({ start: [this.sourceToken] });
					} else it.start.push(this.sourceToken);
					return;
				case "space":
				case "comment":
					if (it.value) seq.items.push({ start: [this.sourceToken] });
					else {
						if (this.atIndentedComment(it.start, seq.indent)) {
							const end = seq.items[seq.items.length - 2]?.value?.end;
							if (Array.isArray(end)) {
								arrayPushArray(end, it.start);
								end.push(this.sourceToken);
								seq.items.pop();
								return;
							}
						}
						it.start.push(this.sourceToken);
					}
					return;
				case "anchor":
				case "tag":
					if (it.value || this.indent <= seq.indent) break;
					it.start.push(this.sourceToken);
					return;
				case "seq-item-ind":
					if (this.indent !== seq.indent) break;
					if (it.value || includesToken(it.start, "seq-item-ind")) seq.items.push({ start: [this.sourceToken] });
					else it.start.push(this.sourceToken);
					return;
			}
			if (this.indent > seq.indent) {
				const bv = this.startBlockValue(seq);
				if (bv) {
					this.stack.push(bv);
					return;
				}
			}
			yield* this.pop();
			yield* this.step();
		}
		*flowCollection(fc) {
			const it = fc.items[fc.items.length - 1];
			if (this.type === "flow-error-end") {
				let top;
				do {
					yield* this.pop();
					top = this.peek(1);
				} while (top?.type === "flow-collection");
			} else if (fc.end.length === 0) {
				switch (this.type) {
					case "comma":
					case "explicit-key-ind":
						if (!it || it.sep) fc.items.push({ start: [this.sourceToken] });
						else it.start.push(this.sourceToken);
						return;
					case "map-value-ind":
						if (!it || it.value) fc.items.push({
							start: [],
							key: null,
							sep: [this.sourceToken]
						});
						else if (it.sep) it.sep.push(this.sourceToken);
						else Object.assign(it, {
							key: null,
							sep: [this.sourceToken]
						});
						return;
					case "space":
					case "comment":
					case "newline":
					case "anchor":
					case "tag":
						if (!it || it.value) fc.items.push({ start: [this.sourceToken] });
						else if (it.sep) it.sep.push(this.sourceToken);
						else it.start.push(this.sourceToken);
						return;
					case "alias":
					case "scalar":
					case "single-quoted-scalar":
					case "double-quoted-scalar": {
						const fs = this.flowScalar(this.type);
						if (!it || it.value) fc.items.push({
							start: [],
							key: fs,
							sep: []
						});
						else if (it.sep) this.stack.push(fs);
						else Object.assign(it, {
							key: fs,
							sep: []
						});
						return;
					}
					case "flow-map-end":
					case "flow-seq-end":
						fc.end.push(this.sourceToken);
						return;
				}
				const bv = this.startBlockValue(fc);
				if (bv) this.stack.push(bv);
				else {
					yield* this.pop();
					yield* this.step();
				}
			} else {
				const parent = this.peek(2);
				if (parent.type === "block-map" && (this.type === "map-value-ind" && parent.indent === fc.indent || this.type === "newline" && !parent.items[parent.items.length - 1].sep)) {
					yield* this.pop();
					yield* this.step();
				} else if (this.type === "map-value-ind" && parent.type !== "flow-collection") {
					const start = getFirstKeyStartProps(getPrevProps(parent));
					fixFlowSeqItems(fc);
					const sep = fc.end.splice(1, fc.end.length);
					sep.push(this.sourceToken);
					const map = {
						type: "block-map",
						offset: fc.offset,
						indent: fc.indent,
						items: [{
							start,
							key: fc,
							sep
						}]
					};
					this.onKeyLine = true;
					this.stack[this.stack.length - 1] = map;
				} else yield* this.lineEnd(fc);
			}
		}
		flowScalar(type) {
			if (this.onNewLine) {
				let nl = this.source.indexOf("\n") + 1;
				while (nl !== 0) {
					this.onNewLine(this.offset + nl);
					nl = this.source.indexOf("\n", nl) + 1;
				}
			}
			return {
				type,
				offset: this.offset,
				indent: this.indent,
				source: this.source
			};
		}
		startBlockValue(parent) {
			switch (this.type) {
				case "alias":
				case "scalar":
				case "single-quoted-scalar":
				case "double-quoted-scalar": return this.flowScalar(this.type);
				case "block-scalar-header": return {
					type: "block-scalar",
					offset: this.offset,
					indent: this.indent,
					props: [this.sourceToken],
					source: ""
				};
				case "flow-map-start":
				case "flow-seq-start": return {
					type: "flow-collection",
					offset: this.offset,
					indent: this.indent,
					start: this.sourceToken,
					items: [],
					end: []
				};
				case "seq-item-ind": return {
					type: "block-seq",
					offset: this.offset,
					indent: this.indent,
					items: [{ start: [this.sourceToken] }]
				};
				case "explicit-key-ind": {
					this.onKeyLine = true;
					const start = getFirstKeyStartProps(getPrevProps(parent));
					start.push(this.sourceToken);
					return {
						type: "block-map",
						offset: this.offset,
						indent: this.indent,
						items: [{
							start,
							explicitKey: true
						}]
					};
				}
				case "map-value-ind": {
					this.onKeyLine = true;
					const start = getFirstKeyStartProps(getPrevProps(parent));
					return {
						type: "block-map",
						offset: this.offset,
						indent: this.indent,
						items: [{
							start,
							key: null,
							sep: [this.sourceToken]
						}]
					};
				}
			}
			return null;
		}
		atIndentedComment(start, indent) {
			if (this.type !== "comment") return false;
			if (this.indent <= indent) return false;
			return start.every((st) => st.type === "newline" || st.type === "space");
		}
		*documentEnd(docEnd) {
			if (this.type !== "doc-mode") {
				if (docEnd.end) docEnd.end.push(this.sourceToken);
				else docEnd.end = [this.sourceToken];
				if (this.type === "newline") yield* this.pop();
			}
		}
		*lineEnd(token) {
			switch (this.type) {
				case "comma":
				case "doc-start":
				case "doc-end":
				case "flow-seq-end":
				case "flow-map-end":
				case "map-value-ind":
					yield* this.pop();
					yield* this.step();
					break;
				case "newline": this.onKeyLine = false;
				default:
					if (token.end) token.end.push(this.sourceToken);
					else token.end = [this.sourceToken];
					if (this.type === "newline") yield* this.pop();
			}
		}
	};
	exports.Parser = Parser;
}));
// node_modules/yaml/dist/public-api.js
var require_public_api = __commonJSMin(((exports) => {
	var composer = require_composer();
	var Document = require_Document();
	var errors = require_errors();
	var log = require_log();
	var identity = require_identity();
	var lineCounter = require_line_counter();
	var parser = require_parser();
	function parseOptions(options) {
		const prettyErrors = options.prettyErrors !== false;
		return {
			lineCounter: options.lineCounter || prettyErrors && new lineCounter.LineCounter() || null,
			prettyErrors
		};
	}
	function parseAllDocuments(source, options = {}) {
		const { lineCounter, prettyErrors } = parseOptions(options);
		const parser$1 = new parser.Parser(lineCounter?.addNewLine);
		const composer$1 = new composer.Composer(options);
		const docs = Array.from(composer$1.compose(parser$1.parse(source)));
		if (prettyErrors && lineCounter) for (const doc of docs) {
			doc.errors.forEach(errors.prettifyError(source, lineCounter));
			doc.warnings.forEach(errors.prettifyError(source, lineCounter));
		}
		if (docs.length > 0) return docs;
		return Object.assign([], { empty: true }, composer$1.streamInfo());
	}
	function parseDocument(source, options = {}) {
		const { lineCounter, prettyErrors } = parseOptions(options);
		const parser$1 = new parser.Parser(lineCounter?.addNewLine);
		const composer$1 = new composer.Composer(options);
		let doc = null;
		for (const _doc of composer$1.compose(parser$1.parse(source), true, source.length)) if (!doc) doc = _doc;
		else if (doc.options.logLevel !== "silent") {
			doc.errors.push(new errors.YAMLParseError(_doc.range.slice(0, 2), "MULTIPLE_DOCS", "Source contains multiple documents; please use YAML.parseAllDocuments()"));
			break;
		}
		if (prettyErrors && lineCounter) {
			doc.errors.forEach(errors.prettifyError(source, lineCounter));
			doc.warnings.forEach(errors.prettifyError(source, lineCounter));
		}
		return doc;
	}
	function parse(src, reviver, options) {
		let _reviver = void 0;
		if (typeof reviver === "function") _reviver = reviver;
		else if (options === void 0 && reviver && typeof reviver === "object") options = reviver;
		const doc = parseDocument(src, options);
		if (!doc) return null;
		doc.warnings.forEach((warning) => log.warn(doc.options.logLevel, warning));
		if (doc.errors.length > 0) {
			if (doc.options.logLevel !== "silent") throw doc.errors[0];
			else doc.errors = [];
		}
		return doc.toJS(Object.assign({ reviver: _reviver }, options));
	}
	function stringify(value, replacer, options) {
		let _replacer = null;
		if (typeof replacer === "function" || Array.isArray(replacer)) _replacer = replacer;
		else if (options === void 0 && replacer) options = replacer;
		if (typeof options === "string") options = options.length;
		if (typeof options === "number") {
			const indent = Math.round(options);
			options = indent < 1 ? void 0 : indent > 8 ? { indent: 8 } : { indent };
		}
		if (value === void 0) {
			const { keepUndefined } = options ?? replacer ?? {};
			if (!keepUndefined) return void 0;
		}
		if (identity.isDocument(value) && !_replacer) return value.toString(options);
		return new Document.Document(value, _replacer, options).toString(options);
	}
	exports.parse = parse;
	exports.parseAllDocuments = parseAllDocuments;
	exports.parseDocument = parseDocument;
	exports.stringify = stringify;
}));
// node_modules/yaml/dist/index.js
var require_dist = __commonJSMin(((exports) => {
	var composer = require_composer();
	var Document = require_Document();
	var Schema = require_Schema();
	var errors = require_errors();
	var Alias = require_Alias();
	var identity = require_identity();
	var Pair = require_Pair();
	var Scalar = require_Scalar();
	var YAMLMap = require_YAMLMap();
	var YAMLSeq = require_YAMLSeq();
	require_cst();
	var lexer = require_lexer();
	var lineCounter = require_line_counter();
	var parser = require_parser();
	var publicApi = require_public_api();
	var visit = require_visit();
	exports.Composer = composer.Composer;
	exports.Document = Document.Document;
	exports.Schema = Schema.Schema;
	exports.YAMLError = errors.YAMLError;
	exports.YAMLParseError = errors.YAMLParseError;
	exports.YAMLWarning = errors.YAMLWarning;
	exports.Alias = Alias.Alias;
	exports.isAlias = identity.isAlias;
	exports.isCollection = identity.isCollection;
	exports.isDocument = identity.isDocument;
	exports.isMap = identity.isMap;
	exports.isNode = identity.isNode;
	exports.isPair = identity.isPair;
	exports.isScalar = identity.isScalar;
	exports.isSeq = identity.isSeq;
	exports.Pair = Pair.Pair;
	exports.Scalar = Scalar.Scalar;
	exports.YAMLMap = YAMLMap.YAMLMap;
	exports.YAMLSeq = YAMLSeq.YAMLSeq;
	exports.Lexer = lexer.Lexer;
	exports.LineCounter = lineCounter.LineCounter;
	exports.Parser = parser.Parser;
	exports.parse = publicApi.parse;
	exports.parseAllDocuments = publicApi.parseAllDocuments;
	exports.parseDocument = publicApi.parseDocument;
	exports.stringify = publicApi.stringify;
	exports.visit = visit.visit;
	exports.visitAsync = visit.visitAsync;
}));
// src/config/quantity.ts
var import_dist = require_dist();
const durations = {
	ms: 1,
	s: 1e3,
	m: 6e4,
	min: 6e4,
	h: 36e5
};
function parseDuration(text) {
	const match = /^(\d+(?:\.\d+)?)\s*(ms|s|m|min|h)$/.exec(text.trim());
	const factor = durations[match?.[2] ?? ""];
	return match && factor !== void 0 ? Number(match[1]) * factor : void 0;
}
const longestMs$1 = 864e5;
const duration = union([string(), number$1()]).transform((value, context) => {
	const milliseconds = parseDuration(String(value));
	if (milliseconds !== void 0 && milliseconds <= longestMs$1) return milliseconds;
	if (milliseconds !== void 0) {
		context.addIssue({
			code: "custom",
			message: `${JSON.stringify(value)} is longer than a day (24h)`,
			input: value
		});
		return NEVER;
	}
	const unit = /^\d+(\.\d+)?$/.test(String(value)) ? `, for example "${value}s"` : "";
	context.addIssue({
		code: "custom",
		message: `${JSON.stringify(value)} is not a duration; write a number with ms, s, m or h${unit}`,
		input: value
	});
	return NEVER;
});
const positiveDuration = duration.refine((milliseconds) => milliseconds > 0, "must be longer than zero");
const periods = {
	s: 1,
	m: 60,
	min: 60,
	h: 3600
};
function parseRate(text) {
	const match = /^(\d+(?:\.\d+)?)\s*\/\s*(s|m|min|h)$/.exec(text.trim());
	const seconds = periods[match?.[2] ?? ""];
	return match && seconds !== void 0 ? Number(match[1]) / seconds : void 0;
}
const fastest = 1e6;
const rate = union([string(), number$1()]).transform((value, context) => {
	const perSecond = parseRate(String(value));
	if (perSecond !== void 0 && perSecond > 0 && perSecond <= fastest) return perSecond;
	const unit = /^\d+(\.\d+)?$/.test(String(value)) && Number(value) > 0 ? `, for example "${value}/s"` : "";
	const wrong = perSecond === void 0 ? "is not a rate; write a number per s, min or h" : `is not between 0 and ${fastest}/s`;
	context.addIssue({
		code: "custom",
		message: `${JSON.stringify(value)} ${wrong}${unit}`,
		input: value
	});
	return NEVER;
});
// src/config/client.ts
const content = record(string(), json$1());
const uri = string().regex(/^file:\/\//, "not a `file://` URI");
const elicitation = strictObject({
	action: _enum([
		"accept",
		"decline",
		"cancel"
	]),
	content: content.optional(),
	delay: duration.default(0)
}).superRefine((value, context) => {
	if (value.content && value.action !== "accept") context.addIssue({
		code: "custom",
		message: `\`content\` goes with \`action: accept\`, not ${value.action}`,
		path: ["content"],
		input: value.content
	});
});
const clientSchema = strictObject({
	elicitation: elicitation.optional(),
	sampling: strictObject({
		text: string(),
		delay: duration.default(0)
	}).optional(),
	roots: array(union([uri, strictObject({
		uri,
		name: string().optional()
	})])).optional()
});
function clientAnswers({ elicitation, sampling, roots }) {
	return {
		...elicitation ? { elicitation: {
			action: elicitation.action,
			delayMs: elicitation.delay,
			...elicitation.content ? { content: elicitation.content } : {}
		} } : {},
		...sampling ? { sampling: {
			text: sampling.text,
			delayMs: sampling.delay
		} } : {},
		...roots ? { roots: roots.map(toRoot) } : {}
	};
}
function toRoot(root) {
	if (typeof root === "string") return { uri: root };
	return {
		uri: root.uri,
		...root.name === void 0 ? {} : { name: root.name }
	};
}
// src/config/load-fields.ts
const count$4 = number$1().int().nonnegative();
const positive$3 = number$1().int().positive();
function sweep(value, what) {
	return union([value, array(value).min(1, "lists no value")], what);
}
const commonLoadFields = {
	concurrency: sweep(positive$3.max(1e4), "a whole number, or a list of them").optional(),
	requests: positive$3.max(1e6).optional(),
	iterations: positive$3.max(1e6).optional(),
	duration: positiveDuration.optional(),
	warmup: count$4.max(1e5).optional(),
	timeout: positiveDuration.optional()
};
const waves = strictObject({ waves: positive$3 });
const batch = strictObject({
	size: positive$3.max(1e5),
	dispatch: union([_enum(["burst", "sequential"]), waves], "\"burst\", \"sequential\" or { waves: how many at once }").default("burst")
});
const loadFields = {
	...commonLoadFields,
	rate: sweep(rate, "a rate such as 50/s, or a list of them").optional(),
	max_in_flight: positive$3.max(1e5).optional(),
	sessions: sweep(positive$3.max(1e3), "a whole number, or a list of them").optional(),
	delay: duration.optional(),
	cooldown: duration.optional(),
	batch: batch.optional(),
	items: number$1().positive().optional()
};
const ofAllVariants = (key) => custom((value) => value === void 0, `variants take turns block by block, so \`${key}\` is the same for all; write it in the benchmark`).optional().meta({ not: {} });
const variantLoad = strictObject({
	warmup: commonLoadFields.warmup,
	timeout: commonLoadFields.timeout,
	items: loadFields.items,
	concurrency: ofAllVariants("concurrency"),
	requests: ofAllVariants("requests"),
	iterations: ofAllVariants("iterations"),
	duration: ofAllVariants("duration"),
	rate: ofAllVariants("rate"),
	max_in_flight: ofAllVariants("max_in_flight"),
	sessions: ofAllVariants("sessions"),
	delay: ofAllVariants("delay"),
	cooldown: ofAllVariants("cooldown"),
	batch: ofAllVariants("batch")
});
function loadProblems(fields) {
	const { concurrency, rate: perSecond, sessions, batch: group, delay = 0 } = fields;
	const has = (key) => fields[key] !== void 0;
	const problems = [];
	const complain = (key, message) => problems.push({
		key,
		message
	});
	if (has("requests") && has("iterations")) complain("iterations", "`iterations` is another name of `requests`; write one of them");
	if (has("duration") && (has("requests") || has("iterations"))) complain("duration", "a benchmark ends after `requests` or after a `duration`; write one of them");
	for (const [key, values] of Object.entries({
		concurrency,
		rate: perSecond,
		sessions
	})) if (Array.isArray(values) && new Set(values).size < values.length) complain(key, "lists a value twice");
	const lists = [
		"concurrency",
		"rate",
		"sessions"
	].filter((key) => Array.isArray(fields[key]));
	if (lists[1]) complain(lists[1], `only one of ${lists.map((key) => `\`${key}\``).join(" and ")} can be a list`);
	for (const key of [
		"concurrency",
		"delay",
		"batch"
	]) if (has("rate") && has(key)) complain(key, `\`${key}\` does not go with \`rate\`, which alone says when requests leave`);
	if (has("max_in_flight") && !has("rate")) complain("max_in_flight", "`max_in_flight` goes with `rate`; without one, write `concurrency`");
	if (group && has("concurrency")) complain("concurrency", "`concurrency` does not go with `batch`, whose `dispatch` says how many calls are in flight");
	if (group && typeof group.dispatch === "object" && group.dispatch.waves > group.size) complain("batch", `waves of ${group.dispatch.waves} are larger than the batch of ${group.size}`);
	if (delay > 0 && has("concurrency") && concurrency !== 1) complain("delay", "a pause between requests goes with one in flight; leave `concurrency` out");
	return problems;
}
// src/config/plan.ts
const httpVerbs = [
	"GET",
	"HEAD",
	"POST",
	"PUT",
	"PATCH",
	"DELETE"
];
// src/config/operation-fields.ts
const text$3 = string().min(1);
const requestLine = text$3.transform((line, context) => {
	const match = /^([A-Z]+)\s+(\/\S*|https?:\/\/\S+)$/.exec(line.trim());
	const verb = httpVerbs.find((name) => name === match?.[1]);
	if (match && verb) return {
		verb,
		target: match[2] ?? ""
	};
	context.addIssue({
		code: "custom",
		message: `${JSON.stringify(line)} is not a request; write one of ${httpVerbs.join(", ")} and a path, for example "GET /health"`,
		input: line
	});
	return NEVER;
});
const header = record(string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, "not the name of a header"), string());
const request$1 = strictObject({
	request: requestLine,
	headers: header.default({}),
	body: string().optional(),
	status: number$1().int().min(100).max(599).optional()
});
const httpField = union([requestLine.transform((line) => request$1.parse({ request: `${line.verb} ${line.target}` })), request$1], "a request such as \"GET /health\", or a map with `request`");
const completionField = strictObject({
	prompt: text$3.optional(),
	resource: text$3.optional(),
	argument: text$3,
	value: string().default(""),
	context: record(string(), string()).optional()
}).refine(({ prompt, resource }) => prompt === void 0 !== (resource === void 0), { message: "completes an argument of a `prompt` or of a `resource` template; write one of them" });
// src/config/template.ts
const placeholder$1 = /\\?\{\{\s*([\w.[\]-]+)\s*\}\}/g;
const whole = /^\{\{\s*([\w[\]]+)\s*\}\}$/;
const indexed = /^([A-Za-z_]\w*)\[(seq|\d+)\]$/;
function renderParams(params, values) {
	return renderObject(params, values);
}
function unknownPlaceholders(params) {
	return placeholders(params).filter((name) => name !== "seq" && !indexed.test(name));
}
function listsUsed(params) {
	return placeholders(params).flatMap((name) => indexed.exec(name)?.[1] ?? []);
}
function placeholders(params) {
	if (typeof params === "string") return [...params.matchAll(placeholder$1)].filter(([text]) => !text.startsWith("\\")).map((match) => match[1] ?? "");
	if (params === null || typeof params !== "object") return [];
	return Object.values(params).flatMap(placeholders);
}
function hasPlaceholders(params) {
	return JSON.stringify(params).includes("{{");
}
function render(value, values) {
	if (typeof value === "string") return renderText(value, values);
	if (Array.isArray(value)) return value.map((item) => render(item, values));
	if (value !== null && typeof value === "object") return renderObject(value, values);
	return value;
}
function renderObject(object, values) {
	return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, render(value, values)]));
}
function renderText(text, values) {
	const name = whole.exec(text)?.[1];
	if (name !== void 0) return itemOf(name, values);
	return text.replace(placeholder$1, (match, inner) => {
		if (match.startsWith("\\")) return match.slice(1);
		const value = itemOf(inner, values);
		return typeof value === "string" ? value : JSON.stringify(value);
	});
}
function itemOf(name, { seq, captures }) {
	if (name === "seq") return seq;
	const [, list = "", index = ""] = indexed.exec(name) ?? [];
	const items = captures?.get(list);
	const item = items?.[(index === "seq" ? seq : Number(index)) % items.length];
	if (item === void 0) throw new RangeError(`nothing was captured for {{${name}}}`);
	return item;
}
// src/config/schema-staging.ts
const text$2 = string().min(1);
const positive$2 = number$1().int().positive();
const listName = string().regex(/^[A-Za-z_]\w*$/, "not a name of letters, digits and _");
const capturePath = text$2.regex(/^[^.[\]]+(\.[^.[\]]+|\[(\d+|\*)\])*$/, "not a path such as `structuredContent.id` or `content[0].text`");
const step = strictObject({
	tool: text$2.optional(),
	arguments: record(string(), json$1()).optional(),
	repeat: positive$2.max(1e6).optional(),
	capture: record(listName, capturePath).optional(),
	run: text$2.optional(),
	per: _enum(["row", "launch"]).default("row"),
	timeout: positiveDuration.default(6e4)
}).superRefine((value, context) => {
	const complain = (message, path = []) => context.addIssue({
		code: "custom",
		message,
		path,
		input: value
	});
	if (value.tool === void 0 === (value.run === void 0)) complain("is one of `tool`, a call, and `run`, a shell command");
	if (value.run === void 0) return;
	for (const key of [
		"arguments",
		"repeat",
		"capture"
	]) if (value[key] !== void 0) complain(`\`${key}\` goes with \`tool\``, [key]);
	if (value.run.includes("{{")) complain("nothing is put into a shell command; the values are in the environment: $MCP_BENCH_N is `n` of the matrix", ["run"]);
});
const stagingFields = {
	isolate: _enum([
		"none",
		"launch",
		"row"
	]).optional(),
	processes: positive$2.max(100).optional(),
	setup: array(step).optional(),
	teardown: array(step).optional()
};
function stagingProblems({ setup = [], teardown = [], ...benchmark }) {
	const found = [];
	const known = new Set();
	const check = (value, path) => {
		for (const name of new Set(listsUsed(value ?? null))) {
			if (known.has(name)) continue;
			const fix = `a step of \`setup\` has to capture it: capture: { ${name}: structuredContent.id }`;
			found.push({
				message: `no earlier step captures \`${name}\`; ${fix}`,
				path
			});
		}
	};
	const checkSteps = (steps, key) => {
		for (const [index, { arguments: args, capture }] of steps.entries()) {
			const path = [
				key,
				index,
				"arguments"
			];
			for (const name of unknownPlaceholders(args ?? null)) found.push({
				message: `unknown placeholder {{${name}}}`,
				path
			});
			check(args, path);
			for (const name of Object.keys(capture ?? {})) known.add(name);
		}
	};
	checkSteps(setup, "setup");
	for (const key of [
		"arguments",
		"params",
		"resource",
		"completion",
		"mix",
		"http"
	]) check(benchmark[key], [key]);
	checkSteps(teardown, "teardown");
	return found;
}
// src/config/cells.ts
function cellCount({ matrix = {}, cases = [] }) {
	return Object.values(matrix).reduce((product, values) => product * values.length, 1) * Math.max(1, cases.length);
}
function expandCells(benchmark, structure) {
	const { matrix: _matrix, cases: _cases, variants: _variants, ...common } = benchmark;
	const cases = structure.cases?.length ? structure.cases : [void 0];
	return combinations(structure.matrix ?? {}).flatMap((values) => cases.flatMap((own, index) => variantsOf(common, structure).map(({ name, overrides, place }) => {
		const raw = fill({
			...common,
			...own,
			...overrides
		}, values);
		const placeInCase = ([key = "", ...rest]) => own && key in own ? [
			"cases",
			index,
			key,
			...rest
		] : [key, ...rest];
		return {
			values,
			...name === void 0 ? {} : { variant: name },
			raw,
			place: (path) => {
				if (path.length === 0) return [];
				return String(path[0]) in overrides ? place(path) : placeInCase(path);
			}
		};
	})));
}
function variantsOf(common, { variants }) {
	const tools = isMap$3(common.tool) ? common.tool : void 0;
	const own = Array.isArray(variants) || variants === void 0 ? {} : variants;
	const names = variantNames(common, { variants });
	if (!names || !tools && Object.keys(own).length === 0) return [{
		overrides: {},
		place: (path) => [...path]
	}];
	return names.map((name) => {
		const overrides = {
			...tools ? { tool: tools[name] } : {},
			...own[name]
		};
		const place = ([key = "", ...rest]) => own[name] && key in own[name] ? [
			"variants",
			name,
			key,
			...rest
		] : [
			key,
			name,
			...rest
		];
		return {
			name,
			overrides,
			place
		};
	});
}
function variantNames(benchmark, { variants }) {
	if (variants !== void 0) return Array.isArray(variants) ? variants : Object.keys(variants);
	return isMap$3(benchmark.tool) ? Object.keys(benchmark.tool) : void 0;
}
function combinations(matrix) {
	return Object.entries(matrix).reduce((cells, [name, values]) => cells.flatMap((cell) => values.map((value) => ({
		...cell,
		[name]: value
	}))), [{}]);
}
function fill(value, values) {
	if (typeof value === "string") return fillText(value, values);
	if (Array.isArray(value)) return value.map((item) => fill(item, values));
	if (value === null || typeof value !== "object") return value;
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, values)]));
}
function fillText(text, values) {
	const whole = /^\{\{\s*(\w+)\s*\}\}$/.exec(text)?.[1];
	if (whole !== void 0 && Object.hasOwn(values, whole)) return values[whole] ?? text;
	return text.replace(/\\?\{\{\s*(\w+)\s*\}\}/g, (match, name) => match.startsWith("\\") || !Object.hasOwn(values, name) ? match : String(values[name]));
}
function isMap$3(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
// src/config/schema-structure.ts
const maximumRows = 1e3;
const scalar = union([
	string(),
	number$1(),
	boolean()
], "text, a number, or true or false");
const matrixName = string().regex(/^[A-Za-z_]\w*$/, "not a name of letters, digits and _").refine((name) => name !== "seq", "`seq` is the number of the call; take another name");
const structureFields = {
	matrix: record(matrixName, array(scalar).min(1, "lists no value")).optional(),
	cases: array(record(string(), unknown())).min(1, "lists no case").optional(),
	variants: union([array(string()).min(1, "lists no variant"), record(string(), record(string(), unknown()))]).optional()
};
const structure = looseObject(structureFields);
function multiply(raw, { schema, context }) {
	const shape = structure.safeParse(raw);
	if (!shape.success) return fail(context, shape.error.issues);
	const benchmark = raw;
	const { matrix, cases, variants } = shape.data;
	const count = cellCount({
		matrix,
		cases
	});
	if (count > 1e3) {
		const key = matrix ? "matrix" : "cases";
		return fail(context, [{
			code: "custom",
			message: `has ${count.toLocaleString("en")} cells; at most ${maximumRows.toLocaleString("en")} are measured. Write fewer values, or list the rows that matter under \`cases\``,
			path: [key],
			input: benchmark[key]
		}]);
	}
	const cells = [];
	const complaints = new Set();
	for (const { values, variant, raw: one, place } of expandCells(benchmark, {
		matrix,
		cases,
		variants
	})) {
		const result = schema.safeParse(one);
		if (result.success) {
			cells.push({
				values,
				...variant === void 0 ? {} : { variant },
				benchmark: result.data,
				isCase: cases !== void 0
			});
			continue;
		}
		for (const issue of result.error.issues.flatMap(keyByKey)) {
			const placed = {
				...issue,
				path: pathOf$1(issue, place)
			};
			const text = JSON.stringify([placed.path, placed.message]);
			if (!complaints.has(text)) context.issues.push(placed);
			complaints.add(text);
		}
	}
	const [first] = cells;
	if (!first || complaints.size > 0) return NEVER;
	const on = variantNames(benchmark, { variants });
	return {
		...first.benchmark,
		cells,
		...on ? { on } : {}
	};
}
function keyByKey(issue) {
	return issue.code === "unrecognized_keys" ? issue.keys.map((key) => ({
		...issue,
		keys: [key]
	})) : [issue];
}
function pathOf$1(issue, place) {
	if (issue.code !== "unrecognized_keys" || issue.path.length > 0) return place(issue.path);
	return place(issue.keys).slice(0, -1);
}
function fail(context, issues) {
	for (const issue of issues) context.issues.push(issue);
	return NEVER;
}
// src/config/nearest.ts
function nearest(name, candidates) {
	const scored = candidates.map((candidate) => ({
		candidate,
		distance: editDistance(name.toLowerCase(), candidate.toLowerCase())
	}));
	scored.sort((a, b) => a.distance - b.distance);
	const best = scored[0];
	return best && best.distance <= Math.max(2, Math.floor(name.length / 3)) ? best.candidate : void 0;
}
function editDistance(from, to) {
	let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
	for (let i = 1; i <= from.length; i++) {
		const current = [i];
		for (let j = 1; j <= to.length; j++) {
			const substitution = (previous[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
			current.push(Math.min(substitution, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1));
		}
		previous = current;
	}
	return previous[to.length] ?? 0;
}
// src/config/threshold.ts
const units = {
	us: {
		of: "ms",
		factor: .001
	},
	µs: {
		of: "ms",
		factor: .001
	},
	ms: {
		of: "ms",
		factor: 1
	},
	s: {
		of: "ms",
		factor: 1e3
	},
	B: {
		of: "bytes",
		factor: 1
	},
	KB: {
		of: "bytes",
		factor: 1e3
	},
	MB: {
		of: "bytes",
		factor: 1e6
	},
	GB: {
		of: "bytes",
		factor: 1e9
	},
	KiB: {
		of: "bytes",
		factor: 1024
	},
	MiB: {
		of: "bytes",
		factor: 2 ** 20
	},
	GiB: {
		of: "bytes",
		factor: 2 ** 30
	},
	"%": {
		of: "ratio",
		factor: .01
	},
	"/s": {
		of: "per-second",
		factor: 1
	},
	"": {
		of: "count",
		factor: 1
	}
};
const shape = /^(?<bound><=|>=|<|>)?\s*(?<sign>[+-])?\s*(?<number>\d+(?:\.\d+)?)\s*(?<unit>[A-Za-zµ%/]*)$/;
function parseLimit(text, id) {
	const { unit: metricUnit, better } = metric(id);
	const match = shape.exec(text.trim())?.groups;
	if (!match) return { problem: `${quote$2(text)} is not a threshold; write ${example(id)}` };
	const { bound, sign, unit = "" } = match;
	const number = Number(match.number);
	if (sign && bound) return { problem: `${quote$2(text)} has both a bound and a sign; write ${example(id)}` };
	if (sign && unit === "%") {
		const bad = better === "less" ? "+" : "-";
		if (sign !== bad) return { problem: `${quote$2(text)} is a change for the better; ${id} gets worse as it ${bad === "+" ? "rises" : "falls"}, write "${bad}${number}%"` };
		return {
			kind: "relative",
			change: number / 100
		};
	}
	if (sign && unit === "pp") {
		if (metricUnit !== "ratio" || sign !== "+") return { problem: `${quote$2(text)} is for shares such as error_rate; write ${example(id)}` };
		return {
			kind: "points",
			points: number / 100
		};
	}
	if (sign) return { problem: `${quote$2(text)} has a sign but no percentage; write ${example(id)}` };
	if (unit === "%" && metricUnit !== "ratio") {
		const change = number > 100 ? Number((number - 100).toFixed(6)) : number;
		return { problem: `${quote$2(text)} does not say of what; a threshold is a change in the bad direction, write "${better === "less" ? "+" : "-"}${change}%"` };
	}
	const known = units[unit];
	if (!known || known.of !== metricUnit && !(known.of === "count" && metricUnit === "tokens")) return { problem: `${quote$2(text)} is not in the unit of ${id}; write ${example(id)}` };
	if ((bound === void 0 ? better === "less" : bound.startsWith("<")) !== (better === "less")) return { problem: `${quote$2(text)} bounds ${id} on its good side; write ${example(id)}` };
	return {
		kind: "absolute",
		value: number * known.factor
	};
}
function quote$2(text) {
	return JSON.stringify(text);
}
function example(id) {
	const { unit, better } = metric(id);
	const relative = better === "less" ? "\"+10%\"" : "\"-10%\"";
	const absolute = {
		ms: "\"200ms\"",
		bytes: "\"50MB\"",
		ratio: "\"1%\"",
		"per-second": "\">=50/s\"",
		count: "\"100\"",
		tokens: "\"5000\""
	}[unit];
	return id === "error_rate" ? "\"+0.5pp\" or \"1%\"" : `${relative} or ${absolute}`;
}
const bounds = union([string(), number$1()]).transform(String);
const bound = union([
	bounds,
	array(bounds).min(1),
	strictObject({
		warn: union([bounds, array(bounds)]).optional(),
		fail: union([bounds, array(bounds)]).optional()
	})
]);
const thresholdsSchema = record(string(), bound).transform((map, context) => {
	const thresholds = [];
	const add = (id, level, text, path) => {
		const limit = parseLimit(text, id);
		if ("problem" in limit) context.addIssue({
			code: "custom",
			message: limit.problem,
			path,
			input: text
		});
		else thresholds.push({
			metric: id,
			level,
			limit,
			text
		});
	};
	for (const [name, value] of Object.entries(map)) {
		if (!isMetricId(name)) {
			const hint = nearest(name, metricIds);
			const message = `unknown metric ${quote$2(name)}, ${hint ? `did you mean "${hint}"?` : `known metrics: ${metricIds.join(", ")}`}`;
			context.addIssue({
				code: "custom",
				message,
				path: [name],
				input: value
			});
			continue;
		}
		const tiers = typeof value === "string" || Array.isArray(value) ? { fail: value } : value;
		for (const level of ["warn", "fail"]) {
			const texts = tiers[level] === void 0 ? [] : [tiers[level]].flat();
			for (const text of texts) add(name, level, text, [name]);
		}
	}
	return thresholds;
});
const defaultThresholds = thresholdsSchema.parse({
	p50: {
		warn: "+5%",
		fail: "+10%"
	},
	p95: { warn: "+15%" },
	throughput: "-10%",
	error_rate: "+0.5pp",
	peak_rss: "+15%",
	tools_list_bytes: "+10%",
	startup: "+20%"
});
function overrideThresholds(inherited, own) {
	const replaced = new Set(own.map((threshold) => threshold.metric));
	return [...inherited.filter((threshold) => !replaced.has(threshold.metric)), ...own];
}
// src/config/schema-variants.ts
const text$1 = string().min(1);
const pattern = text$1.superRefine((value, context) => {
	try {
		new RegExp(value);
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		context.addIssue({
			code: "custom",
			message: `not a regular expression: ${reason}`,
			input: value
		});
	}
});
const outputPattern = strictObject({
	stdout: pattern.optional(),
	stderr: pattern.optional()
}).refine(({ stdout, stderr }) => stdout === void 0 !== (stderr === void 0), "needs one of `stdout` and `stderr`");
function serviceSchema(fields) {
	return strictObject({
		command: text$1,
		args: fields.args.optional(),
		env: fields.env.optional(),
		cwd: text$1.default("."),
		ready: union([text$1, outputPattern], "a URL, or a map with `stdout` or `stderr`").optional(),
		startup_timeout: positiveDuration.default(3e4),
		shutdown_timeout: positiveDuration.default(5e3)
	});
}
function variantFields(server) {
	return {
		...Object.fromEntries(Object.entries(server).map(([key, field]) => [key, field.optional()])),
		reference: text$1.optional(),
		thresholds: thresholdsSchema.optional()
	};
}
function variantProblems({ variants, benchmarks = [] }) {
	const found = [];
	const names = Object.keys(variants ?? {});
	if (variants && names.length === 0) found.push({
		message: "names no variant",
		path: ["variants"]
	});
	for (const [name, { reference, thresholds }] of Object.entries(variants ?? {})) {
		if (reference === name) found.push({
			message: "a variant cannot be its own reference; name another one",
			path: [
				"variants",
				name,
				"reference"
			]
		});
		else if (reference !== void 0 && !names.includes(reference)) found.push({
			message: unknownVariant(reference, names),
			path: [
				"variants",
				name,
				"reference"
			]
		});
		if (thresholds && reference === void 0) found.push({
			message: "bound the change against a `reference`, which is not named",
			path: [
				"variants",
				name,
				"thresholds"
			]
		});
	}
	for (const [index, { on = [] }] of benchmarks.entries()) for (const name of on.filter((one) => !names.includes(one))) found.push({
		message: unknownVariant(name, names),
		path: [
			"benchmarks",
			index,
			"variants"
		]
	});
	return found;
}
function unknownVariant(name, names) {
	const quoted = JSON.stringify(name);
	if (names.length === 0) return `there is no variant ${quoted}; list it under the top-level \`variants\``;
	const hint = nearest(name, names);
	return `there is no variant ${quoted}, ${hint ? `did you mean "${hint}"?` : `only ${names.map((one) => JSON.stringify(one)).join(", ")}`}`;
}
// src/config/schema.ts
const json = json$1();
const positive$1 = number$1().int().positive();
const text = string().min(1);
const argumentMap = record(string(), json).superRefine((value, context) => {
	for (const name of unknownPlaceholders(value)) context.addIssue({
		code: "custom",
		message: unknownPlaceholder(name),
		input: value
	});
});
const variableName = string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "not a name of letters, digits and _");
function unknownPlaceholder(name) {
	return `unknown placeholder {{${name}}}; {{seq}}, names of \`matrix\` and captured lists such as {{ids[seq]}} are known (write \\{{${name}}} for the literal text)`;
}
const environmentMap = record(string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "not a name of an environment variable"), union([
	string(),
	number$1(),
	boolean()
]).transform(String));
const transport = _enum([
	"stdio",
	"streamable-http",
	"streamable_http",
	"http"
]).transform((name) => name === "stdio" ? "stdio" : "streamable-http");
const environmentLines = record(string(), union([string(), strictObject({ run: text })]));
const serverUrl = text.refine((value) => {
	const concrete = value.replaceAll(/\$\{PORT(_\w+)?\}/g, "1");
	return URL.canParse(concrete) && /^https?:/i.test(concrete);
}, "not an http or https URL");
const serverFields = {
	command: text,
	args: array(union([string(), number$1()]).transform(String)),
	env: environmentMap,
	cwd: text,
	url: serverUrl,
	url_from: outputPattern,
	transport,
	headers: record(string(), string()),
	tls: strictObject({
		ca: text.optional(),
		verify: boolean().default(true)
	}),
	protocol: text,
	client: clientSchema,
	startup_timeout: positiveDuration,
	shutdown_timeout: positiveDuration
};
const server = strictObject({
	command: serverFields.command.optional(),
	args: serverFields.args.default([]),
	env: serverFields.env.default({}),
	cwd: serverFields.cwd.default("."),
	url: serverFields.url.optional(),
	url_from: serverFields.url_from.optional(),
	transport: serverFields.transport.optional(),
	headers: serverFields.headers.default({}),
	tls: serverFields.tls.optional(),
	protocol: serverFields.protocol.default("auto"),
	client: serverFields.client.optional(),
	startup_timeout: serverFields.startup_timeout.default(3e4),
	shutdown_timeout: serverFields.shutdown_timeout.default(5e3)
}).superRefine((value, context) => {
	for (const { message, path } of serverProblems(value)) context.addIssue({
		code: "custom",
		message,
		path,
		input: value
	});
});
function serverProblems(value) {
	const found = [];
	const complain = (message, path = []) => void found.push({
		message,
		path
	});
	const address = value.url ?? value.url_from;
	const http = (value.transport ?? (address ? "streamable-http" : "stdio")) === "streamable-http";
	if (!value.command && !value.url) complain("needs `command` (and `args`), or `url`, for example `command: node` with `args: [dist/server.js]`");
	if (http && !address) complain("transport streamable-http needs `url`, for example \"http://127.0.0.1:${PORT}/mcp\"", ["transport"]);
	if (!http && value.url) complain("transport stdio has no `url`; remove it or write `transport: streamable-http`", ["url"]);
	if (!http && Object.keys(value.headers).length > 0) complain("headers are for transport streamable-http", ["headers"]);
	if (!http && value.tls) complain("`tls` is for transport streamable-http", ["tls"]);
	if (!value.command && value.args.length > 0) complain("`args` without `command`", ["args"]);
	if (!value.command && value.url_from) complain("`url_from` reads the output of a `command`", ["url_from"]);
	return found;
}
const build$1 = union([text.transform((run) => ({
	run,
	timeout: 6e5
})), strictObject({
	run: text,
	timeout: positiveDuration.default(6e5)
})]);
const expectation$1 = strictObject({
	text: text.optional(),
	structured: json.optional(),
	error: boolean().default(false)
}).superRefine((value, context) => {
	const pattern = value.text === void 0 ? void 0 : regularExpression(value.text);
	if (!pattern) return;
	try {
		new RegExp(pattern.pattern, pattern.flags);
	} catch (error) {
		context.addIssue({
			code: "custom",
			message: `not a regular expression: ${error instanceof Error ? error.message : error}`,
			path: ["text"],
			input: value.text
		});
	}
});
function regularExpression(source) {
	const match = /^\/(.+)\/([a-z]*)$/s.exec(source);
	return match ? {
		pattern: match[1] ?? "",
		flags: match[2] ?? ""
	} : void 0;
}
const rounds$1 = union([literal("auto"), positive$1.max(1e4)], "\"auto\" or a whole number");
const requestFields = {
	tool: text.optional(),
	arguments: argumentMap.optional(),
	method: text.optional(),
	params: argumentMap.optional(),
	resource: text.optional(),
	prompt: text.optional(),
	completion: completionField.optional()
};
const requests = [
	"tool",
	"method",
	"resource",
	"prompt",
	"completion"
];
const operations = [
	...requests,
	"mix",
	"http"
];
function checkRequest$1(value, complain) {
	if (value.arguments && !value.tool && !value.prompt) complain("`arguments` go with `tool` or `prompt`; a raw `method` takes `params`", ["arguments"]);
	if (value.params && !value.method) complain("`params` go with `method`; a `tool` takes `arguments`", ["params"]);
}
function checkOne(named, { of, complain }) {
	const names = of.map((key) => `\`${key}\``);
	if (named.length === 0) complain(`says nothing to measure; write one of ${names.join(", ")}`);
	if (named.length > 1) complain(`has ${named.map((key) => `\`${key}\``).join(" and ")}; one benchmark measures one operation`, [named[1] ?? ""]);
}
const mixPart = strictObject({
	...requestFields,
	weight: number$1().int().positive().max(1e3).default(1),
	expect: expectation$1.optional()
}).superRefine((value, context) => {
	const complain = (message, path = []) => context.addIssue({
		code: "custom",
		message,
		path,
		input: value
	});
	checkOne(requests.filter((key) => value[key] !== void 0), {
		of: requests,
		complain
	});
	checkRequest$1(value, complain);
});
const benchmarkFields = {
	name: text.max(200).optional(),
	group: text.max(200).optional(),
	...requestFields,
	arguments_from: text.optional(),
	mix: array(mixPart).min(2, "a mix has at least two parts").optional(),
	http: httpField.optional(),
	...loadFields,
	...stagingFields,
	rounds: positive$1.max(1e4).optional(),
	note: text.max(200).optional(),
	expect: expectation$1.optional(),
	thresholds: thresholdsSchema.optional()
};
const benchmark$1 = strictObject(benchmarkFields).superRefine((value, context) => {
	const complain = (message, path = []) => context.addIssue({
		code: "custom",
		message,
		path,
		input: value
	});
	checkOne(operations.filter((key) => value[key] !== void 0), {
		of: operations,
		complain
	});
	checkRequest$1(value, complain);
	if (value.arguments_from && !value.tool && !value.prompt) complain("`arguments_from` goes with `tool` or `prompt`", ["arguments_from"]);
	for (const { message, path } of stagingProblems(value)) complain(message, path);
	for (const { metric: id } of value.thresholds ?? []) if (metric(id).scope === "server") complain(`${id} is measured once per launch of the server; write its threshold at the top level`, ["thresholds", id]);
	for (const key of ["completion", "http"]) for (const name of unknownPlaceholders(JSON.stringify(value[key]) ?? "")) complain(unknownPlaceholder(name), [key]);
	if (value.mix && value.expect) complain("in a mix, `expect` stands beside the part it is about", ["expect"]);
	if (value.http && value.expect?.error) complain("of a plain HTTP request, expect a status: `http: { request: …, status: 404 }`", ["expect", "error"]);
	if (value.http && value.sessions !== void 0) complain("plain HTTP requests belong to no session", ["sessions"]);
	for (const { key, message } of loadProblems(value)) complain(message, [key]);
});
const writtenBenchmark = strictObject({
	...benchmarkFields,
	...structureFields
});
const benchmarkEntry = unknown().meta({ id: "benchmark" }).transform((raw, context) => multiply(raw, {
	schema: benchmark$1,
	context
}));
const variant = strictObject({
	...variantFields(serverFields),
	load: variantLoad.default({}),
	environment: environmentLines.default({})
});
const defaults = strictObject({
	...commonLoadFields,
	isolate: stagingFields.isolate,
	processes: stagingFields.processes,
	rounds: rounds$1.default("auto"),
	time_budget: positiveDuration.default(6e5),
	cooldown: duration.default(0)
}).superRefine((value, context) => {
	for (const { key, message } of loadProblems({
		...value,
		cooldown: void 0
	})) context.addIssue({
		code: "custom",
		message,
		path: [key],
		input: value
	});
});
const configSchema = strictObject({
	version: literal(1, "this release reads version 1").default(1),
	services: record(variableName, serviceSchema({
		args: serverFields.args,
		env: environmentMap
	})).default({}),
	server: union([server, text], "a command line, or a map with `command` or `url`").optional(),
	server_config: text.optional(),
	server_name: text.optional(),
	build: build$1.optional(),
	defaults: defaults.default(() => defaults.parse({})),
	variants: record(text.max(60), variant).optional(),
	benchmarks: array(benchmarkEntry).min(1, "lists no benchmark; leave the key out to measure whatever the server offers").optional(),
	thresholds: thresholdsSchema.default([]),
	outliers: _enum(["keep", "3sigma"]).default("keep"),
	environment: environmentLines.default({}),
	control: boolean().default(true)
}).superRefine((value, context) => {
	const complain = (message, path) => context.addIssue({
		code: "custom",
		message,
		path,
		input: value
	});
	if (value.server === void 0 === (value.server_config === void 0)) complain(value.server === void 0 ? "is missing; expected a command line, a map with `command` or `url`, or `server_config` with the name of a file" : "stands beside `server_config`; write one of them", ["server"]);
	if (value.server_name && !value.server_config) complain("goes with `server_config`", ["server_name"]);
	for (const { message, path } of variantProblems(value)) complain(message, path);
	const seen = new Set();
	for (const [index, entry] of (value.benchmarks ?? []).entries()) {
		const name = benchmarkName(entry);
		if (name !== "" && seen.has(name)) context.addIssue({
			code: "custom",
			message: `a second benchmark is called ${JSON.stringify(name)}; give each its own \`name\``,
			path: [
				"benchmarks",
				index,
				entry.name === void 0 ? operationOf$1(entry) ?? "name" : "name"
			],
			input: name
		});
		seen.add(name);
	}
});
function benchmarkName(entry) {
	return entry.name ?? entry.tool ?? entry.method ?? entry.resource ?? entry.prompt ?? derivedName(entry);
}
function derivedName({ completion, mix, http }) {
	if (completion) return `completion ${completion.prompt ?? completion.resource}`;
	if (mix) return "mix";
	return http ? `${http.request.verb} ${http.request.target}` : "";
}
function operationOf$1(entry) {
	return operations.find((key) => entry[key] !== void 0);
}
// src/config/json-schema.ts
function configJsonSchema() {
	return {
		...toJSONSchema(configSchema, {
			io: "input",
			unrepresentable: "any",
			override: ({ zodSchema, jsonSchema }) => {
				if (globalRegistry.get(zodSchema)?.id === "benchmark") Object.assign(jsonSchema, writtenSchema());
			}
		}),
		title: "mcp-bench configuration"
	};
}
function writtenSchema() {
	const { $schema: _, ...schema } = toJSONSchema(writtenBenchmark, {
		io: "input",
		unrepresentable: "any"
	});
	const { matrix: _matrix, cases: _cases, variants: _variants, ...fields } = orPlaceholder(schema).properties ?? {};
	const properties = {
		...fields,
		tool: { anyOf: [{ type: "string" }, {
			type: "object",
			additionalProperties: { type: "string" }
		}] }
	};
	const again = {
		type: "object",
		properties,
		additionalProperties: false
	};
	return {
		type: "object",
		properties: {
			...properties,
			matrix: schema.properties?.matrix ?? {},
			cases: {
				type: "array",
				minItems: 1,
				items: again
			},
			variants: { anyOf: [{
				type: "array",
				items: { type: "string" }
			}, {
				type: "object",
				additionalProperties: again
			}] }
		},
		additionalProperties: false
	};
}
function orPlaceholder(value) {
	if (Array.isArray(value)) return value.map(orPlaceholder);
	if (value === null || typeof value !== "object") return value;
	const inner = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, orPlaceholder(item)]));
	return inner.type === "integer" || inner.type === "number" ? { anyOf: [inner, {
		type: "string",
		pattern: "^\\{\\{.+\\}\\}$"
	}] } : inner;
}
function keysAt(root) {
	return (path) => {
		let schemas = expand$1([root], root);
		for (const key of path) schemas = expand$1(schemas.flatMap((schema) => child(schema, key)), root);
		return [...new Set(schemas.flatMap((schema) => Object.keys(schema.properties ?? {})))];
	};
}
function child(schema, key) {
	return [typeof key === "number" ? schema.items : schema.properties?.[String(key)] ?? schema.additionalProperties].flat().filter((candidate) => typeof candidate === "object" && candidate !== null);
}
function expand$1(schemas, root) {
	return schemas.flatMap((schema) => {
		const branches = [
			...schema.anyOf ?? [],
			...schema.oneOf ?? [],
			...schema.allOf ?? []
		];
		const name = schema.$ref?.split("/").at(-1);
		const target = name ? root.$defs?.[name] : void 0;
		return [
			schema,
			...expand$1(branches, root),
			...target ? [target] : []
		];
	});
}
// src/config/problems.ts
function problems(issues, document, keysAt) {
	return issues.flatMap((issue) => explain(issue, [], {
		document,
		keysAt
	}));
}
function explain(issue, prefix, context) {
	const path = [...prefix, ...issue.path];
	if (issue.code === "invalid_union") {
		const branch = relevantBranch(issue.errors);
		if (branch) return branch.flatMap((inner) => explain(inner, path, context));
	}
	if (issue.code === "invalid_key") {
		const message = issue.issues[0]?.message ?? issue.message;
		return [{
			path,
			atKey: true,
			message: `\`${pathText(path)}\`: ${message}`
		}];
	}
	if (issue.code === "unrecognized_keys") return issue.keys.map((key) => unknownKey(key, path, context));
	return [{
		path,
		atKey: false,
		message: sentence(issue, valueAt$1(context.document, path), path)
	}];
}
function relevantBranch(branches) {
	return branches.find((branch) => !branch.some((issue) => issue.path.length === 0 && (issue.code === "invalid_type" || issue.code === "invalid_value")));
}
function unknownKey(key, path, context) {
	const known = context.keysAt(path);
	const hint = nearest(key, known);
	const help = hint ? `did you mean "${hint}"?` : `known keys: ${known.join(", ")}`;
	return {
		path: [...path, key],
		atKey: true,
		message: `unknown key "${key}", ${help}`
	};
}
function sentence(issue, found, path) {
	const name = path.length === 0 ? "the document" : `\`${pathText(path)}\``;
	if (found === void 0 && issue.code !== "custom") return `${name} is missing; expected ${expectation(issue)}`;
	const short = issue.code === "too_small" && issue.origin === "array";
	if (issue.code === "custom" || issue.code === "invalid_format" || short) return `${name}: ${issue.message}`;
	return `${name} is ${show(found)}; expected ${expectation(issue)}`;
}
function expectation(issue) {
	if (issue.code === "invalid_type") return issue.expected === "int" ? "a whole number" : article(issue.expected);
	if (issue.code === "invalid_value") return issue.values.length === 1 ? `${show(issue.values[0])} (${issue.message})` : `one of ${issue.values.map(show).join(", ")}`;
	if (issue.code === "too_small") return issue.origin === "number" || issue.origin === "int" ? `a number of at least ${Number(issue.minimum) + (issue.inclusive ? 0 : 1)}` : issue.message;
	if (issue.code === "too_big") return issue.origin === "number" || issue.origin === "int" ? `a number of at most ${issue.maximum}` : issue.message;
	return issue.message;
}
function article(type) {
	return {
		object: "a map",
		record: "a map",
		array: "a list",
		string: "text",
		number: "a number",
		boolean: "true or false"
	}[type] ?? type;
}
function show(value) {
	if (value === null) return "empty";
	if (Array.isArray(value)) return "a list";
	if (typeof value === "object") return "a map";
	const text = JSON.stringify(value);
	return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
function pathText(path) {
	return path.reduce((text, key) => typeof key === "number" ? `${text}[${key}]` : `${text}${text ? "." : ""}${String(key)}`, "");
}
function valueAt$1(document, path) {
	return path.reduce((value, key) => value?.[key], document);
}
// src/config/server-file.ts
function readServerFile(file, { name, workingDirectory, where }) {
	const servers = serversOf$1(file, path.resolve(workingDirectory, file));
	const names = Object.keys(servers);
	const chosen = name ?? (names.length === 1 ? names[0] : void 0);
	if (chosen === void 0) throw new ConfigError(`${file} has ${names.length} servers`, {
		where: `${where}: server_name`,
		expected: names.length > 0 ? `one of ${names.join(", ")}` : "a file with at least one server",
		fix: "name one with `server_name`"
	});
	const entry = Object.hasOwn(servers, chosen) ? servers[chosen] : void 0;
	if (entry === void 0) {
		const hint = nearest(chosen, names);
		throw new ConfigError(`${file} has no server ${JSON.stringify(chosen)}`, {
			where: `${where}: server_name`,
			expected: `one of ${names.join(", ")}`,
			...hint ? { fix: `write ${hint}` } : {}
		});
	}
	return serverOf(entry, `${file}: ${chosen}`);
}
function serversOf$1(file, absolute) {
	let document;
	try {
		document = JSON.parse(readFileSync(absolute, "utf8"));
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause);
		throw new ConfigError(`the file of \`server_config\` cannot be read: ${reason}`, {
			where: file,
			expected: "JSON with a map \"mcpServers\"",
			cause
		});
	}
	const found = isMap$2(document) ? document.mcpServers ?? document.servers : void 0;
	if (isMap$2(found)) return found;
	throw new ConfigError("it has no servers", {
		where: file,
		expected: "a map \"mcpServers\" (or \"servers\")"
	});
}
const known = [
	"command",
	"args",
	"env",
	"cwd",
	"url",
	"headers"
];
function serverOf(entry, where) {
	if (!isMap$2(entry)) throw new ConfigError("it is not a map", {
		where,
		expected: "`command` and `args`, or `url`"
	});
	if (entry.type === "sse") throw new ConfigError("its transport is HTTP+SSE, which the protocol has dropped", {
		where,
		expected: "stdio or streamable HTTP",
		fix: "give the address of the streamable-HTTP endpoint, or name the server under `server:`"
	});
	const fields = Object.fromEntries(known.filter((key) => entry[key] !== void 0).map((key) => [key, entry[key]]));
	const result = server.safeParse(fields);
	if (result.success) return result.data;
	const issue = result.error.issues[0];
	throw new ConfigError(issue?.message ?? "it is not a server", { where: [where, ...issue?.path ?? []].join(".") });
}
function isMap$2(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
// src/config/load.ts
const defaultConfigFile = "mcp-bench.yml";
const maximumBytes$1 = 262144;
const maximumProblems = 10;
async function loadConfig(file, workingDirectory) {
	let text;
	try {
		text = await readFile(path.resolve(workingDirectory, file), "utf8");
	} catch (error) {
		const missing = error.code === "ENOENT";
		throw new ConfigError(missing ? "the configuration file does not exist" : `the configuration file cannot be read: ${error.message}`, {
			where: file,
			fix: "create it (`mcp-bench.yml` needs little more than `server:` and `benchmarks:`), or name only a command line with `server`",
			cause: error
		});
	}
	return parseConfig(text, file, { workingDirectory });
}
function parseConfig(text, file, { workingDirectory = "." } = {}) {
	if (Buffer.byteLength(text) > maximumBytes$1) throw new ConfigError(`the file has ${Buffer.byteLength(text)} bytes`, {
		where: file,
		expected: `at most ${maximumBytes$1} bytes`
	});
	const lines = new import_dist.LineCounter();
	const document = (0, import_dist.parseDocument)(text, {
		lineCounter: lines,
		prettyErrors: false
	});
	const broken = document.errors[0];
	if (broken) throw new ConfigError(broken.message, {
		where: place$1(file, lines, broken.pos[0]),
		expected: "YAML or JSON"
	});
	let value;
	try {
		value = document.toJS();
	} catch (error) {
		throw new ConfigError(error.message, {
			where: file,
			expected: "YAML without a flood of aliases"
		});
	}
	const result = configSchema.safeParse(value ?? {});
	if (!result.success) {
		const placed = problems(result.error.issues, value, keysAt(configJsonSchema())).map((problem) => ({
			message: problem.message,
			offset: offset(document, problem)
		}));
		placed.sort((a, b) => a.offset - b.offset);
		const sentences = placed.map((problem) => `${place$1(file, lines, problem.offset)}: ${problem.message}`);
		const more = sentences.length > maximumProblems ? [`and ${sentences.length - maximumProblems} more`] : [];
		throw new ConfigError([...sentences.slice(0, maximumProblems), ...more].join("\n"));
	}
	const { server_config: serverFile, server_name: name } = result.data;
	const server = serverFile ? readServerFile(serverFile, {
		name,
		workingDirectory,
		where: file
	}) : result.data.server ?? "";
	return {
		config: {
			...result.data,
			server
		},
		file,
		benchmarkLines: benchmarkLines(document, lines)
	};
}
function realDirectory(directory) {
	if (statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return realpathSync(directory);
	throw new ConfigError("the working directory is no directory", {
		where: directory,
		fix: "name an existing one"
	});
}
async function chooseConfig({ config, server }, workingDirectory) {
	if (config && server) throw new ConfigError("both a configuration file and a server command line are given", {
		expected: "one of them",
		fix: "move the command line into the file, as `server:`"
	});
	if (server) return configFromCommandLine(server);
	if (config || existsSync(path.join(workingDirectory, "mcp-bench.yml"))) return loadConfig(config ?? "mcp-bench.yml", workingDirectory);
	throw new ConfigError(`there is nothing to measure: no server is named and ${defaultConfigFile} does not exist`, {
		where: workingDirectory,
		fix: "name a command line, such as `server: node dist/server.js` (command line: --server \"node dist/server.js\"), or write the file"
	});
}
function configFromCommandLine(server) {
	return {
		config: {
			...configSchema.parse({ server }),
			server
		},
		benchmarkLines: []
	};
}
function place$1(file, lines, position) {
	const { line, col } = lines.linePos(position);
	return `${file}:${line}:${col}`;
}
function offset(document, problem) {
	let node = document.contents;
	let position = start$1(node) ?? 0;
	for (const [index, key] of problem.path.entries()) {
		const last = index === problem.path.length - 1;
		const pair = (0, import_dist.isMap)(node) ? node.items.find((item) => (0, import_dist.isScalar)(item.key) && String(item.key.value) === String(key)) : void 0;
		const child = (0, import_dist.isSeq)(node) ? node.items[Number(key)] : pair?.value;
		if (pair && (problem.atKey || !last)) position = start$1(pair.key) ?? position;
		if (!(last && problem.atKey)) position = start$1(child) ?? position;
		node = child;
	}
	return position;
}
function start$1(node) {
	return node?.range?.[0];
}
function benchmarkLines(document, lines) {
	const benchmarks = document.get("benchmarks");
	return (0, import_dist.isSeq)(benchmarks) ? benchmarks.items.map((item) => lines.linePos(start$1(item) ?? 0).line) : [];
}
// src/config/argument-rows.ts
function readArgumentRows(file, directory) {
	if (file === void 0) return {};
	let text;
	try {
		text = readFileSync(path.resolve(directory, file), "utf8");
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause);
		throw new ConfigError(`the file of \`arguments_from\` cannot be read: ${reason}`, {
			where: file,
			expected: "one JSON object per line, in a file relative to the working directory",
			cause
		});
	}
	const argumentRows = text.split("\n").flatMap((line, index) => line.trim() === "" ? [] : [parseLine(line, `${file}:${index + 1}`)]);
	if (argumentRows.length === 0) throw new ConfigError("the file of `arguments_from` is empty", {
		where: file,
		expected: "one JSON object per line"
	});
	return { argumentRows };
}
function parseLine(line, where) {
	let value;
	try {
		value = JSON.parse(line);
	} catch (cause) {
		throw new ConfigError(`not JSON: ${cause instanceof Error ? cause.message : cause}`, {
			where,
			expected: "one JSON object per line, such as {\"query\": \"x\"}",
			cause
		});
	}
	if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
	throw new ConfigError("not a JSON object", {
		where,
		expected: "arguments by name, such as {\"query\": \"x\"}"
	});
}
// node_modules/shell-quote/quote.js
var require_quote = __commonJSMin(((exports, module) => {
	var OPS = [
		"||",
		"&&",
		";;&",
		";;",
		";&",
		"|&",
		"<(",
		">(",
		"<<<",
		"<<-",
		"<<",
		">>",
		">&",
		">|",
		"&>>",
		"&>",
		"<&",
		"<>",
		"&",
		";",
		"(",
		")",
		"|",
		"<",
		">"
	];
	var LINE_TERMINATORS = /[\n\r\u2028\u2029]/;
	var GLOB_SHELL_SPECIAL = /[\s#!"$&'():;<=>@\\^`|~]/g;
	module.exports = function quote(xs) {
		var sawComment = false;
		return xs.map(function(s) {
			if (sawComment && typeof s === "string" && LINE_TERMINATORS.test(s)) throw new TypeError("a token after a `comment` must not contain line terminators");
			if (s === "") return "''";
			if (s && typeof s === "object") {
				if ("op" in s && s.op === "glob") {
					if (typeof s.pattern !== "string") throw new TypeError("glob token requires a string `pattern`");
					if (LINE_TERMINATORS.test(s.pattern)) throw new TypeError("glob `pattern` must not contain line terminators");
					if (s.pattern === "") return "''";
					return s.pattern.replace(GLOB_SHELL_SPECIAL, "\\$&");
				}
				if ("op" in s && typeof s.op === "string") {
					if (OPS.indexOf(s.op) < 0) throw new TypeError("invalid `op` value: " + JSON.stringify(s.op));
					return s.op.replace(/[\s\S]/g, "\\$&");
				}
				if ("comment" in s && typeof s.comment === "string") {
					if (LINE_TERMINATORS.test(s.comment)) throw new TypeError("`comment` must not contain line terminators");
					sawComment = true;
					return "#" + s.comment;
				}
				throw new TypeError("unrecognized object token shape");
			}
			if (/'/.test(s) && /!/.test(s)) return "'" + s.replace(/'/g, "'\"'\"'") + "'";
			if (/["\s\\]/.test(s) && !/'/.test(s)) return "'" + s + "'";
			if (/["'\s]/.test(s)) return "\"" + s.replace(/(["\\$`])/g, "\\$1") + "\"";
			return String(s).replace(/([A-Za-z]:)?([#!"$&'()*,:;<=>?@[\\\]^`{|}~])/g, "$1\\$2");
		}).join(" ");
	};
}));
// node_modules/shell-quote/parse.js
var require_parse = __commonJSMin(((exports, module) => {
	var CONTROL = "(?:" + [
		"\\|\\|",
		"\\&(?:\\&|>>?)",
		";;\\&?",
		"[;|]\\&",
		"\\<\\(",
		"\\<\\<\\<",
		"\\<\\<-",
		"\\<\\<(?!\\()",
		">>",
		">[&|(]",
		"<[&>]",
		"[&;()|<>]"
	].join("|") + ")";
	var controlRE = new RegExp("^" + CONTROL + "$");
	var META = "|&;()<> \\t";
	var SINGLE_QUOTE = "'([^']*?)'";
	var ANSI_C_BODY = "(?:\\\\[\\s\\S]|[^\\\\'])*?";
	var ANSI_C_QUOTE = "\\$'" + ANSI_C_BODY + "'";
	var ansiCAt = new RegExp("\\$'" + ANSI_C_BODY + "(?:(')|\\\\?$)", "g");
	var ANSI_C_LETTERS = "abeEfnrtv";
	var ANSI_C_CHARS = "\x07\b\x1B\x1B\f\n\r	\v";
	var hash = /^#$/;
	var SQ = "'";
	var DQ = "\"";
	var DS = "$";
	var TOKEN = "";
	var mult = 4294967296;
	for (var i = 0; i < 4; i++) TOKEN += (mult * Math.random()).toString(16);
	var startsWithToken = new RegExp("^" + TOKEN);
	function matchAll(s, r) {
		var origIndex = r.lastIndex;
		var matches = [];
		var matchObj;
		while (matchObj = r.exec(s)) {
			matches[matches.length] = matchObj;
			if (r.lastIndex === matchObj.index) r.lastIndex += 1;
		}
		r.lastIndex = origIndex;
		return matches;
	}
	function getVar(env, pre, key) {
		var r = typeof env === "function" ? env(key) : env[key];
		if (typeof r === "undefined" && key != "") r = "";
		else if (typeof r === "undefined") r = "$";
		if (typeof r === "object") return pre + TOKEN + JSON.stringify(r) + TOKEN;
		return pre + r;
	}
	var ansiCEscape = /\\([0-7]{1,3}|x[\dA-Fa-f]{1,2}|u[\dA-Fa-f]{1,4}|U[\dA-Fa-f]{1,8}|c(?:\\\\|[\s\S])|[abeEfnrtv\\'"?])/g;
	function expandAnsiCEscape(m, escape) {
		var kind = escape.charAt(0);
		if (kind === "c") {
			var ctrl = escape.charAt(1);
			return ctrl === "?" ? "" : String.fromCharCode(ctrl.charCodeAt(0) & 31);
		}
		if (kind === "x" || kind === "u" || kind === "U") {
			var cp = parseInt(escape.slice(1), 16);
			if (cp > 1114111) return m;
			return String.fromCharCode.apply(null, cp > 65535 ? [55232 + (cp >> 10), 56320 + (cp & 1023)] : [cp]);
		}
		if (kind >= "0" && kind <= "7") return String.fromCharCode(parseInt(escape, 8) & 255);
		var letter = ANSI_C_LETTERS.indexOf(escape);
		return letter < 0 ? escape : ANSI_C_CHARS.charAt(letter);
	}
	function expandAnsiC(body) {
		return body.replace(ansiCEscape, expandAnsiCEscape).split("\0")[0];
	}
	function closesAnsiC(s, i) {
		ansiCAt.lastIndex = i;
		return !!ansiCAt.exec(s)[1];
	}
	function parseInternal(string, env, opts) {
		if (!opts) opts = {};
		var BS = opts.escape || "\\";
		var ifs = opts.splitUnquoted === true ? " 	\n" : typeof opts.splitUnquoted === "string" ? opts.splitUnquoted : "";
		var BAREWORD = "(\\" + BS + "['\"$\\" + BS + META + "]|\\$\\$|\\$(?!" + ANSI_C_QUOTE.slice(2) + ")|[^\\s'\"$" + META + "])+";
		var DOUBLE_QUOTE = "\"(?:\\" + BS + "[\\s\\S]|[^\"\\" + BS + "])*\"";
		var matches = matchAll(string, new RegExp(["(" + CONTROL + ")", "(" + ANSI_C_QUOTE + "|" + BAREWORD + "|" + DOUBLE_QUOTE + "|" + SINGLE_QUOTE + ")+"].join("|"), "g"));
		if (matches.length === 0) return [];
		if (!env) env = {};
		var commented = false;
		return matches.map(function(match) {
			var s = match[0];
			if (!s || commented) return;
			if (controlRE.test(s)) return { op: s };
			var quote = false;
			var esc = false;
			var out = "";
			var words = [];
			var sawQuote = false;
			var pendingNw = null;
			var isGlob = false;
			var i;
			function parseEnvVar() {
				i += 1;
				var varend;
				var varname;
				var char = s.charAt(i);
				if (char === "{") {
					i += 1;
					if (s.charAt(i) === "}") throw new Error("Bad substitution: " + s.slice(i - 2, i + 1));
					var depth = 1;
					varend = i;
					while (depth > 0 && varend < s.length) {
						if (s.charAt(varend) === "{" && s.charAt(varend - 1) === "$") depth += 1;
						else if (s.charAt(varend) === "}") depth -= 1;
						varend += 1;
					}
					if (depth !== 0) throw new Error("Bad substitution: " + s.slice(i));
					varend -= 1;
					varname = s.slice(i, varend);
					i = varend;
				} else if (/[*@#?$!-]/.test(char)) varname = char;
				else {
					var slicedFromI = s.slice(i);
					varend = slicedFromI.match(/[^\w\d_]/);
					if (!varend) {
						varname = slicedFromI;
						i = s.length;
					} else {
						varname = slicedFromI.slice(0, varend.index);
						i += varend.index - 1;
					}
				}
				return getVar(env, "", varname);
			}
			function flushRun() {
				if (pendingNw === null) return;
				if (pendingNw === 0) {
					if (out !== "") {
						words[words.length] = out;
						out = "";
					}
				} else {
					words[words.length] = out;
					out = "";
					for (var fe = 1; fe < pendingNw; fe += 1) words[words.length] = "";
				}
				pendingNw = null;
			}
			for (i = 0; i < s.length; i++) {
				var c = s.charAt(i);
				if (ifs && c !== DS) flushRun();
				isGlob = isGlob || !quote && (c === "*" || c === "?");
				if (esc) {
					out += c;
					esc = false;
				} else if (quote) {
					if (c === quote) quote = false;
					else if (quote == SQ) out += c;
					else if (c === BS) {
						i += 1;
						c = s.charAt(i);
						if (c === DQ || c === BS || c === DS) out += c;
						else out += BS + c;
					} else if (c === DS) out += parseEnvVar();
					else out += c;
				} else if (c === DQ || c === SQ) {
					quote = c;
					sawQuote = true;
				} else if (controlRE.test(c)) return { op: s };
				else if (hash.test(c)) {
					commented = true;
					var commentObj = { comment: string.slice(match.index + i + 1) };
					if (out.length) return [out, commentObj];
					return [commentObj];
				} else if (c === BS) esc = true;
				else if (c === DS && s.charAt(i + 1) === SQ && closesAnsiC(s, i)) {
					flushRun();
					sawQuote = true;
					out += expandAnsiC(s.slice(i + 2, ansiCAt.lastIndex - 1));
					i = ansiCAt.lastIndex - 1;
				} else if (c === DS) {
					var value = parseEnvVar();
					if (!ifs) out += value;
					else for (var vi = 0; vi < value.length; vi += 1) {
						var vc = value.charAt(vi);
						if (ifs.indexOf(vc) < 0) {
							flushRun();
							out += vc;
						} else if (pendingNw === null) pendingNw = vc === " " || vc === "	" || vc === "\n" ? 0 : 1;
						else if (vc !== " " && vc !== "	" && vc !== "\n") pendingNw += 1;
					}
				} else out += c;
			}
			if (isGlob) return {
				op: "glob",
				pattern: out
			};
			if (ifs) {
				if (pendingNw !== null && pendingNw > 0) {
					words[words.length] = out;
					out = "";
					for (var te = 1; te < pendingNw; te += 1) words[words.length] = "";
				}
				if (out !== "" || sawQuote && words.length === 0) words[words.length] = out;
				return words;
			}
			return out;
		}).reduce(function(prev, arg) {
			if (typeof arg === "undefined") return prev;
			[].concat(arg).forEach(function(entry) {
				prev[prev.length] = entry;
			});
			return prev;
		}, []);
	}
	module.exports = function parse(s, env, opts) {
		var mapped = parseInternal(s, env, opts);
		if (typeof env !== "function") return mapped;
		return mapped.reduce(function(acc, s) {
			if (typeof s === "object") {
				acc[acc.length] = s;
				return acc;
			}
			var xs = s.split(RegExp("(" + TOKEN + ".*?" + TOKEN + ")", "g"));
			if (xs.length === 1) {
				acc[acc.length] = xs[0];
				return acc;
			}
			xs.filter(Boolean).forEach(function(x) {
				acc[acc.length] = startsWithToken.test(x) ? JSON.parse(x.split(TOKEN)[1]) : x;
			});
			return acc;
		}, []);
	};
}));
// src/config/command-line.ts
var import_shell_quote = __commonJSMin(((exports) => {
	exports.quote = require_quote();
	exports.parse = require_parse();
}))();
function splitCommandLine(line, where) {
	const words = (0, import_shell_quote.parse)(line, (name) => `$${name}`);
	const strange = words.find((word) => typeof word !== "string");
	if (strange !== void 0) {
		const found = typeof strange === "object" && "op" in strange ? `the shell operator ${JSON.stringify("pattern" in strange ? strange.pattern : strange.op)}` : "a comment";
		throw new ConfigError(`the command line has ${found}, and no shell runs it`, {
			where,
			expected: "one program and its arguments, such as `node dist/server.js`",
			fix: "put the pipeline into a script and name the script, or write `sh -c '…'`"
		});
	}
	const [command, ...args] = words.filter((word) => typeof word === "string");
	if (!command) throw new ConfigError("the command line is empty", {
		where,
		expected: "one program and its arguments, such as `node dist/server.js`"
	});
	return {
		command,
		args
	};
}
// src/config/digest.ts
function digest(value) {
	return createHash("sha256").update(canonical(value)).digest("hex").slice(0, 16);
}
function canonical(value) {
	return JSON.stringify(value, (_key, inner) => {
		if (inner === null || typeof inner !== "object" || Array.isArray(inner)) return inner;
		return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => a < b ? -1 : 1));
	});
}
// src/config/expand.ts
function expandMap(map, expansion, where) {
	return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, expand(value, expansion, `${where}.${key}`)]));
}
function expand(text, { environment, allowed }, where) {
	return text.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (whole, name) => {
		if (name === "PORT" || name.startsWith("PORT_") && !allowed.includes(name)) return whole;
		if (!allowed.includes(name)) throw new ConfigError(`${whole} is not among the variables that may be passed on`, {
			where,
			fix: `add ${name} to the input \`pass-env\` (command line: --pass-env ${name})`
		});
		const value = environment[name];
		if (value === void 0) throw new ConfigError(`${whole} is not set in the environment`, {
			where,
			fix: `set ${name} in the step's \`env:\``
		});
		return value;
	});
}
// src/config/make-load.ts
const standard = {
	concurrency: 1,
	requests: 100,
	batches: 20,
	warmup: 10,
	timeout: 3e4,
	maxInFlight: 1e3
};
const suffixes = {
	concurrency: "",
	rate: "/s",
	sessions: " sessions"
};
const sweepable = [
	"concurrency",
	"rate",
	"sessions"
];
function loadsOf(own, config) {
	const paced = own.rate ?? own.batch ?? own.delay ?? own.sessions;
	const concurrency = own.concurrency ?? (paced === void 0 ? config.defaults.concurrency : void 0);
	const fields = {
		concurrency,
		rate: own.rate,
		sessions: own.sessions
	};
	const field = sweepable.find((key) => Array.isArray(fields[key]));
	const values = field === void 0 ? [void 0] : [fields[field] ?? []].flat();
	return values.map((value) => {
		const one = (setting) => Array.isArray(setting) ? value : setting;
		const chosen = {
			concurrency: one(concurrency),
			rate: one(own.rate),
			sessions: one(own.sessions)
		};
		const load = loadOf$1({
			...own,
			...chosen
		}, config);
		if (field === void 0 || value === void 0 || values.length === 1) return { load };
		return {
			load,
			sweep: {
				field,
				value,
				suffix: `@${Number(value.toPrecision(6))}${suffixes[field]}`
			}
		};
	});
}
function defaultLoad(config) {
	const concurrency = [config.defaults.concurrency ?? standard.concurrency].flat()[0];
	return loadOf$1({ concurrency }, config);
}
function loadOf$1(own, { defaults }) {
	const every = {
		warmup: own.warmup ?? defaults.warmup ?? standard.warmup,
		timeoutMs: own.timeout ?? defaults.timeout ?? standard.timeout,
		...own.sessions === void 0 ? {} : { sessions: own.sessions },
		...extentOf$1(own, defaults)
	};
	const pause = own.delay ? { delayMs: own.delay } : {};
	if (own.rate !== void 0) return {
		kind: "open",
		ratePerSecond: own.rate,
		maxInFlight: own.max_in_flight ?? standard.maxInFlight,
		...every
	};
	if (own.batch) return {
		kind: "batch",
		size: own.batch.size,
		dispatch: dispatchOf(own.batch.dispatch),
		...every,
		...pause
	};
	return {
		kind: "closed",
		concurrency: own.concurrency ?? own.sessions ?? standard.concurrency,
		...every,
		...pause
	};
}
function extentOf$1(own, defaults) {
	for (const { requests, iterations, duration } of [own, defaults]) {
		if (duration !== void 0) return { durationMs: Math.max(1, Math.round(duration)) };
		const calls = requests ?? iterations;
		if (calls !== void 0) return { requests: calls };
	}
	return { requests: own.batch ? standard.batches : standard.requests };
}
function dispatchOf(dispatch) {
	return typeof dispatch === "string" ? { kind: dispatch } : {
		kind: "waves",
		size: dispatch.waves
	};
}
// src/config/make-operation.ts
function operationOf(benchmark, context) {
	if (benchmark.mix) return mixOperation(benchmark.mix);
	if (benchmark.http) return httpOperation(benchmark.http, context);
	return rpcOperation(benchmark);
}
function rpcOperation(request) {
	const args = request.arguments ?? {};
	const { tool, prompt, resource, completion, params, method = "" } = request;
	if (tool) return {
		method: "tools/call",
		params: {
			name: tool,
			arguments: args
		},
		target: tool
	};
	if (prompt) return {
		method: "prompts/get",
		params: {
			name: prompt,
			arguments: args
		},
		target: prompt
	};
	if (resource) return {
		method: "resources/read",
		params: { uri: resource },
		target: resource
	};
	if (completion) return completionOperation(completion);
	return {
		method,
		...params ? { params } : {},
		target: method
	};
}
function completionOperation({ prompt, resource = "", argument, value, context }) {
	return {
		method: "completion/complete",
		params: {
			ref: prompt ? {
				type: "ref/prompt",
				name: prompt
			} : {
				type: "ref/resource",
				uri: resource
			},
			argument: {
				name: argument,
				value
			},
			...context ? { context: { arguments: context } } : {}
		},
		target: prompt ?? resource
	};
}
function mixOperation(parts) {
	const made = parts.map((part) => {
		const expect = expectationOf(part);
		return {
			operation: rpcOperation(part),
			weight: part.weight,
			...expect ? { expect } : {}
		};
	});
	return {
		kind: "mix",
		method: "mix",
		parts: made,
		target: made.map(({ operation, weight }) => `${operation.target} ×${weight}`).join(", ")
	};
}
function httpOperation({ request, headers, body, status }, context) {
	const path = pathOf(request.target, context);
	return {
		kind: "http",
		method: "http",
		request: {
			verb: request.verb,
			path,
			headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
			...body === void 0 ? {} : { body },
			...status === void 0 ? {} : { status }
		},
		target: `${request.verb} ${path}`
	};
}
function pathOf(target, { serverUrl, where }) {
	if (serverUrl === void 0) throw new ConfigError("a plain HTTP request needs a server that is reached by `url`", {
		where,
		fix: "measure it with `transport: streamable-http`, or leave it out"
	});
	if (target.startsWith("/")) return target;
	const origin = originOf$1(serverUrl);
	if (originOf$1(target) !== origin) throw new ConfigError(`${JSON.stringify(target)} is not an address of the server`, {
		where,
		expected: `a path such as "/health", or an address that begins with ${origin}`
	});
	return target.slice(origin.length) || "/";
}
function originOf$1(url) {
	return (/^https?:\/\/[^/?#]+/i.exec(url)?.[0] ?? url).toLowerCase().replaceAll("${port}", "${PORT}");
}
function expectationOf({ expect }) {
	if (!expect) return void 0;
	return {
		error: expect.error,
		...expect.text === void 0 ? {} : { text: regularExpression(expect.text) ?? expect.text },
		...expect.structured === void 0 ? {} : { structured: expect.structured }
	};
}
// src/config/placeholders.ts
const matrixValue = /\{\{\s*(\w+)\s*\}\}/g;
const servicePort = /\$\{PORT_(\w+)\}/g;
function launchValues(launch) {
	return [...new Set(names([
		...launch.args,
		...Object.values(launch.env),
		launch.url ?? ""
	], matrixValue))];
}
function withValues(launch, values) {
	const fill = (text) => text.replace(matrixValue, (whole, name) => values[name] ?? whole);
	return filled(launch, fill);
}
function withServicePorts(launch, ports) {
	const fill = (text) => text.replace(servicePort, (whole, name) => String(ports.get(name) ?? whole));
	return filled(launch, fill);
}
function filled(launch, fill) {
	const env = Object.fromEntries(Object.entries(launch.env).map(([name, value]) => [name, fill(value)]));
	const headers = Object.entries(launch.headers ?? {}).map(([name, value]) => [name, fill(value)]);
	return {
		...launch,
		args: launch.args.map(fill),
		env,
		...launch.url === void 0 ? {} : { url: fill(launch.url) },
		...launch.headers === void 0 ? {} : { headers: Object.fromEntries(headers) }
	};
}
function checkMatrixValues(servers, rows) {
	for (const { name, server } of servers) for (const value of launchValues({
		...server,
		url: server.url ?? ""
	})) for (const row of rows) if (row.variant === name && row.staging?.values[value] === void 0) throw new ConfigError(`the server's launch has {{${value}}}, for which the benchmark has no value`, {
		where: `benchmark ${JSON.stringify(row.benchmark)}`,
		fix: `add \`matrix: { ${value}: […] }\` to the benchmark, or let it run on a variant without {{${value}}}`
	});
}
function checkServicePorts(servers, services) {
	const known = services.map((service) => service.name);
	const check = (texts, where) => {
		for (const name of names(texts, servicePort)) {
			if (known.includes(name)) continue;
			const hint = nearest(name, known);
			throw new ConfigError(`\${PORT_${name}} names no service`, {
				where,
				expected: known.length > 0 ? `one of ${known.join(", ")}` : "a service, listed under `services`",
				...hint ? { fix: `write \${PORT_${hint}}` } : {}
			});
		}
	};
	for (const { name, server } of servers) check(textsOf$1(server), name === void 0 ? "server" : `variants.${name}`);
	for (const { name, args, env, ready } of services) check([
		...args,
		...Object.values(env),
		ready && "url" in ready ? ready.url : ""
	], `services.${name}`);
}
function textsOf$1({ args, env, url, headers }) {
	return [
		...args,
		...Object.values(env),
		url ?? "",
		...Object.values(headers)
	];
}
function names(texts, pattern) {
	return texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1] ?? ""));
}
// src/config/rows.ts
function rowsOfEntry(entry, context) {
	const { config } = context;
	const names = entry.on ?? Object.keys(config.variants ?? {});
	const variants = config.variants ? names : [void 0];
	const drafts = entry.cells.flatMap(({ values, variant: only, benchmark }) => variants.filter((variant) => only === void 0 || only === variant).flatMap((variant) => draftsOf(benchmark, {
		...context,
		values,
		variant,
		common: benchmarkName(entry)
	})));
	if (drafts.length > 1e3) throw new ConfigError(`has ${drafts.length} rows`, {
		where: `benchmark ${JSON.stringify(benchmarkName(entry))}${context.line ? ` (line ${context.line})` : ""}`,
		expected: `at most ${maximumRows}`,
		fix: "write fewer values, or list the rows that matter under `cases`"
	});
	const rows = inOrder(named(drafts, { isCases: entry.cells.some(({ isCase }) => isCase) }));
	checkTurns(rows);
	return rows;
}
function draftsOf(benchmark, { config, fixedRounds, rowsOf, values, variant, common }) {
	const own = variant === void 0 ? void 0 : config.variants?.[variant];
	const load = Object.fromEntries(Object.entries(own?.load ?? {}).filter(([, value]) => value !== void 0));
	const staging = stagingOf(benchmark, {
		config,
		values
	});
	const name = benchmarkName(benchmark);
	return rowsOf({
		...benchmark,
		...load
	}, variant).map((row) => ({
		row: {
			...row,
			benchmark: benchmark.name ?? common,
			...benchmark.note === void 0 ? {} : { note: benchmark.note },
			...benchmark.rounds === void 0 || fixedRounds ? {} : { rounds: benchmark.rounds },
			...staging ? {
				staging,
				configHash: digest({
					row: row.configHash,
					staging
				})
			} : {}
		},
		values,
		variant,
		suffix: row.id.slice(name.length)
	}));
}
function named(drafts, { isCases }) {
	const paces = new Set(drafts.map(({ row }) => JSON.stringify(paceOf(row.load))));
	const extents = new Set(drafts.map(({ row }) => extentOf(row.load)));
	const base = ({ row, values, suffix }) => {
		const parts = Object.entries(values).map(([name, value]) => ` ${name}=${value}`);
		const at = isCases && suffix === "" && paces.size > 1 ? paceText(row.load) : suffix;
		const times = isCases && extents.size > 1 ? extentOf(row.load) : "";
		return `${row.benchmark}${parts.join("")}${at}${times}`;
	};
	const field = sweptField(drafts, { isPaced: isCases && paces.size > 1 });
	const seen = new Map();
	return drafts.map((draft) => {
		const { row, variant } = draft;
		const plain = base(draft);
		const place = JSON.stringify([plain, variant]);
		const times = (seen.get(place) ?? 0) + 1;
		seen.set(place, times);
		const key = times === 1 ? plain : `${plain} #${times}`;
		const sweep = row.sweep ?? sweepOf(draft, field);
		return {
			...row,
			id: variant === void 0 ? key : `${key} [${variant}]`,
			...variant === void 0 ? {} : {
				key,
				variant
			},
			...sweep ? { sweep: {
				...sweep,
				...within$1(draft, sweep.field)
			} } : {}
		};
	});
}
function paceOf(load) {
	if (load.kind === "batch") return void 0;
	return load.kind === "open" ? {
		field: "rate",
		value: load.ratePerSecond
	} : {
		field: "concurrency",
		value: load.concurrency
	};
}
function paceText(load) {
	const pace = paceOf(load);
	if (!pace) return "";
	return pace.field === "rate" ? ` @${Number(pace.value.toPrecision(6))}/s` : ` @${pace.value}`;
}
function extentOf({ requests, durationMs = 0 }) {
	return requests === void 0 ? ` for ${durationMs / 1e3}s` : ` ×${requests}`;
}
function sweptField(drafts, { isPaced }) {
	const fields = new Set(drafts.map(({ row }) => paceOf(row.load)?.field));
	if (isPaced && fields.size === 1) return [...fields][0];
	return Object.keys(drafts[0]?.values ?? {}).findLast((name) => {
		const values = new Set(drafts.map(({ values }) => values[name]));
		return values.size > 1 && [...values].every((value) => typeof value === "number");
	});
}
function sweepOf({ row, values }, field) {
	if (field === void 0) return void 0;
	const pace = paceOf(row.load);
	const value = pace?.field === field && !(field in values) ? pace.value : values[field];
	return typeof value === "number" ? {
		field,
		value
	} : void 0;
}
function within$1({ values }, field) {
	const others = Object.entries(values).filter(([name]) => name !== field);
	return others.length > 0 ? { within: others.map(([name, value]) => `${name}=${value}`).join(" ") } : {};
}
function checkTurns(rows) {
	const leaders = new Map();
	for (const row of rows) {
		const key = row.key ?? row.id;
		const leader = leaders.get(key) ?? row;
		leaders.set(key, leader);
		const [one, other] = [blocksOf(leader.load), blocksOf(row.load)];
		const field = [...Object.keys(one), ...Object.keys(other)].find((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));
		if (field !== void 0) throw new ConfigError(`the load of ${JSON.stringify(key)} is not the same on every variant (${field})`, {
			where: `benchmark ${JSON.stringify(row.benchmark)}${row.line ? ` (line ${row.line})` : ""}`,
			expected: "variants that differ in `warmup`, `timeout` or `items` only, since they take turns block by block",
			fix: "write two benchmarks, or the same load for both"
		});
	}
}
function blocksOf({ warmup: _warmup, timeoutMs: _timeout, ...load }) {
	return load;
}
function inOrder(rows) {
	const groups = new Map();
	for (const row of rows) {
		const key = row.key ?? row.id;
		groups.set(key, [...groups.get(key) ?? [], row]);
	}
	return [...groups.values()].flat();
}
function stagingOf({ isolate, processes, setup = [], teardown = [] }, { config: { defaults }, values }) {
	const staging = {
		isolate: isolate ?? defaults.isolate ?? "none",
		processes: processes ?? defaults.processes ?? 1,
		values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
		setup: setup.map((step, index) => stepOf(step, `setup[${index}]`)),
		teardown: teardown.map((step, index) => stepOf(step, `teardown[${index}]`))
	};
	return staging.isolate === "none" && staging.processes === 1 && setup.length + teardown.length === 0 && Object.keys(values).length === 0 ? void 0 : staging;
}
function stepOf({ tool, arguments: args, repeat, capture, run, per, timeout }, place) {
	const common = {
		place,
		per,
		timeoutMs: timeout
	};
	if (run !== void 0) return {
		...common,
		kind: "run",
		run
	};
	return {
		...common,
		kind: "call",
		tool: tool ?? "",
		arguments: args ?? {},
		repeat: repeat ?? 1,
		capture: capture ?? {}
	};
}
// src/config/services.ts
function serviceSpecs({ services }, options) {
	return Object.entries(services).map(([name, service]) => specOf(name, {
		service,
		...options
	}));
}
function specOf(name, { service, directory, expansion, childEnvironment }) {
	const ready = readyOf(service.ready);
	return {
		name,
		command: service.command,
		args: service.args ?? [],
		env: childEnvironment(expandMap(service.env ?? {}, expansion, `services.${name}.env`)),
		cwd: path.resolve(directory, service.cwd),
		...ready ? { ready } : {},
		startupTimeoutMs: service.startup_timeout,
		shutdownTimeoutMs: service.shutdown_timeout
	};
}
function readyOf(ready) {
	if (ready === void 0) return void 0;
	if (typeof ready === "string") return { url: ready };
	const { stdout, stderr } = ready;
	if (stdout !== void 0) return {
		stream: "stdout",
		pattern: stdout
	};
	return stderr === void 0 ? void 0 : {
		stream: "stderr",
		pattern: stderr
	};
}
// src/config/variants.ts
function serversOf(server, { variants }) {
	if (!variants) return [{
		name: void 0,
		server
	}];
	return Object.entries(variants).map(([name, variant]) => ({
		name,
		variant,
		server: overridden(server, {
			name,
			variant
		})
	}));
}
function overridden(server, { name, variant }) {
	const { reference: _r, thresholds: _t, load: _l, environment: _e, env, headers, ...fields } = variant;
	const own = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== void 0));
	const merged = {
		...inherited$1(server, variant),
		...own,
		env: {
			...server.env,
			...env
		},
		headers: variant.transport === "stdio" ? headers ?? {} : {
			...server.headers,
			...headers
		}
	};
	const [problem] = serverProblems(merged);
	if (!problem) return merged;
	throw new ConfigError(`with the server's own fields, ${problem.message}`, { where: [
		"variants",
		name,
		...problem.path
	].join(".") });
}
function inherited$1(server, { transport, url, url_from }) {
	const { url: _url, url_from: _from, tls: _tls, transport: _transport, ...rest } = server;
	if (transport === "stdio") return rest;
	return url || url_from ? {
		...server,
		transport: "streamable-http"
	} : server;
}
function armsOf(servers, options) {
	const { directory, commit, base, launchSpec } = options;
	const arm = (side, from) => (one) => ({
		id: one.name === void 0 ? side : `${side}/${one.name}`,
		side,
		...one.name === void 0 ? {} : { variant: one.name },
		...one.variant?.reference === void 0 ? {} : { reference: one.variant.reference },
		...one.variant?.thresholds === void 0 ? {} : { thresholds: one.variant.thresholds },
		launch: launchSpec(one.server, {
			...options,
			directory: from.directory
		}),
		...from.commit ? { commit: from.commit } : {}
	});
	return [...servers.map(arm("head", {
		directory,
		commit
	})), ...base ? servers.map(arm("base", base)) : []];
}
// src/config/make-plan.ts
const automaticRounds = {
	min: 7,
	max: 40
};
function makePlan(loaded, options) {
	const { config } = loaded;
	const server = serverConfig(config, loaded.file ?? "server");
	const servers = serversOf(server, config);
	const hashes = new Map(servers.map((one) => [one.name, hashOf(one, config)]));
	const serverOn = (variant) => servers.find(({ name }) => name === variant)?.server ?? server;
	const thresholds = overrideThresholds(defaultThresholds, config.thresholds);
	const rows = (config.benchmarks ?? []).flatMap((entry, index) => {
		if (options.shard && index % options.shard.count !== options.shard.index - 1) return [];
		return rowsOfEntry(entry, {
			config,
			line: loaded.benchmarkLines[index],
			fixedRounds: options.rounds !== void 0,
			rowsOf: (benchmark, variant) => rowsOf(benchmark, {
				config,
				thresholds,
				server: serverOn(variant),
				serverHash: hashes.get(variant) ?? "",
				line: loaded.benchmarkLines[index],
				directory: options.directory
			})
		});
	});
	const services = serviceSpecs(config, options);
	checkServicePorts(servers, services);
	checkMatrixValues(servers, rows);
	checkRowIds(rows, loaded);
	checkShard(rows, {
		config,
		shard: options.shard
	});
	return {
		arms: [...armsOf(servers, {
			...options,
			launchSpec
		}), ...controlArm(config, options)],
		rows,
		...services.length > 0 ? { services } : {},
		...config.outliers === "keep" ? {} : { outliers: config.outliers },
		serverThresholds: thresholds.filter((threshold) => metric(threshold.metric).scope === "server"),
		serverHash: hashes.size > 1 ? digest([...hashes]) : [...hashes.values()][0] ?? "",
		rounds: roundsPolicy(options, config, rows),
		cooldownMs: config.defaults.cooldown,
		discover: config.benchmarks === void 0,
		defaults: defaultLoad(config),
		defaultThresholds: rowThresholds(thresholds),
		seed: options.seed
	};
}
function hashOf({ server }, { services }) {
	return digest({
		command: server.command,
		args: server.args,
		env: server.env,
		url: server.url,
		headers: Object.keys(server.headers),
		transport: transportOf(server),
		protocol: server.protocol,
		client: server.client,
		...Object.keys(services).length > 0 ? { services } : {}
	});
}
function serverConfig(config, where) {
	return typeof config.server === "string" ? server.parse(splitCommandLine(config.server, where)) : config.server;
}
function transportOf(server) {
	return server.transport ?? (server.url || server.url_from ? "streamable-http" : "stdio");
}
function controlArm(config, { control }) {
	return control && config.control ? [{
		id: "control",
		side: "control",
		launch: control
	}] : [];
}
function whyNoBaseArm(server, { directory, config }) {
	if (!server.command) return "a server reached by URL alone cannot be launched from another commit";
	const fixed = [
		server.command,
		...server.args,
		server.cwd,
		...Object.values(server.env)
	].find((word) => word.includes(directory));
	if (fixed) return `${JSON.stringify(fixed)} names this checkout by its absolute path; a path relative to it works for both`;
	const apart = config.defaults.isolate === "launch";
	if (server.url && !server.url.includes("${PORT}") && !server.url_from && !apart) return "its `url` has a fixed port, which two servers cannot share; write ${PORT}, or `isolate: launch` under `defaults`";
}
function launchSpec(server, { directory, expansion, childEnvironment }) {
	const { stdout, stderr } = server.url_from ?? {};
	return {
		transport: transportOf(server),
		...server.command ? { command: server.command } : {},
		args: server.args,
		env: childEnvironment(expandMap(server.env, expansion, "server.env")),
		cwd: path.resolve(directory, server.cwd),
		...server.url ? { url: server.url } : {},
		...stdout ? { urlFrom: {
			stream: "stdout",
			pattern: stdout
		} } : {},
		...stderr ? { urlFrom: {
			stream: "stderr",
			pattern: stderr
		} } : {},
		...server.tls ? { tls: tlsOf(server.tls, directory) } : {},
		headers: expandMap(server.headers, expansion, "server.headers"),
		...server.client ? { client: clientAnswers(server.client) } : {},
		startupTimeoutMs: server.startup_timeout,
		shutdownTimeoutMs: server.shutdown_timeout,
		protocol: server.protocol
	};
}
function tlsOf({ ca, verify }, directory) {
	return {
		verify,
		...ca ? { ca: path.resolve(directory, ca) } : {}
	};
}
function rowsOf(benchmark, context) {
	const { config, line, serverHash } = context;
	const name = benchmarkName(benchmark);
	const where = `benchmark ${JSON.stringify(name)}${line === void 0 ? "" : ` (line ${line} of the configuration)`}`;
	const operation = {
		...operationOf(benchmark, {
			serverUrl: addressOf(context.server),
			where
		}),
		...readArgumentRows(benchmark.arguments_from, context.directory)
	};
	const expect = expectationOf(benchmark);
	const items = benchmark.items ?? benchmark.batch?.size;
	const thresholds = rowThresholds(overrideThresholds(context.thresholds, benchmark.thresholds ?? []));
	return loadsOf(benchmark, config).map(({ load, sweep }) => ({
		id: sweep ? `${name} ${sweep.suffix}` : name,
		benchmark: name,
		...benchmark.group ? { group: benchmark.group } : {},
		operation,
		load,
		...items === void 0 ? {} : { items },
		...benchmark.cooldown === void 0 ? {} : { cooldownMs: benchmark.cooldown },
		...expect ? { expect } : {},
		thresholds,
		configHash: digest({
			operation,
			load,
			expect,
			server: serverHash
		}),
		...sweep ? { sweep: {
			field: sweep.field,
			value: sweep.value
		} } : {},
		...line ? { line } : {}
	}));
}
function addressOf({ url, url_from }) {
	return url ?? (url_from ? "the address that the server prints" : void 0);
}
function roundsPolicy(options, { defaults }, rows) {
	const timeBudgetMs = options.timeBudgetMs ?? defaults.time_budget;
	const own = rows.flatMap((row) => row.rounds ?? []);
	const allOwn = rows.length > 0 && own.length === rows.length;
	const rounds = options.rounds ?? (allOwn ? Math.max(...own) : defaults.rounds);
	const [min, max] = rounds === "auto" ? [automaticRounds.min, automaticRounds.max] : [rounds, rounds];
	const most = Math.max(min, ...own);
	return {
		kind: rounds === "auto" ? "auto" : "fixed",
		min: most,
		max: Math.max(max, most),
		timeBudgetMs
	};
}
function rowThresholds(thresholds) {
	return thresholds.filter((threshold) => metric(threshold.metric).scope === "row");
}
function checkRowIds(rows, { file }) {
	const seen = new Map();
	for (const row of rows) {
		const other = seen.get(row.id);
		if (other) throw new ConfigError(`two rows are called ${JSON.stringify(row.id)}, one of ${JSON.stringify(other.benchmark)} and one of ${JSON.stringify(row.benchmark)}`, {
			...file && row.line ? { where: `${file}:${row.line}` } : {},
			fix: "give one of the benchmarks another `name`"
		});
		seen.set(row.id, row);
	}
}
function checkShard(rows, { config, shard }) {
	if (!shard || rows.length > 0) return;
	const count = config.benchmarks?.length ?? 0;
	throw new ConfigError(`shard ${shard.index}/${shard.count} has nothing to measure`, { expected: count === 0 ? "`benchmarks` in the configuration, to share out" : `at most ${count} shards, as many as there are benchmarks` });
}
// src/config/quick.ts
const reason = "this is a quick run of a tenth of the calls";
const shortestMs = 200;
function quickPlan(plan, { rounds = 1 } = {}) {
	return {
		...plan,
		quick: true,
		rows: plan.rows.map((row) => quickRow(row, rounds)),
		defaults: quickLoad(plan.defaults),
		serverHash: quickHash(plan.serverHash),
		rounds: {
			...plan.rounds,
			kind: "fixed",
			min: rounds,
			max: rounds
		},
		cooldownMs: plan.cooldownMs / 10,
		advisory: {
			...plan.advisory,
			["*"]: reason
		}
	};
}
function quickRow({ rounds: own, ...row }, rounds) {
	return {
		...row,
		...own === void 0 ? {} : { rounds: Math.min(own, rounds) },
		load: quickLoad(row.load),
		...row.staging ? { staging: {
			...row.staging,
			processes: 1
		} } : {},
		...row.cooldownMs === void 0 ? {} : { cooldownMs: row.cooldownMs / 10 },
		configHash: quickHash(row.configHash)
	};
}
function quickLoad(load) {
	const { requests, durationMs } = load;
	const warmup = Math.ceil(load.warmup / 10);
	if (requests === void 0) return {
		...load,
		warmup,
		durationMs: Math.max(durationMs / 10, Math.min(durationMs, shortestMs))
	};
	const least = load.kind === "closed" ? Math.max(2, load.concurrency) : load.kind === "open" ? 2 : 1;
	return {
		...load,
		warmup,
		requests: Math.max(Math.ceil(requests / 10), Math.min(requests, least))
	};
}
function quickHash(hash) {
	return digest({ quick: hash });
}
// src/server/environment.ts
const inherited = new Set([
	...[
		"PATH",
		"HOME",
		"SHELL",
		"USER",
		"LOGNAME",
		"TERM",
		"TMPDIR",
		"TMP",
		"TEMP",
		"TZ",
		"LANG",
		"LANGUAGE",
		"CI"
	],
	...[
		"XDG_CACHE_HOME",
		"XDG_CONFIG_HOME",
		"XDG_DATA_HOME",
		"XDG_RUNTIME_DIR"
	],
	...[
		"NODE_EXTRA_CA_CERTS",
		"SSL_CERT_FILE",
		"SSL_CERT_DIR",
		"REQUESTS_CA_BUNDLE",
		"CURL_CA_BUNDLE"
	],
	"RUNNER_TRACKING_ID",
	...[
		"LD_LIBRARY_PATH",
		"JAVA_HOME",
		"DOTNET_ROOT",
		"DEVELOPER_DIR",
		"VIRTUAL_ENV",
		"VOLTA_HOME",
		"PNPM_HOME"
	],
	...[
		"GOPATH",
		"GOROOT",
		"GOCACHE",
		"GOMODCACHE",
		"GOTOOLCHAIN",
		"CARGO_HOME",
		"RUSTUP_HOME",
		"RUSTUP_TOOLCHAIN"
	],
	...[
		"NPM_CONFIG_CACHE",
		"npm_config_cache",
		"UV_CACHE_DIR",
		"UV_PYTHON_INSTALL_DIR",
		"PIP_CACHE_DIR"
	]
]);
const inheritedPatterns = [/^LC_[A-Z]+$/, /^(https?|all|no)_proxy$/i];
const forbidden = /^(GITHUB_TOKEN|GITHUB_(ENV|PATH|OUTPUT|STATE|STEP_SUMMARY)|INPUT_.*|ACTIONS_.*)$/i;
function childEnvironment(parent, configured) {
	const environment = {};
	for (const [name, value] of Object.entries(parent)) if (value !== void 0 && isInherited(name)) environment[name] = value;
	for (const [name, value] of Object.entries(configured)) {
		if (forbidden.test(name)) throw new ConfigError(`the server may not get the environment variable ${name}`, {
			expected: "names other than GITHUB_TOKEN, INPUT_*, ACTIONS_* and the runner's command files",
			fix: "give the server a token of its own under another name, listed in `pass-env`"
		});
		environment[name] = value;
	}
	return environment;
}
function isInherited(name) {
	return inherited.has(name) || inheritedPatterns.some((pattern) => pattern.test(name));
}
// src/control-arm.ts
const places = ["./control-server.js", "./server/control-server.ts"];
function controlServerFile() {
	const files = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
	const found = files.find((file) => existsSync(file));
	if (!found) throw new Error(`the control server is missing: ${files.join(", ")}`);
	return found;
}
function controlLaunch(environment, args = []) {
	return {
		transport: "stdio",
		command: process.execPath,
		args: [controlServerFile(), ...args],
		env: childEnvironment(environment, {}),
		cwd: tmpdir(),
		headers: {},
		startupTimeoutMs: 3e4,
		shutdownTimeoutMs: 5e3,
		protocol: "2025-11-25"
	};
}
// src/measure/environment.ts
function readEnvironment(options, machine = thisMachine()) {
	const { env, runnerKey, serverRuntime, custom = {} } = options;
	return {
		os: machine.platform,
		osVersion: machine.release,
		arch: machine.arch,
		cpuModel: normaliseCpuModel(machine.cpuModel),
		cores: machine.cores,
		memoryBytes: machine.memoryBytes,
		...env.ImageOS ? { runnerImage: env.ImageOS } : {},
		...env.ImageVersion ? { runnerImageVersion: env.ImageVersion } : {},
		...runnerKey ? { runnerKey } : {},
		...serverRuntime ? { serverRuntime } : {},
		runtime: `node ${machine.nodeVersion}`,
		custom: { ...custom }
	};
}
function normaliseCpuModel(model) {
	const name = (model ?? "").replace(/\((?:R|TM|C)\)/gi, "").replace(/\s*@\s*[\d.]+\s*[GM]Hz\b/i, "").replace(/\bCPU\b/, "").replace(/\s+/g, " ").trim();
	return name === "" ? "unknown" : name;
}
function thisMachine() {
	return {
		platform: process.platform,
		release: os.release(),
		arch: process.arch,
		cpuModel: os.cpus()[0]?.model,
		cores: os.availableParallelism(),
		memoryBytes: os.totalmem(),
		nodeVersion: process.versions.node
	};
}
// src/server/output-tail.ts
const maxBytes = 16384;
var OutputTail = class {
	#chunks = [];
	#size = 0;
	push(chunk) {
		this.#chunks.push(chunk);
		this.#size += chunk.length;
		if (this.#size > 2 * maxBytes) this.#cut();
	}
	text() {
		this.#cut();
		return Buffer.concat(this.#chunks).toString("utf8").trimEnd().split("\n").slice(-20).join("\n");
	}
	#cut() {
		const tail = Buffer.from(Buffer.concat(this.#chunks).subarray(-16384));
		this.#chunks = [tail];
		this.#size = tail.length;
	}
};
// src/server/process-tree.ts
function listProcesses(platform = process.platform) {
	return platform === "linux" ? listFromProc() : listFromPs();
}
function family(root, processes = listProcesses()) {
	const members = new Set([root]);
	let before;
	do {
		before = members.size;
		for (const entry of processes) if (entry.group === root || members.has(entry.parent)) members.add(entry.pid);
	} while (members.size > before);
	return processes.filter((entry) => entry.pid !== root && members.has(entry.pid));
}
function survivors(root, known) {
	const groups = new Map(known.map((entry) => [entry.pid, entry.group]));
	return listProcesses().filter((entry) => entry.pid !== root && (entry.group === root || groups.get(entry.pid) === entry.group));
}
function signal(pid, name) {
	try {
		return process.kill(pid, name);
	} catch {
		return false;
	}
}
function listFromProc() {
	return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).flatMap((name) => {
		try {
			const stat = readFileSync(`/proc/${name}/stat`, "latin1");
			const [state, parent, group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
			return entry([
				name,
				parent,
				group,
				state
			]);
		} catch {
			return [];
		}
	});
}
function listFromPs() {
	const { stdout } = spawnSync("ps", ["-axo", "pid=,ppid=,pgid=,stat="], { encoding: "utf8" });
	return (stdout ?? "").split("\n").flatMap((line) => entry(line.trim().split(/\s+/)));
}
function entry([pid, parent, group, state]) {
	if (!pid || !state || /^[ZX]/.test(state)) return [];
	return [{
		pid: Number(pid),
		parent: Number(parent),
		group: Number(group)
	}];
}
// src/server/shell-command.ts
const pipeGraceMs = 500;
async function runShellCommand({ run, cwd, env, timeoutMs, signal: signal$1 }) {
	signal$1.throwIfAborted();
	const child = spawn("sh", ["-c", run], {
		cwd,
		env,
		detached: true,
		stdio: [
			"ignore",
			"pipe",
			"pipe"
		]
	});
	const tail = new OutputTail();
	for (const pipe of [child.stdout, child.stderr]) pipe.on("data", (chunk) => tail.push(chunk));
	const end = () => {
		if (child.pid === void 0) return;
		const members = family(child.pid);
		signal(-child.pid, "SIGKILL");
		for (const { pid } of members) signal(pid, "SIGKILL");
	};
	const failure = await new Promise((resolve, reject) => {
		const timer = setTimeout(() => {
			end();
			resolve(`did not end within ${timeoutMs / 1e3} s`);
		}, timeoutMs);
		const abort = () => {
			end();
			clearTimeout(timer);
			reject(signal$1.reason);
		};
		signal$1.addEventListener("abort", abort, { once: true });
		const settle = (found) => {
			clearTimeout(timer);
			signal$1.removeEventListener("abort", abort);
			resolve(found);
		};
		child.once("error", (error) => settle(`could not be started: ${error.message}`));
		child.once("exit", (code, name) => {
			end();
			const found = code === 0 ? void 0 : code === null ? `was ended by ${name}` : `failed with exit code ${code}`;
			child.once("close", () => settle(found));
			setTimeout(() => {
				child.stdout.destroy();
				child.stderr.destroy();
				settle(found);
			}, pipeGraceMs).unref();
		});
	});
	return {
		output: tail.text(),
		...failure === void 0 ? {} : { failure }
	};
}
// src/measure/environment-lines.ts
const timeoutMs = 3e4;
const longest = 500;
async function readLines(lines, options) {
	const { warn, ...rest } = options;
	const found = {};
	for (const [name, line] of Object.entries(lines)) {
		if (typeof line === "string") {
			found[name] = line;
			continue;
		}
		const { failure, output } = await runShellCommand({
			...rest,
			run: line.run,
			timeoutMs
		});
		const text = output.trim().replaceAll(/\s*\n\s*/g, " ").slice(0, longest);
		if (failure === void 0) found[name] = text;
		else warn(`the environment line ${name} is left out: ${JSON.stringify(line.run)} ${failure}${text ? ` (${text})` : ""}`);
	}
	return found;
}
// src/config/protocol.ts
const firstStateless = "2026-07-28";
const statefulOnly = new Set([
	"initialize",
	"ping",
	"logging/setLevel",
	"resources/subscribe",
	"resources/unsubscribe"
]);
function isStateless(protocol) {
	return /^\d{4}-\d{2}-\d{2}$/.test(protocol) && protocol >= "2026-07-28";
}
function definesMethod(protocol, method) {
	return !(isStateless(protocol) && statefulOnly.has(method));
}
// node_modules/@modelcontextprotocol/sdk/dist/esm/experimental/tasks/client.js
var ExperimentalClientTasks = class {
	constructor(_client) {
		this._client = _client;
	}
	async *callToolStream(params, resultSchema = CallToolResultSchema, options) {
		const clientInternal = this._client;
		const optionsWithTask = {
			...options,
			task: options?.task ?? (clientInternal.isToolTask(params.name) ? {} : void 0)
		};
		const stream = clientInternal.requestStream({
			method: "tools/call",
			params
		}, resultSchema, optionsWithTask);
		const validator = clientInternal.getToolOutputValidator(params.name);
		for await (const message of stream) {
			if (message.type === "result" && validator) {
				const result = message.result;
				if (!result.structuredContent && !result.isError) {
					yield {
						type: "error",
						error: new McpError(ErrorCode.InvalidRequest, `Tool ${params.name} has an output schema but did not return structured content`)
					};
					return;
				}
				if (result.structuredContent) try {
					const validationResult = validator(result.structuredContent);
					if (!validationResult.valid) {
						yield {
							type: "error",
							error: new McpError(ErrorCode.InvalidParams, `Structured content does not match the tool's output schema: ${validationResult.errorMessage}`)
						};
						return;
					}
				} catch (error) {
					if (error instanceof McpError) {
						yield {
							type: "error",
							error
						};
						return;
					}
					yield {
						type: "error",
						error: new McpError(ErrorCode.InvalidParams, `Failed to validate structured content: ${error instanceof Error ? error.message : String(error)}`)
					};
					return;
				}
			}
			yield message;
		}
	}
	async getTask(taskId, options) {
		return this._client.getTask({ taskId }, options);
	}
	async getTaskResult(taskId, resultSchema, options) {
		return this._client.getTaskResult({ taskId }, resultSchema, options);
	}
	async listTasks(cursor, options) {
		return this._client.listTasks(cursor ? { cursor } : void 0, options);
	}
	async cancelTask(taskId, options) {
		return this._client.cancelTask({ taskId }, options);
	}
	requestStream(request, resultSchema, options) {
		return this._client.requestStream(request, resultSchema, options);
	}
};
// node_modules/@modelcontextprotocol/sdk/dist/esm/client/index.js
function applyElicitationDefaults(schema, data) {
	if (!schema || data === null || typeof data !== "object") return;
	if (schema.type === "object" && schema.properties && typeof schema.properties === "object") {
		const obj = data;
		const props = schema.properties;
		for (const key of Object.keys(props)) {
			const propSchema = props[key];
			if (obj[key] === void 0 && Object.prototype.hasOwnProperty.call(propSchema, "default")) obj[key] = propSchema.default;
			if (obj[key] !== void 0) applyElicitationDefaults(propSchema, obj[key]);
		}
	}
	if (Array.isArray(schema.anyOf)) {
		for (const sub of schema.anyOf) if (typeof sub !== "boolean") applyElicitationDefaults(sub, data);
	}
	if (Array.isArray(schema.oneOf)) {
		for (const sub of schema.oneOf) if (typeof sub !== "boolean") applyElicitationDefaults(sub, data);
	}
}
function getSupportedElicitationModes(capabilities) {
	if (!capabilities) return {
		supportsFormMode: false,
		supportsUrlMode: false
	};
	const hasFormCapability = capabilities.form !== void 0;
	const hasUrlCapability = capabilities.url !== void 0;
	return {
		supportsFormMode: hasFormCapability || !hasFormCapability && !hasUrlCapability,
		supportsUrlMode: hasUrlCapability
	};
}
var Client$1 = class extends Protocol {
	constructor(_clientInfo, options) {
		super(options);
		this._clientInfo = _clientInfo;
		this._cachedToolOutputValidators = new Map();
		this._cachedKnownTaskTools = new Set();
		this._cachedRequiredTaskTools = new Set();
		this._listChangedDebounceTimers = new Map();
		this._capabilities = options?.capabilities ?? {};
		this._jsonSchemaValidator = options?.jsonSchemaValidator ?? new AjvJsonSchemaValidator();
		if (options?.listChanged) this._pendingListChangedConfig = options.listChanged;
	}
	_setupListChangedHandlers(config) {
		if (config.tools && this._serverCapabilities?.tools?.listChanged) this._setupListChangedHandler("tools", ToolListChangedNotificationSchema, config.tools, async () => {
			return (await this.listTools()).tools;
		});
		if (config.prompts && this._serverCapabilities?.prompts?.listChanged) this._setupListChangedHandler("prompts", PromptListChangedNotificationSchema, config.prompts, async () => {
			return (await this.listPrompts()).prompts;
		});
		if (config.resources && this._serverCapabilities?.resources?.listChanged) this._setupListChangedHandler("resources", ResourceListChangedNotificationSchema, config.resources, async () => {
			return (await this.listResources()).resources;
		});
	}
	get experimental() {
		if (!this._experimental) this._experimental = { tasks: new ExperimentalClientTasks(this) };
		return this._experimental;
	}
	registerCapabilities(capabilities) {
		if (this.transport) throw new Error("Cannot register capabilities after connecting to transport");
		this._capabilities = mergeCapabilities(this._capabilities, capabilities);
	}
	setRequestHandler(requestSchema, handler) {
		const methodSchema = getObjectShape(requestSchema)?.method;
		if (!methodSchema) throw new Error("Schema is missing a method literal");
		const methodValue = getLiteralValue(methodSchema);
		if (typeof methodValue !== "string") throw new Error("Schema method literal must be a string");
		const method = methodValue;
		if (method === "elicitation/create") {
			const wrappedHandler = async (request, extra) => {
				const validatedRequest = safeParse(ElicitRequestSchema, request);
				if (!validatedRequest.success) {
					const errorMessage = validatedRequest.error instanceof Error ? validatedRequest.error.message : String(validatedRequest.error);
					throw new McpError(ErrorCode.InvalidParams, `Invalid elicitation request: ${errorMessage}`);
				}
				const { params } = validatedRequest.data;
				params.mode = params.mode ?? "form";
				const { supportsFormMode, supportsUrlMode } = getSupportedElicitationModes(this._capabilities.elicitation);
				if (params.mode === "form" && !supportsFormMode) throw new McpError(ErrorCode.InvalidParams, "Client does not support form-mode elicitation requests");
				if (params.mode === "url" && !supportsUrlMode) throw new McpError(ErrorCode.InvalidParams, "Client does not support URL-mode elicitation requests");
				const result = await Promise.resolve(handler(request, extra));
				if (params.task) {
					const taskValidationResult = safeParse(CreateTaskResultSchema, result);
					if (!taskValidationResult.success) {
						const errorMessage = taskValidationResult.error instanceof Error ? taskValidationResult.error.message : String(taskValidationResult.error);
						throw new McpError(ErrorCode.InvalidParams, `Invalid task creation result: ${errorMessage}`);
					}
					return taskValidationResult.data;
				}
				const validationResult = safeParse(ElicitResultSchema, result);
				if (!validationResult.success) {
					const errorMessage = validationResult.error instanceof Error ? validationResult.error.message : String(validationResult.error);
					throw new McpError(ErrorCode.InvalidParams, `Invalid elicitation result: ${errorMessage}`);
				}
				const validatedResult = validationResult.data;
				const requestedSchema = params.mode === "form" ? params.requestedSchema : void 0;
				if (params.mode === "form" && validatedResult.action === "accept" && validatedResult.content && requestedSchema) {
					if (this._capabilities.elicitation?.form?.applyDefaults) try {
						applyElicitationDefaults(requestedSchema, validatedResult.content);
					} catch {}
				}
				return validatedResult;
			};
			return super.setRequestHandler(requestSchema, wrappedHandler);
		}
		if (method === "sampling/createMessage") {
			const wrappedHandler = async (request, extra) => {
				const validatedRequest = safeParse(CreateMessageRequestSchema, request);
				if (!validatedRequest.success) {
					const errorMessage = validatedRequest.error instanceof Error ? validatedRequest.error.message : String(validatedRequest.error);
					throw new McpError(ErrorCode.InvalidParams, `Invalid sampling request: ${errorMessage}`);
				}
				const { params } = validatedRequest.data;
				const result = await Promise.resolve(handler(request, extra));
				if (params.task) {
					const taskValidationResult = safeParse(CreateTaskResultSchema, result);
					if (!taskValidationResult.success) {
						const errorMessage = taskValidationResult.error instanceof Error ? taskValidationResult.error.message : String(taskValidationResult.error);
						throw new McpError(ErrorCode.InvalidParams, `Invalid task creation result: ${errorMessage}`);
					}
					return taskValidationResult.data;
				}
				const resultSchema = params.tools || params.toolChoice ? CreateMessageResultWithToolsSchema : CreateMessageResultSchema;
				const validationResult = safeParse(resultSchema, result);
				if (!validationResult.success) {
					const errorMessage = validationResult.error instanceof Error ? validationResult.error.message : String(validationResult.error);
					throw new McpError(ErrorCode.InvalidParams, `Invalid sampling result: ${errorMessage}`);
				}
				return validationResult.data;
			};
			return super.setRequestHandler(requestSchema, wrappedHandler);
		}
		return super.setRequestHandler(requestSchema, handler);
	}
	assertCapability(capability, method) {
		if (!this._serverCapabilities?.[capability]) throw new Error(`Server does not support ${capability} (required for ${method})`);
	}
	async connect(transport, options) {
		await super.connect(transport);
		if (transport.sessionId !== void 0) return;
		try {
			const result = await this.request({
				method: "initialize",
				params: {
					protocolVersion: LATEST_PROTOCOL_VERSION,
					capabilities: this._capabilities,
					clientInfo: this._clientInfo
				}
			}, InitializeResultSchema, options);
			if (result === void 0) throw new Error(`Server sent invalid initialize result: ${result}`);
			if (!SUPPORTED_PROTOCOL_VERSIONS.includes(result.protocolVersion)) throw new Error(`Server's protocol version is not supported: ${result.protocolVersion}`);
			this._serverCapabilities = result.capabilities;
			this._serverVersion = result.serverInfo;
			if (transport.setProtocolVersion) transport.setProtocolVersion(result.protocolVersion);
			this._instructions = result.instructions;
			await this.notification({ method: "notifications/initialized" });
			if (this._pendingListChangedConfig) {
				this._setupListChangedHandlers(this._pendingListChangedConfig);
				this._pendingListChangedConfig = void 0;
			}
		} catch (error) {
			this.close();
			throw error;
		}
	}
	getServerCapabilities() {
		return this._serverCapabilities;
	}
	getServerVersion() {
		return this._serverVersion;
	}
	getInstructions() {
		return this._instructions;
	}
	assertCapabilityForMethod(method) {
		switch (method) {
			case "logging/setLevel":
				if (!this._serverCapabilities?.logging) throw new Error(`Server does not support logging (required for ${method})`);
				break;
			case "prompts/get":
			case "prompts/list":
				if (!this._serverCapabilities?.prompts) throw new Error(`Server does not support prompts (required for ${method})`);
				break;
			case "resources/list":
			case "resources/templates/list":
			case "resources/read":
			case "resources/subscribe":
			case "resources/unsubscribe":
				if (!this._serverCapabilities?.resources) throw new Error(`Server does not support resources (required for ${method})`);
				if (method === "resources/subscribe" && !this._serverCapabilities.resources.subscribe) throw new Error(`Server does not support resource subscriptions (required for ${method})`);
				break;
			case "tools/call":
			case "tools/list":
				if (!this._serverCapabilities?.tools) throw new Error(`Server does not support tools (required for ${method})`);
				break;
			case "completion/complete": if (!this._serverCapabilities?.completions) throw new Error(`Server does not support completions (required for ${method})`);
		}
	}
	assertNotificationCapability(method) {
		switch (method) {
			case "notifications/roots/list_changed": if (!this._capabilities.roots?.listChanged) throw new Error(`Client does not support roots list changed notifications (required for ${method})`);
		}
	}
	assertRequestHandlerCapability(method) {
		if (!this._capabilities) return;
		switch (method) {
			case "sampling/createMessage":
				if (!this._capabilities.sampling) throw new Error(`Client does not support sampling capability (required for ${method})`);
				break;
			case "elicitation/create":
				if (!this._capabilities.elicitation) throw new Error(`Client does not support elicitation capability (required for ${method})`);
				break;
			case "roots/list":
				if (!this._capabilities.roots) throw new Error(`Client does not support roots capability (required for ${method})`);
				break;
			case "tasks/get":
			case "tasks/list":
			case "tasks/result":
			case "tasks/cancel": if (!this._capabilities.tasks) throw new Error(`Client does not support tasks capability (required for ${method})`);
		}
	}
	assertTaskCapability(method) {
		assertToolsCallTaskCapability(this._serverCapabilities?.tasks?.requests, method, "Server");
	}
	assertTaskHandlerCapability(method) {
		if (!this._capabilities) return;
		assertClientRequestTaskCapability(this._capabilities.tasks?.requests, method, "Client");
	}
	async ping(options) {
		return this.request({ method: "ping" }, EmptyResultSchema, options);
	}
	async complete(params, options) {
		return this.request({
			method: "completion/complete",
			params
		}, CompleteResultSchema, options);
	}
	async setLoggingLevel(level, options) {
		return this.request({
			method: "logging/setLevel",
			params: { level }
		}, EmptyResultSchema, options);
	}
	async getPrompt(params, options) {
		return this.request({
			method: "prompts/get",
			params
		}, GetPromptResultSchema, options);
	}
	async listPrompts(params, options) {
		return this.request({
			method: "prompts/list",
			params
		}, ListPromptsResultSchema, options);
	}
	async listResources(params, options) {
		return this.request({
			method: "resources/list",
			params
		}, ListResourcesResultSchema, options);
	}
	async listResourceTemplates(params, options) {
		return this.request({
			method: "resources/templates/list",
			params
		}, ListResourceTemplatesResultSchema, options);
	}
	async readResource(params, options) {
		return this.request({
			method: "resources/read",
			params
		}, ReadResourceResultSchema, options);
	}
	async subscribeResource(params, options) {
		return this.request({
			method: "resources/subscribe",
			params
		}, EmptyResultSchema, options);
	}
	async unsubscribeResource(params, options) {
		return this.request({
			method: "resources/unsubscribe",
			params
		}, EmptyResultSchema, options);
	}
	async callTool(params, resultSchema = CallToolResultSchema, options) {
		if (this.isToolTaskRequired(params.name)) throw new McpError(ErrorCode.InvalidRequest, `Tool "${params.name}" requires task-based execution. Use client.experimental.tasks.callToolStream() instead.`);
		const result = await this.request({
			method: "tools/call",
			params
		}, resultSchema, options);
		const validator = this.getToolOutputValidator(params.name);
		if (validator) {
			if (!result.structuredContent && !result.isError) throw new McpError(ErrorCode.InvalidRequest, `Tool ${params.name} has an output schema but did not return structured content`);
			if (result.structuredContent) try {
				const validationResult = validator(result.structuredContent);
				if (!validationResult.valid) throw new McpError(ErrorCode.InvalidParams, `Structured content does not match the tool's output schema: ${validationResult.errorMessage}`);
			} catch (error) {
				if (error instanceof McpError) throw error;
				throw new McpError(ErrorCode.InvalidParams, `Failed to validate structured content: ${error instanceof Error ? error.message : String(error)}`);
			}
		}
		return result;
	}
	isToolTask(toolName) {
		if (!this._serverCapabilities?.tasks?.requests?.tools?.call) return false;
		return this._cachedKnownTaskTools.has(toolName);
	}
	isToolTaskRequired(toolName) {
		return this._cachedRequiredTaskTools.has(toolName);
	}
	cacheToolMetadata(tools) {
		this._cachedToolOutputValidators.clear();
		this._cachedKnownTaskTools.clear();
		this._cachedRequiredTaskTools.clear();
		for (const tool of tools) {
			if (tool.outputSchema) {
				const toolValidator = this._jsonSchemaValidator.getValidator(tool.outputSchema);
				this._cachedToolOutputValidators.set(tool.name, toolValidator);
			}
			const taskSupport = tool.execution?.taskSupport;
			if (taskSupport === "required" || taskSupport === "optional") this._cachedKnownTaskTools.add(tool.name);
			if (taskSupport === "required") this._cachedRequiredTaskTools.add(tool.name);
		}
	}
	getToolOutputValidator(toolName) {
		return this._cachedToolOutputValidators.get(toolName);
	}
	async listTools(params, options) {
		const result = await this.request({
			method: "tools/list",
			params
		}, ListToolsResultSchema, options);
		this.cacheToolMetadata(result.tools);
		return result;
	}
	_setupListChangedHandler(listType, notificationSchema, options, fetcher) {
		const parseResult = ListChangedOptionsBaseSchema.safeParse(options);
		if (!parseResult.success) throw new Error(`Invalid ${listType} listChanged options: ${parseResult.error.message}`);
		if (typeof options.onChanged !== "function") throw new Error(`Invalid ${listType} listChanged options: onChanged must be a function`);
		const { autoRefresh, debounceMs } = parseResult.data;
		const { onChanged } = options;
		const refresh = async () => {
			if (!autoRefresh) {
				onChanged(null, null);
				return;
			}
			try {
				const items = await fetcher();
				onChanged(null, items);
			} catch (e) {
				const error = e instanceof Error ? e : new Error(String(e));
				onChanged(error, null);
			}
		};
		const handler = () => {
			if (debounceMs) {
				const existingTimer = this._listChangedDebounceTimers.get(listType);
				if (existingTimer) clearTimeout(existingTimer);
				const timer = setTimeout(refresh, debounceMs);
				this._listChangedDebounceTimers.set(listType, timer);
			} else refresh();
		};
		this.setNotificationHandler(notificationSchema, handler);
	}
	async sendRootsListChanged() {
		return this.notification({ method: "notifications/roots/list_changed" });
	}
};
// src/server/initialize.ts
async function openByInitialize(connection, options) {
	const { clock, timeoutMs, protocol, answers, signal } = options;
	const { transport, wire } = connection;
	const client = new Client$1(clientInfo, { capabilities: declaredCapabilities(answers) });
	answerRequests(client, answers);
	const negotiated = watchProtocol(transport, protocol);
	const from = clock.now();
	await client.connect(transport, {
		timeout: timeoutMs,
		...signal ? { signal } : {}
	});
	const handshakeMs = clock.now() - from;
	const identity = identify(client, negotiated());
	if (protocol !== "auto" && identity.protocol !== protocol) {
		await client.close();
		throw new ServerError(`the server speaks protocol ${identity.protocol}, not ${protocol}`, { fix: "set `server.protocol` to what it speaks, or to `auto`" });
	}
	return {
		identity,
		capabilities: new Set(Object.keys(client.getServerCapabilities() ?? {})),
		wire,
		handshakeMs,
		close: () => client.close(),
		warnings: () => connection.warnings()
	};
}
function answerRequests(client, { elicitation, sampling, roots }) {
	if (elicitation) client.setRequestHandler(ElicitRequestSchema, () => answerElicitation(elicitation));
	if (sampling) client.setRequestHandler(CreateMessageRequestSchema, () => answerSampling(sampling));
	if (roots) client.setRequestHandler(ListRootsRequestSchema, () => answerRoots(roots));
}
function identify(client, protocol) {
	const server = client.getServerVersion();
	const instructions = client.getInstructions();
	return {
		name: server?.name ?? "",
		version: server?.version ?? "",
		protocol,
		...instructions === void 0 ? {} : { instructions }
	};
}
function watchProtocol(transport, requested) {
	let negotiated = "";
	const { send, setProtocolVersion } = transport;
	transport.setProtocolVersion = (version) => {
		negotiated = version;
		setProtocolVersion?.call(transport, version);
	};
	if (requested !== "auto") transport.send = (message, options) => send.call(transport, requestProtocol(message, requested), options);
	return () => negotiated;
}
function requestProtocol(message, protocolVersion) {
	if (!("method" in message) || message.method !== "initialize") return message;
	return {
		...message,
		params: {
			...message.params,
			protocolVersion
		}
	};
}
// src/server/handshake.ts
const tryStateless = async (connection, options) => (await import("./discover.js")).openByDiscover(connection, options);
async function handshakeFor(protocol) {
	if (protocol === "2026-07-28") return (await import("./discover.js")).openByDiscover;
	if (protocol === "auto" || !isStateless(protocol) && SUPPORTED_PROTOCOL_VERSIONS.includes(protocol)) return openByInitialize;
	throw new ConfigError(`unknown protocol revision ${JSON.stringify(protocol)}`, {
		expected: [
			"auto",
			firstStateless,
			...SUPPORTED_PROTOCOL_VERSIONS
		].join(", "),
		fix: "correct `server.protocol`"
	});
}
// src/server/reply-id.ts
const space$1 = "[ \\t\\r\\n]*";
const version = `"jsonrpc"${space$1}:${space$1}"2\\.0"`;
const id = `"id"${space$1}:${space$1}(0|[1-9][0-9]{0,14})`;
const comma = `${space$1},${space$1}`;
const outcome = `"(?:result|error)"${space$1}:`;
const idFirst = new RegExp(`^${space$1}\\{${space$1}(?:${version}${comma})?${id}${comma}(?:${version}${comma})?${outcome}`);
const outcomeFirst = new RegExp(`^${space$1}\\{${space$1}(?:${version}${comma})?${outcome}`);
const idLast = new RegExp(`${comma}${id}(?:${comma}${version})?${space$1}\\}${space$1}$`);
const window = 96;
function replyId(frame) {
	const head = frame.toString("latin1", 0, window);
	const first = idFirst.exec(head);
	if (first) return frame[frame.length - 1] === 125 ? Number(first[1]) : void 0;
	if (!outcomeFirst.test(head)) return void 0;
	const last = idLast.exec(frame.toString("latin1", Math.max(0, frame.length - window)));
	return last ? Number(last[1]) : void 0;
}
// src/server/exchange.ts
const firstWireId = 1e9;
const maxSamples = 3;
const maxSampleLength = 200;
var Exchange = class {
	#waiting = new Map();
	#deliver;
	#meta;
	#nextId = firstWireId;
	#unknown = 0;
	#repeated = 0;
	#notJson = 0;
	#samples = [];
	constructor(deliver) {
		this.#deliver = deliver;
	}
	stamp(meta) {
		this.#meta = meta;
	}
	encode(request, ending) {
		const id = this.#nextId++;
		const { method } = request;
		const params = this.#meta ? withMeta(request.params, this.#meta) : request.params;
		return {
			id,
			bytes: Buffer.from(JSON.stringify({
				jsonrpc: "2.0",
				id,
				method,
				params
			}) + ending)
		};
	}
	expect(id, listener) {
		this.#waiting.set(id, listener);
	}
	awaits(id) {
		return this.#waiting.has(id);
	}
	forget(id) {
		this.#waiting.delete(id);
	}
	receive(frame, at) {
		const id = replyId(frame);
		if (id !== void 0 && id >= firstWireId) this.#settle(id, frame, at);
		else this.#receiveParsed(frame, at);
	}
	fail(id, failure, at) {
		const listener = this.#waiting.get(id);
		if (!listener) return;
		this.#waiting.delete(id);
		listener.onFailure(id, failure, at);
	}
	failAll(failure, at) {
		for (const id of [...this.#waiting.keys()]) this.fail(id, failure, at);
	}
	warnings() {
		const warnings = [];
		if (this.#notJson > 0) warnings.push(`the server sent ${count$3(this.#notJson, "message")} that ${this.#notJson === 1 ? "is" : "are"} not JSON-RPC (over stdio, logs belong on stderr): ${this.#samples.map((sample) => JSON.stringify(sample)).join(", ")}`);
		if (this.#unknown > 0) warnings.push(`${count$3(this.#unknown, "reply", "replies")} to requests never made`);
		if (this.#repeated > 0) warnings.push(`${count$3(this.#repeated, "reply", "replies")} to requests already answered or given up`);
		return warnings;
	}
	#receiveParsed(frame, at) {
		const message = parseObject(frame);
		if (!message) this.#noteGarbage(frame);
		else if (isReply(message) && typeof message.id === "number" && message.id >= firstWireId) this.#settle(message.id, frame, at);
		else this.#deliver(message);
	}
	#settle(id, frame, at) {
		const listener = this.#waiting.get(id);
		if (!listener) {
			if (id < this.#nextId) this.#repeated++;
			else this.#unknown++;
			return;
		}
		this.#waiting.delete(id);
		listener.onReply(id, frame, at);
	}
	#noteGarbage(frame) {
		const text = frame.toString("utf8", 0, 800);
		if (text.trim() === "") return;
		this.#notJson++;
		if (this.#samples.length < maxSamples) this.#samples.push(text.slice(0, maxSampleLength));
	}
};
function withMeta(params, meta) {
	const own = params?._meta;
	const isMap = typeof own === "object" && own !== null && !Array.isArray(own);
	return {
		...params,
		_meta: isMap ? {
			...meta,
			...own
		} : meta
	};
}
function parseObject(frame) {
	try {
		const value = JSON.parse(frame.toString("utf8"));
		return typeof value === "object" && value !== null && !Array.isArray(value) ? value : void 0;
	} catch {
		return;
	}
}
function isReply(message) {
	return ("result" in message || "error" in message) && !("method" in message);
}
function count$3(n, one, many = `${one}s`) {
	return `${n} ${n === 1 ? one : many}`;
}
// src/server/http-connections.ts
var import_undici = require_undici();
var HttpConnections = class {
	#origin;
	#trust;
	#idle = [];
	#all = new Set();
	constructor(origin, trust) {
		this.#origin = origin;
		this.#trust = trust;
	}
	dispatch(request, makeHandler) {
		const client = this.#idle.pop() ?? this.#open();
		let busy = true;
		const handler = makeHandler(() => {
			if (busy) this.#idle.push(client);
			busy = false;
		});
		client.dispatch({
			...request,
			idempotent: true
		}, handler);
		return handler;
	}
	async destroy() {
		await Promise.all([...this.#all].map((client) => client.destroy()));
	}
	#open() {
		const client = new import_undici.Client(this.#origin, {
			pipelining: 2,
			headersTimeout: 0,
			bodyTimeout: 0,
			keepAliveTimeout: 6e5,
			...this.#trust ? { connect: { ...this.#trust } } : {}
		});
		this.#all.add(client);
		return client;
	}
};
// src/server/frame-reader.ts
const newline$1 = 10;
const carriageReturn = 13;
const maxFrameBytes = 268435456;
var FrameReader = class {
	#sink;
	#maxBytes;
	#anyEnd;
	#parts = [];
	#size = 0;
	#skipping = false;
	#afterReturn = false;
	constructor(sink, { maxBytes = maxFrameBytes, lineEnds = "newline" } = {}) {
		this.#sink = sink;
		this.#maxBytes = maxBytes;
		this.#anyEnd = lineEnds === "any";
	}
	get pendingBytes() {
		return this.#size;
	}
	push(chunk) {
		const start = this.#anyEnd ? this.#splitAtAnyEnd(chunk) : this.#splitAtNewlines(chunk);
		if (start < chunk.length) this.#keep(chunk.subarray(start));
	}
	#splitAtNewlines(chunk) {
		let start = 0;
		for (let end = chunk.indexOf(newline$1); end !== -1; end = chunk.indexOf(newline$1, start)) {
			this.#endLine(chunk.subarray(start, end));
			start = end + 1;
		}
		return start;
	}
	#splitAtAnyEnd(chunk) {
		let start = this.#afterReturn && chunk[0] === newline$1 ? 1 : 0;
		let feed = chunk.indexOf(newline$1, start);
		let back = chunk.indexOf(carriageReturn, start);
		while (feed !== -1 || back !== -1) {
			const end = back === -1 || feed !== -1 && feed < back ? feed : back;
			this.#endLine(chunk.subarray(start, end));
			start = end + (end === back && chunk[end + 1] === newline$1 ? 2 : 1);
			if (feed !== -1 && feed < start) feed = chunk.indexOf(newline$1, start);
			if (back !== -1 && back < start) back = chunk.indexOf(carriageReturn, start);
		}
		if (chunk.length > 0) this.#afterReturn = chunk[chunk.length - 1] === carriageReturn;
		return start;
	}
	#keep(part) {
		if (this.#skipping) return;
		this.#size += part.length;
		if (this.#size <= this.#maxBytes) this.#parts.push(part);
		else {
			this.#clear();
			this.#skipping = true;
			this.#sink.onTooLong();
		}
	}
	#endLine(last) {
		let line = last;
		if (this.#skipping || this.#size > 0) {
			this.#keep(last);
			const skipped = this.#skipping;
			line = this.#parts.length === 1 && this.#parts[0] ? this.#parts[0] : Buffer.concat(this.#parts, this.#size);
			this.#clear();
			this.#skipping = false;
			if (skipped) return;
		}
		const end = line[line.length - 1] === carriageReturn ? line.length - 1 : line.length;
		this.#sink.onFrame(end === line.length ? line : line.subarray(0, end));
	}
	#clear() {
		this.#parts = [];
		this.#size = 0;
	}
};
// src/server/sse-reader.ts
const colon = 58;
const space = 32;
const lineFeed = Buffer.from("\n");
var SseReader = class {
	#onData;
	#onTooLong;
	#maxBytes;
	#lines;
	#data = [];
	#size = 0;
	#eventId;
	#lastEventId;
	#retryMs;
	constructor(sink, maxBytes = maxFrameBytes) {
		this.#onData = sink.onData;
		this.#onTooLong = sink.onTooLong;
		this.#maxBytes = maxBytes;
		const onTooLong = () => this.#drop();
		this.#lines = new FrameReader({
			onFrame: (line) => this.#onLine(line),
			onTooLong
		}, {
			maxBytes,
			lineEnds: "any"
		});
	}
	get resumePoint() {
		return {
			...this.#lastEventId ? { lastEventId: this.#lastEventId } : {},
			...this.#retryMs === void 0 ? {} : { retryMs: this.#retryMs }
		};
	}
	push(chunk) {
		this.#lines.push(chunk);
	}
	#onLine(line) {
		if (line.length === 0) {
			this.#endEvent();
			return;
		}
		const end = line.subarray(0, 6).indexOf(colon);
		const name = line.toString("latin1", 0, end === -1 ? Math.min(line.length, 6) : end);
		const value = end === -1 ? line.subarray(line.length) : line.subarray(line[end + 1] === space ? end + 2 : end + 1);
		if (name === "data") this.#keep(value);
		else if (name === "id" && !value.includes(0)) this.#eventId = value.toString("utf8");
		else if (name === "retry" && /^\d{1,9}$/.test(value.toString("latin1"))) this.#retryMs = Number(value);
	}
	#keep(value) {
		this.#size += value.length + 1;
		if (this.#size > this.#maxBytes + 1) this.#drop();
		else this.#data.push(value);
	}
	#drop() {
		this.#data = [];
		this.#size = 0;
		this.#onTooLong();
	}
	#endEvent() {
		this.#lastEventId = this.#eventId ?? this.#lastEventId;
		const [first, ...more] = this.#data;
		if (!first) return;
		this.#data = [];
		this.#size = 0;
		this.#onData(more.length === 0 ? first : Buffer.concat([first, ...more.flatMap((line) => [lineFeed, line])]));
	}
};
// src/server/tls.ts
function readTrust(tls) {
	if (!tls) return void 0;
	const { ca, verify } = tls;
	return {
		rejectUnauthorized: verify,
		...ca === void 0 ? {} : { ca: readAuthorities(ca) }
	};
}
function readAuthorities(path) {
	let text;
	try {
		text = readFileSync(path, "utf8");
	} catch (cause) {
		throw new ConfigError(`the certificates in ${path} cannot be read`, {
			expected: "a PEM file",
			fix: "correct `server.tls.ca`",
			cause
		});
	}
	if (text.includes("-----BEGIN CERTIFICATE-----")) return text;
	throw new ConfigError(`the file of \`tls.ca\` holds no certificate`, {
		where: path,
		expected: "a PEM file"
	});
}
const untrusted = /^(CERT_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|ERR_TLS_CERT_|INVALID_CA$|HOSTNAME_MISMATCH$)/;
function isUntrusted(code) {
	return untrusted.test(code);
}
// src/server/http-reply.ts
const maxShownBytes = 2e3;
const maxErrorBytes = 65536;
var HttpReply = class {
	#clock;
	#sink;
	#free;
	#maxMessageBytes;
	#abort;
	#cancelled = false;
	#failure;
	#refused;
	#events;
	#chunks = [];
	#size = 0;
	#arrivedAt = 0;
	constructor(sink, { clock, free, maxMessageBytes = maxFrameBytes }) {
		this.#clock = clock;
		this.#sink = sink;
		this.#free = free;
		this.#maxMessageBytes = maxMessageBytes;
	}
	cancel() {
		this.#cancelled = true;
		this.#abort?.();
	}
	onConnect(abort) {
		this.#abort = abort;
		if (this.#cancelled) abort();
	}
	onHeaders(status, raw) {
		if (status < 200) return true;
		this.#arrivedAt = this.#clock.now();
		const head = {
			status,
			header: (name) => findHeader(raw, name)
		};
		const type = head.header("content-type") ?? "";
		this.#failure = statusFailure(head);
		if (this.#failure) {
			if (isJson$1(type)) this.#refused = status;
			return true;
		}
		this.#sink.onHead?.(head);
		if (/^text\/event-stream\b/i.test(type)) this.#events = this.#readEvents();
		else if (status !== 202 && status !== 204 && !isJson$1(type)) this.#failure = malformed(`the server answered with ${JSON.stringify(type)}, neither JSON nor an event stream`);
		return true;
	}
	onData(chunk) {
		this.#arrivedAt = this.#clock.now();
		if (this.#failure && this.#size > maxErrorBytes) return true;
		if (this.#events) this.#events.push(chunk);
		else this.#keep(chunk);
		return true;
	}
	onComplete() {
		this.#free();
		if (!this.#failure && !this.#events && this.#size > 0) this.#sink.onMessage(this.#body(), this.#arrivedAt);
		const at = this.#arrivedAt;
		if (this.#refused) this.#sink.onRefusal?.({
			status: this.#refused,
			body: this.#body(),
			at
		});
		this.#sink.onEnd(this.#failure && this.#withBody(this.#failure), at, this.#events?.resumePoint);
	}
	onError(error) {
		this.#free();
		this.#sink.onEnd(this.#failure ?? disconnected(error), this.#clock.now(), this.#events?.resumePoint);
	}
	#keep(chunk) {
		this.#chunks.push(chunk);
		this.#size += chunk.length;
		if (this.#size > this.#maxMessageBytes) this.#tooLong();
	}
	#readEvents() {
		const onData = (data) => this.#sink.onMessage(data, this.#arrivedAt);
		return new SseReader({
			onData,
			onTooLong: () => this.#tooLong()
		}, this.#maxMessageBytes);
	}
	#tooLong() {
		this.#failure = malformed(`the server's reply is longer than ${this.#maxMessageBytes} bytes`);
		this.#chunks = [];
		this.cancel();
	}
	#body() {
		const [only] = this.#chunks;
		return only && this.#chunks.length === 1 ? only : Buffer.concat(this.#chunks, this.#size);
	}
	#withBody(failure) {
		const text = this.#body().toString("utf8", 0, maxShownBytes).trim();
		return text === "" ? failure : {
			...failure,
			message: `${failure.message}: ${text}`
		};
	}
};
function isJson$1(contentType) {
	return /^application\/json\b/i.test(contentType);
}
function findHeader(raw, name) {
	for (let i = 0; i + 1 < raw.length; i += 2) {
		const key = raw[i];
		if (key?.length === name.length && key.toString("latin1").toLowerCase() === name) return raw[i + 1]?.toString("latin1");
	}
}
function statusFailure({ status, header }) {
	if (status < 300) return void 0;
	const location = header("location");
	return {
		kind: "http-status",
		status,
		message: `HTTP ${status}${status < 400 && location ? ` to ${location}; redirects are not followed` : ""}`
	};
}
function malformed(message) {
	return {
		kind: "malformed",
		message
	};
}
function disconnected(error) {
	const code = "code" in error ? String(error.code) : error.name;
	return {
		kind: "disconnected",
		message: `the HTTP connection failed: ${error.message || code}`,
		...isUntrusted(code) ? { untrusted: true } : {}
	};
}
// src/server/http-endpoint.ts
var HttpEndpoint = class {
	#path;
	#clock;
	#custom;
	#connections;
	#maxMessageBytes;
	#headers;
	#sessionId;
	#protocol;
	constructor(url, { clock, headers, trust, maxMessageBytes }) {
		this.#path = url.pathname + url.search;
		this.#clock = clock;
		this.#custom = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
		this.#connections = new HttpConnections(url.origin, trust);
		this.#maxMessageBytes = maxMessageBytes;
		this.#headers = this.headersWith({});
	}
	get sessionId() {
		return this.#sessionId;
	}
	keepSession(head) {
		this.#sessionId ??= head.header("mcp-session-id");
		this.#headers = this.headersWith({});
	}
	keepProtocol(version) {
		this.#protocol = version;
		this.#headers = this.headersWith({});
	}
	request({ method, body, headers = this.#headers }, sink) {
		const request = {
			method,
			path: this.#path,
			headers,
			body
		};
		const [clock, maxMessageBytes] = [this.#clock, this.#maxMessageBytes];
		return this.#connections.dispatch(request, (free) => new HttpReply(sink, {
			clock,
			free,
			maxMessageBytes
		}));
	}
	headersWith(more) {
		return Object.entries({
			...this.#custom,
			"content-type": "application/json",
			accept: "application/json, text/event-stream",
			...this.#sessionId === void 0 ? {} : { "mcp-session-id": this.#sessionId },
			...this.#protocol === void 0 ? {} : { "mcp-protocol-version": this.#protocol },
			...more
		}).flat();
	}
	destroy() {
		return this.#connections.destroy();
	}
};
// src/server/spawn.ts
async function spawnChild(command) {
	const { args, env, cwd } = command;
	try {
		const child = spawn(command.command, args, {
			env,
			cwd,
			stdio: [
				"pipe",
				"pipe",
				"pipe"
			],
			detached: true
		});
		await new Promise((resolve, reject) => child.once("spawn", resolve).once("error", reject));
		return child;
	} catch (cause) {
		throw spawnError(command, cause);
	}
}
function spawnError({ command, cwd }, cause) {
	const code = cause instanceof Error && "code" in cause ? cause.code : void 0;
	if (code === "ENOENT" && !existsSync(cwd)) return new ServerError(`the working directory ${cwd} does not exist`, {
		fix: "correct `server.cwd` or the `working-directory` input",
		cause
	});
	if (code === "ENOENT") return new ServerError(`the server's command ${JSON.stringify(command)} was not found`, {
		expected: `a program on PATH or a path that exists, seen from ${cwd}`,
		fix: "install it in an earlier step or in `build`, or correct `server.command`",
		cause
	});
	if (code === "EACCES") return new ServerError(`the server's command ${JSON.stringify(command)} may not be executed`, {
		fix: `make it executable (chmod +x), or start it through its interpreter`,
		cause
	});
	const reason = cause instanceof Error ? cause.message : String(cause);
	return new ServerError(`the server's command ${JSON.stringify(command)} could not be started: ${reason}`, { cause });
}
// src/server/process.ts
const orphanGraceMs = 250;
const killWaitMs = 2e3;
function describeExit({ code, signal: name }) {
	return name ? `was ended by ${name}` : `exited with code ${code}`;
}
const live = new Set();
async function stopAllServers() {
	await Promise.all([...live].map((server) => server.stop()));
}
function killAllServers() {
	for (const server of live) server.kill();
}
async function spawnServer(command, clock) {
	const spawnedAt = clock.now();
	const server = new ServerProcess(await spawnChild(command), {
		command,
		clock,
		spawnedAt
	});
	if (live.size === 0) process.once("exit", killAllServers);
	live.add(server);
	return server;
}
var ServerProcess = class {
	pid;
	stdin;
	stdout;
	stderr;
	spawnedAt;
	exited;
	#child;
	#command;
	#clock;
	#output = new OutputTail();
	#exit;
	#stopped;
	constructor(child, given) {
		this.#child = child;
		this.#command = given.command;
		this.#clock = given.clock;
		this.pid = child.pid;
		this.spawnedAt = given.spawnedAt;
		this.stdin = child.stdin;
		this.stdout = child.stdout;
		this.stderr = child.stderr;
		this.stdin.on("error", () => {});
		this.stdout.on("error", () => {});
		child.stderr.on("error", () => {});
		child.stderr.on("data", (chunk) => this.#output.push(chunk));
		this.exited = new Promise((resolve) => {
			child.once("exit", (code, signalName) => {
				this.#exit = {
					code,
					signal: signalName,
					at: this.#clock.now()
				};
				resolve(this.#exit);
			});
		});
	}
	get exit() {
		return this.#exit;
	}
	get outputTail() {
		return this.#output.text();
	}
	keepStdout() {
		this.stdout.on("data", (chunk) => this.#output.push(chunk));
	}
	stop() {
		this.#stopped ??= this.#end();
		return this.#stopped;
	}
	kill() {
		for (const { pid } of family(this.pid)) signal(pid, "SIGKILL");
		if (!this.#exit) signal(-this.pid, "SIGKILL");
	}
	async #end() {
		const gone = this.#exit !== void 0;
		const known = family(this.pid);
		const from = this.#clock.now();
		const killed = !await this.#askToEnd();
		if (killed) signal(-this.pid, "SIGKILL");
		const exit = await this.exitWithin(killWaitMs);
		const orphans = await this.#endOrphans(known);
		for (const pipe of [
			this.#child.stdin,
			this.#child.stdout,
			this.#child.stderr
		]) pipe.destroy();
		live.delete(this);
		if (live.size === 0) process.off("exit", killAllServers);
		return {
			...exit && !killed && !gone ? { shutdownMs: exit.at - from } : {},
			exitCode: exit?.code ?? null,
			signal: exit?.signal ?? null,
			killed,
			orphans
		};
	}
	async #askToEnd() {
		const wait = this.#command.shutdownTimeoutMs / 2;
		if (this.stdin.writableLength > 0) this.stdin.destroy();
		else this.stdin.end();
		if (this.#command.endsOn === "stdin" && await this.exitWithin(wait)) return true;
		if (!this.#exit) signal(-this.pid, "SIGTERM");
		return await this.exitWithin(wait) !== void 0;
	}
	async #endOrphans(known) {
		const left = await this.#untilGone(known, orphanGraceMs);
		if (left.length === 0) return 0;
		for (const { pid } of left) signal(pid, "SIGKILL");
		await this.#untilGone(known, killWaitMs);
		return left.length;
	}
	async #untilGone(known, limitMs) {
		let left = survivors(this.pid, known);
		for (let waited = 0; left.length > 0 && waited < limitMs; waited += 10) {
			await setTimeout$1(10);
			left = survivors(this.pid, known);
		}
		return left;
	}
	async exitWithin(limitMs) {
		if (this.#exit) return this.#exit;
		const timer = new AbortController();
		const timeout = setTimeout$1(limitMs, void 0, { signal: timer.signal }).catch(() => void 0);
		const exit = await Promise.race([this.exited, timeout]);
		timer.abort();
		return exit;
	}
};
// src/server/server-stream.ts
const standardRetryMs = 1e3;
const usefulMs = 1e4;
const maxUseless = 3;
var ServerStream = class {
	#endpoint;
	#options;
	#reply;
	#timer;
	#useless = 0;
	#cancelled = false;
	constructor(endpoint, options) {
		this.#endpoint = endpoint;
		this.#options = options;
	}
	open(lastEventId) {
		const { clock, onMessage, onRefused } = this.#options;
		const headers = lastEventId === void 0 ? {} : { "last-event-id": lastEventId };
		const from = clock.now();
		let messages = 0;
		this.#reply = this.#endpoint.request({
			method: "GET",
			body: null,
			headers: this.#endpoint.headersWith(headers)
		}, {
			onMessage: (message, at) => {
				messages++;
				onMessage(message, at);
			},
			onEnd: (failure, at, resume) => {
				if (this.#cancelled) return;
				this.#useless = messages > 0 || at - from >= usefulMs ? 0 : this.#useless + 1;
				if (failure !== void 0 && failure.kind !== "disconnected" || this.#useless >= maxUseless) onRefused();
				else this.reopen({
					...lastEventId === void 0 ? {} : { lastEventId },
					...resume
				});
			}
		});
	}
	reopen({ lastEventId, retryMs = standardRetryMs }) {
		this.#timer = setTimeout(() => this.open(lastEventId), retryMs);
	}
	cancel() {
		this.#cancelled = true;
		clearTimeout(this.#timer);
		this.#reply?.cancel();
	}
};
// src/server/stateless-headers.ts
const nameParameter = {
	"tools/call": "name",
	"prompts/get": "name",
	"resources/read": "uri"
};
function statelessHeaders(request) {
	const { protocol, method, params } = request;
	const name = params?.[nameParameter[method] ?? ""];
	return {
		"mcp-protocol-version": protocol,
		"mcp-method": headerValue(method),
		...typeof name === "string" ? { "mcp-name": headerValue(name) } : {}
	};
}
function headerValue(text) {
	const plain = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/.test(text);
	const looksEncoded = text.startsWith("=?base64?") && text.endsWith("?=");
	return plain && !looksEncoded ? text : `=?base64?${Buffer.from(text, "utf8").toString("base64")}?=`;
}
var MirroredArguments = class {
	#tools = new Map();
	#complete = false;
	get complete() {
		return this.#complete;
	}
	learn(body) {
		const result = parse(body)?.result;
		if (!isMap(result) || !Array.isArray(result.tools)) return;
		for (const tool of result.tools) if (isMap(tool) && typeof tool.name === "string") this.#tools.set(tool.name, declarations(tool.inputSchema, []));
		this.#complete = typeof result.nextCursor !== "string";
	}
	headers(params) {
		const values = (typeof params?.name === "string" && this.#tools.get(params.name) || []).map(({ header, path }) => [header, primitive(valueAt(params?.arguments, path))]);
		return Object.fromEntries(values.flatMap(([header, value]) => value === void 0 ? [] : [[header, headerValue(value)]]));
	}
};
function declarations(schema, path) {
	if (!isMap(schema) || !isMap(schema.properties)) return [];
	return Object.entries(schema.properties).flatMap(([name, property]) => {
		const own = isMap(property) ? property["x-mcp-header"] : void 0;
		const here = [...path, name];
		return [...typeof own === "string" && /^[\w!#$%&'*+.^`|~-]+$/.test(own) ? [{
			header: `mcp-param-${own.toLowerCase()}`,
			path: here
		}] : [], ...declarations(property, here)];
	});
}
function valueAt(root, path) {
	return path.reduce((value, key) => isMap(value) ? value[key] : void 0, root);
}
function primitive(value) {
	if (typeof value === "string" || typeof value === "boolean") return String(value);
	return Number.isSafeInteger(value) ? String(value) : void 0;
}
function parse(body) {
	try {
		const value = JSON.parse(Buffer.from(body).toString("utf8"));
		return isMap(value) ? value : void 0;
	} catch {
		return;
	}
}
function isMap(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
// src/server/http.ts
const exitWaitMs = 100;
const deleteTimeoutMs = 2e3;
const protocolKey = "io.modelcontextprotocol/protocolVersion";
const sessionClosed = {
	kind: "disconnected",
	message: "the session was closed"
};
const noReply$1 = {
	kind: "malformed",
	message: "the server's HTTP response held no reply to the request"
};
var HttpConnection = class {
	transport;
	wire;
	#endpoint;
	#exchange;
	#clock;
	#server;
	#replies = new Map();
	#mirrored = new MirroredArguments();
	#toolLists = new Set();
	#stateless;
	#serverStream;
	#closing;
	constructor(url, options) {
		this.#endpoint = new HttpEndpoint(url, options);
		this.#clock = options.clock;
		this.#server = options.server;
		this.transport = {
			start: async () => {},
			send: (message) => this.#sendMessage(message),
			close: () => this.#close(),
			setProtocolVersion: (version) => this.#endpoint.keepProtocol(version)
		};
		this.#exchange = new Exchange((message) => this.transport.onmessage?.(message));
		this.wire = {
			encode: (method, params) => this.#encode(method, params),
			send: (frame, listener) => this.#sendFrame(frame, listener),
			abandon: (id) => this.#abandon(id)
		};
	}
	stamp(meta) {
		this.#stateless = String(meta[protocolKey]);
		this.#exchange.stamp(meta);
	}
	warnings() {
		return this.#exchange.warnings();
	}
	#encode(method, params) {
		const frame = this.#exchange.encode({
			method,
			params
		}, "");
		const protocol = this.#stateless;
		if (protocol === void 0) return frame;
		if (method === "tools/list" && !this.#mirrored.complete) this.#toolLists.add(frame.id);
		const mirrored = method === "tools/call" ? this.#mirrored.headers(params) : {};
		const own = {
			...statelessHeaders({
				protocol,
				method,
				params
			}),
			...mirrored
		};
		return {
			...frame,
			headers: this.#endpoint.headersWith(own)
		};
	}
	#sendFrame({ id, bytes, headers }, listener) {
		this.#exchange.expect(id, listener);
		if (this.#closing) {
			queueMicrotask(() => this.#exchange.fail(id, sessionClosed, this.#clock.now()));
			return;
		}
		const request = {
			method: "POST",
			body: bytes,
			headers
		};
		const reply = this.#endpoint.request(request, {
			onMessage: (message, at) => {
				this.#exchange.receive(message, at);
				if (this.#toolLists.delete(id)) this.#mirrored.learn(message);
			},
			onRefusal: ({ body, at }) => {
				if (hasId(body, id)) this.#exchange.receive(body, at);
			},
			onEnd: (failure, at, resume) => {
				this.#replies.delete(id);
				if (!this.#exchange.awaits(id)) return;
				if (this.#mayResume(failure, resume)) this.#resume(id, {
					failure,
					resume
				});
				else this.#fail(id, failure ?? noReply$1, at);
			}
		});
		this.#replies.set(id, reply);
	}
	#mayResume(failure, resume) {
		return (failure === void 0 || failure.kind === "disconnected") && resume?.lastEventId !== void 0 && this.#stateless === void 0 && !this.#closing;
	}
	#resume(id, { failure, resume }) {
		const end = () => {
			this.#replies.delete(id);
			stream.cancel();
		};
		const stream = new ServerStream(this.#endpoint, {
			clock: this.#clock,
			onMessage: (message, at) => {
				this.#exchange.receive(message, at);
				if (!this.#exchange.awaits(id)) end();
			},
			onRefused: () => {
				end();
				if (this.#exchange.awaits(id)) this.#fail(id, failure ?? noReply$1, this.#clock.now());
			}
		});
		this.#replies.set(id, stream);
		stream.reopen(resume);
	}
	#abandon(id) {
		this.#exchange.forget(id);
		this.#replies.get(id)?.cancel();
	}
	async #fail(id, failure, at) {
		const exit = failure.kind === "disconnected" ? await this.#server?.exitWithin(exitWaitMs) : void 0;
		const reason = exit ? {
			...failure,
			message: `the server ${describeExit(exit)}`
		} : this.#explain(failure);
		this.#exchange.fail(id, reason, at);
	}
	#explain(failure) {
		if (failure.kind !== "http-status" || failure.status !== 404 || !this.#endpoint.sessionId) return failure;
		return {
			...failure,
			message: `${failure.message} (the server no longer knows the session)`
		};
	}
	async #sendMessage(message) {
		if (this.#closing) throw new HttpFailure(sessionClosed);
		const asked = "method" in message && "id" in message ? message.id : void 0;
		const own = ownHeaders(message);
		const headers = own && this.#endpoint.headersWith(own);
		let answered = asked === void 0;
		let refused = false;
		await new Promise((resolve, reject) => {
			const request = {
				method: "POST",
				body: Buffer.from(JSON.stringify(message)),
				headers
			};
			this.#endpoint.request(request, {
				onHead: (head) => this.#endpoint.keepSession(head),
				onMessage: (incoming, at) => {
					answered ||= hasId(incoming, asked);
					this.#exchange.receive(incoming, at);
				},
				onRefusal: ({ status, body, at }) => {
					refused = own !== void 0 && (status === 400 || status === 404) && hasId(body, asked);
					if (refused) this.#exchange.receive(body, at);
				},
				onEnd: (failure) => refused || answered && !failure ? resolve() : reject(new HttpFailure(this.#explain(failure ?? noReply$1)))
			});
		});
		if ("method" in message && message.method === "notifications/initialized") this.#listen();
	}
	#listen() {
		this.#serverStream = new ServerStream(this.#endpoint, {
			clock: this.#clock,
			onMessage: (message, at) => this.#exchange.receive(message, at),
			onRefused: () => {}
		});
		this.#serverStream.open();
	}
	#close() {
		this.#closing ??= this.#end();
		return this.#closing;
	}
	async #end() {
		this.#exchange.failAll(sessionClosed, this.#clock.now());
		for (const reply of this.#replies.values()) reply.cancel();
		this.#serverStream?.cancel();
		if (this.#endpoint.sessionId) await this.#delete();
		await this.#endpoint.destroy();
		this.transport.onclose?.();
	}
	#delete() {
		return new Promise((resolve) => {
			const timer = setTimeout(() => reply.cancel(), deleteTimeoutMs);
			const onEnd = () => {
				clearTimeout(timer);
				resolve();
			};
			const reply = this.#endpoint.request({
				method: "DELETE",
				body: null
			}, {
				onMessage: () => {},
				onEnd
			});
		});
	}
};
function ownHeaders(message) {
	if (!("method" in message)) return void 0;
	const { method, params } = message;
	const protocol = (params?._meta)?.[protocolKey];
	return typeof protocol === "string" ? statelessHeaders({
		protocol,
		method,
		params
	}) : void 0;
}
function hasId(message, id) {
	try {
		return JSON.parse(message.toString("utf8")).id === id;
	} catch {
		return false;
	}
}
// src/server/launch-failure.ts
function launchFailure(error, { spec, server, warnings }) {
	if (error instanceof UserError) return error;
	const where = [spec.command, ...spec.args].filter((part) => part !== void 0).join(" ") || spec.url || "server";
	const context = [...warnings, ...lastOutput$1(server)].map((line) => `\n  ${line}`).join("");
	const exit = server?.exit;
	if (exit) return new ServerError(`the server ${describeExit(exit)} before the MCP handshake was done${context}`, {
		where,
		fix: "run the command by hand; a server must stay up and speak MCP until it is asked to end",
		cause: error
	});
	if (isTimeout(error)) return new ServerError(`the server did not answer the MCP handshake within ${spec.startupTimeoutMs} ms${context}`, {
		where,
		fix: `check that it speaks MCP over ${spec.transport}, or raise \`server.startup_timeout\``,
		cause: error
	});
	const reason = error instanceof Error ? error.message : String(error);
	return new ServerError(`the MCP handshake failed: ${reason}${context}`, {
		where,
		fix: error instanceof HttpFailure ? httpFix(error.failure) : `check that it speaks MCP over ${spec.transport}`,
		cause: error
	});
}
function isTimeout(error) {
	return error instanceof McpError && error.code === ErrorCode.RequestTimeout;
}
function httpFix(failure) {
	if (failure.kind === "disconnected" && failure.untrusted) return "name the certificate of its authority in `server.tls.ca`, or write `tls: { verify: false }`";
	if (failure.kind === "disconnected") return "check the host and port of `server.url`, and what the server writes";
	if (failure.kind !== "http-status") return "check that the path of `server.url` is the one that speaks MCP";
	const { status } = failure;
	if (status === 401 || status === 403) return "give the credentials it wants in `server.headers`, by `pass-env`";
	if (status < 400) return "write the final address into `server.url`";
	if (status === 404 || status === 405) return "check the path of `server.url`";
	return "look at what the server writes; the request was the plain opening of MCP";
}
function lastOutput$1(server) {
	const tail = server?.outputTail ?? "";
	return tail === "" ? [] : ["last output of the server:", ...tail.split("\n").map((line) => `  ${line}`)];
}
// src/server/port.ts
const placeholder = "${PORT}";
function wantsPort(spec) {
	return [
		...spec.args,
		...Object.values(spec.env),
		ownUrl(spec) ?? ""
	].some((text) => text.includes(placeholder));
}
function withPort(spec, port) {
	const fill = (text) => text.replaceAll(placeholder, String(port));
	const env = Object.fromEntries(Object.entries(spec.env).map(([name, value]) => [name, fill(value)]));
	const url = ownUrl(spec);
	return {
		...spec,
		args: spec.args.map(fill),
		env,
		...url === void 0 ? {} : { url: fill(url) }
	};
}
function ownUrl({ url, urlFrom }) {
	return urlFrom ? void 0 : url;
}
async function freePort() {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	server.close();
	await once(server, "close");
	if (address === null || typeof address === "string") throw new TypeError("a TCP server has an address with a port");
	return address.port;
}
async function isListening(url) {
	const host = url.hostname.replace(/^\[|\]$/g, "");
	const socket = connect({
		host,
		port: Number(url.port || (url.protocol === "https:" ? 443 : 80))
	});
	try {
		await once(socket, "connect", { signal: AbortSignal.timeout(1e3) });
		return true;
	} catch {
		return false;
	} finally {
		socket.destroy();
	}
}
// src/server/output-lines.ts
const longestLine = 1e4;
function firstMatch(stream, pattern, signal) {
	const expression = new RegExp(pattern);
	return new Promise((resolve) => {
		let rest = "";
		const read = (chunk) => {
			const lines = `${rest}${chunk.toString("utf8")}`.split("\n");
			rest = lines.at(-1)?.slice(-1e4) ?? "";
			for (const line of lines) {
				const match = expression.exec(line.slice(0, longestLine));
				if (!match) continue;
				stream.off("data", read);
				resolve(match);
				return;
			}
		};
		stream.on("data", read);
		signal.addEventListener("abort", () => stream.off("data", read), { once: true });
	});
}
function describePattern({ stream, pattern }) {
	return `a line matching /${pattern}/ on ${stream}`;
}
// src/server/url-from.ts
const pollMs$2 = 5;
async function announcedUrl(spec, { server, clock, signal }) {
	const { urlFrom, url, startupTimeoutMs } = spec;
	if (!urlFrom) throw new TypeError("the launch has no urlFrom");
	const watching = new AbortController();
	let found;
	firstMatch(server[urlFrom.stream], urlFrom.pattern, watching.signal).then((match) => {
		found = match[1] ?? match[0];
	});
	const deadline = server.spawnedAt + startupTimeoutMs;
	while (found === void 0 && !server.exit && clock.now() < deadline) {
		signal?.throwIfAborted();
		await setTimeout$1(pollMs$2);
	}
	watching.abort();
	if (found !== void 0) return urlOf(found, {
		template: url,
		pattern: describePattern(urlFrom)
	});
	if (server.exit) throw new Error("it ended before it said its address");
	throw new ServerError(`the server did not say its address within ${startupTimeoutMs} ms${lastOutput(server)}`, {
		where: [spec.command, ...spec.args].join(" "),
		expected: describePattern(urlFrom),
		fix: "correct `server.url_from` after what the server writes, or raise `server.startup_timeout`"
	});
}
function urlOf(found, { template, pattern }) {
	if (/^\d+$/.test(found) && template) return new URL(template.replaceAll("${PORT}", found));
	if (/^https?:/i.test(found) && URL.canParse(found)) return new URL(found);
	throw new ServerError(`the server said ${JSON.stringify(found)} where its address was looked for`, {
		expected: "a URL, or a port together with `url: http://127.0.0.1:${PORT}/mcp`",
		fix: `put the address into the first group of the pattern (${pattern})`
	});
}
function lastOutput(server) {
	const tail = server.outputTail;
	return tail === "" ? "" : `\n  last output of the server:\n${tail.replaceAll(/^/gm, "    ")}`;
}
// src/server/launch-http.ts
const pollMs$1 = 5;
const refusedPollMs = 25;
async function launchHttp(spec, options) {
	const trust = readTrust(spec.tls);
	if (spec.command === void 0) return reach({
		spec,
		url: parseUrl(spec.url),
		trust,
		options
	});
	const fixed = spec.urlFrom ? void 0 : parseUrl(spec.url);
	if (fixed) await requireFree(fixed, spec.command);
	const { clock, signal } = options;
	const server = await spawnServer({
		...spec,
		command: spec.command,
		endsOn: "SIGTERM"
	}, clock);
	server.keepStdout();
	try {
		const target = {
			spec,
			url: fixed ?? await announcedUrl(spec, {
				server,
				clock,
				signal
			}),
			trust,
			options,
			server
		};
		return running(target, {
			first: await firstSession(target, server),
			readyMs: clock.now() - server.spawnedAt
		});
	} catch (error) {
		await server.exitWithin(100);
		const failure = launchFailure(error, {
			spec,
			server,
			warnings: []
		});
		await server.stop();
		signal?.throwIfAborted();
		throw failure;
	}
}
async function requireFree(url, command) {
	if (await isListening(url)) throw new ServerError(`something is already listening on ${url.host}`, {
		where: command,
		fix: "end it, or let each launch have its own port: write ${PORT} in `url` and in `args` or `env`"
	});
}
async function reach(target) {
	const { spec, options } = target;
	try {
		return running(target, { first: await connect$1(target, spec.startupTimeoutMs) });
	} catch (error) {
		options.signal?.throwIfAborted();
		throw launchFailure(error, {
			spec,
			warnings: []
		});
	}
}
function connect$1({ spec, url, trust, options, server }, timeoutMs) {
	const { clock, signal, openSession } = options;
	const { headers, protocol, client: answers = {} } = spec;
	return openSession(new HttpConnection(url, {
		clock,
		headers,
		trust,
		server
	}), {
		clock,
		timeoutMs,
		protocol,
		answers,
		signal
	});
}
async function firstSession(target, server) {
	const { clock, signal } = target.options;
	const deadline = server.spawnedAt + target.spec.startupTimeoutMs;
	let refusal;
	while (!server.exit && clock.now() < deadline) {
		signal?.throwIfAborted();
		const listening = await isListening(target.url);
		try {
			if (listening) return await connect$1(target, deadline - clock.now());
		} catch (error) {
			if (!mayPass(error)) throw isTimeout(error) ? refusal ?? error : error;
			refusal = error;
		}
		await setTimeout$1(listening ? refusedPollMs : pollMs$1);
	}
	throw refusal ?? new HttpFailure({
		kind: "disconnected",
		message: "nothing accepts connections"
	});
}
function mayPass(error) {
	if (!(error instanceof HttpFailure)) return false;
	const { failure } = error;
	if (failure.kind === "disconnected") return !failure.untrusted;
	return failure.kind === "http-status" && passing(failure.status);
}
function passing(status) {
	return status === 404 || status === 429 || status >= 500;
}
function running(target, { first, readyMs }) {
	const { spec, server } = target;
	const sessions = [first];
	let unused = first;
	const connectMore = async () => {
		const session = await connect$1(target, spec.startupTimeoutMs).catch((error) => {
			throw launchFailure(error, {
				spec,
				server,
				warnings: []
			});
		});
		sessions.push(session);
		return session;
	};
	return {
		...server ? { pid: server.pid } : {},
		url: target.url,
		readyMs: () => readyMs,
		connect: async () => {
			const session = unused;
			unused = void 0;
			return session ?? connectMore();
		},
		stop: async () => {
			await Promise.all(sessions.map((session) => session.close()));
			return server?.stop() ?? notOurs;
		},
		stderrTail: () => server?.outputTail ?? ""
	};
}
const notOurs = {
	exitCode: null,
	signal: null,
	killed: false,
	orphans: 0
};
function parseUrl(text) {
	if (text !== void 0 && URL.canParse(text) && /^https?:/i.test(text)) return new URL(text);
	throw new ConfigError(`streamable-http needs a URL, not ${JSON.stringify(text ?? "")}`, {
		expected: "an address such as http://127.0.0.1:${PORT}/mcp",
		fix: "set `server.url`"
	});
}
// src/server/stdio.ts
const settleMs = 250;
var StdioConnection = class {
	transport;
	wire;
	#server;
	#clock;
	#exchange;
	#reader;
	#gathered;
	#arrivedAt = 0;
	#closed;
	constructor(server, options) {
		this.#server = server;
		this.#clock = options.clock;
		this.transport = {
			start: async () => this.#listen(),
			send: (message) => this.#sendMessage(message),
			close: async () => this.#close({
				kind: "disconnected",
				message: "the session was closed"
			})
		};
		this.#exchange = new Exchange((message) => this.transport.onmessage?.(message));
		const limit = options.maxFrameBytes ?? 268435456;
		this.#reader = new FrameReader({
			onFrame: (frame) => this.#exchange.receive(frame, this.#arrivedAt),
			onTooLong: () => this.#exchange.failAll(tooLong(limit), this.#arrivedAt)
		}, { maxBytes: limit });
		this.wire = {
			encode: (method, params) => this.#exchange.encode({
				method,
				params
			}, "\n"),
			send: (frame, listener) => this.#sendFrame(frame, listener),
			abandon: (id) => this.#exchange.forget(id)
		};
	}
	stamp(meta) {
		this.#exchange.stamp(meta);
	}
	warnings() {
		return this.#exchange.warnings();
	}
	#listen() {
		const { stdout, exited } = this.#server;
		stdout.on("data", (chunk) => this.#onData(chunk));
		const ended = new Promise((resolve) => stdout.once("end", resolve).once("close", resolve));
		Promise.race([ended, exited]).then(async () => {
			const at = this.#clock.now();
			await within(settleMs, Promise.all([ended, exited]));
			this.#close(this.#whyGone(), at);
		});
	}
	#onData(chunk) {
		this.#arrivedAt = this.#clock.now();
		this.#gathered = [];
		try {
			this.#reader.push(chunk);
		} finally {
			const gathered = this.#gathered;
			this.#gathered = void 0;
			if (gathered.length > 0) this.#write(gathered);
		}
	}
	#sendFrame(frame, listener) {
		const { id } = frame;
		this.#exchange.expect(id, listener);
		const closed = this.#closed;
		if (closed) queueMicrotask(() => this.#exchange.fail(id, closed, this.#clock.now()));
		else if (this.#gathered) this.#gathered.push(frame.bytes);
		else this.#server.stdin.write(frame.bytes);
	}
	#write(frames) {
		const [only] = frames;
		this.#server.stdin.write(frames.length === 1 ? only : Buffer.concat(frames));
	}
	async #sendMessage(message) {
		if (this.#closed) throw new Error(this.#closed.message);
		const { stdin } = this.#server;
		if (stdin.write(`${JSON.stringify(message)}\n`)) return;
		await new Promise((resolve) => stdin.once("drain", resolve).once("close", resolve));
	}
	#close(failure, at = this.#clock.now()) {
		if (this.#closed) return;
		this.#closed = failure;
		this.#exchange.failAll(failure, at);
		this.transport.onclose?.();
	}
	#whyGone() {
		const { exit } = this.#server;
		const half = this.#reader.pendingBytes > 0 ? " in the middle of a line" : "";
		return {
			kind: "disconnected",
			message: exit ? `the server ${describeExit(exit)}${half}` : `the server closed its stdout${half} but is still running`
		};
	}
};
function tooLong(limit) {
	return {
		kind: "malformed",
		message: `the server wrote a line of more than ${limit} bytes`
	};
}
async function within(limitMs, event) {
	let timer;
	const timeout = new Promise((resolve) => {
		timer = setTimeout(resolve, limitMs);
	});
	await Promise.race([event, timeout]);
	clearTimeout(timer);
}
// src/server/launch-stdio.ts
async function launchStdio(spec, context) {
	const { clock, signal, openSession } = context;
	const { command, protocol, client: answers = {}, startupTimeoutMs: timeoutMs } = spec;
	if (command === void 0) throw new ConfigError("a stdio server needs a command", { fix: "set `server.command`" });
	const server = await spawnServer({
		...spec,
		command,
		endsOn: "stdin"
	}, clock);
	const connection = new StdioConnection(server, { clock });
	let session;
	try {
		session = await openSession(connection, {
			clock,
			timeoutMs,
			protocol,
			answers,
			signal
		});
	} catch (error) {
		const failure = launchFailure(error, {
			spec,
			server,
			warnings: connection.warnings()
		});
		await server.stop();
		signal?.throwIfAborted();
		throw failure;
	}
	const readyMs = clock.now() - server.spawnedAt;
	return {
		pid: server.pid,
		readyMs: () => readyMs,
		connect: async () => session,
		stop: () => server.stop(),
		stderrTail: () => server.outputTail
	};
}
// src/server/open.ts
const portTaken = /EADDRINUSE|address already in use/i;
async function launchServer(spec, options) {
	options.signal?.throwIfAborted();
	const openSession = await handshakeFor(spec.protocol);
	if (spec.protocol !== "auto") return launchOnPort(spec, {
		...options,
		openSession
	});
	const trial = {
		...spec,
		startupTimeoutMs: spec.startupTimeoutMs / 2,
		protocol: firstStateless
	};
	try {
		return await launchOnPort(trial, {
			...options,
			openSession: tryStateless
		});
	} catch (error) {
		options.signal?.throwIfAborted();
		if (error instanceof ConfigError) throw error;
		return launchOnPort(spec, {
			...options,
			openSession
		});
	}
}
async function launchOnPort(spec, options) {
	const launch = spec.transport === "stdio" ? launchStdio : launchHttp;
	if (!wantsPort(spec)) return launch(spec, options);
	try {
		return await launch(withPort(spec, await freePort()), options);
	} catch (error) {
		if (!(error instanceof ServerError) || !portTaken.test(error.message)) throw error;
		options.log?.("the port was taken before the server got to it; trying once more with another");
		return launch(withPort(spec, await freePort()), options);
	}
}
// src/server/service.ts
const pollMs = 25;
const answerMs = 2e3;
async function startServices(specs, { clock, signal }) {
	const ports = new Map();
	for (const { name } of specs) ports.set(name, await freePort());
	const started = [];
	let stopped;
	const end = async () => {
		for (const service of started.toReversed()) await service.stop();
	};
	const stop = () => {
		stopped ??= end();
		return stopped;
	};
	try {
		for (const spec of specs) await startService(withPorts(spec, ports), {
			clock,
			signal,
			started
		});
	} catch (error) {
		await stop();
		signal.throwIfAborted();
		throw error;
	}
	return {
		ports,
		stop
	};
}
function withPorts(spec, ports) {
	const own = (text) => text.replaceAll("${PORT}", `\${PORT_${spec.name}}`);
	const { ready } = spec;
	const filled = withServicePorts({
		args: spec.args.map(own),
		env: Object.fromEntries(Object.entries(spec.env).map(([name, value]) => [name, own(value)])),
		...ready && "url" in ready ? { url: own(ready.url) } : {}
	}, ports);
	return {
		...spec,
		args: filled.args,
		env: filled.env,
		...filled.url === void 0 ? {} : { ready: { url: filled.url } }
	};
}
async function startService(spec, { clock, signal, started }) {
	signal.throwIfAborted();
	const process = await spawnServer({
		...spec,
		endsOn: "SIGTERM"
	}, clock).catch((error) => {
		const message = error instanceof Error ? error.message : String(error);
		throw new ServerError(`the service ${JSON.stringify(spec.name)} could not be started: ${message}`, { cause: error });
	});
	started.push(process);
	process.keepStdout();
	const { ready } = spec;
	if (!ready) return;
	const watching = new AbortController();
	const seen = { ready: false };
	if ("pattern" in ready) firstMatch(process[ready.stream], ready.pattern, watching.signal).then(() => {
		seen.ready = true;
	});
	try {
		const deadline = clock.now() + spec.startupTimeoutMs;
		while (!seen.ready && clock.now() < deadline) {
			signal.throwIfAborted();
			if (process.exit) throw neverReady(spec, {
				process,
				found: describeExit(process.exit)
			});
			if ("url" in ready && await answers(ready.url)) return;
			await setTimeout$1(pollMs, void 0, { signal });
		}
		if (!seen.ready) throw neverReady(spec, {
			process,
			found: `was not ready within ${spec.startupTimeoutMs / 1e3} s`
		});
	} finally {
		watching.abort();
	}
}
async function answers(url) {
	try {
		const { statusCode, body } = await (0, import_undici.request)(url, { signal: AbortSignal.timeout(answerMs) });
		await body.dump();
		return statusCode < 400;
	} catch {
		return false;
	}
}
function neverReady(spec, { process, found }) {
	const { ready } = spec;
	const tail = process.outputTail;
	const output = tail === "" ? "" : `\n  last output of the service:\n${tail.replaceAll(/^/gm, "    ")}`;
	const wanted = ready && "url" in ready ? `a status below 400 from ${ready.url}` : ready && describePattern(ready);
	return new ServerError(`the service ${JSON.stringify(spec.name)} ${found}${output}`, {
		where: [spec.command, ...spec.args].join(" "),
		...wanted ? { expected: wanted } : {},
		fix: `run the command by hand; correct \`services.${spec.name}.ready\`, or raise its \`startup_timeout\``
	});
}
// src/baseline/record-numbers.ts
const milliseconds = number$1().nonnegative();
const count$2 = number$1().int().nonnegative();
const positive = number$1().int().positive();
// src/baseline/record-launch.ts
const outcomeKinds = [
	"ok",
	"tool-error",
	"rpc-error",
	"timeout",
	"unexpected",
	"malformed",
	"disconnected",
	"dropped"
];
const backlog = strictObject({
	most: count$2,
	dropped: count$2
});
const block = strictObject({
	position: count$2,
	wallMs: milliseconds,
	attempted: count$2,
	ok: count$2,
	medianMs: milliseconds.optional(),
	meanMs: milliseconds.optional(),
	backlog: backlog.optional()
});
const errorSample = strictObject({
	kind: _enum(outcomeKinds),
	message: string(),
	count: count$2
});
const measurement = strictObject({
	row: string(),
	outcomes: partialRecord(_enum(outcomeKinds), count$2),
	errors: array(errorSample),
	blocks: array(block),
	samples,
	cpuPerCallMs: milliseconds.optional(),
	requestBytes: number$1().nonnegative(),
	responseBytes: number$1().nonnegative().optional()
});
const launch = strictObject({
	arm: string(),
	purpose: string().optional(),
	metrics: record(string(), number$1()),
	exitCode: number$1().int().nullable(),
	killed: boolean(),
	orphans: count$2,
	measurements: array(measurement),
	failure: string().optional()
});
const round = strictObject({
	index: count$2,
	order: record(string(), array(string())),
	launches: array(launch)
});
// src/baseline/record-row.ts
const limit = discriminatedUnion("kind", [
	strictObject({
		kind: literal("relative"),
		change: number$1().nonnegative()
	}),
	strictObject({
		kind: literal("points"),
		points: number$1().nonnegative()
	}),
	strictObject({
		kind: literal("absolute"),
		value: number$1().nonnegative()
	})
]);
const threshold = strictObject({
	metric: string(),
	level: _enum(["warn", "fail"]),
	limit,
	text: string()
});
const everyLoad = {
	requests: positive.optional(),
	durationMs: number$1().positive().optional(),
	warmup: count$2,
	timeoutMs: milliseconds,
	sessions: positive.optional()
};
const dispatch = discriminatedUnion("kind", [
	strictObject({ kind: literal("burst") }),
	strictObject({ kind: literal("sequential") }),
	strictObject({
		kind: literal("waves"),
		size: positive
	})
]);
const load = discriminatedUnion("kind", [
	strictObject({
		kind: literal("closed"),
		concurrency: positive,
		delayMs: milliseconds.optional(),
		...everyLoad
	}),
	strictObject({
		kind: literal("open"),
		ratePerSecond: number$1().positive(),
		maxInFlight: positive,
		...everyLoad
	}),
	strictObject({
		kind: literal("batch"),
		size: positive,
		dispatch,
		delayMs: milliseconds.optional(),
		...everyLoad
	})
]).refine(({ requests, durationMs }) => requests === void 0 !== (durationMs === void 0), "has either `requests` or `durationMs`");
const row = strictObject({
	id: string().min(1),
	benchmark: string().min(1),
	group: string().optional(),
	method: string(),
	target: string(),
	load,
	items: number$1().positive().optional(),
	sweep: strictObject({
		field: string(),
		value: number$1(),
		within: string().optional()
	}).optional(),
	key: string().optional(),
	variant: string().optional(),
	note: string().optional(),
	rounds: number$1().int().positive().optional(),
	configHash: string(),
	thresholds: array(threshold),
	controlUnits: count$2.optional(),
	line: number$1().int().positive().optional()
});
const environment = strictObject({
	os: string(),
	osVersion: string(),
	arch: string(),
	cpuModel: string(),
	cores: number$1().int().positive(),
	memoryBytes: number$1().positive(),
	runnerImage: string().optional(),
	runnerImageVersion: string().optional(),
	runnerKey: string().optional(),
	serverRuntime: string().optional(),
	runtime: string(),
	custom: record(string(), string())
});
const arm = strictObject({
	id: string(),
	side: _enum([
		"head",
		"base",
		"control"
	]),
	variant: string().optional(),
	reference: string().optional(),
	thresholds: array(threshold).optional(),
	environment: record(string(), string()).optional(),
	commit: string().optional(),
	transport: _enum(["stdio", "streamable-http"]),
	server: strictObject({
		name: string(),
		version: string(),
		protocol: string()
	}).optional()
});
const recordSchema = strictObject({
	schema: literal(1),
	kind: literal("mcp-bench-record"),
	harness: string(),
	createdAt: datetime(),
	commit: strictObject({
		sha: string(),
		ref: string().optional(),
		dirty: boolean(),
		head: string().optional()
	}).optional(),
	environment,
	seed: count$2,
	command: string(),
	resourceMethod: string(),
	outliers: _enum(["keep", "3sigma"]).optional(),
	serverHash: string(),
	serverThresholds: array(threshold),
	arms: array(arm).min(1),
	rows: array(row),
	rounds: array(round),
	stopReason: string(),
	advisory: record(string(), string()).optional(),
	quick: literal(true).optional(),
	skipped: array(strictObject({
		benchmark: string(),
		reason: string()
	})),
	warnings: array(string())
});
// src/measure/build-record.ts
function buildRecord(plan, parts) {
	const { arms, seed, serverHash, serverThresholds, outliers, advisory, quick } = plan;
	return {
		schema: 1,
		kind: "mcp-bench-record",
		harness: parts.harness,
		createdAt: parts.createdAt,
		...parts.commit ? { commit: parts.commit } : {},
		environment: parts.environment,
		seed,
		command: parts.command,
		resourceMethod: parts.resourceMethod,
		...outliers === void 0 ? {} : { outliers },
		serverHash,
		serverThresholds: [...serverThresholds],
		arms: arms.map((arm) => recordArm(arm, {
			server: parts.identities.get(arm.id),
			environment: parts.variantEnvironment?.[arm.variant ?? ""]
		})),
		rows: parts.rows.map(recordRow),
		rounds: parts.rounds,
		stopReason: parts.stopReason,
		...advisory && Object.keys(advisory).length > 0 ? { advisory } : {},
		...quick ? { quick } : {},
		skipped: parts.skipped,
		warnings: parts.warnings
	};
}
function recordArm({ id, side, variant, reference, thresholds, commit, launch }, { server, environment }) {
	const { name = "", version = "", protocol = "" } = server ?? {};
	return {
		id,
		side,
		...variant === void 0 ? {} : { variant },
		...reference === void 0 ? {} : { reference },
		...thresholds === void 0 ? {} : { thresholds: [...thresholds] },
		...environment && Object.keys(environment).length > 0 ? { environment } : {},
		...commit === void 0 ? {} : { commit },
		transport: launch.transport,
		...server ? { server: {
			name,
			version,
			protocol
		} } : {}
	};
}
function recordRow({ operation, expect: _expect, staging: _staging, cooldownMs: _cooldown, thresholds, ...row }) {
	return {
		...row,
		method: operation.method,
		target: operation.target,
		thresholds: [...thresholds]
	};
}
// src/config/discover.ts
const lists = [
	{
		capability: "tools",
		method: "tools/list"
	},
	{
		capability: "resources",
		method: "resources/list"
	},
	{
		capability: "prompts",
		method: "prompts/list"
	}
];
function discoverBenchmarks({ capabilities, tools }) {
	const methods = ["ping", ...lists.filter(({ capability }) => capabilities.has(capability)).map((list) => list.method)];
	const safe = uniqueNames(tools.filter(({ required, readOnly }) => readOnly && required.length === 0));
	return [...methods.map((method) => ({
		benchmark: method,
		operation: {
			method,
			target: method
		}
	})), ...safe.map((name) => ({
		benchmark: methods.includes(name) ? `tool ${name}` : name,
		operation: {
			method: "tools/call",
			params: {
				name,
				arguments: {}
			},
			target: name
		}
	}))];
}
function uniqueNames(tools) {
	return [...new Set(tools.map(({ name }) => name))].filter((name) => name.trim() !== "" && name !== "__proto__");
}
function leftOutTools({ tools }) {
	const needy = tools.filter(({ required }) => required.length > 0).length;
	const writing = tools.filter(({ required, readOnly }) => required.length === 0 && !readOnly).length;
	const reasons = [...needy > 0 ? [`${needy} need arguments`] : [], ...writing > 0 ? [`${writing} do not declare themselves read-only`] : []];
	if (reasons.length === 0) return void 0;
	return `${needy + writing} of ${tools.length} tools are not measured: ${reasons.join(", ")}; list them under \`benchmarks\``;
}
// src/measure/check-row.ts
const capabilityOf = {
	"tools/call": "tools",
	"tools/list": "tools",
	"prompts/get": "prompts",
	"prompts/list": "prompts",
	"resources/read": "resources",
	"resources/list": "resources",
	"resources/templates/list": "resources",
	"completion/complete": "completions",
	"logging/setLevel": "logging"
};
function requestsOf({ operation, expect }) {
	if (operation.kind === "http") return [];
	return operation.kind === "mix" ? operation.parts : [{
		operation,
		...expect ? { expect } : {}
	}];
}
function skipReason(row, { protocol, capabilities }) {
	for (const { operation } of requestsOf(row)) {
		if (!definesMethod(protocol, operation.method)) return `protocol ${protocol} has no ${operation.method}`;
		const capability = capabilityOf[operation.method];
		if (capability !== void 0 && !capabilities.has(capability)) return `the server does not offer ${operation.method} (no capability \`${capability}\`)`;
	}
}
function checkRow(row, offer) {
	for (const request of requestsOf(row)) checkRequest(request, row, offer);
}
function checkRequest({ operation, expect }, row, offer) {
	const { method, params } = operation;
	const name = params?.name;
	if (expect?.error || typeof name !== "string" || name.includes("{{")) return;
	if (method === "prompts/get") requireKnown(name, offer.prompts, {
		row,
		what: "prompt"
	});
	if (method !== "tools/call") return;
	requireKnown(name, offer.tools.map((tool) => tool.name), {
		row,
		what: "tool"
	});
	const required = offer.tools.find((tool) => tool.name === name)?.required ?? [];
	const given = givenArguments(operation);
	const missing = required.filter((argument) => !given.includes(argument));
	if (missing.length > 0) throw new ConfigError(`the tool ${quote$1(name)} is called without ${missing.map(quote$1).join(", ")}`, {
		where: placeOf(row),
		expected: `arguments ${required.map(quote$1).join(", ")}, as its input schema requires`,
		fix: "add them under `arguments`, or set `expect: { error: true }` if the refusal is what you measure"
	});
}
function givenArguments({ params, argumentRows = [] }) {
	const [first = {}, ...others] = argumentRows;
	const inAll = Object.keys(first).filter((name) => others.every((row) => Object.hasOwn(row, name)));
	return [...Object.keys(params?.arguments ?? {}), ...inAll];
}
function placeOf({ benchmark, line }) {
	return `benchmark ${quote$1(benchmark)}${line === void 0 ? "" : ` (line ${line} of the configuration)`}`;
}
function requireKnown(name, offered, { row, what }) {
	if (offered.includes(name)) return;
	const hint = nearest(name, offered);
	throw new ConfigError(`the server has no ${what} ${quote$1(name)}`, {
		where: placeOf(row),
		expected: offered.length > 0 ? `one of ${offered.map(quote$1).join(", ")}` : `nothing, it offers no ${what}s`,
		...hint === void 0 ? {} : { fix: `did you mean ${quote$1(hint)}?` }
	});
}
function quote$1(text) {
	return JSON.stringify(text);
}
// src/measure/request-loop.ts
const newline = 10;
const standardRetention = 64 * 2 ** 20;
var RequestLoop = class {
	options;
	#settle;
	inFlight = new Map();
	failures = [];
	next = 0;
	limit;
	over = false;
	startedAt = 0;
	endedAt = 0;
	#answers = [];
	#sending = false;
	#retained = 0;
	#sentSinceReply = 0;
	#disconnections = [];
	#cancelSweep;
	#sent = 0;
	#sentBytes = 0;
	#gaveUp = false;
	constructor(options, settle) {
		this.options = options;
		this.#settle = settle;
		this.limit = options.frames.length;
	}
	after(ms, wake) {
		const timer = setTimeout(wake, timerDelay(ms));
		return () => clearTimeout(timer);
	}
	conclude() {
		return {};
	}
	start() {
		const { signal, clock, timeoutMs } = this.options;
		this.startedAt = clock.now();
		this.endedAt = this.startedAt;
		if (signal.aborted) {
			this.#abort();
			return;
		}
		signal.addEventListener("abort", this.#abort, { once: true });
		this.#cancelSweep = this.after(timeoutMs, this.#expire);
		this.fill();
	}
	onReply(id, body, arrivedAt) {
		const sentAt = this.#take(id, arrivedAt);
		if (sentAt === void 0) return;
		this.#sentSinceReply = 0;
		this.#disconnections = [];
		this.#retained += body.byteLength;
		try {
			this.#answers.push({
				id,
				latencyMs: arrivedAt - sentAt,
				bytes: body.byteLength,
				judged: this.#keepOrJudge(id, body)
			});
			this.fill();
		} catch (error) {
			this.#abandon(error);
		}
	}
	onFailure(id, failure, at) {
		if (this.#take(id, at) === void 0) return;
		this.#sentSinceReply = 0;
		this.failures.push(outcomeOf(failure));
		if (failure.kind === "disconnected") this.#disconnections.push(failure.message);
		else this.#disconnections = [];
		if (this.#disconnections.length >= 3) this.#endUnanswered(failure.message);
		else this.fill();
	}
	#keepOrJudge(id, body) {
		const { classify, retainBytes = standardRetention } = this.options;
		return this.#retained > retainBytes ? classify(body, id) : body;
	}
	#take(id, at) {
		const sentAt = this.inFlight.get(id);
		if (sentAt === void 0) return void 0;
		this.inFlight.delete(id);
		this.endedAt = at;
		return sentAt;
	}
	fill() {
		if (this.#sending) return;
		this.#sending = true;
		this.pump();
		this.#sending = false;
		if (this.next >= this.limit && this.inFlight.size === 0) this.#finish();
	}
	write(frame, from) {
		this.#sentSinceReply++;
		this.#sent++;
		this.#sentBytes += textBytes(frame.bytes);
		this.inFlight.set(frame.id, from);
		this.options.wire.send(frame, this);
	}
	#expire = () => {
		const { clock, timeoutMs, wire } = this.options;
		const now = clock.now();
		for (const [id, sentAt] of this.inFlight) {
			if (sentAt + timeoutMs > now) break;
			this.#take(id, now);
			wire.abandon(id);
			this.failures.push({
				kind: "timeout",
				message: `no reply within ${timeoutMs} ms`
			});
		}
		if (this.#sentSinceReply - this.inFlight.size >= 3) this.#giveUp();
		this.fill();
		if (this.over) return;
		const [oldest = now] = this.inFlight.values();
		this.#cancelSweep = this.after(oldest + timeoutMs - clock.now(), this.#expire);
	};
	#giveUp() {
		this.#gaveUp ||= this.next < this.limit;
		this.limit = this.next;
	}
	#endUnanswered(message) {
		const unsent = Number.isFinite(this.limit) ? this.limit - this.next : 0;
		const unanswered = this.inFlight.size + unsent;
		for (let i = 0; i < unanswered; i++) this.failures.push({
			kind: "disconnected",
			message
		});
		this.inFlight.clear();
		this.#finish();
	}
	#finish() {
		if (this.over) return;
		this.close();
		const disconnected = this.#disconnections.at(-1);
		this.#settle.resolve({
			wallMs: this.endedAt - this.startedAt,
			answers: this.#answers,
			failures: this.failures,
			sent: this.#sent,
			sentBytes: this.#sentBytes,
			gaveUp: this.#gaveUp,
			...disconnected === void 0 ? {} : { disconnected },
			...this.conclude()
		});
	}
	#abort = () => this.#abandon(this.options.signal.reason);
	#abandon(reason) {
		this.close();
		for (const id of this.inFlight.keys()) this.options.wire.abandon(id);
		this.inFlight.clear();
		this.#settle.reject(reason);
	}
	close() {
		this.over = true;
		this.#cancelSweep?.();
		this.options.signal.removeEventListener("abort", this.#abort);
	}
};
function outcomeOf({ kind, message }) {
	return {
		kind: kind === "http-status" ? "rpc-error" : kind,
		message
	};
}
function textBytes(bytes) {
	return bytes[bytes.length - 1] === newline ? bytes.length - 1 : bytes.length;
}
function timerDelay(ms) {
	return Math.min(Math.max(1, Math.ceil(ms)), 2 ** 31 - 1);
}
// src/measure/closed-loop.ts
function runClosedLoop(options) {
	return new Promise((resolve, reject) => new ClosedLoop(options, {
		resolve,
		reject
	}).start());
}
var ClosedLoop = class extends RequestLoop {
	#durationMs;
	constructor(options, settle) {
		super(options, settle);
		this.#durationMs = options.timed?.durationMs ?? Number.POSITIVE_INFINITY;
		if (options.timed) this.limit = Number.POSITIVE_INFINITY;
	}
	pump() {
		const { frames, concurrency, clock, timed } = this.options;
		const deadline = this.startedAt + this.#durationMs;
		while (!this.over && this.next < this.limit && this.inFlight.size < concurrency) {
			const frame = frames[this.next] ?? timed.more();
			const now = clock.now();
			if (now >= deadline) {
				this.limit = this.next;
				return;
			}
			this.next++;
			this.write(frame, now);
		}
	}
};
// src/measure/reply.ts
function parseReply(body) {
	const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");
	let value;
	try {
		value = JSON.parse(text);
	} catch {
		return {
			kind: "malformed",
			message: `not JSON: ${text.slice(0, 200)}`
		};
	}
	if (isObject(value) && value.jsonrpc === "2.0") {
		const { result, error } = value;
		if (isObject(result) && error === void 0) return {
			kind: "result",
			result
		};
		if (isObject(error) && result === void 0 && typeof error.code === "number" && typeof error.message === "string") return {
			kind: "error",
			code: error.code,
			message: error.message
		};
	}
	return {
		kind: "malformed",
		message: `not a JSON-RPC response: ${text.slice(0, 200)}`
	};
}
function resultText(result) {
	const texts = [
		result.content,
		result.contents,
		result.messages
	].flatMap(textsOf);
	return texts.length > 0 ? texts.join("\n") : JSON.stringify(result);
}
function textsOf(value) {
	if (Array.isArray(value)) return value.flatMap(textsOf);
	if (!isObject(value)) return [];
	return typeof value.text === "string" ? [value.text] : textsOf(value.content);
}
function isObject(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
// src/measure/expectation.ts
const patternTimeoutMs = 1e3;
function expectationCheck(expectation) {
	const { text, structured } = expectation;
	const found = text === void 0 ? () => true : textSearch(text);
	const wanted = typeof text === "object" ? `/${text.pattern}/${text.flags}` : JSON.stringify(text);
	return (reply, failed) => {
		const said = reply.kind === "error" ? reply.message : resultText(reply.result);
		if (expectation.error && !failed) return `expected an error, got: ${said}`;
		if (!found(said)) return `expected the text ${wanted}, got: ${said}`;
		if (structured === void 0) return void 0;
		const content = reply.kind === "result" ? reply.result.structuredContent : void 0;
		return holds(content, structured) ? void 0 : `expected the structured content ${JSON.stringify(structured)}, got: ${JSON.stringify(content)}`;
	};
}
function textSearch(text) {
	if (typeof text === "string") return (said) => said.includes(text);
	const expression = new RegExp(text.pattern, text.flags);
	const context = createContext({
		expression,
		said: ""
	});
	const script = new Script("expression.lastIndex = 0; expression.test(said)");
	return (said) => {
		context.said = said;
		try {
			return script.runInContext(context, { timeout: patternTimeoutMs }) === true;
		} catch (cause) {
			throw new ConfigError(`the pattern ${expression} did not finish within ${patternTimeoutMs} ms on a reply of ${said.length} characters`, {
				where: "expect.text",
				fix: "write it without nested repetition such as `(a+)+`",
				cause
			});
		}
	};
}
function holds(actual, wanted) {
	if (Array.isArray(wanted)) return Array.isArray(actual) && actual.length === wanted.length && wanted.every((item, at) => holds(actual[at], item));
	if (isObject(wanted)) return isObject(actual) && Object.entries(wanted).every(([key, value]) => holds(actual[key], value));
	return Object.is(actual, wanted);
}
// src/measure/outcome.ts
const ok = { kind: "ok" };
function replyClassifier(expectation) {
	const mismatch = expectation ? expectationCheck(expectation) : void 0;
	return (body) => {
		const reply = parseReply(body);
		if (reply.kind === "malformed") return reply;
		const failure = failureOf(reply);
		if (!mismatch) return failure ?? ok;
		if (failure && !expectation?.error) return failure;
		const problem = mismatch(reply, failure !== void 0);
		return problem === void 0 ? ok : {
			kind: "unexpected",
			message: problem
		};
	};
}
function bodyClassifier(expectation) {
	const mismatch = expectation ? expectationCheck(expectation) : void 0;
	return (body) => {
		if (!mismatch) return ok;
		const text = Buffer.from(body).toString("utf8");
		const result = {
			content: [{
				type: "text",
				text
			}],
			structuredContent: parsedOrNothing(text)
		};
		const problem = mismatch({
			kind: "result",
			result
		}, false);
		return problem === void 0 ? ok : {
			kind: "unexpected",
			message: problem
		};
	};
}
function parsedOrNothing(text) {
	try {
		return JSON.parse(text);
	} catch {
		return;
	}
}
function failureOf(reply) {
	if (reply.kind === "error") return {
		kind: "rpc-error",
		message: `${reply.code}: ${reply.message}`
	};
	if (reply.result.resultType === "input_required") return {
		kind: "unexpected",
		message: "the server asks for input that `server.client` does not answer"
	};
	return reply.result.isError === true ? {
		kind: "tool-error",
		message: resultText(reply.result)
	} : void 0;
}
// src/measure/request.ts
const maximumPages = 1e3;
async function requestOnce(wire, request, options) {
	const frames = [wire.encode(request.method, request.params)];
	const { answers, failures } = await runClosedLoop({
		...options,
		wire,
		frames,
		concurrency: 1,
		classify: replyClassifier(),
		retainBytes: Number.POSITIVE_INFINITY
	});
	const answer = answers[0];
	if (!answer || !(answer.judged instanceof Uint8Array)) throw noReply(request.method, failures[0]);
	const reply = parseReply(answer.judged);
	if (reply.kind === "malformed") throw noReply(request.method, reply);
	return {
		latencyMs: answer.latencyMs,
		reply
	};
}
async function listPages(wire, method, options) {
	const results = [];
	let firstMs;
	let cursor;
	do {
		const { latencyMs, reply } = await requestOnce(wire, {
			method,
			...cursor === void 0 ? {} : { params: { cursor } }
		}, options);
		if (reply.kind === "error") throw noReply(method, {
			kind: "rpc-error",
			message: `${reply.code}: ${reply.message}`
		});
		firstMs ??= latencyMs;
		results.push(reply.result);
		cursor = typeof reply.result.nextCursor === "string" ? reply.result.nextCursor : void 0;
	} while (cursor !== void 0 && results.length < maximumPages);
	if (cursor !== void 0) throw new ServerError(`${method} has not ended after ${maximumPages} pages`, { fix: "leave `nextCursor` out of the last page" });
	return {
		firstMs,
		results
	};
}
function noReply(method, outcome) {
	const detail = outcome && "message" in outcome ? `${outcome.kind}: ${outcome.message}` : "no reply";
	return new ServerError(`the server gave no usable reply to ${method} (${detail})`, { fix: "check that the server answers this request with an MCP client such as the Inspector" });
}
// src/measure/ask-once.ts
const methodNotFound = -32601;
const patienceMs$1 = 2e3;
const checkedByName = ["tools/call", "prompts/get"];
async function askOnce(row, { wire }, options) {
	for (const { operation, expect } of requestsOf(row)) {
		const { method, target } = operation;
		if (expect?.error || checkedByName.includes(method) || listsUsed(operation.params ?? {}).length > 0) continue;
		const reply = await answer(operation, wire, {
			...options,
			timeoutMs: Math.min(options.timeoutMs, patienceMs$1)
		});
		if (reply?.kind !== "error") continue;
		if (reply.code === methodNotFound) {
			if (isKnown(method)) return `the server does not know ${method} (it answers ${reply.code}: ${reply.message})`;
			throw unknownMethod(row, method);
		}
		if (method === "resources/read") throw new ConfigError(`the server cannot read the resource ${target}: ${reply.message}`, {
			where: placeOf(row),
			fix: "use a URI that `resources/list` shows, or set `expect: { error: true }` if the refusal is what you measure"
		});
	}
}
async function answer({ method, params }, wire, options) {
	const request = {
		method,
		...params === void 0 ? {} : { params: renderParams(params, { seq: 0 }) }
	};
	try {
		return (await requestOnce(wire, request, options)).reply;
	} catch (error) {
		if (error instanceof ServerError) return void 0;
		throw error;
	}
}
const knownMethods = [...Object.keys(capabilityOf), "ping"];
function isKnown(method) {
	return knownMethods.includes(method);
}
function unknownMethod(row, method) {
	const hint = nearest(method, knownMethods);
	return new ConfigError(`the server does not know the method ${JSON.stringify(method)}`, {
		where: placeOf(row),
		expected: `one of ${knownMethods.join(", ")}, or a method of the server's own`,
		fix: `${hint === void 0 ? "" : `did you mean ${hint}? `}If the refusal is what you measure, set \`expect: { error: true }\``
	});
}
// src/measure/call-params.ts
function callParams({ params, argumentRows }, captures) {
	if (params === void 0) return () => void 0;
	const templated = hasPlaceholders(params);
	const filled = (seq) => templated ? renderParams(params, {
		seq,
		captures
	}) : params;
	if (!argumentRows) return filled;
	return (seq) => {
		const { arguments: common, ...rest } = filled(seq);
		return {
			...rest,
			arguments: {
				...common,
				...argumentRows[seq % argumentRows.length]
			}
		};
	};
}
// src/measure/control.ts
const callsPerBlock = {
	share: .1,
	most: 5
};
const longestMs = 20;
function controlRow({ expect: _expect, ...row }) {
	const { timeoutMs } = row.load;
	const load = {
		kind: "closed",
		concurrency: 1,
		requests: 0,
		warmup: 2,
		timeoutMs
	};
	return {
		...row,
		operation: workOf(row.controlUnits ?? 0),
		load
	};
}
function workOf(units) {
	return {
		method: "tools/call",
		params: {
			name: "work",
			arguments: { units }
		},
		target: "work"
	};
}
function withControl(schedule, { arm, load }) {
	const { share, most } = callsPerBlock;
	const calls = ({ amount }) => load.durationMs === void 0 ? Math.min(most, Math.max(1, Math.round(amount * share))) : most;
	return schedule.flatMap((block) => [block, {
		arm,
		amount: calls(block)
	}]);
}
async function matchControl(rows, { server, control, ...options }) {
	const price = await priceOfWork(control, options);
	const matched = new Map();
	for (const row of rows) {
		const [first] = requestsOf(row);
		if (!first) continue;
		const latency = await typicalMs(first.operation, server, {
			...options,
			timeoutMs: row.load.timeoutMs
		});
		if (latency === void 0) continue;
		matched.set(row.id, onGrid((Math.min(latency, longestMs) - price.fixedMs) / price.perUnitMs));
	}
	return matched;
}
function onGrid(units) {
	return units < 1 ? 0 : Math.round(2 ** (Math.round(2 * Math.log2(units)) / 2));
}
async function priceOfWork(control, options) {
	const units = 100;
	await typicalMs(workOf(units), control, options);
	const fixedMs = await typicalMs(workOf(0), control, options) ?? 0;
	const whole = await typicalMs(workOf(units), control, options) ?? 1;
	return {
		fixedMs,
		perUnitMs: Math.max(whole - fixedMs, .001) / units
	};
}
async function typicalMs(operation, { wire }, options) {
	if (listsUsed(operation.params ?? {}).length > 0) return void 0;
	const params = callParams(operation, new Map());
	const frames = Array.from({ length: 7 }, (_, seq) => wire.encode(operation.method, params(seq)));
	const { answers } = await runClosedLoop({
		...options,
		wire,
		frames,
		concurrency: 1,
		classify: replyClassifier()
	});
	const latencies = answers.slice(2).map((answer) => answer.latencyMs);
	return latencies.length > 0 ? median(latencies) : void 0;
}
// src/measure/trial.ts
const patienceMs = 2e3;
async function tooSlow({ method, params }, { wire }, { clock, signal }) {
	const ask = async () => {
		const { failures } = await runClosedLoop({
			wire,
			frames: [params === void 0 ? wire.encode(method) : wire.encode(method, params)],
			concurrency: 1,
			timeoutMs: patienceMs,
			clock,
			signal,
			classify: replyClassifier()
		});
		return failures.some(({ kind }) => kind === "timeout");
	};
	if (!(await ask() && await ask())) return void 0;
	return `one call takes more than ${patienceMs / 1e3} s; list it under \`benchmarks\` to measure it all the same`;
}
// src/measure/probe.ts
async function probe(plan, context) {
	const heads = plan.arms.filter(({ side }) => side === "head");
	const arms = heads.length > 0 ? heads : plan.arms.slice(0, 1);
	const probes = [];
	for (const arm of arms) {
		const rows = plan.rows.filter((row) => row.variant === arm.variant);
		if (plan.discover || rows.length > 0) probes.push(await probeArm(arm, {
			...context,
			plan,
			rows
		}));
	}
	const [first] = probes;
	if (!first) throw new ConfigError("the plan has no arm to measure");
	const able = new Map(probes.flatMap((one) => one.rows).map((row) => [row.id, row]));
	const skipped = probes.flatMap((one) => one.skipped);
	if (able.size === 0) throw new ServerError("the server offers nothing of what is to be measured", { expected: skipped.map(({ benchmark, reason }) => `${benchmark}: ${reason}`).join("; ") });
	const rows = plan.discover ? [...able.values()] : plan.rows.flatMap(({ id }) => able.get(id) ?? []);
	const spoken = new Map(probes.flatMap((one) => [...one.spoken]));
	return {
		identity: first.identity,
		spoken,
		rows,
		skipped: plan.discover ? first.skipped : skipped
	};
}
async function probeArm(arm, { plan, rows, launch, clock, signal, warn }) {
	const server = await launch(withValues(arm.launch, rows[0]?.staging?.values ?? {}), {
		clock,
		signal
	});
	try {
		const session = await server.connect();
		const options = {
			clock,
			signal,
			timeoutMs: arm.launch.startupTimeoutMs
		};
		const offer = await readOffer(session, options);
		const found = plan.discover ? await tryRows(discoverRows(plan, {
			offer,
			variant: arm.variant
		}), offer, {
			session,
			options
		}) : await askRows(sortRows(rows, offer), session, options);
		const left = plan.discover ? leftOutTools(offer) : void 0;
		if (left !== void 0) warn(left);
		const units = await controlUnits(found.rows, {
			plan,
			launch,
			server: session,
			warn,
			...options
		});
		await session.close();
		const { identity } = session;
		const matched = found.rows.map((row) => ({
			...row,
			...units(row.id)
		}));
		return {
			identity,
			spoken: new Map([[arm.id, identity.protocol]]),
			...found,
			rows: matched
		};
	} finally {
		await server.stop();
	}
}
async function controlUnits(rows, { plan, launch, warn, ...options }) {
	const arm = plan.arms.find(({ side }) => side === "control");
	if (!arm) return () => ({});
	try {
		const running = await launch(arm.launch, options);
		try {
			const units = await matchControl(rows, {
				...options,
				control: await running.connect()
			});
			return (row) => {
				const found = units.get(row);
				return found === void 0 ? {} : { controlUnits: found };
			};
		} finally {
			await running.stop();
		}
	} catch (error) {
		options.signal.throwIfAborted();
		warn(`the control is left out: ${error instanceof Error ? error.message : error}`);
		return () => ({});
	}
}
async function readOffer({ identity, capabilities, wire }, options) {
	const list = async (name) => {
		if (!capabilities.has(name)) return [];
		const { results } = await listPages(wire, `${name}/list`, options);
		return results.flatMap((result) => Array.isArray(result[name]) ? result[name] : []).filter(isObject);
	};
	const [tools, prompts] = [await list("tools"), await list("prompts")];
	return {
		protocol: identity.protocol,
		capabilities,
		tools: tools.map(offeredTool),
		prompts: prompts.map(({ name }) => String(name))
	};
}
function offeredTool({ name, inputSchema, annotations }) {
	const required = isObject(inputSchema) && Array.isArray(inputSchema.required) ? inputSchema.required.map(String) : [];
	return {
		name: String(name),
		required,
		readOnly: isObject(annotations) && annotations.readOnlyHint === true
	};
}
async function tryRows(rows, offer, { session, options }) {
	const reasons = new Map();
	for (const row of rows) {
		const reason = skipReason(row, offer) ?? await slowReason(row, session, options);
		if (reason !== void 0) reasons.set(row, reason);
	}
	return {
		rows: rows.filter((row) => !reasons.has(row)),
		skipped: [...reasons].map(([{ benchmark }, reason]) => ({
			benchmark,
			reason
		}))
	};
}
async function slowReason(row, session, options) {
	for (const { operation } of requestsOf(row)) {
		const reason = await tooSlow(operation, session, options);
		if (reason !== void 0) return reason;
	}
}
async function askRows({ rows, skipped }, session, options) {
	const reasons = new Map();
	for (const row of rows) {
		const reason = await askOnce(row, session, options);
		if (reason !== void 0) reasons.set(row, reason);
	}
	const more = [...reasons].map(([{ benchmark }, reason]) => ({
		benchmark,
		reason
	}));
	return {
		rows: rows.filter((row) => !reasons.has(row)),
		skipped: [...skipped, ...more]
	};
}
function discoverRows({ defaults, defaultThresholds, serverHash }, { offer, variant }) {
	return discoverBenchmarks(offer).map(({ benchmark, operation }) => ({
		id: variant === void 0 ? benchmark : `${benchmark} [${variant}]`,
		...variant === void 0 ? {} : {
			key: benchmark,
			variant
		},
		benchmark,
		operation,
		load: defaults,
		thresholds: defaultThresholds,
		configHash: digest({
			operation,
			load: defaults,
			server: serverHash
		})
	}));
}
function sortRows(rows, offer) {
	const reasons = new Map(rows.map((row) => [row, skipReason(row, offer)]));
	const able = rows.filter((row) => reasons.get(row) === void 0);
	for (const row of able) checkRow(row, offer);
	return {
		rows: able,
		skipped: [...new Map(rows.flatMap((row) => able.includes(row) ? [] : [[row.benchmark, reasons.get(row) ?? ""]]))].map(([benchmark, reason]) => ({
			benchmark,
			reason
		}))
	};
}
// src/measure/process-usage.ts
function treeOf(root, processes) {
	const members = new Set([root, ...family(root, processes).map(({ pid }) => pid)]);
	return processes.filter(({ pid }) => members.has(pid));
}
function addUsage(one, other) {
	return {
		...sumUsage([one, other]) ?? one,
		processes: one.processes + other.processes
	};
}
function sumUsage(processes) {
	if (processes.length === 0) return void 0;
	const sum = (value) => processes.reduce((total, one) => total + value(one), 0);
	const known = (field) => processes.every((usage) => usage[field] !== void 0);
	return {
		processes: processes.length,
		rssBytes: sum((usage) => usage.rssBytes),
		peakRssBytes: sum((usage) => usage.peakRssBytes ?? usage.rssBytes),
		cpuMs: sum((usage) => usage.cpuMs),
		...known("threads") ? { threads: sum((usage) => usage.threads ?? 0) } : {},
		...known("openFiles") ? { openFiles: sum((usage) => usage.openFiles ?? 0) } : {}
	};
}
// src/measure/resources-linux.ts
const tickMs = 10;
async function readLinuxTrees(roots) {
	const table = list("/proc").filter((name) => /^\d+$/.test(name)).flatMap((pid) => read(`/proc/${pid}/stat`).map(parseProcessStat));
	return [...new Set(roots.flatMap((root) => treeOf(root, table)))].flatMap(usageOf);
}
function usageOf(stat) {
	const directory = `/proc/${stat.pid}`;
	const schedulerMs = list(`${directory}/task`).flatMap((thread) => read(`${directory}/task/${thread}/schedstat`)).reduce((total, text) => total + parseSchedulerMs(text), 0);
	const openFiles = list(`${directory}/fd`).length;
	return read(`${directory}/status`).map((status) => ({
		pid: stat.pid,
		parent: stat.parent,
		group: stat.group,
		...parseProcessStatus(status),
		cpuMs: cpuMs(stat, schedulerMs),
		...openFiles > 0 ? { openFiles } : {}
	}));
}
function cpuMs(stat, schedulerMs) {
	return Math.max(schedulerMs, stat.ownTicks * tickMs) + stat.waitedTicks * tickMs;
}
function parseProcessStat(text) {
	const end = text.lastIndexOf(")");
	const fields = text.slice(end + 2).split(" ");
	const field = (number) => Number(fields[number - 3]);
	return {
		pid: Number.parseInt(text, 10),
		parent: field(4),
		group: field(5),
		ownTicks: field(14) + field(15),
		waitedTicks: field(16) + field(17)
	};
}
function parseProcessStatus(text) {
	const number = (name) => Number(new RegExp(`^${name}:\\s*(\\d+)`, "m").exec(text)?.[1] ?? 0);
	return {
		rssBytes: number("VmRSS") * 1024,
		peakRssBytes: number("VmHWM") * 1024,
		threads: number("Threads")
	};
}
function parseSchedulerMs(text) {
	return Number(text.split(" ", 1)[0]) / 1e6;
}
function read(file) {
	try {
		return [readFileSync(file, "utf8")];
	} catch {
		return [];
	}
}
function list(directory) {
	try {
		return readdirSync(directory);
	} catch {
		return [];
	}
}
// src/measure/resources-macos.ts
const columns = "pid=,ppid=,pgid=,rss=,time=";
const line = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+(?:(\d+)-)?(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)\s*$/;
async function readMacosProcesses() {
	return parsePs(await promisify(execFile)("ps", ["-axo", columns], {
		timeout: 5e3,
		maxBuffer: 16 * 2 ** 20
	}).then(({ stdout }) => stdout, () => ""));
}
function parsePs(text) {
	return text.split("\n").flatMap((row) => {
		const match = line.exec(row);
		if (!match) return [];
		const [pid = 0, parent = 0, group = 0, rss = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((text) => Number(text ?? 0));
		const cpuMs = Math.round((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1e3);
		return [{
			pid,
			parent,
			group,
			rssBytes: rss * 1024,
			cpuMs
		}];
	});
}
// src/measure/resources.ts
function resourceReader(platform) {
	if (platform === "linux") return readerOf("linux-proc-highwater", readLinuxTrees);
	if (platform === "darwin") return readerOf("macos-ps-sampled", readMacosProcesses);
	return readerOf("none", async () => []);
}
function readerOf(method, list) {
	return {
		method,
		async read(roots) {
			const processes = roots.length > 0 ? await list(roots) : [];
			const usages = roots.flatMap((root) => {
				const usage = sumUsage(treeOf(root, processes));
				return usage ? [[root, usage]] : [];
			});
			return new Map(usages);
		}
	};
}
// src/measure/launch-group.ts
function rowOn({ rows }, { variant, side }) {
	return side === "control" ? rows.find(({ controlUnits }) => controlUnits !== void 0) : rows.find((row) => row.variant === variant);
}
function launchGroups(rows, arms) {
	const needed = [...new Set(arms.flatMap(({ launch }) => launchValues(launch)))];
	const groups = new Map();
	for (const row of rows) {
		const key = JSON.stringify(sharing(row, needed));
		groups.set(key, [...groups.get(key) ?? [], row]);
	}
	return [...groups.values()].flatMap((members) => {
		const [first] = members;
		return first ? [groupOf(members, {
			like: sharing(first, needed),
			arms
		})] : [];
	});
}
function groupsOfRound(groups, rows) {
	const hasShared = groups.some(({ purpose }) => purpose === void 0);
	return groups.map((group) => ({
		...group,
		sets: group.sets.flatMap((set) => among(set, rows))
	})).filter(({ sets, purpose }) => sets.length > 0 || (hasShared ? purpose === void 0 : rows.length === 0));
}
function among({ key, rows }, measured) {
	const kept = rows.filter((row) => measured.includes(row));
	return kept.length > 0 ? [{
		key,
		rows: kept
	}] : [];
}
function sharing({ staging, key, id }, needed) {
	const { isolate = "none", processes = 1, values = {} } = staging ?? {};
	return {
		oneByOne: isolate === "launch",
		processes,
		values: Object.fromEntries(Object.entries(values).filter(([name]) => needed.includes(name))),
		row: isolate === "row" ? key ?? id : void 0
	};
}
function groupOf(rows, { like, arms }) {
	const { oneByOne, processes, values, row } = like;
	const variants = new Set(rows.map(({ variant }) => variant));
	const settings = Object.entries(values).map(([name, value]) => `${name}=${value}`);
	const purpose = row ?? settings.join(" ");
	return {
		...purpose === "" ? {} : { purpose },
		oneByOne,
		processes,
		arms: arms.filter(({ side, variant }) => side === "control" ? !oneByOne : variants.has(variant)).map((arm) => settings.length === 0 ? arm : {
			...arm,
			launch: withValues(arm.launch, values)
		}),
		sets: setsOf(rows)
	};
}
function setsOf(rows) {
	const sets = new Map();
	for (const row of rows) {
		const key = row.key ?? row.id;
		sets.set(key, [...sets.get(key) ?? [], row]);
	}
	return [...sets].map(([key, members]) => ({
		key,
		rows: members
	}));
}
// src/measure/outcome-tally.ts
const maximumSamples = 5;
const maximumLength = 500;
var OutcomeTally = class {
	#counts = {};
	#samples = new Map();
	add(outcome) {
		this.#counts[outcome.kind] = (this.#counts[outcome.kind] ?? 0) + 1;
		if (outcome.kind !== "ok") this.#addSample(outcome.kind, shorten(outcome.message));
	}
	get total() {
		return Object.values(this.#counts).reduce((sum, count) => sum + count, 0);
	}
	get outcomes() {
		return { ...this.#counts };
	}
	get samples() {
		return [...this.#samples.values()];
	}
	#addSample(kind, message) {
		const key = `${kind} ${message}`;
		const known = this.#samples.get(key);
		if (known) known.count++;
		else if (this.#samples.size < maximumSamples) this.#samples.set(key, {
			kind,
			message,
			count: 1
		});
	}
};
function shorten(message) {
	if (message.length <= maximumLength) return message;
	return `${message.slice(0, 499).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
// src/measure/live-arm.ts
function giveUp(live, reason) {
	const tail = live.server.stderrTail().trim();
	live.failure ??= shorten(tail === "" ? reason : `${reason}; last output of the server: ${tail}`);
}
const leastIdleMs = 100;
function idleCpu({ idle }) {
	return idle.ms >= leastIdleMs ? idle.cpuMs / idle.ms : void 0;
}
async function readUsage(reader, arms) {
	const usages = await reader.read(arms.flatMap(pidsOf));
	const found = arms.flatMap((live) => {
		const [usage, ...more] = pidsOf(live).flatMap((pid) => usages.get(pid) ?? []);
		return usage ? [[live, more.reduce(addUsage, usage)]] : [];
	});
	for (const [{ metrics }, { peakRssBytes }] of found) metrics.peak_rss = Math.max(metrics.peak_rss ?? 0, peakRssBytes);
	return new Map(found);
}
function pidsOf({ server, companions }) {
	return [server, ...companions].flatMap(({ pid }) => pid ?? []);
}
// node_modules/tinybench/dist/index.js
const e = Object.freeze(() => {});
const t = globalThis.Event;
var n = class extends t {
	get error() {
		return this.#e;
	}
	get reason() {
		return this.#t;
	}
	get task() {
		return this.#n;
	}
	#e;
	#t;
	#n;
	constructor(e, t, n) {
		super(e), t != null && (this.#n = t), typeof n == "string" ? this.#t = n : n != null && (this.#e = n);
	}
};
const r = (e) => e !== null && (typeof e == "object" || typeof e == "function") && typeof e.then == "function";
const i = (async () => {}).constructor;
const a = (e) => typeof e == "function" && e.constructor === i;
const o = (t) => {
	if (t == null) return !1;
	if (a(t)) return !0;
	try {
		let n = t(), i = r(n);
		if (i) try {
			n.then(e).catch(e);
		} catch {}
		return i;
	} catch {
		return !1;
	}
};
const s = (e, t) => {
	if (!e) {
		let e = Error.stackTraceLimit;
		try {
			Error.stackTraceLimit = 0;
			let n = Error(t);
			throw Error.stackTraceLimit = e, e !== 0 && Error.captureStackTrace(n, s), n;
		} finally {
			Error.stackTraceLimit = e;
		}
	}
};
const c = (e) => {
	switch (typeof e) {
		case "function": return Error(e.name);
		case "object": if (e !== null) return e instanceof Error ? e : Error(e.message ?? "");
		case "undefined": return Error();
		case "string": return Error(e);
		default: return Error(String(e));
	}
};
const l = (e) => Number(e) / 1e6;
const u = (e) => Number(e) * 1e6;
const d = (e) => e;
const f = (e) => BigInt(Math.round(e * 1e6));
function p(e = globalThis) {
	let t = "unknown", n = "unknown";
	if (e.Bun || e.process && e.process.versions?.bun) {
		t = "bun";
		let r = e.Bun?.version;
		if (r) n = r;
		else {
			let t = e.process?.versions?.bun;
			t && (n = t);
		}
	} else e.Deno ? (t = "deno", n = e.Deno.version?.deno ?? "unknown") : e.process && e.process.release?.name === "node" ? (t = "node", n = e.process.versions?.node ?? "unknown") : e.HermesInternal ? (t = "hermes", n = e.HermesInternal.getRuntimeProperties?.()["OSS Release Version"] ?? "unknown") : m(e) && e.navigator.userAgent === "Cloudflare-Workers" ? t = "workerd" : m(e) && e.navigator.userAgent.toLowerCase().startsWith("quickjs-ng") ? (t = "quickjs-ng", n = e.navigator.userAgent.split("/")[1] ?? "unknown") : typeof e.Netlify == "object" ? t = "netlify" : typeof e.EdgeRuntime == "string" ? t = "edge-light" : e.__lagon__ ? t = "lagon" : e.fastly ? t = "fastly" : e.$262 && e.lockdown && e.AsyncDisposableStack ? t = "moddable" : e.d8 ? (t = "v8", n = typeof e.version == "function" ? e.version() : "unknown") : e.inIon && e.performance && e.performance.mozMemory ? t = "spidermonkey" : typeof e.$ == "object" && e.$ !== null && "IsHTMLDDA" in e.$ ? t = "jsc" : e.window && e.navigator && (t = "browser");
	return {
		runtime: t,
		version: n
	};
}
function m(e = globalThis) {
	return typeof e.navigator == "object" && e.navigator !== null && typeof e.navigator.userAgent == "string";
}
const { runtime: h, version: g } = p(), v = {
	fn: globalThis.performance.now.bind(globalThis.performance),
	fromMs: d,
	name: "performanceNow",
	toMs: d
}, x = {
	fn: globalThis.process?.hrtime?.bigint.bind(globalThis.process?.hrtime) ?? (() => {
		throw Error("hrtime.bigint() is not supported in this JS environment");
	}),
	fromMs: f,
	name: "hrtimeNow",
	toMs: l
}, S = globalThis.Bun?.nanoseconds, C = S ? {
	fn: S,
	fromMs: u,
	name: "bunNanoseconds",
	toMs: l
} : void 0;
function w(e) {
	return {
		fn: e,
		fromMs: d,
		name: "custom",
		toMs: d
	};
}
const T = (e = h) => e === "bun" ? C : e === "deno" ? v : e === "node" ? x : v;
const E = (e) => {
	switch (typeof e) {
		case "function": return w(e);
		case "string": switch (e) {
			case "auto": return T();
			case "bunNanoseconds": return C ?? v;
			case "hrtimeNow": return x;
			default: return v;
		}
		case "object": return e === null ? v : (s(D(e), "Invalid Timestamp Provider object"), e);
		case "undefined": return v;
		default: throw Error("Invalid value for 'timestampProvider' or 'now'");
	}
};
function D(e) {
	return typeof e == "object" && !!e && typeof e.fn == "function" && typeof e.name == "string" && typeof e.toMs == "function" && typeof e.fromMs == "function";
}
const ee = async (e) => {
	let { fn: t, iterations: n, limit: r, signal: i, time: a = 0, timestampProvider: o = v } = e, s = n === 0 ? r : Math.max(0, Math.min(r, n)), l = [], u = [], d = !0, f = 0, p = Number.isFinite(a) && a > 0, m = n > 0, h = 0, g = o.fn, _ = m ? p ? () => d && f++ < n && (g() < h || (d = !1)) : () => d && f++ < n : p ? () => d && (g() < h || (d = !1)) : () => d, y = (e) => {
		d && u.push(e);
	}, b = (e) => {
		l.push(c(e));
	}, x = () => d = !1;
	if (i) {
		if (i.aborted) return [];
		i.addEventListener("abort", x);
	}
	let S = async () => {
		for (; _();) try {
			y(await t());
		} catch (e) {
			d = !1, b(e);
			break;
		}
	};
	try {
		p && (h = g() + o.fromMs(a));
		let e = Array.from({ length: s }, () => S());
		await Promise.allSettled(e);
	} finally {
		i?.removeEventListener("abort", x);
	}
	if (l.length === 0) return u;
	throw l.length === 1 ? l[0] : AggregateError(l, "Multiple errors occurred during concurrent execution");
}, O = (e, t = 5, n = 2) => {
	if (e === Infinity) return "+∞";
	if (e === -Infinity) return "-∞";
	if (e !== e) return "NaN";
	let r = Math.abs(e);
	if (r >= 10 ** t) return e.toFixed();
	if (r < 10 ** (t - n)) return e.toFixed(n);
	let i = Math.min(Math.max(0, t - (Math.floor(Math.log10(r)) + 1)), n);
	return e.toFixed(i);
}, te = (e) => {
	let t = e.result.state;
	return {
		"Task name": e.name,
		...t === "aborted-with-statistics" || t === "completed" ? {
			"Latency avg (ns)": `${O(u(e.result.latency.mean))} \xb1 ${O(e.result.latency.rme)}%`,
			"Latency med (ns)": `${O(u(e.result.latency.p50))} \xb1 ${O(u(e.result.latency.mad))}`,
			"Throughput avg (ops/s)": `${Math.round(e.result.throughput.mean).toString()} \xb1 ${O(e.result.throughput.rme)}%`,
			"Throughput med (ops/s)": `${Math.round(e.result.throughput.p50).toString()} \xb1 ${Math.round(e.result.throughput.mad).toString()}`,
			Samples: e.result.latency.samplesCount
		} : t === "errored" ? {
			Error: e.result.error.message,
			Stack: e.result.error.stack ?? "N/A"
		} : {
			"Latency avg (ns)": "N/A",
			"Latency med (ns)": "N/A",
			"Throughput avg (ops/s)": "N/A",
			"Throughput med (ops/s)": "N/A",
			Samples: "N/A",
			Remarks: t
		},
		...t === "aborted-with-statistics" && { Remarks: t }
	};
}, [k, ...A] = [
	.9999999999998099,
	676.5203681218851,
	-1259.1392167224028,
	771.3234287776531,
	-176.6150291621406,
	12.507343278686905,
	-.13857109526572012,
	9984369578019572e-21,
	1.5056327351493116e-7
], j = (e) => {
	let t = k;
	for (let n = 0; n < A.length; n++) t += A[n] / (e + n);
	return .5 * Math.log(2 * Math.PI) + (e - .5) * Math.log(e + 6.5) - (e + 6.5) + Math.log(t);
}, M = (e, t, n) => {
	let r = e + t, i = e + 1, a = e - 1, o = 1, s = 1 - r * n / i;
	Math.abs(s) < 1e-300 && (s = 1e-300), s = 1 / s;
	let c = s;
	for (let l = 1; l <= 300; l++) {
		let u = 2 * l, d = l * (t - l) * n / ((a + u) * (e + u));
		s = 1 + d * s, Math.abs(s) < 1e-300 && (s = 1e-300), o = 1 + d / o, Math.abs(o) < 1e-300 && (o = 1e-300), s = 1 / s, c *= s * o, d = -(e + l) * (r + l) * n / ((e + u) * (i + u)), s = 1 + d * s, Math.abs(s) < 1e-300 && (s = 1e-300), o = 1 + d / o, Math.abs(o) < 1e-300 && (o = 1e-300), s = 1 / s;
		let f = s * o;
		if (c *= f, Math.abs(f - 1) < 1e-16) break;
	}
	return c;
}, N = (e) => {
	let t = e > 0 ? e : 1, n = t / 2, r = .5, i = n < 12 ? j(n + .5) - j(n) : .5 * Math.log(n) - 1 / (8 * n) + 1 / (192 * n ** 3) - 1 / (640 * n ** 5) + .00118582565234835 / n ** 7 - .00167977198469943 / n ** 9 + .00342404392538552 / n ** 11, a = .5 * Math.log(Math.PI), o = i - .5 * Math.log(t * Math.PI), s = (e) => {
		let o = e * e, s = o / (t + o), c = Math.exp(i - a + n * Math.log1p(-s) + r * Math.log(s));
		return s <= .5 ? 1 - c * M(r, n, s) / r : c * M(n, r, 1 - s) / n;
	}, c = (e) => o - (t + 1) / 2 * Math.log1p(e * e / t), l = 1.959963984540054;
	for (let e = 0; e < 30; e++) {
		let e = Math.exp(-c(l)), t = .5 * (s(l) - .05) * e;
		if (!Number.isFinite(t)) break;
		let n = l + t;
		if (!(n > 0)) break;
		let r = Math.abs(t);
		if (l = n, r <= 4e-16 * e) break;
	}
	return l;
}, P = (e) => Array.isArray(e) && e.length !== 0;
function F(e) {
	let t = e.length;
	if (t < 1024) {
		e.sort(z);
		return;
	}
	let n = !0, r = !0, i = e[0];
	for (let a = 0; a < t; a++) {
		let t = e[a];
		if (!Number.isFinite(t) || Object.is(t, -0)) {
			e.sort(z);
			return;
		}
		(n || r) && (n &&= t >= i, r &&= t <= i, i = t);
	}
	if (n) return;
	if (r) {
		e.reverse();
		return;
	}
	let a = new Float64Array(e).sort();
	for (let n = 0; n < t; n++) e[n] = a[n];
}
const I = (e) => {
	let t = e.length;
	if (t === 1) return {
		mean: e[0],
		vr: 0
	};
	let n = 0, r = 0, i = 0;
	for (; i < t;) {
		let t = e[i++], a = t - n;
		n += a / i, r += a * (t - n);
	}
	return {
		mean: n,
		vr: r / (t - 1)
	};
};
const L = (e, t) => {
	let n = e + t;
	return Number.isFinite(n) ? n / 2 : e / 2 + t / 2;
};
const R = (e, t) => {
	let n = (e.length - 1) * t, r = Math.floor(n), i = e[r];
	if (n === r) return i;
	let a = e[r + 1];
	if (i === a) return i;
	let o = n - r;
	if (o === .5) return L(i, a);
	let s = a - i;
	return Number.isFinite(s) ? i + o * s : (1 - o) * i + o * a;
};
const z = (e, t) => e - t;
const B = (e, t) => {
	let n = 0, r = e.length, i = 0;
	for (; i < r;) n += (Math.abs(e[i++] - t) - n) / i;
	return n;
};
function V(e, t) {
	let n = e.length;
	if (n === 1) return 0;
	let r = n >> 1, i = n + 1 >> 1, a = 0, o = r, s, c, l, u, d, f;
	for (; a <= o;) {
		if (s = a + o >> 1, c = i - s, l = s === 0 ? -Infinity : t - e[r - s], d = s === r ? Infinity : t - e[r - s - 1], u = c === 0 ? -Infinity : e[r + c - 1] - t, f = c === n - r ? Infinity : e[r + c] - t, l <= f && u <= d) return n & 1 ? Math.max(l, u) : L(Math.max(l, u), Math.min(d, f));
		l > f ? o = s - 1 : a = s + 1;
	}
	return 0;
}
const H = (e) => V(e, R(e, .5));
function U(e, t = !1) {
	let { mean: n, vr: r } = I(e), i = Math.sqrt(r), a = i / Math.sqrt(e.length), o = e.length - 1, s = N(o), c = a * s, l = n === 0 ? Infinity : c / Math.abs(n) * 100, u = R(e, .5);
	return {
		aad: B(e, n),
		critical: s,
		df: o,
		mad: V(e, u),
		max: e[o],
		mean: n,
		min: e[0],
		moe: c,
		p50: u,
		p75: R(e, .75),
		p99: R(e, .99),
		p995: R(e, .995),
		p999: R(e, .999),
		rme: l,
		samples: t ? e : void 0,
		samplesCount: e.length,
		sd: i,
		sem: a,
		variance: r
	};
}
const W = (e, t) => {
	let n = e.length;
	if (n < 10) return;
	let r = 0;
	for (let t of e) t === 0 && r++;
	if (r * 2 > n) return "zero-dominated";
	let i = Math.max(3, Math.min(10, Math.floor(n / 1e3))), a = 1;
	for (let t = 1; t < n && !(e[t] !== e[t - 1] && (a++, a >= i)); t++);
	if (a < i) return "low-distinct";
	if (n > 100 && t === 0) return "zero-mad";
};
const K = (e) => {
	let t;
	for (let n = 0; n < e.length; n++) {
		let r = e[n];
		if (!(r <= 0) && (t ??= r, e[n + 1] === r)) return r;
	}
	return t;
};
const q = (e, t = {}) => {
	let { estimator: n = "median", pairs: r = 1024, warmupPairs: i = 64 } = t, { fn: a, toMs: o } = e;
	if (!Number.isInteger(r) || r <= 0) return 0;
	if (Number.isInteger(i) && i > 0) for (let e = 0; e < i; e++) {
		let e = a();
		o(a() - e);
	}
	let s = [];
	for (let e = 0; e < r; e++) {
		let e = a(), t = o(a() - e);
		t > 0 && s.push(t);
	}
	return s.length * 2 < r ? 0 : (s.sort(z), n === "min" ? s[0] : R(s, n === "p05" ? .05 : .5));
};
const ne = [
	"afterAll",
	"beforeAll",
	"beforeEach",
	"afterEach"
];
const re = ["not-started", "started"];
const J = { state: "not-started" };
const Y = { state: "aborted" };
const ie = { state: "started" };
var X = class extends EventTarget {
	get detectedResolution() {
		return this.#r;
	}
	get name() {
		return this.#o;
	}
	get result() {
		return {
			...this.#s,
			runtime: this.#n.runtime,
			runtimeVersion: this.#n.runtimeVersion,
			timestampProviderName: this.#n.timestampProvider.name
		};
	}
	get runs() {
		return this.#l;
	}
	#e = !1;
	#t;
	#n;
	#r = void 0;
	#i;
	#a;
	#o;
	#s = J;
	#c;
	#l = 0;
	#u;
	#d;
	#f;
	#p;
	constructor(e, t, n, r = {}) {
		super(), this.#n = e, this.#o = t, this.#i = n, this.#a = r, this.#t = r.async ?? o(n), this.#u = r.signal, this.#c = r.retainSamples ?? e.retainSamples, this.#f = e.timestampProvider, this.#d = e.timestampProvider.fn, this.#p = e.timestampProvider.toMs;
		for (let e of ne) this.#a[e] != null && s(typeof this.#a[e] == "function", `'${e}' must be a function if provided`);
		this.reset(!1), this.#u && (this.#u.aborted ? this.#v() : this.#u.addEventListener("abort", this.#v.bind(this), { once: !0 })), this.#n.signal && (this.#n.signal.aborted ? this.#v() : this.#n.signal.addEventListener("abort", this.#v.bind(this), { once: !0 }));
	}
	reset(e = !0) {
		this.#l = 0, this.#r = void 0, this.#s = this.#e ? Y : J, e && this.dispatchEvent(new n("reset", this));
	}
	async run() {
		if (this.#s.state !== "not-started") return this;
		this.#s = { state: "started" }, this.dispatchEvent(new n("start", this)), await this.#n.setup(this, "run");
		let { error: e, overriddenIndices: t, samples: r } = await this.#m("run", this.#n.time, this.#n.iterations);
		return await this.#n.teardown(this, "run"), this.#b({
			error: e,
			latencySamples: r,
			overriddenIndices: t
		}), this;
	}
	runSync() {
		if (this.#s.state !== "not-started") return this;
		s(this.#n.concurrency === null, "Cannot use `concurrency` option when using `runSync`"), this.#s = ie, this.dispatchEvent(new n("start", this));
		let e = this.#n.setup(this, "run");
		s(!r(e), "`setup` function must be sync when using `runSync()`");
		let { error: t, overriddenIndices: i, samples: a } = this.#h("run", this.#n.time, this.#n.iterations), o = this.#n.teardown(this, "run");
		return s(!r(o), "`teardown` function must be sync when using `runSync()`"), this.#b({
			error: t,
			latencySamples: a,
			overriddenIndices: i
		}), this;
	}
	async warmup() {
		if (this.#s.state !== "not-started") return;
		this.dispatchEvent(new n("warmup", this)), await this.#n.setup(this, "warmup");
		let { error: e } = await this.#m("warmup", this.#n.warmupTime, this.#n.warmupIterations);
		await this.#n.teardown(this, "warmup"), this.#y(e);
	}
	warmupSync() {
		if (this.#s.state !== "not-started") return;
		this.dispatchEvent(new n("warmup", this));
		let e = this.#n.setup(this, "warmup");
		s(!r(e), "`setup` function must be sync when using `runSync()`");
		let { error: t } = this.#h("warmup", this.#n.warmupTime, this.#n.warmupIterations), i = this.#n.teardown(this, "warmup");
		s(!r(i), "`teardown` function must be sync when using `runSync()`"), this.#y(t);
	}
	async #m(e, t, n) {
		try {
			this.#a.beforeAll && await this.#a.beforeAll.call(this, e);
			let r = this.#n.concurrency !== "task", i = 0, a = [], o = new Set(), s = async () => {
				if (!this.#e) try {
					this.#a.beforeEach != null && await this.#a.beforeEach.call(this, e);
					let { iterationCost: t, overridden: n, taskTime: s } = this.#t ? await this.#g(r) : this.#_(r), c = a.push(s) - 1;
					n && o.add(c), r && (i += t ?? s);
				} finally {
					this.#a.afterEach != null && await this.#a.afterEach.call(this, e);
				}
			};
			if (!r) await ee({
				fn: s,
				iterations: n,
				limit: Math.max(1, Math.floor(this.#n.threshold)),
				signal: this.#u ?? this.#n.signal,
				time: t,
				timestampProvider: this.#f
			}), this.#l = a.length;
			else for (; (i < t || a.length < n) && !this.#e;) await s();
			return this.#a.afterAll != null && await this.#a.afterAll.call(this, e), P(a) ? {
				overriddenIndices: o,
				samples: a
			} : {};
		} catch (e) {
			return { error: c(e) };
		}
	}
	#h(e, t, n) {
		try {
			if (this.#a.beforeAll) {
				let t = this.#a.beforeAll.call(this, e);
				s(!r(t), "`beforeAll` function must be sync when using `runSync()`");
			}
			let i = 0, a = [], o = new Set(), c = () => {
				if (!this.#e) try {
					if (this.#a.beforeEach) {
						let t = this.#a.beforeEach.call(this, e);
						s(!r(t), "`beforeEach` function must be sync when using `runSync()`");
					}
					let { iterationCost: t, overridden: n, taskTime: c } = this.#_(!0), l = a.push(c) - 1;
					n && o.add(l), i += t ?? c;
				} finally {
					if (this.#a.afterEach) {
						let t = this.#a.afterEach.call(this, e);
						s(!r(t), "`afterEach` function must be sync when using `runSync()`");
					}
				}
			};
			for (; (i < t || a.length < n) && !this.#e;) c();
			if (this.#a.afterAll) {
				let t = this.#a.afterAll.call(this, e);
				s(!r(t), "`afterAll` function must be sync when using `runSync()`");
			}
			return P(a) ? {
				overriddenIndices: o,
				samples: a
			} : {};
		} catch (e) {
			return { error: c(e) };
		}
	}
	async #g(e) {
		let t = this.#d(), n = await this.#i.call(this), r = this.#p(this.#d() - t), i = e ? Q(n) : void 0, a = Z(n);
		return a === void 0 ? {
			iterationCost: i,
			overridden: !1,
			taskTime: r
		} : {
			iterationCost: i,
			overridden: !0,
			taskTime: a
		};
	}
	#_(e) {
		let t = this.#d(), n = this.#i.call(this), i = this.#p(this.#d() - t);
		s(!r(n), "task function must be sync when using `runSync()`");
		let a = e ? Q(n) : void 0, o = Z(n);
		return o === void 0 ? {
			iterationCost: a,
			overridden: !1,
			taskTime: i
		} : {
			iterationCost: a,
			overridden: !0,
			taskTime: o
		};
	}
	#v() {
		if (this.#e = !0, re.includes(this.#s.state)) {
			this.#s = Y;
			let e = new n("abort", this);
			this.dispatchEvent(e), this.#n.dispatchEvent(e);
		}
	}
	#y(e) {
		if (e) {
			this.#s = {
				state: "errored",
				error: e
			};
			let t = new n("error", this, e);
			if (this.dispatchEvent(t), this.#n.dispatchEvent(t), this.#n.throws) throw e;
		}
	}
	#b({ error: e, latencySamples: t, overriddenIndices: r }) {
		if (P(t)) {
			this.#l = t.length;
			let e = this.#n.timerOverhead;
			if (e !== void 0 && e > 0) for (let n = 0; n < t.length; n++) r?.has(n) || (t[n] = Math.max(0, t[n] - e));
			let i = (r?.size ?? 0) > 0, a = i ? t.filter((e, t) => !r?.has(t)) : t;
			F(t);
			let o = U(t, this.#c), s;
			i ? P(a) ? (F(a), this.#r = K(a), s = W(a, H(a))) : this.#r = void 0 : (this.#r = K(t), s = W(t, o.mad));
			let c = o.mean, l = 0, u = [];
			for (let e of t) e === 0 ? u.push(c === 0 ? 0 : 1e3 / c) : (l += e, u.push(1e3 / e));
			F(u);
			let d = U(u, this.#c);
			if (this.#s = {
				state: this.#e ? "aborted-with-statistics" : "completed",
				latency: o,
				period: l / this.runs,
				throughput: d,
				totalTime: l
			}, s !== void 0) {
				let e = new n("warning", this, s);
				this.dispatchEvent(e), this.#n.dispatchEvent(e);
			}
		} else this.#e && (this.#s = Y);
		if (e) {
			this.#s = {
				state: "errored",
				error: e
			};
			let t = new n("error", this, e);
			if (this.dispatchEvent(t), this.#n.dispatchEvent(t), this.#n.throws) throw e;
		}
		let i = new n("cycle", this);
		this.dispatchEvent(i), this.#n.dispatchEvent(i), this.dispatchEvent(new n("complete", this));
	}
};
function Z(e) {
	if (typeof e != "object" || !e) return;
	let t = e;
	if (!("overriddenDuration" in t)) return;
	let n = t.overriddenDuration;
	return typeof n == "number" && Number.isFinite(n) && n >= 0 ? n : void 0;
}
function Q(e) {
	if (typeof e != "object" || !e) return;
	let t = e;
	try {
		if (!("overriddenIterationCost" in t)) return;
		let e = t.overriddenIterationCost;
		return typeof e == "number" && Number.isFinite(e) && e >= 0 ? e : void 0;
	} catch {
		return;
	}
}
const $ = "`subtractTimerOverhead` cannot be used with `concurrency: \"task\"` — set `concurrency` to `null` or `\"bench\"`, or disable `subtractTimerOverhead`";
var ae = class extends EventTarget {
	concurrency;
	iterations;
	name;
	now;
	retainSamples;
	runtime;
	runtimeVersion;
	setup;
	signal;
	subtractTimerOverhead;
	teardown;
	threshold;
	throws;
	time;
	timerOverhead;
	timestampProvider;
	warmup;
	warmupIterations;
	warmupTime;
	get results() {
		return this.tasks.map((e) => e.result);
	}
	get tasks() {
		return [...this.#e.values()];
	}
	#e = new Map();
	constructor(t = {}) {
		super();
		let { name: r, ...i } = t;
		this.name = r, this.runtime = h, this.runtimeVersion = g, this.concurrency = i.concurrency ?? null, this.threshold = i.threshold ?? Infinity, this.time = i.time ?? 1e3, this.iterations = i.iterations ?? 64, s(i.now === void 0 || i.timestampProvider === void 0, "Cannot set both `now` and `timestampProvider` options"), this.timestampProvider = E(i.now ?? i.timestampProvider), this.now = () => this.timestampProvider.toMs(this.timestampProvider.fn()), this.warmup = i.warmup ?? !0, this.warmupIterations = i.warmupIterations ?? 16, this.warmupTime = i.warmupTime ?? 250, this.setup = i.setup ?? e, this.teardown = i.teardown ?? e, this.throws = i.throws ?? !1, i.signal != null && (this.signal = i.signal), this.retainSamples = i.retainSamples === !0, this.subtractTimerOverhead = i.subtractTimerOverhead === !0, s(!(this.subtractTimerOverhead && this.concurrency === "task"), $);
		let a = this.subtractTimerOverhead ? q(this.timestampProvider) : void 0;
		a != null && (this.timerOverhead = a), this.signal && this.signal.addEventListener("abort", () => {
			this.dispatchEvent(new n("abort"));
		}, { once: !0 });
	}
	add(e, t, r = {}) {
		if (this.#e.has(e)) throw Error(`Task "${e}" already exists`);
		{
			let i = new X(this, e, t, r);
			this.#e.set(e, i), this.dispatchEvent(new n("add", i));
		}
		return this;
	}
	getTask(e) {
		return this.#e.get(e);
	}
	remove(e) {
		let t = this.getTask(e);
		return t && (this.#e.delete(e), this.dispatchEvent(new n("remove", t))), this;
	}
	reset() {
		for (let e of this.#e.values()) e.reset();
		this.dispatchEvent(new n("reset"));
	}
	async run() {
		s(!(this.subtractTimerOverhead && this.concurrency === "task"), $), this.warmup && await this.#t(), this.dispatchEvent(new n("start"));
		let e = [];
		if (this.concurrency === "bench") {
			let t = [];
			for (let e of this.#e.values()) t.push(e.run());
			e = await Promise.all(t);
		} else for (let t of this.#e.values()) e.push(await t.run());
		return this.dispatchEvent(new n("complete")), e;
	}
	runSync() {
		s(this.concurrency === null, "Cannot use `concurrency` option when using `runSync`"), this.warmup && this.#n();
		let e = [];
		this.dispatchEvent(new n("start"));
		for (let t of this.#e.values()) e.push(t.runSync());
		return this.dispatchEvent(new n("complete")), e;
	}
	table(e = te) {
		return this.tasks.map(e);
	}
	async #t() {
		if (this.dispatchEvent(new n("warmup")), this.concurrency === "bench") {
			let e = [];
			for (let t of this.#e.values()) e.push(t.warmup());
			await Promise.all(e);
		} else for (let e of this.#e.values()) await e.warmup();
	}
	#n() {
		this.dispatchEvent(new n("warmup"));
		for (let e of this.#e.values()) e.warmupSync();
	}
};
// src/measure/alarm.ts
const timerLatenessMs = 2;
function preciseAlarm(clock) {
	return (at, wake) => {
		let timer;
		let turn;
		const wait = () => {
			const sleepMs = at - clock.now() - timerLatenessMs;
			if (sleepMs > 0) timer = setTimeout(look, Math.min(sleepMs, 2 ** 31 - 1));
			else turn = setImmediate(look);
		};
		const look = () => clock.now() >= at ? wake() : wait();
		wait();
		return () => {
			clearTimeout(timer);
			clearImmediate(turn);
		};
	};
}
// src/server/plain-http.ts
const quotedBytes = 2e3;
var PlainHttp = class {
	#clock;
	#headers;
	#connections;
	#prepared = new Map();
	#replies = new Map();
	#nextId = 1;
	constructor(url, { clock, headers, tls }) {
		this.#clock = clock;
		this.#headers = lowerCased(headers);
		this.#connections = new HttpConnections(url.origin, readTrust(tls));
	}
	encode({ verb, path, headers, body, status }) {
		const id = this.#nextId++;
		const bytes = Buffer.from(body ?? "");
		const request = {
			method: verb,
			path,
			headers: {
				...this.#headers,
				...headers
			},
			body: body === void 0 ? null : bytes
		};
		this.#prepared.set(id, {
			request,
			status
		});
		return {
			id,
			bytes
		};
	}
	send({ id }, listener) {
		const prepared = this.#prepared.get(id);
		if (!prepared) throw new RangeError(`frame ${id} was sent already`);
		this.#prepared.delete(id);
		const told = {
			onBody: (body, at) => {
				if (this.#replies.delete(id)) listener.onReply(id, body, at);
			},
			onFailure: (failure, at) => {
				if (this.#replies.delete(id)) listener.onFailure(id, failure, at);
			}
		};
		const reply = this.#connections.dispatch(prepared.request, (free) => new PlainReply(told, {
			clock: this.#clock,
			free,
			status: prepared.status
		}));
		this.#replies.set(id, reply);
	}
	abandon(id) {
		const reply = this.#replies.get(id);
		this.#replies.delete(id);
		reply?.cancel();
	}
	destroy() {
		return this.#connections.destroy();
	}
};
var PlainReply = class {
	#told;
	#options;
	#chunks = [];
	#size = 0;
	#status = 0;
	#arrivedAt = 0;
	#abort;
	#cancelled = false;
	constructor(told, options) {
		this.#told = told;
		this.#options = options;
	}
	cancel() {
		this.#cancelled = true;
		this.#abort?.();
	}
	onConnect(abort) {
		this.#abort = abort;
		if (this.#cancelled) abort();
	}
	onHeaders(status) {
		this.#status = status;
		this.#arrivedAt = this.#options.clock.now();
		return true;
	}
	onData(chunk) {
		this.#arrivedAt = this.#options.clock.now();
		this.#size += chunk.length;
		if (this.#size > 268435456) this.cancel();
		else this.#chunks.push(chunk);
		return true;
	}
	onComplete() {
		this.#options.free();
		const body = Buffer.concat(this.#chunks);
		const { status: wanted } = this.#options;
		if (wanted === void 0 ? this.#status >= 200 && this.#status < 300 : this.#status === wanted) this.#told.onBody(body, this.#arrivedAt);
		else this.#told.onFailure({
			kind: "unexpected",
			message: this.#complaint(body)
		}, this.#arrivedAt);
	}
	onError(error) {
		this.#options.free();
		const at = this.#options.clock.now();
		const failure = this.#size > 268435456 ? {
			kind: "malformed",
			message: `the reply is longer than ${maxFrameBytes} bytes`
		} : {
			kind: "disconnected",
			message: `the HTTP connection failed: ${error.message}`
		};
		queueMicrotask(() => this.#told.onFailure(failure, at));
	}
	#complaint(body) {
		const expected = this.#options.status === void 0 ? "a status from 200 to 299" : `HTTP ${this.#options.status}`;
		const text = body.toString("utf8", 0, quotedBytes).trim();
		return `expected ${expected}, got HTTP ${this.#status}${text === "" ? "" : `: ${text}`}`;
	}
};
function lowerCased(headers) {
	return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
// src/measure/mix-order.ts
var MixOrder = class {
	#deck;
	#random;
	#drawn = [];
	constructor(weights, seed) {
		const unit = weights.reduce(greatestCommonDivisor, 0);
		this.#deck = weights.flatMap((weight, part) => new Array(weight / unit).fill(part));
		this.#random = seededRandom(seed);
	}
	next() {
		if (this.#drawn.length === 0) this.#drawn = this.#shuffled();
		return this.#drawn.pop() ?? 0;
	}
	#shuffled() {
		const deck = [...this.#deck];
		for (let last = deck.length - 1; last > 0; last--) {
			const other = Math.floor(this.#random() * (last + 1));
			[deck[last], deck[other]] = [deck[other] ?? 0, deck[last] ?? 0];
		}
		return deck;
	}
};
function greatestCommonDivisor(a, b) {
	return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
// src/measure/schedule.ts
const preferredBlocks = [
	4,
	2,
	1
];
const shortestStretchMs = 1e3;
function scheduleBlocks(arms, options) {
	const sizes = blockSizes(options.load);
	const lead = leadingArm(arms.length, {
		...options,
		alternate: sizes.length === 1
	});
	const forward = [...arms.slice(lead), ...arms.slice(0, lead)];
	const backward = forward.toReversed();
	return sizes.flatMap((amount, turn) => (turn % 2 === 0 ? forward : backward).map((arm) => ({
		arm,
		amount
	})));
}
function rowSeed(seed, rowId) {
	let hash = seed >>> 0;
	for (const character of rowId) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619) >>> 0;
	return hash;
}
function blockSizes(load) {
	const { requests, durationMs } = load;
	const amount = requests ?? durationMs ?? 0;
	const least = durationMs === void 0 ? fewestRequests(load) : shortestStretchMs;
	const count = preferredBlocks.find((blocks) => Math.floor(amount / blocks) >= least) ?? 1;
	const size = Math.floor(amount / count);
	return Array.from({ length: count }, (_, index) => size + (index < amount % count ? 1 : 0));
}
function fewestRequests(load) {
	switch (load.kind) {
		case "closed": return 2 * load.concurrency;
		case "open": return Math.ceil(load.ratePerSecond * shortestStretchMs / 1e3);
		case "batch": return 2;
	}
}
function leadingArm(arms, { seed, round, alternate }) {
	const random = seededRandom(seed);
	const draws = Array.from({ length: alternate ? 1 : round + 1 }, random);
	const drawn = Math.floor((draws.at(-1) ?? 0) * arms);
	return alternate ? (drawn + round) % arms : drawn;
}
// src/measure/session-pool.ts
var SessionPool = class {
	#wires;
	#relays;
	#turn = 0;
	constructor(wires) {
		this.#wires = wires;
		this.#relays = wires.map(() => void 0);
	}
	encode(method, params) {
		const place = this.#turn++ % this.#wires.length;
		const frame = this.#wireAt(place).encode(method, params);
		return {
			...frame,
			id: frame.id * this.#wires.length + place
		};
	}
	send(frame, listener) {
		const place = frame.id % this.#wires.length;
		this.#wireAt(place).send({
			...frame,
			id: this.#inner(frame.id)
		}, this.#relay(place, listener));
	}
	abandon(id) {
		this.#wireAt(id % this.#wires.length).abandon(this.#inner(id));
	}
	#inner(id) {
		return Math.floor(id / this.#wires.length);
	}
	#wireAt(place) {
		return this.#wires[place];
	}
	#relay(place, listener) {
		const known = this.#relays[place];
		if (known?.listener === listener) return known;
		const relay = new Relay(listener, {
			place,
			of: this.#wires.length
		});
		this.#relays[place] = relay;
		return relay;
	}
};
var Relay = class {
	listener;
	#place;
	#of;
	constructor(listener, { place, of }) {
		this.listener = listener;
		this.#place = place;
		this.#of = of;
	}
	onReply(id, body, arrivedAt) {
		this.listener.onReply(id * this.#of + this.#place, body, arrivedAt);
	}
	onFailure(id, failure, at) {
		this.listener.onFailure(id * this.#of + this.#place, failure, at);
	}
};
// src/measure/sessions.ts
async function openSessions(live, count, context) {
	const closers = [];
	const dispose = async () => {
		live.companions = [];
		await Promise.all(closers.map((close) => close()));
	};
	const wires = [live.session.wire];
	try {
		while (wires.length < count) {
			context.signal.throwIfAborted();
			wires.push((await openOne(live, {
				...context,
				closers
			})).wire);
		}
	} catch (error) {
		await dispose();
		throw error;
	}
	return {
		wire: wires.length === 1 ? live.session.wire : new SessionPool(wires),
		[Symbol.asyncDispose]: dispose
	};
}
async function openOne(live, { launch, clock, signal, closers }) {
	const { arm, server } = live;
	if (arm.launch.transport === "streamable-http") {
		const session = await server.connect();
		closers.push(() => session.close().catch(() => void 0));
		return session;
	}
	const companion = await launch(arm.launch, {
		clock,
		signal
	});
	closers.push(() => companion.stop());
	live.companions = [...live.companions, companion];
	return companion.connect();
}
// src/measure/calls.ts
async function openCalls(row, live, context) {
	const { operation, load } = row;
	if (operation.kind === "http") return httpCalls(operation, row, {
		live,
		context
	});
	const sessions = await openSessions(live, load.sessions ?? 1, context);
	const { wire } = sessions;
	const { captures } = context;
	return {
		wire,
		...operation.kind === "mix" ? mixCalls(operation, {
			wire,
			captures,
			seed: rowSeed(context.seed, row.key ?? row.id)
		}) : {
			encode: numbered(rpcEncoder(operation, {
				wire,
				captures
			})),
			classify: replyClassifier(row.expect)
		},
		[Symbol.asyncDispose]: () => sessions[Symbol.asyncDispose]()
	};
}
function numbered(encode) {
	let seq = 0;
	return () => encode(seq++);
}
function rpcEncoder(operation, { wire, captures }) {
	const { method } = operation;
	const params = callParams(operation, captures);
	return (seq) => {
		const own = params(seq);
		return own === void 0 ? wire.encode(method) : wire.encode(method, own);
	};
}
function mixCalls({ parts }, { seed, ...encoding }) {
	const order = new MixOrder(parts.map(({ weight }) => weight), seed);
	const made = parts.map(({ operation, expect }) => ({
		encode: rpcEncoder(operation, encoding),
		classify: replyClassifier(expect)
	}));
	const judges = new Map();
	const encode = (seq) => {
		const part = made[order.next()];
		if (!part) throw new RangeError("a mix without parts");
		const frame = part.encode(seq);
		judges.set(frame.id, part.classify);
		return frame;
	};
	const classify = (body, id) => {
		const judge = judges.get(id) ?? replyClassifier();
		judges.delete(id);
		return judge(body, id);
	};
	return {
		encode: numbered(encode),
		classify
	};
}
function httpCalls({ request }, { expect }, { live, context }) {
	const { url } = live.server;
	if (!url) throw new RangeError("a plain HTTP request needs a server that is reached by URL");
	const { headers, tls } = live.arm.launch;
	const http = new PlainHttp(url, {
		clock: context.clock,
		headers,
		tls
	});
	const { path, body } = request;
	const text = body === void 0 ? { path } : {
		path,
		body
	};
	const rendered = (seq) => ({
		...request,
		...renderParams(text, {
			seq,
			captures: context.captures
		})
	});
	return {
		wire: http,
		encode: numbered(hasPlaceholders(text) ? (seq) => http.encode(rendered(seq)) : () => http.encode(request)),
		classify: bodyClassifier(expect),
		[Symbol.asyncDispose]: () => http.destroy()
	};
}
// src/measure/batch-loop.ts
async function runBatchLoop(options) {
	const { until, clock, delayMs, delay, signal, encode, size } = options;
	const total = new BatchTally("batches" in until ? until.batches : void 0);
	const deadline = "durationMs" in until ? clock.now() + until.durationMs : Number.POSITIVE_INFINITY;
	while (!total.isOver && clock.now() < deadline) {
		if (delayMs > 0) await delay(delayMs, signal);
		total.add(await runBatch(Array.from({ length: size }, encode), options));
	}
	return total.result();
}
async function runBatch(frames, options) {
	const { classify } = options;
	let [wallMs, sentBytes, bytes] = [
		0,
		0,
		0
	];
	let outcome = { kind: "ok" };
	for (const wave of wavesOf(frames, options.dispatch)) {
		const concurrency = options.dispatch.kind === "sequential" ? 1 : wave.length;
		const result = await runClosedLoop({
			...options,
			frames: wave,
			concurrency
		});
		wallMs += result.wallMs;
		sentBytes += result.sentBytes;
		for (const answer of result.answers) {
			bytes += answer.bytes;
			if (outcome.kind === "ok") outcome = judge$1(answer, classify);
		}
		const [failure] = result.failures;
		if (failure) return {
			id: frames[0]?.id ?? 0,
			wallMs,
			sentBytes,
			bytes,
			outcome: failure
		};
	}
	return {
		id: frames[0]?.id ?? 0,
		wallMs,
		sentBytes,
		bytes,
		outcome
	};
}
function judge$1({ judged, id }, classify) {
	return judged instanceof Uint8Array ? classify(judged, id) : judged;
}
function wavesOf(frames, dispatch) {
	if (dispatch.kind !== "waves") return [frames];
	const { size } = dispatch;
	return Array.from({ length: Math.ceil(frames.length / size) }, (_, wave) => frames.slice(wave * size, (wave + 1) * size));
}
var BatchTally = class {
	#wanted;
	#answers = [];
	#failures = [];
	#sums = {
		wallMs: 0,
		sent: 0,
		sentBytes: 0
	};
	#timeouts = 0;
	#disconnections = [];
	constructor(wanted) {
		this.#wanted = wanted;
	}
	get isOver() {
		return this.#wanted !== void 0 && this.#sums.sent >= this.#wanted || this.#hasGivenUp || this.#isDisconnected;
	}
	get #hasGivenUp() {
		return this.#timeouts >= 3;
	}
	get #isDisconnected() {
		return this.#disconnections.length >= 3;
	}
	add({ id, wallMs, sentBytes, bytes, outcome }) {
		this.#sums.sent++;
		this.#sums.wallMs += wallMs;
		this.#sums.sentBytes += sentBytes;
		this.#timeouts = outcome.kind === "timeout" ? this.#timeouts + 1 : 0;
		if (outcome.kind === "disconnected") this.#disconnections.push(outcome.message);
		else this.#disconnections = [];
		if (isUnanswered(outcome)) this.#failures.push(outcome);
		else this.#answers.push({
			id,
			latencyMs: wallMs,
			bytes,
			judged: outcome
		});
	}
	result() {
		const message = this.#disconnections.at(-1);
		const unsent = this.#isDisconnected && this.#wanted !== void 0 ? this.#wanted - this.#sums.sent : 0;
		const lost = Array.from({ length: unsent }, () => ({
			kind: "disconnected",
			message: message ?? ""
		}));
		return {
			...this.#sums,
			answers: this.#answers,
			failures: [...this.#failures, ...lost],
			gaveUp: this.#hasGivenUp,
			...message === void 0 ? {} : { disconnected: message }
		};
	}
};
function isUnanswered({ kind }) {
	return kind === "timeout" || kind === "disconnected";
}
// src/measure/open-loop.ts
function runOpenLoop(options) {
	return new Promise((resolve, reject) => new OpenLoop(options, {
		resolve,
		reject
	}).start());
}
var OpenLoop = class extends RequestLoop {
	#most = 0;
	#dropped = 0;
	#cancelAlarm;
	pump() {
		const { frames, clock, maxInFlight } = this.options;
		const now = clock.now();
		while (!this.over && this.next < this.limit) {
			const intended = this.#intended(this.next);
			if (intended > now) break;
			const frame = frames[this.next++];
			if (!frame) break;
			if (this.inFlight.size >= maxInFlight) this.#drop();
			else this.write(frame, intended);
			this.#most = Math.max(this.#most, this.inFlight.size);
		}
		this.#wait();
	}
	after(ms, wake) {
		return this.options.alarm(this.options.clock.now() + ms, wake);
	}
	conclude() {
		return {
			wallMs: Math.max(this.endedAt, this.#intended(this.next)) - this.startedAt,
			backlog: {
				most: this.#most,
				dropped: this.#dropped
			}
		};
	}
	close() {
		super.close();
		this.#cancelAlarm?.();
	}
	#intended(index) {
		return this.startedAt + 1e3 * index / this.options.ratePerSecond;
	}
	#drop() {
		const message = `not sent when it was due: ${this.options.maxInFlight} requests were unanswered`;
		this.failures.push({
			kind: "dropped",
			message
		});
		this.#dropped++;
	}
	#wait() {
		if (this.#cancelAlarm || this.over || this.next >= this.limit) return;
		this.#cancelAlarm = this.options.alarm(this.#intended(this.next), () => {
			this.#cancelAlarm = void 0;
			this.fill();
		});
	}
};
// src/measure/load-runner.ts
function loadRunner(load, tools) {
	const { timeoutMs } = load;
	switch (load.kind) {
		case "open": return openRunner(load, {
			...tools,
			timeoutMs
		});
		case "batch": return batchRunner(load, {
			...tools,
			timeoutMs
		});
		case "closed":
			if (load.delayMs) return pacedRunner({
				...load,
				delayMs: load.delayMs
			}, {
				...tools,
				timeoutMs
			});
			return load.durationMs === void 0 ? countedRunner(load, {
				...tools,
				timeoutMs
			}) : timedRunner(load, {
				...tools,
				timeoutMs
			});
	}
}
function warmUpLoad({ warmup, timeoutMs, ...load }) {
	const counted = {
		requests: warmup,
		warmup: 0,
		timeoutMs
	};
	if (load.kind === "batch") return {
		kind: "batch",
		size: load.size,
		dispatch: load.dispatch,
		...counted,
		...pause(load)
	};
	if (load.kind === "open") return {
		kind: "closed",
		concurrency: 1,
		...counted
	};
	return {
		kind: "closed",
		concurrency: load.concurrency,
		...counted,
		...pause(load)
	};
}
function pause({ delayMs }) {
	return delayMs === void 0 ? {} : { delayMs };
}
function countedRunner({ concurrency }, tools) {
	let frames = [];
	return {
		prepare: (requests) => {
			frames = Array.from({ length: requests }, tools.encode);
		},
		run: () => runClosedLoop({
			...tools,
			frames,
			concurrency
		})
	};
}
const firstStock = 1e3;
const reserve = 1.2;
function timedRunner({ concurrency }, tools) {
	let frames = [];
	let durationMs = 0;
	let wanted = firstStock;
	const more = () => {
		const frame = tools.encode();
		frames.push(frame);
		return frame;
	};
	return {
		prepare: (ms) => {
			durationMs = ms;
			while (frames.length < wanted) more();
		},
		run: async () => {
			const result = await runClosedLoop({
				...tools,
				frames,
				concurrency,
				timed: {
					durationMs,
					more
				}
			});
			frames = frames.slice(result.sent);
			wanted = Math.ceil(result.sent * reserve) + concurrency;
			return result;
		}
	};
}
function openRunner({ ratePerSecond, maxInFlight, durationMs }, tools) {
	let frames = [];
	return {
		prepare: (amount) => {
			const requests = durationMs === void 0 ? amount : Math.max(1, Math.round(ratePerSecond * amount / 1e3));
			frames = Array.from({ length: requests }, tools.encode);
		},
		run: () => runOpenLoop({
			...tools,
			frames,
			ratePerSecond,
			maxInFlight
		})
	};
}
function batchRunner(load, tools) {
	const { size, dispatch, delayMs = 0 } = load;
	return inBatches(load, {
		...tools,
		size,
		dispatch,
		delayMs
	});
}
function pacedRunner(load, tools) {
	return inBatches(load, {
		...tools,
		size: 1,
		dispatch: { kind: "burst" },
		delayMs: load.delayMs
	});
}
function inBatches({ durationMs }, options) {
	let until = { batches: 0 };
	return {
		prepare: (amount) => {
			until = durationMs === void 0 ? { batches: amount } : { durationMs: amount };
		},
		run: () => runBatchLoop({
			...options,
			until
		})
	};
}
// src/measure/recorder.ts
var Recorder = class {
	#row;
	#classify;
	#tally = new OutcomeTally();
	#latencies = [];
	#blocks = [];
	#sent = {
		count: 0,
		bytes: 0
	};
	#received = {
		count: 0,
		bytes: 0
	};
	#cpuMs = 0;
	constructor(row, classify) {
		this.#row = row;
		this.#classify = classify;
	}
	addBlock(position, result) {
		const latencies = [];
		for (const { id, judged, latencyMs, bytes } of result.answers) {
			const outcome = judged instanceof Uint8Array ? this.#classify(judged, id) : judged;
			this.#tally.add(outcome);
			if (outcome.kind !== "ok") continue;
			latencies.push(latencyMs);
			this.#received.count++;
			this.#received.bytes += bytes;
		}
		for (const failure of result.failures) this.#tally.add(failure);
		this.#sent.count += result.sent;
		this.#sent.bytes += result.sentBytes;
		for (const latency of latencies) this.#latencies.push(latency);
		this.#blocks.push({
			position,
			wallMs: result.wallMs,
			attempted: result.answers.length + result.failures.length,
			ok: latencies.length,
			...latencies.length > 0 ? {
				medianMs: median(latencies),
				meanMs: mean(latencies)
			} : {},
			...result.backlog ? { backlog: result.backlog } : {}
		});
	}
	addCpu(ms) {
		this.#cpuMs = ms === void 0 || this.#cpuMs === void 0 ? void 0 : this.#cpuMs + ms;
	}
	addFailure(outcome) {
		this.#tally.add(outcome);
	}
	measurement() {
		const attempted = this.#tally.total;
		return {
			row: this.#row,
			outcomes: this.#tally.outcomes,
			errors: this.#tally.samples,
			blocks: this.#blocks,
			samples: encodeSamples(this.#latencies),
			requestBytes: this.#sent.count > 0 ? this.#sent.bytes / this.#sent.count : 0,
			...this.#received.count > 0 ? { responseBytes: this.#received.bytes / this.#received.count } : {},
			...this.#cpuMs !== void 0 && attempted > 0 ? { cpuPerCallMs: this.#cpuMs / attempted } : {}
		};
	}
};
function mean(values) {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}
// src/measure/arm-run.ts
var ArmRun = class ArmRun {
	#row;
	#live;
	#context;
	#calls;
	#runner;
	#recorder;
	#blocks = 0;
	#hopeless = false;
	constructor(row, { live, calls, context }) {
		this.#row = row;
		this.#live = live;
		this.#context = context;
		this.#calls = calls;
		this.#runner = loadRunner(row.load, this.#tools());
		this.#recorder = new Recorder(row.id, calls.classify);
	}
	static async open(row, live, context) {
		try {
			return new ArmRun(row, {
				live,
				calls: await openCalls(row, live, context),
				context
			});
		} catch (error) {
			context.signal.throwIfAborted();
			const recorder = new Recorder(row.id, () => ({ kind: "ok" }));
			const message = `${row.id} could not begin: ${error instanceof Error ? error.message : String(error)}`;
			recorder.addFailure({
				kind: "disconnected",
				message
			});
			live.measurements.push(recorder.measurement());
			context.warn(`${live.arm.id}: ${message}`);
			return;
		}
	}
	get arm() {
		return this.#live.arm.id;
	}
	get inPlay() {
		return this.#live.failure === void 0 && !this.#hopeless;
	}
	async warmUp() {
		const { load } = this.#row;
		if (load.warmup === 0) return;
		const runner = loadRunner(warmUpLoad(load), this.#tools());
		runner.prepare(load.warmup);
		this.#watch(await runner.run());
	}
	prepare(amount) {
		this.#runner.prepare(amount);
	}
	send() {
		return this.#runner.run();
	}
	cpuBetween(before, after) {
		const [from, to] = [before.get(this.#live), after.get(this.#live)];
		return from && to ? Math.max(0, to.cpuMs - from.cpuMs) : void 0;
	}
	record(result, block) {
		this.#recorder.addBlock(block.position, result);
		this.#recorder.addCpu(block.cpuMs);
		this.#blocks++;
		if (result.gaveUp) {
			this.#hopeless = true;
			this.#context.warn(`${this.arm}: ${this.#row.id} was cut short, ${this.#row.load.timeoutMs} ms passed without a reply several times in a row`);
		}
		this.#watch(result);
	}
	finish() {
		if (this.#blocks > 0) this.#live.measurements.push(this.#recorder.measurement());
	}
	async [Symbol.asyncDispose]() {
		await this.#calls[Symbol.asyncDispose]();
	}
	#tools() {
		const { clock, signal, delay, alarm = preciseAlarm(clock) } = this.#context;
		return {
			...this.#calls,
			clock,
			signal,
			delay,
			alarm
		};
	}
	#watch({ disconnected }) {
		if (disconnected !== void 0) giveUp(this.#live, `connection lost during ${this.#row.id}: ${disconnected}`);
	}
};
// src/measure/measure-row.ts
async function measureRow(set, arms, { schedule, captures, blocksBefore, ...context }) {
	const runs = new Map();
	try {
		for (const live of arms) {
			const row = rowOn(set, live.arm);
			const own = {
				...context,
				captures: captures.get(live) ?? new Map()
			};
			const run = row && await ArmRun.open(live.arm.side === "control" ? controlRow(row) : row, live, own);
			if (run) runs.set(live.arm.id, run);
		}
		for (const run of runs.values()) await run.warmUp();
		const order = await driveBlocks(schedule.flatMap(({ arm, amount }) => {
			const run = runs.get(arm);
			return run ? [{
				run,
				amount
			}] : [];
		}), {
			name: set.key,
			arms,
			context,
			blocksBefore
		});
		for (const run of runs.values()) run.finish();
		return order;
	} finally {
		for (const run of runs.values()) await run[Symbol.asyncDispose]();
	}
}
async function driveBlocks(turns, { name, arms, context, blocksBefore }) {
	const { clock, signal, resources } = context;
	const order = [];
	if (turns.length === 0) return order;
	const waiting = turns.values();
	let usage = await readUsage(resources, arms);
	let readAt = clock.now();
	let block;
	const prepare = () => {
		signal.throwIfAborted();
		const { value: turn } = waiting.next();
		block = turn?.run.inPlay ? { run: turn.run } : void 0;
		if (turn && block) turn.run.prepare(turn.amount);
	};
	const timed = async () => {
		if (!block) return { overriddenDuration: 0 };
		block.result = await block.run.send();
		return { overriddenDuration: block.result.wallMs };
	};
	const settle = async () => {
		if (!block?.result) return;
		const { run, result } = block;
		const after = await readUsage(resources, arms);
		run.record(result, {
			position: blocksBefore + order.length,
			cpuMs: run.cpuBetween(usage, after)
		});
		const now = clock.now();
		for (const live of arms) if (live.arm.id !== run.arm) addIdle(live, {
			before: usage,
			after,
			ms: now - readAt
		});
		readAt = now;
		order.push(run.arm);
		usage = after;
		block = void 0;
	};
	const options = {
		async: true,
		beforeEach: prepare,
		afterEach: settle
	};
	await new ae({
		iterations: turns.length,
		time: 0,
		warmup: false,
		throws: true,
		now: () => clock.now()
	}).add(name, timed, options).run();
	return order;
}
function addIdle(live, { before, after, ms }) {
	const [from, to] = [before.get(live), after.get(live)];
	if (!from || !to) return;
	live.idle.cpuMs += Math.max(0, to.cpuMs - from.cpuMs);
	live.idle.ms += ms;
}
// src/measure/phases.ts
async function measurePhases(server, session, options) {
	const startup = server.readyMs();
	const phases = {
		...startup === void 0 ? {} : { startup },
		handshake: session.handshakeMs,
		instructions_bytes: Buffer.byteLength(session.identity.instructions ?? "")
	};
	if (!session.capabilities.has("tools")) return phases;
	const { firstMs, results } = await listPages(session.wire, "tools/list", options);
	const bytes = results.reduce((sum, result) => sum + Buffer.byteLength(JSON.stringify(result)), 0);
	return {
		...phases,
		first_list: firstMs,
		tools_list_bytes: bytes
	};
}
// src/measure/progress.ts
function armProgress({ arm, measurements }, row) {
	const latest = measurements.at(-1);
	if (latest?.row !== row) return [];
	const sum = (field) => latest.blocks.reduce((total, block) => total + block[field], 0);
	const latencies = decodeSamples(latest.samples);
	const medianMs = latencies.length > 0 ? { medianMs: median(latencies) } : {};
	return [{
		arm: arm.id,
		attempted: sum("attempted"),
		ok: sum("ok"),
		...medianMs
	}];
}
// src/measure/capture.ts
function captured(result, path) {
	return [...path.matchAll(/\[(\d+|\*)\]|[^.[\]]+/g)].map(([whole, index]) => index ?? whole).reduce((values, step) => values.flatMap((value) => follow(entered(value), step)), [result]).flatMap((end) => Array.isArray(end) ? end : [end]).filter(isJson);
}
function follow(value, step) {
	if (Array.isArray(value)) return step === "*" ? value : value.slice(Number(step)).slice(0, 1);
	if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return [];
	return [value[step]];
}
function entered(value) {
	if (typeof value !== "string") return value;
	try {
		return JSON.parse(value);
	} catch {
		return value;
	}
}
function isJson(value) {
	return value !== void 0 && value !== null;
}
// src/measure/staging.ts
async function setUp(row, context) {
	const [forLaunch, forRow] = split(row.staging?.setup ?? []);
	const { staged } = context.live;
	const key = launchKey(row);
	let ofLaunch = staged.get(key);
	if (!ofLaunch) {
		ofLaunch = await runSteps(forLaunch, {
			...context,
			row,
			captures: new Map()
		});
		staged.set(key, ofLaunch);
	}
	return runSteps(forRow, {
		...context,
		row,
		captures: ofLaunch
	});
}
async function tearDown(row, { captures, last, ...context }) {
	const [forLaunch, forRow] = split(row.staging?.teardown ?? []);
	await runSteps(last ? [...forRow, ...forLaunch] : forRow, {
		...context,
		row,
		captures
	});
}
function launchKey({ benchmark, staging }) {
	const [setup] = split(staging?.setup ?? []);
	const [teardown] = split(staging?.teardown ?? []);
	return JSON.stringify([
		benchmark,
		setup,
		teardown
	]);
}
function split(steps) {
	return [steps.filter(({ per }) => per === "launch"), steps.filter(({ per }) => per === "row")];
}
async function runSteps(steps, context) {
	const captures = new Map(context.captures);
	for (const step of steps) if (step.kind === "run") await runShell(step, context);
	else for (const [name, items] of await runCalls(step, {
		...context,
		captures
	})) captures.set(name, items);
	return captures;
}
async function runCalls(step, context) {
	const { row, live, captures, clock, signal } = context;
	const lists = new Map(Object.keys(step.capture).map((name) => [name, []]));
	for (let seq = 0; seq < step.repeat; seq++) {
		const params = {
			name: step.tool,
			arguments: renderParams(step.arguments, {
				seq,
				captures
			})
		};
		const { reply } = await requestOnce(live.session.wire, {
			method: "tools/call",
			params
		}, {
			clock,
			signal,
			timeoutMs: step.timeoutMs
		}).catch((error) => {
			signal.throwIfAborted();
			throw failed(step, {
				row,
				reason: error instanceof Error ? error.message : String(error)
			});
		});
		if (reply.kind === "error") throw failed(step, {
			row,
			reason: reply.message
		});
		if (reply.kind !== "result") throw failed(step, {
			row,
			reason: "the reply is no JSON-RPC response"
		});
		if (reply.result.isError === true) throw failed(step, {
			row,
			reason: resultText(reply.result)
		});
		for (const [name, path] of Object.entries(step.capture)) {
			const items = captured(reply.result, path);
			if (items.length === 0) throw nothingAt(path, {
				row,
				step,
				name,
				result: reply.result
			});
			lists.get(name)?.push(...items);
		}
	}
	return lists;
}
async function runShell(step, { row, live, signal }) {
	const { arm, server } = live;
	const values = Object.entries(row.staging?.values ?? {}).map(([name, value]) => [`MCP_BENCH_${name.toUpperCase()}`, value]);
	const env = {
		...arm.launch.env,
		...Object.fromEntries(values),
		MCP_BENCH_SIDE: arm.side,
		...arm.variant === void 0 ? {} : { MCP_BENCH_VARIANT: arm.variant },
		...server.url === void 0 ? {} : { MCP_BENCH_URL: server.url.href }
	};
	const { failure, output } = await runShellCommand({
		run: step.run,
		cwd: arm.launch.cwd,
		env,
		timeoutMs: step.timeoutMs,
		signal
	});
	if (failure === void 0) return;
	throw failed(step, {
		row,
		reason: output === "" ? `it ${failure}` : `it ${failure}; its last output: ${output}`
	});
}
function failed(step, { row, reason }) {
	const what = step.kind === "run" ? `the command ${JSON.stringify(step.run)}` : `the tool ${JSON.stringify(step.tool)}`;
	return new ServerError(`the step ${step.place} failed (${what}): ${shorten(reason)}`, {
		where: placeOf(row),
		fix: "a step has to succeed before anything is measured; correct it or the server"
	});
}
function nothingAt(path, { row, step, name, result }) {
	return new ServerError(`the step ${step.place} found nothing at ${JSON.stringify(path)}, to be kept as \`${name}\``, {
		where: placeOf(row),
		expected: `a path into the result, which was ${shorten(JSON.stringify(result))}`,
		fix: `correct \`${step.place}.capture.${name}\``
	});
}
// src/measure/round.ts
async function runRound(index, context) {
	const rows = context.open.filter((row) => row.rounds === void 0 || index < row.rounds);
	const complete = rows.length === context.rows.length;
	const order = {};
	const launches = [];
	for (const group of groupsOfRound(launchGroups(context.rows, context.arms), rows)) for (let pass = 0; pass < group.processes; pass++) {
		const turn = index * group.processes + pass;
		const arms = turn % 2 === 0 ? group.arms : group.arms.toReversed();
		for (const together of group.oneByOne ? arms.map((arm) => [arm]) : [arms]) launches.push(...await runLaunch({
			...group,
			arms: together
		}, {
			...context,
			index,
			turn,
			order,
			complete
		}));
	}
	return {
		index,
		order,
		launches: inPlanOrder(launches, context.arms)
	};
}
function inPlanOrder(launches, arms) {
	const place = new Map(arms.map(({ id }, index) => [id, index]));
	const placeOf = ({ arm }) => place.get(typeof arm === "string" ? arm : arm.id) ?? 0;
	return launches.toSorted((a, b) => placeOf(a) - placeOf(b));
}
async function runLaunch(group, context) {
	const started = [];
	const { index } = context;
	try {
		const opened = [];
		for (const arm of group.arms) opened.push(await openArm(arm, {
			...context,
			started
		}));
		const live = inPlanOrder(opened.filter(isLive), context.arms);
		await measureSets(group, live, context);
		await readEndUsage(live, context.resources);
		const closed = [];
		for (const launch of opened) closed.push(isLive(launch) ? await closeArm(launch, context) : launch);
		for (const { arm, session } of live) for (const warning of session.warnings()) context.warn(`${arm.id}: ${warning}`);
		for (const { arm, failure } of closed) if (failure) context.warn(`${arm} failed in round ${index + 1}: ${failure}`);
		const { purpose } = group;
		return purpose === void 0 ? closed : closed.map((launch) => ({
			...launch,
			purpose
		}));
	} finally {
		await Promise.all(started.map((server) => server.stop()));
	}
}
async function openArm(arm, context) {
	const { clock, signal, launch, resources, index, started } = context;
	try {
		const server = await launch(arm.launch, {
			clock,
			signal
		});
		started.push(server);
		const session = await server.connect();
		context.identify(arm.id, session.identity);
		const live = {
			arm,
			server,
			session,
			metrics: await measurePhases(server, session, {
				clock,
				signal,
				timeoutMs: arm.launch.startupTimeoutMs
			}),
			measurements: [],
			staged: new Map(),
			idle: {
				cpuMs: 0,
				ms: 0
			},
			companions: []
		};
		const usage = (await readUsage(resources, [live])).get(live);
		if (usage) live.metrics.idle_rss = usage.rssBytes;
		return live;
	} catch (error) {
		signal.throwIfAborted();
		if (index === 0 && arm.side === "head") throw error;
		const failure = shorten(error instanceof Error ? error.message : String(error));
		return {
			arm: arm.id,
			metrics: {},
			exitCode: null,
			killed: false,
			orphans: 0,
			measurements: [],
			failure
		};
	}
}
async function measureSets(group, live, context) {
	const { order, index, turn } = context;
	const last = lastOfEach(group);
	for (const [place, set] of group.sets.entries()) {
		const cooldownMs = group.sets[place - 1]?.rows[0]?.cooldownMs ?? context.cooldownMs;
		if (place > 0 && cooldownMs > 0) await context.delay(cooldownMs, context.signal);
		const taking = live.filter(({ failure, arm }) => failure === void 0 && rowOn(set, arm));
		const captures = new Map();
		for (const one of taking) await stage(one, {
			...context,
			run: async (row) => void captures.set(one, await setUp(row, {
				...context,
				live: one
			})),
			set
		});
		const arms = taking.filter((one) => captures.has(one));
		const control = taking.filter(({ arm }) => arm.side === "control");
		const load = loadOf(set);
		const schedule = control.reduce((blocks, { arm }) => withControl(blocks, {
			arm: arm.id,
			load
		}), scheduleBlocks(arms.map(({ arm }) => arm.id), {
			load,
			round: turn,
			seed: rowSeed(context.seed, set.key)
		}));
		const before = order[set.key] ?? [];
		const measured = await measureRow(set, [...arms, ...control], {
			...context,
			schedule,
			captures,
			blocksBefore: before.length
		});
		order[set.key] = [...before, ...measured];
		for (const one of arms) {
			const run = (row) => tearDown(row, {
				...context,
				live: one,
				captures: captures.get(one) ?? new Map(),
				last: last.has(row)
			});
			if (one.failure === void 0) await stage(one, {
				...context,
				run,
				set
			});
		}
		const progress = arms.flatMap((arm) => armProgress(arm, rowOn(set, arm.arm)?.id ?? set.key));
		context.progress({
			kind: "row",
			round: index,
			row: set.key,
			arms: progress
		});
	}
}
function lastOfEach({ sets }) {
	const rows = sets.flatMap((set) => set.rows.map((row) => [JSON.stringify([launchKey(row), row.variant]), row]));
	return new Set(new Map(rows).values());
}
function loadOf({ rows: [row] }) {
	if (!row) throw new RangeError("a row set has at least one row");
	return row.load;
}
async function stage(live, { set, run, index, signal }) {
	const row = rowOn(set, live.arm);
	if (!row || live.arm.side === "control") return;
	try {
		await run(row);
	} catch (error) {
		signal.throwIfAborted();
		if (index === 0 && live.arm.side === "head") throw error;
		giveUp(live, error instanceof Error ? error.message : String(error));
	}
}
async function readEndUsage(live, resources) {
	for (const [{ metrics }, { threads, openFiles }] of await readUsage(resources, live)) {
		if (threads !== void 0) metrics.threads = threads;
		if (openFiles !== void 0) metrics.open_files = openFiles;
	}
	for (const arm of live) {
		const share = idleCpu(arm);
		if (share !== void 0) arm.metrics.idle_cpu = share;
	}
}
async function closeArm(live, { complete }) {
	const { arm, server, session, measurements, failure } = live;
	const metrics = complete ? live.metrics : withoutLoadMetrics(live.metrics);
	await session.close().catch(() => void 0);
	const { shutdownMs, exitCode, killed, orphans } = await server.stop();
	const shutdown = shutdownMs === void 0 || failure !== void 0 ? {} : { shutdown: shutdownMs };
	return {
		arm: arm.id,
		metrics: {
			...metrics,
			...shutdown
		},
		exitCode,
		killed,
		orphans,
		measurements,
		...failure === void 0 ? {} : { failure }
	};
}
function withoutLoadMetrics({ peak_rss, threads, open_files, ...metrics }) {
	return metrics;
}
function isLive(launch) {
	return "session" in launch;
}
// src/measure/settle-protocol.ts
async function settleProtocols(arms, { spoken, trial = ({ launch }) => launch, ...context }) {
	const likely = ({ variant }) => {
		const head = arms.find((arm) => spoken.has(arm.id) && arm.variant === variant);
		return spoken.get(head?.id ?? "") ?? [...spoken.values()][0] ?? "auto";
	};
	const settled = [];
	for (const arm of arms) {
		const { launch, id } = arm;
		if (launch.protocol !== "auto") settled.push(arm);
		else {
			const protocol = spoken.get(id) ?? await protocolOf(trial(arm), {
				...context,
				spoken: likely(arm)
			});
			settled.push({
				...arm,
				launch: {
					...launch,
					protocol
				}
			});
		}
	}
	return settled;
}
async function protocolOf(spec, context) {
	const { spoken, signal } = context;
	for (const protocol of [spoken, "auto"]) try {
		return await answerTo({
			...spec,
			protocol
		}, context);
	} catch (error) {
		signal.throwIfAborted();
		if (!(error instanceof UserError)) throw error;
	}
	return spoken;
}
async function answerTo(spec, { launch, clock, signal }) {
	const server = await launch(spec, {
		clock,
		signal
	});
	try {
		const { identity } = await server.connect();
		return identity.protocol;
	} finally {
		await server.stop();
	}
}
// src/measure/stopping.ts
function whyStop(done, policy, { elapsedMs, nextMs, decide }) {
	if (done >= (policy.kind === "fixed" ? policy.min : policy.max)) return `${rounds(done)}, ${policy.kind === "fixed" ? "as many as configured" : "the most a run makes"}`;
	if (elapsedMs + nextMs > policy.timeBudgetMs) return `the time budget of ${policy.timeBudgetMs / 1e3} s leaves no room for another round after ${rounds(done)}`;
	return policy.kind === "auto" && done >= policy.min ? decide() : void 0;
}
function stopAtMinimum({ rounds: { length } }) {
	return {
		more: false,
		reason: `${rounds(length)}, the minimum asked for`
	};
}
function rounds(count) {
	return count === 1 ? "1 round" : `${count} rounds`;
}
// src/measure/run-plan.ts
async function runPlan(plan, dependencies) {
	const { clock, signal } = dependencies;
	if (!plan.services) return measurePlan(plan, dependencies);
	const services = await startServices(plan.services, {
		clock,
		signal
	});
	try {
		const arms = plan.arms.map((arm) => ({
			...arm,
			launch: withServicePorts(arm.launch, services.ports)
		}));
		return await measurePlan({
			...plan,
			arms
		}, dependencies);
	} finally {
		await services.stop();
	}
}
async function measurePlan(plan, dependencies) {
	const { clock, signal, progress, launch = launchServer } = dependencies;
	const run = new Run(plan, dependencies);
	try {
		const found = await probe(plan, {
			launch,
			clock,
			signal,
			warn: (message) => run.warn(message)
		});
		const trial = ({ launch: spec, variant }) => withValues(spec, found.rows.find((row) => row.variant === variant)?.staging?.values ?? {});
		const settling = {
			spoken: found.spoken,
			trial,
			launch,
			clock,
			signal
		};
		run.begin({
			...found,
			arms: await settleProtocols(plan.arms, settling)
		});
		progress({
			kind: "probe",
			server: found.identity,
			rows: found.rows.length,
			skipped: found.skipped.length
		});
		while (run.stopReason === void 0) await run.measureRound();
	} catch (error) {
		if (!signal.aborted) throw error;
		run.interrupt(signal.reason);
	}
	const record = run.record();
	if (!record.rounds.some(({ launches }) => launches.some(({ measurements }) => measurements.some(hasReply)))) throw nothingMeasured(record);
	return record;
}
var Run = class {
	stopReason;
	#plan;
	#dependencies;
	#resources;
	#createdAt;
	#startedAt;
	#identities = new Map();
	#warnings = new Set();
	#rounds = [];
	#rows = [];
	#open = [];
	#skipped = [];
	constructor(plan, dependencies) {
		this.#plan = plan;
		this.#dependencies = dependencies;
		this.#resources = dependencies.resources ?? resourceReader(process.platform);
		this.#createdAt = dependencies.now().toISOString();
		this.#startedAt = dependencies.clock.now();
	}
	begin({ arms, rows, skipped }) {
		this.#plan = {
			...this.#plan,
			arms
		};
		this.#rows = rows;
		this.#open = rows;
		this.#skipped = skipped;
		for (const { benchmark, reason } of skipped) this.warn(`${benchmark} is skipped: ${reason}`);
	}
	async measureRound() {
		const { clock, progress } = this.#dependencies;
		const { arms, rounds } = this.#plan;
		const round = this.#rounds.length;
		const from = clock.now();
		progress({
			kind: "round-start",
			round,
			rounds: rounds.max,
			arms: arms.map(({ id }) => id)
		});
		this.#rounds.push(await runRound(round, this.#roundContext()));
		const durationMs = clock.now() - from;
		const elapsedMs = clock.now() - this.#startedAt;
		progress({
			kind: "round-end",
			round,
			durationMs,
			elapsedMs
		});
		this.stopReason = whyStop(this.#rounds.length, this.#plan.rounds, {
			elapsedMs,
			nextMs: durationMs,
			decide: () => this.#decide(round)
		});
		if (this.stopReason !== void 0) progress({
			kind: "stop",
			reason: this.stopReason
		});
	}
	#decide(round) {
		const { more, reason, open } = (this.#dependencies.outlook ?? stopAtMinimum)(this.record());
		if (!more) return reason;
		const before = this.#open;
		this.#open = open === void 0 ? this.#rows : before.filter(({ id }) => open.includes(id));
		const decided = before.filter((row) => !this.#open.includes(row)).map(({ id }) => id);
		if (decided.length > 0) this.#dependencies.progress({
			kind: "decided",
			round,
			rows: decided,
			open: this.#open.length
		});
	}
	interrupt(reason) {
		const cause = reason instanceof Error ? reason.message : String(reason);
		if (this.#rounds.length === 0) throw new UserError(`the run was interrupted before its first round was finished (${cause})`, { cause: reason });
		this.stopReason = `interrupted (${cause}) after ${rounds(this.#rounds.length)}`;
		this.warn(`the run was ${this.stopReason}; the round under way was dropped`);
	}
	record() {
		return buildRecord(this.#plan, {
			...this.#dependencies,
			createdAt: this.#createdAt,
			resourceMethod: this.#resources.method,
			identities: this.#identities,
			rows: this.#rows,
			rounds: [...this.#rounds],
			stopReason: this.stopReason ?? "not stopped yet",
			skipped: this.#skipped,
			warnings: [...this.#warnings]
		});
	}
	#roundContext() {
		const { clock, signal, progress, launch = launchServer, delay = defaultDelay, alarm } = this.#dependencies;
		return {
			arms: this.#plan.arms,
			rows: this.#rows,
			open: this.#open,
			seed: this.#plan.seed,
			cooldownMs: this.#plan.cooldownMs,
			launch,
			clock,
			signal,
			resources: this.#resources,
			delay,
			...alarm ? { alarm } : {},
			progress,
			warn: (message) => this.warn(message),
			identify: (arm, server) => void this.#identities.set(arm, server)
		};
	}
	warn(message) {
		if (this.#warnings.has(message)) return;
		this.#warnings.add(message);
		this.#dependencies.progress({
			kind: "warning",
			message
		});
	}
};
function hasReply({ outcomes }) {
	return (outcomes.ok ?? 0) > 0;
}
function nothingMeasured({ rounds, warnings }) {
	const errors = rounds.flatMap(({ launches }) => launches.flatMap((launch) => launch.measurements)).flatMap(({ row, errors }) => errors.map(({ kind, message }) => `\n  ${row}: ${kind}: ${message}`));
	const samples = [...new Set([...errors, ...warnings.map((warning) => `\n  ${warning}`)])].slice(0, 5);
	return new ServerError(`nothing was measured: not one call succeeded${samples.join("")}`, { fix: "correct the calls or the server; a call that is meant to fail needs `expect: { error: true }`" });
}
function defaultDelay(ms, signal) {
	return setTimeout$1(ms, void 0, { signal });
}
// src/redact.ts
const shortest = 4;
function redactText(text, secrets) {
	const known = fragments(secrets);
	const masked = known.reduce((rest, secret) => rest.replaceAll(secret, "***"), text);
	return known.reduce(maskCutOff, masked);
}
function redactRecord(record, secrets) {
	if (fragments(secrets).length === 0) return record;
	const hide = (text) => redactText(text, secrets);
	return {
		...record,
		command: hide(record.command),
		environment: {
			...record.environment,
			custom: mapValues(record.environment.custom, hide)
		},
		arms: record.arms.map((arm) => arm.server ? {
			...arm,
			server: {
				...arm.server,
				name: hide(arm.server.name),
				version: hide(arm.server.version)
			}
		} : arm),
		rounds: record.rounds.map((round) => ({
			...round,
			launches: round.launches.map((launch) => ({
				...launch,
				...launch.failure === void 0 ? {} : { failure: hide(launch.failure) },
				measurements: launch.measurements.map((measurement) => ({
					...measurement,
					errors: measurement.errors.map((error) => ({
						...error,
						message: hide(error.message)
					}))
				}))
			}))
		})),
		stopReason: hide(record.stopReason),
		skipped: record.skipped.map((skip) => ({
			...skip,
			reason: hide(skip.reason)
		})),
		warnings: record.warnings.map(hide)
	};
}
function fragments(secrets) {
	const parts = secrets.flatMap((secret) => [secret, ...secret.split(/\r?\n/).map((line) => line.trim())]);
	return [...new Set(parts)].filter((part) => part.length >= shortest).sort((a, b) => b.length - a.length);
}
function maskCutOff(text, secret) {
	if (!text.endsWith("…")) return text;
	for (let length = Math.min(secret.length, text.length - 1); length >= shortest; length--) {
		const kept = text.length - 1 - length;
		if (text.slice(kept, -1) === secret.slice(0, length)) return `${text.slice(0, kept)}***…`;
	}
	return text;
}
function mapValues(map, change) {
	return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]));
}
// src/server/runtime.ts
const interpreters = /^(node|deno|bun|python|pypy|ruby|php|dotnet)[\d.]*$/;
function readRuntime({ command, env, cwd }) {
	const name = interpreters.exec(path.basename(command ?? ""))?.[1];
	if (!command || !name) return Promise.resolve(void 0);
	return new Promise((resolve) => {
		execFile(command, ["--version"], {
			env,
			cwd,
			timeout: 5e3,
			killSignal: "SIGKILL"
		}, (error, stdout) => {
			const version = /(\d+)\.(\d+)/.exec(error ? "" : stdout)?.[0];
			resolve(version === void 0 ? void 0 : `${name} ${version}`);
		});
	});
}
// src/source/build.ts
var BuildError = class extends UserError {
	output;
	constructor(found, { output, where }) {
		super(found, {
			where,
			fix: "run the command of `build` in a fresh checkout and mend what it reports"
		});
		this.output = output;
	}
};
async function build(command) {
	const { failure, output } = await runShellCommand(command);
	if (failure) throw new BuildError(`the build ${failure}`, {
		output,
		where: `build ${JSON.stringify(command.run)}`
	});
}
// src/baseline/git-outcome.ts
const signs = [
	["name-taken", /exists; cannot create/i],
	["no-branch", /couldn't find remote ref/i],
	["race", /\(stale info\)|\(fetch first\)|cannot lock ref|failed to update ref|incorrect old value|reference already exists|remote ref updated since checkout/i],
	["protected", /GH006|GH013|protected branch|rule violations|hook declined|\(non-fast-forward\)|denying non-fast-forward|prohibited by|deny(ing)? (updating|creating|ref)/i],
	["no-space", /no space left|quota|exceeds maximum allowed size|over its size limit|disk full|unpacker error|unpack failed/i],
	["forbidden", /returned error: 403|write access to repository not granted|permission to .* denied|not permitted|read[- ]only/i],
	["auth", /returned error: 401|authentication failed|could not read (username|password)|terminal prompts disabled|invalid username|permission denied \(|host key verification failed/i],
	["not-found", /repository not found|returned error: (30\d|404)|does not appear to be a git repository|repository '.*' not found|no such file or directory/i],
	["unreachable", /could not resolve|failed to connect|couldn't connect|connection (refused|reset|timed out|closed)|timed out|returned error: (429|5\d\d)|empty reply|rpc failed|hung up|unexpected disconnect|early eof|network is unreachable|ssl|gnutls|tls/i]
];
function classifyFailure(text) {
	return signs.find(([, sign]) => sign.test(text))?.[0] ?? "failed";
}
// src/baseline/git.ts
const keptFromParent = [
	"GIT_SSH",
	"GIT_SSH_COMMAND",
	"GIT_SSH_VARIANT",
	"GIT_SSL_CAINFO"
];
const defaultTimeoutMs = 6e4;
const defaultOutputBytes = 64 * 2 ** 20;
function runGit(call) {
	return new Promise((resolve) => start(call, resolve));
}
function start(call, resolve) {
	const fail = (failure, message) => resolve({
		ok: false,
		failure,
		message: redact(printable(message), call.remote)
	});
	const child = spawn("git", call.args, {
		cwd: call.cwd,
		env: gitEnvironment(call),
		detached: true
	});
	const end = () => {
		try {
			if (child.pid !== void 0) process.kill(-child.pid, "SIGKILL");
		} catch {}
	};
	const limit = call.maxOutputBytes ?? defaultOutputBytes;
	const timeoutMs = call.timeoutMs ?? defaultTimeoutMs;
	const timer = setTimeout(() => {
		end();
		fail("timeout", `git ${call.args[0]} took longer than ${timeoutMs / 1e3} s`);
	}, timeoutMs);
	const output = [];
	let size = 0;
	let stderr = "";
	child.stdout.on("data", (chunk) => {
		size += chunk.length;
		if (size <= limit) output.push(chunk);
		else {
			end();
			fail("too-large", `git ${call.args[0]} wrote more than ${limit} bytes`);
		}
	});
	child.stderr.setEncoding("utf8").on("data", (chunk) => {
		stderr = (stderr + chunk).slice(-16384);
	});
	child.stdin.on("error", () => {});
	child.stdin.end(call.input ?? "");
	child.on("error", (error) => {
		clearTimeout(timer);
		fail("failed", `git could not be started: ${error.message}`);
	});
	child.on("close", (code, signal) => {
		clearTimeout(timer);
		const stdout = Buffer.concat(output);
		if (code === 0) resolve({
			ok: true,
			stdout
		});
		else {
			const text = `${call.args[0] === "push" ? stdout.toString() : ""}${stderr}`;
			fail(classifyFailure(text), text.trim() || `git ${call.args[0]} ended with ${signal ?? code}`);
		}
	});
}
function gitEnvironment({ gitDir, environment, remote }) {
	const inherited = Object.entries(environment).flatMap(([name, value]) => value !== void 0 && (!/^(GIT_|SSH_ASKPASS|LC_|LANG)/.test(name) || keptFromParent.includes(name)) ? [[name, value]] : []);
	return {
		...Object.fromEntries(inherited),
		LC_ALL: "C",
		GIT_CONFIG_GLOBAL: "/dev/null",
		GIT_CONFIG_NOSYSTEM: "1",
		GIT_TERMINAL_PROMPT: "0",
		GIT_ATTR_NOSYSTEM: "1",
		GIT_ALLOW_PROTOCOL: "file:http:https:ssh",
		...gitDir === void 0 ? {} : { GIT_DIR: gitDir },
		...configuration(remote)
	};
}
function configuration(remote) {
	const settings = [
		["core.hooksPath", "/dev/null"],
		["core.fsmonitor", "false"],
		["gc.auto", "0"],
		["maintenance.auto", "false"],
		["safe.directory", "*"]
	];
	if (remote) settings.push(["remote.origin.url", remote.url], ["remote.origin.promisor", "true"], ["remote.origin.partialCloneFilter", "blob:none"]);
	if (remote?.credentials !== void 0) settings.push([`http.${new URL(remote.url).origin}/.extraheader`, `AUTHORIZATION: basic ${basic(remote.credentials)}`], ["http.followRedirects", "false"]);
	return Object.fromEntries([["GIT_CONFIG_COUNT", String(settings.length)], ...settings.flatMap(([name, value], index) => [[`GIT_CONFIG_KEY_${index}`, name], [`GIT_CONFIG_VALUE_${index}`, value]])]);
}
function printable(text) {
	return text.replaceAll(/[^\P{Cc}\n]/gu, " ").trim();
}
function basic(credentials) {
	return Buffer.from(credentials).toString("base64");
}
function redact(text, remote) {
	const { credentials } = remote ?? {};
	const secrets = credentials === void 0 ? [] : [
		credentials,
		basic(credentials),
		credentials.replace(/^[^:]*:/, "")
	];
	const withoutUrls = text.replaceAll(/:\/\/[^/@\s]+@/g, "://***@");
	return secrets.filter((secret) => secret.length > 3).reduce((rest, secret) => rest.replaceAll(secret, "***"), withoutUrls);
}
// src/source/checkout.ts
var CheckoutError = class extends UserError {};
const fetchArgs = [
	"fetch",
	"--quiet",
	"--no-tags",
	"--no-write-fetch-head",
	"--recurse-submodules=no"
];
const fetched = "refs/mcp-bench/base";
async function checkOut(target, options) {
	const directory = await mkdtemp(path.join(options.workDirectory ?? tmpdir(), "mcp-bench-base-"));
	const dispose = () => rm(directory, {
		recursive: true,
		force: true,
		maxRetries: 3
	});
	const git = (args, remote) => runGit({
		args,
		cwd: directory,
		gitDir: path.join(directory, ".git"),
		environment: options.environment,
		timeoutMs: 3e5,
		...remote ? { remote } : {}
	});
	try {
		await must(git([
			"init",
			"--quiet",
			"--template=",
			directory
		]));
		const failures = [];
		for (const source of options.sources) {
			const outcome = await fetchTarget(target, {
				git,
				source
			});
			if (!outcome.ok) {
				failures.push(`${source.url}: ${outcome.message.split("\n")[0]}`);
				continue;
			}
			await must(git([
				"checkout",
				"--quiet",
				"--force",
				"--detach",
				fetched
			], source));
			return {
				directory,
				sha: (await must(git(["rev-parse", "HEAD"]))).trim(),
				warnings: await leftOut(directory),
				[Symbol.asyncDispose]: dispose
			};
		}
		throw new CheckoutError(`the commit to compare with could not be fetched: ${describe(target)}`, {
			...failures.length > 0 ? { expected: `to find it in one of\n    ${failures.join("\n    ")}` } : {},
			fix: "name a branch, a tag or a commit, or let `compare-ref: none` leave it out"
		});
	} catch (error) {
		await dispose();
		throw error;
	}
}
async function fetchTarget(target, { git, source }) {
	const shallow = (name) => git([
		...fetchArgs,
		"--no-filter",
		"--depth=1",
		"origin",
		`+${name}:${fetched}`
	], source);
	if (target.kind === "commit") return shallow(target.sha);
	if (target.kind === "ref") return shallow(checkedName(target.ref));
	const history = await git([
		...fetchArgs,
		"--filter=tree:0",
		"origin",
		...target.of
	], source);
	if (!history.ok) return history;
	const base = await git(["merge-base", ...target.of], source);
	return base.ok ? shallow(base.stdout.toString().trim()) : {
		...base,
		message: "the two commits have no common ancestor"
	};
}
function checkedName(ref) {
	if (/^[A-Za-z0-9_][A-Za-z0-9._/-]*$/.test(ref) && !ref.includes("..")) return ref;
	throw new CheckoutError(`${JSON.stringify(ref)} is not a branch, tag or commit id`, {
		where: "compare-ref",
		expected: "letters, digits, `.`, `_`, `-` and `/`"
	});
}
function describe(target) {
	if (target.kind === "commit") return `${target.sha} (${target.why})`;
	if (target.kind === "ref") return `${target.ref} (${target.why})`;
	return `${target.why}, of ${target.of.join(" and ")}`;
}
async function must(outcome) {
	const result = await outcome;
	if (result.ok) return result.stdout.toString();
	throw new UserError(`git failed in the temporary checkout: ${result.message}`, { fix: "check that git 2.39 or later is installed and that the disk has room" });
}
async function leftOut(directory) {
	const has = async (file, sign) => sign.test(await readFile(path.join(directory, file), "utf8").catch(() => ""));
	return [...await has(".gitmodules", /\[submodule/) ? ["the base commit has submodules, which are not checked out"] : [], ...await has(".gitattributes", /filter=lfs/) ? ["the base commit uses Git LFS; its large files are pointers only"] : []];
}
// \0@oxc-project+runtime@0.156.0/helpers/esm/usingCtx.js
function _usingCtx() {
	var r = "function" == typeof SuppressedError ? SuppressedError : function(r, e) {
		var n = Error();
		return n.name = "SuppressedError", n.error = r, n.suppressed = e, n;
	}, e = {}, n = [];
	function using(r, e) {
		if (null != e) {
			if (Object(e) !== e) throw new TypeError("using declarations can only be used with objects, functions, null, or undefined.");
			if (r) var o = e[Symbol.asyncDispose || Symbol["for"]("Symbol.asyncDispose")];
			if (void 0 === o && (o = e[Symbol.dispose || Symbol["for"]("Symbol.dispose")], r)) var t = o;
			if ("function" != typeof o) throw new TypeError("Object is not disposable.");
			t && (o = function o() {
				try {
					t.call(e);
				} catch (r) {
					return Promise.reject(r);
				}
			}), n.push({
				v: e,
				d: o,
				a: r
			});
		} else r && n.push({
			d: e,
			a: r
		});
		return e;
	}
	return {
		e,
		u: using.bind(null, !1),
		a: using.bind(null, !0),
		d: function d() {
			var o, t = this.e, s = 0;
			function next() {
				for (; o = n.pop();) try {
					if (!o.a && 1 === s) return s = 0, n.push(o), Promise.resolve().then(next);
					if (o.d) {
						var r = o.d.call(o.v);
						if (o.a) return s |= 2, Promise.resolve(r).then(next, err);
					} else s |= 1;
				} catch (r) {
					return err(r);
				}
				if (1 === s) return t !== e ? Promise.reject(t) : Promise.resolve();
				if (t !== e) throw t;
			}
			function err(n) {
				return t = t !== e ? new r(n, t) : n, next();
			}
			return next();
		}
	};
}
// src/benchmark.ts
async function benchmark(request) {
	try {
		var _usingCtx$1 = _usingCtx();
		const { loaded, directory, workingCopy, environment, signal } = request;
		const secrets = secretsOf(request);
		const progress = (event) => request.progress(event.kind === "warning" ? {
			...event,
			message: redactText(event.message, secrets)
		} : event);
		const warnings = [];
		const warn = (message) => {
			warnings.push(message);
			progress({
				kind: "warning",
				message
			});
		};
		await buildIn(directory, request);
		const base = _usingCtx$1.a(await openBase(request, warn));
		const options = {
			directory,
			...workingCopy ? { commit: workingCopy.commit.sha } : {},
			...base?.launchable ? { base: {
				directory: base.directory,
				commit: base.sha
			} } : {},
			expansion: {
				environment,
				allowed: request.passEnv
			},
			control: controlLaunch(environment),
			childEnvironment: (configured) => childEnvironment(environment, configured),
			...request.rounds === void 0 ? {} : { rounds: request.rounds },
			...request.timeBudgetMs === void 0 ? {} : { timeBudgetMs: request.timeBudgetMs },
			...request.shard === void 0 ? {} : { shard: request.shard },
			seed: request.seed
		};
		const { config } = loaded;
		const server = serverConfig(config, loaded.file ?? "server");
		const lines = (from) => readLines(from, {
			cwd: directory,
			env: childEnvironment(environment, {}),
			signal,
			warn
		});
		const custom = await lines(config.environment);
		const variantEnvironment = {};
		for (const [name, variant] of Object.entries(config.variants ?? {})) variantEnvironment[name] = await lines(variant.environment);
		const full = planUnder(base, {
			loaded,
			options,
			warn
		});
		const plan = request.quick ? quickPlan(full, typeof request.rounds === "number" ? { rounds: request.rounds } : {}) : full;
		const head = plan.arms.find(({ side }) => side === "head");
		const serverRuntime = head && await readRuntime(head.launch);
		const record = await runPlan(plan, {
			clock: systemClock,
			now: () => new Date(),
			signal,
			progress,
			environment: readEnvironment({
				env: environment,
				custom,
				...request.runnerKey ? { runnerKey: request.runnerKey } : {},
				...serverRuntime ? { serverRuntime } : {}
			}),
			command: server.command ? [server.command, ...server.args].join(" ") : server.url ?? "",
			harness,
			variantEnvironment,
			...workingCopy ? { commit: commitOf(workingCopy, request) } : {},
			outlook: (soFar) => shouldContinue(soFar, { shards: request.shard?.count })
		});
		return redactRecord({
			...record,
			warnings: [...warnings, ...record.warnings]
		}, secretsOf(request));
	} catch (_) {
		_usingCtx$1.e = _;
	} finally {
		await _usingCtx$1.d();
	}
}
function commitOf({ commit }, { dirty, pullRequestHead }) {
	return {
		sha: commit.sha,
		dirty,
		...pullRequestHead === void 0 ? {} : { head: pullRequestHead }
	};
}
function secretsOf({ passEnv, environment }) {
	return passEnv.flatMap((name) => environment[name] ?? []);
}
async function buildIn(directory, { loaded, environment, signal }) {
	const { build: command } = loaded.config;
	if (!command) return;
	await build({
		run: command.run,
		cwd: directory,
		env: childEnvironment(environment, {}),
		timeoutMs: command.timeout,
		signal
	});
}
async function openBase(request, warn) {
	const { compare, directory, workingCopy, environment, sources, signal } = request;
	if (compare.kind === "none") return void 0;
	try {
		const checkout = await checkOut(compare, {
			sources,
			environment
		});
		signal.throwIfAborted();
		const inside = path.relative(workingCopy?.root ?? directory, directory);
		return await prepareBase({
			...checkout,
			directory: path.join(checkout.directory, inside)
		}, {
			request,
			warn
		});
	} catch (error) {
		signal.throwIfAborted();
		if (!(error instanceof UserError) || compare.kind === "ref" && error instanceof CheckoutError) throw error;
		warn(`the base commit is not measured: ${error.message}`);
		return;
	}
}
async function prepareBase(checkout, { request, warn }) {
	const { directory, sha, warnings } = checkout;
	const { loaded, signal } = request;
	const dispose = () => checkout[Symbol.asyncDispose]();
	try {
		const config = await ownConfig(directory, loaded);
		if (!config && loaded.file !== void 0) warn(`the base commit has no usable ${loaded.file}, so the thresholds are those of this commit`);
		const base = {
			directory,
			sha,
			config,
			[Symbol.asyncDispose]: dispose
		};
		const obstacle = whyNoBaseArm(serverConfig(loaded.config, loaded.file ?? "server"), {
			directory: request.directory,
			config: loaded.config
		}) ?? await buildIn(directory, request).then(() => void 0, whyBuildFailed);
		for (const message of obstacle ? [`the base commit is not measured: ${obstacle}`] : warnings) warn(message);
		return {
			...base,
			launchable: obstacle === void 0
		};
	} catch (error) {
		await dispose();
		signal.throwIfAborted();
		throw error;
	}
}
function whyBuildFailed(error) {
	if (error instanceof BuildError) return error.message;
	throw error;
}
async function ownConfig(directory, { file }) {
	if (file === void 0) return void 0;
	try {
		return await loadConfig(file, directory);
	} catch (error) {
		if (error instanceof ConfigError) return void 0;
		throw error;
	}
}
function planUnder(base, { loaded, options, warn }) {
	const plan = makePlan(loaded, options);
	if (!base?.config) return plan;
	const { shard: _shard, ...whole } = options;
	let trusted;
	try {
		const own = {
			...whole,
			directory: base.directory
		};
		trusted = trustBase(makePlan(loaded, whole), makePlan(base.config, own));
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error;
		warn(`the thresholds are those of this commit, since the base commit's do not hold here: ${error.message}`);
		return plan;
	}
	for (const warning of trusted.warnings) warn(warning);
	const ids = new Set(plan.rows.map(({ id }) => id));
	return {
		...trusted.plan,
		rows: trusted.plan.rows.filter(({ id }) => ids.has(id))
	};
}
// src/baseline/remote.ts
async function resolveRemote({ explicit, token, directory, environment }) {
	if (explicit) return parseRemote(explicit, {
		directory,
		token
	});
	const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = environment;
	if (token && server && repository) return parseRemote(`${server}/${repository}`, {
		directory,
		token
	});
	return parseRemote(await originOf(directory, environment), {
		directory,
		token
	});
}
async function originOf(directory, environment) {
	const outcome = await runGit({
		args: [
			"config",
			"--local",
			"--no-includes",
			"--get",
			"remote.origin.url"
		],
		cwd: directory,
		environment
	});
	const url = outcome.ok ? outcome.stdout.toString().trim() : "";
	if (url !== "") return url;
	throw new BaselineError("no remote for the baseline branch: this is no git checkout with a remote named origin", {
		where: directory,
		fix: "add one with `git remote add origin URL`, or name the remote"
	});
}
function parseRemote(text, { directory, token }) {
	const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
	if (scheme === "http" || scheme === "https") return httpRemote(text, token);
	const unusable = (found) => new BaselineError(found, {
		expected: "a path, or an address by https, http, ssh or file",
		fix: "name another remote"
	});
	if (text.startsWith("-") || /[\0\r\n]/.test(text)) throw unusable("the remote's address looks like an option or holds control characters");
	if (/^[a-z0-9+.-]*::/i.test(text)) throw unusable(`the remote's address names a helper program: ${JSON.stringify(text.split("::")[0])}`);
	if (scheme === "ssh" || scheme === "file") return { url: text };
	if (scheme !== void 0) throw unusable(`the remote's address uses ${scheme}`);
	return { url: /^[^/]+:/.test(text) ? text : absolute(text, directory) };
}
function httpRemote(text, token) {
	const url = URL.canParse(text) ? new URL(text) : void 0;
	if (!url) throw new BaselineError("the remote's address is not a URL", { fix: "name another remote" });
	const { username, password } = url;
	url.username = "";
	url.password = "";
	if (token) return {
		url: url.href,
		credentials: `x-access-token:${token}`
	};
	if (username === "" && password === "") return { url: url.href };
	return {
		url: url.href,
		credentials: `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
	};
}
function absolute(path, directory) {
	return path.startsWith("/") ? path : `${directory.replace(/\/$/, "")}/${path}`;
}
// src/config/options.ts
const failOnNames = [
	"regression",
	"budget",
	"inconclusive",
	"contaminated",
	"no-baseline",
	"never"
];
const defaultFailOn = ["regression", "budget"];
const modes = [
	"bench",
	"report",
	"publish",
	"all"
];
const commentModes = [
	"always",
	"on-change",
	"never"
];
function readChoice(text, names, where) {
	const found = names.find((name) => name === text);
	if (found) return found;
	const hint = nearest(text, names);
	throw new ConfigError(`${JSON.stringify(text)} is not known`, {
		where,
		expected: `one of ${names.join(", ")}`,
		...hint ? { fix: `write ${hint}` } : {}
	});
}
function readFailOn(text, where) {
	const names = readList(text).map((name) => readChoice(name, failOnNames, where));
	if (names.length === 0) throw new ConfigError("the list is empty", {
		where,
		expected: `some of ${failOnNames.join(", ")}`
	});
	if (names.includes("never") && names.length > 1) throw new ConfigError("`never` cannot be combined with others", {
		where,
		expected: `\`never\` alone, or a list of ${failOnNames.join(", ")}`
	});
	return names;
}
function readList(text) {
	return text.split(/[,\n]/).map((item) => item.trim()).filter((item) => item !== "");
}
function readRounds(text, where) {
	if (text === "auto") return "auto";
	const rounds = Number(text);
	if (!/^\d+$/.test(text) || rounds < 1 || rounds > 1e4) throw new ConfigError(`${JSON.stringify(text)} is not a number of rounds`, {
		where,
		expected: "`auto`, or a whole number from 1"
	});
	return rounds;
}
function readCount(text, where) {
	if (/^[1-9]\d{0,2}$/.test(text)) return Number(text);
	throw new ConfigError(`${JSON.stringify(text)} is not a count`, {
		where,
		expected: "a whole number from 1"
	});
}
function readDuration(text, where) {
	const milliseconds = parseDuration(text);
	if (milliseconds === void 0 || milliseconds <= 0) throw new ConfigError(`${JSON.stringify(text)} is not a duration`, {
		where,
		expected: "a number with ms, s, m or h, such as `10m`"
	});
	return milliseconds;
}
function readShard(text, where) {
	const [index, count] = (/^(\d+)\/(\d+)$/.exec(text)?.slice(1) ?? []).map(Number);
	if (!index || !count || index > count) throw new ConfigError(`${JSON.stringify(text)} is not a shard`, {
		where,
		expected: "`1/3` for the first of three"
	});
	return {
		index,
		count
	};
}
function readSeed(text, where) {
	const seed = Number(text);
	if (/^\d{1,10}$/.test(text) && seed < 2 ** 32) return seed;
	throw new ConfigError(`${JSON.stringify(text)} is not a seed`, {
		where,
		expected: "a whole number below 4294967296"
	});
}
function readBoolean(text, where) {
	if (text === "true") return true;
	if (text === "false" || text === "") return false;
	throw new ConfigError(`${JSON.stringify(text)} is neither true nor false`, {
		where,
		expected: "true or false"
	});
}
// src/interrupt.ts
var Interrupted = class extends UserError {
	exitCode = 130;
};
function interruptSignal() {
	const controller = new AbortController();
	setMaxListeners(0, controller.signal);
	for (const name of [
		"SIGINT",
		"SIGTERM",
		"SIGHUP"
	]) process.on(name, () => {
		if (controller.signal.aborted) stopAllServers().finally(() => process.exit(130));
		else controller.abort(new Interrupted(name));
	});
	return controller.signal;
}
// src/compare/sentence.ts
function sentenceFor(comparison, { status, regressed, improved }) {
	const of = (state) => comparison.findings.filter((finding) => finding.state === state && finding.threshold.level === "fail");
	switch (status) {
		case "errored": return errored(of("errored"));
		case "regressed":
		case "over-budget": return `${exceeded(regressed)}. Look there first; ${wayOut(regressed)}.`;
		case "contaminated": return `The runner changed while it measured (${comparison.contaminated}), so its timings decide nothing. Run the job again.`;
		case "inconclusive": return `${andMore(of("inconclusive"), (one) => `${place(one)} is not decided: ${one.reason}`)}. No regression was shown, and none was ruled out.`;
		case "not-comparable": return `${andMore(of("not-comparable"), (one) => `${place(one)} cannot be compared: ${one.reason}`)}. A run on the default branch stores a new baseline.`;
		case "no-baseline": return noBaseline(comparison, of("no-baseline"));
		case "pass": return passed(comparison, improved);
	}
}
function wayOut(findings) {
	if (findings.every(({ state }) => state === "over-budget")) return "if it has to be so, raise the budget";
	return "if the change is intended, accept it as the new baseline or raise the threshold";
}
function errored([worst, ...rest]) {
	if (!worst) return "Nothing was measured.";
	const more = rest.length > 0 ? `, and ${plural(rest.length, "more row")}` : "";
	return `${name(worst.row)} does not work: ${worst.reason}${more}. Mend the server or the benchmark before looking at any timing.`;
}
function exceeded(findings) {
	return andMore(findings, (one) => {
		const { base = 0, head = 0, change, threshold } = one;
		if (one.state === "over-budget") return `${place(one)} is over its budget: ${one.reason}`;
		const direction = head > base ? "rose" : "fell";
		const by = change && metric(one.metric).unit !== "ratio" ? ` by ${percent(Math.abs(change.estimate))}` : "";
		const values = `${formatValue(one.metric, base)} to ${formatValue(one.metric, head)}`;
		return `${place(one)} ${direction}${by} (${values}, fails at ${threshold.text})`;
	});
}
function noBaseline({ reference }, findings) {
	if (reference.kind === "none") return `No baseline yet, so nothing was compared: ${reference.reason}.`;
	return `${andMore(findings, (one) => `${name(one.row)} has no baseline yet: ${one.reason}`)}. A run on the default branch with \`update-baseline\` stores one.`;
}
function passed({ findings }, improved) {
	const [best] = improved;
	const checks = findings.filter((finding) => finding.threshold.level === "fail").length;
	const faster = best?.change ? ` ${andMore(improved, (one) => `${place(one)} improved by ${percent(Math.abs(one.change?.estimate ?? 0))}`)}.` : "";
	return checks === 0 ? `Measured without complaint, but no threshold applies, so nothing could fail.${faster}` : `No regression: ${plural(checks, "check")} passed. Nothing to do.${faster}`;
}
function andMore(findings, describe) {
	const [worst, ...rest] = findings;
	if (!worst) return "Nothing";
	return rest.length > 0 ? `${describe(worst)}, and ${rest.length} more` : describe(worst);
}
function place({ row, metric: id, against }) {
	if (against !== void 0) return `${metric(id).label} of ${row} against ${against}`;
	return isServerRow(row) ? `The server's ${metric(id).label}${onVariant(row)}` : `${metric(id).label} of ${row}`;
}
function name(row) {
	return isServerRow(row) ? `The server${onVariant(row)}` : row;
}
function onVariant(row) {
	const variant = serverVariant(row);
	return variant === void 0 ? "" : ` on ${variant}`;
}
// src/compare/decide.ts
function decide(comparison, { failOn }) {
	const deciding = comparison.findings.filter((finding) => finding.threshold.level === "fail");
	const trusted = comparison.contaminated === void 0 ? deciding : deciding.filter(withstandsContamination);
	const status = statusOf(comparison, {
		deciding,
		trusted
	});
	const found = {
		status,
		regressed: worstFirst(trusted.filter(({ state }) => state === "regressed" || state === "over-budget")),
		improved: worstFirst(comparison.findings.filter(({ state }) => state === "improved"))
	};
	return {
		...found,
		failed: !failOn.includes("never") && fails({
			comparison,
			status,
			trusted,
			failOn
		}),
		sentence: sentenceFor(comparison, found)
	};
}
function statusOf(comparison, { deciding, trusted }) {
	const has = (findings, state) => findings.some((one) => one.state === state);
	if (has(deciding, "errored")) return "errored";
	if (has(trusted.filter(withstandsContamination), "regressed")) return "regressed";
	if (comparison.contaminated !== void 0) return "contaminated";
	const open = [
		"regressed",
		"over-budget",
		"inconclusive",
		"not-comparable",
		"no-baseline"
	].find((state) => has(deciding, state));
	if (open) return open;
	return deciding.length === 0 && comparison.reference.kind === "none" ? "no-baseline" : "pass";
}
function fails({ comparison, status, trusted, failOn }) {
	if (status === "errored") return true;
	const any = (...states) => trusted.some((finding) => states.includes(finding.state));
	return failOn.some((reason) => {
		if (reason === "regression") return any("regressed");
		if (reason === "budget") return any("over-budget");
		if (reason === "inconclusive") return any("inconclusive");
		if (reason === "contaminated") return comparison.contaminated !== void 0;
		return reason === "no-baseline" && (any("no-baseline", "not-comparable") || status === "no-baseline");
	});
}
function withstandsContamination({ metric: id, state }) {
	return id === "error_rate" || id === "idle_cpu" || metric(id).kind === "exact" || state === "not-comparable" || state === "no-baseline";
}
function severity({ change, threshold, head, metric: id }) {
	const { limit } = threshold;
	if (limit.kind === "absolute") {
		const factor = (head ?? 0) / limit.value;
		return metric(id).better === "less" ? factor : 1 / factor;
	}
	const allowed = limit.kind === "relative" ? limit.change : limit.points;
	return Math.abs(change?.estimate ?? Number.POSITIVE_INFINITY) / Math.max(allowed, .001);
}
function worstFirst(findings) {
	const errorsFirst = ({ metric: id }) => id === "error_rate" ? 0 : id === "idle_cpu" ? 1 : 2;
	return [...findings].sort((a, b) => errorsFirst(a) - errorsFirst(b) || severity(b) - severity(a));
}
// src/judge.ts
function judge(record, options) {
	const { stored, failOn, reproduce, configFile, runUrl } = options;
	const head = summarise$1(record, headArm(record));
	const entries = stored.kind === "entries" ? stored.entries.filter((entry) => entry.commit !== record.commit?.sha) : [];
	const usable = entries.filter((entry) => entry.usable).map(storedEntry);
	const arm = baseArm(record);
	const comparison = compare({
		record,
		head,
		against: against(record, {
			usable,
			reason: whyNone(stored, {
				others: entries,
				record
			})
		})
	});
	const base = arm ? summarise$1(record, arm) : usable.at(-1)?.summary;
	return {
		title: "MCP benchmark",
		record,
		head,
		...base ? { base } : {},
		comparison,
		verdict: closed(decide(comparison, { failOn }), {
			stored,
			paired: arm !== void 0
		}),
		reproduce,
		history: entries.map(storedEntry),
		...configFile ? { configFile } : {},
		...runUrl ? { runUrl } : {},
		...options.untrusted ? { untrusted: options.untrusted } : {}
	};
}
function closed(verdict, { stored, paired }) {
	if (paired || stored.kind === "entries" || stored.fault === void 0) return verdict;
	const sentence = "The stored baseline could not be read, so nothing was compared. The log of the run says why.";
	return {
		...verdict,
		status: "errored",
		failed: true,
		sentence
	};
}
function baseArm(record) {
	const id = record.arms.find(({ side }) => side === "base")?.id;
	return record.rounds.some(({ launches }) => launches.some(({ arm, failure }) => arm === id && failure === void 0)) ? id : void 0;
}
function against(record, { usable, reason }) {
	if (baseArm(record)) return {
		kind: "paired",
		stored: usable
	};
	return usable.length > 0 ? {
		kind: "stored",
		entries: usable
	} : {
		kind: "none",
		reason
	};
}
function storedEntry({ commit, createdAt, head }) {
	return {
		commit,
		createdAt,
		summary: head
	};
}
function whyNone(stored, { others, record }) {
	if (stored.kind === "none") return stored.reason;
	if (others.length > 0) return "the stored runs of this environment errored, were contaminated or regressed";
	if (stored.entries.length > 0) return `the only stored run of this environment is of this commit, ${record.commit?.sha.slice(0, 10)}`;
	return "no run of this environment is stored yet; a run on the default branch with `update-baseline` stores one";
}
function judgeRecords({ base, head }, options) {
	const comparison = compareRecords({
		base,
		head
	});
	return {
		title: "MCP benchmark",
		record: head,
		head: summarise$1(head, headArm(head)),
		base: summarise$1(base, headArm(base)),
		comparison,
		verdict: decide(comparison, options),
		reproduce: options.reproduce,
		history: []
	};
}
// src/progress-line.ts
function progressLine(event) {
	switch (event.kind) {
		case "probe": return `${event.server.name} ${event.server.version} (protocol ${event.server.protocol}): ${event.rows} rows to measure${event.skipped ? `, ${event.skipped} skipped` : ""}`;
		case "row": return `  ${event.row}: ${event.arms.map((arm) => `${arm.arm} ${arm.medianMs === void 0 ? "no ok reply" : `p50 ${arm.medianMs.toFixed(3)} ms`}${arm.ok < arm.attempted ? `, ${arm.attempted - arm.ok} of ${arm.attempted} failed` : ""}`).join(" · ")}`;
		case "round-end": return `round ${event.round + 1} took ${(event.durationMs / 1e3).toFixed(1)} s`;
		case "decided": return `decided after ${event.round + 1} rounds and not measured any more: ${event.rows.join(", ")} (${event.open} rows still open)`;
		case "stop": return `stopped: ${event.reason}`;
		case "warning": return `warning: ${event.message}`;
		case "round-start": return;
	}
}
// src/json-depth.ts
function isDeeperThan(text, most) {
	let depth = 0;
	let quoted = false;
	for (let index = 0; index < text.length; index++) {
		const character = text[index];
		if (quoted) {
			if (character === "\\") index++;
			else if (character === "\"") quoted = false;
		} else if (character === "\"") quoted = true;
		else if (character === "[" || character === "{") {
			depth++;
			if (depth > most) return true;
		} else if (character === "]" || character === "}") depth--;
	}
	return false;
}
// src/record-file.ts
const recordName = "record.json";
const maximumBytes = 268435456;
const mostRecords = 64;
const deepest = 32;
const knownNames = new Set([
	recordName,
	"report.md",
	"report.html",
	"report.json"
]);
async function findRecordFiles(directory) {
	const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
	const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
	refuseUnknown(entries.filter((entry) => !entry.isDirectory()), directory);
	if (entries.some(({ name }) => name === "record.json")) return [path.join(directory, recordName)];
	if (folders.length > mostRecords) throw notThere(`there are ${folders.length} folders`, directory);
	const files = [];
	for (const folder of folders.sort()) {
		const inside = path.join(directory, folder);
		const own = await readdir(inside, { withFileTypes: true });
		refuseUnknown(own, inside);
		if (own.some(({ name }) => name === "record.json")) files.push(path.join(inside, recordName));
	}
	if (files.length === 0) throw notThere(`there is no ${recordName}`, directory);
	return files;
}
function notThere(found, where) {
	return new ConfigError(found, {
		where,
		expected: `${recordName} here or in folders below, at most ${mostRecords}`,
		fix: "download the artifacts of the measuring jobs of this workflow run into this directory"
	});
}
function refuseUnknown(entries, directory) {
	const unknown = entries.find((entry) => !entry.isFile() || !knownNames.has(entry.name));
	if (!unknown) return;
	throw new ConfigError(`${JSON.stringify(unknown.name)} is not a result file`, {
		where: directory,
		expected: `plain files named ${[...knownNames].join(", ")}, in this directory or one below`,
		fix: "keep the results in a directory of their own; an artifact with anything else in it was not made by mcp-bench"
	});
}
async function readRecordFile(file) {
	const fail = (found, expected, cause) => new ConfigError(found, {
		where: file,
		expected: expected ?? "a record written by `mcp-bench run --json`",
		cause
	});
	let text;
	try {
		const { size } = await stat(file);
		if (size > maximumBytes) throw fail(`the file has ${size} bytes`, `at most ${maximumBytes} bytes`);
		text = await readFile(file, "utf8");
	} catch (error) {
		if (error instanceof ConfigError) throw error;
		throw fail(error instanceof Error && "code" in error && error.code === "ENOENT" ? "there is no such file" : `cannot be read: ${error instanceof Error ? error.message : error}`, void 0, error);
	}
	if (isDeeperThan(text, deepest)) throw fail("the file is nested too deep", `at most ${deepest} levels`);
	let value;
	try {
		value = JSON.parse(text);
	} catch (error) {
		throw fail("the file is not JSON", void 0, error);
	}
	const version = typeof value === "object" && value !== null && "schema" in value ? value.schema : void 0;
	if (typeof version === "number" && version > 1) throw fail(`the record has version ${version}`, `version 1 or older; update mcp-bench to read it`);
	const result = recordSchema.safeParse(value);
	if (result.success) return result.data;
	const issue = result.error.issues[0];
	throw fail(`not a record: ${issue?.path.join(".") || "the document"}: ${issue?.message}`);
}
// src/source/compare-ref.ts
function chooseCompareTarget(trigger, given) {
	const { compareRef, head } = given;
	if (compareRef === "none") return {
		kind: "none",
		reason: "the input says so"
	};
	if (compareRef) return {
		kind: "ref",
		ref: compareRef,
		why: "named by compare-ref"
	};
	switch (trigger.kind) {
		case "pull_request": {
			if (head.sha === trigger.headSha) return {
				kind: "merge-base",
				of: [trigger.baseSha, trigger.headSha],
				why: "the merge base of the pull request"
			};
			const [first, second] = head.parents;
			if (first && second === trigger.headSha) return {
				kind: "commit",
				sha: first,
				why: "the base branch, first parent of the merge commit"
			};
			return {
				kind: "none",
				reason: `the commit checked out, ${head.sha.slice(0, 7)}, is neither the pull request's merge commit nor its head`
			};
		}
		case "merge_group": return {
			kind: "commit",
			sha: trigger.baseSha,
			why: "the merge queue's base"
		};
		case "push":
			if (trigger.before) return {
				kind: "commit",
				sha: trigger.before,
				why: "the commit before the push"
			};
			return {
				kind: "none",
				reason: "the branch did not exist before this push"
			};
		case "other": return {
			kind: "none",
			reason: `${trigger.name} compares with the stored baseline unless compare-ref says otherwise`
		};
	}
}
// src/source/head-commit.ts
async function readWorkingCopy(directory, environment) {
	const git = (...args) => runGit({
		args,
		cwd: directory,
		environment
	});
	const commit = await git("cat-file", "commit", "HEAD");
	const head = await git("rev-parse", "HEAD", "--show-toplevel");
	if (!commit.ok || !head.ok) return void 0;
	const [sha = "", root = directory] = head.stdout.toString().trim().split("\n");
	return {
		commit: {
			sha,
			parents: [...(commit.stdout.toString().split("\n\n", 1)[0] ?? "").matchAll(/^parent ([0-9a-f]+)$/gm)].map((match) => match[1] ?? "")
		},
		root
	};
}
async function hasLocalChanges(directory, environment) {
	const status = await runGit({
		args: [
			"status",
			"--porcelain",
			"--untracked-files=no",
			"--ignore-submodules"
		],
		cwd: directory,
		environment
	});
	return status.ok && status.stdout.length > 0;
}
async function resolveCommit(ref, { directory, environment }) {
	if (!/^[A-Za-z0-9_./-]+[~^][0-9~^]*$|^HEAD$|^[0-9a-f]{7,39}$/.test(ref)) return void 0;
	const outcome = await runGit({
		args: [
			"rev-parse",
			"--verify",
			"--quiet",
			"--end-of-options",
			`${ref}^{commit}`
		],
		cwd: directory,
		environment
	});
	return outcome.ok ? outcome.stdout.toString().trim() : void 0;
}
// src/baseline/merge.ts
function mergeRecords(records) {
	const [first, ...others] = records;
	if (!first) throw new UserError("there is no record to merge", { expected: "at least one" });
	for (const other of others) checkKin(first, other);
	const shards = groupByRows(records);
	const { record } = first;
	const all = records.map((each) => each.record);
	return {
		...record,
		createdAt: all.map(({ createdAt }) => createdAt).sort()[0] ?? record.createdAt,
		environment: pooledEnvironment(all.map(({ environment }) => environment)),
		rows: shards.flatMap(pooledRows),
		rounds: all.flatMap(({ rounds }) => rounds).map((round, index) => ({
			...round,
			index
		})),
		...pooledAdvice(all),
		stopReason: unique(all.map(({ stopReason }) => stopReason)).join("; "),
		skipped: uniqueBy(all.flatMap(({ skipped }) => skipped), ({ benchmark }) => benchmark),
		warnings: unique(all.flatMap(({ warnings }) => warnings))
	};
}
const kinship = [
	{
		what: "commit",
		of: ({ commit }) => commit?.sha
	},
	{
		what: "scale: one is a quick run",
		of: ({ quick }) => quick
	},
	{
		what: "harness",
		of: ({ harness }) => harness
	},
	{
		what: "server configuration",
		of: ({ serverHash }) => serverHash
	},
	{
		what: "thresholds of the server",
		of: ({ serverThresholds }) => serverThresholds
	},
	{
		what: "arms",
		of: ({ arms }) => arms.map(({ id, side, variant, commit, transport }) => [
			id,
			side,
			variant,
			commit,
			transport
		])
	},
	{
		what: "operating system",
		of: ({ environment: { os, arch } }) => `${os} ${arch}`
	},
	{
		what: "way of reading resources",
		of: ({ resourceMethod }) => resourceMethod
	}
];
function checkKin(first, other) {
	const broken = kinship.find(({ of }) => !isDeepStrictEqual(of(first.record), of(other.record)));
	if (!broken) return;
	throw new UserError(`${first.name} and ${other.name} differ in their ${broken.what}`, {
		expected: "records of one commit, one configuration and one kind of machine",
		fix: "merge only records of the same workflow run; compare different ones with `mcp-bench compare`"
	});
}
function groupByRows(records) {
	const groups = [];
	for (const each of records) {
		const kin = groups.find(([member]) => member && sameRows(member.record.rows, each.record.rows));
		if (kin) kin.push(each);
		else groups.push([each]);
	}
	const owner = new Map();
	for (const { name, record } of groups.flatMap(([member]) => member ?? [])) for (const { id } of record.rows) {
		const before = owner.get(id);
		if (before !== void 0) throw new UserError(`${before} and ${name} both hold ${JSON.stringify(id)}, but are not replicas of each other`, {
			expected: "shards without a common benchmark, or replicas with all benchmarks in common, configured alike",
			fix: "give each job its own `shard`, such as 1/3, 2/3 and 3/3"
		});
		owner.set(id, name);
	}
	return groups;
}
function pooledRows(replicas) {
	const units = (id) => replicas.map(({ record }) => record.rows.find((row) => row.id === id)?.controlUnits);
	return (replicas[0]?.record.rows ?? []).map((row) => {
		if (new Set(units(row.id)).size === 1) return row;
		const { controlUnits: _units, ...rest } = row;
		return rest;
	});
}
function pooledAdvice(records) {
	const advisory = Object.assign({}, ...records.map((record) => record.advisory ?? {}));
	return Object.keys(advisory).length > 0 ? { advisory } : {};
}
function sameRows(one, other) {
	const comparable = (rows) => rows.map(({ line: _line, controlUnits: _units, ...row }) => row);
	return isDeepStrictEqual(comparable(one), comparable(other));
}
function pooledEnvironment(environments) {
	const [first] = environments;
	if (!first) throw new RangeError("no environment to pool");
	return {
		...first,
		cpuModel: unique(environments.map(({ cpuModel }) => cpuModel)).sort().join(" + ")
	};
}
function unique(texts) {
	return [...new Set(texts)];
}
function uniqueBy(items, key) {
	return [...new Map(items.map((item) => [key(item), item])).values()];
}
// src/reproduce.ts
function reproduceCommand(measured) {
	const { server, config, workingDirectory, compareRef, passEnv = [], rounds, timeBudgetMs, quick, seed } = measured;
	const words = [
		...server === void 0 ? ["--config", config ?? "mcp-bench.yml"] : ["--server", server],
		...workingDirectory === void 0 || workingDirectory === "." ? [] : ["--working-directory", workingDirectory],
		...compareRef ? ["--compare-ref", compareRef] : [],
		...passEnv.length > 0 ? ["--pass-env", passEnv.join(",")] : [],
		...rounds === void 0 ? [] : ["--rounds", String(rounds)],
		...timeBudgetMs === void 0 ? [] : ["--time-budget", `${timeBudgetMs / 1e3}s`],
		...quick ? ["--quick"] : [],
		"--seed",
		String(seed)
	];
	return `npx mcp-bench run ${(0, import_shell_quote.quote)(words)}`;
}
// src/baseline/backoff.ts
const defaultRetry = {
	raceTries: 60,
	networkTries: 4,
	firstWaitMs: 100,
	longestWaitMs: 2e4
};
function nextAttempt(failure, { attempts, policy }) {
	const { races, faults } = attempts;
	if (failure === "race" && races + 1 < policy.raceTries) return {
		races: races + 1,
		faults
	};
	if (failure === "unreachable" && faults + 1 < policy.networkTries) return {
		races,
		faults: faults + 1
	};
}
function waitMs({ races, faults }, { policy, random }) {
	const { firstWaitMs, longestWaitMs } = policy;
	const failures = races + faults;
	return random() * Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - 1));
}
// src/baseline/acceptance.ts
function isUsable(status, accepted) {
	if (status === "errored" || status === "contaminated") return false;
	return status !== "regressed" || accepted;
}
// src/baseline/key.ts
const partLength = 40;
const wholeLength = 180;
const keyPattern = /^[a-z0-9][a-z0-9._-]{2,239}-[0-9a-f]{10}$/;
function environmentKey(record) {
	const parts = keyParts(record);
	return `${trim(parts.map(({ value }) => slug(value)).filter((text) => text !== "").join("_").slice(0, wholeLength))}-${fingerprint(parts)}`;
}
function describeEnvironment(record) {
	return keyParts(record).map(({ name, value }) => name === "harness" ? value.replace("v", "harness ") : value).join(", ");
}
function keyParts(record) {
	const { environment, arms, harness } = record;
	const head = arms.find((arm) => arm.side === "head");
	return [
		["machine", `${environment.os} ${environment.arch}`],
		["image", environment.runnerImage],
		["runner", environment.runnerKey],
		["cpu", environment.cpuModel],
		["cores", `${environment.cores} cores`],
		["server", environment.serverRuntime],
		["transport", head?.transport],
		["harness", `v${/\d+/.exec(harness)?.[0] ?? "0"}`]
	].flatMap(([name, value]) => value === void 0 ? [] : [{
		name,
		value: value.trim()
	}]);
}
function slug(text) {
	return trim(text.toLowerCase().replaceAll(/\(r\)|\(tm\)/g, " ").replaceAll(/[^a-z0-9.]+/g, "-").slice(0, partLength));
}
function trim(text) {
	return text.replaceAll(/^[-._]+|[-._]+$/g, "");
}
function fingerprint(parts) {
	const bytes = new TextEncoder().encode(JSON.stringify(parts.map(({ name, value }) => [name, value])));
	let hash = 14695981039346656037n;
	for (const byte of bytes) hash = (hash ^ BigInt(byte)) * 1099511628211n & 18446744073709551615n;
	return hash.toString(16).padStart(16, "0").slice(-10);
}
const storedStatuses = [
	"pass",
	"regressed",
	"over-budget",
	"inconclusive",
	"contaminated",
	"not-comparable",
	"no-baseline",
	"errored"
];
const count$1 = number$1().int().nonnegative();
const statistic = discriminatedUnion("state", [object({
	state: literal("measured"),
	value: number$1(),
	rounds: array(number$1()).readonly(),
	pooled: number$1().exactOptional(),
	insufficient: object({
		have: count$1,
		need: count$1
	}).readonly().exactOptional()
}), object({
	state: literal("not-available"),
	reason: string()
})]);
const statistics = object(Object.fromEntries(metricIds.map((id) => [id, statistic.exactOptional()]))).readonly();
const rowSummary = object({
	row: string().min(1),
	benchmark: string().min(1),
	configHash: string(),
	attempted: count$1,
	ok: count$1,
	failures: record(string(), count$1).readonly(),
	statistics,
	trimmed: object({
		removed: count$1,
		statistics
	}).readonly().exactOptional(),
	control: object({
		units: count$1,
		ms: number$1().positive()
	}).readonly().exactOptional(),
	outliers: object({
		beyondOneSigma: count$1,
		beyondFences: count$1
	}).readonly().exactOptional()
});
const armSummarySchema = object({
	arm: string().min(1),
	serverHash: string(),
	server: statistics,
	servers: record(string(), statistics).readonly().exactOptional(),
	rows: array(rowSummary).readonly(),
	rounds: count$1
});
const acceptanceSchema = object({
	by: string().min(1),
	at: datetime(),
	reason: string().min(1)
});
const entrySchema = object({
	schema: literal(1),
	kind: literal("mcp-bench-entry"),
	key: string().regex(keyPattern, "an environment key"),
	commit: string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/, "a full commit id"),
	createdAt: datetime(),
	status: _enum(storedStatuses),
	usable: boolean(),
	accepted: acceptanceSchema.exactOptional(),
	harness: string(),
	environment: object({
		description: string(),
		osVersion: string(),
		runtime: string(),
		runnerImageVersion: string().exactOptional()
	}),
	summarised: boolean().exactOptional(),
	head: armSummarySchema
});
function parseEntry(value, where) {
	const version = versionOf(value);
	if (version !== void 0 && version > 1) throw tooNew(version, {
		known: 1,
		where
	});
	const result = entrySchema.safeParse(value);
	if (result.success) return value;
	const issue = result.error.issues[0];
	throw new BaselineError(`not a valid entry: ${issue?.path.join(".") || "(top)"}: ${issue?.message}`, {
		where,
		fix: restoreHint
	});
}
const restoreHint = "restore the file from an earlier commit of the branch, or delete the branch to start anew; nothing was overwritten";
function versionOf(value) {
	if (typeof value !== "object" || value === null || !("schema" in value)) return void 0;
	return typeof value.schema === "number" ? value.schema : void 0;
}
function tooNew(version, { known, where }) {
	return new BaselineError(`written by a newer version (schema ${version})`, {
		where,
		expected: `schema ${known} or older`,
		fix: "update mcp-bench to the version that writes this branch; nothing was overwritten"
	});
}
function entryFrom(record, { head, status }) {
	const { commit, environment } = record;
	if (!commit) throw new BaselineError("the run has no commit, so it cannot be stored", { fix: "run inside a git checkout with at least one commit" });
	if (record.quick) throw new BaselineError("a quick run is no baseline", { fix: "measure again without --quick" });
	return {
		schema: 1,
		kind: "mcp-bench-entry",
		key: environmentKey(record),
		commit: commit.sha,
		createdAt: record.createdAt,
		status,
		usable: isUsable(status, false),
		harness: record.harness,
		environment: {
			description: describeEnvironment(record),
			osVersion: environment.osVersion,
			runtime: environment.runtime,
			...environment.runnerImageVersion === void 0 ? {} : { runnerImageVersion: environment.runnerImageVersion }
		},
		head: roundFractions(head)
	};
}
function roundFractions(value) {
	return JSON.parse(JSON.stringify(value), (_, field) => typeof field === "number" && !Number.isInteger(field) ? Number(field.toPrecision(6)) : field);
}
// src/baseline/branch-layout.ts
const markerPath = "mcp-bench.json";
const readmePath = "README.md";
const maximumFiles = 2e4;
function parseTree(listing, describe) {
	const lines = listing.split("\0").filter((line) => line !== "");
	if (lines.length > maximumFiles) throw new BaselineError(`${lines.length} files on the branch`, {
		where: describe(markerPath),
		expected: `at most ${maximumFiles}`,
		fix: "check that baseline-branch names the branch mcp-bench writes"
	});
	return lines.map((line) => {
		const [meta = "", path = ""] = splitOnce(line, "	");
		const [mode = "", , oid = ""] = meta.split(" ");
		const where = describe(JSON.stringify(path).slice(1, -1));
		const fix = "remove it from the branch; nothing was overwritten";
		if (mode === "120000") throw new BaselineError("a symbolic link is planted on the branch", {
			where,
			fix
		});
		if (mode === "160000") throw new BaselineError("a submodule is planted on the branch", {
			where,
			fix
		});
		if (mode !== "100644" && mode !== "100755") throw new BaselineError(`unexpected file mode ${mode} on the branch`, {
			where,
			fix
		});
		if (!isHarmless(path)) throw new BaselineError("a path leaves the branch or hides in it", {
			where,
			fix
		});
		return {
			path,
			oid
		};
	});
}
function splitOnce(text, separator) {
	const at = text.indexOf(separator);
	return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
function isHarmless(path) {
	const control = [...path].some((character) => character < " " || character === "" || character === "\\");
	const parts = path.split("/");
	return !control && parts.every((part) => part !== "" && part !== "." && part !== ".." && !/^\.git$/i.test(part));
}
function shardPath({ key, createdAt }) {
	return `${key}/${createdAt.slice(0, 7)}.json`;
}
function shardKey(path) {
	const match = /^([^/]+)\/\d{4}-\d{2}\.json$/.exec(path);
	return match?.[1] !== void 0 && keyPattern.test(match[1]) ? match[1] : void 0;
}
function recordPath({ key, createdAt, commit }) {
	return `${key}/records/${createdAt.replaceAll(/[-:]|\.\d+/g, "")}-${commit}.json.gz`;
}
function parseRecordPath(path) {
	const [, key, commit] = /^([^/]+)\/records\/\d{8}T\d{6}Z-([0-9a-f]{40,64})\.json\.gz$/.exec(path) ?? [];
	return key !== void 0 && commit !== void 0 && keyPattern.test(key) ? {
		key,
		commit
	} : void 0;
}
function printShard(entries) {
	return `[\n${entries.map((entry) => JSON.stringify(entry)).join(",\n")}\n]\n`;
}
function parseShard(text, { path, where }) {
	const list = parseJson(text, where);
	if (!Array.isArray(list)) throw new BaselineError("not a list of entries", {
		where,
		fix: restoreHint
	});
	const entries = list.map((value, index) => parseEntry(value, `${where}, entry ${index + 1}`));
	const commits = new Set();
	for (const entry of entries) {
		if (shardPath(entry) !== path || commits.has(entry.commit)) throw new BaselineError(`entry of commit ${entry.commit.slice(0, 12)} is twice there or in the wrong file`, {
			where,
			fix: restoreHint
		});
		commits.add(entry.commit);
	}
	return entries;
}
function parseJson(text, where) {
	if (/^(<{7}|={7}|>{7})( |$)/m.test(text)) throw new BaselineError("the file holds conflict markers of a failed merge", {
		where,
		fix: restoreHint
	});
	try {
		return JSON.parse(text);
	} catch (cause) {
		const problem = text.trim() === "" ? "the file is empty" : "not valid JSON (corrupt or cut off)";
		throw new BaselineError(problem, {
			where,
			fix: restoreHint,
			cause
		});
	}
}
const markerKind = "mcp-bench-baseline";
const count = number$1().int().nonnegative();
const rowFigures = object({
	row: string(),
	p50: number$1().exactOptional(),
	p95: number$1().exactOptional(),
	throughput: number$1().exactOptional(),
	errorRate: number$1().exactOptional(),
	recent: array(number$1())
});
const keyFigures = object({
	environment: string(),
	commit: string(),
	createdAt: datetime(),
	status: _enum(storedStatuses),
	usable: boolean(),
	entries: count,
	rows: array(rowFigures),
	furtherRows: count
});
const indexSchema = object({
	kind: literal(markerKind),
	schema: literal(1),
	history: object({
		commits: count,
		bytes: count
	}),
	keys: record(string().regex(keyPattern), keyFigures)
});
const emptyIndex = {
	kind: markerKind,
	schema: 1,
	history: {
		commits: 0,
		bytes: 0
	},
	keys: {}
};
function printIndex(index) {
	const keys = Object.fromEntries(Object.entries(index.keys).sort(([a], [b]) => a < b ? -1 : 1));
	return `${JSON.stringify({
		...index,
		keys
	}, null, 1)}\n`;
}
function parseIndex(text, where) {
	const value = parseJson(text, where);
	const version = versionOf(value);
	if (version !== void 0 && version > 1) throw tooNew(version, {
		known: 1,
		where
	});
	const result = indexSchema.safeParse(value);
	if (result.success) return result.data;
	const issue = result.error.issues[0];
	throw new BaselineError(`not the marker file of a baseline branch: ${issue?.path.join(".")}: ${issue?.message}`, {
		where,
		fix: restoreHint
	});
}
const rowsListed = 30;
function summariseKey(entries) {
	const latest = entries.at(-1);
	if (!latest) return void 0;
	const { head } = latest;
	return {
		environment: latest.environment.description,
		commit: latest.commit,
		createdAt: latest.createdAt,
		status: latest.status,
		usable: latest.usable,
		entries: entries.length,
		rows: head.rows.slice(0, rowsListed).map(({ row, configHash, statistics }) => ({
			row,
			...figure("p50", statistics.p50),
			...figure("p95", statistics.p95),
			...figure("throughput", statistics.throughput),
			...figure("errorRate", statistics.error_rate),
			recent: entries.slice(-30).flatMap((entry) => {
				const p50 = entry.head.rows.find((other) => other.row === row && other.configHash === configHash)?.statistics.p50;
				return p50?.state === "measured" ? [p50.value] : [];
			})
		})),
		furtherRows: Math.max(0, head.rows.length - rowsListed)
	};
}
function figure(name, statistic) {
	return statistic?.state === "measured" ? { [name]: statistic.value } : {};
}
// src/baseline/branch-readme.ts
const chartsPerKey = 4;
function renderReadme(index) {
	const keys = Object.entries(index.keys).sort(([a], [b]) => a < b ? -1 : 1);
	return `${[intro, ...keys.map(([key, figures]) => section(key, figures))].join("\n\n")}\n`;
}
const intro = `# MCP Bench baseline

Written by mcp-bench after runs on the default branch; do not edit by hand. Each folder holds the runs of one kind of
machine, only those are compared with each other. \`<folder>/<year>-<month>.json\` has one run per line,
\`<folder>/records/\` the full records of the newest ones.`;
function section(key, figures) {
	const { environment, commit, createdAt, status, usable, entries, rows, furtherRows } = figures;
	const day = `${createdAt.slice(0, 16).replace("T", " ")} UTC`;
	const parts = [
		`## ${plainText(environment)}`,
		`${entries === 1 ? "One stored run" : `Latest of ${entries} stored runs`}: commit \`${commit.slice(0, 12)}\`, ${day}, ${status}${usable ? "" : " (not used as a baseline)"}. [Files](./${key})`,
		table(rows)
	];
	if (furtherRows > 0) parts.push(`and ${furtherRows} further rows.`);
	const charted = rows.filter((row) => row.recent.length >= 2).slice(0, chartsPerKey);
	if (charted.length > 0) {
		const charts = charted.map((row) => `${plainText(row.row)}\n\n${chart(row)}`);
		parts.push(`<details><summary>p50 of the newest runs</summary>\n\n${charts.join("\n\n")}\n\n</details>`);
	}
	return parts.join("\n\n");
}
function table(rows) {
	return [
		"| row | p50 (ms) | p95 (ms) | calls/s | errors |",
		"| :-- | --: | --: | --: | --: |",
		...rows.map(({ row, p50, p95, throughput, errorRate }) => `| ${plainText(row)} | ${number(p50)} | ${number(p95)} | ${number(throughput)} | ${errorRate === void 0 ? "n/a" : `${number(errorRate * 100)} %`} |`)
	].join("\n");
}
function chart({ recent }) {
	const highest = Math.max(...recent);
	return [
		"```mermaid",
		"xychart-beta",
		`  x-axis "run" 1 --> ${recent.length}`,
		`  y-axis "p50 in ms" 0 --> ${plainNumber(Math.max(highest * 1.1, .001))}`,
		`  line [${recent.map(plainNumber).join(", ")}]`,
		"```"
	].join("\n");
}
function number(value) {
	if (value === void 0) return "n/a";
	return value === 0 || Math.abs(value) >= 1e3 ? value.toFixed(0) : Number(value.toPrecision(3)).toString();
}
function plainNumber(value) {
	return value.toFixed(4).replace(/\.?0+$/, "");
}
const longestName = 120;
function plainText(text) {
	return [...text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim()].slice(0, longestName).map((character) => /[\p{L}\p{N} ]/u.test(character) ? character : `&#${character.codePointAt(0)};`).join("");
}
// src/baseline/retention.ts
const defaultRetention = {
	whole: 40,
	recent: 100,
	dailyDays: 60,
	weeklyDays: 365,
	monthlyDays: 1825,
	most: 240
};
const dayMs$1 = 864e5;
function retain(entries, policy, keep) {
	const ordered = [...entries].sort(byTime);
	const start = Math.max(0, ordered.length - policy.recent);
	const older = ordered.slice(0, start);
	const boundary = Date.parse(ordered[start]?.createdAt ?? "");
	const baseline = ordered.findLast((entry) => entry.usable);
	const chosen = new Map();
	for (const entry of older) {
		const slot = slotOf(entry, boundary, policy);
		const rival = slot === void 0 ? void 0 : chosen.get(slot);
		if (slot !== void 0 && (entry.usable || !rival?.usable)) chosen.set(slot, entry);
	}
	const room = Math.max(0, policy.most - (ordered.length - start));
	const thinned = new Set(room === 0 ? [] : [...chosen.values()].sort(byTime).slice(-room));
	const staying = ordered.filter((entry, index) => index >= start || thinned.has(entry) || entry === baseline || entry.commit === keep);
	return staying.map((entry, index) => staying.length - index > policy.whole ? summarise(entry) : entry);
}
function byTime(a, b) {
	return Date.parse(a.createdAt) - Date.parse(b.createdAt) || (a.commit < b.commit ? -1 : 1);
}
function slotOf(entry, boundary, policy) {
	const time = Date.parse(entry.createdAt);
	const ageDays = (boundary - time) / dayMs$1;
	if (ageDays <= policy.dailyDays) return entry.createdAt.slice(0, 10);
	if (ageDays <= policy.weeklyDays) return `week ${Math.floor(time / (7 * dayMs$1))}`;
	if (ageDays <= policy.monthlyDays) return entry.createdAt.slice(0, 7);
}
function summarise(entry) {
	if (entry.summarised) return entry;
	const { head } = entry;
	const rows = head.rows.map(({ trimmed: _trimmed, ...row }) => ({
		...row,
		statistics: withoutRounds(row.statistics)
	}));
	const servers = Object.entries(head.servers ?? {}).map(([variant, own]) => [variant, withoutRounds(own)]);
	return {
		...entry,
		summarised: true,
		head: {
			...head,
			server: withoutRounds(head.server),
			...head.servers ? { servers: Object.fromEntries(servers) } : {},
			rows
		}
	};
}
function withoutRounds(statistics) {
	return Object.fromEntries(Object.entries(statistics).map(([id, statistic]) => [id, statistic.state === "measured" ? {
		...statistic,
		rounds: []
	} : statistic]));
}
// src/baseline/branch-edit.ts
function appendEdit(content, entry, { record, policy }) {
	const earlier = content.entries.find((other) => other.commit === entry.commit);
	const accepted = entry.accepted ?? earlier?.accepted;
	const stored = accepted ? {
		...entry,
		accepted,
		usable: isUsable(entry.status, true)
	} : entry;
	if (earlier && JSON.stringify(earlier) === JSON.stringify(stored)) return void 0;
	const entries = retain([...content.entries.filter((other) => other.commit !== entry.commit), stored], policy, stored.commit);
	return keyEdit(content, {
		key: entry.key,
		entries,
		...record ? { record: {
			entry: stored,
			bytes: record
		} } : {}
	});
}
function keyEdit({ shards, files }, change) {
	const { key, record } = change;
	const entries = [...change.entries].sort(byTime);
	const writes = new Map();
	const deletes = [];
	const occupied = new Set(entries.map(shardPath));
	for (const path of occupied) {
		const text = printShard(entries.filter((entry) => shardPath(entry) === path));
		if (shards.get(path) !== text) writes.set(path, text);
	}
	deletes.push(...[...shards.keys()].filter((path) => !occupied.has(path)));
	if (record) writes.set(recordPath(record.entry), record.bytes);
	deletes.push(...staleRecords(files, {
		key,
		entries,
		...record ? { added: recordPath(record.entry) } : {}
	}));
	const newest = record ? JSON.stringify(record.entry).length : JSON.stringify(entries.at(-1) ?? "").length;
	const bytes = Math.round(newest / 3) + (record?.bytes.length ?? 0) + 4096;
	return {
		keys: new Map([[key, summariseKey(entries)]]),
		writes,
		deletes,
		bytes
	};
}
function staleRecords(files, { key, entries, added }) {
	const commits = new Set(entries.map((entry) => entry.commit));
	const addedCommit = added === void 0 ? void 0 : parseRecordPath(added)?.commit;
	const present = files.map((file) => file.path).filter((path) => parseRecordPath(path)?.key === key);
	const wanted = present.filter((path) => {
		const commit = parseRecordPath(path)?.commit ?? "";
		return path !== added && commit !== addedCommit && commits.has(commit);
	});
	const kept = new Set([...wanted, ...added === void 0 ? [] : [added]].sort().slice(-5));
	return present.filter((path) => path !== added && !kept.has(path));
}
function editedIndex(index, edit, history) {
	const keys = { ...index.keys };
	for (const [key, figures] of edit.keys) if (figures) keys[key] = figures;
	else delete keys[key];
	return {
		...index,
		history,
		keys
	};
}
function ownFiles(index) {
	return new Map([[markerPath, printIndex(index)], [readmePath, renderReadme(index)]]);
}
function shardsOf(files, key) {
	return files.filter((file) => shardKey(file.path) === key);
}
// src/baseline/branch-snapshot.ts
const maxFileBytes = 32 * 2 ** 20;
async function openSnapshot(source, readFiles) {
	const { sha, listing, branch, key } = source;
	const describe = (path) => `${path} at commit ${sha.slice(0, 12)} of branch ${branch}`;
	const files = parseTree(listing, describe);
	const marker = files.find((file) => file.path === markerPath);
	if (!marker) throw new BaselineError(`branch ${branch} holds something else: it has no ${markerPath}`, {
		where: `commit ${sha.slice(0, 12)}`,
		fix: "choose another name for the input baseline-branch; nothing was overwritten"
	});
	const loaded = await readFiles([marker, ...key === void 0 ? [] : shardsOf(files, key)], {
		maxBytes: maxFileBytes,
		describe
	});
	return {
		sha,
		files,
		index: parseIndex(loaded.get("mcp-bench.json")?.toString() ?? "", describe(markerPath)),
		loaded,
		describe
	};
}
function absentSnapshot(branch) {
	return {
		files: [],
		index: emptyIndex,
		loaded: new Map(),
		describe: (path) => `${path} of branch ${branch}`
	};
}
async function readKey(snapshot, { key, readFiles }) {
	const { files, index, loaded, describe } = snapshot;
	const wanted = shardsOf(files, key);
	const read = await readFiles(wanted.filter(({ path }) => !loaded.has(path)), {
		maxBytes: maxFileBytes,
		describe
	});
	const shards = new Map(wanted.map(({ path }) => [path, (loaded.get(path) ?? read.get(path) ?? "").toString()]));
	return {
		index,
		files,
		shards,
		entries: [...shards].flatMap(([path, text]) => parseShard(text, {
			path,
			where: describe(path)
		})).sort(byTime)
	};
}
// src/baseline/git-advice.ts
function adviseOn(failed, situation) {
	const { doing, branch, url } = situation;
	const verb = doing === "read" ? "read" : "written";
	const { found, fix } = advice(failed.failure, situation);
	const said = failed.message.split("\n").map((line) => line.trim()).filter((line) => line !== "").slice(-8).join(" | ");
	return new BaselineError(`the baseline branch could not be ${verb}: ${found} (git: ${said})`, {
		where: `branch ${branch} of ${url}`,
		fix
	});
}
function advice(failure, { doing, branch }) {
	const permission = `add \`permissions: contents: ${doing}\` to the job, or pass a github-token that may ${doing} this repository`;
	switch (failure) {
		case "auth": return {
			found: "the remote did not accept the credentials",
			fix: permission
		};
		case "forbidden": return {
			found: `the token may not ${doing} this repository`,
			fix: permission
		};
		case "not-found": return {
			found: "the repository was not found there (it may have moved), or the token may not see it",
			fix: `check the address; if it is right, ${permission}`
		};
		case "name-taken": return {
			found: `another branch stands where ${branch} needs a folder, or the other way round`,
			fix: "choose another name for the input baseline-branch"
		};
		case "unreachable": return {
			found: "the remote could not be reached",
			fix: "check the network and the address, then run again"
		};
		case "timeout": return {
			found: "git took too long",
			fix: "check the network and the size of the branch, then run again"
		};
		case "race": return {
			found: "other runs kept pushing first",
			fix: "run again, or let fewer jobs publish at once"
		};
		case "protected": return {
			found: "a rule or a hook of the remote forbids it",
			fix: `let the workflow's token create and update ${branch} in the repository's branch rules`
		};
		case "no-space": return {
			found: "there is no room left, or the push is over a limit",
			fix: "free space or raise the quota of the remote"
		};
		case "too-large": return {
			found: "it is larger than expected",
			fix: `check that ${branch} is the branch mcp-bench writes`
		};
		case "no-branch":
		case "failed": return {
			found: "git failed",
			fix: "see git's message"
		};
	}
}
// src/baseline/squash.ts
const defaultSquash = {
	commits: 500,
	bytes: 3 * 2 ** 20
};
function isSquashDue({ before, after }, limits) {
	const passes = (count) => Math.floor(after[count] / limits[count]) > Math.floor(before[count] / limits[count]);
	return passes("commits") || passes("bytes");
}
// src/baseline/branch-push.ts
const firstAttempt = {
	races: 0,
	faults: 0
};
function fileReader(access) {
	return async (files, limit) => {
		const { blobs } = await patiently(access, () => access.repository.readBlobs(files, limit));
		return new Map(files.flatMap(({ path, oid }) => {
			const bytes = blobs.get(oid);
			return bytes ? [[path, bytes]] : [];
		}));
	};
}
async function fetchSnapshot(access, { key, readFiles }) {
	const { repository, branch } = access;
	const { sha } = await patiently(access, () => repository.fetchTip());
	if (sha === void 0) return absentSnapshot(branch);
	return openSnapshot({
		sha,
		listing: await repository.listTree(sha),
		branch,
		key
	}, readFiles);
}
async function patiently(access, step) {
	const { branch, url } = access;
	for (let attempts = firstAttempt;;) {
		const outcome = await step();
		if (outcome.ok) return outcome;
		const next = await waitForNext(access, outcome, attempts);
		if (!next) throw adviseOn(outcome, {
			doing: "read",
			branch,
			url
		});
		attempts = next;
	}
}
async function waitForNext(access, failed, attempts) {
	const { retry: policy, random, sleep } = access;
	const next = nextAttempt(failed.failure, {
		attempts,
		policy
	});
	if (next) await sleep(waitMs(next, {
		policy,
		random
	}));
	return next;
}
async function pushChange(access, change) {
	let current = change.start;
	for (let attempts = firstAttempt;;) {
		const edit = await change.edit(current);
		if (!edit) return current;
		const outcome = await commitAndPush(access, current, {
			edit,
			message: change.message
		});
		if (outcome.ok) return outcome.snapshot;
		const next = await waitForNext(access, outcome, attempts);
		if (!next) throw adviseOn(outcome, {
			doing: "write",
			branch: access.branch,
			url: access.url
		});
		attempts = next;
		current = await change.fetch();
	}
}
async function commitAndPush(access, base, { edit, message }) {
	const { log, squash, branch } = access;
	const before = base.index.history;
	const after = {
		commits: before.commits + 1,
		bytes: before.bytes + edit.bytes
	};
	const step = {
		base,
		edit,
		message
	};
	if (base.sha !== void 0 && isSquashDue({
		before,
		after
	}, squash)) {
		const squashed = await pushCommit(access, {
			...step,
			history: {
				commits: 1,
				bytes: 0
			},
			isRoot: true
		});
		if (squashed.ok || squashed.failure === "race" || squashed.failure === "unreachable") return squashed;
		log(`The history of branch ${branch} could not be squashed (${squashed.failure}) and goes on growing: to keep it small, allow force pushes on it.`);
	}
	return pushCommit(access, {
		...step,
		history: after,
		isRoot: base.sha === void 0
	});
}
async function pushCommit(access, step) {
	const { repository, author, now, branch } = access;
	const { base, edit, message, history, isRoot } = step;
	const index = editedIndex(base.index, edit, history);
	const writes = new Map([...edit.writes, ...ownFiles(index)]);
	const change = {
		base: base.sha,
		isRoot,
		writes,
		deletes: edit.deletes,
		message,
		author,
		time: now()
	};
	const { sha, written } = await repository.commit(change);
	const outcome = await repository.push(sha, base.sha);
	if (!outcome.ok) return outcome;
	const gone = new Set([...edit.deletes, ...writes.keys()]);
	const files = [...base.files.filter(({ path }) => !gone.has(path)), ...written];
	const describe = (path) => `${path} at commit ${sha.slice(0, 12)} of branch ${branch}`;
	return {
		ok: true,
		snapshot: {
			sha,
			files,
			index,
			loaded: new Map(),
			describe
		}
	};
}
// src/baseline/record-blob.ts
const maxRecordBytes = 4 * 2 ** 20;
const maxUnpackedBytes = 64 * 2 ** 20;
function packRecord(record) {
	return gzipSync(JSON.stringify(record), { level: 9 });
}
function unpackRecord(bytes, where) {
	const value = parseJson(unpack(bytes, where), where);
	const version = versionOf(value);
	if (version !== void 0 && version > 1) throw tooNew(version, {
		known: 1,
		where
	});
	const result = recordSchema.safeParse(value);
	if (result.success) return result.data;
	const issue = result.error.issues[0];
	throw new BaselineError(`not a valid record: ${issue?.path.join(".")}: ${issue?.message}`, {
		where,
		fix: restoreHint
	});
}
function unpack(bytes, where) {
	try {
		return gunzipSync(bytes, { maxOutputLength: maxUnpackedBytes }).toString();
	} catch (cause) {
		const found = cause instanceof RangeError || cause.code === "ERR_BUFFER_TOO_LARGE" ? `the file unpacks to more than ${maxUnpackedBytes} bytes` : "the file is not valid gzip";
		throw new BaselineError(found, {
			where,
			fix: restoreHint,
			cause
		});
	}
}
// src/baseline/fast-import.ts
const made = "refs/baseline/made";
function importStream({ writes, deletes, message, author, time }, startsFrom) {
	const who = `${author.name} <${author.email}> ${Math.max(0, Math.floor(time / 1e3))} +0000`;
	const parts = [`commit ${made}\nmark :1\nauthor ${who}\ncommitter ${who}\n`];
	const data = (content) => {
		const bytes = typeof content === "string" ? Buffer.from(content) : content;
		parts.push(`data ${bytes.length}\n`, bytes, "\n");
	};
	data(message);
	parts.push(startsFrom);
	for (const path of deletes) parts.push(`D ${path}\n`);
	for (const [path, content] of writes) {
		parts.push(`M 100644 inline ${path}\n`);
		data(content);
	}
	for (const path of writes.keys()) parts.push(`ls "${path}"\n`);
	parts.push("\nget-mark :1\ndone\n");
	return Buffer.concat(parts.map((part) => typeof part === "string" ? Buffer.from(part) : part));
}
function parseImport(output) {
	const lines = output.trim().split("\n");
	return {
		sha: lines.pop() ?? "",
		written: lines.map((line) => {
			const [meta = "", path = ""] = line.split("	");
			return {
				path,
				oid: meta.split(" ")[2] ?? ""
			};
		})
	};
}
// src/baseline/repository.ts
const maxOutputBytes = 256 * 2 ** 20;
const tip = "refs/baseline/tip";
async function openRepository(options) {
	const { remote, branch, environment, timeoutMs } = options;
	const ref = `refs/heads/${checkedBranch(branch)}`;
	const directory = await mkdtemp(join(options.workDirectory ?? tmpdir(), "mcp-bench-baseline-"));
	const gitDir = join(directory, "repository.git");
	const git = (args, more = {}) => {
		const { isLocal = false, ...rest } = more;
		const limits = {
			maxOutputBytes,
			...timeoutMs === void 0 ? {} : { timeoutMs }
		};
		return runGit({
			args,
			cwd: directory,
			gitDir,
			environment,
			...limits,
			...rest,
			...isLocal ? {} : { remote }
		});
	};
	const local = async (args, more = {}) => {
		const outcome = await git(args, {
			...more,
			isLocal: true
		});
		if (outcome.ok) return outcome.stdout;
		throw new BaselineError(`git ${args[0]} failed in the temporary repository: ${outcome.message}`, {
			where: directory,
			fix: outcome.failure === "no-space" ? "free some disk space" : "check that git 2.39 or later is installed"
		});
	};
	const dispose = () => rm(directory, {
		recursive: true,
		force: true,
		maxRetries: 3
	});
	try {
		await local([
			"init",
			"--quiet",
			"--bare",
			"--template=",
			gitDir
		]);
	} catch (error) {
		await dispose();
		throw error;
	}
	const inTurn = queue();
	const resolve = async (revision) => (await local([
		"rev-parse",
		"--verify",
		revision
	])).toString().trim();
	const fetchQuietly = [
		"fetch",
		"--quiet",
		"--no-tags",
		"--no-write-fetch-head",
		"--recurse-submodules=no"
	];
	const repository = {
		async fetchTip() {
			const outcome = await git([
				...fetchQuietly,
				"--filter=blob:none",
				"--depth=1",
				"origin",
				`+${ref}:${tip}`
			]);
			if (!outcome.ok) return outcome.failure === "no-branch" ? { ok: true } : outcome;
			return {
				ok: true,
				sha: await resolve(`${tip}^{commit}`)
			};
		},
		async listTree(sha) {
			return (await local([
				"ls-tree",
				"-r",
				"-z",
				"--full-tree",
				sha
			])).toString();
		},
		async readBlobs(files, limit) {
			if (files.length === 0) return {
				ok: true,
				blobs: new Map()
			};
			const input = files.map(({ oid }) => `${oid}\n`).join("");
			const fetched = await git([
				...["-c", "fetch.negotiationAlgorithm=noop"],
				...fetchQuietly,
				"--filter=blob:none",
				"--stdin",
				"origin"
			], { input });
			if (!fetched.ok) return fetched;
			return {
				ok: true,
				blobs: parseBatch(await local(["cat-file", "--batch"], { input }), {
					files,
					...limit
				})
			};
		},
		async commit(commit) {
			const { base, isRoot } = commit;
			const input = importStream(commit, base === void 0 ? "" : isRoot ? `M 040000 ${await resolve(`${base}^{tree}`)} ""\n` : `from ${base}\n`);
			return parseImport((await local([
				"fast-import",
				"--quiet",
				"--done",
				"--force"
			], { input })).toString());
		},
		push(sha, expected) {
			return git([
				"push",
				"--porcelain",
				"--no-verify",
				"--recurse-submodules=no",
				`--force-with-lease=${ref}:${expected ?? ""}`,
				"origin",
				`${sha}:${ref}`
			]);
		},
		[Symbol.asyncDispose]: dispose
	};
	return {
		fetchTip: () => inTurn(() => repository.fetchTip()),
		listTree: (sha) => inTurn(() => repository.listTree(sha)),
		readBlobs: (files, limit) => inTurn(() => repository.readBlobs(files, limit)),
		commit: (commit) => inTurn(() => repository.commit(commit)),
		push: (sha, expected) => inTurn(() => repository.push(sha, expected)),
		[Symbol.asyncDispose]: () => inTurn(dispose)
	};
}
function queue() {
	let last = Promise.resolve();
	return (step) => {
		const result = last.then(step);
		last = result.catch(() => {});
		return result;
	};
}
function parseBatch(output, { files, maxBytes, describe }) {
	const blobs = new Map();
	let at = 0;
	for (const { path } of files) {
		const lineEnd = output.indexOf("\n", at);
		const [oid = "", type, size = ""] = output.toString("utf8", at, lineEnd).split(" ");
		const explanation = {
			where: describe(path),
			fix: "remove or restore the file; nothing was overwritten"
		};
		if (type !== "blob") throw new BaselineError("the file's content is missing on the remote", explanation);
		if (Number(size) > maxBytes) throw new BaselineError(`a file of ${size} bytes, the limit is ${maxBytes}`, explanation);
		const end = lineEnd + 1 + Number(size);
		blobs.set(oid, output.subarray(lineEnd + 1, end));
		at = end + 1;
	}
	return blobs;
}
function checkedBranch(branch) {
	if (/^[A-Za-z0-9_][A-Za-z0-9._/-]*$/.test(branch) && !/\.\.|\/\/|\/\.|\.lock(\/|$)|[./]$/.test(branch) && branch !== "HEAD" && !branch.startsWith("refs/")) return branch;
	throw new BaselineError(`${JSON.stringify(branch)} is not a usable branch name`, {
		expected: "letters, digits, `.`, `_`, `-` and `/`",
		fix: "choose another name for the input baseline-branch"
	});
}
// src/baseline/branch-store.ts
const defaultAuthor = {
	name: "github-actions[bot]",
	email: "41898282+github-actions[bot]@users.noreply.github.com"
};
async function openBranchStore(options) {
	const { remote, branch, environment, workDirectory, log, gitTimeoutMs } = options;
	const { retention = defaultRetention, retry = defaultRetry, squash = defaultSquash, author = defaultAuthor } = options;
	const repository = await openRepository({
		remote,
		branch,
		environment,
		workDirectory,
		timeoutMs: gitTimeoutMs
	});
	const access = {
		...options,
		repository,
		url: remote.url,
		retry,
		squash,
		author
	};
	const readFiles = fileReader(access);
	let newest;
	const snapshot = async (key) => {
		newest = await fetchSnapshot(access, {
			key,
			readFiles
		});
		return newest;
	};
	const change = async ({ key, ...wanted }) => {
		const start = newest ?? await snapshot(key);
		newest = await pushChange(access, {
			...wanted,
			start,
			fetch: () => snapshot(key)
		});
		return newest;
	};
	return {
		retention,
		readFiles,
		snapshot,
		change,
		async read(key) {
			const current = await snapshot(key);
			const { entries } = await readKey(current, {
				key,
				readFiles
			});
			return {
				entries,
				...current.sha === void 0 ? {} : { baselineSha: current.sha }
			};
		},
		async readRecord(key, commit) {
			const { files, describe } = await snapshot();
			const file = files.find(({ path }) => {
				const parsed = parseRecordPath(path);
				return parsed?.key === key && parsed.commit === commit;
			});
			if (!file) return void 0;
			return unpackRecord((await readFiles([file], {
				maxBytes: maxRecordBytes,
				describe
			})).get(file.path) ?? Buffer.alloc(0), describe(file.path));
		},
		async append(entry, { record } = {}) {
			const packed = record && packWithin(record, log);
			const message = `Add ${entry.commit.slice(0, 12)} (${entry.status}) to ${entry.key}\n`;
			const edit = async (current) => {
				const content = await readKey(current, {
					key: entry.key,
					readFiles
				});
				warnOfClock(content.entries, {
					entry,
					log
				});
				return appendEdit(content, entry, {
					record: packed,
					policy: retention
				});
			};
			const { sha = "" } = await change({
				message,
				edit,
				key: entry.key
			});
			return { sha };
		},
		[Symbol.asyncDispose]: () => repository[Symbol.asyncDispose]()
	};
}
function packWithin(record, log) {
	const packed = packRecord(record);
	if (packed.length <= maxRecordBytes) return packed;
	log(`The full record of this run is not stored: ${packed.length} bytes compressed, the limit is ${maxRecordBytes}.`);
}
const dayMs = 864e5;
function warnOfClock(entries, { entry, log }) {
	const newest = entries.at(-1)?.createdAt;
	if (newest === void 0 || Date.parse(newest) - Date.parse(entry.createdAt) < dayMs) return;
	log(`This run is dated ${entry.createdAt}, but the newest stored run ${newest}: check the clock of this machine.`);
}
export { startServices as $, defaultFailOn as A, readShard as B, readRecordFile as C, hodgesLehmann as Ct, judgeRecords as D, judge as E, readDuration as F, runGit as G, benchmark as H, readFailOn as I, runPlan as J, BuildError as K, readList as L, readBoolean as M, readChoice as N, interruptSignal as O, readCount as P, isObject as Q, readRounds as R, findRecordFiles as S, decidePaired as St, progressLine as T, secretsOf as U, resolveRemote as V, _usingCtx as W, probe as X, resourceReader as Y, listPages as Z, mergeRecords as _, cpuHarm as _t, readKey as a, withServicePorts as at, resolveCommit as b, wilsonInterval as bt, retain as c, defaultConfigFile as ct, parseShard as d, realDirectory as dt, launchServer as et, shardKey as f, benchmarkName as ft, reproduceCommand as g, shouldContinue as gt, isUsable as h, require_dist as ht, maxFileBytes as i, makePlan as it, modes as j, commentModes as k, summariseKey as l, loadConfig as lt, environmentKey as m, overrideThresholds as mt, openRepository as n, controlLaunch as nt, keyEdit as o, chooseConfig as ot, entryFrom as p, defaultThresholds as pt, redactText as q, unpackRecord as r, childEnvironment as rt, byTime as s, configFromCommandLine as st, openBranchStore as t, readEnvironment as tt, parseRecordPath as u, parseConfig as ut, hasLocalChanges as v, roundDifferences as vt, recordName as w, systemClock as wt, chooseCompareTarget as x, normalCritical as xt, readWorkingCopy as y, roundRatios as yt, readSeed as z };
