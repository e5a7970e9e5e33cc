import { env } from "node:process";

/** For the environment of programs on Node that are not given this process's own: where what was compiled before is kept. */
export const compileCache: Readonly<Record<string, string>> =
  env.NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE: env.NODE_COMPILE_CACHE };
