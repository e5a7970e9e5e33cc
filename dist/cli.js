#!/usr/bin/env node
import { n as __require, r as __toESM, t as __commonJSMin } from "./rolldown-runtime.js";
import { $ as startServices, A as defaultFailOn, B as readShard, C as readRecordFile, Ct as hodgesLehmann, D as judgeRecords, E as judge, F as readDuration, H as benchmark, I as readFailOn, J as runPlan, K as BuildError, L as readList, O as interruptSignal, Q as isObject, R as readRounds, St as decidePaired, T as progressLine, V as resolveRemote, W as _usingCtx, X as probe, Y as resourceReader, Z as listPages, _ as mergeRecords, _t as cpuHarm, a as readKey, at as withServicePorts, b as resolveCommit, bt as wilsonInterval, c as retain, ct as defaultConfigFile, d as parseShard, dt as realDirectory, et as launchServer, f as shardKey, g as reproduceCommand, gt as shouldContinue, h as isUsable, ht as require_dist, i as maxFileBytes, it as makePlan, l as summariseKey, lt as loadConfig, m as environmentKey, n as openRepository, nt as controlLaunch, o as keyEdit, ot as chooseConfig, p as entryFrom, r as unpackRecord, rt as childEnvironment, s as byTime, st as configFromCommandLine, t as openBranchStore, tt as readEnvironment, u as parseRecordPath, ut as parseConfig, v as hasLocalChanges, vt as roundDifferences, wt as systemClock, x as chooseCompareTarget, xt as normalCritical, y as readWorkingCopy, yt as roundRatios, z as readSeed } from "./branch-store.js";
import { a as exitCode, i as UserError, n as ConfigError, t as BaselineError } from "./errors.js";
import { D as metricIds, E as metric, S as plural, d as serverRow, f as serverRowOf, t as seededRandom, v as formatValue, w as significant } from "./random.js";
import { t as writeResultFiles } from "./result-files.js";
import { C as strictObject, _ as number, c as boolean, h as literal, s as array, w as string } from "./schemas.js";
import { nt as datetime } from "./types.js";
import { n as plainText } from "./untrusted.js";
import { c as clean, o as viewOf, r as measured, s as groupBy } from "./view.js";
import { c as serverStatistics } from "./change.js";
import { a as gated, o as gatedTable, t as sectionsOf, u as loadText } from "./document.js";
import { a as renderComment, i as wrapped, n as terminalSafe, o as renderSummary, r as truncated, s as renderJson, t as displayWidth } from "./terminal-text.js";
import { n as changeText, s as metricLabel } from "./states.js";
import { c as version, s as harness } from "./http-failure.js";
import path from "node:path";
import { constants, existsSync } from "node:fs";
import { access, appendFile, lstat, mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { randomInt } from "node:crypto";
import { cpus, loadavg, tmpdir, userInfo } from "node:os";
import { fileURLToPath, pathToFileURL } from "node:url";
import { execFile, spawn } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual, promisify } from "node:util";
// node_modules/commander/lib/error.js
var require_error = __commonJSMin(((exports) => {
	var CommanderError = class extends Error {
		constructor(exitCode, code, message) {
			super(message);
			Error.captureStackTrace(this, this.constructor);
			this.name = this.constructor.name;
			this.code = code;
			this.exitCode = exitCode;
			this.nestedError = void 0;
		}
	};
	var InvalidArgumentError = class extends CommanderError {
		constructor(message) {
			super(1, "commander.invalidArgument", message);
			Error.captureStackTrace(this, this.constructor);
			this.name = this.constructor.name;
		}
	};
	exports.CommanderError = CommanderError;
	exports.InvalidArgumentError = InvalidArgumentError;
}));
// node_modules/commander/lib/argument.js
var require_argument = __commonJSMin(((exports) => {
	const { InvalidArgumentError } = require_error();
	var Argument = class {
		constructor(name, description) {
			this.description = description || "";
			this.variadic = false;
			this.parseArg = void 0;
			this.defaultValue = void 0;
			this.defaultValueDescription = void 0;
			this.argChoices = void 0;
			switch (name[0]) {
				case "<":
					this.required = true;
					this._name = name.slice(1, -1);
					break;
				case "[":
					this.required = false;
					this._name = name.slice(1, -1);
					break;
				default:
					this.required = true;
					this._name = name;
			}
			if (this._name.endsWith("...")) {
				this.variadic = true;
				this._name = this._name.slice(0, -3);
			}
		}
		name() {
			return this._name;
		}
		_collectValue(value, previous) {
			if (previous === this.defaultValue || !Array.isArray(previous)) return [value];
			previous.push(value);
			return previous;
		}
		default(value, description) {
			this.defaultValue = value;
			this.defaultValueDescription = description;
			return this;
		}
		argParser(fn) {
			this.parseArg = fn;
			return this;
		}
		choices(values) {
			this.argChoices = values.slice();
			this.parseArg = (arg, previous) => {
				if (!this.argChoices.includes(arg)) throw new InvalidArgumentError(`Allowed choices are ${this.argChoices.join(", ")}.`);
				if (this.variadic) return this._collectValue(arg, previous);
				return arg;
			};
			return this;
		}
		argRequired() {
			this.required = true;
			return this;
		}
		argOptional() {
			this.required = false;
			return this;
		}
	};
	function humanReadableArgName(arg) {
		const nameOutput = arg.name() + (arg.variadic === true ? "..." : "");
		return arg.required ? "<" + nameOutput + ">" : "[" + nameOutput + "]";
	}
	exports.Argument = Argument;
	exports.humanReadableArgName = humanReadableArgName;
}));
// node_modules/commander/lib/help.js
var require_help = __commonJSMin(((exports) => {
	const { humanReadableArgName } = require_argument();
	var Help = class {
		constructor() {
			this.helpWidth = void 0;
			this.minWidthToWrap = 40;
			this.sortSubcommands = false;
			this.sortOptions = false;
			this.showGlobalOptions = false;
		}
		prepareContext(contextOptions) {
			this.helpWidth = this.helpWidth ?? contextOptions.helpWidth ?? 80;
		}
		visibleCommands(cmd) {
			const visibleCommands = cmd.commands.filter((cmd) => !cmd._hidden);
			const helpCommand = cmd._getHelpCommand();
			if (helpCommand && !helpCommand._hidden) visibleCommands.push(helpCommand);
			if (this.sortSubcommands) visibleCommands.sort((a, b) => {
				return a.name().localeCompare(b.name());
			});
			return visibleCommands;
		}
		compareOptions(a, b) {
			const getSortKey = (option) => {
				return option.short ? option.short.replace(/^-/, "") : option.long.replace(/^--/, "");
			};
			return getSortKey(a).localeCompare(getSortKey(b));
		}
		visibleOptions(cmd) {
			const visibleOptions = cmd.options.filter((option) => !option.hidden);
			const helpOption = cmd._getHelpOption();
			if (helpOption && !helpOption.hidden) {
				const removeShort = helpOption.short && cmd._findOption(helpOption.short);
				const removeLong = helpOption.long && cmd._findOption(helpOption.long);
				if (!removeShort && !removeLong) visibleOptions.push(helpOption);
				else if (helpOption.long && !removeLong) visibleOptions.push(cmd.createOption(helpOption.long, helpOption.description));
				else if (helpOption.short && !removeShort) visibleOptions.push(cmd.createOption(helpOption.short, helpOption.description));
			}
			if (this.sortOptions) visibleOptions.sort(this.compareOptions);
			return visibleOptions;
		}
		visibleGlobalOptions(cmd) {
			if (!this.showGlobalOptions) return [];
			const globalOptions = [];
			for (let ancestorCmd = cmd.parent; ancestorCmd; ancestorCmd = ancestorCmd.parent) {
				const visibleOptions = ancestorCmd.options.filter((option) => !option.hidden);
				globalOptions.push(...visibleOptions);
			}
			if (this.sortOptions) globalOptions.sort(this.compareOptions);
			return globalOptions;
		}
		visibleArguments(cmd) {
			if (cmd._argsDescription) cmd.registeredArguments.forEach((argument) => {
				argument.description = argument.description || cmd._argsDescription[argument.name()] || "";
			});
			if (cmd.registeredArguments.find((argument) => argument.description)) return cmd.registeredArguments;
			return [];
		}
		subcommandTerm(cmd) {
			const args = cmd.registeredArguments.map((arg) => humanReadableArgName(arg)).join(" ");
			return cmd._name + (cmd._aliases[0] ? "|" + cmd._aliases[0] : "") + (cmd.options.length ? " [options]" : "") + (args ? " " + args : "");
		}
		optionTerm(option) {
			return option.flags;
		}
		argumentTerm(argument) {
			return argument.name();
		}
		longestSubcommandTermLength(cmd, helper) {
			return helper.visibleCommands(cmd).reduce((max, command) => {
				return Math.max(max, this.displayWidth(helper.styleSubcommandTerm(helper.subcommandTerm(command))));
			}, 0);
		}
		longestOptionTermLength(cmd, helper) {
			return helper.visibleOptions(cmd).reduce((max, option) => {
				return Math.max(max, this.displayWidth(helper.styleOptionTerm(helper.optionTerm(option))));
			}, 0);
		}
		longestGlobalOptionTermLength(cmd, helper) {
			return helper.visibleGlobalOptions(cmd).reduce((max, option) => {
				return Math.max(max, this.displayWidth(helper.styleOptionTerm(helper.optionTerm(option))));
			}, 0);
		}
		longestArgumentTermLength(cmd, helper) {
			return helper.visibleArguments(cmd).reduce((max, argument) => {
				return Math.max(max, this.displayWidth(helper.styleArgumentTerm(helper.argumentTerm(argument))));
			}, 0);
		}
		commandUsage(cmd) {
			let cmdName = cmd._name;
			if (cmd._aliases[0]) cmdName = cmdName + "|" + cmd._aliases[0];
			let ancestorCmdNames = "";
			for (let ancestorCmd = cmd.parent; ancestorCmd; ancestorCmd = ancestorCmd.parent) ancestorCmdNames = ancestorCmd.name() + " " + ancestorCmdNames;
			return ancestorCmdNames + cmdName + " " + cmd.usage();
		}
		commandDescription(cmd) {
			return cmd.description();
		}
		subcommandDescription(cmd) {
			return cmd.summary() || cmd.description();
		}
		optionDescription(option) {
			const extraInfo = [];
			if (option.argChoices) extraInfo.push(`choices: ${option.argChoices.map((choice) => JSON.stringify(choice)).join(", ")}`);
			if (option.defaultValue !== void 0) {
				if (option.required || option.optional || option.isBoolean() && typeof option.defaultValue === "boolean") extraInfo.push(`default: ${option.defaultValueDescription || JSON.stringify(option.defaultValue)}`);
			}
			if (option.presetArg !== void 0 && option.optional) extraInfo.push(`preset: ${JSON.stringify(option.presetArg)}`);
			if (option.envVar !== void 0) extraInfo.push(`env: ${option.envVar}`);
			if (extraInfo.length > 0) {
				const extraDescription = `(${extraInfo.join(", ")})`;
				if (option.description) return `${option.description} ${extraDescription}`;
				return extraDescription;
			}
			return option.description;
		}
		argumentDescription(argument) {
			const extraInfo = [];
			if (argument.argChoices) extraInfo.push(`choices: ${argument.argChoices.map((choice) => JSON.stringify(choice)).join(", ")}`);
			if (argument.defaultValue !== void 0) extraInfo.push(`default: ${argument.defaultValueDescription || JSON.stringify(argument.defaultValue)}`);
			if (extraInfo.length > 0) {
				const extraDescription = `(${extraInfo.join(", ")})`;
				if (argument.description) return `${argument.description} ${extraDescription}`;
				return extraDescription;
			}
			return argument.description;
		}
		formatItemList(heading, items, helper) {
			if (items.length === 0) return [];
			return [
				helper.styleTitle(heading),
				...items,
				""
			];
		}
		groupItems(unsortedItems, visibleItems, getGroup) {
			const result = new Map();
			unsortedItems.forEach((item) => {
				const group = getGroup(item);
				if (!result.has(group)) result.set(group, []);
			});
			visibleItems.forEach((item) => {
				const group = getGroup(item);
				if (!result.has(group)) result.set(group, []);
				result.get(group).push(item);
			});
			return result;
		}
		formatHelp(cmd, helper) {
			const termWidth = helper.padWidth(cmd, helper);
			const helpWidth = helper.helpWidth ?? 80;
			function callFormatItem(term, description) {
				return helper.formatItem(term, termWidth, description, helper);
			}
			let output = [`${helper.styleTitle("Usage:")} ${helper.styleUsage(helper.commandUsage(cmd))}`, ""];
			const commandDescription = helper.commandDescription(cmd);
			if (commandDescription.length > 0) output = output.concat([helper.boxWrap(helper.styleCommandDescription(commandDescription), helpWidth), ""]);
			const argumentList = helper.visibleArguments(cmd).map((argument) => {
				return callFormatItem(helper.styleArgumentTerm(helper.argumentTerm(argument)), helper.styleArgumentDescription(helper.argumentDescription(argument)));
			});
			output = output.concat(this.formatItemList("Arguments:", argumentList, helper));
			this.groupItems(cmd.options, helper.visibleOptions(cmd), (option) => option.helpGroupHeading ?? "Options:").forEach((options, group) => {
				const optionList = options.map((option) => {
					return callFormatItem(helper.styleOptionTerm(helper.optionTerm(option)), helper.styleOptionDescription(helper.optionDescription(option)));
				});
				output = output.concat(this.formatItemList(group, optionList, helper));
			});
			if (helper.showGlobalOptions) {
				const globalOptionList = helper.visibleGlobalOptions(cmd).map((option) => {
					return callFormatItem(helper.styleOptionTerm(helper.optionTerm(option)), helper.styleOptionDescription(helper.optionDescription(option)));
				});
				output = output.concat(this.formatItemList("Global Options:", globalOptionList, helper));
			}
			this.groupItems(cmd.commands, helper.visibleCommands(cmd), (sub) => sub.helpGroup() || "Commands:").forEach((commands, group) => {
				const commandList = commands.map((sub) => {
					return callFormatItem(helper.styleSubcommandTerm(helper.subcommandTerm(sub)), helper.styleSubcommandDescription(helper.subcommandDescription(sub)));
				});
				output = output.concat(this.formatItemList(group, commandList, helper));
			});
			return output.join("\n");
		}
		displayWidth(str) {
			return stripColor(str).length;
		}
		styleTitle(str) {
			return str;
		}
		styleUsage(str) {
			return str.split(" ").map((word) => {
				if (word === "[options]") return this.styleOptionText(word);
				if (word === "[command]") return this.styleSubcommandText(word);
				if (word[0] === "[" || word[0] === "<") return this.styleArgumentText(word);
				return this.styleCommandText(word);
			}).join(" ");
		}
		styleCommandDescription(str) {
			return this.styleDescriptionText(str);
		}
		styleOptionDescription(str) {
			return this.styleDescriptionText(str);
		}
		styleSubcommandDescription(str) {
			return this.styleDescriptionText(str);
		}
		styleArgumentDescription(str) {
			return this.styleDescriptionText(str);
		}
		styleDescriptionText(str) {
			return str;
		}
		styleOptionTerm(str) {
			return this.styleOptionText(str);
		}
		styleSubcommandTerm(str) {
			return str.split(" ").map((word) => {
				if (word === "[options]") return this.styleOptionText(word);
				if (word[0] === "[" || word[0] === "<") return this.styleArgumentText(word);
				return this.styleSubcommandText(word);
			}).join(" ");
		}
		styleArgumentTerm(str) {
			return this.styleArgumentText(str);
		}
		styleOptionText(str) {
			return str;
		}
		styleArgumentText(str) {
			return str;
		}
		styleSubcommandText(str) {
			return str;
		}
		styleCommandText(str) {
			return str;
		}
		padWidth(cmd, helper) {
			return Math.max(helper.longestOptionTermLength(cmd, helper), helper.longestGlobalOptionTermLength(cmd, helper), helper.longestSubcommandTermLength(cmd, helper), helper.longestArgumentTermLength(cmd, helper));
		}
		preformatted(str) {
			return /\n[^\S\r\n]/.test(str);
		}
		formatItem(term, termWidth, description, helper) {
			const itemIndent = 2;
			const itemIndentStr = " ".repeat(itemIndent);
			if (!description) return itemIndentStr + term;
			const paddedTerm = term.padEnd(termWidth + term.length - helper.displayWidth(term));
			const spacerWidth = 2;
			const remainingWidth = (this.helpWidth ?? 80) - termWidth - spacerWidth - itemIndent;
			let formattedDescription;
			if (remainingWidth < this.minWidthToWrap || helper.preformatted(description)) formattedDescription = description;
			else formattedDescription = helper.boxWrap(description, remainingWidth).replace(/\n/g, "\n" + " ".repeat(termWidth + spacerWidth));
			return itemIndentStr + paddedTerm + " ".repeat(spacerWidth) + formattedDescription.replace(/\n/g, `\n${itemIndentStr}`);
		}
		boxWrap(str, width) {
			if (width < this.minWidthToWrap) return str;
			const rawLines = str.split(/\r\n|\n/);
			const chunkPattern = /[\s]*[^\s]+/g;
			const wrappedLines = [];
			rawLines.forEach((line) => {
				const chunks = line.match(chunkPattern);
				if (chunks === null) {
					wrappedLines.push("");
					return;
				}
				let sumChunks = [chunks.shift()];
				let sumWidth = this.displayWidth(sumChunks[0]);
				chunks.forEach((chunk) => {
					const visibleWidth = this.displayWidth(chunk);
					if (sumWidth + visibleWidth <= width) {
						sumChunks.push(chunk);
						sumWidth += visibleWidth;
						return;
					}
					wrappedLines.push(sumChunks.join(""));
					const nextChunk = chunk.trimStart();
					sumChunks = [nextChunk];
					sumWidth = this.displayWidth(nextChunk);
				});
				wrappedLines.push(sumChunks.join(""));
			});
			return wrappedLines.join("\n");
		}
	};
	function stripColor(str) {
		return str.replace(/\x1b\[\d*(;\d*)*m/g, "");
	}
	exports.Help = Help;
	exports.stripColor = stripColor;
}));
// node_modules/commander/lib/option.js
var require_option = __commonJSMin(((exports) => {
	const { InvalidArgumentError } = require_error();
	var Option = class {
		constructor(flags, description) {
			this.flags = flags;
			this.description = description || "";
			this.required = flags.includes("<");
			this.optional = flags.includes("[");
			this.variadic = /\w\.\.\.[>\]]$/.test(flags);
			this.mandatory = false;
			const optionFlags = splitOptionFlags(flags);
			this.short = optionFlags.shortFlag;
			this.long = optionFlags.longFlag;
			this.negate = false;
			if (this.long) this.negate = this.long.startsWith("--no-");
			this.defaultValue = void 0;
			this.defaultValueDescription = void 0;
			this.presetArg = void 0;
			this.envVar = void 0;
			this.parseArg = void 0;
			this.hidden = false;
			this.argChoices = void 0;
			this.conflictsWith = [];
			this.implied = void 0;
			this.helpGroupHeading = void 0;
		}
		default(value, description) {
			this.defaultValue = value;
			this.defaultValueDescription = description;
			return this;
		}
		preset(arg) {
			this.presetArg = arg;
			return this;
		}
		conflicts(names) {
			this.conflictsWith = this.conflictsWith.concat(names);
			return this;
		}
		implies(impliedOptionValues) {
			let newImplied = impliedOptionValues;
			if (typeof impliedOptionValues === "string") newImplied = { [impliedOptionValues]: true };
			this.implied = Object.assign(this.implied || {}, newImplied);
			return this;
		}
		env(name) {
			this.envVar = name;
			return this;
		}
		argParser(fn) {
			this.parseArg = fn;
			return this;
		}
		makeOptionMandatory(mandatory = true) {
			this.mandatory = !!mandatory;
			return this;
		}
		hideHelp(hide = true) {
			this.hidden = !!hide;
			return this;
		}
		_collectValue(value, previous) {
			if (previous === this.defaultValue || !Array.isArray(previous)) return [value];
			previous.push(value);
			return previous;
		}
		choices(values) {
			this.argChoices = values.slice();
			this.parseArg = (arg, previous) => {
				if (!this.argChoices.includes(arg)) throw new InvalidArgumentError(`Allowed choices are ${this.argChoices.join(", ")}.`);
				if (this.variadic) return this._collectValue(arg, previous);
				return arg;
			};
			return this;
		}
		name() {
			if (this.long) return this.long.replace(/^--/, "");
			return this.short.replace(/^-/, "");
		}
		attributeName() {
			if (this.negate) return camelcase(this.name().replace(/^no-/, ""));
			return camelcase(this.name());
		}
		helpGroup(heading) {
			this.helpGroupHeading = heading;
			return this;
		}
		is(arg) {
			return this.short === arg || this.long === arg;
		}
		isBoolean() {
			return !this.required && !this.optional && !this.negate;
		}
	};
	var DualOptions = class {
		constructor(options) {
			this.positiveOptions = new Map();
			this.negativeOptions = new Map();
			this.dualOptions = new Set();
			options.forEach((option) => {
				if (option.negate) this.negativeOptions.set(option.attributeName(), option);
				else this.positiveOptions.set(option.attributeName(), option);
			});
			this.negativeOptions.forEach((value, key) => {
				if (this.positiveOptions.has(key)) this.dualOptions.add(key);
			});
		}
		valueFromOption(value, option) {
			const optionKey = option.attributeName();
			if (!this.dualOptions.has(optionKey)) return true;
			const preset = this.negativeOptions.get(optionKey).presetArg;
			const negativeValue = preset !== void 0 ? preset : false;
			return option.negate === (negativeValue === value);
		}
	};
	function camelcase(str) {
		return str.split("-").reduce((str, word) => {
			return str + word[0].toUpperCase() + word.slice(1);
		});
	}
	function splitOptionFlags(flags) {
		let shortFlag;
		let longFlag;
		const shortFlagExp = /^-[^-]$/;
		const longFlagExp = /^--[^-]/;
		const flagParts = flags.split(/[ |,]+/).concat("guard");
		if (shortFlagExp.test(flagParts[0])) shortFlag = flagParts.shift();
		if (longFlagExp.test(flagParts[0])) longFlag = flagParts.shift();
		if (!shortFlag && shortFlagExp.test(flagParts[0])) shortFlag = flagParts.shift();
		if (!shortFlag && longFlagExp.test(flagParts[0])) {
			shortFlag = longFlag;
			longFlag = flagParts.shift();
		}
		if (flagParts[0].startsWith("-")) {
			const unsupportedFlag = flagParts[0];
			const baseError = `option creation failed due to '${unsupportedFlag}' in option flags '${flags}'`;
			if (/^-[^-][^-]/.test(unsupportedFlag)) throw new Error(`${baseError}
- a short flag is a single dash and a single character
  - either use a single dash and a single character (for a short flag)
  - or use a double dash for a long option (and can have two, like '--ws, --workspace')`);
			if (shortFlagExp.test(unsupportedFlag)) throw new Error(`${baseError}
- too many short flags`);
			if (longFlagExp.test(unsupportedFlag)) throw new Error(`${baseError}
- too many long flags`);
			throw new Error(`${baseError}
- unrecognised flag format`);
		}
		if (shortFlag === void 0 && longFlag === void 0) throw new Error(`option creation failed due to no flags found in '${flags}'.`);
		return {
			shortFlag,
			longFlag
		};
	}
	exports.Option = Option;
	exports.DualOptions = DualOptions;
}));
// node_modules/commander/lib/suggestSimilar.js
var require_suggestSimilar = __commonJSMin(((exports) => {
	const maxDistance = 3;
	function editDistance(a, b) {
		if (Math.abs(a.length - b.length) > maxDistance) return Math.max(a.length, b.length);
		const d = [];
		for (let i = 0; i <= a.length; i++) d[i] = [i];
		for (let j = 0; j <= b.length; j++) d[0][j] = j;
		for (let j = 1; j <= b.length; j++) for (let i = 1; i <= a.length; i++) {
			let cost = 1;
			if (a[i - 1] === b[j - 1]) cost = 0;
			else cost = 1;
			d[i][j] = Math.min(d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + cost);
			if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
		}
		return d[a.length][b.length];
	}
	function suggestSimilar(word, candidates) {
		if (!candidates || candidates.length === 0) return "";
		candidates = Array.from(new Set(candidates));
		const searchingOptions = word.startsWith("--");
		if (searchingOptions) {
			word = word.slice(2);
			candidates = candidates.map((candidate) => candidate.slice(2));
		}
		let similar = [];
		let bestDistance = maxDistance;
		const minSimilarity = .4;
		candidates.forEach((candidate) => {
			if (candidate.length <= 1) return;
			const distance = editDistance(word, candidate);
			const length = Math.max(word.length, candidate.length);
			if ((length - distance) / length > minSimilarity) {
				if (distance < bestDistance) {
					bestDistance = distance;
					similar = [candidate];
				} else if (distance === bestDistance) similar.push(candidate);
			}
		});
		similar.sort((a, b) => a.localeCompare(b));
		if (searchingOptions) similar = similar.map((candidate) => `--${candidate}`);
		if (similar.length > 1) return `\n(Did you mean one of ${similar.join(", ")}?)`;
		if (similar.length === 1) return `\n(Did you mean ${similar[0]}?)`;
		return "";
	}
	exports.suggestSimilar = suggestSimilar;
}));
// node_modules/commander/lib/command.js
var require_command = __commonJSMin(((exports) => {
	const EventEmitter = __require("node:events").EventEmitter;
	const childProcess = __require("node:child_process");
	const path = __require("node:path");
	const fs = __require("node:fs");
	const process = __require("node:process");
	const { Argument, humanReadableArgName } = require_argument();
	const { CommanderError } = require_error();
	const { Help, stripColor } = require_help();
	const { Option, DualOptions } = require_option();
	const { suggestSimilar } = require_suggestSimilar();
	var Command = class Command extends EventEmitter {
		constructor(name) {
			super();
			this.commands = [];
			this.options = [];
			this.parent = null;
			this._allowUnknownOption = false;
			this._allowExcessArguments = false;
			this.registeredArguments = [];
			this._args = this.registeredArguments;
			this.args = [];
			this.rawArgs = [];
			this.processedArgs = [];
			this._scriptPath = null;
			this._name = name || "";
			this._optionValues = {};
			this._optionValueSources = {};
			this._storeOptionsAsProperties = false;
			this._actionHandler = null;
			this._executableHandler = false;
			this._executableFile = null;
			this._executableDir = null;
			this._defaultCommandName = null;
			this._exitCallback = null;
			this._aliases = [];
			this._combineFlagAndOptionalValue = true;
			this._description = "";
			this._summary = "";
			this._argsDescription = void 0;
			this._enablePositionalOptions = false;
			this._passThroughOptions = false;
			this._lifeCycleHooks = {};
			this._showHelpAfterError = false;
			this._showSuggestionAfterError = true;
			this._savedState = null;
			this._outputConfiguration = {
				writeOut: (str) => process.stdout.write(str),
				writeErr: (str) => process.stderr.write(str),
				outputError: (str, write) => write(str),
				getOutHelpWidth: () => process.stdout.isTTY ? process.stdout.columns : void 0,
				getErrHelpWidth: () => process.stderr.isTTY ? process.stderr.columns : void 0,
				getOutHasColors: () => useColor() ?? (process.stdout.isTTY && process.stdout.hasColors?.()),
				getErrHasColors: () => useColor() ?? (process.stderr.isTTY && process.stderr.hasColors?.()),
				stripColor: (str) => stripColor(str)
			};
			this._hidden = false;
			this._helpOption = void 0;
			this._addImplicitHelpCommand = void 0;
			this._helpCommand = void 0;
			this._helpConfiguration = {};
			this._helpGroupHeading = void 0;
			this._defaultCommandGroup = void 0;
			this._defaultOptionGroup = void 0;
		}
		copyInheritedSettings(sourceCommand) {
			this._outputConfiguration = sourceCommand._outputConfiguration;
			this._helpOption = sourceCommand._helpOption;
			this._helpCommand = sourceCommand._helpCommand;
			this._helpConfiguration = sourceCommand._helpConfiguration;
			this._exitCallback = sourceCommand._exitCallback;
			this._storeOptionsAsProperties = sourceCommand._storeOptionsAsProperties;
			this._combineFlagAndOptionalValue = sourceCommand._combineFlagAndOptionalValue;
			this._allowExcessArguments = sourceCommand._allowExcessArguments;
			this._enablePositionalOptions = sourceCommand._enablePositionalOptions;
			this._showHelpAfterError = sourceCommand._showHelpAfterError;
			this._showSuggestionAfterError = sourceCommand._showSuggestionAfterError;
			return this;
		}
		_getCommandAndAncestors() {
			const result = [];
			for (let command = this; command; command = command.parent) result.push(command);
			return result;
		}
		command(nameAndArgs, actionOptsOrExecDesc, execOpts) {
			let desc = actionOptsOrExecDesc;
			let opts = execOpts;
			if (typeof desc === "object" && desc !== null) {
				opts = desc;
				desc = null;
			}
			opts = opts || {};
			const [, name, args] = nameAndArgs.match(/([^ ]+) *(.*)/);
			const cmd = this.createCommand(name);
			if (desc) {
				cmd.description(desc);
				cmd._executableHandler = true;
			}
			if (opts.isDefault) this._defaultCommandName = cmd._name;
			cmd._hidden = !!(opts.noHelp || opts.hidden);
			cmd._executableFile = opts.executableFile || null;
			if (args) cmd.arguments(args);
			this._registerCommand(cmd);
			cmd.parent = this;
			cmd.copyInheritedSettings(this);
			if (desc) return this;
			return cmd;
		}
		createCommand(name) {
			return new Command(name);
		}
		createHelp() {
			return Object.assign(new Help(), this.configureHelp());
		}
		configureHelp(configuration) {
			if (configuration === void 0) return this._helpConfiguration;
			this._helpConfiguration = configuration;
			return this;
		}
		configureOutput(configuration) {
			if (configuration === void 0) return this._outputConfiguration;
			this._outputConfiguration = {
				...this._outputConfiguration,
				...configuration
			};
			return this;
		}
		showHelpAfterError(displayHelp = true) {
			if (typeof displayHelp !== "string") displayHelp = !!displayHelp;
			this._showHelpAfterError = displayHelp;
			return this;
		}
		showSuggestionAfterError(displaySuggestion = true) {
			this._showSuggestionAfterError = !!displaySuggestion;
			return this;
		}
		addCommand(cmd, opts) {
			if (!cmd._name) throw new Error(`Command passed to .addCommand() must have a name
- specify the name in Command constructor or using .name()`);
			opts = opts || {};
			if (opts.isDefault) this._defaultCommandName = cmd._name;
			if (opts.noHelp || opts.hidden) cmd._hidden = true;
			this._registerCommand(cmd);
			cmd.parent = this;
			cmd._checkForBrokenPassThrough();
			return this;
		}
		createArgument(name, description) {
			return new Argument(name, description);
		}
		argument(name, description, parseArg, defaultValue) {
			const argument = this.createArgument(name, description);
			if (typeof parseArg === "function") argument.default(defaultValue).argParser(parseArg);
			else argument.default(parseArg);
			this.addArgument(argument);
			return this;
		}
		arguments(names) {
			names.trim().split(/ +/).forEach((detail) => {
				this.argument(detail);
			});
			return this;
		}
		addArgument(argument) {
			const previousArgument = this.registeredArguments.slice(-1)[0];
			if (previousArgument?.variadic) throw new Error(`only the last argument can be variadic '${previousArgument.name()}'`);
			if (argument.required && argument.defaultValue !== void 0 && argument.parseArg === void 0) throw new Error(`a default value for a required argument is never used: '${argument.name()}'`);
			this.registeredArguments.push(argument);
			return this;
		}
		helpCommand(enableOrNameAndArgs, description) {
			if (typeof enableOrNameAndArgs === "boolean") {
				this._addImplicitHelpCommand = enableOrNameAndArgs;
				if (enableOrNameAndArgs && this._defaultCommandGroup) this._initCommandGroup(this._getHelpCommand());
				return this;
			}
			const [, helpName, helpArgs] = (enableOrNameAndArgs ?? "help [command]").match(/([^ ]+) *(.*)/);
			const helpDescription = description ?? "display help for command";
			const helpCommand = this.createCommand(helpName);
			helpCommand.helpOption(false);
			if (helpArgs) helpCommand.arguments(helpArgs);
			if (helpDescription) helpCommand.description(helpDescription);
			this._addImplicitHelpCommand = true;
			this._helpCommand = helpCommand;
			if (enableOrNameAndArgs || description) this._initCommandGroup(helpCommand);
			return this;
		}
		addHelpCommand(helpCommand, deprecatedDescription) {
			if (typeof helpCommand !== "object") {
				this.helpCommand(helpCommand, deprecatedDescription);
				return this;
			}
			this._addImplicitHelpCommand = true;
			this._helpCommand = helpCommand;
			this._initCommandGroup(helpCommand);
			return this;
		}
		_getHelpCommand() {
			if (this._addImplicitHelpCommand ?? (this.commands.length && !this._actionHandler && !this._findCommand("help"))) {
				if (this._helpCommand === void 0) this.helpCommand(void 0, void 0);
				return this._helpCommand;
			}
			return null;
		}
		hook(event, listener) {
			const allowedValues = [
				"preSubcommand",
				"preAction",
				"postAction"
			];
			if (!allowedValues.includes(event)) throw new Error(`Unexpected value for event passed to hook : '${event}'.
Expecting one of '${allowedValues.join("', '")}'`);
			if (this._lifeCycleHooks[event]) this._lifeCycleHooks[event].push(listener);
			else this._lifeCycleHooks[event] = [listener];
			return this;
		}
		exitOverride(fn) {
			if (fn) this._exitCallback = fn;
			else this._exitCallback = (err) => {
				if (err.code !== "commander.executeSubCommandAsync") throw err;
			};
			return this;
		}
		_exit(exitCode, code, message) {
			if (this._exitCallback) this._exitCallback(new CommanderError(exitCode, code, message));
			process.exit(exitCode);
		}
		action(fn) {
			const listener = (args) => {
				const expectedArgsCount = this.registeredArguments.length;
				const actionArgs = args.slice(0, expectedArgsCount);
				if (this._storeOptionsAsProperties) actionArgs[expectedArgsCount] = this;
				else actionArgs[expectedArgsCount] = this.opts();
				actionArgs.push(this);
				return fn.apply(this, actionArgs);
			};
			this._actionHandler = listener;
			return this;
		}
		createOption(flags, description) {
			return new Option(flags, description);
		}
		_callParseArg(target, value, previous, invalidArgumentMessage) {
			try {
				return target.parseArg(value, previous);
			} catch (err) {
				if (err.code === "commander.invalidArgument") {
					const message = `${invalidArgumentMessage} ${err.message}`;
					this.error(message, {
						exitCode: err.exitCode,
						code: err.code
					});
				}
				throw err;
			}
		}
		_registerOption(option) {
			const matchingOption = option.short && this._findOption(option.short) || option.long && this._findOption(option.long);
			if (matchingOption) {
				const matchingFlag = option.long && this._findOption(option.long) ? option.long : option.short;
				throw new Error(`Cannot add option '${option.flags}'${this._name && ` to command '${this._name}'`} due to conflicting flag '${matchingFlag}'
-  already used by option '${matchingOption.flags}'`);
			}
			this._initOptionGroup(option);
			this.options.push(option);
		}
		_registerCommand(command) {
			const knownBy = (cmd) => {
				return [cmd.name()].concat(cmd.aliases());
			};
			const alreadyUsed = knownBy(command).find((name) => this._findCommand(name));
			if (alreadyUsed) {
				const existingCmd = knownBy(this._findCommand(alreadyUsed)).join("|");
				const newCmd = knownBy(command).join("|");
				throw new Error(`cannot add command '${newCmd}' as already have command '${existingCmd}'`);
			}
			this._initCommandGroup(command);
			this.commands.push(command);
		}
		addOption(option) {
			this._registerOption(option);
			const oname = option.name();
			const name = option.attributeName();
			if (option.negate) {
				const positiveLongFlag = option.long.replace(/^--no-/, "--");
				if (!this._findOption(positiveLongFlag)) this.setOptionValueWithSource(name, option.defaultValue === void 0 ? true : option.defaultValue, "default");
			} else if (option.defaultValue !== void 0) this.setOptionValueWithSource(name, option.defaultValue, "default");
			const handleOptionValue = (val, invalidValueMessage, valueSource) => {
				if (val == null && option.presetArg !== void 0) val = option.presetArg;
				const oldValue = this.getOptionValue(name);
				if (val !== null && option.parseArg) val = this._callParseArg(option, val, oldValue, invalidValueMessage);
				else if (val !== null && option.variadic) val = option._collectValue(val, oldValue);
				if (val == null) {
					if (option.negate) val = false;
					else if (option.isBoolean() || option.optional) val = true;
					else val = "";
				}
				this.setOptionValueWithSource(name, val, valueSource);
			};
			this.on("option:" + oname, (val) => {
				const invalidValueMessage = `error: option '${option.flags}' argument '${val}' is invalid.`;
				handleOptionValue(val, invalidValueMessage, "cli");
			});
			if (option.envVar) this.on("optionEnv:" + oname, (val) => {
				const invalidValueMessage = `error: option '${option.flags}' value '${val}' from env '${option.envVar}' is invalid.`;
				handleOptionValue(val, invalidValueMessage, "env");
			});
			return this;
		}
		_optionEx(config, flags, description, fn, defaultValue) {
			if (typeof flags === "object" && flags instanceof Option) throw new Error("To add an Option object use addOption() instead of option() or requiredOption()");
			const option = this.createOption(flags, description);
			option.makeOptionMandatory(!!config.mandatory);
			if (typeof fn === "function") option.default(defaultValue).argParser(fn);
			else if (fn instanceof RegExp) {
				const regex = fn;
				fn = (val, def) => {
					const m = regex.exec(val);
					return m ? m[0] : def;
				};
				option.default(defaultValue).argParser(fn);
			} else option.default(fn);
			return this.addOption(option);
		}
		option(flags, description, parseArg, defaultValue) {
			return this._optionEx({}, flags, description, parseArg, defaultValue);
		}
		requiredOption(flags, description, parseArg, defaultValue) {
			return this._optionEx({ mandatory: true }, flags, description, parseArg, defaultValue);
		}
		combineFlagAndOptionalValue(combine = true) {
			this._combineFlagAndOptionalValue = !!combine;
			return this;
		}
		allowUnknownOption(allowUnknown = true) {
			this._allowUnknownOption = !!allowUnknown;
			return this;
		}
		allowExcessArguments(allowExcess = true) {
			this._allowExcessArguments = !!allowExcess;
			return this;
		}
		enablePositionalOptions(positional = true) {
			this._enablePositionalOptions = !!positional;
			return this;
		}
		passThroughOptions(passThrough = true) {
			this._passThroughOptions = !!passThrough;
			this._checkForBrokenPassThrough();
			return this;
		}
		_checkForBrokenPassThrough() {
			if (this.parent && this._passThroughOptions && !this.parent._enablePositionalOptions) throw new Error(`passThroughOptions cannot be used for '${this._name}' without turning on enablePositionalOptions for parent command(s)`);
		}
		storeOptionsAsProperties(storeAsProperties = true) {
			if (this.options.length) throw new Error("call .storeOptionsAsProperties() before adding options");
			if (Object.keys(this._optionValues).length) throw new Error("call .storeOptionsAsProperties() before setting option values");
			this._storeOptionsAsProperties = !!storeAsProperties;
			return this;
		}
		getOptionValue(key) {
			if (this._storeOptionsAsProperties) return this[key];
			return this._optionValues[key];
		}
		setOptionValue(key, value) {
			return this.setOptionValueWithSource(key, value, void 0);
		}
		setOptionValueWithSource(key, value, source) {
			if (this._storeOptionsAsProperties) this[key] = value;
			else this._optionValues[key] = value;
			this._optionValueSources[key] = source;
			return this;
		}
		getOptionValueSource(key) {
			return this._optionValueSources[key];
		}
		getOptionValueSourceWithGlobals(key) {
			let source;
			this._getCommandAndAncestors().forEach((cmd) => {
				if (cmd.getOptionValueSource(key) !== void 0) source = cmd.getOptionValueSource(key);
			});
			return source;
		}
		_prepareUserArgs(argv, parseOptions) {
			if (argv !== void 0 && !Array.isArray(argv)) throw new Error("first parameter to parse must be array or undefined");
			parseOptions = parseOptions || {};
			if (argv === void 0 && parseOptions.from === void 0) {
				if (process.versions?.electron) parseOptions.from = "electron";
				const execArgv = process.execArgv ?? [];
				if (execArgv.includes("-e") || execArgv.includes("--eval") || execArgv.includes("-p") || execArgv.includes("--print")) parseOptions.from = "eval";
			}
			if (argv === void 0) argv = process.argv;
			this.rawArgs = argv.slice();
			let userArgs;
			switch (parseOptions.from) {
				case void 0:
				case "node":
					this._scriptPath = argv[1];
					userArgs = argv.slice(2);
					break;
				case "electron":
					if (process.defaultApp) {
						this._scriptPath = argv[1];
						userArgs = argv.slice(2);
					} else userArgs = argv.slice(1);
					break;
				case "user":
					userArgs = argv.slice(0);
					break;
				case "eval":
					userArgs = argv.slice(1);
					break;
				default: throw new Error(`unexpected parse option { from: '${parseOptions.from}' }`);
			}
			if (!this._name && this._scriptPath) this.nameFromFilename(this._scriptPath);
			this._name = this._name || "program";
			return userArgs;
		}
		parse(argv, parseOptions) {
			this._prepareForParse();
			const userArgs = this._prepareUserArgs(argv, parseOptions);
			this._parseCommand([], userArgs);
			return this;
		}
		async parseAsync(argv, parseOptions) {
			this._prepareForParse();
			const userArgs = this._prepareUserArgs(argv, parseOptions);
			await this._parseCommand([], userArgs);
			return this;
		}
		_prepareForParse() {
			if (this._savedState === null) this.saveStateBeforeParse();
			else this.restoreStateBeforeParse();
		}
		saveStateBeforeParse() {
			this._savedState = {
				_name: this._name,
				_optionValues: { ...this._optionValues },
				_optionValueSources: { ...this._optionValueSources }
			};
		}
		restoreStateBeforeParse() {
			if (this._storeOptionsAsProperties) throw new Error(`Can not call parse again when storeOptionsAsProperties is true.
- either make a new Command for each call to parse, or stop storing options as properties`);
			this._name = this._savedState._name;
			this._scriptPath = null;
			this.rawArgs = [];
			this._optionValues = { ...this._savedState._optionValues };
			this._optionValueSources = { ...this._savedState._optionValueSources };
			this.args = [];
			this.processedArgs = [];
		}
		_checkForMissingExecutable(executableFile, executableDir, subcommandName) {
			if (fs.existsSync(executableFile)) return;
			const executableMissing = `'${executableFile}' does not exist
 - if '${subcommandName}' is not meant to be an executable command, remove description parameter from '.command()' and use '.description()' instead
 - if the default executable name is not suitable, use the executableFile option to supply a custom name or path
 - ${executableDir ? `searched for local subcommand relative to directory '${executableDir}'` : "no directory for search for local subcommand, use .executableDir() to supply a custom directory"}`;
			throw new Error(executableMissing);
		}
		_executeSubCommand(subcommand, args) {
			args = args.slice();
			let launchWithNode = false;
			const sourceExt = [
				".js",
				".ts",
				".tsx",
				".mjs",
				".cjs"
			];
			function findFile(baseDir, baseName) {
				const localBin = path.resolve(baseDir, baseName);
				if (fs.existsSync(localBin)) return localBin;
				if (sourceExt.includes(path.extname(baseName))) return void 0;
				const foundExt = sourceExt.find((ext) => fs.existsSync(`${localBin}${ext}`));
				if (foundExt) return `${localBin}${foundExt}`;
			}
			this._checkForMissingMandatoryOptions();
			this._checkForConflictingOptions();
			let executableFile = subcommand._executableFile || `${this._name}-${subcommand._name}`;
			let executableDir = this._executableDir || "";
			if (this._scriptPath) {
				let resolvedScriptPath;
				try {
					resolvedScriptPath = fs.realpathSync(this._scriptPath);
				} catch {
					resolvedScriptPath = this._scriptPath;
				}
				executableDir = path.resolve(path.dirname(resolvedScriptPath), executableDir);
			}
			if (executableDir) {
				let localFile = findFile(executableDir, executableFile);
				if (!localFile && !subcommand._executableFile && this._scriptPath) {
					const legacyName = path.basename(this._scriptPath, path.extname(this._scriptPath));
					if (legacyName !== this._name) localFile = findFile(executableDir, `${legacyName}-${subcommand._name}`);
				}
				executableFile = localFile || executableFile;
			}
			launchWithNode = sourceExt.includes(path.extname(executableFile));
			let proc;
			if (process.platform !== "win32") {
				if (launchWithNode) {
					args.unshift(executableFile);
					args = incrementNodeInspectorPort(process.execArgv).concat(args);
					proc = childProcess.spawn(process.argv[0], args, { stdio: "inherit" });
				} else proc = childProcess.spawn(executableFile, args, { stdio: "inherit" });
			} else {
				this._checkForMissingExecutable(executableFile, executableDir, subcommand._name);
				args.unshift(executableFile);
				args = incrementNodeInspectorPort(process.execArgv).concat(args);
				proc = childProcess.spawn(process.execPath, args, { stdio: "inherit" });
			}
			if (!proc.killed) [
				"SIGUSR1",
				"SIGUSR2",
				"SIGTERM",
				"SIGINT",
				"SIGHUP"
			].forEach((signal) => {
				process.on(signal, () => {
					if (proc.killed === false && proc.exitCode === null) proc.kill(signal);
				});
			});
			const exitCallback = this._exitCallback;
			proc.on("close", (code) => {
				code = code ?? 1;
				if (!exitCallback) process.exit(code);
				else exitCallback(new CommanderError(code, "commander.executeSubCommandAsync", "(close)"));
			});
			proc.on("error", (err) => {
				if (err.code === "ENOENT") this._checkForMissingExecutable(executableFile, executableDir, subcommand._name);
				else if (err.code === "EACCES") throw new Error(`'${executableFile}' not executable`);
				if (!exitCallback) process.exit(1);
				else {
					const wrappedError = new CommanderError(1, "commander.executeSubCommandAsync", "(error)");
					wrappedError.nestedError = err;
					exitCallback(wrappedError);
				}
			});
			this.runningCommand = proc;
		}
		_dispatchSubcommand(commandName, operands, unknown) {
			const subCommand = this._findCommand(commandName);
			if (!subCommand) this.help({ error: true });
			subCommand._prepareForParse();
			let promiseChain;
			promiseChain = this._chainOrCallSubCommandHook(promiseChain, subCommand, "preSubcommand");
			promiseChain = this._chainOrCall(promiseChain, () => {
				if (subCommand._executableHandler) this._executeSubCommand(subCommand, operands.concat(unknown));
				else return subCommand._parseCommand(operands, unknown);
			});
			return promiseChain;
		}
		_dispatchHelpCommand(subcommandName) {
			if (!subcommandName) this.help();
			const subCommand = this._findCommand(subcommandName);
			if (subCommand && !subCommand._executableHandler) subCommand.help();
			return this._dispatchSubcommand(subcommandName, [], [this._getHelpOption()?.long ?? this._getHelpOption()?.short ?? "--help"]);
		}
		_checkNumberOfArguments() {
			this.registeredArguments.forEach((arg, i) => {
				if (arg.required && this.args[i] == null) this.missingArgument(arg.name());
			});
			if (this.registeredArguments.length > 0 && this.registeredArguments[this.registeredArguments.length - 1].variadic) return;
			if (this.args.length > this.registeredArguments.length) this._excessArguments(this.args);
		}
		_processArguments() {
			const myParseArg = (argument, value, previous) => {
				let parsedValue = value;
				if (value !== null && argument.parseArg) {
					const invalidValueMessage = `error: command-argument value '${value}' is invalid for argument '${argument.name()}'.`;
					parsedValue = this._callParseArg(argument, value, previous, invalidValueMessage);
				}
				return parsedValue;
			};
			this._checkNumberOfArguments();
			const processedArgs = [];
			this.registeredArguments.forEach((declaredArg, index) => {
				let value = declaredArg.defaultValue;
				if (declaredArg.variadic) {
					if (index < this.args.length) {
						value = this.args.slice(index);
						if (declaredArg.parseArg) value = value.reduce((processed, v) => {
							return myParseArg(declaredArg, v, processed);
						}, declaredArg.defaultValue);
					} else if (value === void 0) value = [];
				} else if (index < this.args.length) {
					value = this.args[index];
					if (declaredArg.parseArg) value = myParseArg(declaredArg, value, declaredArg.defaultValue);
				}
				processedArgs[index] = value;
			});
			this.processedArgs = processedArgs;
		}
		_chainOrCall(promise, fn) {
			if (promise?.then && typeof promise.then === "function") return promise.then(() => fn());
			return fn();
		}
		_chainOrCallHooks(promise, event) {
			let result = promise;
			const hooks = [];
			this._getCommandAndAncestors().reverse().filter((cmd) => cmd._lifeCycleHooks[event] !== void 0).forEach((hookedCommand) => {
				hookedCommand._lifeCycleHooks[event].forEach((callback) => {
					hooks.push({
						hookedCommand,
						callback
					});
				});
			});
			if (event === "postAction") hooks.reverse();
			hooks.forEach((hookDetail) => {
				result = this._chainOrCall(result, () => {
					return hookDetail.callback(hookDetail.hookedCommand, this);
				});
			});
			return result;
		}
		_chainOrCallSubCommandHook(promise, subCommand, event) {
			let result = promise;
			if (this._lifeCycleHooks[event] !== void 0) this._lifeCycleHooks[event].forEach((hook) => {
				result = this._chainOrCall(result, () => {
					return hook(this, subCommand);
				});
			});
			return result;
		}
		_parseCommand(operands, unknown) {
			const parsed = this.parseOptions(unknown);
			this._parseOptionsEnv();
			this._parseOptionsImplied();
			operands = operands.concat(parsed.operands);
			unknown = parsed.unknown;
			this.args = operands.concat(unknown);
			if (operands && this._findCommand(operands[0])) return this._dispatchSubcommand(operands[0], operands.slice(1), unknown);
			if (this._getHelpCommand() && operands[0] === this._getHelpCommand().name()) return this._dispatchHelpCommand(operands[1]);
			if (this._defaultCommandName) {
				this._outputHelpIfRequested(unknown);
				return this._dispatchSubcommand(this._defaultCommandName, operands, unknown);
			}
			if (this.commands.length && this.args.length === 0 && !this._actionHandler && !this._defaultCommandName) this.help({ error: true });
			this._outputHelpIfRequested(parsed.unknown);
			this._checkForMissingMandatoryOptions();
			this._checkForConflictingOptions();
			const checkForUnknownOptions = () => {
				if (parsed.unknown.length > 0) this.unknownOption(parsed.unknown[0]);
			};
			const commandEvent = `command:${this.name()}`;
			if (this._actionHandler) {
				checkForUnknownOptions();
				this._processArguments();
				let promiseChain;
				promiseChain = this._chainOrCallHooks(promiseChain, "preAction");
				promiseChain = this._chainOrCall(promiseChain, () => this._actionHandler(this.processedArgs));
				if (this.parent) promiseChain = this._chainOrCall(promiseChain, () => {
					this.parent.emit(commandEvent, operands, unknown);
				});
				promiseChain = this._chainOrCallHooks(promiseChain, "postAction");
				return promiseChain;
			}
			if (this.parent?.listenerCount(commandEvent)) {
				checkForUnknownOptions();
				this._processArguments();
				this.parent.emit(commandEvent, operands, unknown);
			} else if (operands.length) {
				if (this._findCommand("*")) return this._dispatchSubcommand("*", operands, unknown);
				if (this.listenerCount("command:*")) this.emit("command:*", operands, unknown);
				else if (this.commands.length) this.unknownCommand();
				else {
					checkForUnknownOptions();
					this._processArguments();
				}
			} else if (this.commands.length) {
				checkForUnknownOptions();
				this.help({ error: true });
			} else {
				checkForUnknownOptions();
				this._processArguments();
			}
		}
		_findCommand(name) {
			if (!name) return void 0;
			return this.commands.find((cmd) => cmd._name === name || cmd._aliases.includes(name));
		}
		_findOption(arg) {
			return this.options.find((option) => option.is(arg));
		}
		_checkForMissingMandatoryOptions() {
			this._getCommandAndAncestors().forEach((cmd) => {
				cmd.options.forEach((anOption) => {
					if (anOption.mandatory && cmd.getOptionValue(anOption.attributeName()) === void 0) cmd.missingMandatoryOptionValue(anOption);
				});
			});
		}
		_checkForConflictingLocalOptions() {
			const definedNonDefaultOptions = this.options.filter((option) => {
				const optionKey = option.attributeName();
				if (this.getOptionValue(optionKey) === void 0) return false;
				return this.getOptionValueSource(optionKey) !== "default";
			});
			definedNonDefaultOptions.filter((option) => option.conflictsWith.length > 0).forEach((option) => {
				const conflictingAndDefined = definedNonDefaultOptions.find((defined) => option.conflictsWith.includes(defined.attributeName()));
				if (conflictingAndDefined) this._conflictingOption(option, conflictingAndDefined);
			});
		}
		_checkForConflictingOptions() {
			this._getCommandAndAncestors().forEach((cmd) => {
				cmd._checkForConflictingLocalOptions();
			});
		}
		parseOptions(args) {
			const operands = [];
			const unknown = [];
			let dest = operands;
			function maybeOption(arg) {
				return arg.length > 1 && arg[0] === "-";
			}
			const negativeNumberArg = (arg) => {
				if (!/^-(\d+|\d*\.\d+)(e[+-]?\d+)?$/.test(arg)) return false;
				return !this._getCommandAndAncestors().some((cmd) => cmd.options.map((opt) => opt.short).some((short) => /^-\d$/.test(short)));
			};
			let activeVariadicOption = null;
			let activeGroup = null;
			let i = 0;
			while (i < args.length || activeGroup) {
				const arg = activeGroup ?? args[i++];
				activeGroup = null;
				if (arg === "--") {
					if (dest === unknown) dest.push(arg);
					dest.push(...args.slice(i));
					break;
				}
				if (activeVariadicOption && (!maybeOption(arg) || negativeNumberArg(arg))) {
					this.emit(`option:${activeVariadicOption.name()}`, arg);
					continue;
				}
				activeVariadicOption = null;
				if (maybeOption(arg)) {
					const option = this._findOption(arg);
					if (option) {
						if (option.required) {
							const value = args[i++];
							if (value === void 0) this.optionMissingArgument(option);
							this.emit(`option:${option.name()}`, value);
						} else if (option.optional) {
							let value = null;
							if (i < args.length && (!maybeOption(args[i]) || negativeNumberArg(args[i]))) value = args[i++];
							this.emit(`option:${option.name()}`, value);
						} else this.emit(`option:${option.name()}`);
						activeVariadicOption = option.variadic ? option : null;
						continue;
					}
				}
				if (arg.length > 2 && arg[0] === "-" && arg[1] !== "-") {
					const option = this._findOption(`-${arg[1]}`);
					if (option) {
						if (option.required || option.optional && this._combineFlagAndOptionalValue) this.emit(`option:${option.name()}`, arg.slice(2));
						else {
							this.emit(`option:${option.name()}`);
							activeGroup = `-${arg.slice(2)}`;
						}
						continue;
					}
				}
				if (/^--[^=]+=/.test(arg)) {
					const index = arg.indexOf("=");
					const option = this._findOption(arg.slice(0, index));
					if (option && (option.required || option.optional)) {
						this.emit(`option:${option.name()}`, arg.slice(index + 1));
						continue;
					}
				}
				if (dest === operands && maybeOption(arg) && !(this.commands.length === 0 && negativeNumberArg(arg))) dest = unknown;
				if ((this._enablePositionalOptions || this._passThroughOptions) && operands.length === 0 && unknown.length === 0) {
					if (this._findCommand(arg)) {
						operands.push(arg);
						unknown.push(...args.slice(i));
						break;
					} else if (this._getHelpCommand() && arg === this._getHelpCommand().name()) {
						operands.push(arg, ...args.slice(i));
						break;
					} else if (this._defaultCommandName) {
						unknown.push(arg, ...args.slice(i));
						break;
					}
				}
				if (this._passThroughOptions) {
					dest.push(arg, ...args.slice(i));
					break;
				}
				dest.push(arg);
			}
			return {
				operands,
				unknown
			};
		}
		opts() {
			if (this._storeOptionsAsProperties) {
				const result = {};
				const len = this.options.length;
				for (let i = 0; i < len; i++) {
					const key = this.options[i].attributeName();
					result[key] = key === this._versionOptionName ? this._version : this[key];
				}
				return result;
			}
			return this._optionValues;
		}
		optsWithGlobals() {
			return this._getCommandAndAncestors().reduce((combinedOptions, cmd) => Object.assign(combinedOptions, cmd.opts()), {});
		}
		error(message, errorOptions) {
			this._outputConfiguration.outputError(`${message}\n`, this._outputConfiguration.writeErr);
			if (typeof this._showHelpAfterError === "string") this._outputConfiguration.writeErr(`${this._showHelpAfterError}\n`);
			else if (this._showHelpAfterError) {
				this._outputConfiguration.writeErr("\n");
				this.outputHelp({ error: true });
			}
			const config = errorOptions || {};
			const exitCode = config.exitCode || 1;
			const code = config.code || "commander.error";
			this._exit(exitCode, code, message);
		}
		_parseOptionsEnv() {
			this.options.forEach((option) => {
				if (option.envVar && option.envVar in process.env) {
					const optionKey = option.attributeName();
					if (this.getOptionValue(optionKey) === void 0 || [
						"default",
						"config",
						"env"
					].includes(this.getOptionValueSource(optionKey))) {
						if (option.required || option.optional) this.emit(`optionEnv:${option.name()}`, process.env[option.envVar]);
						else this.emit(`optionEnv:${option.name()}`);
					}
				}
			});
		}
		_parseOptionsImplied() {
			const dualHelper = new DualOptions(this.options);
			const hasCustomOptionValue = (optionKey) => {
				return this.getOptionValue(optionKey) !== void 0 && !["default", "implied"].includes(this.getOptionValueSource(optionKey));
			};
			this.options.filter((option) => option.implied !== void 0 && hasCustomOptionValue(option.attributeName()) && dualHelper.valueFromOption(this.getOptionValue(option.attributeName()), option)).forEach((option) => {
				Object.keys(option.implied).filter((impliedKey) => !hasCustomOptionValue(impliedKey)).forEach((impliedKey) => {
					this.setOptionValueWithSource(impliedKey, option.implied[impliedKey], "implied");
				});
			});
		}
		missingArgument(name) {
			const message = `error: missing required argument '${name}'`;
			this.error(message, { code: "commander.missingArgument" });
		}
		optionMissingArgument(option) {
			const message = `error: option '${option.flags}' argument missing`;
			this.error(message, { code: "commander.optionMissingArgument" });
		}
		missingMandatoryOptionValue(option) {
			const message = `error: required option '${option.flags}' not specified`;
			this.error(message, { code: "commander.missingMandatoryOptionValue" });
		}
		_conflictingOption(option, conflictingOption) {
			const findBestOptionFromValue = (option) => {
				const optionKey = option.attributeName();
				const optionValue = this.getOptionValue(optionKey);
				const negativeOption = this.options.find((target) => target.negate && optionKey === target.attributeName());
				const positiveOption = this.options.find((target) => !target.negate && optionKey === target.attributeName());
				if (negativeOption && (negativeOption.presetArg === void 0 && optionValue === false || negativeOption.presetArg !== void 0 && optionValue === negativeOption.presetArg)) return negativeOption;
				return positiveOption || option;
			};
			const getErrorMessage = (option) => {
				const bestOption = findBestOptionFromValue(option);
				const optionKey = bestOption.attributeName();
				if (this.getOptionValueSource(optionKey) === "env") return `environment variable '${bestOption.envVar}'`;
				return `option '${bestOption.flags}'`;
			};
			const message = `error: ${getErrorMessage(option)} cannot be used with ${getErrorMessage(conflictingOption)}`;
			this.error(message, { code: "commander.conflictingOption" });
		}
		unknownOption(flag) {
			if (this._allowUnknownOption) return;
			let suggestion = "";
			if (flag.startsWith("--") && this._showSuggestionAfterError) {
				let candidateFlags = [];
				let command = this;
				do {
					const moreFlags = command.createHelp().visibleOptions(command).filter((option) => option.long).map((option) => option.long);
					candidateFlags = candidateFlags.concat(moreFlags);
					command = command.parent;
				} while (command && !command._enablePositionalOptions);
				suggestion = suggestSimilar(flag, candidateFlags);
			}
			const message = `error: unknown option '${flag}'${suggestion}`;
			this.error(message, { code: "commander.unknownOption" });
		}
		_excessArguments(receivedArgs) {
			if (this._allowExcessArguments) return;
			const expected = this.registeredArguments.length;
			const s = expected === 1 ? "" : "s";
			const message = `error: too many arguments${this.parent ? ` for '${this.name()}'` : ""}. Expected ${expected} argument${s} but got ${receivedArgs.length}.`;
			this.error(message, { code: "commander.excessArguments" });
		}
		unknownCommand() {
			const unknownName = this.args[0];
			let suggestion = "";
			if (this._showSuggestionAfterError) {
				const candidateNames = [];
				this.createHelp().visibleCommands(this).forEach((command) => {
					candidateNames.push(command.name());
					if (command.alias()) candidateNames.push(command.alias());
				});
				suggestion = suggestSimilar(unknownName, candidateNames);
			}
			const message = `error: unknown command '${unknownName}'${suggestion}`;
			this.error(message, { code: "commander.unknownCommand" });
		}
		version(str, flags, description) {
			if (str === void 0) return this._version;
			this._version = str;
			flags = flags || "-V, --version";
			description = description || "output the version number";
			const versionOption = this.createOption(flags, description);
			this._versionOptionName = versionOption.attributeName();
			this._registerOption(versionOption);
			this.on("option:" + versionOption.name(), () => {
				this._outputConfiguration.writeOut(`${str}\n`);
				this._exit(0, "commander.version", str);
			});
			return this;
		}
		description(str, argsDescription) {
			if (str === void 0 && argsDescription === void 0) return this._description;
			this._description = str;
			if (argsDescription) this._argsDescription = argsDescription;
			return this;
		}
		summary(str) {
			if (str === void 0) return this._summary;
			this._summary = str;
			return this;
		}
		alias(alias) {
			if (alias === void 0) return this._aliases[0];
			let command = this;
			if (this.commands.length !== 0 && this.commands[this.commands.length - 1]._executableHandler) command = this.commands[this.commands.length - 1];
			if (alias === command._name) throw new Error("Command alias can't be the same as its name");
			const matchingCommand = this.parent?._findCommand(alias);
			if (matchingCommand) {
				const existingCmd = [matchingCommand.name()].concat(matchingCommand.aliases()).join("|");
				throw new Error(`cannot add alias '${alias}' to command '${this.name()}' as already have command '${existingCmd}'`);
			}
			command._aliases.push(alias);
			return this;
		}
		aliases(aliases) {
			if (aliases === void 0) return this._aliases;
			aliases.forEach((alias) => this.alias(alias));
			return this;
		}
		usage(str) {
			if (str === void 0) {
				if (this._usage) return this._usage;
				const args = this.registeredArguments.map((arg) => {
					return humanReadableArgName(arg);
				});
				return [].concat(this.options.length || this._helpOption !== null ? "[options]" : [], this.commands.length ? "[command]" : [], this.registeredArguments.length ? args : []).join(" ");
			}
			this._usage = str;
			return this;
		}
		name(str) {
			if (str === void 0) return this._name;
			this._name = str;
			return this;
		}
		helpGroup(heading) {
			if (heading === void 0) return this._helpGroupHeading ?? "";
			this._helpGroupHeading = heading;
			return this;
		}
		commandsGroup(heading) {
			if (heading === void 0) return this._defaultCommandGroup ?? "";
			this._defaultCommandGroup = heading;
			return this;
		}
		optionsGroup(heading) {
			if (heading === void 0) return this._defaultOptionGroup ?? "";
			this._defaultOptionGroup = heading;
			return this;
		}
		_initOptionGroup(option) {
			if (this._defaultOptionGroup && !option.helpGroupHeading) option.helpGroup(this._defaultOptionGroup);
		}
		_initCommandGroup(cmd) {
			if (this._defaultCommandGroup && !cmd.helpGroup()) cmd.helpGroup(this._defaultCommandGroup);
		}
		nameFromFilename(filename) {
			this._name = path.basename(filename, path.extname(filename));
			return this;
		}
		executableDir(path) {
			if (path === void 0) return this._executableDir;
			this._executableDir = path;
			return this;
		}
		helpInformation(contextOptions) {
			const helper = this.createHelp();
			const context = this._getOutputContext(contextOptions);
			helper.prepareContext({
				error: context.error,
				helpWidth: context.helpWidth,
				outputHasColors: context.hasColors
			});
			const text = helper.formatHelp(this, helper);
			if (context.hasColors) return text;
			return this._outputConfiguration.stripColor(text);
		}
		_getOutputContext(contextOptions) {
			contextOptions = contextOptions || {};
			const error = !!contextOptions.error;
			let baseWrite;
			let hasColors;
			let helpWidth;
			if (error) {
				baseWrite = (str) => this._outputConfiguration.writeErr(str);
				hasColors = this._outputConfiguration.getErrHasColors();
				helpWidth = this._outputConfiguration.getErrHelpWidth();
			} else {
				baseWrite = (str) => this._outputConfiguration.writeOut(str);
				hasColors = this._outputConfiguration.getOutHasColors();
				helpWidth = this._outputConfiguration.getOutHelpWidth();
			}
			const write = (str) => {
				if (!hasColors) str = this._outputConfiguration.stripColor(str);
				return baseWrite(str);
			};
			return {
				error,
				write,
				hasColors,
				helpWidth
			};
		}
		outputHelp(contextOptions) {
			let deprecatedCallback;
			if (typeof contextOptions === "function") {
				deprecatedCallback = contextOptions;
				contextOptions = void 0;
			}
			const outputContext = this._getOutputContext(contextOptions);
			const eventContext = {
				error: outputContext.error,
				write: outputContext.write,
				command: this
			};
			this._getCommandAndAncestors().reverse().forEach((command) => command.emit("beforeAllHelp", eventContext));
			this.emit("beforeHelp", eventContext);
			let helpInformation = this.helpInformation({ error: outputContext.error });
			if (deprecatedCallback) {
				helpInformation = deprecatedCallback(helpInformation);
				if (typeof helpInformation !== "string" && !Buffer.isBuffer(helpInformation)) throw new Error("outputHelp callback must return a string or a Buffer");
			}
			outputContext.write(helpInformation);
			if (this._getHelpOption()?.long) this.emit(this._getHelpOption().long);
			this.emit("afterHelp", eventContext);
			this._getCommandAndAncestors().forEach((command) => command.emit("afterAllHelp", eventContext));
		}
		helpOption(flags, description) {
			if (typeof flags === "boolean") {
				if (flags) {
					if (this._helpOption === null) this._helpOption = void 0;
					if (this._defaultOptionGroup) this._initOptionGroup(this._getHelpOption());
				} else this._helpOption = null;
				return this;
			}
			this._helpOption = this.createOption(flags ?? "-h, --help", description ?? "display help for command");
			if (flags || description) this._initOptionGroup(this._helpOption);
			return this;
		}
		_getHelpOption() {
			if (this._helpOption === void 0) this.helpOption(void 0, void 0);
			return this._helpOption;
		}
		addHelpOption(option) {
			this._helpOption = option;
			this._initOptionGroup(option);
			return this;
		}
		help(contextOptions) {
			this.outputHelp(contextOptions);
			let exitCode = Number(process.exitCode ?? 0);
			if (exitCode === 0 && contextOptions && typeof contextOptions !== "function" && contextOptions.error) exitCode = 1;
			this._exit(exitCode, "commander.help", "(outputHelp)");
		}
		addHelpText(position, text) {
			const allowedValues = [
				"beforeAll",
				"before",
				"after",
				"afterAll"
			];
			if (!allowedValues.includes(position)) throw new Error(`Unexpected value for position to addHelpText.
Expecting one of '${allowedValues.join("', '")}'`);
			const helpEvent = `${position}Help`;
			this.on(helpEvent, (context) => {
				let helpStr;
				if (typeof text === "function") helpStr = text({
					error: context.error,
					command: context.command
				});
				else helpStr = text;
				if (helpStr) context.write(`${helpStr}\n`);
			});
			return this;
		}
		_outputHelpIfRequested(args) {
			const helpOption = this._getHelpOption();
			if (helpOption && args.find((arg) => helpOption.is(arg))) {
				this.outputHelp();
				this._exit(0, "commander.helpDisplayed", "(outputHelp)");
			}
		}
	};
	function incrementNodeInspectorPort(args) {
		return args.map((arg) => {
			if (!arg.startsWith("--inspect")) return arg;
			let debugOption;
			let debugHost = "127.0.0.1";
			let debugPort = "9229";
			let match;
			if ((match = arg.match(/^(--inspect(-brk)?)$/)) !== null) debugOption = match[1];
			else if ((match = arg.match(/^(--inspect(-brk|-port)?)=([^:]+)$/)) !== null) {
				debugOption = match[1];
				if (/^\d+$/.test(match[3])) debugPort = match[3];
				else debugHost = match[3];
			} else if ((match = arg.match(/^(--inspect(-brk|-port)?)=([^:]+):(\d+)$/)) !== null) {
				debugOption = match[1];
				debugHost = match[3];
				debugPort = match[4];
			}
			if (debugOption && debugPort !== "0") return `${debugOption}=${debugHost}:${parseInt(debugPort) + 1}`;
			return arg;
		});
	}
	function useColor() {
		if (process.env.NO_COLOR || process.env.FORCE_COLOR === "0" || process.env.FORCE_COLOR === "false") return false;
		if (process.env.FORCE_COLOR || process.env.CLICOLOR_FORCE !== void 0) return true;
	}
	exports.Command = Command;
	exports.useColor = useColor;
}));
const { program: program$1, createCommand, createArgument, createOption, CommanderError, InvalidArgumentError, InvalidOptionArgumentError, Command, Argument, Option, Help } = __toESM(__commonJSMin(((exports) => {
	const { Argument } = require_argument();
	const { Command } = require_command();
	const { CommanderError, InvalidArgumentError } = require_error();
	const { Help } = require_help();
	const { Option } = require_option();
	exports.program = new Command();
	exports.createCommand = (name) => new Command(name);
	exports.createOption = (flags, description) => new Option(flags, description);
	exports.createArgument = (name, description) => new Argument(name, description);
	exports.Command = Command;
	exports.Option = Option;
	exports.Argument = Argument;
	exports.Help = Help;
	exports.CommanderError = CommanderError;
	exports.InvalidArgumentError = InvalidArgumentError;
	exports.InvalidOptionArgumentError = InvalidArgumentError;
}))(), 1).default;
// src/baseline/maintenance.ts
async function listKeys(store) {
	const { index } = await store.snapshot();
	return Object.entries(index.keys).map(([key, figures]) => ({
		key,
		...figures
	}));
}
async function showKey(store, given) {
	const snapshot = await store.snapshot();
	const key = findKey(snapshot.index, given);
	const { entries } = await readKey(snapshot, {
		key,
		readFiles: store.readFiles
	});
	return {
		key,
		entries
	};
}
async function exportBranch(store, given) {
	const snapshot = await store.snapshot();
	const names = given === void 0 ? Object.keys(snapshot.index.keys) : [findKey(snapshot.index, given)];
	const keys = {};
	for (const key of names) keys[key] = (await readKey(snapshot, {
		key,
		readFiles: store.readFiles
	})).entries;
	return {
		kind: "mcp-bench-export",
		schema: 1,
		...snapshot.sha === void 0 ? {} : { sha: snapshot.sha },
		keys
	};
}
async function acceptRun(store, { key: given, commit, acceptance }) {
	let accepted;
	const message = `Accept ${commit.slice(0, 12)}\n`;
	const { sha = "" } = await store.change({
		message,
		edit: async (snapshot) => {
			const key = findKey(snapshot.index, given);
			const content = await readKey(snapshot, {
				key,
				readFiles: store.readFiles
			});
			const entry = findEntry(content.entries, {
				commit,
				key
			});
			if (!isUsable(entry.status, true)) throw new BaselineError(`the run of ${entry.commit.slice(0, 12)} ended as ${entry.status}: it holds no figures to accept`, { fix: "run the benchmark again for this commit" });
			accepted = {
				...entry,
				accepted: acceptance,
				usable: true
			};
			const entries = content.entries.map((other) => other === entry && accepted ? accepted : other);
			return keyEdit(content, {
				key,
				entries
			});
		}
	});
	if (!accepted) throw new Error("an accepted run is always found or refused");
	return {
		entry: accepted,
		sha
	};
}
async function prune(store, { policy = store.retention, before } = {}) {
	let removed = 0;
	const { sha } = await store.change({
		message: "Prune\n",
		edit: async (snapshot) => {
			removed = 0;
			const edits = [];
			for (const [key, figures] of Object.entries(snapshot.index.keys)) {
				const content = await readKey(snapshot, {
					key,
					readFiles: store.readFiles
				});
				const entries = before !== void 0 && Date.parse(figures.createdAt) < Date.parse(before) ? [] : retain(content.entries, policy);
				removed += content.entries.length - entries.length;
				const edit = keyEdit(content, {
					key,
					entries
				});
				if (edit.writes.size + edit.deletes.length > 0) edits.push(edit);
			}
			return edits.length === 0 ? void 0 : combine(edits);
		}
	});
	return {
		removed,
		...sha === void 0 ? {} : { sha }
	};
}
function combine(edits) {
	return {
		keys: new Map(edits.flatMap((edit) => [...edit.keys])),
		writes: new Map(edits.flatMap((edit) => [...edit.writes])),
		deletes: edits.flatMap((edit) => edit.deletes),
		bytes: edits.reduce((sum, edit) => sum + edit.bytes, 0)
	};
}
function findKey(index, given) {
	const keys = Object.keys(index.keys);
	if (given !== void 0 && keys.includes(given)) return given;
	const fitting = given === void 0 ? keys : keys.filter((key) => key.includes(given));
	const [only] = fitting;
	if (only !== void 0 && fitting.length === 1) return only;
	const found = fitting.length === 0 ? "no key fits" : `${fitting.length} keys fit`;
	throw new BaselineError(given === void 0 ? `${found}` : `${found} ${JSON.stringify(given)}`, {
		expected: keys.length === 0 ? "a branch with stored runs" : `part of one of: ${keys.join(", ")}`,
		fix: "see `mcp-bench baseline list`"
	});
}
function findEntry(entries, { commit, key }) {
	const fitting = /^[0-9a-f]{7,64}$/.test(commit) ? entries.filter((entry) => entry.commit.startsWith(commit)) : [];
	const [only] = fitting;
	if (only && fitting.length === 1) return only;
	throw new BaselineError(`${fitting.length} stored runs have a commit starting with ${JSON.stringify(commit)}`, {
		where: key,
		expected: "one, by at least seven digits of its id",
		fix: `see \`mcp-bench baseline show ${key}\``
	});
}
// src/baseline/verify.ts
async function verifyBranch(store) {
	const problems = [];
	const attempt = async (step) => {
		try {
			return await step();
		} catch (error) {
			if (!(error instanceof BaselineError)) throw error;
			problems.push(error.message);
			return;
		}
	};
	const snapshot = await attempt(() => store.snapshot());
	if (!snapshot) return {
		files: 0,
		entries: 0,
		records: 0,
		problems
	};
	const contents = await attempt(() => store.readFiles(snapshot.files, {
		maxBytes: maxFileBytes,
		describe: snapshot.describe
	}));
	const entries = [];
	let records = 0;
	for (const [path, bytes] of contents ?? []) {
		const where = snapshot.describe(path);
		const record = parseRecordPath(path);
		if (record) {
			const full = await attempt(() => unpackRecord(bytes, where));
			if (full && full.commit?.sha !== record.commit) problems.push(`${where}: the record is of another commit`);
			records++;
		} else if (shardKey(path) !== void 0) entries.push(...await attempt(() => parseShard(bytes.toString(), {
			path,
			where
		})) ?? []);
	}
	if (problems.length === 0) problems.push(...inconsistencies(snapshot, entries));
	return {
		files: snapshot.files.length,
		entries: entries.length,
		records,
		problems
	};
}
function inconsistencies({ index }, entries) {
	return [...new Set([...Object.keys(index.keys), ...entries.map((entry) => entry.key)])].flatMap((key) => {
		const own = entries.filter((entry) => entry.key === key).sort(byTime);
		const commits = new Set(own.map((entry) => entry.commit));
		const found = [];
		if (commits.size < own.length) found.push(`${key}: a commit is stored twice`);
		if (!isDeepStrictEqual(summariseKey(own), index.keys[key])) found.push(`${key}: the marker file does not match the stored runs`);
		return found;
	});
}
// src/report/exports/bencher.ts
const rowMetrics = [
	"p50",
	"p95",
	"p99",
	"throughput",
	"error_rate",
	"cpu_per_call"
];
function renderBencher({ head }) {
	const serverIds = metricIds.filter((id) => metric(id).scope === "server");
	const filled = [...head.rows.map((row) => [clean(row.row, 80), measures(row.statistics, rowMetrics)]), ["server", measures(head.server, serverIds)]].filter(([, values]) => Object.keys(values).length > 0);
	return `${JSON.stringify(Object.fromEntries(filled), null, 2)}\n`;
}
function measures(statistics, ids) {
	return Object.fromEntries(ids.flatMap((id) => {
		const statistic = measured(statistics, id);
		if (!statistic || !Number.isFinite(statistic.value)) return [];
		const scale = id === "p50" ? 1e6 : 1;
		const [low, high] = [Math.min(...statistic.rounds), Math.max(...statistic.rounds)];
		const value = {
			value: statistic.value * scale,
			lower_value: low * scale,
			upper_value: high * scale
		};
		return [[slug(id), value]];
	}));
}
function slug(id) {
	if (id === "p50") return "latency";
	if (id === "throughput") return "throughput";
	const name = id.replaceAll("_", "-");
	const { unit } = metric(id);
	return name.endsWith(unit) ? name : `${name}-${unit}`;
}
// src/report/exports/csv.ts
const header = [
	"row",
	"benchmark",
	"concurrency",
	"load",
	"metric",
	"unit",
	"base",
	"head",
	"change",
	"change_low",
	"change_high",
	"rounds",
	"samples_needed",
	"thresholds",
	"states"
];
function renderCsv(report) {
	const view = viewOf(report);
	const findings = groupBy(report.comparison.findings, (finding) => JSON.stringify([finding.row, finding.metric]));
	const line = (row, id, { metric: metricId, head, base }) => {
		const own = findings.get(JSON.stringify([id, metricId])) ?? [];
		const change = own.find((finding) => finding.change)?.change;
		const [headValue, baseValue] = [measured(head, metricId), measured(base, metricId)];
		return [
			...row,
			metricId,
			metric(metricId).unit,
			baseValue?.value,
			headValue?.value,
			change?.estimate,
			change?.low,
			change?.high,
			headValue?.rounds.length,
			headValue?.insufficient?.need,
			own.map(({ threshold }) => `${threshold.level} ${threshold.text}`).join("; "),
			own.map(({ state }) => state).join("; ")
		];
	};
	const rows = view.rows.flatMap(({ row, head, base }) => pairs(head?.statistics, base?.statistics).map((pair) => line([
		row.id,
		row.benchmark,
		inFlight(row.load),
		loadText(row.load)
	], row.id, pair)));
	const { head, base } = report;
	const server = (head.servers ? Object.keys(head.servers).map(serverRowOf) : [serverRow]).flatMap((row) => pairs(serverStatistics(head, row), base && serverStatistics(base, row)).map((pair) => line([
		row,
		"",
		void 0,
		void 0
	], row, pair)));
	return [
		header,
		...rows,
		...server
	].map((fields) => `${fields.map(field).join(",")}\r\n`).join("");
}
function inFlight(load) {
	return load.kind === "closed" ? load.concurrency : void 0;
}
function pairs(head, base) {
	return metricIds.filter((id) => measured(head, id) || measured(base, id)).map((id) => ({
		metric: id,
		head,
		base
	}));
}
function field(value) {
	if (value === void 0) return "";
	if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
	const visible = clean(value, 500);
	const harmless = /^[=+\-@]/.test(visible) ? `'${visible}` : visible;
	return /[",\r\n]/.test(harmless) ? `"${harmless.replace(/"/g, "\"\"")}"` : harmless;
}
// src/report/exports/github-action-benchmark.ts
const exported = [
	"p50",
	"p95",
	"p99",
	"mean",
	"throughput",
	"error_rate",
	"cpu_per_call"
];
function renderSmallerIsBetter(report) {
	return render$1(report, "less");
}
function renderBiggerIsBetter(report) {
	return render$1(report, "more");
}
function render$1({ head }, better) {
	const rows = head.rows.flatMap((row) => entries(row.row, {
		statistics: row.statistics,
		ids: exported,
		better
	}));
	const serverIds = metricIds.filter((id) => metric(id).scope === "server");
	const server = entries("server", {
		statistics: head.server,
		ids: serverIds,
		better
	});
	return `${JSON.stringify([...rows, ...server], null, 2)}\n`;
}
function entries(row, { statistics, ids, better }) {
	return ids.filter((id) => metric(id).better === better).flatMap((id) => {
		const statistic = measured(statistics, id);
		if (!statistic || !Number.isFinite(statistic.value)) return [];
		const { value, rounds } = statistic;
		const range = rounds.length > 1 ? { range: `± ${significant((Math.max(...rounds) - Math.min(...rounds)) / 2)}` } : {};
		return [{
			name: `${clean(row, 80)} ${metric(id).label}`,
			unit: unitOf(id),
			value,
			...range,
			extra: plural(rounds.length, "round")
		}];
	});
}
function unitOf(id) {
	const { unit } = metric(id);
	return unit === "per-second" ? "req/s" : unit === "ratio" ? "share" : unit;
}
// src/report/exports/junit.ts
function renderJunit(report) {
	const suites = [...groupBy(report.comparison.findings, (finding) => finding.row)].map(([row, findings]) => suite(row, findings));
	const isBroken = report.verdict.status === "errored" && !report.comparison.findings.some(isError);
	if (isBroken) suites.unshift(brokenSuite(report.verdict.sentence));
	return `${[
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
		`<testsuites name="mcp-bench" ${counts(report.comparison.findings, isBroken ? 1 : 0)}>`,
		...suites,
		"</testsuites>"
	].join("\n")}\n`;
}
function brokenSuite(sentence) {
	const error = `<error message="${xml(sentence, 500)}" type="errored"/>`;
	return `  <testsuite name="mcp-bench" ${counts([], 1)}>\n    <testcase classname="mcp-bench" name="run">${error}</testcase>\n  </testsuite>`;
}
function isError(finding) {
	return outcomeOf(finding) === "error";
}
function suite(row, findings) {
	const cases = findings.map((finding) => testcase(row, finding));
	return [
		`  <testsuite name="${xml(row, 80)}" ${counts(findings)}>`,
		...cases,
		"  </testsuite>"
	].join("\n");
}
function testcase(row, finding) {
	const { threshold, reason, metric, base, head, state } = finding;
	const open = `    <testcase classname="${xml(row, 80)}" name="${xml(`${metricLabel(finding)} ${threshold.level} ${threshold.text}`, 80)}"`;
	const outcome = outcomeOf(finding);
	const values = `${formatValue(metric, base)} → ${formatValue(metric, head)}, ${changeText(finding)}`;
	const message = xml(`${state}: ${reason || values}`, 500);
	if (outcome === "passed") return `${open}><system-out>${message} (${xml(values, 500)})</system-out></testcase>`;
	return `${open}><${outcome} message="${message}"${outcome === "skipped" ? "" : ` type="${state}"`}/></testcase>`;
}
function outcomeOf({ state, threshold }) {
	if (state === "pass" || state === "improved") return "passed";
	if (state === "errored") return "error";
	if (state === "regressed" || state === "over-budget") return threshold.level === "fail" ? "failure" : "passed";
	return "skipped";
}
function counts(findings, broken = 0) {
	const of = (outcome) => findings.filter((finding) => outcomeOf(finding) === outcome).length;
	return `tests="${findings.length + broken}" failures="${of("failure")}" errors="${of("error") + broken}" skipped="${of("skipped")}"`;
}
function xml(text, max) {
	return clean(text.replace(/[\ufffe\uffff]/g, ""), max).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}
// src/report/terminal-table.ts
const gap = "  ";
const narrowest = 16;
function terminalTable(block, cells, width) {
	const lines = [block.labels, ...cells];
	const natural = block.labels.map((_, column) => Math.max(...lines.map((line) => displayWidth(line[column] ?? ""))));
	const [first = 0, second = 0] = natural;
	const excess = total(natural) - width;
	const name = excess > 0 ? Math.max(Math.min(first, narrowest), first - excess) : first;
	const two = natural.length > 2 && block.align[1] === "left" && total([name, second]) < width / 2;
	const leading = two ? [0, 1] : [0];
	const start = total(two ? [name, second] : [name]);
	const room = Math.max(narrowest / 2, width - start - 2);
	const widths = [name, ...natural.slice(1).map((one) => Math.min(one, room))];
	return chunks(widths, {
		leading,
		start,
		width
	}).map((columns) => lines.map((line) => lineOf(line, {
		columns,
		widths,
		align: block.align
	})).join("\n")).join("\n\n");
}
function chunks(widths, { width, leading, start }) {
	const parts = [[...leading]];
	let used = start;
	for (let column = leading.length; column < widths.length; column++) {
		const needed = 2 + (widths[column] ?? 0);
		if (used + needed > width && (parts.at(-1)?.length ?? 0) > leading.length) {
			parts.push([...leading]);
			used = start;
		}
		parts.at(-1)?.push(column);
		used += needed;
	}
	return parts;
}
function lineOf(line, { columns, widths, align }) {
	return columns.map((column) => {
		const width = widths[column] ?? 0;
		const text = truncated(line[column] ?? "", width);
		const space = " ".repeat(Math.max(0, width - displayWidth(text)));
		return align[column] === "right" ? `${space}${text}` : `${text}${space}`;
	}).join(gap).trimEnd();
}
function total(widths) {
	return widths.reduce((sum, width) => sum + width, 2 * (widths.length - 1));
}
// src/report/terminal.ts
const codes = {
	bold: "1",
	red: "31",
	green: "32",
	yellow: "33",
	dim: "2"
};
const statusStyle = {
	pass: "green",
	regressed: "red",
	"over-budget": "red",
	errored: "red",
	inconclusive: "yellow",
	contaminated: "yellow",
	"not-comparable": "yellow",
	"no-baseline": "yellow"
};
function renderTerminal(report, { color, width }) {
	const paint = (style, text) => color ? `\u001b[${codes[style]}m${text}\u001b[0m` : text;
	const view = viewOf(report);
	const sections = sectionsOf(view, {
		charts: {
			inView: 0,
			folded: 0
		},
		history: 0,
		measured: 30
	});
	const others = sections.filter(({ id }) => ![
		"headline",
		"gate",
		"gated",
		"charts",
		"how-to-read"
	].includes(id));
	const [headline] = sections;
	const head = headline ? [`${paint(statusStyle[report.verdict.status], paint("bold", `${plainTitle(report)}: ${headline.title}`))}`] : [];
	const text = (section) => section.blocks.map((block) => blockText(block, {
		width,
		paint
	})).join("\n\n");
	return `${[
		...head,
		...headline ? [text(headline)] : [],
		...[...wholeGate(view, sections), ...others].map((section) => `${paint("bold", section.title)}\n${text(section)}`)
	].join("\n\n").replaceAll("\xA0", " ")}\n`;
}
function wholeGate(view, sections) {
	const all = gated(view);
	if (all.every(({ state }) => state === "no-baseline")) return [];
	const reasons = sections.flatMap(({ id, blocks }) => id === "gate" ? blocks.filter(({ kind }) => kind === "list") : []);
	return [{
		id: "gate",
		title: "Gated results",
		folded: false,
		blocks: [gatedTable(all, { whole: true }), ...reasons]
	}];
}
function plainTitle(report) {
	return terminalSafe(report.title, 80);
}
function blockText(block, { width, paint }) {
	switch (block.kind) {
		case "paragraph":
		case "alert": return wrapped(textOf(block.text), {
			width,
			indent: ""
		});
		case "list": return block.items.map((item) => `- ${wrapped(textOf(item), {
			width: width - 2,
			indent: "  "
		})}`).join("\n");
		case "command": return block.text.split(/\r\n|\r|\n/).map((line) => `  ${terminalSafe(line, 1e4)}`).join("\n");
		case "table": return colored(terminalTable(block, block.rows.map((row) => row.map(textOf)), width), paint);
		case "chart": return "";
	}
}
function colored(text, paint) {
	return text.replace(/(?:❌|💥)[ \u00a0][a-z ]*[a-z]/g, (sign) => paint("red", sign)).replace(/(?:✅|🟢)[ \u00a0][a-z ]*[a-z]/g, (sign) => paint("green", sign)).replace(/(?:⚠️|❔|➖)[ \u00a0][a-z ]*[a-z]/gu, (sign) => paint("yellow", sign));
}
function textOf(text) {
	return text.map(inline).join("");
}
function inline(part) {
	if (typeof part === "string") return part;
	if ("strong" in part) return part.strong;
	if ("name" in part) return terminalSafe(part.name, 80) || "–";
	if ("prose" in part) return terminalSafe(part.prose, 500);
	return `${part.link}: ${terminalSafe(part.url, 500)}`;
}
// src/cli/output.ts
const renderers = {
	terminal: (report) => renderTerminal(report, {
		color: wantsColor(),
		width: process.stdout.columns ?? 120
	}),
	markdown: renderSummary,
	comment: renderComment,
	html: async (report) => (await import("./html2.js")).renderHtml(report),
	json: renderJson,
	junit: renderJunit,
	csv: renderCsv,
	bencher: renderBencher,
	"benchmark-smaller": renderSmallerIsBetter,
	"benchmark-bigger": renderBiggerIsBetter
};
const formats = Object.keys(renderers);
async function render(report, format) {
	const renderer = renderers[format];
	if (!renderer) throw new RangeError(`unknown format ${format}`);
	return renderer(report);
}
function wantsColor() {
	return process.stdout.isTTY === true && !process.env.NO_COLOR;
}
function print(text) {
	process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
}
async function writeFileSafely(file, content) {
	const there = await lstat(file).catch(() => void 0);
	if (there && !there.isFile()) return writeFile(file, content);
	await writeResultFiles(path.dirname(file), { [path.basename(file)]: content });
}
async function checkWritable(...files) {
	for (const file of files) {
		if (file === void 0) continue;
		const there = await stat(file).catch(() => void 0);
		if (there?.isDirectory()) throw new ConfigError("a directory stands where the file is to go", { where: file });
		await mkdir(path.dirname(file), { recursive: true }).catch((error) => {
			throw new ConfigError(`its directory cannot be made: ${error.message}`, {
				where: file,
				cause: error
			});
		});
		await access(there ? file : path.dirname(file), constants.W_OK).catch((error) => {
			throw new ConfigError(`it cannot be written: ${error.message}`, {
				where: file,
				cause: error
			});
		});
	}
}
function printProgress(line) {
	process.stderr.write(`${plainText(line)}\n`);
}
// src/cli/baseline.ts
function baselineCommand() {
	const baseline = new Command("baseline").description("Look at and tend the baseline branch");
	const sub = (name, description) => baseline.command(name).description(description).option("--remote <url>", "where the branch is (default: origin of the checkout)").option("--branch <name>", "name of the branch", "mcp-bench-baseline");
	sub("list", "List the environments with stored runs").addHelpText("after", "\nExample:\n  mcp-bench baseline list\n").action((options) => withStore(options, list));
	sub("show", "List the stored runs of one environment").argument("[key]", "part of the environment's name; may be left out when there is one").addHelpText("after", "\nExample:\n  mcp-bench baseline show macos15\n").action((key, options) => withStore(options, (store) => show(store, key)));
	sub("accept", "Take a regression on purpose: the run becomes a baseline").argument("<commit>", "commit of the run").requiredOption("--reason <text>", "why it is accepted").option("--key <name>", "part of the environment's name").option("--by <name>", "who accepts it (default: the user)").addHelpText("after", "\nExample:\n  mcp-bench baseline accept 1a2b3c4 --reason \"encryption at rest costs 8 %\"\n").action((commit, options) => withStore(options, (store) => accept(store, {
		commit,
		...options
	})));
	sub("prune", "Thin out old runs").option("--before <date>", "also drop environments without a run since this date (YYYY-MM-DD)").addHelpText("after", "\nExample:\n  mcp-bench baseline prune --before 2026-01-01\n").action((options) => withStore(options, (store) => thin(store, options.before)));
	sub("verify", "Check every file of the branch").addHelpText("after", "\nExample:\n  mcp-bench baseline verify\n").action((options) => withStore(options, verify));
	sub("export", "Write every stored run as one JSON document").argument("[key]", "part of the environment's name").option("--output <file>", "write to a file instead of the terminal").addHelpText("after", "\nExample:\n  mcp-bench baseline export --output baseline.json\n").action((key, options) => withStore(options, (store) => write(store, {
		key,
		output: options.output
	})));
	return baseline;
}
async function withStore(options, work) {
	try {
		var _usingCtx$3 = _usingCtx();
		const token = process.env.GITHUB_TOKEN;
		const remote = await resolveRemote({
			directory: process.cwd(),
			environment: process.env,
			...options.remote ? { explicit: options.remote } : {},
			...token ? { token } : {}
		});
		return await work(_usingCtx$3.a(await openBranchStore({
			remote,
			branch: options.branch,
			environment: process.env,
			random: Math.random,
			sleep: (ms) => setTimeout(ms),
			now: () => Date.now(),
			log: (message) => process.stderr.write(`${message}\n`)
		})));
	} catch (_) {
		_usingCtx$3.e = _;
	} finally {
		await _usingCtx$3.d();
	}
}
async function list(store) {
	const keys = await listKeys(store);
	if (keys.length === 0) print("no run is stored");
	for (const { key, entries, createdAt } of keys) print(`${key}  ${plural(entries, "run")}, newest ${createdAt}`);
}
async function show(store, given) {
	const { key, entries } = await showKey(store, given);
	print(key);
	for (const { commit, createdAt, status, usable, accepted } of entries) print(`  ${createdAt}  ${commit.slice(0, 12)}  ${status}${usable ? "" : " (not a baseline)"}${accepted ? `, accepted by ${JSON.stringify(accepted.by)}: ${JSON.stringify(accepted.reason)}` : ""}`);
}
async function accept(store, { commit, key, by = userName(), reason }) {
	const { entry, sha } = await acceptRun(store, {
		commit,
		acceptance: {
			by,
			at: new Date().toISOString(),
			reason
		},
		...key ? { key } : {}
	});
	print(`accepted ${entry.commit.slice(0, 12)} of ${entry.key}; the branch is now at ${sha.slice(0, 12)}`);
}
function userName() {
	try {
		return userInfo().username;
	} catch {
		return "unknown";
	}
}
async function thin(store, before) {
	if (before !== void 0 && !isPastDay(before)) throw new BaselineError(`${JSON.stringify(before)} is not a date`, {
		where: "--before",
		expected: "a day in the past, as YYYY-MM-DD"
	});
	const { removed } = await prune(store, before === void 0 ? {} : { before });
	print(`${plural(removed, "run")} removed`);
}
function isPastDay(text) {
	return /^\d{4}-\d{2}-\d{2}$/.test(text) && Date.parse(text) < Date.now();
}
async function verify(store) {
	const { files, entries, records, problems } = await verifyBranch(store);
	print(`${plural(files, "file")}, ${plural(entries, "run")}, ${plural(records, "full record")}`);
	if (problems.length > 0) throw new BaselineError(`${plural(problems.length, "fault")}\n${problems.join("\n")}`);
}
async function write(store, { key, output }) {
	const text = JSON.stringify(await exportBranch(store, key));
	if (output) await writeFileSafely(output, text);
	else print(text);
}
// src/calibrate/replay.ts
const most = 40;
const share = .05;
function replayRun(scenario, options) {
	const rows = Array.from({ length: scenario.rows }, () => replayRow(scenario, options));
	const has = (state) => rows.some((row) => row.state === state);
	return {
		scenario: scenario.name,
		status: has("regressed") ? "regressed" : has("inconclusive") ? "inconclusive" : "pass",
		rounds: Math.max(...rows.map(({ rounds }) => rounds)),
		oneShot: rows.some(({ oneShot }) => oneShot)
	};
}
function replayRow({ limit }, { pool, gates, random }) {
	const seen = [];
	let state = "inconclusive";
	while (state === "inconclusive" && seen.length < most) {
		const drawn = pool[Math.floor(random() * pool.length)];
		if (!drawn) throw new RangeError("a replay needs recorded rounds");
		seen.push(drawn);
		if (seen.length >= 7) state = decideRow(seen, {
			limit,
			gates
		});
	}
	return {
		state,
		rounds: seen.length,
		oneShot: (seen[0]?.p50 ?? 0) > Math.log1p(limit)
	};
}
function decideRow(seen, { limit, gates }) {
	const p50 = decidePaired(values(seen, "p50"), {
		limit: Math.log1p(limit),
		gates
	});
	const guards = ["slowCalls", "stalls"].map((id) => decidePaired(values(seen, id), {
		limit: share,
		harm: 2 * share,
		gates
	}));
	const cpuValues = values(seen, "cpu");
	const cpu = cpuValues.length > 0 ? [decidePaired(cpuValues, {
		limit: Math.log1p(limit),
		harm: cpuHarm(Math.log1p(limit)),
		gates
	})] : [];
	const throughput = values(seen, "throughput");
	const loss = -Math.log1p(-.1);
	const alone = decidePaired(throughput, {
		limit: loss,
		gates
	});
	const isFine = (state) => state === "pass" || state === "improved";
	const vouched = [p50, ...guards].every(isFine) && hodgesLehmann(throughput) <= loss;
	const states = [
		p50,
		...guards,
		...cpu,
		alone === "inconclusive" && vouched ? "pass" : alone
	];
	if (states.includes("regressed")) return "regressed";
	return states.every(isFine) ? "pass" : "inconclusive";
}
function values(seen, id) {
	return seen.flatMap((round) => round[id] ?? []);
}
// src/calibrate/calibrate.ts
function missingTrials(done, { scenarios, trials, busy }) {
	const finished = new Set(done.filter((one) => one.busy === busy).map(({ scenario, seed }) => `${scenario} ${seed}`));
	return Array.from({ length: trials }, (_, seed) => scenarios.map((scenario) => ({
		scenario,
		seed
	}))).flat().filter(({ scenario, seed }) => !finished.has(`${scenario.name} ${seed}`));
}
function outcomesOf(trials, scenarios) {
	return trials.flatMap(({ scenario: name, status, rounds, seconds, oneShot }) => {
		const scenario = scenarios.find((candidate) => candidate.name === name);
		if (!scenario) return [];
		return [{
			scenario: name,
			status,
			rounds,
			seconds,
			oneShot: oneShot.some((change) => change > scenario.limit)
		}];
	});
}
function replays(trials, { scenarios, count, seed }) {
	return scenarios.flatMap((scenario) => {
		const own = trials.filter((trial) => trial.scenario === scenario.name);
		const pool = own.flatMap(({ figures }) => figures.flat());
		if (pool.length === 0) return [];
		const random = seededRandom(seed);
		const gates = Math.max(...own.map((trial) => trial.gates));
		return Array.from({ length: count }, () => replayRun(scenario, {
			pool,
			gates,
			random
		}));
	});
}
// src/calibrate/trial.ts
const figures = strictObject({
	p50: number(),
	throughput: number(),
	cpu: number().optional(),
	slowCalls: number(),
	stalls: number()
});
const trialSchema = strictObject({
	schema: literal(1),
	kind: literal("mcp-bench-trial"),
	scenario: string(),
	seed: number().int().nonnegative(),
	createdAt: datetime(),
	machine: string(),
	busy: boolean(),
	seconds: number().nonnegative(),
	rounds: number().int().positive(),
	gates: number().int().nonnegative(),
	status: string(),
	regressed: array(string()),
	open: array(string()),
	stopReason: string(),
	oneShot: array(number()),
	figures: array(array(figures))
});
function trialOf(record, { scenario, busy, seconds, comparison, verdict }) {
	const { environment, seed, createdAt, rounds, stopReason } = record;
	const of = (state) => comparison.findings.filter((finding) => finding.state === state && finding.threshold.level === "fail").map(({ row, metric }) => `${row} ${metric}`);
	const perRow = record.rows.map(({ id }) => figuresOf(record, id));
	return {
		schema: 1,
		kind: "mcp-bench-trial",
		scenario,
		seed,
		createdAt,
		machine: `${environment.os} ${environment.arch}, ${environment.cpuModel}, ${environment.cores} cores`,
		busy,
		seconds: round(seconds),
		rounds: rounds.length,
		gates: comparison.gates ?? 0,
		status: verdict.status,
		regressed: of("regressed"),
		open: of("inconclusive"),
		stopReason,
		oneShot: perRow.map(([first]) => round(Math.expm1(first?.p50 ?? 0))),
		figures: perRow
	};
}
function figuresOf(record, row) {
	const arms = {
		base: "base",
		head: "head"
	};
	const ratios = (id) => roundRatios(record, {
		row,
		id,
		arms
	});
	const [p50, throughput, cpu] = [
		ratios("p50"),
		ratios("throughput"),
		ratios("cpu_per_call")
	];
	const [slowCalls, stalls] = [roundDifferences(record, {
		row,
		id: "slow_calls",
		arms
	}), roundDifferences(record, {
		row,
		id: "stalls",
		arms
	})];
	return p50.map((one, index) => ({
		p50: round(one.worse),
		throughput: round(throughput[index]?.worse ?? 0),
		...cpu[index] ? { cpu: round(cpu[index].worse) } : {},
		slowCalls: round(slowCalls[index] ?? 0),
		stalls: round(stalls[index] ?? 0)
	}));
}
function round(value) {
	return Number(value.toFixed(5));
}
// src/calibrate/run-trial.ts
async function runTrial(scenario, options) {
	const { seed, busy, environment, signal, progress } = options;
	const from = systemClock.now();
	const record = await runPlan(planOf(scenario, options), {
		clock: systemClock,
		now: () => new Date(),
		signal,
		progress,
		environment: readEnvironment({
			env: environment,
			custom: {}
		}),
		command: ["control-server.js", ...scenario.flags].join(" "),
		harness,
		outlook: (soFar) => shouldContinue(soFar)
	});
	signal.throwIfAborted();
	const seconds = (systemClock.now() - from) / 1e3;
	const { comparison, verdict } = judge(record, {
		stored: {
			kind: "none",
			reason: "a calibration has no stored runs"
		},
		failOn: ["regression"],
		reproduce: ""
	});
	return trialOf({
		...record,
		seed
	}, {
		scenario: scenario.name,
		busy,
		seconds,
		comparison,
		verdict
	});
}
function planOf({ rows, requests, thresholds, flags }, options) {
	const { environment, seed, secondsPerRow } = options;
	const benchmarks = Array.from({ length: rows }, (_, row) => {
		const units = rows === 1 ? 70 : 20 + row * 7 % 60;
		return `  - { name: row ${row + 1}, tool: work, arguments: { units: ${units} } }`;
	});
	const text = [
		"server: { command: node, args: [control-server.js] }",
		`defaults: { requests: ${requests}, warmup: 10, time_budget: ${secondsPerRow * rows}s }`,
		`thresholds: ${thresholds}`,
		"benchmarks:",
		...benchmarks
	].join("\n");
	const control = controlLaunch(environment);
	return {
		...makePlan(parseConfig(text, "calibration"), {
			directory: tmpdir(),
			expansion: {
				environment: {},
				allowed: []
			},
			childEnvironment: () => ({}),
			seed
		}),
		arms: [
			{
				id: "head",
				side: "head",
				launch: controlLaunch(environment, flags)
			},
			{
				id: "base",
				side: "base",
				launch: control
			},
			{
				id: "control",
				side: "control",
				launch: control
			}
		]
	};
}
// src/calibrate/scenario.ts
const usual = {
	rows: 1,
	requests: 200,
	thresholds: "{}",
	limit: .1
};
const scenarios = [
	{
		...usual,
		name: "aa",
		title: "unchanged, 20 rows",
		flags: [],
		rows: 20,
		requests: 100,
		right: "quiet"
	},
	{
		...usual,
		name: "slower-5",
		title: "+5 % work, fail at +3 %",
		flags: ["--slowdown-percent", "5"],
		thresholds: "{ p50: +3% }",
		limit: .03,
		right: "found"
	},
	{
		...usual,
		name: "slower-10",
		title: "+10 % work, fail at +5 %",
		flags: ["--slowdown-percent", "10"],
		thresholds: "{ p50: +5% }",
		limit: .05,
		right: "found"
	},
	{
		...usual,
		name: "slow-path",
		title: "10 % of calls × 2",
		flags: ["--slow-path", "10"],
		right: "open"
	},
	{
		...usual,
		name: "pauses",
		title: "15 ms every 200 calls",
		flags: ["--pause-ms", "15"],
		right: "open"
	},
	{
		...usual,
		name: "leak",
		title: "1 KB kept per call",
		flags: ["--leak-bytes", "1024"],
		requests: 3e3,
		right: "open"
	}
];
// src/calibrate/tally.ts
function tally(outcomes, scenarios) {
	return scenarios.flatMap(({ name, title, right }) => {
		const own = outcomes.filter(({ scenario }) => scenario === name);
		if (own.length === 0) return [];
		const rate = (is) => {
			const share = {
				count: own.filter(is).length,
				of: own.length
			};
			return {
				...share,
				...wilsonInterval(share, normalCritical(.025))
			};
		};
		const seconds = own.flatMap((outcome) => outcome.seconds ?? []);
		return [{
			scenario: name,
			title,
			right,
			runs: own.length,
			pass: rate(({ status }) => status === "pass"),
			regressed: rate(({ status }) => status === "regressed"),
			inconclusive: rate(({ status }) => status === "inconclusive"),
			oneShot: rate((outcome) => outcome.oneShot),
			meanRounds: mean(own.map(({ rounds }) => rounds)),
			...seconds.length > 0 ? { meanSeconds: mean(seconds) } : {}
		}];
	});
}
function renderTallies(tallies) {
	const header = [
		"Scenario",
		"Runs",
		"Regressed",
		"Inconclusive",
		"Pass",
		"Rounds",
		"Seconds",
		"One-shot rule fails"
	];
	const rows = tallies.map((one) => [
		one.title,
		String(one.runs),
		...[
			one.regressed,
			one.inconclusive,
			one.pass
		].map(written),
		one.meanRounds.toFixed(1),
		one.meanSeconds === void 0 ? "–" : one.meanSeconds.toFixed(0),
		written(one.oneShot)
	]);
	return [
		header,
		header.map(() => "---"),
		...rows
	].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
function written({ count, of, low, high }) {
	const share = (value) => (100 * value).toFixed(1);
	return `${share(count / of)} % (${share(low)} to ${share(high)})`;
}
function mean(values) {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}
// src/calibrate/trials-file.ts
async function readTrials(file) {
	const lines = (await readFile(file, "utf8").catch((error) => {
		if (error.code === "ENOENT") return "";
		throw error;
	})).split("\n");
	lines.pop();
	return lines.map((line, index) => parse(line, `${file}:${index + 1}`));
}
async function appendTrial(file, trial) {
	await mkdir(path.dirname(path.resolve(file)), { recursive: true });
	const text = await readFile(file, "utf8").catch(() => "");
	const whole = text.slice(0, text.lastIndexOf("\n") + 1);
	if (whole !== text) await truncate(file, Buffer.byteLength(whole));
	await appendFile(file, `${JSON.stringify(trial)}\n`);
}
function parse(line, where) {
	let value;
	try {
		value = JSON.parse(line);
	} catch (cause) {
		throw new ConfigError("not JSON", {
			where,
			expected: "one finished trial per line",
			cause
		});
	}
	const result = trialSchema.safeParse(value);
	if (result.success) return result.data;
	const issue = result.error.issues[0];
	throw new ConfigError(`not a trial: ${issue?.path.join(".")}: ${issue?.message}`, { where });
}
// src/cli/calibrate.ts
function calibrateCommand() {
	const names = scenarios.map(({ name }) => name);
	return new Command("calibrate").description("Measure how often the decision is wrong on this machine, with a bundled server made slower on purpose").option("--trials <n>", "real trials of each scenario; those in the file count", wholeNumber, 40).option("--replays <n>", "seeded replays of each scenario from the rounds of its trials", wholeNumber, 2e3).option("--seed <n>", "seed of the replays", wholeNumber, 1).addOption(new Option("--scenario <names...>", "only these").choices(names).default(names, "all")).option("--seconds-per-row <n>", "longest time to measure one row", wholeNumber, 60).option("--busy", "keep one core busy meanwhile", false).option("--output <file>", "file of finished trials, continued where it ended", "calibration.jsonl").option("--json <file>", "write the table as JSON").addHelpText("after", "\nExample:\n  mcp-bench calibrate --trials 40 --json calibration.json\n").action(calibrate);
}
async function calibrate(options) {
	const { trials, busy, output, json } = options;
	const chosen = scenarios.filter(({ name }) => options.scenario.includes(name));
	const done = await readTrials(output);
	const missing = missingTrials(done, {
		scenarios: chosen,
		trials,
		busy
	});
	const signal = interruptSignal();
	const burner = busy && missing.length > 0 ? burnOneCore() : void 0;
	try {
		for (const [index, { scenario, seed }] of missing.entries()) {
			process.stderr.write(`trial ${index + 1} of ${missing.length}: ${scenario.name}, seed ${seed}\n`);
			const { secondsPerRow } = options;
			const trial = await runTrial(scenario, {
				seed,
				busy,
				secondsPerRow,
				environment: process.env,
				signal,
				progress: () => void 0
			});
			await appendTrial(output, trial);
			done.push(trial);
			process.stderr.write(`  ${trial.status} after ${trial.rounds} rounds, ${trial.seconds.toFixed(0)} s: ${trial.stopReason}\n`);
		}
	} finally {
		burner?.kill("SIGKILL");
	}
	const counted = done.filter((trial) => trial.busy === busy);
	const real = tally(outcomesOf(counted, chosen), chosen);
	const replayed = tally(replays(counted, {
		scenarios: chosen,
		count: options.replays,
		seed: options.seed
	}), chosen);
	print(`Real trials${busy ? ", one core kept busy" : ""}\n\n${renderTallies(real)}\n`);
	if (replayed.length > 0) print(`Seeded replays of the rounds of these trials\n\n${renderTallies(replayed)}`);
	const machines = [...new Set(counted.map(({ machine }) => machine))];
	if (json) await writeFileSafely(json, `${JSON.stringify({
		machines,
		busy,
		real,
		replayed
	}, null, 2)}\n`);
}
function burnOneCore() {
	return spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" });
}
function wholeNumber(text) {
	if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("a whole number is needed");
	return Number(text);
}
// src/cli/options.ts
function failOnOption() {
	return new Option("--fail-on <list>", "what exits with 1: regression, budget, inconclusive, contaminated, no-baseline, never").default(defaultFailOn, defaultFailOn.join()).argParser((text) => readFailOn(text, "--fail-on"));
}
function roundsOption() {
	return new Option("--rounds <n>", "fresh launches of the server, or auto").argParser((text) => readRounds(text, "--rounds"));
}
function timeBudgetOption() {
	return new Option("--time-budget <time>", "longest time to spend on measuring, such as 10m").argParser((text) => readDuration(text, "--time-budget"));
}
function shardOption() {
	return new Option("--shard <i/n>", "measure only this share of the benchmarks, such as 1/3").argParser((text) => readShard(text, "--shard"));
}
function seedOption() {
	return new Option("--seed <number>", "seed of every random choice, to repeat a run").argParser((text) => readSeed(text, "--seed"));
}
function passEnvOption() {
	return new Option("--pass-env <names>", "environment variables that ${NAME} in the configuration may name").default([], "none").argParser(readList);
}
// src/cli/compare.ts
function compareCommand() {
	return new Command("compare").description("Compare two records of `mcp-bench run --json`, the thresholds being those of the second; or decide once more on one record of a run with --compare-ref").argument("<base>", "record of the run to compare with; alone: a record that holds base and head").argument("[head]", "record of the run to judge").addOption(new Option("--format <name>", "how to print the report").choices(formats).default("terminal")).addOption(failOnOption()).addHelpText("after", "\nExample:\n  mcp-bench compare base.json head.json --format markdown\n  mcp-bench compare record.json --format json\n").action(compare);
}
async function compare(first, second, options) {
	const { failOn } = options;
	const report = second === void 0 ? replay(await readRecordFile(first), {
		file: first,
		failOn
	}) : judgeRecords({
		base: await readRecordFile(first),
		head: await readRecordFile(second)
	}, {
		failOn,
		reproduce: `npx mcp-bench compare ${first} ${second}`
	});
	print(await render(report, options.format));
	if (report.verdict.failed) process.exitCode = exitCode.regressed;
}
function replay(record, { file, failOn }) {
	if (!record.arms.some(({ side }) => side === "base")) throw new ConfigError("the record holds no base to compare head with", {
		where: file,
		expected: "a record of a run with --compare-ref, or two records"
	});
	return judge(record, {
		stored: {
			kind: "none",
			reason: "a record holds no stored run"
		},
		failOn,
		reproduce: `npx mcp-bench compare ${file}`
	});
}
// src/cli/demo.ts
const run$2 = promisify(execFile);
const controlServer = fileURLToPath(new URL("./control-server.js", import.meta.url));
const configuration = `version: 1
server: { command: node, args: [server.mjs] }
defaults: { requests: 40, warmup: 10, time_budget: 30s }
benchmarks:
  - { name: work, tool: work, arguments: { units: 100 }, concurrency: [1, 4, 16] }
  - { name: echo, tool: echo, arguments: { text: "call {{seq}}" } }
  - { method: tools/list }
`;
function demoCommand() {
	return new Command("demo").description("Measure two versions of a bundled server, the second one slower, with a local baseline branch").option("--comment <file>", "also write the pull-request comment, as Markdown").addHelpText("after", "\nExample:\n  mcp-bench demo\n").action(demo);
}
async function demo(options) {
	const folder = await mkdtemp(path.join(tmpdir(), "mcp-bench-demo-"));
	const signal = interruptSignal();
	try {
		const project = await createProject(folder);
		say("The first version of the server is measured and stored on the baseline branch of a local bare repository.");
		await commitServer(project, { slowdownPercent: 0 });
		await measureAndJudge({
			folder,
			project,
			signal
		});
		say("The second version does 60 % more work in its tool `work`. It is measured beside the first, round by round.");
		await commitServer(project, { slowdownPercent: 60 });
		const report = await measureAndJudge({
			folder,
			project,
			signal
		});
		if (options.comment) await writeFileSafely(options.comment, await render(report, "comment"));
		print("");
		print(await render(report, formats[0] ?? "terminal"));
	} finally {
		await rm(folder, {
			recursive: true,
			force: true,
			maxRetries: 3
		});
	}
}
function say(text) {
	process.stderr.write(`\n${text}\n`);
}
async function createProject(folder) {
	const project = path.join(folder, "project");
	await run$2("git", [
		"init",
		"--quiet",
		"--bare",
		path.join(folder, "remote.git")
	]);
	await run$2("git", [
		"init",
		"--quiet",
		project
	]);
	await writeFile(path.join(project, "mcp-bench.yml"), configuration);
	return project;
}
async function commitServer(project, { slowdownPercent }) {
	const source = `process.argv.push("--slowdown-percent", "${slowdownPercent}");\nawait import(${JSON.stringify(pathToFileURL(controlServer).href)});\n`;
	await writeFile(path.join(project, "server.mjs"), source);
	await run$2("git", ["add", "--all"], { cwd: project });
	await run$2("git", [
		...[
			"-c",
			"user.name=demo",
			"-c",
			"user.email=demo@example.com",
			"-c",
			"commit.gpgSign=false"
		],
		"commit",
		"--quiet",
		"--no-verify",
		"--message",
		`${slowdownPercent} % more work`
	], { cwd: project });
}
async function measureAndJudge({ folder, project, signal }) {
	try {
		var _usingCtx$2 = _usingCtx();
		const workingCopy = await readWorkingCopy(project, process.env);
		const parent = workingCopy?.commit.parents[0];
		const record = await benchmark({
			loaded: await loadConfig("mcp-bench.yml", project),
			directory: project,
			workingCopy,
			dirty: false,
			compare: parent ? {
				kind: "commit",
				sha: parent,
				why: "the version before"
			} : {
				kind: "none",
				reason: "the first version"
			},
			sources: [{ url: project }],
			environment: process.env,
			passEnv: [],
			seed: 1,
			signal,
			progress: (event) => {
				const line = event.kind === "row" ? void 0 : progressLine(event);
				if (line !== void 0) printProgress(line);
			}
		});
		const store = _usingCtx$2.a(await openBranchStore({
			remote: { url: path.join(folder, "remote.git") },
			branch: "mcp-bench-baseline",
			environment: process.env,
			random: Math.random,
			sleep: (ms) => setTimeout(ms),
			now: () => Date.now(),
			log: say
		}));
		const { entries, baselineSha } = await store.read(environmentKey(record));
		const report = judge(record, {
			stored: baselineSha ? {
				kind: "entries",
				entries
			} : {
				kind: "none",
				reason: "the baseline branch does not exist yet"
			},
			failOn: [],
			reproduce: "npx mcp-bench demo"
		});
		await store.append(entryFrom(record, {
			head: report.head,
			status: report.verdict.status
		}), { record });
		return report;
	} catch (_) {
		_usingCtx$2.e = _;
	} finally {
		await _usingCtx$2.d();
	}
}
// src/desk/checks.ts
const run$1 = promisify(execFile);
async function machineFindings() {
	return [
		node(process.versions.node),
		await git(),
		await resources(),
		cores(cpus().length, loadavg()[0] ?? 0)
	];
}
function node(version) {
	return Number.parseInt(version, 10) >= 20 ? {
		state: "good",
		what: "Node",
		text: version
	} : {
		state: "bad",
		what: "Node",
		text: `${version} is too old: install 20 or later`
	};
}
async function git() {
	const what = "git";
	try {
		const { stdout } = await run$1("git", ["--version"]);
		return gitVersion(stdout.trim());
	} catch {
		return {
			state: "bad",
			what,
			text: "not found: install git 2.39 or later to compare commits and keep a baseline"
		};
	}
}
function gitVersion(text) {
	const [, major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(text)?.map(Number) ?? [];
	return major > 2 || major === 2 && minor >= 39 ? {
		state: "good",
		what: "git",
		text
	} : {
		state: "odd",
		what: "git",
		text: `${text} is older than 2.39: comparing commits or the baseline may fail`
	};
}
async function resources() {
	const reader = resourceReader(process.platform);
	return (await reader.read([process.pid])).get(process.pid) ? {
		state: "good",
		what: "memory and CPU of processes",
		text: reader.method
	} : {
		state: "odd",
		what: "memory and CPU of processes",
		text: `cannot be read on ${process.platform}: latency is measured, resources are left out`
	};
}
function cores(count, load) {
	const what = "cores";
	const text = `${count}, load ${load.toFixed(1)}`;
	if (count < 2) return {
		state: "odd",
		what,
		text: `${text}: client and server share one, figures will be noisy`
	};
	if (load > count - 1) return {
		state: "odd",
		what,
		text: `${text}: something else is running, figures will be noisy`
	};
	return {
		state: "good",
		what,
		text
	};
}
async function baselineFinding({ directory, branch, environment }) {
	const what = "baseline branch";
	try {
		try {
			var _usingCtx$1 = _usingCtx();
			const remote = await resolveRemote({
				directory,
				environment
			});
			const tip = await _usingCtx$1.a(await openRepository({
				remote,
				branch,
				environment
			})).fetchTip();
			if (!tip.ok) return {
				state: "odd",
				what,
				text: `${branch} cannot be read: ${tip.message}`
			};
			return {
				state: "good",
				what,
				text: `${branch} ${tip.sha === void 0 ? "does not exist yet; the first publish run makes it" : `at ${tip.sha.slice(0, 12)}`}`
			};
		} catch (_) {
			_usingCtx$1.e = _;
		} finally {
			await _usingCtx$1.d();
		}
	} catch (error) {
		if (!(error instanceof BaselineError)) throw error;
		return {
			state: "odd",
			what,
			text: error.message
		};
	}
}
// src/desk/look.ts
function readTools(loaded, options) {
	return onPlan(loaded, options, async ({ arms: [arm] }) => {
		if (!arm) throw new RangeError("a plan has at least one arm");
		const { signal } = options;
		const server = await launchServer(arm.launch, {
			clock: systemClock,
			signal
		});
		try {
			const session = await server.connect();
			const { capabilities, wire } = session;
			const asking = {
				clock: systemClock,
				signal,
				timeoutMs: arm.launch.startupTimeoutMs
			};
			const { results } = capabilities.has("tools") ? await listPages(wire, "tools/list", asking) : { results: [] };
			await session.close();
			return results.flatMap(toolsOf);
		} finally {
			await server.stop();
		}
	});
}
function tryConfiguration(loaded, { warn, ...options }) {
	const { signal } = options;
	return onPlan(loaded, options, (plan) => probe(plan, {
		launch: launchServer,
		clock: systemClock,
		signal,
		warn
	}));
}
async function onPlan(loaded, { directory, environment, passEnv, signal }, work) {
	const plan = makePlan(loaded, {
		directory,
		expansion: {
			environment,
			allowed: passEnv
		},
		childEnvironment: (configured) => childEnvironment(environment, configured),
		seed: 0
	});
	if (!plan.services) return work(plan);
	const services = await startServices(plan.services, {
		clock: systemClock,
		signal
	});
	try {
		const arms = plan.arms.map((arm) => ({
			...arm,
			launch: withServicePorts(arm.launch, services.ports)
		}));
		return await work({
			...plan,
			arms
		});
	} finally {
		await services.stop();
	}
}
function toolsOf({ tools }) {
	if (!Array.isArray(tools)) return [];
	return tools.filter(isObject).map(({ name, inputSchema, annotations }) => ({
		name: String(name),
		readOnly: isObject(annotations) && annotations.readOnlyHint === true,
		inputSchema
	}));
}
// src/cli/doctor.ts
function doctorCommand() {
	return new Command("doctor").description("Check the machine, the configuration, the server and the baseline branch").option("--server <command line>", "command line that starts the server over stdio").option("--config <file>", "configuration file (default: mcp-bench.yml)").option("--working-directory <dir>", "directory in which the server and relative paths are taken", ".").option("--branch <name>", "name of the baseline branch", "mcp-bench-baseline").addOption(passEnvOption()).addHelpText("after", "\nExample:\n  mcp-bench doctor --config mcp-bench.yml\n").action(doctor);
}
async function doctor(options) {
	const directory = realDirectory(options.workingDirectory);
	for (const finding of await machineFindings()) tell(finding);
	tell(await baselineFinding({
		directory,
		branch: options.branch,
		environment: process.env
	}));
	const loaded = await attempt("configuration", async () => {
		const found = await chooseConfig(options, directory);
		return {
			value: found,
			text: found.file ?? "none: what the server offers is measured"
		};
	});
	if (loaded) await lookInto(loaded, {
		...options,
		directory
	});
}
async function lookInto(loaded, { directory, passEnv }) {
	const warn = (text) => tell({
		state: "odd",
		what: "server",
		text
	});
	const options = {
		directory,
		environment: process.env,
		passEnv,
		signal: interruptSignal(),
		warn
	};
	const found = await attempt("server", async () => {
		const value = await tryConfiguration(loaded, options);
		const { name, version, protocol } = value.identity;
		return {
			value,
			text: `${name} ${version}, protocol ${protocol}`
		};
	});
	if (!found) return;
	tell({
		state: "good",
		what: "benchmarks",
		text: `${plural(found.rows.length, "row")} can be measured`
	});
	for (const { benchmark, reason } of found.skipped) tell({
		state: "odd",
		what: "benchmarks",
		text: `${benchmark} is skipped: ${reason}`
	});
}
async function attempt(what, work) {
	try {
		const { value, text } = await work();
		tell({
			state: "good",
			what,
			text
		});
		return value;
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		tell({
			state: "bad",
			what,
			text: error.message
		});
		process.exitCode = error.exitCode;
		return;
	}
}
const signs = {
	good: "ok  ",
	odd: "note",
	bad: "FAIL"
};
function tell({ state, what, text }) {
	print(plainText(`${signs[state]}  ${what}: ${text}`));
	if (state === "bad") process.exitCode ??= exitCode.usage;
}
// src/desk/sample-arguments.ts
var import_dist = require_dist();
const deepest = 5;
function sampleArguments(schema) {
	const sample = sampleOf({
		...isObject(schema) ? schema : {},
		type: "object"
	}, 0);
	return isJsonObject(sample) ? sample : {};
}
function sampleOf(schema, depth) {
	if (!isObject(schema) || depth > deepest) return null;
	const { default: preset, examples, const: only, enum: choices, anyOf, oneOf } = schema;
	const [given] = [
		preset,
		first(examples),
		only,
		first(choices)
	].filter(isJson);
	if (given !== void 0) return given;
	const [variant] = [first(anyOf), first(oneOf)].filter((one) => one !== void 0);
	if (variant !== void 0 && schema.type === void 0) return sampleOf(variant, depth + 1);
	switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
		case "object": return objectOf(schema, depth);
		case "array": return Number(schema.minItems) > 0 ? [sampleOf(schema.items, depth + 1)] : [];
		case "integer":
		case "number": return typeof schema.minimum === "number" && schema.minimum > 0 ? schema.minimum : 1;
		case "boolean": return false;
		case "string": return "text";
		default: return null;
	}
}
function objectOf({ properties, required }, depth) {
	const names = Array.isArray(required) ? required.map(String) : [];
	const schemas = isObject(properties) ? properties : {};
	const schemaOf = (name) => Object.hasOwn(schemas, name) ? schemas[name] : void 0;
	return Object.fromEntries(names.map((name) => [name, sampleOf(schemaOf(name), depth + 1)]));
}
function first(list) {
	return Array.isArray(list) ? list[0] : void 0;
}
function isJson(value) {
	return value !== void 0;
}
function isJsonObject(value) {
	return isObject(value);
}
// src/desk/starter-config.ts
function starterConfig(server, { rows, tools }) {
	const measured = new Set(rows.map(({ operation }) => isCall(operation) ? operation.target : void 0));
	const others = tools.filter(({ name }) => !measured.has(name));
	return [
		"version: 1",
		(0, import_dist.stringify)(server, plainStyle).trimEnd(),
		"# build: npm ci && npm run build   # in each checkout, before anything is timed",
		"defaults: { requests: 100, warmup: 10, timeout: 30s }",
		"benchmarks:",
		...rows.map(({ operation }) => element(isCall(operation) ? { tool: operation.target } : { method: operation.method })),
		...others.length > 0 ? [invitation, ...others.map((tool) => comment(element(callOf(tool))))] : [],
		"thresholds:",
		"  p50: { warn: +5%, fail: +10% }",
		"  error_rate: +0.5pp",
		""
	].join("\n");
}
function isCall({ method }) {
	return method === "tools/call";
}
const invitation = ["  # These need arguments, take long, or do not declare themselves read-only. Correct the arguments, and take the", "  # comment signs away from those that may be called again and again:"].join("\n");
const plainStyle = { lineWidth: 0 };
function callOf({ name, inputSchema }) {
	return {
		tool: name,
		arguments: sampleArguments(inputSchema)
	};
}
function element(benchmark) {
	return (0, import_dist.stringify)([benchmark], plainStyle).trimEnd().split("\n").map((line) => `  ${line}`).join("\n");
}
function comment(text) {
	return plainText(text).replace(/^ {2}/gm, "  # ");
}
// src/desk/starter-workflow.ts
function starterWorkflow(directory) {
	return `name: MCP Bench
on: pull_request
jobs:
  bench:
    runs-on: macos-latest
    timeout-minutes: 30
    permissions: { contents: read, pull-requests: write }
    steps:
      - uses: actions/checkout@v7
        with: { persist-credentials: false }
      - uses: org/mcp-bench-action@v1${directory === "" ? "" : `\n        with: ${(0, import_dist.stringify)({ "working-directory": directory }, flow).trim()}`}
`;
}
const flow = {
	collectionStyle: "flow",
	lineWidth: 0
};
// src/cli/init.ts
function initCommand() {
	return new Command("init").description("Write a first mcp-bench.yml, and a workflow that uses it, for a server").option("--server <command line>", "command line that starts the server over stdio").option("--server-config <file>", "file with `mcpServers`, as clients have it (default: .mcp.json where it exists)").option("--server-name <name>", "which server of that file").option("--working-directory <dir>", "directory in which the server is started and mcp-bench.yml is written", ".").option("--no-workflow", "leave .github/workflows/mcp-bench.yml out").option("--force", "replace files that exist").addOption(passEnvOption()).addHelpText("after", "\nExample:\n  mcp-bench init --server \"node dist/server.js\"\n").action(init);
}
async function init(options) {
	const directory = realDirectory(options.workingDirectory);
	const root = checkoutAround(directory) ?? directory;
	const inside = path.relative(root, directory).split(path.sep).join("/");
	const configFile = path.join(directory, defaultConfigFile);
	const workflowFile = path.join(root, ".github", "workflows", "mcp-bench.yml");
	const files = options.workflow ? [configFile, workflowFile] : [configFile];
	const there = files.filter((file) => existsSync(file));
	if (there.length > 0 && !options.force) throw new ConfigError("the file exists already", {
		where: there.join(", "),
		fix: "add --force to replace it"
	});
	const lines = chooseServer(options, directory);
	const loaded = "server" in lines ? configFromCommandLine(lines.server) : parseConfig(JSON.stringify(lines), lines.server_config, { workingDirectory: directory });
	const look = {
		directory,
		environment: process.env,
		passEnv: options.passEnv,
		signal: interruptSignal()
	};
	const { identity, rows } = await tryConfiguration(loaded, {
		...look,
		warn: () => void 0
	});
	const text = starterConfig(lines, {
		rows,
		tools: await readTools(loaded, look)
	});
	parseConfig(text, defaultConfigFile, { workingDirectory: directory });
	await writeFileSafely(configFile, text);
	if (options.workflow) await writeFileSafely(workflowFile, starterWorkflow(inside));
	const { name, version, protocol } = identity;
	print(plainText(`${name} ${version}, protocol ${protocol}: ${plural(rows.length, "benchmark")} to begin with`));
	for (const file of files) print(`wrote ${path.relative(process.cwd(), file) || file}`);
	print(`next: correct what it says, then ${inside === "" ? "" : `in ${inside}: `}npx mcp-bench run`);
}
function checkoutAround(directory) {
	if (existsSync(path.join(directory, ".git"))) return directory;
	const parent = path.dirname(directory);
	return parent === directory ? void 0 : checkoutAround(parent);
}
function chooseServer({ server, serverConfig, serverName }, directory) {
	if (server && serverConfig) throw new ConfigError("both a command line and a file with servers are given", { expected: "one of them" });
	if (server) return { server };
	const file = serverConfig ?? ".mcp.json";
	if (!serverConfig && !existsSync(path.join(directory, file))) throw new ConfigError("no server is named and there is no .mcp.json", {
		where: directory,
		fix: "name the command line, such as --server \"node dist/server.js\""
	});
	return {
		server_config: file,
		...serverName ? { server_name: serverName } : {}
	};
}
// src/cli/merge.ts
function mergeCommand() {
	return new Command("merge").description("Pool records of several runners: shards of the benchmarks, or replicas of the same ones").argument("<records...>", "records of `mcp-bench run --json`").option("--output <file>", "write to a file instead of the terminal").addHelpText("after", "\nExample:\n  mcp-bench merge shard-1.json shard-2.json --output record.json\n").action(merge);
}
async function merge(files, options) {
	const records = await Promise.all(files.map(async (name) => ({
		name,
		record: await readRecordFile(name)
	})));
	const text = JSON.stringify(mergeRecords(records));
	if (options.output) await writeFileSafely(options.output, text);
	else print(text);
}
// src/cli/report.ts
function reportCommand() {
	return new Command("report").description("Render a record of `mcp-bench run --json`").argument("[record]", "record of a run").option("--base <record>", "record of the run to compare with").addOption(new Option("--format <name>", "how to render it").choices(formats).default("terminal")).option("--history", "instead of a record, the whole baseline branch as a dashboard (with --format html)").option("--remote <url>", "where the baseline branch is (default: origin of the checkout)").option("--branch <name>", "name of the baseline branch", "mcp-bench-baseline").option("--output <file>", "write to a file instead of the terminal").addHelpText("after", "\nExample:\n  mcp-bench report record.json --format junit --output report.xml\n").action(report);
}
async function report(file, options) {
	const text = options.history ? await dashboard(file, options) : await rendered(file, options);
	if (options.output) await writeFileSafely(options.output, text);
	else print(text);
}
async function rendered(file, options) {
	if (file === void 0) throw new ConfigError("no record is named", { fix: "name a file written by `mcp-bench run --json`, or give --history" });
	const record = await readRecordFile(file);
	const shared = {
		failOn: defaultFailOn,
		reproduce: `npx mcp-bench report ${file}`
	};
	return render(options.base ? judgeRecords({
		base: await readRecordFile(options.base),
		head: record
	}, shared) : judge(record, {
		...shared,
		stored: {
			kind: "none",
			reason: "no record to compare with was given (--base)"
		}
	}), options.format);
}
async function dashboard(file, options) {
	if (file !== void 0 || options.format !== "html") throw new ConfigError("the history is one HTML page of the baseline branch", { expected: "--history --format html, and no record" });
	const { renderDashboard } = await import("./dashboard.js");
	return withStore(options, async (store) => renderDashboard(await exportBranch(store)));
}
// src/cli/run.ts
function runCommand() {
	return new Command("run").description("Measure an MCP server and print the report").option("--server <command line>", "command line that starts the server over stdio, for a run without a configuration file").option("--config <file>", "configuration file (default: mcp-bench.yml)").option("--working-directory <dir>", "directory in which the server, the build and relative paths are taken", ".").option("--compare-ref <ref>", "branch, tag or commit to build and measure side by side").option("--json <file>", "write the record of the run").option("--markdown <file>", "write the report as Markdown, with charts").option("--html <file>", "write the report as a page of its own, with charts").addOption(failOnOption()).addOption(roundsOption()).addOption(timeBudgetOption()).addOption(shardOption()).option("--quick", "a tenth of the requests, warm-up and durations, in one round: shows whether a configuration works; its figures decide nothing").addOption(passEnvOption()).option("--runner-key <name>", "names this class of machines in the baseline key").addOption(seedOption()).addHelpText("after", "\nExample:\n  mcp-bench run --server \"npx -y @modelcontextprotocol/server-everything stdio\" --json record.json\n").action(run);
}
async function run(options) {
	const directory = realDirectory(options.workingDirectory);
	await checkWritable(options.json, options.markdown, options.html);
	const loaded = await chooseConfig(options, directory);
	const workingCopy = await readWorkingCopy(directory, process.env);
	const compareRef = (options.compareRef === void 0 ? void 0 : await resolveCommit(options.compareRef, {
		directory,
		environment: process.env
	})) ?? options.compareRef;
	const head = workingCopy?.commit ?? {
		sha: "",
		parents: []
	};
	const remote = options.compareRef ? await resolveRemote({
		directory,
		environment: process.env
	}).catch(() => void 0) : void 0;
	const record = await benchmark({
		loaded,
		directory,
		workingCopy,
		dirty: workingCopy !== void 0 && await hasLocalChanges(directory, process.env),
		compare: chooseCompareTarget({
			kind: "other",
			name: "a run at the desk"
		}, {
			compareRef,
			head
		}),
		sources: [{ url: workingCopy?.root ?? directory }, ...remote ? [remote] : []],
		environment: process.env,
		passEnv: options.passEnv,
		runnerKey: options.runnerKey,
		rounds: options.rounds,
		timeBudgetMs: options.timeBudget,
		shard: options.shard,
		quick: options.quick,
		seed: options.seed ?? randomInt(2 ** 32),
		signal: interruptSignal(),
		progress: (event) => {
			const line = progressLine(event);
			if (line !== void 0) printProgress(line);
		}
	});
	if (options.json) await writeFileSafely(options.json, JSON.stringify(record));
	const report = judge(record, {
		stored: {
			kind: "none",
			reason: "a run at the desk has no stored baseline; measure another commit beside it with --compare-ref"
		},
		failOn: options.failOn,
		reproduce: reproduceCommand({
			...options,
			compareRef,
			timeBudgetMs: options.timeBudget,
			seed: record.seed
		}),
		configFile: options.server ? void 0 : options.config ?? "mcp-bench.yml"
	});
	if (options.markdown) await writeFileSafely(options.markdown, await render(report, "markdown"));
	if (options.html) await writeFileSafely(options.html, await render(report, "html"));
	print(await render(report, "terminal"));
	if (report.verdict.failed) process.exitCode = report.verdict.status === "errored" ? exitCode.server : exitCode.regressed;
}
// src/cli.ts
const program = new Command("mcp-bench").description("Catch performance regressions in MCP servers before they are merged").version(version).addHelpText("after", "\nExit codes: 0 pass or inconclusive, 1 regressed or over a budget, 2 wrong usage or configuration, 3 the server failed, 4 a fault of mcp-bench\n").showHelpAfterError("(see --help)").exitOverride().configureHelp({ showGlobalOptions: false });
for (const command of [
	initCommand(),
	doctorCommand(),
	runCommand(),
	compareCommand(),
	reportCommand(),
	mergeCommand(),
	demoCommand(),
	baselineCommand(),
	calibrateCommand()
]) program.addCommand(command);
for (const command of withSubcommands(program)) command.exitOverride().showHelpAfterError("(see --help)");
process.stdout.on("error", (error) => {
	if (error.code !== "EPIPE") throw error;
	process.exit();
});
try {
	await program.parseAsync(process.argv);
} catch (error) {
	process.exitCode = explain(error);
}
function withSubcommands(command) {
	return [command, ...command.commands.flatMap(withSubcommands)];
}
function explain(error) {
	if (error instanceof UserError) {
		if (error instanceof BuildError && error.output) console.error(plainText(error.output));
		console.error(plainText(`mcp-bench: ${error.message}`));
		return error.exitCode;
	}
	if (error instanceof Error && "code" in error && String(error.code).startsWith("commander.")) return "exitCode" in error && error.exitCode === 0 ? exitCode.ok : exitCode.usage;
	console.error(`mcp-bench: a fault of ours, please report it: ${error instanceof Error ? error.stack : error}`);
	return exitCode.internal;
}
export {};
