import { setTimeout } from "node:timers/promises";
// src/publish/retry.ts
function isRateLimit({ status, headers, message }) {
	if (status === 429) return true;
	if (status !== 403) return false;
	return headers["retry-after"] !== void 0 || String(headers["x-ratelimit-remaining"]) === "0" || /rate limit/i.test(message);
}
function delayBeforeRetry(failure, { attempt, now }) {
	const limited = isRateLimit(failure);
	if (!limited && !(failure.status >= 500 && failure.idempotent)) return void 0;
	const seconds = Number(failure.headers["retry-after"] ?? NaN);
	if (seconds >= 0) return seconds * 1e3;
	if (!limited) return 1e3 * 2 ** (attempt - 1);
	const reset = Number(failure.headers["x-ratelimit-reset"] ?? NaN) * 1e3;
	if (String(failure.headers["x-ratelimit-remaining"]) === "0" && reset >= 0) return Math.max(reset - now, 1e3);
	return 6e4;
}
async function withRetry(request, { policy, failureOf }) {
	let waited = 0;
	for (let attempt = 1;; attempt++) try {
		return await request();
	} catch (error) {
		const failure = failureOf(error);
		const delay = failure && delayBeforeRetry(failure, {
			attempt,
			now: policy.now()
		});
		if (delay === void 0 || attempt >= policy.attempts || waited + delay > policy.patienceMs) throw error;
		waited += delay;
		await policy.sleep(delay);
	}
}
// src/publish/github.ts
const requestTimeoutMs = 3e4;
const standardRetry = {
	attempts: 4,
	patienceMs: 12e4,
	sleep: (ms) => setTimeout(ms),
	now: () => Date.now()
};
async function openGitHub(token, { apiUrl, retry = standardRetry }) {
	const { getOctokit } = await import("./github3.js");
	const silent = () => {};
	const octokit = getOctokit(token, {
		baseUrl: apiUrl,
		log: {
			debug: silent,
			info: silent,
			warn: silent,
			error: silent
		}
	});
	octokit.hook.wrap("request", (request, options) => withRetry(async () => request({
		...options,
		request: {
			...options.request,
			signal: AbortSignal.timeout(requestTimeoutMs)
		}
	}), {
		policy: retry,
		failureOf: (error) => failureOf(error, options.method !== "POST")
	}));
	return octokit;
}
async function ask(request) {
	try {
		return {
			kind: "ok",
			value: await request()
		};
	} catch (error) {
		if (error instanceof Error && error.name === "GraphqlResponseError") return {
			kind: "refused",
			status: 200,
			message: error.message
		};
		const failure = failureOf(error, true);
		if (!failure) throw error;
		const { status, message } = failure;
		if (isRateLimit(failure)) return {
			kind: "rate-limited",
			message
		};
		return status >= 500 ? {
			kind: "unreachable",
			message
		} : {
			kind: "refused",
			status,
			message
		};
	}
}
function failureOf(error, idempotent) {
	if (!(error instanceof Error) || !("status" in error) || typeof error.status !== "number") return void 0;
	const response = "response" in error ? error.response : void 0;
	return {
		status: error.status,
		message: error.message,
		headers: response?.headers ?? {},
		idempotent
	};
}
export { openGitHub as n, ask as t };
