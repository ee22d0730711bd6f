import { expect, onTestFinished } from "vitest";
import { favorites } from "#core/tables.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { LOGIN_COOKIE } from "#site/cookies.ts";
import { makeSession, makeSlot } from "./make/catalogue.ts";
import { makeConfig, makeContext } from "./make/context.ts";
import { dataTest } from "./make/database.ts";
import { deliverMails, openMailbox } from "./make/mailbox.ts";
import { makeUser } from "./make/people.ts";
import { openSite } from "./make/site.ts";

const EMAIL = "julie@example.fr";
const PASSWORD = "parenthese";
/** The page where somebody meant to book. */
const NEXT = `/session/${"0".repeat(8)}-0000-7000-8000-${"0".repeat(12)}`;
const suite = encodeURIComponent(NEXT);
const ELSEWHERE = [
  "//evil.example",
  "https://evil.example/",
  "/\\evil.example",
  "javascript:alert(1)",
];

/** The whole site as a browser without JavaScript meets it, and its mails. */
async function open(db: Database) {
  const box = await openMailbox();
  const ctx = makeContext(db, { mailer: box.mailer, config: makeConfig() });
  const { origin, close } = await openSite(ctx);
  onTestFinished(close);
  return {
    read: async (path: string, cookie = "") =>
      (await fetch(origin + path, { headers: { cookie } })).text(),
    /** Where an address leads. */
    follow: async (path: string, cookie = "") => {
      const answer = await fetch(origin + path, { redirect: "manual", headers: { cookie } });
      return String(answer.headers.get("location"));
    },
    send: async (path: string, form: Record<string, string>, cookie = "") => {
      const answer = await fetch(origin + path, {
        ...{ method: "POST", redirect: "manual", headers: { origin, cookie } },
        body: new URLSearchParams(form),
      });
      return {
        to: answer.headers.get("location"),
        cookies: answer.headers.getSetCookie(),
        html: await answer.text(),
      };
    },
    /** Path and query of the link in the newest mail. */
    link: async () => {
      await deliverMails(ctx);
      const url = box.mails.at(-1)?.text?.match(/https?:\S+\/(?:connexion|confirmation)\S*/)?.[0];
      const { pathname, search } = new URL(String(url));
      return pathname + search;
    },
  };
}

const tokenOf = (link: string) => String(new URL(link, "http://x").searchParams.get("jeton"));
const person = { firstName: "Julie", lastName: "Martin", email: EMAIL, password: PASSWORD };

dataTest("who registers on the way to a booking ends there, by the mail's link", async ({ db }) => {
  const { read, send, link } = await open(db);
  expect(await read(`/connexion?suite=${suite}`)).toContain(`href="/inscription?suite=${suite}"`);
  const page = await read(`/inscription?suite=${suite}`);
  expect(page).toContain(`name="suite" value="${NEXT}"`);
  expect(page).toContain(`href="/connexion?suite=${suite}"`);
  await send("/inscription", { ...person, suite: NEXT });
  const confirmation = await link();
  // The typed page stands in no mail: its mailbox may be a stranger's.
  expect(confirmation).not.toContain("suite");
  const form = { intent: "confirm", token: tokenOf(confirmation), password: PASSWORD };
  expect((await send("/confirmation", form)).to).toBe(NEXT);
});

dataTest("who has an account already is led there by the mail too", async ({ db }) => {
  await makeUser(db, { email: EMAIL, password: PASSWORD });
  const { send, link } = await open(db);
  await send("/inscription", { ...person, suite: NEXT });
  expect(await link()).toBe(`/connexion?suite=${suite}`);
  await send("/inscription", { ...person, suite: "/sessions?q=appelez le 01 99 00" });
  expect(await link()).toBe("/connexion");
});

dataTest("the header keeps to the way too, on each page of it", async ({ db }) => {
  const { read } = await open(db);
  for (const page of ["connexion", "inscription", "mot-de-passe-oublie"]) {
    const html = await read(`/${page}?suite=${suite}`);
    const ways = html.match(/href="\/(connexion|inscription|mot-de-passe-oublie)[^"]*/g) ?? [];
    // The side menu of a phone has both as well.
    expect(ways.length).toBeGreaterThanOrEqual(5);
    for (const way of ways) expect(way, page).toContain(`?suite=${suite}`);
  }
  // A token is nobody's way on.
  expect(await read("/connexion?jeton=abc")).not.toMatch(/href="[^"]*jeton/);
});

