// src/stats/metric.ts
const latency = {
	unit: "ms",
	better: "less",
	kind: "noisy",
	scope: "row"
};
const phase = {
	unit: "ms",
	better: "less",
	kind: "noisy",
	scope: "server"
};
const memory = {
	unit: "bytes",
	better: "less",
	kind: "noisy",
	scope: "server"
};
const holding = {
	unit: "count",
	better: "less",
	kind: "noisy",
	scope: "server"
};
const size = {
	unit: "bytes",
	better: "less",
	kind: "exact",
	scope: "server"
};
const metrics = {
	p50: {
		...latency,
		label: "p50",
		quantile: .5
	},
	p75: {
		...latency,
		label: "p75",
		quantile: .75
	},
	p90: {
		...latency,
		label: "p90",
		quantile: .9
	},
	p95: {
		...latency,
		label: "p95",
		quantile: .95
	},
	p99: {
		...latency,
		label: "p99",
		quantile: .99
	},
	p999: {
		...latency,
		label: "p99.9",
		quantile: .999
	},
	min: {
		...latency,
		label: "min"
	},
	max: {
		...latency,
		label: "max"
	},
	mean: {
		...latency,
		label: "mean"
	},
	stddev: {
		...latency,
		label: "stddev"
	},
	iqr: {
		...latency,
		label: "IQR"
	},
	mad: {
		...latency,
		label: "MAD"
	},
	throughput: {
		label: "throughput",
		unit: "per-second",
		better: "more",
		kind: "noisy",
		scope: "row"
	},
	items_throughput: {
		label: "items",
		unit: "per-second",
		better: "more",
		kind: "noisy",
		scope: "row"
	},
	requested_rate: {
		label: "requested rate",
		unit: "per-second",
		better: "more",
		kind: "exact",
		scope: "row"
	},
	achieved_rate: {
		label: "achieved rate",
		unit: "per-second",
		better: "more",
		kind: "noisy",
		scope: "row"
	},
	error_rate: {
		label: "error rate",
		unit: "ratio",
		better: "less",
		kind: "noisy",
		scope: "row"
	},
	cpu_per_call: {
		...latency,
		label: "CPU per call"
	},
	slow_calls: {
		label: "slow calls",
		unit: "ratio",
		better: "less",
		kind: "noisy",
		scope: "row"
	},
	stalls: {
		label: "stalled time",
		unit: "ratio",
		better: "less",
		kind: "noisy",
		scope: "row"
	},
	slow_mode: {
		label: "slow launches",
		unit: "ratio",
		better: "less",
		kind: "noisy",
		scope: "row"
	},
	request_bytes: {
		label: "request size",
		unit: "bytes",
		better: "less",
		kind: "exact",
		scope: "row"
	},
	response_bytes: {
		label: "response size",
		unit: "bytes",
		better: "less",
		kind: "exact",
		scope: "row"
	},
	startup: {
		...phase,
		label: "start-up"
	},
	handshake: {
		...phase,
		label: "handshake"
	},
	first_list: {
		...phase,
		label: "first tools/list"
	},
	shutdown: {
		...phase,
		label: "shut-down"
	},
	idle_rss: {
		...memory,
		label: "idle RSS"
	},
	peak_rss: {
		...memory,
		label: "peak RSS"
	},
	threads: {
		...holding,
		label: "threads"
	},
	open_files: {
		...holding,
		label: "open files"
	},
	idle_cpu: {
		label: "idle CPU",
		unit: "ratio",
		better: "less",
		kind: "noisy",
		scope: "server"
	},
	tools_list_bytes: {
		...size,
		label: "tools/list size"
	},
	instructions_bytes: {
		...size,
		label: "instructions size"
	}
};
const metricIds = Object.keys(metrics);
function isMetricId(name) {
	return Object.hasOwn(metrics, name);
}
function metric(id) {
	return metrics[id];
}
function formatValue(id, value) {
	if (value === void 0 || !writable(value)) return "–";
	const { unit, kind } = metric(id);
	switch (unit) {
		case "ms": return duration(value);
		case "bytes": return kind === "exact" ? `${grouped(value, Number.isInteger(value) ? 0 : 1)} B` : bytes(value);
		case "ratio": return `${significant(value * 100)}%`;
		case "per-second": return `${significant(value)}/s`;
		case "count":
		case "tokens": return significant(value);
	}
}
function percent(share) {
	return writable(share) ? `${shortened(share)}%` : "–";
}
function percentagePoints(share) {
	return writable(share) ? `${shortened(share)} pp` : "–";
}
function duration(milliseconds) {
	const size = rounded(Math.abs(milliseconds));
	if (size === 0) return `0 ms`;
	if (size < 1) return `${significant(milliseconds * 1e3)} µs`;
	if (size < 1e3) return `${significant(milliseconds)} ms`;
	return `${significant(milliseconds / 1e3)} s`;
}
const byteUnits = [
	"B",
	"KB",
	"MB",
	"GB",
	"TB"
];
function bytes(value) {
	const size = rounded(Math.abs(value));
	const power = Math.min(byteUnits.length - 1, size < 1 ? 0 : Math.floor(Math.log10(size) / 3));
	const scaled = value / 1e3 ** power;
	return `${power === 0 ? grouped(scaled, 0) : significant(scaled)} ${byteUnits[power]}`;
}
function significant(value) {
	if (!writable(value)) return "–";
	const size = rounded(Math.abs(value));
	if (size < 1e-6) return "0";
	return grouped(value, Math.min(6, Math.max(0, 2 - Math.floor(Math.log10(size)))));
}
function count(value) {
	return writable(value) ? grouped(value, 0) : "–";
}
function signed(share, unit = "%") {
	if (!writable(share)) return "–";
	const percent = Math.abs(share * 100);
	const text = grouped(percent, percent >= 99.95 ? 0 : percent < .095 && percent > 0 ? 2 : 1);
	const written = unit === "%" ? unit : ` ${unit}`;
	if (Number(text.replace(/,/g, "")) === 0) return `0${written}`;
	return `${share < 0 ? "−" : "+"}${text}${written}`;
}
function factor(value) {
	return writable(value) ? `${value >= 100 ? grouped(value, 0) : value.toFixed(2)}x` : "–";
}
function minute(iso) {
	const parts = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(iso);
	return parts ? `${parts[1]} ${parts[2]} UTC` : "–";
}
function plural(amount, noun) {
	if (amount === 1) return `1 ${noun}`;
	return `${count(amount)} ${noun}${/(?:ch|s)$/.test(noun) ? "es" : "s"}`;
}
function writable(value) {
	return Number.isFinite(value) && Math.abs(value) < 0x38d7ea4c68000;
}
function shortened(share) {
	return significant(share * 100).replace(/\.0+$/, "");
}
function rounded(value) {
	return Number(value.toPrecision(3));
}
function grouped(value, digits) {
	const [whole = "", decimals] = value.toFixed(digits).split(".");
	const withGroups = whole.replace(/\B(?=(\d{3})+$)/g, ",");
	return decimals ? `${withGroups}.${decimals}` : withGroups;
}
// src/compare/verdict.ts
const serverRow = "(server)";
function serverRowOf(variant) {
	return `${serverRow} [${variant}]`;
}
function isServerRow(row) {
	return row === "(server)" || serverVariant(row) !== void 0;
}
function serverVariant(row) {
	return row.startsWith(`(server) [`) ? row.slice(10, -1) : void 0;
}
// src/stats/sample.ts
function requireSample(values, what) {
	if (values.length === 0) throw new RangeError(`${what} of no values`);
	for (let index = 0; index < values.length; index++) if (!Number.isFinite(values[index])) throw new RangeError(`${what} of a value that is not finite (${values[index]})`);
}
function sortedSample(values, what) {
	requireSample(values, what);
	return Array.from(Float64Array.from(values).sort());
}
// node_modules/simple-statistics/dist/simple-statistics.mjs
function sum(x) {
	if (x.length === 0) return 0;
	var sum = x[0];
	var correction = 0;
	var transition;
	if (typeof sum !== "number") return NaN;
	for (var i = 1; i < x.length; i++) {
		if (typeof x[i] !== "number") return NaN;
		transition = sum + x[i];
		if (Math.abs(sum) >= Math.abs(x[i])) correction += sum - transition + x[i];
		else correction += x[i] - transition + sum;
		sum = transition;
	}
	return sum + correction;
}
function mean(x) {
	if (x.length === 0) throw new Error("mean requires at least one data point");
	return sum(x) / x.length;
}
function sumNthPowerDeviations(x, n) {
	var meanValue = mean(x);
	var sum = 0;
	var tempValue;
	var i;
	if (n === 2) for (i = 0; i < x.length; i++) {
		tempValue = x[i] - meanValue;
		sum += tempValue * tempValue;
	}
	else for (i = 0; i < x.length; i++) sum += Math.pow(x[i] - meanValue, n);
	return sum;
}
function sampleVariance(x) {
	if (x.length < 2) throw new Error("sampleVariance requires at least two data points");
	return sumNthPowerDeviations(x, 2) / (x.length - 1);
}
function sampleStandardDeviation(x) {
	var sampleVarianceX = sampleVariance(x);
	return Math.sqrt(sampleVarianceX);
}
function quantileSorted(x, p) {
	var idx = (x.length - 1) * p;
	if (x.length === 0) throw new Error("quantile requires at least one data point.");
	else if (p < 0 || p > 1) throw new Error("quantiles must be between 0 and 1");
	else if (p === 1) return x[x.length - 1];
	else if (p === 0) return x[0];
	else if (idx % 1 !== 0) {
		var lower = Math.floor(idx);
		var upper = Math.ceil(idx);
		var fraction = idx - lower;
		return x[lower] + fraction * (x[upper] - x[lower]);
	} else return x[idx];
}
function quickselect(arr, k, left, right) {
	left = left || 0;
	right = right || arr.length - 1;
	while (right > left) {
		if (right - left > 600) {
			var n = right - left + 1;
			var m = k - left + 1;
			var z = Math.log(n);
			var s = .5 * Math.exp(2 * z / 3);
			var sd = .5 * Math.sqrt(z * s * (n - s) / n);
			if (m - n / 2 < 0) sd *= -1;
			quickselect(arr, k, Math.max(left, Math.floor(k - m * s / n + sd)), Math.min(right, Math.floor(k + (n - m) * s / n + sd)));
		}
		var t = arr[k];
		var i = left;
		var j = right;
		swap(arr, left, k);
		if (arr[right] > t) swap(arr, left, right);
		while (i < j) {
			swap(arr, i, j);
			i++;
			j--;
			while (arr[i] < t) i++;
			while (arr[j] > t) j--;
		}
		if (arr[left] === t) swap(arr, left, j);
		else {
			j++;
			swap(arr, j, right);
		}
		if (j <= k) left = j + 1;
		if (k <= j) right = j - 1;
	}
}
function swap(arr, i, j) {
	var tmp = arr[i];
	arr[i] = arr[j];
	arr[j] = tmp;
}
function quantile(x, p) {
	var copy = x.slice();
	if (Array.isArray(p)) {
		multiQuantileSelect(copy, p);
		var results = [];
		for (var i = 0; i < p.length; i++) results[i] = quantileSorted(copy, p[i]);
		return results;
	} else {
		quantileSelect(copy, quantileIndex(copy.length, p), 0, copy.length - 1);
		return quantileSorted(copy, p);
	}
}
function quantileSelect(arr, k, left, right) {
	if (k % 1 === 0) quickselect(arr, k, left, right);
	else {
		k = Math.floor(k);
		quickselect(arr, k, left, right);
		quickselect(arr, k + 1, k + 1, right);
	}
}
function multiQuantileSelect(arr, p) {
	var positions = new Set();
	for (var i = 0; i < p.length; i++) {
		var idx = quantileIndex(arr.length, p[i]);
		positions.add(Math.floor(idx));
		positions.add(Math.ceil(idx));
	}
	var indices = Array.from(positions).sort(compare);
	multiselect(arr, indices, 0, indices.length - 1, 0, arr.length - 1);
}
function multiselect(arr, indices, lo, hi, left, right) {
	if (lo > hi) return;
	var mid = lo + hi >> 1;
	quickselect(arr, indices[mid], left, right);
	multiselect(arr, indices, lo, mid - 1, left, indices[mid] - 1);
	multiselect(arr, indices, mid + 1, hi, indices[mid] + 1, right);
}
function compare(a, b) {
	return a - b;
}
function quantileIndex(len, p) {
	var idx = (len - 1) * p;
	if (p === 1) return len - 1;
	else if (p === 0) return 0;
	else if (idx % 1 !== 0) return idx;
	else return idx;
}
function median$1(x) {
	return +quantile(x, .5);
}
function medianAbsoluteDeviation(x) {
	var medianValue = median$1(x);
	var medianAbsoluteDeviations = [];
	for (var i = 0; i < x.length; i++) medianAbsoluteDeviations.push(Math.abs(x[i] - medianValue));
	return median$1(medianAbsoluteDeviations);
}
var BayesianClassifier = function BayesianClassifier() {
	this.totalCount = 0;
	this.data = {};
};
BayesianClassifier.prototype.train = function train(item, category) {
	if (!this.data[category]) this.data[category] = {};
	for (var k in item) {
		var v = item[k];
		if (this.data[category][k] === void 0) this.data[category][k] = {};
		if (this.data[category][k][v] === void 0) this.data[category][k][v] = 0;
		this.data[category][k][v]++;
	}
	this.totalCount++;
};
BayesianClassifier.prototype.score = function score(item) {
	var odds = {};
	var category;
	for (var k in item) {
		var v = item[k];
		for (category in this.data) {
			if (odds[category] === void 0) odds[category] = {};
			if (this.data[category][k]) odds[category][k + "_" + v] = (this.data[category][k][v] || 0) / this.totalCount;
			else odds[category][k + "_" + v] = 0;
		}
	}
	var oddsSums = {};
	for (category in odds) {
		oddsSums[category] = 0;
		for (var combination in odds[category]) oddsSums[category] += odds[category][combination];
	}
	return oddsSums;
};
var COEFFICIENTS = [
	.9999999999999971,
	57.15623566586292,
	-59.59796035547549,
	14.136097974741746,
	-.4919138160976202,
	3399464998481189e-20,
	4652362892704858e-20,
	-9837447530487956e-20,
	.0001580887032249125,
	-.00021026444172410488,
	.00021743961811521265,
	-.0001643181065367639,
	8441822398385275e-20,
	-26190838401581408e-21,
	36899182659531625e-22
];
var g = 607 / 128;
var LOGSQRT2PI = Math.log(Math.sqrt(2 * Math.PI));
function gammaln(n) {
	if (n <= 0) return Number.POSITIVE_INFINITY;
	n--;
	var a = COEFFICIENTS[0];
	for (var i = 1; i < 15; i++) a += COEFFICIENTS[i] / (n + i);
	var tmp = g + .5 + n;
	return LOGSQRT2PI + Math.log(a) - tmp + (n + .5) * Math.log(tmp);
}
var SQRT_2PI$1 = Math.sqrt(2 * Math.PI);
function cumulativeDistribution(z) {
	var sum = z;
	var tmp = z;
	for (var i = 1; i < 30; i++) {
		tmp *= z * z / (2 * i + 1);
		sum += tmp;
	}
	return Math.round((.5 + sum / SQRT_2PI$1 * Math.exp(-z * z / 2)) * 1e4) / 1e4;
}
var standardNormalTable = [];
for (var z = 0; z <= 3.09; z += .01) standardNormalTable.push(cumulativeDistribution(z));
var PerceptronModel = function PerceptronModel() {
	this.weights = [];
	this.bias = 0;
};
PerceptronModel.prototype.predict = function predict(features) {
	if (features.length !== this.weights.length) return null;
	var score = 0;
	for (var i = 0; i < this.weights.length; i++) score += this.weights[i] * features[i];
	score += this.bias;
	if (score > 0) return 1;
	else return 0;
};
PerceptronModel.prototype.train = function train(features, label) {
	if (label !== 0 && label !== 1) return null;
	if (features.length !== this.weights.length) {
		this.weights = features.slice();
		this.bias = 1;
	}
	var prediction = this.predict(features);
	if (typeof prediction === "number" && prediction !== label) {
		var gradient = label - prediction;
		for (var i = 0; i < this.weights.length; i++) this.weights[i] += gradient * features[i];
		this.bias += gradient;
	}
	return this;
};
// src/stats/describe.ts
function describe(values) {
	const sorted = sortedSample(values, "a description");
	const at = (q) => quantileSorted(sorted, q);
	const mean$1 = mean(sorted);
	const stddev = sorted.length > 1 ? sampleStandardDeviation(sorted) : void 0;
	const iqr = at(.75) - at(.25);
	const sigma = stddev ?? 0;
	return {
		count: sorted.length,
		min: at(0),
		p50: at(.5),
		p75: at(.75),
		p90: at(.9),
		p95: at(.95),
		p99: at(.99),
		p999: at(.999),
		max: at(1),
		mean: mean$1,
		...stddev === void 0 ? {} : { stddev },
		iqr,
		mad: medianAbsoluteDeviation(sorted),
		outliers: {
			beyondOneSigma: countOutside(sorted, mean$1 - sigma, mean$1 + sigma),
			beyondFences: countOutside(sorted, at(.25) - 1.5 * iqr, at(.75) + 1.5 * iqr)
		}
	};
}
function median(values) {
	return quantileSorted(sortedSample(values, "a median"), .5);
}
function countOutside(sorted, low, high) {
	return sorted.reduce((count, value) => value < low || value > high ? count + 1 : count, 0);
}
// src/stats/random.ts
function seededRandom(seed) {
	if (!Number.isSafeInteger(seed) || seed < 0) throw new RangeError(`seed ${seed} is not a whole number from 0`);
	const fill = splitMix32((seed % 2 ** 32 ^ Math.floor(seed / 2 ** 32)) >>> 0);
	let [a, b, c, d] = [
		fill(),
		fill(),
		fill(),
		fill()
	];
	return () => {
		const result = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0;
		const shifted = b << 9;
		c ^= a;
		d ^= b;
		b ^= c;
		a ^= d;
		c ^= shifted;
		d = rotateLeft(d, 11);
		return result / 2 ** 32;
	};
}
function rotateLeft(word, bits) {
	return word << bits | word >>> 32 - bits;
}
function splitMix32(seed) {
	let state = seed | 0;
	return () => {
		state = state + 2654435769 | 0;
		let word = state;
		word = Math.imul(word ^ word >>> 16, 2246822507);
		word = Math.imul(word ^ word >>> 13, 3266489909);
		return word ^ word >>> 16;
	};
}
export { signed as C, metricIds as D, metric as E, plural as S, isMetricId as T, factor as _, mean as a, percent as b, requireSample as c, serverRow as d, serverRowOf as f, duration as g, count as h, gammaln as i, sortedSample as l, bytes as m, describe as n, quantileSorted as o, serverVariant as p, median as r, sampleVariance as s, seededRandom as t, isServerRow as u, formatValue as v, significant as w, percentagePoints as x, minute as y };
