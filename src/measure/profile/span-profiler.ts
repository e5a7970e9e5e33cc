import { setTimeout as pause } from "node:timers/promises";
import { spansProfile } from "../../profile/spans.ts";
import type { PreparedProfiler, Profiler } from "./profiler.ts";
import { SpanReceiver } from "./span-receiver.ts";

/** How often an exporter is asked to send, and how long its last spans are waited for. */
const exportEveryMs = 100;
const lastMs = 500;

/**
 * What a server tells of itself by OpenTelemetry. It is asked to send its spans here by the variables that its SDKs read, none of
 * them left out, as one of its own would win.
 */
export const spanProfiler: Profiler = {
  name: "OpenTelemetry",
  kinds: ["spans"],
  prepare: async (launch, { signal }): Promise<PreparedProfiler> => {
    const receiver = await SpanReceiver.open();
    return {
      launch: {
        ...launch,
        env: {
          ...launch.env,
          OTEL_SDK_DISABLED: "false",
          OTEL_TRACES_EXPORTER: "otlp",
          OTEL_METRICS_EXPORTER: "none",
          OTEL_LOGS_EXPORTER: "none",
          OTEL_TRACES_SAMPLER: "always_on",
          OTEL_EXPORTER_OTLP_ENDPOINT: receiver.address,
          OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.address}/v1/traces`,
          OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf",
          OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/protobuf",
          OTEL_BSP_SCHEDULE_DELAY: String(exportEveryMs),
        },
      },
      start: async () => {
        // Those of the warm-up.
        await pause(2 * exportEveryMs, undefined, { signal });
        receiver.take();
        return [];
      },
      stop: async () => {
        await pause(lastMs, undefined, { signal });
        const spans = receiver.take();
        if (spans.length === 0) return { unable: "the server sends no spans over OTLP/HTTP" };
        return { profile: spansProfile(spans), raw: [] };
      },
      [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
    };
  },
};
