import { C as signed, E as metric, S as plural, t as seededRandom, u as isServerRow, v as formatValue, y as minute } from "./random.js";
import { c as serverStatistics, i as logWorse, l as thresholdsOf, r as logLimit } from "./change.js";
import { t as changePoints } from "./change-point.js";
import { n as openGitHub, t as ask } from "./github.js";
import { i as encodeKey, n as ownLogins } from "./conversation.js";
import { i as logText, o as logWarning } from "./log.js";
import { i as table, n as lineChart } from "./charts.js";
import { a as shortCommit, c as clean, i as rowName } from "./view.js";
import { r as markdownText, t as markdownBlock } from "./markdown-block.js";
// src/compare/drift.ts
function findShifts(entries, { thresholds, random }) {
	const recent = entries.slice(-90);
	const searched = [...thresholds].flatMap(([row, own]) => [...new Set(own.map((one) => one.metric))].map((id) => ({
		row,
		id
	})));
	const level = Math.max(.001, .01 / searched.length);
	return searched.flatMap(({ row, id }) => {
		const series = seriesOf(recent, {
			row,
			id
		});
		const last = changePoints(series.map((point) => point.value), {
			random,
			level
		}).at(-1);
		const [lastBefore, firstAfter] = last ? [series[last.index - 1], series[last.index]] : [];
		if (!last || !lastBefore || !firstAfter) return [];
		const { before, after, pValue } = last;
		return [{
			row,
			metric: id,
			direction: (before > 0 && after > 0 ? logWorse(id, {
				base: before,
				head: after
			}) > 0 : after > before === (metric(id).better === "less")) ? "worse" : "better",
			change: after / before - 1,
			before,
			after,
			pValue,
			lastBefore: lastBefore.entry,
			firstAfter: firstAfter.entry
		}];
	});
}
function seriesOf(entries, { row, id }) {
	const points = entries.flatMap((entry) => {
		const { summary } = entry;
		const found = summary.rows.find((candidate) => candidate.row === row);
		const source = isServerRow(row) ? {
			hash: summary.serverHash,
			statistics: serverStatistics(summary, row) ?? {}
		} : found && {
			hash: found.configHash,
			statistics: found.statistics
		};
		const statistic = source?.statistics[id];
		return source && statistic?.state === "measured" ? [{
			entry,
			hash: source.hash,
			value: statistic.value
		}] : [];
	});
	return points.filter((point) => point.hash === points.at(-1)?.hash);
}
// src/compare/lasting.ts
function lastingShifts(entries, { thresholds, random }) {
	const worse = findShifts(entries, {
		thresholds,
		random
	}).filter((shift) => beyondThreshold(shift, thresholds));
	const acceptanceOf = ({ firstAfter }) => entries.slice(entries.findIndex(({ commit }) => commit === firstAfter.commit)).findLast(({ accepted }) => accepted)?.accepted;
	const accepted = worse.map(acceptanceOf).find((one) => one !== void 0);
	return {
		shifts: worse.filter((shift) => !acceptanceOf(shift)),
		...accepted ? { accepted } : {}
	};
}
function beyondThreshold({ row, metric: id, direction, before, after }, thresholds) {
	if (direction !== "worse") return false;
	return (thresholds.get(row) ?? []).some(({ metric: own, limit }) => {
		if (own !== id) return false;
		if (limit.kind === "relative") return before > 0 && after > 0 ? logWorse(id, {
			base: before,
			head: after
		}) > logLimit(id, limit.change) : true;
		if (limit.kind === "points") return after - before > limit.points;
		return metric(id).better === "less" ? after > limit.value : after < limit.value;
	});
}
// src/publish/issue-marker.ts
const shape = /^<!-- mcp-bench-drift: key=(\S+) -->\r?\n?/;
function renderIssueMarker(key) {
	return `<!-- mcp-bench-drift: key=${encodeKey(key)} -->\n`;
}
function hasIssueMarker(body, key) {
	return shape.exec(body)?.[1] === encodeKey(key);
}
// src/publish/issue.ts
async function publishIssue(octokit, place, tracking) {
	try {
		return await settle(octokit, place, tracking);
	} catch (error) {
		return {
			kind: "failed",
			message: error instanceof Error ? error.message : String(error)
		};
	}
}
async function settle(octokit, place, tracking) {
	const { issues } = octokit.rest;
	const { repository, key } = place;
	const body = renderIssueMarker(key) + tracking.body;
	const open = await find(octokit, place, { state: "open" });
	if (open.kind !== "ok") return refused(open);
	const [issue] = open.value;
	if (issue) {
		const { url } = issue;
		const at = {
			...repository,
			issue_number: issue.number
		};
		const change = tracking.kind === "settled" ? {
			...at,
			body,
			state: "closed",
			state_reason: "completed"
		} : {
			...at,
			body,
			title: tracking.title
		};
		if (tracking.kind === "shifted" && issue.title === tracking.title && issue.body.trim() === body.trim()) return {
			kind: "unchanged",
			url
		};
		const answer = await ask(() => issues.update(change));
		return answer.kind === "ok" ? {
			kind: tracking.kind === "settled" ? "closed" : "updated",
			url
		} : refused(answer);
	}
	if (tracking.kind === "settled") return {
		kind: "none",
		reason: "nothing shifted"
	};
	const closed = await find(octokit, place, {
		state: "closed",
		since: tracking.since
	});
	if (closed.kind !== "ok") return refused(closed);
	const answered = closed.value.find(({ closedAt }) => closedAt !== void 0 && closedAt >= tracking.since);
	if (answered) return {
		kind: "none",
		reason: `${answered.url} was closed after the shift began`
	};
	const created = await ask(async () => (await issues.create({
		...repository,
		title: tracking.title,
		body
	})).data.html_url);
	return created.kind === "ok" ? {
		kind: "opened",
		url: created.value
	} : refused(created);
}
async function find(octokit, { repository, key }, filter) {
	const authors = await ownLogins(octokit);
	return ask(async () => {
		return (await octokit.paginate(octokit.rest.issues.listForRepo, {
			...repository,
			...filter,
			sort: "created",
			direction: "asc",
			per_page: 100
		})).filter(({ body, user, pull_request }) => !pull_request && authors.has(user?.login ?? "") && hasIssueMarker(body ?? "", key)).map(({ number, html_url: url, title, body, closed_at }) => ({
			number,
			url,
			title,
			body: body ?? "",
			...closed_at ? { closedAt: closed_at } : {}
		}));
	});
}
function refused(answer) {
	const { message } = answer;
	if (answer.kind === "refused") return {
		kind: "not-permitted",
		status: answer.status,
		message
	};
	return {
		kind: "failed",
		message: answer.kind === "rate-limited" ? `rate limited: ${message}` : message
	};
}
function issueWarning(result) {
	if (result.kind === "failed") return `The tracking issue was not written: ${result.message}.`;
	if (result.kind !== "not-permitted") return void 0;
	const fix = result.status === 410 ? "  fix: the repository has issues turned off; turn them on, or read the job summary" : "  fix: add to the job in the workflow file\n    permissions:\n      contents: write\n      issues: write";
	return `The tracking issue was not written (HTTP ${result.status}: ${result.message}).\n${fix}`;
}
// src/report/drift.ts
const mostCharts = 6;
const columns = (context) => [
	{
		label: "Row",
		align: "left",
		cell: ({ row }) => rowName(row)
	},
	{
		label: "Metric",
		align: "left",
		cell: ({ metric: id }) => metric(id).label
	},
	{
		label: "Before",
		align: "right",
		cell: ({ metric: id, before }) => formatValue(id, before)
	},
	{
		label: "After",
		align: "right",
		cell: ({ metric: id, after }) => formatValue(id, after)
	},
	{
		label: "Change",
		align: "right",
		cell: ({ change }) => signed(change)
	},
	{
		label: "Between",
		align: "left",
		cell: (shift) => range(shift, context)
	}
];
function range({ lastBefore, firstAfter }, { repositoryUrl }) {
	const [from, to] = [lastBefore.commit ?? "", firstAfter.commit ?? ""];
	return {
		link: `${shortCommit(from)}…${shortCommit(to)}`,
		url: `${repositoryUrl}/compare/${from}...${to}`
	};
}
function renderDrift(shifts, context) {
	const [first, ...others] = shifts.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change));
	if (!first) throw new RangeError("there is no shift to tell of");
	const name = first.row === "(server)" ? "server" : clean(first.row, 60).replaceAll("@", "@​");
	const more = others.length > 0 ? ` and ${plural(others.length, "more metric")}` : "";
	const text = [
		`The level of ${plural(shifts.length, "metric")} changed for the worse and stayed there, over runs of the default branch on `,
		{ prose: context.environment },
		`. The first run of the new level was measured ${minute(first.firstAfter.createdAt)}.`
	];
	const commit = shortCommit(first.firstAfter.commit ?? "");
	const parts = [
		markdownText(text),
		markdownBlock(table(columns(context), shifts)),
		...shifts.slice(0, mostCharts).map((shift) => markdownBlock(chart(shift, context.entries))),
		"Find the commit in the range and mend it: this issue closes once the level is back. Or take it on purpose, with a reason:",
		markdownBlock({
			kind: "command",
			text: `npx mcp-bench baseline accept ${commit} --branch ${context.branch} --reason "why"`
		}),
		"Closing this issue by hand ends it for this shift as well."
	];
	return {
		title: `MCP benchmark: ${name} ${metric(first.metric).label} got worse${more}`,
		body: parts.join("\n\n")
	};
}
function chart({ row, metric: id }, entries) {
	const series = seriesOf(entries, {
		row,
		id
	}).slice(-60);
	return lineChart({
		name: row === "(server)" ? "server" : row,
		metric: id,
		xLabel: "runs ago",
		points: series.map(({ value }, index) => ({
			x: series.length - 1 - index,
			head: value
		})),
		notes: []
	});
}
function renderSettled(accepted) {
	if (!accepted) return "The level is back to where it was, or the history no longer shows the shift.";
	return markdownText([
		"Accepted by ",
		{ name: accepted.by },
		": ",
		{ prose: accepted.reason }
	]);
}
// src/track-drift.ts
async function trackDrift(entries, { record, job }) {
	const newest = entries.at(-1);
	if (!newest) return;
	const { context, token, branch } = job;
	const { repository, serverUrl, apiUrl } = context;
	const history = entries.filter(({ status }) => status !== "errored" && status !== "contaminated").map(({ commit, createdAt, head, accepted }) => ({
		commit,
		createdAt,
		summary: head,
		...accepted ? { accepted } : {}
	}));
	const drift = lastingShifts(history, {
		thresholds: thresholdsOf(record),
		random: seededRandom(1)
	});
	const since = drift.shifts.map(({ firstAfter }) => firstAfter.createdAt).toSorted()[0];
	const tracking = since === void 0 ? {
		kind: "settled",
		body: renderSettled(drift.accepted)
	} : {
		kind: "shifted",
		since,
		...renderDrift(drift.shifts, {
			entries: history,
			environment: newest.environment.description,
			repositoryUrl: `${serverUrl}/${repository.owner}/${repository.repo}`,
			branch
		})
	};
	const result = await publishIssue(await openGitHub(token, { apiUrl }), {
		repository,
		key: `${branch} ${newest.key}`
	}, tracking);
	const detail = "url" in result ? ` ${result.url}` : "reason" in result ? `, ${result.reason}` : "";
	logText(`Tracking issue: ${result.kind}${detail}`);
	const warning = issueWarning(result);
	if (warning) logWarning(warning);
}
export { trackDrift };
