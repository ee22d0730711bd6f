import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { withLogin } from "#test/make/browser.ts";
import { makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { deliverMails, openMailbox, tokenIn } from "#test/make/mailbox.ts";
import { makeUser } from "#test/make/people.ts";
import { confirmEmail } from "../../professionals/create-professional.server.ts";
import {
  mails,
  professionalProfiles,
  profiles,
  users,
  verifications,
} from "../../tables.server.ts";
import { logIn } from "../logins/log-in.server.ts";
import { readSignUp, refuseSignUp } from "./confirm-sign-up.server.ts";
import { resendConfirmation, signUp } from "./sign-up.server.ts";

const person = {
  firstName: "Julie",
  lastName: "Martin",
  email: "julie@example.fr",
  password: "parenthese",
  confirmPassword: "parenthese",
};
const chosen = (password: string) => ({ password, confirmPassword: password });
const businessInfo = { businessName: "Cabinet Martin", businessDescription: "Massages." };

describe("what the form refuses", () => {
  dataTest.for([
    [
      { confirmPassword: "autre-chose" },
      { confirmPassword: ["Les mots de passe ne correspondent pas"] },
    ],
    [
      { password: "12345", confirmPassword: "12345" },
      { password: ["Le mot de passe doit contenir au moins 6 caractères"] },
    ],
    [{ firstName: "  " }, { firstName: ["Le prénom et le nom sont requis"] }],
    [{ lastName: "" }, { lastName: ["Le prénom et le nom sont requis"] }],
    [{ phone: "xx" }, { phone: ["Numéro de téléphone invalide"] }],
    [{ email: "julie" }, { email: ["Email invalide"] }],
    [{ email: undefined }, { email: ["Email invalide"] }],
  ] as const)("%o", async ([change, fields], { db }) => {
    const ctx = makeContext(db);
    await expect(signUp(ctx, { ...person, ...change })).rejects.toMatchObject({
      code: "invalid_input",
      fields,
    });
    expect(await db.select().from(verifications)).toEqual([]);
  });
});

dataTest("six characters are enough, and the phone is trimmed", async ({ db }) => {
  const box = await openMailbox();
  const ctx = makeContext(db, { mailer: box.mailer });
  await signUp(ctx, {
    ...person,
    password: "abcdef",
    confirmPassword: "abcdef",
    phone: " 06 99 01 23 45 ",
  });
  await deliverMails(ctx);
  await confirmEmail(ctx, { token: tokenIn(box.mails[0]), password: "abcdef" });
  const [profile] = await db.select().from(profiles);
  expect(profile).toMatchObject({
    firstName: "Julie",
    phone: "06 99 01 23 45",
    isClient: true,
    isPro: false,
  });
});

dataTest(
  "sign up, open the link, type the password: the account exists and is open",
  async ({ db }) => {
    const box = await openMailbox();
    const ctx = makeContext(db, { mailer: box.mailer });
    const { id } = await signUp(ctx, { ...person, email: " Julie@Example.FR " });

    expect(await db.select().from(users)).toEqual([]);
    await expect(logIn(ctx, person)).rejects.toMatchObject({
      code: "email_not_confirmed",
      message: "Veuillez confirmer votre email avant de vous connecter.",
    });
    await deliverMails(ctx);
    const [mail] = box.mails;
    expect(mail).toMatchObject({
      subject: "Confirmez votre adresse e-mail",
      recipients: ["julie@example.fr"],
    });
    const token = tokenIn(mail);
    expect(await readSignUp(ctx, { token })).toMatchObject({ email: "julie@example.fr" });

    const { userId, login } = await confirmEmail(ctx, { token, password: person.password });
    expect(userId).toBe(id);
    const { actor } = await withLogin(ctx, login);
    expect(actor).toMatchObject({ userId, email: "julie@example.fr", firstName: "Julie" });
    expect((await logIn(ctx, person)).userId).toBe(userId);

    expect(await readSignUp(ctx, { token })).toBeNull();
    const replay = confirmEmail(ctx, { token, password: person.password });
    await expect(replay).rejects.toMatchObject({ code: "invalid_token" });
  },
);

dataTest("the heart that made somebody register comes with their own link", async ({ db }) => {
  const box = await openMailbox();
  const ctx = makeContext(db, { mailer: box.mailer });
  const favori = "0198c0de-0000-7000-8000-000000000001";
  await signUp(ctx, { ...person, favori });
  // Another sign-up with the same address gets none of it.
  await signUp(ctx, { ...person, favori: "rien" });
  await deliverMails(ctx);
  const [, second] = box.mails;
  const later = await confirmEmail(ctx, { token: tokenIn(second), password: person.password });
  expect(later.favorite).toBeNull();

  await signUp(ctx, { ...person, email: "claire@example.fr", favori });
  await deliverMails(ctx);
  const token = tokenIn(box.mails.at(-1));
  expect(await confirmEmail(ctx, { token, password: person.password })).toMatchObject({
    favorite: favori,
  });
});

describe("the type of user", () => {
  dataTest.for([
    ["client", { isClient: true, isPro: false }, 0],
    ["pro", { isClient: false, isPro: true }, 1],
    ["both", { isClient: true, isPro: true }, 1],
  ] as const)("%s", async ([userType, flags, professionals], { db }) => {
    const box = await openMailbox();
    const ctx = makeContext(db, { mailer: box.mailer });
    await signUp(ctx, { ...person, userType, professionalInfo: businessInfo });
    await deliverMails(ctx);
    await confirmEmail(ctx, { token: tokenIn(box.mails[0]), password: person.password });
    expect((await db.select().from(profiles))[0]).toMatchObject(flags);
    expect(await db.select().from(professionalProfiles)).toHaveLength(professionals);
  });

  dataTest(
    "a professional profile that cannot be kept does not stop the sign-up",
    async ({ db }) => {
      const box = await openMailbox();
      const ctx = makeContext(db, { mailer: box.mailer });
      const professionalInfo = { ...businessInfo, businessName: "   " };
      await signUp(ctx, { ...person, userType: "pro", professionalInfo });
      await deliverMails(ctx);
      await confirmEmail(ctx, { token: tokenIn(box.mails[0]), password: person.password });
      expect((await db.select().from(profiles))[0]).toMatchObject({ isPro: true });
      expect(await db.select().from(professionalProfiles)).toEqual([]);
    },
  );
});

describe("a known address", () => {
  dataTest("gets the same answer, changes nothing, and only its owner is told", async ({ db }) => {
    const box = await openMailbox();
    const ctx = makeContext(db, { mailer: box.mailer });
    const owner = await makeUser(db, { email: person.email, password: "le-vrai-secret" });
    const known = await signUp(ctx, person);
    const unknown = await signUp(ctx, { ...person, email: "autre@example.fr" });
    expect(Object.keys(known)).toEqual(Object.keys(unknown));
    expect(known.id).not.toBe(owner.id);

    // Not even by logging in with the password just chosen.
    for (const email of [person.email, "autre@example.fr"]) {
      const attempt = logIn(ctx, { email, password: person.password });
      await expect(attempt).rejects.toMatchObject({ code: "email_not_confirmed" });
    }
    await deliverMails(ctx);
    expect(box.mails.map(({ subject }) => subject)).toEqual([
      "Vous avez déjà un compte",
      "Confirmez votre adresse e-mail",
    ]);
    expect(box.mails[0]?.raw).not.toContain("jeton");
    expect((await logIn(ctx, { email: person.email, password: "le-vrai-secret" })).userId).toBe(
      owner.id,
    );
  });

  dataTest(
    "is told apart by no form of the answer: status, words or what is written",
    async ({ db }) => {
      const ctx = makeContext(db);
      await makeUser(db, { email: person.email, password: "le-vrai-secret" });
      await signUp(ctx, person);
      await signUp(ctx, { ...person, email: "autre@example.fr" });
      const rows = await db.select().from(mails).orderBy(mails.id);
      expect(rows.map(({ kind, data, status }) => ({ kind, data, status }))).toEqual([
        { kind: "confirm-email", data: {}, status: "queued" },
        { kind: "confirm-email", data: {}, status: "queued" },
      ]);
    },
  );
});

describe("links", () => {
  dataTest("die after 24 hours", async ({ db }) => {
    const box = await openMailbox();
    let now = new Date("2026-11-20T09:00:00Z");
    const ctx = makeContext(db, { mailer: box.mailer, now: () => now });
    await signUp(ctx, person);
    await deliverMails(ctx);
    const token = tokenIn(box.mails[0]);
    now = new Date("2026-11-21T09:00:00Z");
    expect(await readSignUp(ctx, { token })).toBeNull();
    const late = confirmEmail(ctx, { token, password: person.password });
    await expect(late).rejects.toMatchObject({ code: "invalid_token" });
  });

  dataTest("resent ones and earlier ones work alike, until one is used", async ({ db }) => {
    const box = await openMailbox();
    const ctx = makeContext(db, { mailer: box.mailer });
    const { id: signUpId } = await signUp(ctx, person);
    await resendConfirmation(ctx, { email: person.email, signUpId });
    await resendConfirmation(ctx, { email: "inconnue@example.fr", signUpId });
    await deliverMails(ctx);
    expect(box.mails).toHaveLength(2);
    const [first, second] = box.mails.map(tokenIn);
    expect(first).not.toBe(second);
    await confirmEmail(ctx, { token: first, password: person.password });
    expect(await readSignUp(ctx, { token: second })).toBeNull();
  });

  dataTest.for([
    "",
    "x",
    "..",
    "a.b",
    `${"0".repeat(36)}.${"a".repeat(43)}`,
    "é".repeat(1_000),
    "%00",
  ])("nothing comes of %o", async (token, { db }) => {
    const ctx = makeContext(db);
    expect(await readSignUp(ctx, { token })).toBeNull();
    await expect(confirmEmail(ctx, { token, password: "x" })).rejects.toMatchObject({
      code: "invalid_token",
    });
    await expect(refuseSignUp(ctx, { token })).rejects.toMatchObject({ code: "invalid_token" });
  });

  dataTest("of two confirmations at once one wins", async ({ db }) => {
    const box = await openMailbox();
    const ctx = makeContext(db, { mailer: box.mailer });
    await signUp(ctx, person);
    await deliverMails(ctx);
    const token = tokenIn(box.mails[0]);
    const both = await Promise.allSettled([
      confirmEmail(ctx, { token, password: person.password }),
      confirmEmail(ctx, { token, password: person.password }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = both.find(({ status }) => status === "rejected");
    expect(refused).toMatchObject({ reason: { code: "invalid_token" } });
    expect(await db.select().from(users)).toHaveLength(1);
  });
});

describe("limits", () => {
  dataTest(
    "one sender has one mailbox written to five times an hour, and is told",
    async ({ db }) => {
      const box = await openMailbox();
      const ctx = makeContext(db, { mailer: box.mailer });
      const answers = [];
      for (let i = 0; i < 7; i++)
        answers.push(await signUp(ctx, { ...person, ...chosen(`mot-de-${i}`) }));
      await deliverMails(ctx);
      expect(box.mails).toHaveLength(5);
      expect(answers.map(({ isMailed }) => isMailed)).toEqual([
        ...Array(5).fill(true),
        false,
        false,
      ]);
      // Those beyond the limit wait like the others.
      const last = logIn(ctx, { ...person, password: "mot-de-6" });
      await expect(last).rejects.toMatchObject({
        code: "email_not_confirmed",
        about: answers.at(-1)?.id,
      });
      const elsewhere = makeContext(db, { mailer: box.mailer, address: "198.51.100.4" });
      expect(await signUp(elsewhere, person)).toMatchObject({ isMailed: true });
    },
  );

  dataTest("a sign-up beyond the limit is mailed when it is asked for later", async ({ db }) => {
    const box = await openMailbox();
    const ctx = makeContext(db, { mailer: box.mailer });
    for (let i = 0; i < 5; i++) await signUp(ctx, { ...person, ...chosen("un-autre-mot") });
    const { id: signUpId } = await signUp(ctx, person);
    const later = makeContext(db, { mailer: box.mailer, address: "198.51.100.4" });
    await resendConfirmation(later, { email: person.email, signUpId });
    await deliverMails(ctx);
    await confirmEmail(ctx, { token: tokenIn(box.mails.at(-1)), password: person.password });
    expect(await db.select().from(users)).toMatchObject([{ id: signUpId }]);
  });

  dataTest("a mail of a stranger's sign-up is not what is sent again", async ({ db }) => {
    const box = await openMailbox();
    const ctx = makeContext(db, { mailer: box.mailer });
    const { id: signUpId } = await signUp(ctx, person);
    await signUp(ctx, { ...person, firstName: "Armand", ...chosen("mot-d-armand") });
    await resendConfirmation(ctx, { email: person.email });
    await resendConfirmation(ctx, { email: person.email, signUpId });
    await deliverMails(ctx);
    expect(box.mails).toHaveLength(3);
    await confirmEmail(ctx, { token: tokenIn(box.mails[2]), password: person.password });
    expect((await db.select().from(profiles))[0]).toMatchObject({ firstName: "Julie" });
  });

  dataTest("one mailbox is one, whatever follows the plus sign", async ({ db }) => {
    const box = await openMailbox();
    const ctx = makeContext(db, { mailer: box.mailer });
    for (let i = 0; i < 8; i++) await signUp(ctx, { ...person, email: `julie+${i}@example.fr` });
    await deliverMails(ctx);
    expect(box.mails).toHaveLength(5);
  });

  dataTest("one address of the network sends 120 forms an hour", async ({ db }) => {
    const ctx = makeContext(db);
    for (let i = 0; i < 120; i++)
      await ctx.limits.consume("sign-up", String(ctx.address), 120, 3_600);
    await expect(signUp(ctx, person)).rejects.toMatchObject({
      code: "rate_limited",
      message: "Trop de tentatives. Veuillez réessayer dans quelques minutes.",
    });
    const elsewhere = await signUp(makeContext(db, { address: "198.51.100.4" }), person);
    expect(elsewhere.email).toBe(person.email);
  });
});

dataTest("nothing typed on the form reaches a stranger's mailbox", async ({ db }) => {
  const box = await openMailbox();
  const ctx = makeContext(db, { mailer: box.mailer });
  await signUp(ctx, {
    ...person,
    firstName: "Gagnez https://evil.example",
    lastName: "<b>ici</b>",
  });
  await deliverMails(ctx);
  expect(box.mails[0]?.raw).not.toMatch(/evil|ici<|Gagnez/);
});

dataTest(
  "the secret of a link is nowhere in the database once its mail is sent",
  async ({ db }) => {
    const box = await openMailbox();
    const ctx = makeContext(db, { mailer: box.mailer });
    await signUp(ctx, person);
    await deliverMails(ctx);
    const [, secret = ""] = tokenIn(box.mails[0]).split(".");
    const everything = JSON.stringify([
      await db.select().from(mails),
      await db.select().from(verifications),
    ]);
    expect(secret).toHaveLength(43);
    expect(everything).not.toContain(secret);
    expect(everything).not.toContain(person.password);
    const [mail] = await db.select().from(mails).where(eq(mails.status, "sent"));
    expect(mail?.secrets).toBeNull();
  },
);
