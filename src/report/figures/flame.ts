/** Both arms' trees of calls as a page draws them. Texts are untrusted, and one visible line each. */
export interface Flame {
  readonly unit: "ms" | "bytes";
  /** Name and place of each function. */
  readonly functions: readonly (readonly [name: string, place: string])[];
  /** Callers before what they call, those that take most first; -1: called by none. */
  readonly nodes: readonly (readonly [of: number, parent: number, base: number, head: number])[];
}
