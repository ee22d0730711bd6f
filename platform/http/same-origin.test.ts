import { describe, expect, test } from "vitest";
import { isCrossSiteWrite } from "./same-origin.server.ts";

function request(method: string, headers: Record<string, string>) {
  return new Request("http://parenthese.example.fr/profil", { method, headers });
}

describe("a write led here by another site", () => {
  const host = "parenthese.example.fr";
  test.each([
    ["reads never are", "GET", { host, origin: "https://evil.example" }, false],
    ["the browser says same-origin", "POST", { host, "sec-fetch-site": "same-origin" }, false],
    ["the origin is this host", "POST", { host, origin: `https://${host}` }, false],
    ["the browser says cross-site", "POST", { host, "sec-fetch-site": "cross-site" }, true],
    ["a sister domain", "POST", { host, "sec-fetch-site": "same-site" }, true],
    ["another origin", "DELETE", { host, origin: "https://evil.example" }, true],
    ["the same name on another port", "POST", { host, origin: `https://${host}:8443` }, true],
    ["an opaque origin", "POST", { host, origin: "null" }, true],
    ["nothing said", "POST", { host }, true],
  ])("%s", (_, method, headers, crossSite) => {
    expect(isCrossSiteWrite(request(method, headers as Record<string, string>))).toBe(crossSite);
  });
});
