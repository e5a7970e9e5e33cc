import type { Clock } from "../../base/host/clock.ts";
import type { JsonObject } from "../../base/json.ts";
import { type Exchange, noReply, sessionClosed } from "../protocol/exchange.ts";
import { isErrorFor } from "../protocol/reply-id.ts";
import type { EncodeOptions, Frame, ReplyListener, RequestIds, Wire, WireFailure } from "../protocol/session.ts";
import type { HttpEndpoint } from "./endpoint.ts";
import type { Ending, ReplySink } from "./reply.ts";
import { ServerStream } from "./server-stream.ts";
import type { ResumePoint } from "./sse-reader.ts";
import { MirroredArguments, statelessHeaders } from "./stateless-headers.ts";

export interface HttpWireOptions {
  readonly clock: Clock;
  readonly endpoint: HttpEndpoint;
  readonly exchange: Exchange;
  /** Finds the cause of a failed request, as far as more is known than its connection says. */
  readonly explain: (failure: WireFailure) => Promise<WireFailure>;
  /** Shared by the sessions of one launch: what one has listed, the others need not. */
  readonly mirrored?: MirroredArguments | undefined;
}

/** The timed requests of one streamable-HTTP session, over as many TCP connections as are in flight. */
export class HttpWire implements Wire {
  readonly isParallel = true;
  readonly #options: HttpWireOptions;
  readonly #endpoint: HttpEndpoint;
  readonly #exchange: Exchange;
  /** Work in progress for each request: its reply, or the stream that is to bring the reply. */
  readonly #replies = new Map<number, { cancel(): void }>();
  readonly #mirrored: MirroredArguments;
  /** Requests whose replies tell which arguments to mirror. */
  readonly #toolLists = new Set<number>();
  /** Revision of the stateless line, once it is known to be spoken. */
  #stateless: string | undefined;
  #closed = false;
  /** Shared by all requests, not made anew for each. */
  readonly #sink: ReplySink = {
    onMessage: (message, at, id) => {
      this.#exchange.receive(message, at, id);
      // On a stream, notifications may come before the reply.
      if (!this.#exchange.awaits(id) && this.#toolLists.delete(id)) this.#mirrored.learn(message);
    },
    onEnd: (ending) => this.#onEnd(ending),
  };

  constructor(options: HttpWireOptions) {
    this.#options = options;
    this.#endpoint = options.endpoint;
    this.#exchange = options.exchange;
    this.#mirrored = options.mirrored ?? new MirroredArguments();
  }

  speakStateless(protocol: string): void {
    this.#stateless = protocol;
  }

  /** Fails what is unanswered, and all that is sent from now on. */
  close(): void {
    this.#closed = true;
    this.#exchange.failAll(sessionClosed, this.#options.clock.now());
    for (const reply of this.#replies.values()) reply.cancel();
  }

  get ids(): RequestIds {
    return this.#exchange.ids;
  }

  encode(method: string, params?: JsonObject, options?: EncodeOptions): Frame {
    const frame = this.#exchange.encode({ method, params, ...options }, "");
    const protocol = this.#stateless;
    if (protocol === undefined) return frame;
    if (method === "tools/list" && !this.#mirrored.complete) this.#toolLists.add(frame.id);
    const mirrored = method === "tools/call" ? this.#mirrored.headers(params) : {};
    const own = { ...statelessHeaders({ protocol, method, params }), ...mirrored };
    return { ...frame, head: this.#endpoint.head("POST", own) };
  }

  send({ id, bytes, head }: Frame, listener: ReplyListener): void {
    this.#exchange.expect(id, listener);
    if (this.#closed) {
      // Told later, so that a listener who sends again on failure does not recurse.
      queueMicrotask(() => this.#exchange.fail(id, sessionClosed, this.#options.clock.now()));
      return;
    }
    this.#replies.set(id, this.#endpoint.request({ head, body: bytes, id }, this.#sink));
  }

  /** On the stateless line the end of the connection says it all; before, a server must not take that for a cancellation. */
  abandon(id: number): void {
    const waited = this.#exchange.forget(id, this.#options.clock.now());
    this.#replies.get(id)?.cancel();
    if (!waited || this.#stateless !== undefined || this.#closed) return;
    const body = this.#exchange.cancellation(id, "");
    this.#endpoint.request({ body }, { onMessage: () => {}, onEnd: () => {} });
  }

  #onEnd({ id, failure, at, resume, refusal }: Ending): void {
    if (refusal && isErrorFor(refusal, id)) this.#exchange.receive(refusal, at, id);
    this.#replies.delete(id);
    if (!this.#exchange.awaits(id)) return;
    if (this.#mayResume(failure, resume)) this.#resume(id, { failure, resume });
    else void this.#fail(id, failure ?? noReply, at);
  }

  /** A server may end the stream of a call before its reply, to be asked for the rest later; only the stateless may not. */
  #mayResume(failure: WireFailure | undefined, resume: ResumePoint | undefined): resume is ResumePoint {
    const broken = failure === undefined || failure.kind === "disconnected";
    return broken && resume?.lastEventId !== undefined && this.#stateless === undefined && !this.#closed;
  }

  #resume(id: number, { failure, resume }: { failure: WireFailure | undefined; resume: ResumePoint }): void {
    const end = () => {
      this.#replies.delete(id);
      stream.cancel();
    };
    const stream = new ServerStream(this.#endpoint, {
      clock: this.#options.clock,
      onMessage: (message, at) => {
        this.#exchange.receive(message, at, id);
        if (!this.#exchange.awaits(id)) end();
      },
      onRefused: () => {
        end();
        if (this.#exchange.awaits(id)) void this.#fail(id, failure ?? noReply, this.#options.clock.now());
      },
    });
    this.#replies.set(id, stream);
    stream.reopen(resume);
  }

  async #fail(id: number, failure: WireFailure, at: number): Promise<void> {
    this.#exchange.fail(id, await this.#options.explain(failure), at);
  }
}
