import { JSDOM } from "jsdom";

const { window } = new JSDOM("");
Object.assign(globalThis, { window, document: window.document });

/** The real mermaid; it reads `window` and `document` while it is loaded. */
export const { default: mermaid } = await import("mermaid");

/** The sources of all charts of a Markdown text. */
export function chartsIn(markdown: string): string[] {
  return [...markdown.matchAll(/^```mermaid\n([\s\S]*?)\n```$/gm)].map(([, source = ""]) => source);
}
