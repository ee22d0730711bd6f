import { RouterContextProvider } from "react-router";
import { expect } from "vitest";
import type { Context } from "#core/context.server.ts";
import { favorites, temporaryPasswords } from "#core/tables.server.ts";
import { readLogin } from "#site/login-cookie.server.ts";
import { cookieOf, withLogin } from "#test/make/browser.ts";
import { makeSession } from "#test/make/catalogue.ts";
import { makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { deliverMails, openMailbox, tokenIn } from "#test/make/mailbox.ts";
import { makeUser } from "#test/make/people.ts";
import { requestContext } from "../context.server.ts";
import { action as change } from "../routes/account/changer-mot-de-passe.tsx";
import { action as confirm } from "../routes/account/confirmation.tsx";
import { action as open } from "../routes/account/connexion.tsx";
import { action as register } from "../routes/account/inscription.tsx";
import { action as forget } from "../routes/account/mot-de-passe-oublie.tsx";

/** The answer to a form from a browser with these cookies: its redirect, and the new cookies. */
async function send(
  action: (args: never) => Promise<unknown>,
  ctx: Context,
  path: string,
  form: Record<string, string>,
  cookie = "",
) {
  const context = new RouterContextProvider();
  context.set(requestContext, ctx);
  const request = new Request(`http://localhost${path}`, {
    method: "POST",
    body: new URLSearchParams(form),
    headers: { cookie },
  });
  const answer = await action({ request, context, params: {} } as never);
  const { headers } = answer instanceof Response ? answer : new Response();
  return { to: headers.get("location"), setCookie: headers.getSetCookie() };
}

const person = { firstName: "Julie", lastName: "Martin", email: "julie@example.fr" };
const password = { password: "parenthese", confirmPassword: "parenthese" };

dataTest("a heart waits for the temporary password to be replaced", async ({ db }) => {
  const { id } = await makeSession(db);
  const user = await makeUser(db, { email: "camille@example.fr", password: "parenthese" });
  const ctx = makeContext(db);
  const expiresAt = new Date(ctx.now().getTime() + 3_600_000);
  await db.insert(temporaryPasswords).values({ userId: user.id, expiresAt });
  const form = { email: user.email, password: "parenthese", suite: "/sessions", favori: id };
  const { to, setCookie } = await send(open, ctx, "/connexion", form, `favori=${id}`);
  expect(to).toBe(`/changer-mot-de-passe?suite=%2Fsessions&favori=${id}`);
  expect(await db.select().from(favorites)).toEqual([]);

  const own = { password: "un-autre-secret", confirmPassword: "un-autre-secret" };
  const cookie = `${cookieOf(setCookie)}; favori=${id}`;
  const changed = await send(
    change,
    await withLogin(ctx, readLogin(cookieOf(setCookie), ctx.config)),
    to ?? "",
    own,
    cookie,
  );
  expect(changed.to).toBe("/sessions");
  expect(await db.select().from(favorites)).toMatchObject([{ clientId: user.id, sessionId: id }]);
});

dataTest(
  "a heart that led to a registration comes with its link, in any browser",
  async ({ db }) => {
    const box = await openMailbox();
    const ctx = makeContext(db, { mailer: box.mailer });
    const { id } = await makeSession(db);
    const form = { ...person, ...password, suite: `/session/${id}`, favori: id };
    await send(register, ctx, "/inscription", form, `favori=${id}`);
    await deliverMails(ctx);
    const token = tokenIn(box.mails[0]);
    const confirmed = await send(confirm, ctx, "/confirmation", { token, password: "parenthese" });
    expect(confirmed.to).toBe(`/session/${id}`);
    expect(await db.select().from(favorites)).toMatchObject([{ sessionId: id }]);
  },
);

dataTest("a heart goes with a forgotten password, through the link of the mail", async ({ db }) => {
  const box = await openMailbox();
  const ctx = makeContext(db, { mailer: box.mailer });
  const { id } = await makeSession(db);
  const user = await makeUser(db, { email: "camille@example.fr", password: "parenthese" });
  const asked = { email: user.email, suite: "/sessions", favori: id };
  await send(forget, ctx, "/mot-de-passe-oublie", asked, `favori=${id}`);
  await deliverMails(ctx);
  const token = tokenIn(box.mails[0]);
  const chosen = { password: "un-autre-secret", confirmPassword: "un-autre-secret" };
  // Perhaps in another browser, or after the heart's own ten minutes.
  const reset = { intent: "reset", token, suite: "/sessions", ...chosen };
  const { to, setCookie } = await send(open, ctx, "/connexion", reset);
  expect(to).toBe(`/connexion?suite=%2Fsessions&favori=${id}`);
  expect(await db.select().from(favorites)).toEqual([]);

  const form = { email: user.email, password: chosen.password, suite: "/sessions", favori: id };
  expect((await send(open, ctx, "/connexion", form, cookieOf(setCookie))).to).toBe("/sessions");
  expect(await db.select().from(favorites)).toMatchObject([{ clientId: user.id, sessionId: id }]);
});

dataTest("a forgotten password takes no heart that this browser never pressed", async ({ db }) => {
  const box = await openMailbox();
  const ctx = makeContext(db, { mailer: box.mailer });
  const { id } = await makeSession(db);
  const user = await makeUser(db, { email: "camille@example.fr", password: "parenthese" });
  await send(forget, ctx, "/mot-de-passe-oublie", { email: user.email, favori: id });
  await deliverMails(ctx);
  const token = tokenIn(box.mails[0]);
  const reset = { intent: "reset", token, password: "un-autre-secret" };
  const { to, setCookie } = await send(open, ctx, "/connexion", reset);
  expect(to).toBe("/connexion");
  expect(cookieOf(setCookie)).not.toContain("favori");
});

dataTest("an address that names a heart adds nothing to who never pressed it", async ({ db }) => {
  const box = await openMailbox();
  const ctx = makeContext(db, { mailer: box.mailer });
  const { id } = await makeSession(db);
  const another = await makeSession(db);
  // Somebody sent the address; at this browser another visitor had pressed another heart.
  const form = { ...person, ...password, favori: id };
  await send(register, ctx, "/inscription", form, `favori=${another.id}`);
  await deliverMails(ctx);
  const token = tokenIn(box.mails[0]);
  const typed = { token, password: "parenthese" };
  const { setCookie } = await send(confirm, ctx, "/confirmation", typed, `favori=${another.id}`);
  expect(await db.select().from(favorites)).toEqual([]);
  expect(setCookie.find((cookie) => cookie.startsWith("favori="))).toContain("Max-Age=0");
});
