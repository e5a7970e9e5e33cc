import { w as string } from "./schemas.js";
// src/baseline/record-samples.ts
const samples = string().regex(/^[A-Za-z0-9+/]*={0,2}$/, "base64").refine(areSamples, "not finite float32 values");
function encodeSamples(latenciesMs) {
	return Buffer.from(Float32Array.from(latenciesMs).buffer).toString("base64");
}
function decodeSamples(text) {
	const bytes = Uint8Array.from(Buffer.from(text, "base64"));
	if (bytes.byteLength % 4 !== 0) throw new RangeError(`samples of ${bytes.byteLength} bytes are not whole float32 values`);
	return new Float32Array(bytes.buffer);
}
function areSamples(text) {
	try {
		return decodeSamples(text).every((latency) => Number.isFinite(latency) && latency >= 0);
	} catch {
		return false;
	}
}
export { encodeSamples as n, samples as r, decodeSamples as t };
