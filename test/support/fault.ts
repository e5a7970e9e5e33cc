/** NODE_OPTIONS under which something throws where nobody catches it, as soon as somebody watches out for that. */
export function faultOnceWatched(message: string): string {
  const fault = `setImmediate(() => { throw new Error(${JSON.stringify(message)}) })`;
  const script = `process.on("newListener", (name) => { if (name === "uncaughtException") ${fault} })`;
  return `--import=data:text/javascript,${encodeURIComponent(script)}`;
}
