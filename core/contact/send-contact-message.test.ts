import { expect } from "vitest";
import { makeConfig, makeContext, NOW } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { deliverMails, openMailbox } from "#test/make/mailbox.ts";
import { REQUESTS_PER_ADDRESS } from "../accounts/limit-logins.server.ts";
import { mails, messages } from "../tables.server.ts";
import { sendContactMessage } from "./send-contact-message.server.ts";

const letter = {
  name: "Julie Martin",
  email: "julie@example.fr",
  subject: "paiement",
  message: "Bonjour, mon paiement n'apparaît pas.",
};
const config = makeConfig({ contactTo: "support@example.fr" });

/** The changes to a valid form, and the messages they must get. */
const REFUSED = [
  [{ name: " J " }, { name: ["Le nom doit contenir au moins 2 caractères"] }],
  [{ name: "j".repeat(101) }, { name: ["Le nom ne peut pas dépasser 100 caractères"] }],
  [{ email: "julie@" }, { email: ["Email invalide"] }],
  [
    { email: `${"j".repeat(250)}@example.fr` },
    { email: ["L'email ne peut pas dépasser 255 caractères"] },
  ],
  [{ subject: "" }, { subject: ["Veuillez sélectionner un sujet"] }],
  [{ subject: "constructor" }, { subject: ["Veuillez sélectionner un sujet"] }],
  [{ subject: undefined }, { subject: ["Veuillez sélectionner un sujet"] }],
  [
    { message: "  neuf let \r\n" },
    { message: ["Le message doit contenir au moins 10 caractères"] },
  ],
  [
    { message: "m".repeat(2_001) },
    { message: ["Le message ne peut pas dépasser 2000 caractères"] },
  ],
  [
    { name: null, email: 1, subject: [], message: {} },
    {
      name: ["Le nom doit contenir au moins 2 caractères"],
      email: ["Email invalide"],
      subject: ["Veuillez sélectionner un sujet"],
      message: ["Le message doit contenir au moins 10 caractères"],
    },
  ],
] as const;

dataTest("what the form refuses", async ({ db }) => {
  const ctx = makeContext(db);
  for (const [change, fields] of REFUSED) {
    const refused = sendContactMessage(ctx, { ...letter, ...change });
    await expect(refused).rejects.toMatchObject({
      code: "invalid_input",
      message: "Veuillez corriger les erreurs dans le formulaire",
      fields,
    });
  }
  expect(await db.select().from(messages)).toEqual([]);
  expect(await db.select().from(mails)).toEqual([]);
});

dataTest("what is at the limits passes, a line end counted as one character", async ({ db }) => {
  const ctx = makeContext(db);
  await sendContactMessage(ctx, { ...letter, name: " Al ", message: `${"m".repeat(1_998)}\r\nm` });
  await sendContactMessage(ctx, { ...letter, name: "a".repeat(100), message: "dix lettre" });
  const kept = await db.select().from(messages).orderBy(messages.id);
  expect(kept.map(({ name }) => name)).toEqual(["Al", "a".repeat(100)]);
  expect(kept[0]?.message).toBe(`${"m".repeat(1_998)}\nm`);
});

dataTest(
  "a message is stored, and reaches the mailbox; an answer goes to its author",
  async ({ db }) => {
    const box = await openMailbox();
    const ctx = makeContext(db, { config, mailer: box.mailer });
    const { messageId } = await sendContactMessage(ctx, {
      ...letter,
      email: " Julie@Example.fr ",
      message: "  Bonjour,\r\n\r\n<b>Mon paiement</b>\r\nn'apparaît pas.  ",
    });
    expect(await db.select().from(messages)).toEqual([
      {
        id: messageId,
        kind: "contact",
        authorId: null,
        name: "Julie Martin",
        email: "julie@example.fr",
        subject: "paiement",
        message: "Bonjour,\n\n<b>Mon paiement</b>\nn'apparaît pas.",
        fields: null,
        closedAt: null,
        answer: null,
        createdAt: NOW,
      },
    ]);
    await deliverMails(ctx);
    expect(box.mails).toHaveLength(1);
    const [mail] = box.mails;
    expect(mail?.recipients).toEqual(["support@example.fr"]);
    expect(mail?.subject).toBe("Un paiement : Julie Martin");
    expect(mail?.replyTo).toEqual([{ name: "Julie Martin", address: "julie@example.fr" }]);
    expect(mail?.from?.address).toBe("bonjour@parenthese.example.fr");
    expect(mail?.text).toContain("<b>Mon paiement</b>\nn'apparaît pas.");
    expect(mail?.text).toContain("vendredi 20 novembre 2026 à 10:00");
    expect(mail?.html).toContain("&lt;b&gt;Mon paiement&lt;/b&gt;");
  },
);

