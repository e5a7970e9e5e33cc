import { describe, expect, test } from "vitest";
import { openProgress } from "../../src/cli/live-progress.ts";
import type { ProgressEvent } from "../../src/measure/progress.ts";
import { displayWidth } from "../../src/report/terminal/terminal-text.ts";

const introducer = "\u001b";
const pieces = new RegExp(`${introducer}\\[2K|${introducer}\\[1A|\r|\n|[^${introducer}\r\n]+`, "g");

/** As much of a terminal as the display makes use of: lines, the cursor going up, and erasing. */
class Terminal {
  readonly isTTY = true;
  readonly columns: number;
  written = "";
  #lines = [""];
  #row = 0;

  constructor(columns = 80) {
    this.columns = columns;
  }

  write(text: string): void {
    this.written += text;
    for (const part of text.match(pieces) ?? []) {
      if (part === "\u001b[2K") this.#lines[this.#row] = "";
      else if (part === "\u001b[1A") this.#row--;
      else if (part === "\n") this.#lines[++this.#row] ??= "";
      else if (part !== "\r") this.#lines[this.#row] += part;
    }
  }

  get screen(): string[] {
    return this.#lines.filter((line, row) => line !== "" || row < this.#row);
  }
}

const server = { name: "demo", version: "1.0.0", protocol: "2025-11-25" };
const row = (name: string, more = {}): ProgressEvent => ({
  kind: "row",
  round: 0,
  row: name,
  arms: [{ arm: "head", attempted: 10, ok: 10, medianMs: 1.23456, ...more }],
});
const events: ProgressEvent[] = [
  { kind: "probe", server, rows: 2, skipped: 0 },
  { kind: "round-start", round: 0, rounds: 40, arms: ["head"] },
  row("echo"),
  row("work @4"),
  { kind: "round-end", round: 0, durationMs: 900, elapsedMs: 1000 },
  { kind: "warning", warning: { code: "other", text: "it is warm" } },
  { kind: "decided", round: 0, rows: ["echo"], open: 1 },
  { kind: "round-start", round: 1, rounds: 40, arms: ["head"] },
  row("work @4", { ok: 7 }),
];

function open(stream: Terminal | { written: string; write(text: string): void }, environment = {}) {
  let now = 0;
  const tick = () => {
    now += 10_000;
    return now;
  };
  const clock = { now: tick };
  return openProgress({ stream, environment, clock, rows: true });
}

describe("in a terminal", () => {
  test("two lines change, and what matters stays above them", () => {
    const terminal = new Terminal();
    const display = open(terminal);
    expect(terminal.screen).toEqual(["starting the server · 0:10"]);
    for (const event of events) display.show(event);
    expect(terminal.screen).toEqual([
      "demo 1.0.0 (protocol 2025-11-25): 2 rows to measure",
      "warning: it is warm",
      "round 2 of at most 40 · 1:40 · 1 row undecided",
      "  work @4: head 1.23 ms (3 of 10 failed)",
    ]);
    display[Symbol.dispose]();
    expect(terminal.screen).toEqual(["demo 1.0.0 (protocol 2025-11-25): 2 rows to measure", "warning: it is warm"]);
  });

  test("a hundred rounds leave no more behind than one", () => {
    const terminal = new Terminal();
    const display = open(terminal);
    for (let round = 0; round < 100; round++) for (const event of events.slice(1, 5)) display.show(event);
    expect(terminal.screen).toHaveLength(2);
  });

  test("what is waited for stands in the place of the round as long as it is", () => {
    const terminal = new Terminal();
    const display = open(terminal);
    display.show({ kind: "round-start", round: 0, rounds: 40, arms: ["head", "base"] });
    display.show({ kind: "stage", name: "waiting for base, which has 30 s to answer" });
    expect(terminal.screen).toEqual(["waiting for base, which has 30 s to answer · 0:30"]);
    display.show({ kind: "stage", name: "waiting for base", durationMs: 7_000 });
    expect(terminal.screen).toEqual(["waiting for base took 7.0 s", "round 1 of at most 40 · 0:40"]);
  });

  test("a round in which one row alone is called says of which, and why", () => {
    const terminal = new Terminal();
    const display = open(terminal);
    const suspect = "evil\u001b[2J";
    display.show({ kind: "round-start", round: 1, rounds: 40, arms: ["head", "base"], suspect });
    expect(terminal.screen).toHaveLength(1);
    expect(terminal.screen[0]).toMatch(/^round 2 of at most 40, only of evil.*, a suspected leak · 0:20$/);
    expect(terminal.written.replaceAll(`${introducer}[2K`, "")).not.toContain("\u001b");
    display.show({ kind: "round-start", round: 2, rounds: 40, arms: ["head", "base"] });
    expect(terminal.screen).toEqual(["round 3 of at most 40 · 0:30"]);
  });

  test("no line is wider than a narrow terminal, wide letters counted twice", () => {
    const terminal = new Terminal(30);
    const display = open(terminal);
    for (const name of ["long ".repeat(20), "検索".repeat(20)]) {
      display.show(row(name));
      for (const line of terminal.screen) expect(displayWidth(line)).toBeLessThan(30);
    }
  });

  test("names of a server are no escapes", () => {
    const terminal = new Terminal();
    const display = open(terminal);
    display.show(row("evil\u001b[2J\u001b]0;title\u0007\nname"));
    display.show({ kind: "warning", warning: { code: "other", text: "evil\u001b[2J" } });
    expect(terminal.written.replaceAll(`${introducer}[2K`, "").replaceAll(`${introducer}[1A`, "")).not.toContain(
      "\u001b",
    );
    expect(terminal.screen).toHaveLength(3);
  });
});

describe("anywhere else", () => {
  test.each([
    ["a runner's log", {}, {}],
    ["a terminal that can do nothing", { isTTY: true }, { TERM: "dumb" }],
  ])("%s gets a line per event", (_, stream, environment) => {
    const log = { ...stream, written: "", write };
    function write(text: string): void {
      log.written += text;
    }
    const display = open(log, environment);
    for (const event of events) display.show(event);
    display[Symbol.dispose]();
    expect(log.written.split("\n")).toHaveLength(8);
    expect(log.written).toContain("round 1 took 0.9 s\n");
    expect(log.written).not.toContain("\u001b");
  });
});
