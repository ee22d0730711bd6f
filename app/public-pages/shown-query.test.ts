import { expect, test } from "vitest";
import { readShown } from "./shared-pages.server.ts";

test("a search is kept in one spelling, and one that is too long not at all: it is said to be", () => {
  const kept = (q: string) => readShown("search", new URLSearchParams({ q, page: "1" }));
  expect(kept(" yoga ")).toBe("?q=yoga");
  expect(kept("yoga ".repeat(50))).toBeNull();
});