dataTest("so does a forgotten password, through the reset and the login", async ({ db }) => {
  await makeUser(db, { email: EMAIL, password: PASSWORD });
  const { read, send, link } = await open(db);
  expect(await read(`/connexion?suite=${suite}`)).toContain(
    `href="/mot-de-passe-oublie?suite=${suite}"`,
  );
  expect(await read(`/mot-de-passe-oublie?suite=${suite}`)).toContain(
    `name="suite" value="${NEXT}"`,
  );
  await send("/mot-de-passe-oublie", { email: EMAIL, suite: NEXT });
  const reset = await link();
  expect(reset).not.toContain("suite");
  expect(await read(reset)).toContain(`name="suite" value="${NEXT}"`);
  const password = "un-nouveau-secret";
  const form = { intent: "reset", token: tokenOf(reset), password, suite: NEXT };
  expect((await send("/connexion", form)).to).toBe(`/connexion?suite=${suite}`);
  const again = { intent: "log-in", email: EMAIL, password, suite: NEXT };
  expect((await send("/connexion", again)).to).toBe(NEXT);
});

dataTest(
  "a password manager is led to the card of the password, after the login",
  async ({ db }) => {
    await makeUser(db, { email: EMAIL, password: PASSWORD });
    const { follow, read, send } = await open(db);
    const door = await follow("/.well-known/change-password");
    const suite = String(new URL(door, "http://x").searchParams.get("suite"));
    const inside = await send("/connexion", {
      intent: "log-in",
      email: EMAIL,
      password: PASSWORD,
      suite,
    });
    expect(inside.to).toBe("/profil?mot-de-passe#securite");
    const cookie = inside.cookies.map((one) => one.split(";")[0]).join("; ");
    expect(await follow("/.well-known/change-password", cookie)).toBe(inside.to);
    const [card = ""] = /id="securite"[\s\S]*/.exec(await read(String(inside.to), cookie)) ?? [];
    expect(card).toContain('name="currentPassword"');
  },
);

dataTest("nobody is led to another site on the way", async ({ db }) => {
  const { read, send, link } = await open(db);
  for (const [n, evil] of ELSEWHERE.entries()) {
    const query = encodeURIComponent(evil);
    for (const path of ["/inscription", "/mot-de-passe-oublie", "/connexion"]) {
      const html = await read(`${path}?suite=${query}`);
      expect(html).toContain('name="suite" value="/profil"');
      expect(html).not.toMatch(/href="[^"]*evil/);
    }
    await send("/inscription", { ...person, email: `julie-${n}@example.fr`, suite: evil });
    const form = { intent: "confirm", token: tokenOf(await link()), password: PASSWORD };
    expect((await send("/confirmation", form)).to).toBe("/profil");
  }
});

dataTest("a refused login says so above its form, and at the password", async ({ db }) => {
  await makeUser(db, { email: EMAIL, password: PASSWORD });
  const { send } = await open(db);
  const guess = { intent: "log-in", email: EMAIL, password: "pas-le-bon", suite: NEXT };
  const { html } = await send(`/connexion?suite=${suite}`, guess);
  expect(html.indexOf("Email ou mot de passe incorrect.")).toBeLessThan(
    html.indexOf('name="password"'),
  );
  const field = /<input[^>]*name="password"[^>]*>/.exec(html)?.[0];
  expect(field).toContain('aria-invalid="true"');
  const notice = /aria-describedby="([^"]+)"/.exec(field ?? "")?.[1];
  expect(html).toContain(`id="${notice}"`);
  expect(html.match(/Email ou mot de passe incorrect\./g)?.length).toBeGreaterThanOrEqual(1);

  for (let n = 0; n < 10; n += 1) await send("/connexion", guess);
  const { html: locked } = await send(`/connexion?suite=${suite}`, guess);
  expect(locked).toContain("Trop de tentatives. Veuillez réessayer dans quelques minutes.");
  expect(locked).toMatch(/Choisir un nouveau mot de passe rouvre l(?:'|&#x27;)accès aussitôt\./);
  expect(locked).toContain(`href="/mot-de-passe-oublie?suite=${suite}"`);
});

dataTest("a heart is added by the login that it led to, and by no other", async ({ db }) => {
  await makeUser(db, { email: EMAIL, password: PASSWORD });
  const { id } = await makeSession(db);
  await makeSlot(db);
  const { read, send } = await open(db);
  const pressed = await send(`/favoris/${id}`, { intent: "add", suite: "/sessions" });
  expect(pressed.to).toBe(`/connexion?suite=%2Fsessions&favori=${id}`);
  const kept = pressed.cookies.find((value) => value.startsWith("favori=")) ?? "";
  expect(kept).toMatch(/Max-Age=600/);
  const cookie = String(kept.split(";")[0]);
  const logIn = (form: Record<string, string>) =>
    send("/connexion", { intent: "log-in", email: EMAIL, password: PASSWORD, ...form }, cookie);

  // The next person at this browser comes by another way.
  const other = await logIn({});
  expect(other.cookies.some((value) => value.includes(LOGIN_COOKIE))).toBe(true);
  expect(other.cookies.find((value) => value.startsWith("favori="))).toMatch(/Max-Age=0/);
  expect(await db.$count(favorites)).toBe(0);

  expect(await read(String(pressed.to))).toContain(`name="favori" value="${id}"`);
  await logIn({ favori: id });
  expect(await db.$count(favorites)).toBe(1);
});
