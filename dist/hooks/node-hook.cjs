// @ts-check
/*
 * Loaded by NODE_OPTIONS=--require into every Node.js process and worker of a server that is profiled, before its own code: see
 * ../hook-profiler.ts. CommonJS, as --import would load the program itself in another way, which breaks ts-node.
 *
 * V8 tells functions that it inlined apart only in code it compiled while the profiler ran, and not always then. So that runs, and
 * inlining is switched off, from the first line on; what was asked for is cut out of it. The socket to the benchmark keeps no process alive.
 */
const { writeFileSync } = require("node:fs");
const { Session } = require("node:inspector");
const { connect } = require("node:net");
const { cpuUsage, env, hrtime, pid } = require("node:process");
const { setFlagsFromString } = require("node:v8");
const { threadId } = require("node:worker_threads");

const intervalUs = 500;

/** CPU time of this thread, where Node.js can tell. */
const threadCpuUsage = /** @type {any} */ (process).threadCpuUsage ?? cpuUsage;

const nowUs = () => Number(hrtime.bigint() / 1000n);

/** @typedef {{ id: number, hitCount: number, callFrame: { scriptId: string } }} Place */
/** @typedef {{ nodes: Place[], samples: number[], timeDeltas: number[], startTime: number, endTime: number }} Profile */

const session = new Session();

/**
 * @param {string} method
 * @param {object} [params]
 * @returns {any}
 */
function post(method, params = {}) {
  let outcome = { error: /** @type {Error | null} */ (new Error(`${method} gave no answer`)), result: {} };
  // A session with its own thread answers before `post` returns.
  session.post(method, params, (error, result) => {
    outcome = { error, result: result ?? {} };
  });
  if (outcome.error) throw outcome.error;
  return outcome.result;
}

const usedUs = () => {
  const { user, system } = threadCpuUsage();
  return user + system;
};

let beganUs = 0;
let from = { atUs: 0, usedUs: 0 };

function begin() {
  // Time and allocations of a function that is inlined would count for its caller.
  for (const flag of ["--no-turbo-inlining", "--no-maglev-inlining"]) setFlagsFromString(flag);
  session.connect();
  post("Profiler.enable");
  post("Profiler.setSamplingInterval", { interval: intervalUs });
  beganUs = nowUs();
  from = { atUs: beganUs, usedUs: usedUs() };
  post("Profiler.start");
}

/** Fine enough for a leak of some kilobytes per call. */
const bytesPerSample = 4096;

/** From now on what is allocated and held is noted, too: instead of the time. */
let isMemory = false;

function beginMemory() {
  isMemory = true;
  post("Profiler.stop");
  post("HeapProfiler.enable");
  post("HeapProfiler.startSampling", { samplingInterval: bytesPerSample });
  return {};
}

/** @param {{ file: string, maps: string }} message */
function stopMemory({ file, maps }) {
  // The profile is of live objects: stopping collects garbage first.
  const { profile } = post("HeapProfiler.stopSampling");
  const places = [profile.head];
  for (let place = 0; place < places.length; place++) places.push(...places[place].children);
  writeFileSync(file, JSON.stringify(profile));
  writeFileSync(maps, JSON.stringify(sourceMapsOf({ nodes: places })));
  session.disconnect();
  return {};
}

/** @param {{ file: string, maps: string }} message */
function stop({ file, maps }) {
  const cpuMs = (usedUs() - from.usedUs) / 1000;
  /** @type {Profile} */
  const profile = post("Profiler.stop").profile;
  const cut = since(profile, profile.startTime + from.atUs - beganUs);
  writeFileSync(file, JSON.stringify(cut));
  writeFileSync(maps, JSON.stringify(sourceMapsOf(cut)));
  session.disconnect();
  return { cpuMs };
}

/**
 * Keeps the samples from a time on.
 *
 * @param {Profile} profile
 * @param {number} startTime
 */
function since({ nodes, samples, timeDeltas, startTime: began, endTime }, startTime) {
  let first = 0;
  let at = began;
  for (; first < samples.length; first++) {
    const next = at + (timeDeltas[first] ?? 0);
    if (next >= startTime) break;
    at = next;
  }
  const hits = new Map();
  for (const id of samples.slice(first)) hits.set(id, (hits.get(id) ?? 0) + 1);
  const deltas = timeDeltas.slice(first);
  if (deltas.length > 0) deltas[0] = at + (deltas[0] ?? 0) - startTime;
  return {
    nodes: nodes.map((place) => ({ ...place, hitCount: hits.get(place.id) ?? 0 })),
    startTime,
    endTime,
    samples: samples.slice(first),
    timeDeltas: deltas,
  };
}

/**
 * Finds the source maps of its scripts: code that tsx and ts-node compile exists in this process alone.
 *
 * @param {{ nodes: Pick<Place, "callFrame">[] }} profile
 */
function sourceMapsOf({ nodes }) {
  const used = new Set(nodes.map(({ callFrame }) => callFrame.scriptId));
  /** @type {{ script: string, url: string, map: string }[]} */
  const maps = [];
  session.on("Debugger.scriptParsed", ({ params: { scriptId, url, sourceMapURL } }) => {
    if (sourceMapURL && used.has(scriptId)) maps.push({ script: scriptId, url, map: sourceMapURL });
  });
  post("Debugger.enable");
  post("Debugger.disable");
  return maps;
}

/** @param {{ do?: string } & Record<string, any>} message */
function answer(message) {
  try {
    if (message.do === "stop")
      return (isMemory ? stopMemory : stop)(/** @type {{ file: string, maps: string }} */ (message));
    if (message.do !== "start") return { failed: "it is not known here" };
    if (message.kind === "memory") return beginMemory();
    from = { atUs: nowUs(), usedUs: usedUs() };
    return {};
  } catch (error) {
    return { failed: String(error) };
  }
}

/** @param {string} address */
function serve(address) {
  begin();
  const socket = connect(address);
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

try {
  if (env.MCP_BENCH_HOOK) serve(env.MCP_BENCH_HOOK);
} catch {
  // Another runtime that reads NODE_OPTIONS, as Deno does, and has no such profiler: it goes on without.
}
