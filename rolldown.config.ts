import { defineConfig } from "rolldown";
import { inlineForPages } from "./scripts/inline-for-pages.ts";
import { thirdPartyLicenses } from "./scripts/third-party-licenses.ts";

/**
 * Two entries over one set of shared chunks. Names carry no hash, so that a rebuild of the same tree is the same bytes.
 * The tokenizer is a chunk of its own, most of it a table of words, which is loaded only by a run that asks for tokens.
 */
export default defineConfig({
  input: { index: "src/main.ts", cli: "src/cli.ts", "control-server": "src/control/server.ts" },
  platform: "node",
  plugins: [inlineForPages(), thirdPartyLicenses()],
  tsconfig: false,
  transform: { target: "node20" },
  // Of the toolkit's HTTP client and of its readers of the platform nothing is used: said here, since their packages do not.
  treeshake: { moduleSideEffects: [{ test: /@actions\/(core|http-client|exec|io)\/|\/tunnel\//, sideEffects: false }] },
  output: {
    dir: "dist",
    format: "esm",
    cleanDir: true,
    entryFileNames: "[name].js",
    codeSplitting: { groups: [{ name: "action", test: /src\/action\/action\.ts$/ }] },
    chunkFileNames: ({ name }) => (name === "o200k_base" ? "tokenizer-[name].js" : "[name].js"),
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    comments: false,
    sourcemap: false,
  },
});
