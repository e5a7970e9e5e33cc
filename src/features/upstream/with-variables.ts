/** Variables that hold options for a runtime: ours are added to those of the server. */
const lists = new Set(["NODE_OPTIONS", "JAVA_TOOL_OPTIONS"]);

/** Adds variables to those of a launch. Options for a runtime are added to its own. */
export function withVariables(
  given: Readonly<Record<string, string>>,
  added: Readonly<Record<string, string>>,
): Record<string, string> {
  const joined = Object.entries(added).map(([name, value]) => {
    const own = given[name];
    return [name, lists.has(name) && own ? `${own} ${value}` : value];
  });
  return { ...given, ...Object.fromEntries(joined) };
}
