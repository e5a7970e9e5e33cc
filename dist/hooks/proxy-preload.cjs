// Leads every connection of a Node.js process to the proxy of mcp-bench, also those of clients that know nothing of proxies.
"use strict";
const net = require("node:net");

const port = Number(process.env.MCP_BENCH_UPSTREAM_PORT);
const connect = net.Socket.prototype.connect;
const local = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|::1|\[::1\]|::ffff:127\.\d+\.\d+\.\d+|0\.0\.0\.0|::|)$/i;

/** Returns the options that a call of `connect` was given; undefined for a path of this machine. */
function optionsOf(args) {
  const [first, second] = args;
  if (Array.isArray(first)) return first[0];
  if (first !== null && typeof first === "object") return first;
  const isPort = typeof first === "number" || (typeof first === "string" && /^\d+$/.test(first));
  return isPort ? { port: Number(first), host: typeof second === "string" ? second : undefined } : undefined;
}

if (port > 0)
  net.Socket.prototype.connect = function (...args) {
    const options = optionsOf(args);
    const host = String(options?.host ?? "");
    if (!options || options.path || local.test(host)) return connect.apply(this, args);
    // The proxy has to hear whom a client of TLS means.
    if (typeof this.setServername === "function" && !options.servername && net.isIP(host) === 0)
      this.setServername(host);
    const { lookup, localAddress, localPort, family, ...rest } = options;
    const led = { ...rest, host: "127.0.0.1", port, autoSelectFamily: false };
    if (Array.isArray(args[0])) {
      args[0][0] = led;
      return connect.apply(this, args);
    }
    const done = args.find((each) => typeof each === "function");
    return done ? connect.call(this, led, done) : connect.call(this, led);
  };
