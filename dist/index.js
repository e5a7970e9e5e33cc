import { B as readShard, C as readRecordFile, E as judge, F as readDuration, G as runGit, H as benchmark, I as readFailOn, K as BuildError, L as readList, M as readBoolean, N as readChoice, O as interruptSignal, P as readCount, R as readRounds, S as findRecordFiles, T as progressLine, U as secretsOf, V as resolveRemote, W as _usingCtx, _ as mergeRecords, b as resolveCommit, dt as realDirectory, ft as benchmarkName, g as reproduceCommand, j as modes, k as commentModes, m as environmentKey, mt as overrideThresholds, ot as chooseConfig, p as entryFrom, pt as defaultThresholds, q as redactText, t as openBranchStore, ut as parseConfig, w as recordName, x as chooseCompareTarget, y as readWorkingCopy } from "./branch-store.js";
import { i as UserError, t as BaselineError } from "./errors.js";
import { a as logUntrusted, i as logText, n as logFailure, o as logWarning, r as logGroup, s as getInput } from "./log.js";
import { _ as number, g as looseObject, w as string } from "./schemas.js";
import { t as ask } from "./github.js";
import { t as setOutputs } from "./outputs.js";
import { t as writeResultFiles } from "./result-files.js";
import { E as metric } from "./random.js";
import path from "node:path";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { setTimeout } from "node:timers/promises";
// src/config/inputs.ts
function readInputs() {
	return {
		...optional("server", text),
		...optional("config", text),
		workingDirectory: getInput("working-directory") || ".",
		...optional("compareRef", text, "compare-ref"),
		baselineBranch: getInput("baseline-branch") || "mcp-bench-baseline",
		updateBaseline: readBoolean(getInput("update-baseline"), "input update-baseline"),
		failOn: readFailOn(getInput("fail-on") || "regression,budget", "input fail-on"),
		commentMode: readChoice(getInput("comment-mode") || "always", commentModes, "input comment-mode"),
		commentKey: getInput("comment-key") || "default",
		...optional("token", text, "github-token"),
		passEnv: readList(getInput("pass-env")),
		...optional("runnerKey", text, "runner-key"),
		...optional("rounds", readRounds),
		...optional("timeBudgetMs", readDuration, "time-budget"),
		...optional("shard", readShard),
		...optional("records", readCount),
		mode: readChoice(getInput("mode") || "all", modes, "input mode"),
		...optional("results", text)
	};
}
function text(value) {
	return value;
}
function optional(key, read, name = key) {
	const value = getInput(name);
	return value === "" ? {} : { [key]: read(value, `input ${name}`) };
}
// src/publish/github-context.ts
const sha = string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/, "a full commit SHA");
const repository = looseObject({ full_name: string() });
const side = looseObject({
	sha,
	repo: repository.nullish()
});
const pullRequestPayload = looseObject({ pull_request: looseObject({
	number: number().int().positive(),
	head: side,
	base: side
}) });
const pushPayload = looseObject({ before: sha.optional() });
const mergeGroupPayload = looseObject({ merge_group: looseObject({ base_sha: sha }) });
const workflowRunPayload = looseObject({ workflow_run: looseObject({
	conclusion: string().nullable(),
	head_sha: sha,
	head_branch: string().min(1),
	head_repository: looseObject({ owner: looseObject({ login: string().min(1) }) }).nullish()
}) });
const anyPayload = looseObject({ repository: looseObject({ default_branch: string().optional() }).optional() });
async function readGitHubContext(env) {
	const eventName = required(env, "GITHUB_EVENT_NAME");
	const path = required(env, "GITHUB_EVENT_PATH");
	const payload = await readPayload(path);
	const [owner, repo, ...rest] = required(env, "GITHUB_REPOSITORY").split("/");
	if (!owner || !repo || rest.length > 0) throw wrong("GITHUB_REPOSITORY", String(env.GITHUB_REPOSITORY), "owner/name, such as octocat/hello-world");
	const id = positive(env, "GITHUB_RUN_ID");
	const attempt = env.GITHUB_RUN_ATTEMPT ? positive(env, "GITHUB_RUN_ATTEMPT") : 1;
	const serverUrl = withoutSlash(env.GITHUB_SERVER_URL || "https://github.com");
	const defaultBranch = parse(anyPayload, payload, {
		path,
		eventName
	}).repository?.default_branch;
	return {
		eventName,
		event: readEvent(eventName, {
			payload,
			path
		}),
		repository: {
			owner,
			repo
		},
		...defaultBranch !== void 0 && { defaultBranch },
		sha: required(env, "GITHUB_SHA"),
		ref: required(env, "GITHUB_REF"),
		run: {
			id,
			attempt,
			url: `${serverUrl}/${owner}/${repo}/actions/runs/${id}${attempt > 1 ? `/attempts/${attempt}` : ""}`
		},
		apiUrl: withoutSlash(env.GITHUB_API_URL || "https://api.github.com"),
		serverUrl,
		workspace: required(env, "GITHUB_WORKSPACE"),
		temp: required(env, "RUNNER_TEMP")
	};
}
function readEvent(eventName, source) {
	const place = {
		path: source.path,
		eventName
	};
	switch (eventName) {
		case "pull_request": {
			const { number, head, base } = parse(pullRequestPayload, source.payload, place).pull_request;
			const fork = head.repo === null || head.repo !== void 0 && head.repo.full_name !== base.repo?.full_name;
			return {
				kind: "pull_request",
				number,
				headSha: head.sha,
				baseSha: base.sha,
				fork
			};
		}
		case "push": {
			const { before } = parse(pushPayload, source.payload, place);
			return {
				kind: "push",
				...before && !/^0+$/.test(before) && { before }
			};
		}
		case "merge_group": return {
			kind: "merge_group",
			baseSha: parse(mergeGroupPayload, source.payload, place).merge_group.base_sha
		};
		case "workflow_run": {
			const run = parse(workflowRunPayload, source.payload, place).workflow_run;
			const headOwner = run.head_repository?.owner.login;
			return {
				kind: "workflow_run",
				conclusion: run.conclusion ?? "unknown",
				headSha: run.head_sha,
				headBranch: run.head_branch,
				...headOwner !== void 0 && { headOwner }
			};
		}
		default: return { kind: "other" };
	}
}
async function readPayload(path) {
	let text;
	try {
		text = await readFile(path, "utf8");
	} catch (cause) {
		throw new UserError("the event's payload cannot be read", {
			where: path,
			fix: "set GITHUB_EVENT_PATH",
			cause
		});
	}
	try {
		return JSON.parse(text);
	} catch (cause) {
		throw new UserError("the event's payload is not JSON", {
			where: path,
			cause
		});
	}
}
function parse(schema, payload, place) {
	const result = schema.safeParse(payload);
	if (result.success) return result.data;
	const issue = result.error.issues[0];
	throw new UserError(`the payload of ${place.eventName} lacks ${issue?.path.join(".") || "its fields"}`, {
		where: place.path,
		expected: issue?.message ?? "the payload GitHub sends",
		fix: `when running locally, pass one: act ${place.eventName} -e event.json`
	});
}
function required(env, name) {
	const value = env[name];
	if (value) return value;
	throw new UserError(`${name} is not set`, {
		expected: "the variables of a GitHub Actions runner",
		fix: "outside a workflow, use the command line: npx mcp-bench run"
	});
}
function positive(env, name) {
	const text = required(env, name);
	if (/^[1-9]\d{0,15}$/.test(text)) return Number(text);
	throw wrong(name, text, "a positive whole number");
}
function wrong(name, found, expected) {
	return new UserError(`${name} is ${JSON.stringify(found)}`, { expected });
}
function withoutSlash(url) {
	return url.replace(/\/+$/, "");
}
// src/publish/policy.ts
const privileged = new Set([
	"pull_request_target",
	"workflow_run",
	"issue_comment"
]);
const runsTargetCode = new Set(["bench", "all"]);
function assertSafeEvent({ eventName, event }, mode) {
	if (privileged.has(eventName) && runsTargetCode.has(mode)) throw new UserError(`mode ${mode} runs the code under test, which must not happen on ${eventName}`, {
		expected: "pull_request, push, merge_group, schedule or workflow_dispatch",
		fix: "measure on pull_request, where the token of a fork is read-only, and only comment from workflow_run with mode: report"
	});
	if (mode === "publish" && (event.kind === "pull_request" || privileged.has(eventName))) throw new UserError(`mode publish writes the baseline, which must not happen on ${eventName}`, {
		expected: "push or schedule",
		fix: "publish from a workflow on: push of the default branch"
	});
}
const baselineEvents = new Set([
	"push",
	"schedule",
	"workflow_dispatch"
]);
function baselineDecision(context) {
	const { eventName, ref, defaultBranch } = context;
	if (!baselineEvents.has(eventName)) return {
		kind: "skip",
		reason: `the baseline is not written on ${eventName}`
	};
	if (defaultBranch !== void 0 && ref !== `refs/heads/${defaultBranch}`) return {
		kind: "skip",
		reason: `the baseline is written on ${defaultBranch} only, this is ${ref}`
	};
	return { kind: "write" };
}
// src/publish/pull-request-of-run.ts
async function pullRequestOfRun(octokit, { run, repository }) {
	const none = (reason) => ({
		kind: "none",
		reason
	});
	const { headOwner, headBranch, headSha } = run;
	if (run.conclusion === "cancelled") return none("the measuring run was cancelled");
	if (headOwner === void 0) return none("the repository that holds the head is gone");
	const parameters = {
		...repository,
		state: "open",
		head: `${headOwner}:${headBranch}`,
		per_page: 100
	};
	const answer = await ask(async () => (await octokit.rest.pulls.list(parameters)).data);
	if (answer.kind !== "ok") throw new UserError(`the pull request of the measuring run cannot be looked up: ${answer.message}`, { fix: "give the job `pull-requests: write`, or run it again when GitHub answers" });
	const open = answer.value.filter(({ head }) => head.ref === headBranch && head.user?.login.toLowerCase() === headOwner.toLowerCase());
	const current = open.filter(({ head }) => head.sha === headSha);
	if (open.length === 0) return none(`no open pull request has the head ${headOwner}:${headBranch}`);
	if (current.length === 0) return none(`the pull request has moved on from ${headSha.slice(0, 7)}`);
	const [only, another] = current;
	if (!only || another) return none(`several pull requests have the head ${headOwner}:${headBranch}`);
	const fork = only.head.repo?.full_name !== only.base.repo.full_name;
	return {
		kind: "found",
		pullRequest: {
			number: only.number,
			headSha,
			baseSha: only.base.sha,
			fork
		}
	};
}
// src/job.ts
async function openJob(environment) {
	const inputs = readInputs();
	const context = await readGitHubContext(environment);
	assertSafeEvent(context, inputs.mode);
	const directory = realDirectory(path.resolve(context.workspace, inputs.workingDirectory));
	const token = inputs.token === void 0 ? {} : { token: inputs.token };
	const remote = await resolveRemote({
		directory,
		environment,
		...token
	}).catch((error) => {
		logText(error.message);
	});
	const found = await findPullRequest(inputs, context);
	return {
		...found?.kind === "found" && { pullRequest: found.pullRequest },
		...found?.kind === "none" && { idle: found.reason },
		inputs,
		context,
		environment,
		directory,
		signal: interruptSignal(),
		results: path.resolve(context.workspace, inputs.results ?? path.join(context.temp, "mcp-bench-results")),
		...remote ? { remote } : {}
	};
}
async function findPullRequest(inputs, context) {
	const { event, repository, apiUrl } = context;
	if (event.kind === "pull_request") return {
		kind: "found",
		pullRequest: event
	};
	if (event.kind !== "workflow_run") return void 0;
	if (!inputs.token) throw new UserError("there is no token to look up the pull request with", {
		where: "input github-token",
		fix: "leave the input out: its default is the token of the job"
	});
	const { openGitHub } = await import("./github2.js");
	return pullRequestOfRun(await openGitHub(inputs.token, { apiUrl }), {
		run: event,
		repository
	});
}
// src/publish/push-access.ts
const timeoutMs = 5e3;
async function pushAccess(token, { serverUrl, repository }) {
	const url = `${serverUrl}/${repository.owner}/${repository.repo}.git/info/refs?service=git-receive-pack`;
	const authorization = `Basic ${Buffer.from(`x-access-token:${token}`).toString("base64")}`;
	try {
		const response = await fetch(url, {
			headers: { authorization },
			redirect: "error",
			signal: AbortSignal.timeout(timeoutMs)
		});
		await response.body?.cancel();
		if (response.ok) return "yes";
		return response.status < 500 ? "no" : "unknown";
	} catch {
		return "unknown";
	}
}
const pushWarning = `The token of this job could push to the repository, and the code under test could read it.
  fix: give the job only what it needs
    permissions:
      contents: read
      pull-requests: write
  and update the baseline from a workflow that runs on push only.`;
