import type { Clock } from "../../base/host/clock.ts";
import type { JsonObject } from "../../base/json.ts";
import { messageOf } from "../../errors.ts";
import type { SessionEnd } from "../../model/fresh-session.ts";
import type { NetworkUsage } from "../../server/http/network-meter.ts";
import type { EncodeOptions, Frame, ReplyListener, Session, Wire } from "../../server/protocol/session.ts";
import { addNetwork } from "../load/network.ts";
import { ObservingWire } from "./observer.ts";

interface FreshSessionOptions {
  readonly clock: Clock;
  /** Opens a session over which frames of the wire can be sent. `place`: of the call among all, from 0. */
  readonly connect: (place: number) => Promise<Session>;
  /** Decides how the next call that is made ends its session. */
  readonly nextEnd: () => SessionEnd;
}

/**
 * Makes each call in a session that is opened for it and ended behind it. To its user such a call is one request with one
 * reply, which takes as long as opening and calling; the reply is given once the session is ended, so that the next call takes
 * its place.
 */
export class FreshSessionWire extends ObservingWire implements Wire {
  override readonly isParallel = true;
  readonly #options: FreshSessionOptions;
  #firstId: number | undefined;
  /** Calls that have not ended, and the session of each once it is open. */
  readonly #calls = new Map<number, Session | undefined>();
  readonly #open = new Set<Session>();
  readonly #closing = new Set<Promise<void>>();
  /** Ways in which calls end their sessions, until they do. */
  readonly #ends = new Map<number, SessionEnd>();
  /**
   * Sessions that the server was not told to end, the newest last; those that are taken out are no longer listed. `place`: of the
   * call among all, from 0.
   */
  readonly left: { readonly session: Session; readonly place: number }[] = [];
  /** Traffic of sessions that are closed. */
  #carried = addNetwork([]);

  /** `wire`: encodes the calls, under ids that no two of them have. */
  constructor(wire: Wire, options: FreshSessionOptions) {
    super(wire, ({ median }) => ({ sessionOpenMs: median }));
    this.#options = options;
  }

  override encode(method: string, params?: JsonObject, options?: EncodeOptions): Frame {
    const frame = super.encode(method, params, options);
    this.#firstId ??= frame.id;
    this.#ends.set(frame.id, this.#options.nextEnd());
    return frame;
  }

  /** The number of a call, from 0. */
  placeOf(id: number): number {
    return id - (this.#firstId ?? id);
  }

  send(frame: Frame, listener: ReplyListener): void {
    this.#calls.set(frame.id, undefined);
    void this.#call(frame, listener);
  }

  waitsFor(id: number): string {
    return this.#calls.get(id) ? "reply, or end of the session," : "session";
  }

  override abandon(id: number): void {
    const session = this.#calls.get(id);
    if (!this.#calls.delete(id) || !session) return;
    session.wire.abandon(id);
    void this.#close(session, id);
  }

  /** Cuts what was left open, once the sessions of all calls are ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#closing);
    await Promise.all([...this.#open].map((session) => this.#cut(session)));
  }

  /** Sums the traffic of the connections of all sessions. */
  network(): NetworkUsage {
    return addNetwork([this.#carried, ...[...this.#open].flatMap(({ network }) => network?.() ?? [])]);
  }

  async #call(frame: Frame, listener: ReplyListener): Promise<void> {
    const { id } = frame;
    const { connect, clock } = this.#options;
    let session: Session;
    try {
      session = await connect(this.placeOf(id));
    } catch (error) {
      const message = `no session: ${messageOf(error)}`;
      if (this.#calls.delete(id)) listener.onFailure(id, { kind: "unexpected", message }, clock.now());
      return;
    }
    this.#open.add(session);
    if (!this.#calls.has(id)) {
      await this.#close(session, id);
      return;
    }
    this.#calls.set(id, session);
    const end = async (tell: () => void) => {
      await this.#close(session, id);
      if (this.#calls.delete(id)) tell();
    };
    session.wire.send(frame, {
      onReply: (_id, body, at) => {
        this.note(id, { figure: session.handshakeMs });
        void end(() => listener.onReply(id, body, at));
      },
      onFailure: (_id, failure, at) => void end(() => listener.onFailure(id, failure, at)),
    });
  }

  async #close(session: Session, id: number): Promise<void> {
    const end = this.#ends.get(id) ?? "delete";
    this.#ends.delete(id);
    if (end !== "delete") this.left.push({ session, place: this.placeOf(id) });
    if (end === "abandon") return;
    const closing = end === "drop" ? this.#cut(session) : session.close().catch(() => {});
    this.#closing.add(closing);
    await closing;
    this.#closing.delete(closing);
    this.#forget(session);
  }

  async #cut(session: Session): Promise<void> {
    await session.drop?.().catch(() => {});
    this.#forget(session);
  }

  #forget(session: Session): void {
    if (!this.#open.delete(session)) return;
    // Rows need no times of single connections, of which there is no end.
    const carried = session.network?.();
    if (carried) this.#carried = addNetwork([this.#carried, { ...carried, setupMs: [] }]);
  }
}
