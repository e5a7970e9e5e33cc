import { n as openGitHub } from "./github.js";
import { i as logText, l as summary, o as logWarning, t as logAnnotations } from "./log.js";
import { t as setOutputs } from "./outputs.js";
import { a as renderMarker, r as compareRuns, t as openConversation } from "./conversation.js";
import { t as writeResultFiles } from "./result-files.js";
import { v as formatValue } from "./random.js";
import { c as clean, u as fenced } from "./view.js";
import { a as isBudget, l as worstFirst, n as changeText, o as isFailing, s as metricLabel } from "./states.js";
import { a as renderComment, n as terminalSafe, o as renderSummary, s as renderJson } from "./terminal-text.js";
import { t as renderHtml } from "./html.js";
import { setTimeout } from "node:timers/promises";
// src/publish/pr-comment.ts
const commentLimit = 65536;
const tries = 3;
async function publishComment(octokit, request) {
	if (request.mode === "never") return {
		kind: "skipped",
		reason: "comment-mode is never"
	};
	const body = renderMarker(request) + request.body;
	if (body.length > 65536) return {
		kind: "failed",
		message: `the comment has ${body.length} characters, GitHub accepts ${commentLimit}`
	};
	try {
		const conversation = await openConversation(octokit, request);
		for (let attempt = 1;; attempt++) {
			const result = await upsert(conversation, {
				request,
				body
			});
			if (result.kind !== "look-again") return result;
			if (attempt === tries) return result.otherwise;
		}
	} catch (error) {
		return {
			kind: "failed",
			message: error instanceof Error ? error.message : String(error)
		};
	}
}
async function upsert(conversation, { request, body }) {
	const head = await conversation.currentHead();
	if (head.kind === "ok" && head.value !== request.headSha) return {
		kind: "skipped",
		reason: `the pull request has moved on to ${head.value.slice(0, 7)}`
	};
	const existing = await conversation.list();
	if (existing.kind !== "ok") return refused(existing);
	if (existing.value.length > 0) return settle(conversation, {
		ours: existing.value,
		run: request.run,
		body
	});
	if (request.mode === "on-change" && !request.noteworthy) return {
		kind: "skipped",
		reason: "nothing changed, and comment-mode is on-change"
	};
	const created = await conversation.create(body);
	if (created.kind === "unreachable") return {
		kind: "look-again",
		otherwise: refused(created)
	};
	if (created.kind !== "ok") return refused(created);
	const now = await conversation.list();
	return settle(conversation, {
		ours: withComment(now.kind === "ok" ? now.value : [], created.value),
		run: request.run,
		body,
		created: created.value
	});
}
async function settle(conversation, { ours, run, body, created }) {
	const [keep, ...others] = ours;
	if (!keep) throw new RangeError("there is no comment to settle on");
	const newer = ours.find((comment) => compareRuns(comment.run, run) > 0);
	if (newer) {
		if (created && created.id !== keep.id) await conversation.remove(created.id);
		return {
			kind: "skipped",
			reason: `the newer run ${newer.run.id}.${newer.run.attempt} has commented already`
		};
	}
	const same = sameText(keep.body, body);
	if (!same) {
		const answer = await conversation.update(keep.id, body);
		if (answer.kind === "refused" && answer.status === 404) return {
			kind: "look-again",
			otherwise: refused(answer)
		};
		if (answer.kind !== "ok") return refused(answer);
	}
	for (const other of others) await conversation.remove(other.id);
	if (created?.id === keep.id) return {
		kind: "created",
		url: keep.url
	};
	return {
		kind: same ? "unchanged" : "updated",
		url: keep.url
	};
}
function withComment(listed, created) {
	return [...listed.filter((comment) => comment.id !== created.id), created].sort((a, b) => a.id - b.id);
}
function sameText(a, b) {
	const normal = (text) => text.replaceAll("\r\n", "\n").trim();
	return normal(a) === normal(b);
}
function refused(answer) {
	const { message } = answer;
	if (answer.kind === "rate-limited") return {
		kind: "failed",
		message: `rate limited: ${message}`
	};
	if (answer.kind === "unreachable") return {
		kind: "failed",
		message: `GitHub did not answer: ${message}`
	};
	return {
		kind: "not-permitted",
		status: answer.status,
		message
	};
}
function commentWarning(result, { fork }) {
	if (result.kind === "failed") return `The pull-request comment was not written: ${result.message}. The report is in the job summary and the result files.`;
	if (result.kind !== "not-permitted") return void 0;
	const fix = fork ? "  fix: pull requests from forks get a read-only token; comment from a workflow_run workflow (see README, forks)" : "  fix: add to the job in the workflow file\n    permissions:\n      contents: read\n      pull-requests: write";
	return `The pull-request comment was not written (HTTP ${result.status}: ${result.message}). The report is in the job summary and the result files.\n${fix}`;
}
// src/publish/summary.ts
const summaryLimitBytes = 1048576;
async function writeSummary(markdown) {
	const bytes = Buffer.byteLength(markdown);
	if (bytes > summaryLimitBytes) return {
		kind: "skipped",
		reason: `the summary has ${bytes} bytes, GitHub accepts ${summaryLimitBytes}`
	};
	try {
		await summary.addRaw(markdown, true).write();
		return { kind: "written" };
	} catch (error) {
		summary.emptyBuffer();
		return {
			kind: "skipped",
			reason: error instanceof Error ? error.message : String(error)
		};
	}
}
// src/report/annotations.ts
const most = 9;
function annotationsOf(report) {
	const complaints = report.comparison.findings.filter(isFailing);
	const gate = worstFirst(complaints.filter(({ threshold }) => threshold.level === "fail"));
	const warnings = worstFirst(complaints.filter(({ threshold }) => threshold.level === "warn"));
	const lines = new Map(report.record.rows.map((row) => [row.id, row.line]));
	return [...gate, ...warnings].slice(0, most).map((finding) => {
		const line = lines.get(finding.row);
		return {
			level: finding.threshold.level === "fail" && report.verdict.failed ? "error" : "warning",
			title: terminalSafe(`${finding.row} ${metricLabel(finding)}`, 80),
			message: messageOf(finding),
			...line !== void 0 && report.configFile !== void 0 && {
				file: report.configFile,
				line
			}
		};
	});
}
function messageOf(finding) {
	const { metric, base, head, threshold, reason } = finding;
	const limit = clean(threshold.text, 80);
	const values = isBudget(finding) ? `${formatValue(metric, head)}, budget ${limit}` : `${changeText(finding)}, ${formatValue(metric, base)} → ${formatValue(metric, head)}, threshold ${limit}`;
	return terminalSafe(reason === "" ? values : `${values}: ${reason}`, 500);
}
// src/report/failure.ts
function renderFailure({ message, runUrl }) {
	const where = runUrl ? `\n\nThe log of [the run](${runUrl}) has the rest.` : "";
	return `### ❌ MCP benchmark: no result\n\nNothing was compared, so this says nothing about performance. What stopped the run:\n\n${fenced(message.slice(0, 8e3), "text")}${where}\n`;
}
// src/publish-report.ts
async function publishReport(report, job) {
	const { verdict } = report;
	const summary = renderSummary(report);
	const files = await writeResultFiles(job.results, {
		"report.md": summary,
		"report.html": renderHtml(report),
		"report.json": renderJson(report)
	});
	const { regressed, improved, status } = verdict;
	setOutputs({
		status,
		regressed,
		improved,
		reportMarkdown: files["report.md"],
		reportHtml: files["report.html"]
	});
	await summarise(summary);
	logAnnotations(annotationsOf(report));
	logText(verdict.sentence);
	await comment(job, {
		body: renderComment(report),
		noteworthy: status !== "pass" || improved.length > 0
	});
}
async function publishFault(message, job) {
	const body = renderFailure({
		message,
		runUrl: job.context.run.url
	});
	await summarise(body);
	await comment(job, {
		body,
		noteworthy: true
	});
}
async function summarise(markdown) {
	const result = await writeSummary(markdown);
	if (result.kind === "skipped") logWarning(`The job summary was not written: ${result.reason}`);
}
const patienceMs = 18e4;
async function tooLate() {
	await setTimeout(patienceMs, void 0, { ref: false });
	return {
		kind: "failed",
		message: `GitHub did not answer within ${patienceMs / 6e4} minutes`
	};
}
async function comment({ inputs, context, pullRequest }, text) {
	const { repository, run, apiUrl } = context;
	if (!pullRequest || inputs.commentMode === "never") return;
	if (!inputs.token) return logWarning("The pull-request comment was not written: there is no token.");
	const octokit = await openGitHub(inputs.token, { apiUrl });
	const { number, headSha, fork } = pullRequest;
	const request = {
		repository,
		pullRequest: number,
		headSha,
		run,
		key: inputs.commentKey,
		mode: inputs.commentMode
	};
	const result = await Promise.race([publishComment(octokit, {
		...request,
		...text
	}), tooLate()]);
	if ("url" in result) setOutputs({ commentUrl: result.url });
	logText(`Pull-request comment: ${result.kind}${"url" in result ? ` ${result.url}` : ""}${result.kind === "skipped" ? `, ${result.reason}` : ""}`);
	const warning = commentWarning(result, { fork });
	if (warning) logWarning(warning);
}
export { publishFault, publishReport };
