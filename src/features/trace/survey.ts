import { isCredentialName, redactCredentials } from "../../base/credentials.ts";
import { canonicalJson, type JsonObject } from "../../base/json.ts";
import { methods } from "../../model/request.ts";
import { redactText } from "../../record/redact.ts";
import { Redactor } from "../../record/redactor.ts";
import { type SeenCall, views } from "./call.ts";

/** Counts the most frequent of any number of keys in bounded memory: rare ones are forgotten now and then. */
class Frequent<Value> {
  readonly #most: number;
  #counts = new Map<string, { readonly value: Value; count: number }>();

  constructor(most: number) {
    this.#most = most;
  }

  add(key: string, value: () => Value): void {
    const known = this.#counts.get(key);
    if (known) known.count++;
    else this.#counts.set(key, { value: value(), count: 1 });
    if (this.#counts.size < 2 * this.#most) return;
    const kept = [...this.#counts].toSorted(([, a], [, b]) => b.count - a.count).slice(0, this.#most);
    this.#counts = new Map(kept);
  }

  /** The most frequent first; of equal ones, the one that came first. */
  ranked(): { readonly value: Value; readonly count: number }[] {
    return [...this.#counts.values()].toSorted((a, b) => b.count - a.count);
  }
}

/** Limits of what is kept of a trace, however long. */
const most = {
  operations: 500,
  argumentsOfEach: 64,
  argumentBytes: 16_384,
  groups: 2_000,
  minutes: 10_000,
  turns: 256,
};

/** Steps of a turn that are looked at. */
const longestTurn = 8;

export interface Operation {
  readonly method: string;
  readonly target: string;
}

export type Survey = ReturnType<Gathering["survey"]>;
export type SurveyedOperation = Survey["operations"][number];

interface Gathered extends Operation {
  calls: number;
  readonly arguments: Frequent<JsonObject>;
}

/** Gathers the calls that one end of them saw. */
class Gathering {
  calls = 0;
  readonly #secrets: readonly string[];
  readonly #redactor: Redactor;
  readonly #operations = new Map<string, Gathered>();
  readonly #minutes = new Frequent<number>(most.minutes);
  readonly #groups = new Map<string, { readonly timeMs: number; readonly key: string }[]>();
  readonly #turns = new Frequent<readonly string[]>(most.turns);
  readonly #redacted = new Set<string>();
  #failed = 0;
  #tooLarge = 0;
  #untimed = 0;
  #firstMs = Number.POSITIVE_INFINITY;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
    this.#redactor = new Redactor(secrets);
  }

  add(call: SeenCall): void {
    this.calls++;
    if (call.failed) this.#failed++;
    this.#addTime(call.timeMs);
    const { method } = call;
    const target = this.#shownTarget(call);
    const key = JSON.stringify({ method, target });
    let known = this.#operations.get(key);
    if (!known) {
      if (this.#operations.size >= most.operations) return;
      known = { method, target, calls: 0, arguments: new Frequent(most.argumentsOfEach) };
      this.#operations.set(key, known);
    }
    known.calls++;
    if (!call.failed && call.arguments) this.#addArguments(known, call.arguments);
    if (call.group !== undefined) this.#addStep(call.group, { timeMs: call.timeMs ?? this.calls, key });
  }

  /** The address of a resource without credentials. Other targets are names that the server gave. */
  #shownTarget({ method, target }: SeenCall): string {
    if (methods.get(method)?.naming !== "uri") return target;
    const shown = this.#clean(this.#redactor.url(target));
    if (shown !== target) this.#noteRedacted(target);
    return shown;
  }

  #clean(text: string): string {
    const shown = text.replace(/\b[a-z][a-z\d+.-]{0,30}:\/\/[^\s"'<>]+/gi, (url) => this.#redactor.url(url));
    return redactText(this.#redactor.text(shown), this.#secrets);
  }

  #noteRedacted(text: string): void {
    if (this.#redacted.size < 10_000) this.#redacted.add(text);
  }

  #addArguments(operation: Gathered, given: JsonObject): void {
    const text = canonicalJson(given);
    if (text.length > most.argumentBytes) {
      this.#tooLarge++;
      return;
    }
    operation.arguments.add(text, () => {
      const how = { isName: isCredentialName, clean: (one: string) => this.#clean(one) };
      const shown = redactCredentials(given, how) as JsonObject;
      if (canonicalJson(shown) !== text) this.#noteRedacted(text);
      return shown;
    });
  }

  #addTime(timeMs: number | undefined): void {
    if (timeMs === undefined) {
      this.#untimed++;
      return;
    }
    this.#firstMs = Math.min(this.#firstMs, timeMs);
    this.#lastMs = Math.max(this.#lastMs, timeMs);
    const minute = Math.floor(timeMs / 60_000);
    this.#minutes.add(String(minute), () => minute);
  }

  #addStep(group: string, step: { readonly timeMs: number; readonly key: string }): void {
    const steps = this.#groups.get(group) ?? [];
    // The group that was used last is the last to be given up.
    this.#groups.delete(group);
    this.#groups.set(group, steps);
    if (steps.length < longestTurn) steps.push(step);
    if (this.#groups.size <= most.groups) return;
    const [oldest] = this.#groups.keys();
    if (oldest !== undefined) this.#endGroup(oldest);
  }

  /** Counts each beginning of the group: sessions begin alike more often than they are alike. */
  #endGroup(group: string): void {
    const keys = (this.#groups.get(group) ?? []).toSorted((a, b) => a.timeMs - b.timeMs).map(({ key }) => key);
    this.#groups.delete(group);
    for (let length = 2; length <= keys.length; length++) {
      const beginning = keys.slice(0, length);
      this.#turns.add(JSON.stringify(beginning), () => beginning);
    }
  }

  survey() {
    for (const group of [...this.#groups.keys()]) this.#endGroup(group);
    const isTimed = this.#untimed < this.calls / 2;
    return {
      calls: this.calls,
      failed: this.#failed,
      /** The most frequent first; `arguments` are distinct ones of calls that did not fail, none where the trace keeps none. */
      operations: [...this.#operations.values()]
        .map((one) => ({ ...one, arguments: one.arguments.ranked() }))
        .toSorted((a, b) => b.calls - a.calls),
      /** From the first call to the last; undefined where times are unknown. */
      lastsMs: isTimed ? this.#lastMs - this.#firstMs : undefined,
      busiestMinute: this.#minutes.ranked()[0]?.count ?? 0,
      turn: this.#turn(),
      tooLarge: this.#tooLarge,
      /** Distinct arguments and addresses in which something was redacted. */
      redacted: this.#redacted.size,
    };
  }

  /** Returns the beginning that covers most calls, if it happened more than once and is more than one operation. */
  #turn() {
    const [first] = this.#turns
      .ranked()
      .filter(({ value, count }) => count > 1 && new Set(value).size > 1)
      .toSorted((a, b) => b.count * b.value.length - a.count * a.value.length);
    return first && { steps: first.value.map((key) => JSON.parse(key) as Operation), count: first.count };
  }
}

/**
 * Counts calls as they come, those that each end saw for themselves. The survey is that of the end nearest to the server, so
 * that no call counts twice; undefined where there was none. `secrets`: values that must not stand in arguments and addresses,
 * beside what looks like a credential.
 */
export function surveyor(secrets: readonly string[]) {
  const gatherings = views.map((view) => ({ view, gathering: new Gathering(secrets) }));
  return {
    add: (call: SeenCall) => gatherings.find(({ view }) => view === call.view)?.gathering.add(call),
    survey: () => gatherings.find(({ gathering }) => gathering.calls > 0)?.gathering.survey(),
  };
}
