import type { WireFailure } from "../protocol/session.ts";
import type { ResponseHead } from "./head.ts";
import type { Authorization } from "./http-request.ts";
import type { HttpReply, Refusal, ReplySink } from "./reply.ts";
import type { ResumePoint } from "./sse-reader.ts";

/**
 * Sends a request again, once, with a new token where the server refused the one it was sent with: a token may end on the way, and
 * by the clock of the server before that of this machine.
 */
export class RepeatedRequest implements ReplySink {
  readonly #sink: ReplySink;
  readonly #authorization: Authorization;
  readonly #send: (sink: ReplySink) => HttpReply;
  readonly #header: string;
  #reply: HttpReply;
  #isCancelled = false;
  #refusal: Refusal | undefined;

  constructor(sink: ReplySink, authorization: Authorization, send: (sink: ReplySink) => HttpReply) {
    this.#sink = sink;
    this.#authorization = authorization;
    this.#send = send;
    this.#header = authorization.header;
    this.#reply = send(this);
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#reply.cancel();
  }

  onHead(head: ResponseHead): void {
    this.#sink.onHead?.(head);
  }

  onMessage(message: Buffer, at: number): void {
    this.#sink.onMessage(message, at);
  }

  onRefusal(refusal: Refusal): void {
    if (refusal.status === 401) this.#refusal = refusal;
    else this.#sink.onRefusal?.(refusal);
  }

  onEnd(failure: WireFailure | undefined, at: number, resume?: ResumePoint): void {
    if (failure?.kind === "http-status" && failure.status === 401) void this.#repeat(failure, at);
    else this.#sink.onEnd(failure, at, resume);
  }

  async #repeat(failure: WireFailure, at: number): Promise<void> {
    const isReplaced = (await this.#authorization.replace?.(this.#header)) ?? false;
    if (isReplaced && !this.#isCancelled) {
      this.#reply = this.#send(this.#sink);
      return;
    }
    if (this.#refusal) this.#sink.onRefusal?.(this.#refusal);
    this.#sink.onEnd(failure, at);
  }
}
