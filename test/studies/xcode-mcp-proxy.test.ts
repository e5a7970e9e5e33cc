import { testStudy } from "./study.ts";

// The search that waits for a permission does so until its time limit.
testStudy("xcode-mcp-proxy", { "benchmarks.DocumentationSearch.cases.4.timeout": "2s" });
