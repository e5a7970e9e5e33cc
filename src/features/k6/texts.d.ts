/** Made by `inlineText` of scripts/bundler/inline.ts. */
declare module "*?text" {
  export const text: string;
}
