import type { z } from "zod";

/** An answer that a second try would not better. */
export class UnexpectedAnswer extends Error {}

/** Successful answer as octokit returns it: a proxy may have answered, or GitHub with half of it. */
interface Reply {
  readonly url: string;
  readonly data: unknown;
}

/** The data of an answer, checked. The description of `schema` completes "expected …". Throws UnexpectedAnswer. */
export function readAnswer<T>({ url, data }: Reply, schema: z.ZodType<T>): T {
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  const path = result.error.issues[0]?.path ?? [];
  const inside = path.length > 0 ? `, whose ${path.join(".")} is ${describe(valueAt(data, path))}` : "";
  const expected = schema.description ?? "what its documentation says";
  throw new UnexpectedAnswer(
    `GitHub answered ${new URL(url).pathname} with ${describe(data)}${inside}; expected ${expected}`,
  );
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], data);
}

const shownCharacters = 60;

function describe(value: unknown): string {
  if (value === undefined) return "missing";
  if (typeof value === "string") {
    const text = value.replace(/\s+/g, " ").trim();
    return `the text ${JSON.stringify(text.slice(0, shownCharacters))}${text.length > shownCharacters ? " …" : ""}`;
  }
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}

/** Most pages, of a hundred entries each. */
const mostPages = 100;

interface Page {
  readonly page: number;
  readonly per_page: 100;
}

type ListPage = (page: Page) => Promise<Reply & { readonly headers: { readonly link?: string } }>;

/** The entries of a list, a request per page, until GitHub names no next one. Throws UnexpectedAnswer where it goes on naming them. */
export async function everyPage<T>(list: ListPage, schema: z.ZodType<T[]>): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; ; page++) {
    const reply = await list({ page, per_page: 100 });
    all.push(...readAnswer(reply, schema));
    if (!/;\s*rel="next"/.test(reply.headers.link ?? "")) return all;
    if (page === mostPages)
      throw new UnexpectedAnswer(`GitHub answered ${new URL(reply.url).pathname} with more than ${mostPages} pages`);
  }
}
