import path from "node:path";
import { isMap, ownValue } from "../../text/json.ts";

/*
 * The manifest of a bundle: https://github.com/modelcontextprotocol/mcpb/blob/main/MANIFEST.md (0.3). Read is what starts the
 * server. What is not as it should be throws an Error.
 */

interface BundledCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

interface Place {
  /** Into which the bundle was unpacked. */
  readonly directory: string;
  readonly platform: string;
  /** Of the person who runs it. */
  readonly home: string;
  /** What a person would fill in where the bundle is installed, by name. */
  readonly userConfig: Readonly<Record<string, string>>;
}

/** What starts the server of a bundle. */
export function commandOf(manifest: unknown, place: Place): BundledCommand {
  if (!isMap(manifest) || !isMap(manifest.server)) throw new Error('its manifest.json has no map "server"');
  const { server, compatibility, user_config: settings } = manifest;
  const platforms = isMap(compatibility) ? compatibility.platforms : undefined;
  if (Array.isArray(platforms) && !platforms.includes(place.platform))
    throw new Error(`it is for ${platforms.join(", ")}, and this is ${place.platform}`);
  const config = isMap(server.mcp_config) ? server.mcp_config : undefined;
  if (!config)
    throw new Error(
      `its server of type ${JSON.stringify(server.type)} has no \`mcp_config\`, so that each host starts it as it likes; write the command line in place of the bundle`,
    );
  const overrides = isMap(config.platform_overrides) ? ownValue(config.platform_overrides, place.platform) : undefined;
  const own = isMap(overrides) ? overrides : {};
  const command = own.command ?? config.command;
  const args = own.args ?? config.args ?? [];
  if (typeof command !== "string" || command === "") throw new Error("its `mcp_config` has no `command`");
  const fill = filling(place, valuesOf(settings, place));
  return {
    command: inBundle(fill(command).join(""), place.directory),
    args: textsOf(args).flatMap(fill),
    env: Object.fromEntries(
      [config.env, own.env].flatMap((env) =>
        isMap(env) ? Object.entries(env).map(([name, value]) => [name, fill(String(value)).join(",")]) : [],
      ),
    ),
  };
}

/** The file that a manifest calls its entry point; a bundle without it was packed wrongly. */
export function entryPointOf(manifest: unknown): string | undefined {
  const server = isMap(manifest) && isMap(manifest.server) ? manifest.server : {};
  return typeof server.entry_point === "string" ? server.entry_point : undefined;
}

function textsOf(args: unknown): string[] {
  if (!Array.isArray(args)) throw new Error("the `args` of its `mcp_config` are no list");
  return args.map(String);
}

/** A program of the bundle is named by its path, one of the machine by its name. */
function inBundle(command: string, directory: string): string {
  return command.includes("/") ? path.resolve(directory, command) : command;
}

type Values = ReadonlyMap<string, readonly string[]>;

/** What is filled in for each setting: what is given, or else its default. */
function valuesOf(settings: unknown, { userConfig, home }: Place): Values {
  const known = isMap(settings) ? settings : {};
  const stranger = Object.keys(userConfig).find((name) => !Object.hasOwn(known, name));
  if (stranger !== undefined)
    throw new Error(
      `it has no setting ${JSON.stringify(stranger)}; \`user_config\` may name ${Object.keys(known).join(", ") || "none"}`,
    );
  return new Map(
    Object.entries(known).map(([name, setting]) => {
      const given = ownValue(userConfig, name);
      const usual = isMap(setting) ? setting.default : undefined;
      if (given === undefined && usual === undefined && isMap(setting) && setting.required === true)
        throw new Error(`its setting ${JSON.stringify(name)} has no value; write \`user_config: { ${name}: … }\``);
      const values = [given ?? usual ?? ""].flat().map(String);
      return [name, values.map((value) => ofPerson(value, home))];
    }),
  );
}

/** An argument that is nothing but a setting becomes as many arguments as that has values. */
function filling({ directory, home }: Place, values: Values): (text: string) => string[] {
  return (text) => {
    const whole = /^\$\{user_config\.([^}]+)\}$/.exec(text)?.[1];
    const several = whole === undefined ? undefined : values.get(whole);
    if (several) return [...several];
    const filled = ofPerson(text, home)
      .replaceAll("${__dirname}", directory)
      .replace(/\$\{(?:pathSeparator|\/)\}/g, path.sep)
      .replace(/\$\{user_config\.([^}]+)\}/g, (written, name: string) => values.get(name)?.join(",") ?? written);
    return [filled];
  };
}

function ofPerson(text: string, home: string): string {
  return text
    .replaceAll("${HOME}", home)
    .replace(/\$\{(DESKTOP|DOCUMENTS|DOWNLOADS)\}/g, (_, name: string) =>
      path.join(home, name.charAt(0) + name.slice(1).toLowerCase()),
    );
}
