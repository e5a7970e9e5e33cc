import { globSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "rolldown";
import { featureHooks, thirdPartyLicenses } from "./scripts/bundler/beside-the-bundle.ts";
import { importGroupsDirectly } from "./scripts/bundler/import-groups-directly.ts";
import { inlineForPages, inlineText } from "./scripts/bundler/inline.ts";
import { leaveOut } from "./scripts/bundler/leave-out.ts";
import { shortenPackages } from "./scripts/bundler/shorten-packages.ts";

/**
 * The entries, what the front ends need at once (`core`), and a chunk for each thing that many runs do without.
 * Names carry no hash, so that a rebuild of the same tree is the same bytes.
 */
export default defineConfig({
  input: {
    main: "src/main.ts",
    cli: "src/mcp-bench.ts",
    "sample-server": "src/sample-server.ts",
    // Programs of features that run beside the product.
    ...Object.fromEntries(
      globSync("src/features/*/*.program.ts").map((file) => [path.basename(file, ".program.ts"), file]),
    ),
  },
  platform: "node",
  plugins: [
    inlineForPages(),
    inlineText(),
    featureHooks("src/features"),
    leaveOut(),
    importGroupsDirectly(),
    shortenPackages(["github", "handshake", "sdk", "zod"]),
    thirdPartyLicenses(),
  ],
  tsconfig: false,
  transform: { target: "node20" },
  // Of the toolkit's HTTP client and of its readers of the platform nothing is used: said here, since their packages do not.
  treeshake: { moduleSideEffects: [{ test: /@actions\/(core|http-client|exec|io)\/|\/tunnel\//, sideEffects: false }] },
  output: {
    dir: "dist",
    format: "esm",
    cleanDir: true,
    entryFileNames: "[name].js",
    chunkFileNames: ({ name }) => (name === "o200k_base" ? "tokenizer-[name].js" : "[name].js"),
    minifyInternalExports: false,
    codeSplitting: {
      // Each takes with it what it imports, unless a group before it has it.
      groups: [
        { name: "zod", test: /\/node_modules\/zod\// },
        { name: "sdk", test: /\/node_modules\/@modelcontextprotocol\/sdk\// },
        {
          name: "core",
          // The last three are small, and would tie groups to each other.
          test: /\/src\/(action\/action|server\/protocol\/connection|stats\/random|features\/(upstream\/upstream-schema|why\/profile\/explaining-kind))\.ts$/,
        },
        { name: "handshake", test: /\/src\/server\/protocol\/handshake\.ts$/ },
        { name: "http", test: /\/src\/server\/(http|auth)\// },
        { name: "configuration", test: /\/src\/config\// },
        { name: "schemas", test: /\/src\/measure\/replies\/output-schema\.ts$/ },
        {
          name: "measure",
          test: /\/src\/(measure\/|features\/why\/measure\/profile-pass|server\/process\/service)/,
        },
        { name: "report", test: /\/src\/(action|compare|features\/why\/report)\// },
        { name: "k6", test: /\/src\/features\/k6\/(?!feature|\w+-command)/ },
        { name: "trace", test: /\/src\/features\/trace\/(?!feature|\w+-command)/ },
        { name: "pages", test: /\/src\/features\/page\/(?!feature)/ },
        { name: "profile", test: /\/src\/features\/why\/measure\/(?!profile-pass)/ },
        {
          name: "upstream",
          test: /\/src\/features\/upstream\/(?!feature|upstream-schema|record\.ts|proxy\/|\w+-command|.*\.program\.)/,
        },
        {
          name: "upstream-proxy",
          test: /\/src\/features\/upstream\/proxy\/|\/node_modules\/(@peculiar|asn1js|pv(tsutils|utils)|reflect-metadata|tsyringe)\//,
        },
        { name: "commands", test: /\/src\/(features\/\w+\/\w+-command|cli\/(options|output))\.ts$/ },
        { name: "github", test: /\/node_modules\/@actions\/github\// },
      ],
    },
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    comments: false,
    sourcemap: false,
  },
});
