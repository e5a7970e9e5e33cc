import path from "node:path";
import { isOfThisMachine } from "../base/address.ts";
import { readPlainFile } from "../base/host/plain-file.ts";
import { isMap, type Json, ownValue } from "../base/json.ts";
import { nearest } from "../base/nearest.ts";
import { refusal } from "../base/refusal.ts";
import { ConfigError, messageOf } from "../errors.ts";
import { mapTexts } from "../model/template.ts";
import { checkout as checkoutVariable, inEachCheckout } from "./expand/command-line.ts";
import { withFolder } from "./find-server/clients.ts";
import { type ServerConfig, serverSchema } from "./schema/server-fields.ts";

interface ServerChoice {
  readonly name: string | undefined;
  readonly workingDirectory: string;
  /** Its absolute path in the file stands for the folder of whichever commit is launched. */
  readonly checkout: string;
  readonly where: string;
}

/** Takes a server from a file of MCP clients, `{ "mcpServers": { NAME: { command, args, env } } }`. Throws ConfigError. */
export function readServerFile(file: string, { name, workingDirectory, checkout, where }: ServerChoice): ServerConfig {
  const servers = serversOf(file, path.resolve(workingDirectory, file));
  const names = Object.keys(servers);
  const chosen = name ?? (names.length === 1 ? names[0] : undefined);
  if (chosen === undefined)
    throw new ConfigError(`${file} has ${names.length} servers`, {
      where: `${where}: server_name`,
      expected: names.length > 0 ? `one of ${names.join(", ")}` : "a file with at least one server",
      fix: "name one with `server_name`",
    });
  const entry = ownValue(servers, chosen);
  if (entry === undefined) {
    const hint = nearest(chosen, names);
    throw new ConfigError(`${file} has no server ${JSON.stringify(chosen)}`, {
      where: `${where}: server_name`,
      expected: `one of ${names.join(", ")}`,
      ...(hint ? { fix: `write ${hint}` } : {}),
    });
  }
  requireLocal(entry, `${file}: ${chosen}`);
  const anywhere = mapTexts(entry as Json, (text) =>
    inEachCheckout(withVariables(withFolder(text, checkoutVariable), `${file}: ${chosen}`), checkout),
  );
  return serverOf(anywhere, `${file}: ${chosen}`);
}

/** Turns what clients write for variables into what a configuration writes: `${env:NAME}`, and `${NAME:-default}`. */
function withVariables(text: string, where: string): string {
  const asked = /\$\{input:[^}]*\}/.exec(text)?.[0];
  if (asked !== undefined)
    throw new ConfigError(`${asked} asks a person, and there is none`, {
      where,
      fix: "write the server under `server:`, with `${NAME}` of a variable that `pass-env` lists in its place",
    });
  return text.replace(/\$\{env:(\w+)\}/g, "${$1}").replace(/\$\{\w+:-([^}]*)\}/g, "$1");
}

/** Load goes only where a person sent it, and this file says where people's clients go. */
function requireLocal(entry: unknown, where: string): void {
  if (!isMap(entry) || typeof entry.url !== "string" || isOfThisMachine(entry.url)) return;
  throw new ConfigError("it is an address, which is called only where the configuration itself names it", {
    where,
    fix: `write \`server: { url: ${JSON.stringify(entry.url)} }\` instead of \`server_config\`, if it may get hundreds of calls per second`,
  });
}

function serversOf(file: string, absolute: string): Readonly<Record<string, unknown>> {
  let document: unknown;
  try {
    document = JSON.parse(readPlainFile(absolute));
  } catch (cause) {
    const reason = messageOf(cause);
    throw new ConfigError(`the file of \`server_config\` cannot be read: ${reason}`, {
      where: file,
      expected: 'JSON with a map "mcpServers"',
      cause,
    });
  }
  const found = isMap(document) ? (document.mcpServers ?? document.servers) : undefined;
  if (isMap(found)) return found;
  throw new ConfigError("it has no servers", { where: file, expected: 'a map "mcpServers" (or "servers")' });
}

const known = ["command", "args", "env", "cwd", "url", "headers"] as const;

/** Clients keep more beside these (approvals, icons); that is theirs. */
function serverOf(entry: unknown, where: string): ServerConfig {
  if (!isMap(entry)) throw new ConfigError("it is not a map", { where, expected: "`command` and `args`, or `url`" });
  if (entry.type === "sse")
    throw new ConfigError("its transport is HTTP+SSE, which the protocol has dropped", {
      where,
      expected: "stdio or streamable HTTP",
      fix: "give the address of the streamable-HTTP endpoint, or name the server under `server:`",
    });
  const fields = Object.fromEntries(known.filter((key) => entry[key] !== undefined).map((key) => [key, entry[key]]));
  const result = serverSchema.safeParse(fields);
  if (result.success) return result.data;
  throw new ConfigError(`it is not a server: ${refusal(result.error)}`, { where });
}
