import { testStudy } from "./study.ts";

// Each number of rules and each session is a proxy of its own, which takes two seconds to import its packages.
testStudy("mcp-acp", {
  "benchmarks.rules.matrix.rules": [4, 50],
  "benchmarks.sessions.sessions": [1, 4],
});
