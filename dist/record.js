import { C as strictObject, S as record, _ as number, b as partialRecord, c as boolean, h as literal, i as _enum, n as datetime, s as array, u as discriminatedUnion, w as string } from "./iso.js";
const milliseconds = number().nonnegative();
const count = number().int().nonnegative();
const samples = string().regex(/^[A-Za-z0-9+/]*={0,2}$/, "base64").refine(areSamples, "not finite float32 values");
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
const limit = discriminatedUnion("kind", [
	strictObject({
		kind: literal("relative"),
		change: number().nonnegative()
	}),
	strictObject({
		kind: literal("points"),
		points: number().nonnegative()
	}),
	strictObject({
		kind: literal("absolute"),
		value: number().nonnegative()
	})
]);
const threshold = strictObject({
	metric: string(),
	level: _enum(["warn", "fail"]),
	limit,
	text: string()
});
const environment = strictObject({
	os: string(),
	osVersion: string(),
	arch: string(),
	cpuModel: string(),
	cores: number().int().positive(),
	memoryBytes: number().positive(),
	runnerImage: string().optional(),
	runnerImageVersion: string().optional(),
	runnerKey: string().optional(),
	serverRuntime: string().optional(),
	runtime: string(),
	custom: record(string(), string())
});
const positive = number().int().positive();
const everyLoad = {
	requests: positive.optional(),
	durationMs: number().positive().optional(),
	warmup: count,
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
		ratePerSecond: number().positive(),
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
	items: number().positive().optional(),
	sweep: strictObject({
		field: string(),
		value: number(),
		within: string().optional()
	}).optional(),
	key: string().optional(),
	variant: string().optional(),
	note: string().optional(),
	rounds: number().int().positive().optional(),
	configHash: string(),
	thresholds: array(threshold),
	controlUnits: count.optional(),
	line: number().int().positive().optional()
});
const backlog = strictObject({
	most: count,
	dropped: count
});
const block = strictObject({
	position: count,
	wallMs: milliseconds,
	attempted: count,
	ok: count,
	medianMs: milliseconds.optional(),
	meanMs: milliseconds.optional(),
	backlog: backlog.optional()
});
const errorSample = strictObject({
	kind: _enum(outcomeKinds),
	message: string(),
	count
});
const measurement = strictObject({
	row: string(),
	outcomes: partialRecord(_enum(outcomeKinds), count),
	errors: array(errorSample),
	blocks: array(block),
	samples,
	cpuPerCallMs: milliseconds.optional(),
	requestBytes: number().nonnegative(),
	responseBytes: number().nonnegative().optional()
});
const launch = strictObject({
	arm: string(),
	purpose: string().optional(),
	metrics: record(string(), number()),
	exitCode: number().int().nullable(),
	killed: boolean(),
	orphans: count,
	measurements: array(measurement),
	failure: string().optional()
});
const round = strictObject({
	index: count,
	order: record(string(), array(string())),
	launches: array(launch)
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
	seed: count,
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
	skipped: array(strictObject({
		benchmark: string(),
		reason: string()
	})),
	warnings: array(string())
});
function areSamples(text) {
	try {
		return decodeSamples(text).every((latency) => Number.isFinite(latency) && latency >= 0);
	} catch {
		return false;
	}
}
function encodeSamples(latenciesMs) {
	return Buffer.from(Float32Array.from(latenciesMs).buffer).toString("base64");
}
function decodeSamples(text) {
	const bytes = Uint8Array.from(Buffer.from(text, "base64"));
	if (bytes.byteLength % 4 !== 0) throw new RangeError(`samples of ${bytes.byteLength} bytes are not whole float32 values`);
	return new Float32Array(bytes.buffer);
}
export { encodeSamples as n, recordSchema as r, decodeSamples as t };
