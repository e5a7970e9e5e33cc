/** How a server is told who calls; secrets are in it. */
export type Auth = ClientCredentials | GitHubIdentity;

/** OAuth without a person, by a secret or a key of the client's own. */
export type ClientCredentials = {
  readonly kind: "client_credentials";
  /** URL of the only authorization server that gets to see them. */
  readonly issuer: string;
  readonly clientId: string;
  readonly scope?: string;
} & ({ readonly secret: string } | { readonly privateKey: string });

/** The identity that GitHub gives a job. */
interface GitHubIdentity {
  readonly kind: "github_oidc";
  readonly audience: string;
}
