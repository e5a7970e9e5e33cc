import type { Finding } from "../../init/doctor-checks.ts";
import { plural } from "../../metrics/format.ts";
import type { Table } from "../../table/table.ts";
import { upstreamOf } from "./upstream-schema.ts";

/** Reports whether the requests of the server reach the recording, after a few calls of each row. */
export function checkReplay(config: object, { rows }: Pick<Table, "rows">): Finding[] {
  const upstream = upstreamOf(config);
  if (!upstream) return [];
  const { url_env: names } = upstream;
  const variables = typeof names === "string" ? [names] : Object.keys(names ?? {});
  const way = variables.length > 0 ? `at the address in ${variables.join(", ")}` : "through the proxy";
  const seen = rows.map(({ head }) =>
    head.measurements.reduce((sum, { upstream }) => sum + (upstream?.requests ?? 0), 0),
  );
  const requests = seen.reduce((sum, one) => sum + one, 0);
  const asking = seen.filter((one) => one > 0).length;
  const what = "upstream";
  const who = `${plural(requests, "request")} of ${plural(asking, "row")}`;
  if (requests > 0) return [{ state: "good", what, text: `${who} reached the recording ${way}` }];
  const fix =
    variables.length > 0
      ? "does the server read that variable? Without `url_env` it is led there by a proxy"
      : "does its client heed HTTPS_PROXY? If not, name the variable of its API's address as `url_env`";
  return [{ state: "bad", what, text: `no request of the server reached the recording ${way}: ${fix}` }];
}
