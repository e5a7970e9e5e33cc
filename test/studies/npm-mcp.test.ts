import { testStudy } from "./study.ts";

// An order at the ACME server takes most of what this study does; launches, a thousand hosts and warm-ups take most of the rest.
// The Python SDK ends when a busy machine makes it cancel thousands of calls.
testStudy("npm-mcp", {
  "benchmarks.sustained lists.rate": "10/s",
  "benchmarks.renew 50 certificates.batch.size": 20,
  "benchmarks.renew 100 certificates.batch.size": 10,
  "benchmarks.batch of 100 lists.batch.size": 50,
  "benchmarks.bulk enable (batch=10).arguments.count": 50,
  "benchmarks.bulk disable (batch=10).arguments.count": 50,
  "benchmarks.toggle 100 hosts.arguments.count": 20,
  "benchmarks.list 100 proxy hosts.warmup": 20,
  "benchmarks.list at 20 in flight.warmup": 20,
  "benchmarks.list at scale.isolate": "none",
  "benchmarks.proxy hosts kept.isolate": "none",
  "benchmarks.certificates kept.isolate": "none",
  "benchmarks.list 100 proxy hosts.isolate": "none",
  "benchmarks.list at 20 in flight.isolate": "none",
  "benchmarks.toggle 100 hosts.isolate": "none",
});
