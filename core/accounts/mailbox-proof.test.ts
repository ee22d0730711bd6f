import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { withLogin } from "#test/make/browser.ts";
import { makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { deliverMails, type Mailbox, openMailbox, tokenIn } from "#test/make/mailbox.ts";
import { makeUser } from "#test/make/people.ts";
import type { Context } from "../context.server.ts";
import { eraseAccount } from "../privacy/deletion/erase-account.server.ts";
import { confirmEmail } from "../professionals/create-professional.server.ts";
import {
  credentials,
  logins,
  mails,
  professionalProfiles,
  profiles,
  temporaryPasswords,
  tokenFamilies,
  users,
} from "../tables.server.ts";
import { MAILS_PER_MAILBOX } from "./limit-logins.server.ts";
import { logIn } from "./logins/log-in.server.ts";
import { changePassword } from "./passwords/change-password.server.ts";
import { issueTemporaryPassword } from "./passwords/mail-access-links.server.ts";
import {
  readReset,
  requestPasswordReset,
  resetPassword,
} from "./passwords/request-password-reset.server.ts";
import { showProfile, updateProfile } from "./profile/update-profile.server.ts";
import { requireActor } from "./rules.ts";
import { readSignUp, refuseSignUp } from "./sign-up/confirm-sign-up.server.ts";
import { createGuestAccount, resendConfirmation, signUp } from "./sign-up/sign-up.server.ts";
import { issueTokens } from "./tokens/issue-tokens.server.ts";

/*
 * One mailbox, its owner (Victoire) and somebody who knows its address (Armand) and none of its
 * mails. Whatever Armand does first, and in whatever order, he must never be inside the account
 * that she ends up with (rule: mailbox-proof).
 */

const email = "victoire@example.fr";
const armand = { firstName: "Armand", lastName: "Intrus", email, password: "mot-d-armand" };
const victoire = { firstName: "Victoire", lastName: "Roy", email, password: "mot-de-victoire" };

class Stage {
  readonly box: Mailbox;
  readonly ctx: Context;
  constructor(db: Database, box: Mailbox, now = () => new Date("2026-11-20T09:00:00Z")) {
    this.box = box;
    this.ctx = makeContext(db, { mailer: box.mailer, now });
  }

  /** A paid guest purchase with the address, as its settlement does it. */
  async buyAsGuest() {
    const { ctx } = this;
    return ctx.db.transaction((tx) => createGuestAccount(ctx, tx, { email, reference: newId() }));
  }

  /** The newest mail of the box, after everything waiting was sent. */
  async newestMail() {
    await deliverMails(this.ctx);
    return this.box.mails.at(-1);
  }

  async temporaryPassword() {
    const text = (await this.newestMail())?.text ?? "";
    return text.match(/temporaire : ([a-z0-9-]{19})/)?.[1] ?? "";
  }

  /** Every way in that Armand has: his password in the browser and through the API. */
  async armandIsOutside() {
    for (const attempt of [logIn, issueTokens]) {
      await expect(attempt(this.ctx, armand)).rejects.toMatchObject({
        code: expect.stringMatching(/^(invalid_credentials|email_not_confirmed|rate_limited)$/),
      });
    }
  }

  async victoireIsIn(password = victoire.password) {
    const { login } = await logIn(this.ctx, { email, password });
    return withLogin(this.ctx, login);
  }
}

async function stage(db: Database, now?: () => Date): Promise<Stage> {
  return new Stage(db, await openMailbox(), now);
}

describe("pre-hijacking, in every order (rule: mailbox-proof)", () => {
  dataTest(
    "he registers, she opens his link: without his password nothing happens",
    async ({ db }) => {
      const s = await stage(db);
      await signUp(s.ctx, armand);
      const token = tokenIn(await s.newestMail());
      const attempt = confirmEmail(s.ctx, { token, password: victoire.password });
      await expect(attempt).rejects.toMatchObject({
        code: "invalid_credentials",
        message: "Ce mot de passe n'est pas celui choisi à l'inscription.",
      });
      await s.armandIsOutside();
      expect(await db.select().from(users)).toEqual([]);
    },
  );

  dataTest(
    "he registers, she says « Ce n'est pas moi »: his credential is gone",
    async ({ db }) => {
      const s = await stage(db);
      await signUp(s.ctx, armand);
      const token = tokenIn(await s.newestMail());
      await refuseSignUp(s.ctx, { token });
      expect(await readSignUp(s.ctx, { token })).toBeNull();
      await expect(confirmEmail(s.ctx, { token, password: armand.password })).rejects.toMatchObject(
        {
          code: "invalid_token",
        },
      );
      await expect(logIn(s.ctx, armand)).rejects.toMatchObject({ code: "invalid_credentials" });
    },
  );

  dataTest(
    "he registers, then she does: only her own link takes what she typed",
    async ({ db }) => {
      const s = await stage(db);
      await signUp(s.ctx, armand);
      await signUp(s.ctx, victoire);
      await deliverMails(s.ctx);
      const [his, hers] = s.box.mails.map(tokenIn);
      const byHis = confirmEmail(s.ctx, { token: his, password: victoire.password });
      await expect(byHis).rejects.toMatchObject({
        code: "invalid_credentials",
        message:
          "Ce mot de passe n'est pas celui choisi à cette inscription. Une autre inscription attend avec votre adresse : ouvrez le lien de l'autre e-mail.",
      });
      const byHers = confirmEmail(s.ctx, { token: hers, password: armand.password });
      await expect(byHers).rejects.toMatchObject({ code: "invalid_credentials" });
      await confirmEmail(s.ctx, { token: hers, password: victoire.password });
      await s.armandIsOutside();
      expect((await s.victoireIsIn()).actor).toMatchObject({ firstName: "Victoire" });
    },
  );

  dataTest(
    "she opens a link and finds when its sign-up was made, to know which one is hers",
    async ({ db }) => {
      const s = await stage(db);
      await signUp(s.ctx, armand);
      const token = tokenIn(await s.newestMail());
      expect(await readSignUp(s.ctx, { token })).toEqual({ email, signedUpAt: s.ctx.now() });
    },
  );

  dataTest.for([
    ["before she asks for a reset", false],
    ["after she has registered too", true],
  ] as const)(
    "he registers a business in her name, %s: nothing he typed is in her account",
    async ([, sheRegisters], { db }) => {
      const s = await stage(db);
      if (sheRegisters) await signUp(s.ctx, victoire);
      await signUp(s.ctx, {
        ...armand,
        phone: "0612345678",
        userType: "both",
        professionalInfo: { businessName: "Cabinet Intrus", businessDescription: "Massages." },
      });
      await requestPasswordReset(s.ctx, { email });
      const token = tokenIn(await s.newestMail());
      await resetPassword(s.ctx, { token, password: "le-mot-du-reset" });
      await s.armandIsOutside();
      const [profile] = await db.select().from(profiles);
      expect(profile).toMatchObject({
        ...{ email, firstName: "", lastName: "", phone: null },
        ...{ isClient: true, isPro: false },
      });
      expect(await db.select().from(professionalProfiles)).toEqual([]);
      expect((await s.victoireIsIn("le-mot-du-reset")).actor).toMatchObject({ isPro: false });
      // The waiting sign-ups are deleted, and their links are dead.
      for (const link of s.box.mails.filter(({ text }) => text?.includes("/confirmation?"))) {
        expect(await readSignUp(s.ctx, { token: tokenIn(link) })).toBeNull();
      }
    },
  );

  dataTest(
    "he registers often, before and after her: her sign-up is kept, mailed and found",
    async ({ db }) => {
      const s = await stage(db);
      const his = { ...s.ctx, address: "198.51.100.66" };
      const often = async () => {
        for (let time = 0; time < 7; time += 1) {
          await signUp(his, { ...armand, userType: "pro" });
        }
      };
      await often();
      expect(await signUp(s.ctx, victoire)).toMatchObject({ email, isMailed: true });
      const link = tokenIn(await s.newestMail());
      await often();
      await expect(logIn(s.ctx, victoire)).rejects.toMatchObject({ code: "email_not_confirmed" });
      await confirmEmail(s.ctx, { token: link, password: victoire.password });
      await s.armandIsOutside();
      expect((await s.victoireIsIn()).actor).toMatchObject({
        firstName: "Victoire",
        isPro: false,
      });
    },
  );

  dataTest(
    "he uses up every mail to her: she is told, and has a link that works",
    async ({ db }) => {
      const s = await stage(db);
      for (let sender = 0; sender < MAILS_PER_MAILBOX; sender += 1) {
        const his = { ...s.ctx, address: `198.51.100.${sender}` };
        await signUp(his, armand);
        await requestPasswordReset(his, { email }).catch(() => null);
      }
      const { id, isMailed } = await signUp(s.ctx, victoire);
      expect(isMailed).toBe(false);
      const tooMany = { code: "rate_limited", message: expect.stringContaining("dans une heure") };
      await expect(resendConfirmation(s.ctx, { email, signUpId: id })).rejects.toMatchObject(
        tooMany,
      );
      await expect(requestPasswordReset(s.ctx, { email })).rejects.toMatchObject({
        code: "rate_limited",
        message: expect.stringContaining("Celui du dernier e-mail reste valable"),
      });
      // The sign-up is kept, although no mail could go.
      await expect(logIn(s.ctx, victoire)).rejects.toMatchObject({ code: "email_not_confirmed" });
      await deliverMails(s.ctx);
      const resets = s.box.mails.filter(({ text }) => text?.includes("/connexion?jeton="));
      await resetPassword(s.ctx, { token: tokenIn(resets.at(-1)), password: victoire.password });
      expect((await s.victoireIsIn()).actor).toMatchObject({ email, firstName: "" });
      // The owner of a proved mailbox need not wait for a share that others have used up.
      await requestPasswordReset(s.ctx, { email });
    },
  );

  dataTest("she registers, then he does: hers is what her link confirms", async ({ db }) => {
    const s = await stage(db);
    await signUp(s.ctx, victoire);
    await signUp(s.ctx, armand);
    const token = tokenIn(await s.newestMail());
    // « Ce n'est pas moi » on his mail leaves her own sign-up alone.
    await refuseSignUp(s.ctx, { token });
    await confirmEmail(s.ctx, { token: tokenIn(s.box.mails[0]), password: victoire.password });
    await s.armandIsOutside();
    expect((await s.victoireIsIn()).actor).toMatchObject({ firstName: "Victoire" });
  });

  dataTest(
    "he registers, she buys as a guest: the account is hers by what her mailbox got",
    async ({ db }) => {
      const s = await stage(db);
      await signUp(s.ctx, armand);
      const { isNew, userId } = await s.buyAsGuest();
      expect(isNew).toBe(true);
      const password = await s.temporaryPassword();
      await s.armandIsOutside();
      const ctx = await s.victoireIsIn(password);
      expect(ctx.actor).toMatchObject({ userId, mustChangePassword: true });
      await changePassword(ctx, { password: victoire.password });
      await s.armandIsOutside();
      // None of his form's values came with it.
      expect((await db.select().from(profiles))[0]).toMatchObject({ firstName: "", lastName: "" });
    },
  );

  dataTest(
    "she buys as a guest, he registers: her temporary password keeps working, his never does",
    async ({ db }) => {
      const s = await stage(db);
      await s.buyAsGuest();
      const password = await s.temporaryPassword();
      await signUp(s.ctx, armand);
      await s.armandIsOutside();
      expect((await s.victoireIsIn(password)).actor?.mustChangePassword).toBe(true);
      await s.armandIsOutside();
    },
  );

  dataTest(
    "he registers, she asks for a reset: the new password is the only one",
    async ({ db }) => {
      const s = await stage(db);
      await signUp(s.ctx, armand);
      await requestPasswordReset(s.ctx, { email });
      const token = tokenIn(await s.newestMail());
      await resetPassword(s.ctx, { token, password: victoire.password });
      await s.armandIsOutside();
      expect((await s.victoireIsIn()).actor?.email).toBe(email);
      const his = tokenIn(s.box.mails[0]);
      expect(await readSignUp(s.ctx, { token: his })).toBeNull();
    },
  );

  dataTest(
    "she buys, he asks for a reset: the link is in her mailbox, and hers",
    async ({ db }) => {
      const s = await stage(db);
      await s.buyAsGuest();
      await deliverMails(s.ctx);
      await requestPasswordReset(s.ctx, { email });
      const token = tokenIn(await s.newestMail());
      await s.armandIsOutside();
      await resetPassword(s.ctx, { token, password: victoire.password });
      expect((await s.victoireIsIn()).actor?.mustChangePassword).toBe(false);
    },
  );

  dataTest(
    "he buys with her address: credentials go to her, and no login opens for him",
    async ({ db }) => {
      const s = await stage(db);
      await s.buyAsGuest();
      await deliverMails(s.ctx);
      expect(await db.select().from(logins)).toEqual([]);
      await signUp(s.ctx, victoire);
      await deliverMails(s.ctx);
      const link = tokenIn(s.box.mails.at(-1));
      const { userId } = await confirmEmail(s.ctx, { token: link, password: victoire.password });
      expect((await db.select().from(users)).map(({ id }) => id)).toEqual([userId]);
      expect((await db.select().from(profiles))[0]).toMatchObject({ firstName: "Victoire" });
      expect(await db.select().from(temporaryPasswords)).toEqual([]);
      // The temporary password and its link died with it.
      const guestLink = tokenIn(s.box.mails[0]);
      expect(await readReset(s.ctx, { token: guestLink })).toBeNull();
    },
  );
});

dataTest(
  "his sign-up does not clear the counter of guesses at her password (rule: login-limits)",
  async ({ db }) => {
    const s = await stage(db);
    await makeUser(db, { email, password: victoire.password });
    await signUp(s.ctx, armand);
    const codes: string[] = [];
    for (let i = 0; i < 11; i++) {
      codes.push(await logIn(s.ctx, { email, password: `essai-${i}` }).catch(({ code }) => code));
      await logIn(s.ctx, armand).catch(() => {});
    }
    expect(codes).toEqual([...Array(10).fill("invalid_credentials"), "rate_limited"]);
  },
);

describe("guest accounts (rule: guest-account)", () => {
  dataTest("a confirmed account is left as it is", async ({ db }) => {
    const s = await stage(db);
    const owner = await makeUser(db, { ...victoire });
    const { login } = await logIn(s.ctx, victoire);
    expect(await s.buyAsGuest()).toEqual({ userId: owner.id, isNew: false });
    expect(await db.select().from(mails)).toEqual([]);
    expect((await withLogin(s.ctx, login)).actor?.mustChangePassword).toBe(false);
  });

  dataTest("two purchases at once make one account", async ({ db }) => {
    const s = await stage(db);
    const both = await Promise.all([s.buyAsGuest(), s.buyAsGuest()]);
    expect(new Set(both.map(({ userId }) => userId)).size).toBe(1);
    expect(await db.select().from(users)).toHaveLength(1);
  });

  dataTest(
    "a second purchase before the first login replaces the password; the mail that lost it is dropped",
    async ({ db }) => {
      const s = await stage(db);
      await s.buyAsGuest();
      await s.buyAsGuest();
      const password = await s.temporaryPassword();
      expect(s.box.mails).toHaveLength(1);
      expect((await s.victoireIsIn(password)).actor?.mustChangePassword).toBe(true);
      // Its first use proves the mailbox: from here on the account is hers and left alone.
      expect((await s.buyAsGuest()).isNew).toBe(false);
    },
  );

  dataTest("one reference sends one mail", async ({ db }) => {
    const s = await stage(db);
    const guest = { email, reference: newId() };
    for (let i = 0; i < 2; i++) {
      await db.transaction((tx) => createGuestAccount(s.ctx, tx, guest));
    }
    await s.newestMail();
    expect(await db.select().from(mails)).toHaveLength(1);
  });

  dataTest("a password is issued once, however often and at once", async ({ db }) => {
    const s = await stage(db);
    const reference = newId();
    const { userId } = await db.transaction((tx) =>
      createGuestAccount(s.ctx, tx, { email, reference }),
    );
    const issue = () => issueTemporaryPassword(s.ctx, { userId, reference });
    await Promise.all([issue(), issue()]);
    const password = await s.temporaryPassword();
    await issue();
    expect(s.box.mails).toHaveLength(1);
    expect((await s.victoireIsIn(password)).actor?.mustChangePassword).toBe(true);
  });

  dataTest("none is issued to who has chosen a password meanwhile", async ({ db }) => {
    const s = await stage(db);
    await s.buyAsGuest();
    await requestPasswordReset(s.ctx, { email });
    const [reset] = await db.select().from(mails);
    await resetPassword(s.ctx, { ...(reset?.secrets as object), password: victoire.password });
    await s.newestMail();
    expect(s.box.mails).toMatchObject([{ subject: "Votre mot de passe a été modifié" }]);
    expect((await s.victoireIsIn()).actor?.mustChangePassword).toBe(false);
  });

  dataTest("nor to who is gone", async ({ db }) => {
    const s = await stage(db);
    const { userId } = await s.buyAsGuest();
    await db.transaction((tx) => eraseAccount(s.ctx, tx, { userId, email }));
    await s.newestMail();
    expect(await db.select().from(mails)).toMatchObject([{ kind: "account-deleted" }]);
    expect(await db.select().from(credentials)).toEqual([]);
  });

  dataTest("a rolled back settlement leaves neither account nor mail", async ({ db }) => {
    const s = await stage(db);
    const settlement = db.transaction(async (tx) => {
      await createGuestAccount(s.ctx, tx, { email, reference: newId() });
      throw new Error("the booking could not be confirmed");
    });
    await expect(settlement).rejects.toThrow();
    expect(await db.select().from(users)).toEqual([]);
    expect(await db.select().from(mails)).toEqual([]);
  });

  dataTest("with a temporary password nothing but its change is allowed", async ({ db }) => {
    const s = await stage(db);
    await s.buyAsGuest();
    const password = await s.temporaryPassword();
    await expect(issueTokens(s.ctx, { email, password })).rejects.toMatchObject({
      code: "password_change_required",
    });
    const ctx = await s.victoireIsIn(password);
    expect(() => requireActor(ctx)).toThrow(
      expect.objectContaining({ code: "password_change_required" }),
    );
    for (const act of [() => showProfile(ctx), () => updateProfile(ctx, { firstName: "V" })]) {
      await expect(act()).rejects.toMatchObject({ code: "password_change_required" });
    }
    await expect(changePassword(ctx, { password })).rejects.toMatchObject({
      fields: { password: ["Choisissez un mot de passe différent du mot de passe temporaire"] },
    });
    await expect(changePassword(ctx, { password: "12345" })).rejects.toMatchObject({
      code: "invalid_input",
    });
    const mismatch = { password: victoire.password, confirmPassword: "autre" };
    await expect(changePassword(ctx, mismatch)).rejects.toMatchObject({
      fields: { confirmPassword: ["Les mots de passe ne correspondent pas"] },
    });

    const { login } = await changePassword(ctx, { password: victoire.password });
    const changed = await withLogin(s.ctx, login);
    expect(requireActor(changed).mustChangePassword).toBe(false);
    expect(await db.select().from(logins)).toHaveLength(1);
    await expect(logIn(s.ctx, { email, password })).rejects.toMatchObject({
      code: "invalid_credentials",
    });
    // From now on the present password is asked for.
    await expect(changePassword(changed, { password: "encore-un" })).rejects.toMatchObject({
      fields: { currentPassword: ["Veuillez saisir votre mot de passe actuel"] },
    });
    await expect(changePassword(s.ctx, { password: "encore-un" })).rejects.toMatchObject({
      code: "unauthenticated",
    });
  });

  dataTest("password and link die after 72 hours, and a reset brings another", async ({ db }) => {
    let now = new Date("2026-11-20T09:00:00Z");
    const s = await stage(db, () => now);
    await s.buyAsGuest();
    const password = await s.temporaryPassword();
    const link = tokenIn(s.box.mails[0]);
    now = new Date("2026-11-23T08:59:59Z");
    expect(await readReset(s.ctx, { token: link })).toMatchObject({ email });
    now = new Date("2026-11-23T09:00:00Z");
    expect(await readReset(s.ctx, { token: link })).toBeNull();
    await expect(logIn(s.ctx, { email, password })).rejects.toMatchObject({
      code: "invalid_credentials",
    });
    await requestPasswordReset(s.ctx, { email });
    const token = tokenIn(await s.newestMail());
    await resetPassword(s.ctx, { token, password: victoire.password });
    expect((await s.victoireIsIn()).actor?.mustChangePassword).toBe(false);
  });

  dataTest("the one-time link sets the password once", async ({ db }) => {
    const s = await stage(db);
    await s.buyAsGuest();
    await s.newestMail();
    const token = tokenIn(s.box.mails[0]);
    await resetPassword(s.ctx, { token, password: victoire.password });
    const again = resetPassword(s.ctx, { token, password: "un-autre" });
    await expect(again).rejects.toMatchObject({ code: "invalid_token" });
    expect((await s.victoireIsIn()).actor?.mustChangePassword).toBe(false);
  });
});

describe("forgotten password (rule: reset-link)", () => {
  dataTest("a reset ends every login and every token of the account", async ({ db }) => {
    const s = await stage(db);
    await makeUser(db, { email, password: "ancien-secret" });
    const old = { email, password: "ancien-secret" };
    const { login } = await logIn(s.ctx, old);
    const tokens = await issueTokens(s.ctx, old);
    await requestPasswordReset(s.ctx, { email: " Victoire@Example.fr" });
    const token = tokenIn(await s.newestMail());
    expect(await readReset(s.ctx, { token })).toMatchObject({ email });

    await resetPassword(s.ctx, { token, password: victoire.password });
    expect((await withLogin(s.ctx, login)).actor).toBeNull();
    const families = await db.select().from(tokenFamilies);
    expect(families.map(({ revokedAt }) => revokedAt !== null)).toEqual([true]);
    expect(tokens.expiresIn).toBe(3_600);
    await expect(logIn(s.ctx, old)).rejects.toMatchObject({ code: "invalid_credentials" });
    expect((await s.victoireIsIn()).actor?.email).toBe(email);
  });

  dataTest(
    "a reset lets its owner in, however many guesses have closed the account (rule: login-limits)",
    async ({ db }) => {
      const s = await stage(db);
      await makeUser(db, victoire);
      for (let guess = 0; guess < 12; guess += 1) await s.armandIsOutside();
      await expect(s.victoireIsIn()).rejects.toMatchObject({ code: "rate_limited" });
      await requestPasswordReset(s.ctx, { email });
      const token = tokenIn(await s.newestMail());
      await resetPassword(s.ctx, { token, password: "un-nouveau-mot" });
      expect((await s.victoireIsIn("un-nouveau-mot")).actor).toMatchObject({ email });
    },
  );

  dataTest("a link works once, for an hour, and its newer sisters die with it", async ({ db }) => {
    let now = new Date("2026-11-20T09:00:00Z");
    const s = await stage(db, () => now);
    await makeUser(db, { email, password: "ancien-secret" });
    await requestPasswordReset(s.ctx, { email });
    await requestPasswordReset(s.ctx, { email });
    await deliverMails(s.ctx);
    const [first, second] = s.box.mails.map(tokenIn);
    await expect(resetPassword(s.ctx, { token: first, password: "court" })).rejects.toMatchObject({
      fields: { password: ["Le mot de passe doit contenir au moins 6 caractères"] },
    });
    const both = await Promise.allSettled([
      resetPassword(s.ctx, { token: first, password: victoire.password }),
      resetPassword(s.ctx, { token: first, password: "un-autre-encore" }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await readReset(s.ctx, { token: second })).toBeNull();

    await requestPasswordReset(s.ctx, { email });
    const third = tokenIn(await s.newestMail());
    now = new Date("2026-11-20T10:00:00Z");
    const late = resetPassword(s.ctx, { token: third, password: "trop-tard" });
    await expect(late).rejects.toMatchObject({ code: "invalid_token" });
  });

  dataTest(
    "an unknown or suspended address leaves the same trace, and gets no mail",
    async ({ db }) => {
      const s = await stage(db);
      await makeUser(db, { email, password: "ancien-secret" });
      await makeUser(db, { email: "suspendu@example.fr", accountStatus: "suspended" });
      for (const address of [email, "inconnue@example.fr", "suspendu@example.fr"]) {
        expect(await requestPasswordReset(s.ctx, { email: address })).toBeUndefined();
      }
      const waiting = await db.select().from(mails);
      expect(waiting.map(({ kind, status, data }) => ({ kind, status, data }))).toEqual(
        Array(3).fill({ kind: "reset-password", status: "queued", data: {} }),
      );
      await deliverMails(s.ctx);
      expect(s.box.mails.map(({ recipients }) => recipients)).toEqual([[email]]);
      const dropped = await db.select().from(mails).where(eq(mails.status, "dropped"));
      expect(dropped.map(({ secrets }) => secrets)).toEqual([null, null]);
    },
  );

  dataTest(
    "somebody who lost the password before confirming gets a bare account by it",
    async ({ db }) => {
      const s = await stage(db);
      await signUp(s.ctx, victoire);
      await requestPasswordReset(s.ctx, { email });
      const token = tokenIn(await s.newestMail());
      await resetPassword(s.ctx, { token, password: "un-nouveau" });
      expect((await s.victoireIsIn("un-nouveau")).actor).toMatchObject({ email, firstName: "" });
    },
  );

  dataTest("of two resets at once of an address with sign-ups alone one wins", async ({ db }) => {
    const s = await stage(db);
    await signUp(s.ctx, armand);
    await requestPasswordReset(s.ctx, { email });
    await requestPasswordReset(s.ctx, { email });
    await deliverMails(s.ctx);
    const links = s.box.mails.filter(({ text }) => text?.includes("/connexion?jeton="));
    const both = await Promise.allSettled(
      links.map((link, turn) =>
        resetPassword(s.ctx, { token: tokenIn(link), password: `le-mot-${turn}` }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(both.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "invalid_token" },
    });
    expect(await db.select().from(users)).toHaveLength(1);
  });

  dataTest("a confirmation link does not open a reset, nor the other way round", async ({ db }) => {
    const s = await stage(db);
    await signUp(s.ctx, victoire);
    const signUpToken = tokenIn(await s.newestMail());
    await requestPasswordReset(s.ctx, { email });
    const resetToken = tokenIn(await s.newestMail());
    expect(await readReset(s.ctx, { token: signUpToken })).toBeNull();
    expect(await readSignUp(s.ctx, { token: resetToken })).toBeNull();
  });
});
