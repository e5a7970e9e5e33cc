import { c as setOutput } from "./log.js";
// src/publish/outputs.ts
function setOutputs(outputs) {
	const values = {
		status: outputs.status,
		regressed: outputs.regressed && namesOf(outputs.regressed),
		improved: outputs.improved && namesOf(outputs.improved),
		"results-json": outputs.resultsJson,
		"report-markdown": outputs.reportMarkdown,
		"report-html": outputs.reportHtml,
		"comment-url": outputs.commentUrl,
		"baseline-sha": outputs.baselineSha
	};
	for (const [name, value] of Object.entries(values)) if (value !== void 0) setOutput(name, value);
}
function namesOf(findings) {
	return JSON.stringify(findings.map(({ row, metric }) => ({
		row,
		metric
	})));
}
export { setOutputs as t };
