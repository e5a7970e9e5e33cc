import { ConfigError } from "../../errors.ts";
import { ownValue } from "../../text/json.ts";

/** Where `${NAME}` gets its values from, and which names the user has allowed. */
export interface Expansion {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly allowed: readonly string[];
}

/**
 * Replaces `${NAME}` in every value of a map, for names in `allowed` only: the configuration of a pull request is
 * written by its author, so which secrets it may read is not its to say. Throws ConfigError on any other name.
 */
export function expandMap(
  map: Readonly<Record<string, string>>,
  expansion: Expansion,
  where: string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(map).map(([key, value]) => [key, expand(value, expansion, `${where}.${key}`)]),
  );
}

function expand(text: string, { environment, allowed }: Expansion, where: string): string {
  return text.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (whole, name: string) => {
    // Ports are known only when something is launched; whether PORT_name names a service is checked with the services.
    if (name === "PORT" || (name.startsWith("PORT_") && !allowed.includes(name))) return whole;
    if (!allowed.includes(name))
      throw new ConfigError(`${whole} is not among the variables that may be passed on`, {
        where,
        fix: `add ${name} to the input \`pass-env\` (command line: --pass-env ${name})`,
      });
    const value = ownValue(environment, name);
    if (value === undefined)
      throw new ConfigError(`${whole} is not set in the environment`, {
        where,
        fix: `set ${name} in the step's \`env:\``,
      });
    return value;
  });
}
