import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { withLogin } from "#test/make/browser.ts";
import { makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { deliverMails, openMailbox, tokenIn } from "#test/make/mailbox.ts";
import { makeUser } from "#test/make/people.ts";
import type { Context } from "../../context.server.ts";
import { logins, tokenFamilies, users } from "../../tables.server.ts";
import { changePassword } from "../passwords/change-password.server.ts";
import { requestPasswordReset, resetPassword } from "../passwords/request-password-reset.server.ts";
import { issueTokens } from "../tokens/issue-tokens.server.ts";
import { logIn, resolveActor } from "./log-in.server.ts";
import { closeEveryLogin, closeLogin, showSecurity } from "./show-security.server.ts";

const email = "victoire@example.fr";
const password = "parenthese";
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";

async function signIn(ctx: Context, userAgent: string | null, chosen = password) {
  const visitor = { ...ctx, userAgent, actor: null };
  const { login } = await logIn(visitor, { email, password: chosen });
  return withLogin(visitor, login);
}

async function asProgram(ctx: Context) {
  const visitor = { ...ctx, userAgent: "curl/8.5.0", actor: null };
  const { accessToken } = await issueTokens(visitor, { email, password });
  const proof = { login: null, authorization: `Bearer ${accessToken}` };
  return { ...visitor, actor: (await resolveActor(visitor, proof)).actor };
}

async function stage(db: Database) {
  const box = await openMailbox();
  await makeUser(db, { email, password });
  return { box, ctx: makeContext(db, { mailer: box.mailer }) };
}

describe("the password, by who knows the present one", () => {
  dataTest("ends every other login, keeps this browser in, and is told by mail", async ({ db }) => {
    const { box, ctx } = await stage(db);
    const own = await signIn(ctx, FIREFOX);
    await signIn(ctx, IPHONE);
    await asProgram(ctx);
    const { login } = await changePassword(own, {
      ...{ currentPassword: password, password: "camomille", confirmPassword: "camomille" },
    });
    const after = await withLogin(own, login);
    expect((await showSecurity(after)).logins).toMatchObject([
      { device: "Firefox sur Windows", isCurrent: true },
    ]);
    await expect(logIn(ctx, { email, password })).rejects.toMatchObject({
      code: "invalid_credentials",
    });
    await expect(logIn(ctx, { email, password: "camomille" })).resolves.toBeDefined();
    await deliverMails(ctx);
    expect(box.mails.map(({ subject, recipients }) => [subject, recipients])).toEqual([
      ["Votre mot de passe a été modifié", [email]],
    ]);
    expect(box.mails[0]?.text).toContain("depuis votre profil");
    expect(box.mails[0]?.text).toContain("/mot-de-passe-oublie");
    expect(box.mails[0]?.raw).not.toContain("camomille");
  });

  dataTest.for([
    [{ currentPassword: "" }, { currentPassword: ["Veuillez saisir votre mot de passe actuel"] }],
    [{ currentPassword: "un-autre" }, { currentPassword: ["Mot de passe incorrect."] }],
    [
      { password: "court", confirmPassword: "court" },
      { password: ["Le mot de passe doit contenir au moins 6 caractères"] },
    ],
    [
      { confirmPassword: "autrement" },
      { confirmPassword: ["Les mots de passe ne correspondent pas"] },
    ],
    [
      { password, confirmPassword: password },
      { password: ["Choisissez un mot de passe différent du mot de passe actuel"] },
    ],
  ] as const)("is refused: %o", async ([change, fields], { db }) => {
    const { ctx } = await stage(db);
    const own = await signIn(ctx, FIREFOX);
    const right = {
      currentPassword: password,
      password: "camomille",
      confirmPassword: "camomille",
    };
    const attempt = changePassword(own, { ...right, ...change });
    await expect(attempt).rejects.toMatchObject({ code: "invalid_input", fields });
    expect(await db.$count(logins)).toBe(1);
    await expect(logIn(ctx, { email, password })).resolves.toBeDefined();
  });

  dataTest("cannot be guessed at from a browser that was left open", async ({ db }) => {
    const { ctx } = await stage(db);
    const own = await signIn(ctx, FIREFOX);
    const codes: string[] = [];
    for (let guess = 0; guess < 11; guess += 1) {
      const newPassword = { currentPassword: `essai-${guess}`, password: "camomille" };
      codes.push(await changePassword(own, newPassword).then(String, ({ code }) => code));
    }
    expect(codes).toEqual([...Array(10).fill("invalid_input"), "rate_limited"]);
  });

  dataTest("of two changes at once one wins", async ({ db }) => {
    const { box, ctx } = await stage(db);
    const own = await signIn(ctx, FIREFOX);
    // Both have proved the present password before either replaces it.
    const proved = Promise.withResolvers<void>();
    let proofs = 0;
    const verify: typeof ctx.passwords.verify = async (...question) => {
      proofs += 1;
      if (proofs === 2) proved.resolve();
      await proved.promise;
      return ctx.passwords.verify(...question);
    };
    const together = { ...own, passwords: { ...ctx.passwords, verify } };
    const both = await Promise.allSettled(
      ["camomille", "verveine"].map((wished) =>
        changePassword(together, { currentPassword: password, password: wished }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(both.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "conflict" },
    });
    await deliverMails(ctx);
    expect(box.mails).toHaveLength(1);
  });

  dataTest("changed by a program, opens no login of a browser", async ({ db }) => {
    const { ctx } = await stage(db);
    const program = await asProgram(ctx);
    const newPassword = { currentPassword: password, password: "camomille" };
    expect((await changePassword(program, newPassword)).login).toBeNull();
    expect(await db.$count(logins)).toBe(0);
    expect(await db.select().from(tokenFamilies)).toMatchObject([{ revokedAt: expect.any(Date) }]);
  });

  dataTest("a reset is told by mail too", async ({ db }) => {
    const { box, ctx } = await stage(db);
    await requestPasswordReset(ctx, { email });
    await deliverMails(ctx);
    await resetPassword(ctx, { token: tokenIn(box.mails[0]), password: "camomille" });
    await deliverMails(ctx);
    expect(box.mails[1]).toMatchObject({ subject: "Votre mot de passe a été modifié" });
    expect(box.mails[1]?.text).toContain("avec un lien reçu par e-mail");
  });
});

describe("the open logins", () => {
  dataTest("are listed with device and date, the last seen first", async ({ db }) => {
    let now = new Date("2026-11-20T09:00:00Z");
    await makeUser(db, { email, password });
    const ctx = makeContext(db, { now: () => now });
    await signIn(ctx, FIREFOX);
    now = new Date("2026-11-21T09:00:00Z");
    const own = await signIn(ctx, IPHONE);
    now = new Date("2026-11-22T09:00:00Z");
    await asProgram(ctx);
    now = new Date("2026-11-22T10:00:00Z");
    await signIn(ctx, null);
    const { logins: shown } = await showSecurity(own);
    expect(shown.map(({ device, kind, isCurrent }) => [device, kind, isCurrent])).toEqual([
      ["Appareil inconnu", "browser", false],
      ["Programme curl/8.5.0", "program", false],
      ["Safari sur iPhone", "browser", true],
      ["Firefox sur Windows", "browser", false],
    ]);
    expect(shown.at(-1)).toMatchObject({ openedAt: new Date("2026-11-20T09:00:00Z") });
    // An expired login no longer opens anything.
    now = new Date("2026-12-20T09:00:00Z");
    expect((await showSecurity(own)).logins.map(({ device }) => device)).toEqual([
      "Appareil inconnu",
      "Programme curl/8.5.0",
      "Safari sur iPhone",
    ]);
  });

  dataTest("are closed one by one, of browsers and of programs", async ({ db }) => {
    const { ctx } = await stage(db);
    const own = await signIn(ctx, FIREFOX);
    await signIn(ctx, IPHONE);
    await asProgram(ctx);
    for (const { id, isCurrent } of (await showSecurity(own)).logins) {
      if (!isCurrent) expect(await closeLogin(own, { loginId: id })).toEqual({ isOwn: false });
    }
    const [last, ...others] = (await showSecurity(own)).logins;
    expect(others).toEqual([]);
    expect(await closeLogin(own, { loginId: last?.id })).toEqual({ isOwn: true });
    expect(await db.$count(logins)).toBe(0);
  });

  dataTest("of somebody else stay open, and are not told apart from none", async ({ db }) => {
    const { ctx } = await stage(db);
    const victoire = await signIn(ctx, FIREFOX);
    const armand = await makeUser(db, { email: "armand@example.fr", password });
    const { login } = await logIn(ctx, { email: armand.email, password });
    const his = await withLogin(ctx, login);
    const [hers] = (await showSecurity(victoire)).logins;
    for (const loginId of [hers?.id, newId(), "x", undefined]) {
      await expect(closeLogin(his, { loginId })).rejects.toMatchObject({ code: "not_found" });
    }
    await closeEveryLogin(his);
    const [user] = await db.select().from(users).where(eq(users.email, email));
    expect(await db.$count(logins, eq(logins.userId, String(user?.id)))).toBe(1);
    expect(await db.$count(logins)).toBe(1);
  });

  dataTest("« Déconnecter partout » closes all, this one too", async ({ db }) => {
    const { ctx } = await stage(db);
    const own = await signIn(ctx, FIREFOX);
    await signIn(ctx, IPHONE);
    await asProgram(ctx);
    await closeEveryLogin(own);
    expect(await db.$count(logins)).toBe(0);
    expect(await db.select().from(tokenFamilies)).toMatchObject([{ revokedAt: expect.any(Date) }]);
  });
});
