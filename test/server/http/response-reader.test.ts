import { describe, expect, test } from "vitest";
import { ResponseReader } from "../../../src/server/http/response-reader.ts";

interface Seen {
  readonly status: number | undefined;
  readonly body: string;
  readonly complete: boolean;
  readonly persistent: boolean;
}

/** Reads a response in pieces of a size. */
function read(text: string, { size = text.length, method = "POST", reader = new ResponseReader() } = {}): Seen {
  let status: number | undefined;
  let body = "";
  let complete = false;
  const sink = {
    onHead: (head: { status: number }) => {
      status = head.status;
    },
    onData: (part: Buffer) => {
      body += part.toString("latin1");
    },
  };
  reader.expect(method);
  for (let at = 0; at < text.length; at += size)
    complete = reader.push(Buffer.from(text.slice(at, at + size), "latin1"), sink);
  return { status, body, complete: complete || reader.endsWithConnection, persistent: reader.persistent };
}

const head = (...lines: string[]) => `${["HTTP/1.1 200 OK", ...lines].join("\r\n")}\r\n\r\n`;

describe("a response", () => {
  test.each([
    ["of known length", `${head("Content-Length: 5")}hello`, "hello", true],
    ["of a length that is said twice", `${head("Content-Length: 5", "content-length: 5")}hello`, "hello", true],
    ["of no bytes", head("content-length: 0"), "", true],
    ["in chunks", `${head("Transfer-Encoding: chunked")}2;x=y\r\nhe\r\n3 \r\nllo\r\n0\r\nA: b\r\n\r\n`, "hello", true],
    [
      "in chunks, with line ends inside",
      `${head("transfer-encoding: chunked")}4\r\n\r\n\r\n\r\n0\r\n\r\n`,
      "\r\n\r\n",
      true,
    ],
    ["that ends with its connection", `${head("content-type: text/plain")}hello`, "hello", false],
    ["after which the connection ends", `${head("content-length: 5", "Connection: x, Close")}hello`, "hello", false],
    ["of HTTP/1.0", "HTTP/1.0 200 OK\r\ncontent-length: 5\r\n\r\nhello", "hello", false],
    [
      "after two that were not final",
      `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nlink: x\r\n\r\n${head("content-length: 2")}ok`,
      "ok",
      true,
    ],
  ])("%s is the same however it is cut", (_name, text, body, persistent) => {
    for (let size = 1; size <= text.length; size++)
      expect(read(text, { size }), `pieces of ${size}`).toEqual({ status: 200, body, complete: true, persistent });
  });

  test.each([
    ["to HEAD", "HEAD", head("content-length: 5")],
    ["of status 204", "POST", "HTTP/1.1 204 No Content\r\n\r\n"],
    ["of status 304", "GET", "HTTP/1.1 304 Not Modified\r\ncontent-length: 5\r\n\r\n"],
  ])("%s has no body", (_name, method, text) => {
    expect(read(text, { method })).toMatchObject({ body: "", complete: true, persistent: true });
  });

  test("is followed by others, with the same head or another", () => {
    const reader = new ResponseReader();
    for (const body of ["one", "two", "three"])
      expect(read(`${head(`content-length: ${body.length}`)}${body}`, { reader })).toMatchObject({
        body,
        complete: true,
      });
  });

  test("that is not complete is waited for", () => {
    expect(read(`${head("content-length: 5")}hell`).complete).toBe(false);
    expect(read(`${head("transfer-encoding: chunked")}5\r\nhello\r\n`).complete).toBe(false);
  });

  test("with more behind it leaves its connection unusable", () => {
    expect(read(`${head("content-length: 2")}okHTTP/1.1 200 OK`)).toMatchObject({ body: "ok", persistent: false });
  });
});

test.each([
  ["another protocol", "SSH-2.0-OpenSSH\r\n\r\n", "the status line"],
  ["HTTP/2", "HTTP/2 200\r\n\r\n", "the status line"],
  ["a header without a name", head(": x"), "the header"],
  ["a folded header", head("a: b", " c"), "the header"],
  ["a control character in a header", head("mcp-session-id: a\nb"), "the header"],
  ["two lengths", head("content-length: 5", "content-length: 6"), "the content-length"],
  ["a length that is none", head("content-length: -1"), "the content-length"],
  ["a coding nobody asked for", head("transfer-encoding: gzip, chunked"), "the coding"],
  ["a chunk without a size", `${head("transfer-encoding: chunked")}x\r\n`, "the size of a chunk"],
  ["a chunk longer than it says", `${head("transfer-encoding: chunked")}1\r\nab\r\n`, "behind a chunk"],
  ["another protocol to change to", "HTTP/1.1 101 Switching Protocols\r\n\r\n", "switched protocols"],
  ["a head without an end", `HTTP/1.1 200 OK\r\na: ${"x".repeat(20_000)}`, "above 16 KiB"],
  ["a head that is too long", head(`a: ${"x".repeat(20_000)}`), "above 16 KiB"],
])("%s is refused, whole or byte by byte", (_name, text, message) => {
  expect(() => read(text)).toThrow(message);
  expect(() => read(text, { size: 1 })).toThrow(message);
});
