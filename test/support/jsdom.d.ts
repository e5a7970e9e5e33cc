/** The part of jsdom that the tests use; it ships no types. */
declare module "jsdom" {
  interface ParsedElement {
    readonly tagName: string;
    readonly textContent: string;
    getAttribute(name: string): string | null;
    querySelectorAll(selector: string): Iterable<ParsedElement> & { readonly length: number };
  }
  export class JSDOM {
    constructor(source: string, options?: { contentType?: string });
    readonly window: {
      readonly document: ParsedElement;
      readonly DOMParser: new () => { parseFromString(text: string, type: "text/xml"): ParsedElement };
    };
  }
}
