import { expect, test } from "vitest";
import { isVisit, seenOffering } from "./views.ts";

const ID = "01a1f947-4d38-7636-b4fb-c69194333b29";
const PERSON = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const look = (fields: object = {}) =>
  seenOffering({
    ...{
      method: "GET",
      path: `/session/${ID}`,
      status: 200,
      userAgent: PERSON,
      purpose: undefined,
    },
    ...fields,
  });

test("a view is somebody who looks at the page of an offering", () => {
  for (const path of [
    `/session/${ID}`,
    `/sessions/${ID}`,
    `/activites/${ID}`,
    `/session/${ID}.data`,
  ]) {
    expect(look({ path }), path).toBe(ID);
  }
});

test.each([
  { method: "POST" },
  { method: "HEAD" },
  { status: 404 },
  { status: 304 },
  { userAgent: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" },
  { purpose: "prefetch;prerender" },
  { path: "/sessions" },
  { path: `/sessions/${ID}/edit` },
  { path: `/praticiens/${ID}` },
])("none is %j", (fields) => {
  expect(look(fields)).toBeNull();
});

const arrival = {
  ...{ method: "GET", path: "/", status: 200, userAgent: PERSON, purpose: undefined },
  ...{ dest: "document", from: "cross-site" },
};

test("a visit is somebody who comes to a page from elsewhere", () => {
  for (const from of ["none", "cross-site", "same-site"]) {
    expect(isVisit({ ...arrival, from }), from).toBe(true);
  }
});

test.each([
  { from: "same-origin" },
  { dest: "empty" },
  { dest: undefined },
  { status: 404 },
  { purpose: "prefetch" },
  { userAgent: "Googlebot/2.1" },
])("and none is %j", (fields) => {
  expect(isVisit({ ...arrival, ...fields })).toBe(false);
});
