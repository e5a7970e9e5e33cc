import { testStudy } from "./study.ts";

// Loads of 200 messages stand for those of up to 10,000, all on one launch: each takes a second to import its packages.
testStudy("minimcp", {
  "benchmarks.load.batch.size": 200,
  "benchmarks.load.isolate": "none",
  "benchmarks.traced load.batch.size": 200,
  "benchmarks.traced load.isolate": "none",
  "variants.sequential-traced.args.3": "200",
  "variants.concurrent-traced.args.2": "200",
});
