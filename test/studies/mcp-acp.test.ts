import { testStudy } from "./study.ts";

// Each launch of the proxy takes two seconds to import its packages: one for all numbers of rules, and one per session.
const policy = "--policy=fixtures/studies/mcp-acp/policies/50.json";

// Of two calls a busy machine might not tell which side is slower.
const enough = 60;

testStudy("mcp-acp", {
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
