/** Fields of every error of ours: one sentence on what was found, and advice. */
interface Explanation {
  /** Place: a file with line and column, an input name, a commit. */
  readonly where?: string | undefined;
  readonly expected?: string | undefined;
  readonly fix?: string | undefined;
  readonly cause?: unknown;
}

/** Exit codes of the command line (see docs/cli.md). */
export const exitCode = { ok: 0, regressed: 1, usage: 2, server: 3, internal: 4 } as const;

/** An error whose message is meant for the person who runs the benchmark; no stack trace is shown. */
export class UserError extends Error {
  readonly exitCode: number = exitCode.usage;
  /** Finding without the advice; `summary`: with its place. */
  readonly found: string;
  readonly summary: string;
  readonly explanation: Explanation;

  constructor(found: string, explanation: Explanation = {}) {
    const { where, expected, fix, cause } = explanation;
    const summary = where ? `${oneShortLine(where)}: ${found}` : found;
    const lines = [summary];
    if (expected) lines.push(`  expected: ${expected}`);
    if (fix) lines.push(`  fix: ${fix}`);
    super(lines.join("\n"), cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.found = found;
    this.summary = summary;
    this.explanation = explanation;
  }
}

/** A place may have a name that a stranger chose, such as a folder of an artifact. */
function oneShortLine(where: string): string {
  return where.slice(0, 1_000).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
}

/** Wrong usage or configuration. */
export class ConfigError extends UserError {}

/** The server under test could not be started, reached or understood. */
export class ServerError extends UserError {
  override readonly exitCode: number = exitCode.server;
}

/** A service that runs beside the server under test could not be started, or ended, by whatever fault. */
export class ServiceError extends ServerError {
  readonly service: string;

  constructor(found: string, { service, ...explanation }: Explanation & { readonly service: string }) {
    super(found, explanation);
    this.service = service;
  }
}

/** The baseline branch could not be read or written, or holds something unexpected. */
export class BaselineError extends UserError {}

/** A signal ended the command before there was anything to report. */
export class Interrupted extends UserError {
  override readonly exitCode: number;
  readonly signal: string;

  /** `exitCode`: what shells give for a command ended by this signal. */
  constructor(signal: string, { exitCode }: { readonly exitCode: number }) {
    super(`interrupted (${signal}) before there was anything to report`);
    this.signal = signal;
    this.exitCode = exitCode;
  }
}

/** Recognises errors of the operating system: a deleted directory, no descriptors left. */
export function isOfTheSystem(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error && "code" in error && /^E[A-Z0-9]+$/.test(String(error.code));
}

/** Returns what happened, without advice: for records, whose reports give advice of their own. */
export function summaryOf(error: unknown): string {
  return error instanceof UserError ? error.summary : messageOf(error);
}

/** Returns the message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
