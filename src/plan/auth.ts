/** Proof of identity of the client. Holds secrets. */
export type Auth = ClientCredentials | WorkloadIdentity | GitHubIdentity;

/** A token that an authorization server issues without a person. */
export type TokenGrant = ClientCredentials | WorkloadIdentity;

interface RegisteredClient {
  /** URL of the only authorization server that gets to see the proof. */
  readonly issuer: string;
  readonly clientId: string;
  readonly scope?: string | undefined;
}

/** The client proves itself by a secret or a key of its own (RFC 6749, section 4.4). */
type ClientCredentials = RegisteredClient & { readonly kind: "client_credentials" } & (
    | { readonly secret: string }
    | { readonly privateKey: string }
  );

/** The client exchanges the identity of its workload for a token (RFC 7523, section 2.1). */
interface WorkloadIdentity extends RegisteredClient {
  readonly kind: "workload_identity";
  /** A JSON Web Token; undefined: the identity that GitHub gives the job, for the issuer. */
  readonly assertion: string | undefined;
}

/** The identity that GitHub gives a job, sent to the server as it is. */
interface GitHubIdentity {
  readonly kind: "github_oidc";
  readonly audience: string;
}
