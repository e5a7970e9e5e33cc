import { expect, test } from "vitest";
import { runClosedLoop } from "../../../src/measure/load/closed-loop.ts";
import { Recorder } from "../../../src/measure/load/recorder.ts";
import { replyClassifier } from "../../../src/measure/replies/classifiers.ts";
import { ProgressWire } from "../../../src/measure/wires/progress-wire.ts";
import type { Frame, ReplyListener, Wire } from "../../../src/server/protocol/session.ts";
import { warningTexts } from "../../support/warnings.ts";
import { ManualClock } from "../fake-server.ts";
import { referenceServer } from "../plans.ts";
import { runConfig, summaryOf } from "../run-config.ts";

const reply = Buffer.from('{"jsonrpc":"2.0","id":1,"result":{}}');

/** Answers each call after the progress of its turn: pauses in milliseconds, of which the last ends with the reply. */
class TellingWire implements Wire {
  readonly #clock: ManualClock;
  readonly #calls: readonly (readonly number[])[];
  #made = 0;
  #sent = 0;

  constructor(clock: ManualClock, calls: readonly (readonly number[])[]) {
    this.#clock = clock;
    this.#calls = calls;
  }

  encode(): Frame {
    return { id: this.#made++, bytes: Buffer.from("{}\n") };
  }

  send({ id }: Frame, listener: ReplyListener): void {
    const pauses = this.#calls[this.#sent++] ?? [];
    for (const [place, ms] of pauses.entries()) {
      this.#clock.advance(ms);
      if (place < pauses.length - 1) listener.onProgress?.(id, this.#clock.now());
    }
    listener.onReply(id, reply, this.#clock.now());
  }

  abandon(): void {}
}

async function measured(...blocks: (readonly (readonly number[])[])[]) {
  const clock = new ManualClock();
  const wire = new ProgressWire(new TellingWire(clock, blocks.flat()), clock);
  const classify = wire.judging(replyClassifier());
  const recorder = new Recorder("row", { classify });
  for (const [position, calls] of blocks.entries()) {
    const frames = calls.map(() => wire.encode("tools/call"));
    const signal = new AbortController().signal;
    const result = await runClosedLoop({ wire, frames, concurrency: 1, clock, signal, timeoutMs: 1e6, classify });
    recorder.addBlock(position, result);
    wire.add();
  }
  return recorder.measurement(wire.result());
}

test("the first progress is the median of the calls, the longest silence that of any of them, over all blocks", async () => {
  const { firstProgressMs, longestSilenceMs, outcomes } = await measured(
    [
      [10, 20, 5],
      [30, 1, 1],
    ],
    [[20, 2, 90]],
  );
  expect({ firstProgressMs, longestSilenceMs, outcomes }).toEqual({
    firstProgressMs: 20,
    longestSilenceMs: 90,
    outcomes: { ok: 3 },
  });
});

test("a call that nothing is told of is an error, and in no figure", async () => {
  const { firstProgressMs, longestSilenceMs, outcomes, errors } = await measured([[10, 20], [500]]);
  expect([firstProgressMs, longestSilenceMs]).toEqual([10, 20]);
  expect(outcomes).toEqual({ ok: 1, unexpected: 1 });
  expect(errors[0]?.message).toBe("no notification of progress came before the reply");
});

const everything = JSON.stringify(referenceServer("everything"));
const node = JSON.stringify(process.execPath);
const servers = {
  stdio: `{ command: ${node}, args: [${everything}, stdio] }`,
  http: `{ command: ${node}, args: [${everything}, streamableHttp], env: { PORT: "\${PORT}" }, url: "http://127.0.0.1:\${PORT}/mcp" }`,
};

test.each(Object.entries(servers))(
  "a real server tells of its long calls over %s, and not of a short one",
  async (_, server) => {
    const record = await runConfig(`
server: ${server}
defaults: { rounds: 1, requests: 3, warmup: 1, leak_check: 0 }
benchmarks:
  - { tool: trigger-long-running-operation, arguments: { duration: 0.2, steps: 4 }, progress: true, concurrency: 3 }
  - { tool: echo, arguments: { message: hi }, progress: true }
  - { name: unasked, tool: echo, arguments: { message: hi } }
`);
    const [long, short, unasked] = record.rounds[0]?.launches[0]?.measurements ?? [];
    expect(long?.outcomes).toEqual({ ok: 3 });
    // A timer of Node may be a millisecond early.
    expect(long?.firstProgressMs).toBeGreaterThanOrEqual(48);
    expect(long?.longestSilenceMs).toBeGreaterThanOrEqual(48);
    expect(long?.blocks[0]?.medianMs).toBeGreaterThan(long?.firstProgressMs ?? Number.POSITIVE_INFINITY);
    expect(short?.outcomes).toEqual({ unexpected: 3 });
    expect(short?.firstProgressMs).toBeUndefined();
    expect(unasked?.outcomes).toEqual({ ok: 3 });
    expect(warningTexts(record).filter((warning) => warning.includes("progress"))).toEqual([]);
    expect(summaryOf(record)).toContain("First progress, longest silence of 1 row");
  },
);
