import { isMap, ownValue } from "../base/json.ts";
import { isDeeperThan } from "../base/json-depth.ts";
import { ConfigError } from "../errors.ts";
import { readYaml } from "./yaml.ts";

/** One key of the configuration that the command line sets: `thresholds.p50=off`. */
export interface Setting {
  readonly where: string;
  readonly path: readonly string[];
  readonly value: unknown;
}

/** No configuration has as many levels. */
const deepest = 64;

/** Reads a dotted path, `=` and a value in YAML. Throws ConfigError. */
export function readSetting(text: string): Setting {
  const [, key = "", value = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  const where = `--set ${text}`;
  const path = key.split(".");
  if (path.length > deepest || isDeeperThan(value, deepest))
    throw new ConfigError("it is nested too deeply", { where: `${where.slice(0, 100)} …`, expected: "a few levels" });
  if (path.every((name) => name.trim() !== "")) return { where, path, value: readYaml(value, where, path).value };
  throw new ConfigError("it is not a key and a value", {
    where,
    expected: "a path of `mcp-bench.yml`, `=` and a value in YAML, such as `thresholds.p50=off`",
  });
}

/** The document with that value in place; maps that are missing on the way are made. Throws ConfigError. */
export function withSetting(document: unknown, { where, path, value }: Setting): unknown {
  const put = (outer: unknown, at: number): unknown => {
    const key = path[at];
    if (key === undefined) return value;
    if (Array.isArray(outer)) {
      if (/^\d{1,9}$/.test(key) && Number(key) < outer.length)
        return outer.with(Number(key), put(outer[Number(key)], at + 1));
      throw new ConfigError(`${named(path, at)} has no ${JSON.stringify(key)}`, {
        where,
        expected: outer.length === 0 ? "an entry" : `the number of an entry, from 0 to ${outer.length - 1}`,
      });
    }
    const map = outer ?? {};
    if (isMap(map)) return { ...map, [key]: put(ownValue(map, key), at + 1) };
    throw new ConfigError(`${named(path, at)} is ${JSON.stringify(outer)}, which has no keys`, {
      where,
      fix: "set the whole of it, as a map in YAML",
    });
  };
  return put(document, 0);
}

function named(path: readonly string[], length: number): string {
  return length === 0 ? "the document" : `\`${path.slice(0, length).join(".")}\``;
}
