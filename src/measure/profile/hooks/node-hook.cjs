// @ts-check
/*
 * Loaded by NODE_OPTIONS=--require into every Node.js process and worker of a server that is profiled, before its own code: see
 * ../node-profiler.ts. It listens to the benchmark on a socket that keeps no process alive, and does nothing until it is told to.
 * CommonJS, as --import would load the program itself in another way, which breaks ts-node.
 */
const { writeFileSync } = require("node:fs");
const { Session } = require("node:inspector");
const { connect } = require("node:net");
const { env, pid } = require("node:process");
const { threadId } = require("node:worker_threads");

/** @type {Session | undefined} */
let session;

/**
 * @param {string} method
 * @param {object} [params]
 * @returns {any}
 */
function post(method, params = {}) {
  let outcome = { error: /** @type {Error | null} */ (new Error(`${method} gave no answer`)), result: {} };
  // A session with its own thread answers before `post` returns.
  session?.post(method, params, (error, result) => {
    outcome = { error, result: result ?? {} };
  });
  if (outcome.error) throw outcome.error;
  return outcome.result;
}

/** @param {{ intervalUs?: number }} message */
function start({ intervalUs = 500 }) {
  session = new Session();
  session.connect();
  post("Profiler.enable");
  post("Profiler.setSamplingInterval", { interval: intervalUs });
  post("Profiler.start");
  return {};
}

/** @param {{ file: string, maps: string }} message */
function stop({ file, maps }) {
  if (!session) return { failed: "it was not started" };
  const { profile } = post("Profiler.stop");
  writeFileSync(file, JSON.stringify(profile));
  writeFileSync(maps, JSON.stringify(sourceMapsOf(profile)));
  session.disconnect();
  session = undefined;
  return {};
}

/**
 * Where the source maps of its scripts are: what tsx and ts-node compile exists in this process alone.
 *
 * @param {{ nodes: { callFrame: { scriptId: string } }[] }} profile
 */
function sourceMapsOf({ nodes }) {
  const used = new Set(nodes.map(({ callFrame }) => callFrame.scriptId));
  /** @type {Record<string, string>} */
  const maps = {};
  session?.on("Debugger.scriptParsed", ({ params: { scriptId, sourceMapURL } }) => {
    if (sourceMapURL && used.has(scriptId)) maps[scriptId] = sourceMapURL;
  });
  post("Debugger.enable");
  post("Debugger.disable");
  return maps;
}

/** @param {{ do?: string } & Record<string, any>} message */
function answer(message) {
  try {
    if (message.do === "start") return start(message);
    if (message.do === "stop") return stop(/** @type {{ file: string, maps: string }} */ (message));
    return { failed: "it is not known here" };
  } catch (error) {
    return { failed: String(error) };
  }
}

if (env.MCP_BENCH_HOOK) {
  if (env.MCP_BENCH_HOOK_FROM_START) answer({ do: "start" });
  const socket = connect(env.MCP_BENCH_HOOK);
  socket.unref();
  socket.setEncoding("utf8");
  socket.on("error", () => {});
  socket.write(`${JSON.stringify({ hook: "node", pid, thread: threadId })}\n`);
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
      const line = text.slice(0, end);
      text = text.slice(end + 1);
      socket.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`);
    }
  });
}
