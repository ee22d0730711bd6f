import { afterAll, beforeAll, expect, test } from "vitest";
import { pageOf } from "#app/page-table.server.ts";
import { routes } from "#test/make/pages.ts";
import type { Cast } from "./callers.ts";
import { openSiteUnderTest, type SiteUnderTest } from "./site-under-test.ts";

const addresses = Object.values(routes)
  .filter(({ id }) => id !== "root")
  .map(({ path = "" }) =>
    `/${path}`
      .replaceAll(/:\w+\??/g, "01a1f947-4d38-7636-b4fb-c69194333b29")
      .replace("*", "nulle-part"),
  );

/** Pages whose address is a secret tell it to no other site. */
const SECRET =
  /^\/(reservation(\/(choix|absence))?|proposition|contester|compte\/decision|alertes\/(nouvelle|confirmer|invite\/[\da-f-]+))$/;

let site: SiteUnderTest;
let cast: Cast;
beforeAll(async () => {
  site = await openSiteUnderTest();
  cast = await site.makeCast();
});
afterAll(() => site.close());

const ask = (address: string, init: RequestInit = {}) =>
  fetch(site.origin + address, { redirect: "manual", ...init });

test.for(addresses)("%s lets in no script but its own", async (address) => {
  for (const cookie of ["", cast.owner.cookie]) {
    const answer = await ask(address, { headers: { cookie } });
    const html = await answer.text();
    expect(answer.status).toBeLessThan(500);
    const policy = answer.headers.get("content-security-policy") ?? "";
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    expect(nonce).toBeTruthy();
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/base-uri 'self'.*|frame-ancestors 'none'/);
    expect(policy).not.toMatch(/script-src[^;]*(unsafe|\*|https?:)/);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("referrer-policy")).toBe(
      SECRET.test(address) ? "same-origin" : "strict-origin-when-cross-origin",
    );
    for (const [tag] of html.matchAll(/<script\b[^>]*>/g)) {
      const isData = /type="application\/(ld\+)?json"/.test(tag);
      expect(isData || tag.includes(`nonce="${nonce}"`), tag).toBe(true);
    }
    expect(html).not.toMatch(/<[a-z][^<>]* on[a-z]+=["']|href="javascript:/i);
    for (const set of answer.headers.getSetCookie()) {
      expect(set).toMatch(/; HttpOnly/i);
      expect(set).toMatch(/; SameSite=(Lax|Strict)/i);
    }
  }
});

test.for(addresses)("%s takes no form that another site has sent", async (address) => {
  const foreign = [
    { origin: "https://evil.example" },
    { origin: "null" },
    {},
    { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    // A proxy's header about the host is not believed.
    { origin: "https://evil.example", "x-forwarded-host": "evil.example" },
  ];
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    for (const headers of foreign) {
      const answer = await ask(address, {
        method,
        headers: { ...headers, cookie: cast.owner.cookie } as Record<string, string>,
        body: new URLSearchParams({ intent: "delete" }),
      });
      expect(answer.status, `${method} ${JSON.stringify(headers)}`).toBe(403);
      await answer.text();
    }
  }
});

test("a temporary password opens its change and the way out, and nothing else", async () => {
  const headers = { cookie: cast.temporary.cookie };
  const led: string[] = [];
  for (const address of addresses) {
    const answer = await ask(address, { headers });
    await answer.text();
    if (answer.headers.get("location") === "/changer-mot-de-passe") led.push(address);
  }
  expect(led).toEqual(addresses.filter((address) => !pageOf(address).isOpenToTemporaryPassword));
  const change = await ask("/changer-mot-de-passe", { headers });
  expect(await change.text()).toContain("Choisissez votre mot de passe");
});

test("what calls itself another host is answered with our own addresses", async () => {
  const headers = { "x-forwarded-host": "evil.example", "x-forwarded-for": "203.0.113.9, 1.2.3.4" };
  for (const address of ["/", "/sessions", "/connexion", "/sitemap.xml", "/robots.txt"]) {
    expect(await (await ask(address, { headers })).text(), address).not.toContain("evil.example");
  }
});
