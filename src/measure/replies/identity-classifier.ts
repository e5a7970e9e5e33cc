import type { Classifier } from "../load/outcome.ts";

/** Judges replies as `classify` does; one that holds the name of another identity than that of its call is `crossed`. */
export function identityClassifier(
  classify: Classifier,
  { names, identityOf }: { readonly names: readonly string[]; readonly identityOf: (id: number) => number },
): Classifier {
  if (names.length < 2) return classify;
  const texts = names.map((name) => Buffer.from(JSON.stringify(name).slice(1, -1)));
  return (body, id) => {
    const own = identityOf(id);
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    const other = texts.findIndex((text, place) => place !== own && bytes.includes(text));
    if (other < 0) return classify(body, id);
    const message = `the reply to ${JSON.stringify(names[own])} holds ${JSON.stringify(names[other])}`;
    return { kind: "crossed", of: "session", message };
  };
}
