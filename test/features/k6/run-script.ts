/** One answer of a server, as k6 gives it to a script. */
export interface Answer {
  readonly status?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly ms?: number;
  readonly error_code?: number;
}

export interface Request {
  readonly url: string;
  /** Parsed where it is JSON. */
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly verb: string;
  /** Says whether k6 counts it among requests that failed or did not. */
  readonly isCounted: boolean;
}

interface Params {
  readonly headers: Readonly<Record<string, string>>;
  readonly responseCallback?: null;
}

interface Ran {
  readonly requests: readonly Request[];
  /** Keyed by metric, what was added to it. */
  readonly added: Readonly<Record<string, readonly unknown[]>>;
  readonly checks: Readonly<Record<string, boolean>>;
  readonly warnings: readonly string[];
}

interface Script {
  readonly options: Options;
  readonly rows: Readonly<Record<string, unknown>>;
  readonly measure: () => void;
}

interface Options {
  readonly scenarios: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly thresholds: Readonly<Record<string, readonly string[]>>;
}

interface Running {
  readonly answer: (request: Request) => Answer;
  readonly environment?: Readonly<Record<string, string>>;
  readonly iterations?: number;
}

/** Returns what a script declares, without a run. */
export function declared(text: string): Script {
  return load(text, { answer: () => ({}) }).script;
}

/** Runs the first scenario of a script of k6, its modules replaced by ones that ask nobody. */
export function runScript(text: string, running: Running): Ran {
  const { script, ran, at } = load(text, running);
  const [scenario = ""] = Object.keys(script.options.scenarios);
  for (let seq = 0; seq < (running.iterations ?? 1); seq++) {
    at.scenario = { name: scenario, iterationInTest: seq };
    script.measure();
  }
  return ran;
}

function load(text: string, { answer, environment = {} }: Running) {
  const requests: Request[] = [];
  const added: Record<string, unknown[]> = {};
  const checks: Record<string, boolean> = {};
  const warnings: string[] = [];
  const at = { scenario: { name: "", iterationInTest: 0 }, vu: { idInTest: 1 } };
  const send = (verb: string, url: string, body: string | null, { headers, responseCallback }: Params) => {
    const request = { verb, url, body: parsed(body), headers, isCounted: responseCallback !== null };
    requests.push(request);
    const { status = 200, body: text = "", headers: own = {}, ms = 1, error_code = 0 } = answer(request);
    const type = { "Content-Type": "application/json" };
    return { status, body: text, headers: { ...type, ...own }, timings: { duration: ms }, error: "broken", error_code };
  };
  class Metric {
    readonly #name: string;
    constructor(name: string) {
      this.#name = name;
    }
    add(value: unknown, tags?: object) {
      const said = tags && Object.keys(tags).length > 0 ? [value, tags] : value;
      added[this.#name] = [...(added[this.#name] ?? []), said];
    }
  }
  const modules = {
    check: (value: unknown, sets: Readonly<Record<string, (value: unknown) => boolean>>) => {
      for (const [name, holds] of Object.entries(sets)) checks[name] = holds(value);
    },
    sleep: () => undefined,
    encoding: { b64encode: (value: string) => Buffer.from(value).toString("base64") },
    exec: at,
    http: {
      post: (url: string, body: string, params: Params) => send("POST", url, body, params),
      request: send,
    },
    Rate: Metric,
    Trend: Metric,
    __ENV: environment,
    console: { warn: (line: string) => warnings.push(line) },
  };
  const body = text.replace(/^import .*$/gm, "").replace(/^export /gm, "");
  const make = new Function(...Object.keys(modules), `${body}\nreturn { options, rows, measure };`);
  const script: Script = make(...Object.values(modules));
  return { script, ran: { requests, added, checks, warnings }, at };
}

function parsed(body: string | null): unknown {
  try {
    return JSON.parse(body ?? "null");
  } catch {
    return body;
  }
}
