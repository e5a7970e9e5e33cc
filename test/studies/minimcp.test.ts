import { testStudy } from "./study.ts";

// Loads of 200 messages stand for those of up to 10,000.
testStudy("minimcp", {
  "benchmarks.load.batch.size": 200,
  "benchmarks.traced load.batch.size": 200,
  "variants.sequential-traced.args.3": "200",
  "variants.concurrent-traced.args.2": "200",
});
