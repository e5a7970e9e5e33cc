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
export { exitCode as a, UserError as i, ConfigError as n, ServerError as r, BaselineError as t };
