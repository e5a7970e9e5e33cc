import { c as requireSample, r as median } from "./random.js";
// src/stats/change-point.ts
const shuffles = 1999;
function changePoints(series, options) {
	if (series.length > 0) requireSample(series, "a change point");
	const { random, level = .01, segment = 5 } = options;
	const splits = search(series, {
		from: 0,
		random,
		level,
		segment
	});
	const ends = [
		0,
		...splits.map((split) => split.index),
		series.length
	];
	return splits.map(({ index, pValue }, place) => ({
		index,
		pValue,
		before: median(series.slice(ends[place], index)),
		after: median(series.slice(index, ends[place + 2]))
	}));
}
function search(part, context) {
	const { from, random, level, segment } = context;
	if (part.length < 2 * segment) return [];
	const ranks = midRanks(part);
	const { index, score } = sharpest(ranks, segment);
	let atLeast = 1;
	for (let trial = 0; trial < shuffles; trial++) if (sharpest(shuffle(ranks, random), segment).score >= score - 1e-9) atLeast += 1;
	const pValue = atLeast / 2e3;
	if (score === 0 || pValue > level) return [];
	const left = search(part.slice(0, index), context);
	const right = search(part.slice(index), {
		...context,
		from: from + index
	});
	return [
		...left,
		{
			index: from + index,
			pValue
		},
		...right
	];
}
function sharpest(ranks, segment) {
	const count = ranks.length;
	let best = {
		index: segment,
		score: 0
	};
	let excess = 0;
	for (const [place, rank] of ranks.entries()) {
		excess += rank - (count + 1) / 2;
		const index = place + 1;
		if (index < segment || index > count - segment) continue;
		const score = Math.abs(excess) / Math.sqrt(index * (count - index) * (count + 1) / 12);
		if (score > best.score) best = {
			index,
			score
		};
	}
	return best;
}
function midRanks(values) {
	const order = values.map((_, index) => index).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
	const ranks = new Array(values.length).fill(0);
	for (let first = 0; first < order.length;) {
		let next = first;
		while (next < order.length && values[order[next] ?? 0] === values[order[first] ?? 0]) next += 1;
		for (const index of order.slice(first, next)) ranks[index] = (first + next + 1) / 2;
		first = next;
	}
	return ranks;
}
function shuffle(values, random) {
	const shuffled = [...values];
	for (let last = shuffled.length - 1; last > 0; last--) {
		const other = Math.floor(random() * (last + 1));
		const kept = shuffled[last] ?? 0;
		shuffled[last] = shuffled[other] ?? 0;
		shuffled[other] = kept;
	}
	return shuffled;
}
export { changePoints as t };
