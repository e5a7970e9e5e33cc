import { testStudy } from "./study.ts";

// An order at the ACME server takes most of what this study does, and a thousand hosts most of the rest.
testStudy("npm-mcp", {
  "benchmarks.renew 50 certificates.batch.size": 20,
  "benchmarks.renew 100 certificates.batch.size": 10,
  "benchmarks.bulk enable (batch=10).arguments.count": 50,
  "benchmarks.bulk disable (batch=10).arguments.count": 50,
});