dataTest("no header can be made of what somebody types (rule: kept-messages)", async ({ db }) => {
  const box = await openMailbox();
  const ctx = makeContext(db, { config, mailer: box.mailer });
  await sendContactMessage(ctx, {
    ...letter,
    name: 'Julie"\r\nBcc: victime@example.fr\u2028X-Extra: oui\u0000\u0085 <a@example.fr>,',
    message: "Bonjour\r\n.\r\nRCPT TO:<victime@example.fr>\r\nSubject: autre",
  });
  for (const email of [
    "julie@example.fr\r\nBcc: victime@example.fr",
    "julie@example.fr, victime@example.fr",
    "Julie <julie@example.fr>",
  ]) {
    await expect(sendContactMessage(ctx, { ...letter, email })).rejects.toMatchObject({
      fields: { email: ["Email invalide"] },
    });
  }
  await deliverMails(ctx);
  expect(box.mails).toHaveLength(1);
  const [mail] = box.mails;
  expect(mail?.recipients).toEqual(["support@example.fr"]);
  expect(mail?.replyTo?.map(({ address }) => address)).toEqual(["julie@example.fr"]);
  const headers = mail?.headers.map(({ key }) => key) ?? [];
  expect(headers).not.toContain("bcc");
  expect(headers).not.toContain("x-extra");
  expect(mail?.text).toContain("RCPT TO:<victime@example.fr>");
});

dataTest(
  "a gift card's enquiry by a program has a heading instead of a subject",
  async ({ db }) => {
    const box = await openMailbox();
    const ctx = makeContext(db, { config, mailer: box.mailer });
    const { subject: _, ...call } = letter;
    const message = "Demande de carte cadeau entreprise\n\nEntreprise : Atelier Nord";
    await sendContactMessage(ctx, { ...call, message });
    expect(await db.select().from(messages)).toMatchObject([
      { kind: "gift_card", subject: null, message },
    ]);
    await deliverMails(ctx);
    expect(box.mails[0]?.subject).toBe("Demande de carte cadeau entreprise : Julie Martin");
  },
);

dataTest("a flood is stopped, per network address", async ({ db }) => {
  const ctx = makeContext(db);
  const send = (address: string) => sendContactMessage({ ...ctx, address }, letter);
  expect(REQUESTS_PER_ADDRESS).toBeGreaterThanOrEqual(60);
  for (let n = 0; n < REQUESTS_PER_ADDRESS; n++) await send("203.0.113.7");
  await expect(send("203.0.113.7")).rejects.toMatchObject({
    code: "rate_limited",
    message: "Trop de tentatives. Veuillez réessayer dans quelques minutes.",
  });
  await expect(send("203.0.113.8")).resolves.toBeDefined();
  expect(await db.select().from(messages)).toHaveLength(REQUESTS_PER_ADDRESS + 1);
});

dataTest("nothing is stored when its mail cannot be enqueued", async ({ db }) => {
  const failing = makeContext(db, { jobs: { send: () => Promise.reject(new Error("no queue")) } });
  await expect(sendContactMessage(failing, letter)).rejects.toThrow("no queue");
  expect(await db.select().from(messages)).toEqual([]);
  expect(await db.select().from(mails)).toEqual([]);
});