// src/measure-job.ts
async function measure(job) {
	const { inputs, context, environment, directory, remote } = job;
	if (inputs.token && await pushAccess(inputs.token, context) === "yes") logWarning(pushWarning);
	const loaded = await chooseConfig(inputs, directory);
	const workingCopy = await readWorkingCopy(directory, environment);
	const named = inputs.compareRef && await resolveCommit(inputs.compareRef, {
		directory,
		environment
	});
	const head = workingCopy?.commit ?? {
		sha: context.sha,
		parents: []
	};
	const record = await logGroup("Measure", () => benchmark({
		loaded,
		directory,
		workingCopy,
		dirty: false,
		pullRequestHead: context.event.kind === "pull_request" ? context.event.headSha : void 0,
		compare: chooseCompareTarget(triggerOf(context), {
			compareRef: named || inputs.compareRef,
			head
		}),
		sources: [...remote ? [remote] : [], { url: directory }],
		environment,
		passEnv: inputs.passEnv,
		runnerKey: inputs.runnerKey,
		rounds: inputs.rounds,
		timeBudgetMs: inputs.timeBudgetMs,
		shard: inputs.shard,
		seed: context.run.id % 2 ** 32,
		signal: job.signal,
		progress: (event) => {
			const line = progressLine(event);
			if (line !== void 0) logText(line);
		}
	}));
	const files = await writeResultFiles(job.results, { [recordName]: JSON.stringify(record) });
	setOutputs({ resultsJson: files["record.json"] ?? "" });
	return record;
}
function triggerOf({ event, eventName }) {
	if (event.kind === "other" || event.kind === "workflow_run") return {
		kind: "other",
		name: eventName
	};
	return event;
}
// src/run-results.ts
const mostBytes = 128 * 2 ** 20;
async function readResults(directory, expected) {
	const files = await findRecordFiles(directory).catch((error) => {
		if (expected.count === void 0) throw error;
		throw incomplete(0, {
			directory,
			count: expected.count,
			cause: error
		});
	});
	if (expected.count !== void 0 && files.length < expected.count) throw incomplete(files.length, {
		directory,
		count: expected.count
	});
	await refuseBulk(files, directory);
	const records = [];
	for (const file of files) records.push({
		name: path.relative(directory, file),
		record: await readRecordFile(file)
	});
	for (const { name, record } of records) {
		const { sha, head } = record.commit ?? {};
		if (sha === expected.commit || head === expected.commit) continue;
		throw new UserError(`the record is of commit ${JSON.stringify(head ?? sha ?? "unknown")}`, {
			where: name,
			expected: `the commit of this event, ${expected.commit}`,
			fix: "give the results of the measuring jobs of the same workflow run"
		});
	}
	return mergeRecords(records);
}
async function refuseBulk(files, directory) {
	const bytes = (await Promise.all(files.map(async (file) => (await stat(file)).size))).reduce((sum, size) => sum + size, 0);
	if (bytes <= mostBytes) return;
	throw new UserError(`the records have ${bytes} bytes`, {
		where: directory,
		expected: `at most ${mostBytes} bytes together`,
		fix: "measure fewer requests or rounds"
	});
}
function incomplete(found, { directory, count, cause }) {
	return new UserError(`${found} of ${count} records are there: a measuring job failed or was cancelled`, {
		where: directory,
		fix: "look at the measuring jobs of this workflow run, and run them again",
		cause
	});
}
// src/source/read-file.ts
async function readFileAt({ sha, file, remote, environment }) {
	const directory = await mkdtemp(path.join(tmpdir(), "mcp-bench-file-"));
	const git = async (...args) => {
		const outcome = await runGit({
			args,
			cwd: directory,
			gitDir: directory,
			environment,
			remote
		});
		if (outcome.ok) return outcome.stdout.toString();
		throw new UserError(`${file} of commit ${sha} could not be read: ${outcome.message}`, { fix: "give the job `contents: read`" });
	};
	try {
		await git("init", "--quiet", "--bare", "--template=", directory);
		await git("fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--depth=1", "--filter=blob:none", "origin", sha);
		const listed = await git("ls-tree", "-z", "--full-tree", sha, "--", file);
		const [, oid] = /^100(?:644|755) blob ([0-9a-f]+)\t/.exec(listed) ?? [];
		return oid === void 0 ? void 0 : await git("cat-file", "blob", oid);
	} finally {
		await rm(directory, {
			recursive: true,
			force: true,
			maxRetries: 3
		});
	}
}
// src/trusted-thresholds.ts
function withThresholdsOf(record, config) {
	const general = overrideThresholds(defaultThresholds, config?.thresholds ?? []);
	const own = new Map((config?.benchmarks ?? []).map((one) => [benchmarkName(one), one]));
	const measured = new Set(record.rows.map(({ benchmark }) => benchmark));
	const missing = [...own.keys()].filter((name) => !measured.has(name));
	return {
		...record,
		advisory: {},
		serverThresholds: ofScope(general, "server"),
		arms: record.arms.map((arm) => boundBy(config, arm)),
		rows: record.rows.map((row) => ({
			...row,
			thresholds: ofScope(overrideThresholds(general, thresholdsOn(own.get(row.benchmark), row)), "row")
		})),
		warnings: [...record.warnings, ...missing.map((name) => `${name} is a benchmark of the base branch, but was not measured`)]
	};
}
function thresholdsOn(entry, { variant }) {
	return (entry?.cells.find((one) => one.variant === void 0 || one.variant === variant))?.benchmark.thresholds ?? [];
}
function boundBy(config, { thresholds: _own, ...arm }) {
	const { reference, thresholds } = config?.variants?.[arm.variant ?? ""] ?? {};
	if (reference === void 0) return arm;
	return {
		...arm,
		reference,
		...thresholds === void 0 ? {} : { thresholds: [...thresholds] }
	};
}
function ofScope(thresholds, scope) {
	return thresholds.filter((threshold) => metric(threshold.metric).scope === scope);
}
// src/measured-elsewhere.ts
async function readMeasured(job) {
	const { results, context, inputs } = job;
	const { event } = context;
	const pooled = await readResults(results, {
		commit: event.kind === "workflow_run" ? event.headSha : context.sha,
		count: inputs.records
	});
	const { record, ...more } = event.kind === "workflow_run" ? await judgedByBase(pooled, job) : { record: pooled };
	const written = await writeResultFiles(results, { [recordName]: JSON.stringify(record) });
	setOutputs({ resultsJson: written["record.json"] ?? "" });
	return {
		record,
		...more
	};
}
async function judgedByBase(record, { inputs, remote, pullRequest, environment }) {
	const file = path.posix.normalize(path.posix.join(inputs.workingDirectory, inputs.config ?? "mcp-bench.yml"));
	if (!remote || !pullRequest) throw new UserError("there is no remote to read the base branch's configuration from");
	const sha = pullRequest.baseSha;
	const text = await readFileAt({
		sha,
		file,
		remote,
		environment
	});
	const config = text === void 0 ? void 0 : parseConfig(text, file).config;
	const base = `base commit ${sha.slice(0, 7)}`;
	const thresholds = config ? `${file} of ${base}` : `the standard ones, as ${base} has no ${file}`;
	return {
		record: withThresholdsOf(record, config),
		untrusted: { thresholds }
	};
}
// src/stored-runs.ts
async function openStore({ remote, inputs, environment }) {
	if (!remote) return void 0;
	return openBranchStore({
		remote,
		branch: inputs.baselineBranch,
		environment,
		random: Math.random,
		sleep: (ms) => setTimeout(ms),
		now: () => Date.now(),
		log: logText
	});
}
async function readStored(store, { record, job }) {
	if (!store) return { runs: {
		kind: "none",
		reason: "there is no remote to read a baseline from"
	} };
	try {
		const { entries, baselineSha } = await store.read(environmentKey(record));
		if (baselineSha) setOutputs({ baselineSha });
		const reason = `the branch ${job.inputs.baselineBranch} does not exist yet; a run on the default branch with \`update-baseline\` creates it`;
		return { runs: baselineSha ? {
			kind: "entries",
			entries
		} : {
			kind: "none",
			reason
		} };
	} catch (error) {
		if (!(error instanceof BaselineError)) throw error;
		return {
			runs: {
				kind: "none",
				reason: "the stored baseline could not be read",
				fault: error.message
			},
			fault: error
		};
	}
}
// src/update-baseline.ts
async function updateBaseline(store, { report, job, stored }) {
	const decision = baselineDecision(job.context);
	if (job.signal.aborted) return logText("The baseline is not updated: the run was interrupted.");
	if (decision.kind === "skip") return logText(`The baseline is not updated: ${decision.reason}.`);
	if (!store) return logWarning("The baseline is not updated: there is no remote.");
	const entry = entryFrom(report.record, {
		head: report.head,
		status: report.verdict.status
	});
	try {
		const { sha } = await store.append(entry, { record: report.record });
		setOutputs({ baselineSha: sha });
		logText(`Stored on ${job.inputs.baselineBranch} as ${sha.slice(0, 7)}, ${entry.usable ? "usable as a baseline" : "for the history only"}.`);
	} catch (error) {
		if (!(error instanceof BaselineError)) throw error;
		logWarning(`The baseline is not updated. ${error.message}`);
	}
	const { inputs, context } = job;
	if (context.eventName !== "schedule" || inputs.mode !== "publish" || stored.kind !== "entries" || !inputs.token) return;
	const { trackDrift } = await import("./track-drift.js");
	await trackDrift([...stored.entries.filter(({ commit }) => commit !== entry.commit), withAcceptance(entry, stored.entries)], {
		record: report.record,
		job: {
			context,
			token: inputs.token,
			branch: inputs.baselineBranch
		}
	});
}
function withAcceptance(entry, stored) {
	const accepted = stored.find(({ commit }) => commit === entry.commit)?.accepted;
	return accepted ? {
		...entry,
		accepted
	} : entry;
}
// src/action.ts
async function runAction(environment) {
	let job;
	try {
		try {
			var _usingCtx$1 = _usingCtx();
			job = await openJob(environment);
			if (job.idle !== void 0) return logText(`Nothing is reported: ${job.idle}.`);
			const { record, untrusted } = job.inputs.mode === "bench" || job.inputs.mode === "all" ? {
				record: await measure(job),
				untrusted: void 0
			} : await readMeasured(job);
			if (job.inputs.mode === "bench") return;
			const store = _usingCtx$1.a(await openStore(job));
			const stored = await readStored(store, {
				record,
				job
			});
			const report = judge(record, {
				stored: stored.runs,
				failOn: job.inputs.failOn,
				untrusted,
				...aboutRun(record, job)
			});
			await publish(report, job);
			if (job.inputs.updateBaseline || job.inputs.mode === "publish") await updateBaseline(store, {
				report,
				job,
				stored: stored.runs
			});
			if (stored.fault) fail(stored.fault.message, stored.fault.exitCode);
			if (report.verdict.failed) fail(report.verdict.sentence, 1);
		} catch (_) {
			_usingCtx$1.e = _;
		} finally {
			await _usingCtx$1.d();
		}
	} catch (error) {
		await reportFault(error, job);
	}
}
function aboutRun(record, { inputs, context, results }) {
	const configFile = inputs.server ? void 0 : path.posix.join(inputs.workingDirectory, inputs.config ?? "mcp-bench.yml");
	const compareRef = record.arms.find(({ side }) => side === "base")?.commit;
	return {
		reproduce: reproduceCommand({
			...inputs,
			compareRef,
			seed: record.seed
		}),
		runUrl: context.run.url,
		configFile,
		results
	};
}
async function publish(report, job) {
	const { publishReport } = await import("./publish-report.js");
	await publishReport(report, job);
}
function fail(message, exitCode) {
	logFailure(message);
	process.exitCode = exitCode;
}
async function reportFault(error, job) {
	const secrets = job ? secretsOf({
		passEnv: job.inputs.passEnv,
		environment: job.environment
	}) : [];
	if (error instanceof BuildError) logUntrusted(redactText(error.output, secrets));
	const known = error instanceof UserError;
	const message = known ? error.message : `a fault of mcp-bench: ${error instanceof Error ? error.stack ?? error.message : error}`;
	const shown = redactText(message, secrets);
	fail(shown, known ? error.exitCode : 4);
	try {
		setOutputs({ status: "errored" });
	} catch {}
	if (!job || job.inputs.mode === "bench") return;
	const { publishFault } = await import("./publish-report.js");
	await publishFault(shown, job).catch((second) => logWarning(second.message));
}
// src/main.ts
await runAction(process.env);
process.exit();
export {};
