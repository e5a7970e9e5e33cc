import type { WireFailure } from "../protocol/session.ts";

export const noReply: WireFailure = {
  kind: "malformed",
  message: "the server's HTTP response held no reply to the request",
};

/** A message of the SDK's client that the server refused or did not answer. */
export class HttpFailure extends Error {
  readonly failure: WireFailure;

  constructor(failure: WireFailure) {
    super(failure.message);
    this.failure = failure;
  }
}
