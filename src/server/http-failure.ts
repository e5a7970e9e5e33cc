import type { WireFailure } from "./session.ts";

/** A message of the SDK's client that the server refused or did not answer. */
export class HttpFailure extends Error {
  readonly failure: WireFailure;

  constructor(failure: WireFailure) {
    super(failure.message);
    this.failure = failure;
  }
}
