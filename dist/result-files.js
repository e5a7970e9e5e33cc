import { join, resolve } from "node:path";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";

// src/errors.ts
const exitCode = {
	ok: 0,
	regressed: 1,
	usage: 2,
	server: 3,
	internal: 4
};
var UserError = class extends Error {
	exitCode = exitCode.usage;
	explanation;
	constructor(found, explanation = {}) {
		const { where, expected, fix, cause } = explanation;
		const lines = [where ? `${where}: ${found}` : found];
		if (expected) lines.push(`  expected: ${expected}`);
		if (fix) lines.push(`  fix: ${fix}`);
		super(lines.join("\n"), cause === void 0 ? void 0 : { cause });
		this.name = new.target.name;
		this.explanation = explanation;
	}
};
var ConfigError = class extends UserError {};
var ServerError = class extends UserError {
	exitCode = exitCode.server;
};
var BaselineError = class extends UserError {};

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

// src/compare/verdict.ts
const serverRow = "(server)";

// src/publish/result-files.ts
async function writeResultFiles(directory, files) {
	const folder = resolve(directory);
	await explained(folder, () => mkdir(folder, { recursive: true }));
	const paths = Object.entries(files).map(async ([name, content]) => {
		const path = join(folder, name);
		const unfinished = `${path}.${process.pid}.tmp`;
		await explained(path, async () => {
			try {
				await writeFile(unfinished, content);
				await rename(unfinished, path);
			} catch (error) {
				await rm(unfinished, { force: true });
				throw error;
			}
		});
		return [name, path];
	});
	return Object.fromEntries(await Promise.all(paths));
}
const causes = {
	ENOSPC: {
		found: "the disk is full",
		fix: "free space, or choose another directory with `results`"
	},
	EDQUOT: {
		found: "the disk quota is used up",
		fix: "free space, or choose another directory with `results`"
	},
	EACCES: {
		found: "writing is not permitted",
		fix: "choose another directory with `results`"
	},
	EROFS: {
		found: "the file system is read-only",
		fix: "choose another directory with `results`"
	},
	ENOTDIR: {
		found: "a file stands where a directory is needed",
		fix: "choose another directory with `results`"
	},
	EEXIST: {
		found: "a file stands where a directory is needed",
		fix: "choose another directory with `results`"
	}
};
async function explained(path, work) {
	try {
		return await work();
	} catch (cause) {
		const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
		const known = causes[code];
		const found = known?.found ?? (cause instanceof Error ? cause.message : String(cause));
		throw new UserError(`the results cannot be written: ${found}`, {
			where: path,
			...known && { fix: known.fix },
			cause
		});
	}
}

export { metricIds as a, ServerError as c, metric as i, UserError as l, serverRow as n, BaselineError as o, isMetricId as r, ConfigError as s, writeResultFiles as t, exitCode as u };