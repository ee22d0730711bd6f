import { describe, expect, onTestFinished } from "vitest";
import { announce } from "#core/announcements/make-announcement.server.ts";
import { bookSlot } from "#core/bookings/book-slot.server.ts";
import type { Context } from "#core/context.server.ts";
import { DAY, HOUR, MINUTE } from "#core/durations.ts";
import { LOGIN_COOKIE } from "#site/cookies.ts";
import { makeSession, makeSlot } from "./make/catalogue.ts";
import { makeContext, NOW } from "./make/context.ts";
import { dataTest } from "./make/database.ts";
import { makeOperatorContext } from "./make/operators.ts";
import { openSite } from "./make/site.ts";

/*
 * Visitors without login and many at once: the whole site with its shared pages in front, whose
 * clock is in the test's hand.
 */
async function open(ctx: Context) {
  let time = 0;
  const { origin, close } = await openSite(ctx, () => time);
  onTestFinished(close);
  return {
    ask: (path: string, headers: Record<string, string> = {}) =>
      fetch(origin + path, { headers, redirect: "manual" }),
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

/** The nonces that the header lets in, and those that the page has. */
async function noncesOf(answer: Response) {
  const policy = answer.headers.get("content-security-policy") ?? "";
  const allowed = new Set([...policy.matchAll(/'nonce-([^']+)'/g)].map(([, nonce]) => nonce));
  const used = new Set([...(await answer.text()).matchAll(/nonce="([^"]+)"/g)].map(([, of]) => of));
  return { allowed: [...allowed], used: [...used] };
}

describe("pages for everybody", () => {
  dataTest("come with the one nonce and request id of their rendering", async ({ db }) => {
    const { ask, pass } = await open(makeContext(db));
    const [first, second] = [await ask("/"), await ask("/")];
    expect(first.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(second.headers.get("x-request-id")).toBe(first.headers.get("x-request-id"));
    expect(second.headers.get("strict-transport-security")).toBe(
      first.headers.get("strict-transport-security"),
    );
    expect(second.headers.get("x-content-type-options")).toBe("nosniff");
    const nonces = await noncesOf(first);
    expect(nonces.allowed.length).toBe(1);
    expect(nonces.used).toEqual(nonces.allowed);
    expect(await noncesOf(second)).toEqual(nonces);
    pass(4_001);
    const renewed = await noncesOf(await ask("/"));
    expect(renewed.used).toEqual(renewed.allowed);
    expect(renewed.allowed).not.toEqual(nonces.allowed);
  });

  dataTest("have their scripts fetched after what they show", async ({ db }) => {
    const { ask } = await open(makeContext(db));
    const html = await (await ask("/sessions")).text();
    const [late = "", ...others] = html.match(/<template id="scripts">.*?<\/template>/gs) ?? [];
    expect(others).toEqual([]);
    expect(html.replace(late, "")).not.toMatch(/modulepreload|<script[^>]* (src=|type="module")/);
    expect(late.match(/<link rel="modulepreload" href="\/[^"]+" /g)?.length).toBeGreaterThan(1);
    expect(late).toContain("window.__reactRouterRouteModules = {");
    expect(html).toContain("window.__reactRouterContext");
  });

  dataTest("never show a slot that is sold out for longer than five seconds", async ({ db }) => {
    const ctx = makeContext(db);
    const session = await makeSession(db, { capacity: 2, priceCents: 0 });
    const slot = await makeSlot(db, { session, availableSpots: 1 });
    const { ask, pass } = await open(ctx);
    const pages = [`/session/${session.id}`, "/sessions", "/", "/sessions.data"];
    const shows = async (path: string) => (await (await ask(path)).text()).includes(session.title);
    const bookable = async () =>
      !/Toutes les places à venir|En cours de réservation/.test(
        await (await ask(`/session/${session.id}`)).text(),
      );
    for (const path of pages) expect(await shows(path), path).toBe(true);
    expect(await bookable()).toBe(true);
    // As another process does it: this one is told nothing.
    await bookSlot(ctx, { sessionId: session.id, slotId: slot.id, email: "a@example.fr" });
    pass(4_000);
    expect(await bookable()).toBe(true);
    pass(1);
    expect(await bookable()).toBe(false);
    expect(await shows("/sessions")).toBe(false);
    expect(await shows("/sessions.data")).toBe(false);
    expect(await shows("/")).toBe(false);
  });

  dataTest("end with the minute, in which a price may fall", async ({ db }) => {
    const ctx = makeContext(db);
    const { ask, pass } = await open({ ...ctx, now: () => new Date("2026-11-20T09:00:57.500Z") });
    const first = await noncesOf(await ask("/sessions"));
    pass(2_499);
    expect(await noncesOf(await ask("/sessions"))).toEqual(first);
    pass(2);
    expect((await noncesOf(await ask("/sessions"))).used).not.toEqual(first.used);
  });

  dataTest("are passed by whoever is somebody", async ({ db }) => {
    const { ask } = await open(makeContext(db));
    const shared = await noncesOf(await ask("/sessions"));
    const cookies = [
      `${LOGIN_COOKIE}=x`,
      `__Secure-${LOGIN_COOKIE}=x`,
      "achat=x",
      "favori=x",
      "mot-au-praticien=x",
    ];
    for (const proof of [
      ...cookies.map((cookie) => ({ Cookie: `_ga=1; ${cookie}` })),
      { Authorization: "Bearer x" },
    ]) {
      const answer = await ask("/sessions", proof);
      expect(answer.headers.get("cache-control")).toBe("private, no-store");
      expect((await noncesOf(answer)).allowed).not.toEqual(shared.allowed);
    }
    // Somebody else's cookie tells nobody apart.
    expect(await noncesOf(await ask("/sessions", { Cookie: "_ga=1" }))).toEqual(shared);
  });

  dataTest("lead from a card to the slot that it shows", async ({ db }) => {
    const ctx = makeContext(db);
    const session = await makeSession(db);
    await makeSlot(db, { session, start: new Date(ctx.now().getTime() + 5 * HOUR) });
    const asked = await makeSlot(db, { session, start: new Date(ctx.now().getTime() + DAY) });
    const { ask } = await open(ctx);
    const list = await (await ask("/sessions?date=tomorrow&seats=3")).text();
    const path = `/session/${session.id}?creneau=${asked.id}`;
    expect(list).toContain(`href="${path}&amp;seats=3"`);
    // A condition that the form has no field for is kept when another filter is chosen.
    for (const [name, value] of Object.entries({ date: "tomorrow", seats: "3" })) {
      expect(list).toMatch(new RegExp(`<input type="hidden" name="${name}" value="${value}"`));
    }
    expect(await (await ask("/sessions?date=today&from=18:00")).text()).not.toContain(session.id);
    const detail = await (await ask(path)).text();
    const [chosen] = detail.match(/<input[^>]*name="slotId"[^>]*checked=""[^>]*>/) ?? [];
    expect(chosen).toContain(asked.id);
  });

  dataTest(
    "have one spelling: what they do not show splits nothing, and leaks into none",
    async ({ db }) => {
      const { ask } = await open(makeContext(db));
      const first = await ask("/sessions?utm_source=lettre-de-novembre&category=Yoga");
      const text = await first.text();
      expect(text).not.toContain("lettre-de-novembre");
      const of = async (path: string) => (await noncesOf(await ask(path))).allowed;
      const yoga = await of("/sessions?category=Yoga");
      expect(text).toContain(`nonce="${yoga[0]}"`);
      expect(await of("/sessions?category=Yoga&fbclid=1&sort=relevance&page=1")).toEqual(yoga);
      expect(await of("/sessions?category=Massage")).not.toEqual(yoga);
      expect(await of("/sessions")).not.toEqual(yoga);
      // A page that is not there still leads to one that is.
      const away = await ask("/sessions?page=17&utm_source=x");
      expect([away.status, away.headers.get("location")]).toEqual([302, "/sessions"]);
      expect((await ask("/sessions?page=abc")).status).toBe(302);
    },
  );

  dataTest(
    "say what is announced within a minute, and no longer than its hours",
    async ({ db }) => {
      let now = NOW;
      const ctx = { ...makeContext(db), now: () => now };
      const { ask, pass } = await open(ctx);
      const operator = await makeOperatorContext(ctx);
      const [text, until] = ["Pas de paiement à 23 h.", "2026-11-20T10:10"];
      const wait = (milliseconds: number) => {
        now = new Date(now.getTime() + milliseconds);
        pass(milliseconds);
      };
      const isSaid = async (path: string, headers = {}) =>
        (await (await ask(path, headers)).text()).includes(text);
      expect(await isSaid("/aide")).toBe(false);
      const reason = "La banque l'a prévu.";
      await announce(operator, { kind: "interruption", text, until, reason });
      wait(MINUTE);
      for (const path of ["/", "/aide", "/sessions", "/nulle-part", "/connexion"]) {
        expect(await isSaid(path), path).toBe(true);
      }
      expect(await isSaid("/aide", { cookie: `${LOGIN_COOKIE}=x` })).toBe(true);
      expect(await isSaid("/operateur/connexion")).toBe(false);
      // A page that was open before goes on to the next by its data.
      expect(await isSaid("/aide.data")).toBe(true);
      expect(await isSaid("/operateur/connexion.data")).toBe(false);
      wait(9 * MINUTE);
      expect(await isSaid("/aide")).toBe(false);
    },
  );

  dataTest("are data too, and errors of nobody's are not kept", async ({ db }) => {
    const { ask } = await open(makeContext(db));
    const data = await ask("/sessions.data");
    expect(data.headers.get("content-type")).toContain("text/x-script");
    expect(data.headers.get("cache-control")).toMatch(/^public, max-age=0, s-maxage=1/);
    const gone = "/session/01a1f954-e81f-7838-8eec-2881e4e9c658";
    const [first, second] = [await ask(gone), await ask(gone)];
    expect([first.status, first.headers.get("cache-control")]).toEqual([404, null]);
    expect(await noncesOf(first)).not.toEqual(await noncesOf(second));
  });

  dataTest("leave nothing out of the compression that everything else has", async ({ db }) => {
    const { ask } = await open(makeContext(db));
    for (const path of ["/", "/connexion", "/api/v1/openapi.json"]) {
      const answer = await ask(path, { "Accept-Encoding": "br" });
      expect(answer.headers.get("content-encoding"), path).toBe("br");
      expect(answer.headers.get("vary"), path).toContain("Accept-Encoding");
      expect((await answer.text()).length).toBeGreaterThan(5_000);
    }
    const short = await ask("/api/v1/sessions", { "Accept-Encoding": "br" });
    expect(short.headers.get("content-encoding")).toBeNull();
  });
});
