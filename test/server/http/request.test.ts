import { expect, test } from "vitest";
import { ConfigError } from "../../../src/errors.ts";
import { RequestHead } from "../../../src/server/http/http-request.ts";

const url = new URL("http://[::1]:8080/mcp?a=b");

test("a request is its head and its body", () => {
  const head = new RequestHead({ method: "POST", url, headers: { authorization: "Bearer t" } });
  const text = "POST /mcp?a=b HTTP/1.1\r\nhost: [::1]:8080\r\nconnection: keep-alive\r\nauthorization: Bearer t\r\n";
  expect(head.withBody(Buffer.from("grüße")).toString()).toBe(`${text}content-length: 7\r\n\r\ngrüße`);
  expect(head.withBody(Buffer.alloc(0)).toString()).toBe(`${text}content-length: 0\r\n\r\n`);
  expect(head.withBody(null).toString()).toBe(`${text}\r\n`);
});

test("a host of one's own stands", () => {
  const head = new RequestHead({ method: "GET", url, path: "/", headers: { host: "example.test" } });
  expect(head.withBody(null).toString()).toBe("GET / HTTP/1.1\r\nhost: example.test\r\nconnection: keep-alive\r\n\r\n");
});

test.each([
  ["a line end in a value", { headers: { a: "secret\r\nx: y" } }, 'the value of the header "a"'],
  ["a value beyond Latin-1", { headers: { a: "日本" } }, 'the value of the header "a"'],
  ["a space in a name", { headers: { "a b": "c" } }, 'the header "a b"'],
  ["a length of one's own", { headers: { "content-length": "1" } }, 'the header "content-length"'],
  ["a coding of one's own", { headers: { "transfer-encoding": "chunked" } }, 'the header "transfer-encoding"'],
  ["a line end in a path", { path: "/\r\nx: y", headers: {} }, "the path"],
  ["a space in a path", { path: "/a b", headers: {} }, "the path"],
  ["a letter beyond ASCII in a path", { path: "/search?q=süß", headers: {} }, "the path"],
])("%s cannot be sent", (_name, line, message) => {
  const make = () => new RequestHead({ method: "GET", url, ...line });
  expect(make).toThrow(ConfigError);
  expect(make).toThrow(`${message}`);
  expect(make).not.toThrow("secret");
});
