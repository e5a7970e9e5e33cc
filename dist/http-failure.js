import { setTimeout } from "node:timers/promises";
// src/version.ts
const version = "0.1.0";
const harness = `mcp-bench ${version}`;
// src/server/client.ts
const clientInfo = {
	name: "mcp-bench",
	version
};
function declaredCapabilities({ elicitation, sampling, roots }) {
	return {
		...elicitation ? { elicitation: { form: {} } } : {},
		...sampling ? { sampling: {} } : {},
		...roots ? { roots: {} } : {}
	};
}
async function answerElicitation({ action, content, delayMs }) {
	await pause(delayMs);
	return {
		action,
		...action === "accept" ? { content: { ...content } } : {}
	};
}
async function answerSampling({ text, delayMs }) {
	await pause(delayMs);
	const content = {
		type: "text",
		text
	};
	return {
		role: "assistant",
		model: clientInfo.name,
		stopReason: "endTurn",
		content
	};
}
function answerRoots(roots) {
	return { roots: roots.map((root) => ({ ...root })) };
}
async function pause(ms) {
	if (ms > 0) await setTimeout(ms, void 0, { ref: false });
}
// src/server/http-failure.ts
var HttpFailure = class extends Error {
	failure;
	constructor(failure) {
		super(failure.message);
		this.failure = failure;
	}
};
export { clientInfo as a, version as c, answerSampling as i, answerElicitation as n, declaredCapabilities as o, answerRoots as r, harness as s, HttpFailure as t };
