import { t as ask } from "./github.js";
// src/publish/comment-marker.ts
const shape = /^<!-- mcp-bench: key=(?<key>\S+) run=(?<id>\d+)\.(?<attempt>\d+) -->\r?\n?/;
function renderMarker({ key, run }) {
	return `<!-- mcp-bench: key=${encodeKey(key)} run=${run.id}.${run.attempt} -->\n`;
}
function readMarker(body) {
	const match = shape.exec(body);
	if (!match?.groups) return void 0;
	const { key = "", id, attempt } = match.groups;
	return {
		encodedKey: key,
		run: {
			id: Number(id),
			attempt: Number(attempt)
		},
		text: body.slice(match[0].length)
	};
}
function encodeKey(key) {
	return encodeURIComponent(key.replace(/\p{Surrogate}/gu, "�")).replaceAll("--", "%2D%2D");
}
function compareRuns(a, b) {
	return a.id - b.id || a.attempt - b.attempt;
}
// src/publish/conversation.ts
async function openConversation(octokit, { repository, pullRequest, key, run }) {
	const { issues, pulls } = octokit.rest;
	const encodedKey = encodeKey(key);
	const authors = await ownLogins(octokit);
	const thread = {
		...repository,
		issue_number: pullRequest
	};
	const own = ({ id, html_url: url, body = "", user }) => {
		const marker = readMarker(body);
		if (marker?.encodedKey !== encodedKey || !user || !authors.has(user.login)) return [];
		return [{
			id,
			url,
			run: marker.run,
			body
		}];
	};
	return {
		currentHead: () => ask(async () => (await pulls.get({
			...repository,
			pull_number: pullRequest
		})).data.head.sha),
		list: () => ask(async () => {
			return (await octokit.paginate(issues.listComments, {
				...thread,
				per_page: 100
			})).flatMap(own).sort((a, b) => a.id - b.id);
		}),
		create: (body) => ask(async () => {
			const { data } = await issues.createComment({
				...thread,
				body
			});
			if (data.user) authors.add(data.user.login);
			return {
				id: data.id,
				url: data.html_url,
				run,
				body
			};
		}),
		update: (id, body) => ask(async () => {
			await issues.updateComment({
				...repository,
				comment_id: id,
				body
			});
		}),
		remove: (id) => ask(async () => {
			await issues.deleteComment({
				...repository,
				comment_id: id
			});
		})
	};
}
async function ownLogins(octokit) {
	const user = await ask(async () => (await octokit.rest.users.getAuthenticated()).data.login);
	if (user.kind === "ok") return new Set([user.value]);
	const query = "{ viewer { login } }";
	const viewer = await ask(async () => (await octokit.graphql(query)).viewer.login);
	return new Set(["github-actions[bot]", ...viewer.kind === "ok" ? [viewer.value] : []]);
}
export { renderMarker as a, encodeKey as i, ownLogins as n, compareRuns as r, openConversation as t };
