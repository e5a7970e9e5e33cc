import { isMap, type JsonObject } from "../../base/json.ts";
import { parseMessage } from "../../base/json-depth.ts";
import type { Frame, ReplyListener, Wire, WireFailure } from "../../server/protocol/session.ts";
import { timer } from "../load/alarm.ts";
import { ObservingWire } from "./observer.ts";

/** Interval of polls where a server states none. */
const usualPollMs = 1000;

/** Keys under which a task that is over has what it ended with, by its status. */
const endings: ReadonlyMap<unknown, "result" | "error"> = new Map([
  ["completed", "result"],
  ["failed", "error"],
]);

interface TaskOptions {
  /** Parameters of a request that let the server answer with a task: see `taskParams`. */
  readonly asking: JsonObject;
  /** True where results are fetched by a request of their own, as on the stateful line; else they come with the status. */
  readonly fetches: boolean;
  readonly after?: typeof timer;
}

/** One call, from its write to the end of its task. */
interface Call {
  readonly id: number;
  readonly listener: ReplyListener;
  taskId: string | undefined;
  /** Id of the request in progress. */
  requestId: number;
  polls: number;
  cancelWait: () => void;
}

interface Reply {
  readonly body: Uint8Array;
  readonly at: number;
}

/**
 * Calls that a server may answer with a task, which is asked for until it ends. To its user such a call is one request with one
 * reply, that of the task; it takes as long as a client waits that polls at the server's interval.
 * https://modelcontextprotocol.io/seps/2663-tasks-extension, and on the stateful line
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
 */
export class TaskWire extends ObservingWire implements Wire {
  readonly #options: TaskOptions;
  readonly #after: typeof timer;
  readonly #calls = new Map<number, Call>();

  constructor(wire: Wire, options: TaskOptions) {
    super(wire, ({ mean }) => ({ pollsPerCall: mean }));
    this.#options = options;
    this.#after = options.after ?? timer;
  }

  override encode(method: string, params?: JsonObject): Frame {
    return this.wire.encode(method, { ...params, ...this.#options.asking });
  }

  send(frame: Frame, listener: ReplyListener): void {
    const call = { id: frame.id, listener, taskId: undefined, requestId: frame.id, polls: 0, cancelWait: () => {} };
    this.#calls.set(call.id, call);
    this.#transmit(call, frame, (reply) => {
      const task = this.#handleIn(reply.body);
      if (task === undefined) this.#end(call, reply);
      else if (isMap(task)) this.#follow(call, task as JsonObject, reply);
      else this.#refuse(call, "the server answered with a task that is no object", reply);
    });
  }

  /** A task without a waiting caller need not go on. */
  override abandon(id: number): void {
    const call = this.#calls.get(id);
    if (!call) return;
    this.#calls.delete(id);
    call.cancelWait();
    this.wire.abandon(call.requestId);
    if (call.taskId !== undefined)
      this.wire.send(this.#request("tasks/cancel", call.taskId), { onReply: () => {}, onFailure: () => {} });
  }

  #request(method: string, taskId: string): Frame {
    const { _meta } = this.#options.asking;
    return this.wire.encode(method, { taskId, ...(_meta === undefined ? {} : { _meta }) });
  }

  #transmit(call: Call, frame: Frame, onReply: (reply: Reply) => void): void {
    call.requestId = frame.id;
    this.wire.send(frame, {
      onReply: (_id, body, at) => {
        if (this.#calls.has(call.id)) onReply({ body, at });
      },
      onFailure: (_id, failure, at) => this.#fail(call, failure, at),
    });
  }

  /** The task that a call was answered with; undefined where the reply is of another kind. */
  #handleIn(body: Uint8Array): unknown {
    const result = resultIn(body);
    return this.#options.fetches ? result?.task : result?.resultType === "task" ? result : undefined;
  }

  #follow(call: Call, task: JsonObject, reply: Reply): void {
    const { taskId, status, statusMessage, pollInterval, pollIntervalMs = pollInterval } = task;
    if (typeof taskId !== "string") {
      this.#refuse(call, "the server answered with a task without an id", reply);
      return;
    }
    call.taskId = taskId;
    if (status === "working") {
      const ms = typeof pollIntervalMs === "number" ? pollIntervalMs : usualPollMs;
      call.cancelWait = this.#after(ms, () => this.#poll(call, taskId));
      return;
    }
    const said = typeof statusMessage === "string" ? `: ${statusMessage}` : "";
    const ending = endings.get(status);
    if (status === "cancelled") this.#refuse(call, `the server cancelled the task${said}`, reply);
    else if (this.#options.fetches && (ending || status === "input_required"))
      // A server asks for a task's input while the result is waited for.
      this.#transmit(call, this.#request("tasks/result", taskId), (last) => this.#end(call, last));
    else if (status === "input_required")
      this.#refuse(call, `the task asks for input, which is not given${said}`, reply);
    else if (!ending) this.#refuse(call, `the task has the unknown status ${JSON.stringify(status)}${said}`, reply);
    else if (task[ending] !== undefined) this.#end(call, { ...reply, body: replyOf({ [ending]: task[ending] }) });
    // A task may be over by the time it is made; only when it is asked for, it comes with its result.
    else if (call.polls === 0) this.#poll(call, taskId);
    else this.#refuse(call, `the task ${status} without a ${ending}${said}`, reply);
  }

  #poll(call: Call, taskId: string): void {
    call.polls++;
    this.#transmit(call, this.#request("tasks/get", taskId), (reply) => {
      const task = resultIn(reply.body);
      // An error, or what is no reply at all, is the outcome of the call.
      if (!task) this.#end(call, reply);
      else this.#follow(call, { ...task, taskId } as JsonObject, reply);
    });
  }

  #refuse(call: Call, message: string, { at }: Reply): void {
    this.#fail(call, { kind: "unexpected", message }, at);
  }

  #fail(call: Call, failure: WireFailure, at: number): void {
    if (this.#calls.delete(call.id)) call.listener.onFailure(call.id, failure, at);
  }

  #end(call: Call, { body, at }: Reply): void {
    if (!this.#calls.delete(call.id)) return;
    this.note(call.id, { figure: call.polls });
    call.listener.onReply(call.id, body, at);
  }
}

function resultIn(body: Uint8Array): Record<string, unknown> | undefined {
  const message = parseMessage(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8"));
  return isMap(message) && isMap(message.result) ? message.result : undefined;
}

function replyOf(ending: object): Uint8Array {
  return Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 0, ...ending }));
}
