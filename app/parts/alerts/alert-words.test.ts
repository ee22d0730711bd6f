import { expect, test } from "vitest";
import { searchQuery } from "#core/search/schema.ts";
import { NOW } from "#test/make/context.ts";
import { alertHref } from "./alert-words.server.ts";
import { typedFrom } from "./read-alert.server.ts";

const address = new URLSearchParams({ q: "massage", near: "45.76,4.85", radius: "10" });

test("a search around a position is kept around its town, and the position nowhere (rule: coarse-place)", () => {
  const href = alertHref(searchQuery.parse(Object.fromEntries(address)));
  expect(decodeURIComponent(href)).toBe("/alertes/nouvelle?q=massage&radius=10&place=Lyon+3e");
  const kept = { q: "massage", place: "Lyon 3e", radius: "10" };
  expect(typedFrom(new URL(href, "http://any.test").searchParams, NOW)).toMatchObject(kept);
  // An address that somebody has from before.
  expect(typedFrom(address, NOW)).toMatchObject(kept);
});
