import type { Json, JsonObject } from "../base/json.ts";

/**
 * Request of one call: one of the protocol, one of several in a weighted mix, several in a row, or a plain HTTP request
 * beside MCP.
 */
export type Operation = RpcOperation | MixOperation | StepsOperation | HttpOperation;

/** Any JSON-RPC method with parameters, in which `{{seq}}` is replaced by the call's number. */
export interface RpcOperation {
  /** Always absent: it was there before the other kinds, and hashes of it are in every record. */
  readonly kind?: never;
  readonly method: string;
  readonly params?: JsonObject;
  /** Short name for tables: the tool, prompt or resource, or the method itself. */
  readonly target: string;
  /** Arguments of the calls in turn, over and over; laid over those of `params`. */
  readonly argumentRows?: readonly JsonObject[];
  /** The server is asked to tell how each call goes on. */
  readonly progress?: true;
  /** The server may answer with a task, which is followed to its end. */
  readonly task?: true;
  /** URI of the resource that the call changes: it ends once the server has told so, too. */
  readonly updates?: string;
  /** Each call is made in a session that is opened for it, and closed behind it. */
  readonly freshSession?: true;
}

/** Several requests in an order that the seed of the run decides, each as often as its weight says. */
export interface MixOperation {
  readonly kind: "mix";
  readonly method: "mix";
  readonly parts: readonly MixPart[];
  readonly target: string;
}

interface MixPart {
  readonly operation: RpcOperation;
  /** A positive whole number: how many of every `sum of weights` calls. */
  readonly weight: number;
  readonly expect?: Expectation;
}

/** Several requests one after the other, as an agent makes them in one turn: timed as one operation and each for itself. */
export interface StepsOperation {
  readonly kind: "steps";
  readonly method: "steps";
  readonly steps: readonly TurnStep[];
  /** Time that the agent thinks before each step; absent: none. */
  readonly think?: Think;
  readonly target: string;
}

export interface TurnStep {
  readonly operation: RpcOperation;
  readonly expect?: Expectation;
  /** List to path into the result, for later steps of the turn. */
  readonly capture: Readonly<Record<string, string>>;
}

export interface Think {
  readonly meanMs: number;
  readonly distribution: "fixed" | "exponential";
}

/** A request to the origin of the server, for comparing its API with MCP. `{{seq}}` is replaced in path, headers and body. */
export interface HttpOperation {
  readonly kind: "http";
  readonly method: "http";
  readonly request: HttpRequest;
  readonly target: string;
}

export interface HttpRequest {
  readonly verb: HttpVerb;
  /** Path and query, beginning with a slash. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The status that counts as ok; without it any from 200 to 299. */
  readonly status?: number;
}

export const httpVerbs = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;
export type HttpVerb = (typeof httpVerbs)[number];

/** Conditions on a reply that counts as ok. */
export interface Expectation {
  readonly text?: string | { readonly pattern: string; readonly flags: string };
  readonly structured?: Json;
  /** The structured content fits the tool's own schema, where the tool has one. */
  readonly schema?: true;
  /** True: the expected reply is an error. */
  readonly error: boolean;
}
