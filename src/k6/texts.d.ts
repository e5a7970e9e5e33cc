/** Made by scripts/inline-text.ts. */
declare module "*?text" {
  export const text: string;
}
