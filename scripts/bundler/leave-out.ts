import type { Plugin } from "rolldown";

/**
 * The validators of both SDKs, half a megabyte of ajv: they check the tool results that an SDK's client has asked for, and
 * the forms that a server has sent out. Here the SDKs do handshakes and answer; requests go over wires of our own.
 */
const validators = [
  { imported: /\/validation\/ajv-provider\.js$/, name: "AjvJsonSchemaValidator" },
  { imported: /^@modelcontextprotocol\/client\/_shims$/, name: "DefaultJsonSchemaValidator" },
];
const prefix = "\0left-out:";

/**
 * undici carries its parser of replies twice, and takes the portable one where this one does not compile: the few requests
 * to GitHub are no load.
 */
const quickParser = /\/llhttp\/llhttp_simd-wasm\.js$/;

/** Plugin of the bundler: leaves out what packages load and this program never calls. */
export function leaveOut(): Plugin {
  return {
    name: "leave-out",
    resolveId(source) {
      const validator = validators.find(({ imported }) => imported.test(source));
      return validator && prefix + validator.name;
    },
    load(id) {
      if (quickParser.test(id)) return "module.exports = undefined;";
      if (!id.startsWith(prefix)) return undefined;
      return `export class ${id.slice(prefix.length)} { getValidator() { throw new Error("left out of this bundle"); } }
export const CORS_IS_POSSIBLE = false;`;
    },
  };
}
