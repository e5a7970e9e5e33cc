import type { Kind, ProgramFunction } from "./programs.ts";

const works: Readonly<Record<Kind, string>> = {
  tokens: `counts = {}
        for word in text.split(" ")[:60]:
            counts[word] = counts.get(word, 0) + 1
        result += len(counts)`,
  distance: `a, b = text[turn % 40:turn % 40 + 9], text[60:69]
        row = list(range(len(b) + 1))
        for i, one in enumerate(a):
            following = [i + 1]
            for j, other in enumerate(b):
                following.append(min(row[j + 1] + 1, following[j] + 1, row[j] + (one != other)))
            row = following
        result += row[-1]`,
  sort: `records = [{"key": (place * 7919 + turn) % 101, "place": place} for place in range(30)]
        records.sort(key=lambda record: record["key"])
        result += records[0]["place"]`,
  escape: `html = ""
        for line in range(2):
            html += "<li>" + re.sub(r"[&<>a-b]", lambda found: "&#%d;" % ord(found.group()), text[:60]) + "</li>"
        result += len(html)`,
  json: `copy = json.loads(json.dumps({"turn": turn, "list": [1, 2, 3, text], "inner": {"text": text}}))
        result += len(copy)`,
  sieve: `marked = bytearray(220)
        for i in range(2, 15):
            if not marked[i]:
                for j in range(i * i, 220, i):
                    marked[j] = 1
        result += marked[turn % 200]`,
  tree: `pending = [(0, turn)]
        while pending:
            depth, value = pending.pop()
            result += value % 7
            if depth < 4:
                pending.append((depth + 1, value + 1))
                pending.append((depth + 1, value * 2))`,
  digest: `for part in range(6):
            result += hashlib.sha256((text + str(part)).encode()).digest()[0]`,
};

/** Plain functions without a loop of their own, which their callers call over and over. */
function plainBody({ name, kind, twice, calls }: ProgramFunction, all: readonly ProgramFunction[]): string {
  const loops = calls.map(
    (call) => `        for again in range(${amountOf(call, all)}):
            result += ${snake(call)}(text, again)`,
  );
  return `
def ${snake(name)}(text, turn):
    result = 0
    for _ in range(2 if turn % 100 < ${twice} else 1):
        ${works[kind]}
${loops.length === 0 ? "" : `    if turn == 0:\n${loops.join("\n")}`}
    return result
`;
}

function amountOf(name: string | undefined, all: readonly ProgramFunction[]): number {
  return all.find((one) => one.name === name)?.amount ?? 1;
}

/** A server over stdio by the SDK of Python: its tool is asynchronous, and calls functions that are and that are not. */
export function pythonServer(
  functions: readonly ProgramFunction[],
  isPlain: boolean,
): Readonly<Record<string, string>> {
  const asyncBody = ({ name, kind, amount, calls, isAsync }: ProgramFunction) => `
async def ${snake(name)}(text):
    result = 0
    for turn in range(${amount}):
        ${works[kind]}
    ${isAsync ? "await asyncio.sleep(0)" : "pass"}
    ${calls.map((call) => `result += await ${snake(call)}(text)`).join("\n    ")}
    return result
`;
  const bodies = functions.map((one) => (isPlain ? plainBody(one, functions) : asyncBody(one)));
  const [first] = functions;
  const name = snake(first?.name ?? "");
  const work = isPlain ? `sum(${name}(text, turn) for turn in range(${first?.amount}))` : `await ${name}(text)`;
  const server = `import asyncio, hashlib, json, re
from mcp.server.mcpserver import MCPServer

${bodies.join("\n")}
server = MCPServer("seeded")


@server.tool()
async def work(text: str) -> str:
    return str(${work})


server.run("stdio")
`;
  return { "server.py": server };
}

/** Writes a name as Python does. */
export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
