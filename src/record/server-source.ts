import { z } from "zod";

/** Source that named the server of a run, and those passed over. */
export const serverSource = z.strictObject({
  kind: z.enum(["command-line", "file", "manifest", "client"]),
  /** File, and what in it names the server. Untrusted. */
  from: z.string(),
  /** Reason for choosing this one of several programs. */
  why: z.enum(["only", "default", "mcp", "project", "server", "helpers", "client"]).optional(),
  passedOver: z
    .array(
      z.strictObject({
        from: z.string(),
        why: z.enum(["released", "remote", "bridge", "elsewhere", "unreadable"]),
      }),
    )
    .max(20)
    .readonly()
    .optional(),
});

export type ServerSource = z.infer<typeof serverSource>;

const reasons = {
  only: "its only program",
  default: "the default of its manifest",
  mcp: "the program with `mcp` in its name",
  project: "the program called as the project is",
  server: "the program with `server` in its name",
  helpers: "its other programs are helpers",
  client: "a client file starts it",
} as const satisfies Record<NonNullable<ServerSource["why"]>, string>;

const passedOverWords = {
  released: "fetches a released package, not this checkout",
  remote: "is an address, which is called only where it is named",
  bridge: "is a bridge to an address",
  elsewhere: "starts no file of this checkout",
  unreadable: "cannot be read as a server",
} as const satisfies Record<NonNullable<ServerSource["passedOver"]>[number]["why"], string>;

/** Names a source and says why it was taken. Holds untrusted text. */
export function sourceText({ kind, from, why }: ServerSource): string {
  if (kind === "command-line" || kind === "file") return from;
  return why === undefined ? from : `${from} (${reasons[why]})`;
}

/** Lists the servers that other files name, each with why it was not taken. Holds untrusted text. */
export function passedOverTexts({ passedOver = [] }: Pick<ServerSource, "passedOver">): string[] {
  return passedOver.map(({ from, why }) => `${from} ${passedOverWords[why]}`);
}
