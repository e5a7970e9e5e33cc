import { testStudy } from "./study.ts";

// Each launch of the proxy takes two seconds to import its packages: one for all numbers of rules, and one per session.
const policy = "--policy=fixtures/studies/mcp-acp/policies/50.json";

// With two calls, a busy machine might not tell which side is slower.
const enough = 60;

// The limit on the rate has a row of its own. Pauses for it would be most of the time of the others.
const unhurried = Object.fromEntries(
  Object.entries({
    "echo-http-proxied": ["echo over HTTP, discovery", "echo over HTTP, call"],
    "files-proxied": ["files over stdio, discovery", "files over stdio, call", "files over stdio, call under 50 rules"],
    "files-http-proxied": ["files over HTTP, discovery", "files over HTTP, call"],
  }).flatMap(([variant, benchmarks]) => [
    [`variants.${variant}.args.2`, "--rate=1000"] as const,
    ...benchmarks.map((name) => [`benchmarks.${name}.variants.${variant}.delay`, "1ms"] as const),
  ]),
);

testStudy("mcp-acp", {
  ...unhurried,
  "benchmarks.echo over stdio, discovery.requests": enough,
  "benchmarks.echo over stdio, call.requests": enough,
  "benchmarks.echo over HTTP, discovery.requests": enough,
  "benchmarks.echo over HTTP, call.requests": enough,
  "variants.files-proxied.args.1": policy,
  "variants.files-http-proxied.args.1": policy,
  "variants.unlimited.args.1": policy,
  "benchmarks.rules.matrix.rules": [4, 50],
  "benchmarks.sessions.sessions": [1, 4],
  "benchmarks.sustained.duration": "2s",
  "benchmarks.beyond the rate limit.isolate": "none",
});
