import { defineConfig } from "vitest/config";
import { inlineForPages } from "./scripts/inline-for-pages.ts";

export default defineConfig({
  plugins: [inlineForPages()],
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    pool: "forks",
  },
});
