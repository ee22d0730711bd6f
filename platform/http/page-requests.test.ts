import { expect, test } from "vitest";
import { isReadOrForm, withoutNeedlessSlashes, withProtocol } from "./page-requests.server.ts";

const ADDRESS = "http://site.test/contact?sujet=autre";

test.each([
  ["GET", null, true],
  ["HEAD", null, true],
  ["POST", "application/x-www-form-urlencoded;charset=UTF-8", true],
  ["POST", "Multipart/Form-Data; boundary=x", true],
  ["POST", "application/json", false],
  ["PUT", null, false],
])("%s with %s may be answered by a page: %s", (method, type, may) => {
  const headers = new Headers(type === null ? [] : [["content-type", type]]);
  expect(isReadOrForm(new Request(ADDRESS, { method, headers }))).toBe(may);
});

test.each([
  ["/", null],
  ["/contact?a=/b/", null],
  ["/contact/", "/contact"],
  ["/contact/?a=1", "/contact?a=1"],
  ["//elsewhere.test/a", "/elsewhere.test/a"],
  ["/a//b///", "/a/b"],
])("%s goes to %s", (path, tidy) => {
  expect(withoutNeedlessSlashes(`http://site.test${path}`)).toBe(tidy);
});

test("what came by TLS is seen so, with all that was sent", async () => {
  const request = new Request(ADDRESS, { method: "POST", body: "a=1" });
  const seen = withProtocol(request, "https");
  expect([seen.url, seen.method]).toEqual([ADDRESS.replace("http:", "https:"), "POST"]);
  expect(await seen.text()).toBe("a=1");
  expect(withProtocol(seen, "http")).toBe(seen);
});
