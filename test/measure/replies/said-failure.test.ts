import { describe, expect, test } from "vitest";
import { saidFailure } from "../../../src/measure/probe/try-call.ts";

function said(text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  return saidFailure(text, value);
}

describe("an answer that says that it failed", () => {
  test.each([
    "Error: ENOENT: no such file or directory",
    "TypeError: x is not a function",
    "Error executing tool fetch: no route to host",
    "❌ Error: not found",
    "Error fetching the page. Please try again later.",
    "\n  Error (404): gone",
    "Failed to fetch https://example.com",
    "Unable to open the repository",
    "Traceback (most recent call last):\n  File",
    "data/a.txt: Error - EISDIR: illegal operation on a directory",
    '{"error":"not signed in"}',
    '{"error":{"code":7}}',
    '{"success":false,"items":[]}',
  ])("%j", (text) => expect(said(text)).toBe(text));
});

describe("an answer that only speaks of errors", () => {
  test.each([
    "Errors: 0",
    "Error rate 5.2 %",
    "The last error: none",
    "An article about error handling: part 1",
    "Failed logins: 3",
    "2026-01-01 started\nError: seen later in a log",
    '{"error":null,"items":[]}',
    '{"error":"","success":true}',
    '[{"error":"in an entry"}]',
    "",
  ])("%j", (text) => expect(said(text)).toBeUndefined());
});
