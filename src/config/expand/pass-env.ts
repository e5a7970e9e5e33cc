import type { Environment } from "../../base/host/environment.ts";
import { ownValue } from "../../base/json.ts";
import type { Config } from "../schema/schema.ts";
import { identityVariable } from "./launch-spec.ts";

/** The fields in which `${NAME}` is replaced. */
type Expanded = { readonly [Field in "env" | "headers" | "auth" | "identities"]?: unknown };

/** Returns a sentence for each name in `pass-env` without effect: many users expect the server to get it. */
export function ineffectiveVariables(
  { server, variants = {}, services }: Pick<Config, "server" | "variants" | "services">,
  { passEnv, environment }: { readonly passEnv: readonly string[]; readonly environment: Environment },
): string[] {
  const sections: Expanded[] = [
    ...(typeof server === "object" ? [server] : []),
    ...Object.values(variants),
    ...Object.values(services),
  ];
  const expanded = JSON.stringify(
    sections.map(({ env, headers, auth, identities }) => [env, headers, auth, identities]),
  );
  const isUsed = (name: string) =>
    expanded.includes(`\${${name}}`) ||
    (name === identityVariable && /"(github_oidc|workload_identity)"/.test(expanded));
  return [...new Set(passEnv)].flatMap((name) => {
    const value = ownValue(environment, name);
    if (!isUsed(name)) {
      const unset = value === undefined ? "is not set, and which " : "";
      const fix = `the server gets it by \`env: { ${name}: "\${${name}}" }\` under \`server\``;
      return `\`pass-env\` names ${name}, which ${unset}nothing in the configuration uses: ${fix}`;
    }
    if (value !== "") return [];
    return `\`pass-env\` names ${name}, which is empty, as a secret is that does not exist, or of a pull request from a fork`;
  });
}
