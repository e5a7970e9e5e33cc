/** Made by `inlineForPages` of scripts/bundler/inline.ts. */
declare module "*?page" {
  export const text: string;
  /** In base64, as a Content-Security-Policy writes it. */
  export const sha256: string;
}
