import { defineConfig } from "rolldown";
import { inlineForPages } from "./scripts/inline-for-pages.ts";
import { thirdPartyLicenses } from "./scripts/third-party-licenses.ts";

/** Two entries over one set of shared chunks. Names carry no hash, so that a rebuild of the same tree is the same bytes. */
export default defineConfig({
  input: { index: "src/main.ts", cli: "src/cli.ts", "control-server": "src/server/control-server.ts" },
  platform: "node",
  plugins: [inlineForPages(), thirdPartyLicenses()],
  tsconfig: false,
  transform: { target: "node20" },
  output: {
    dir: "dist",
    format: "esm",
    cleanDir: true,
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    minify: "dce-only",
    comments: false,
    sourcemap: false,
  },
});
