/** Made by scripts/inline-for-pages.ts. */
declare module "*?page" {
  export const text: string;
  /** In base64, as a Content-Security-Policy writes it. */
  export const sha256: string;
}
