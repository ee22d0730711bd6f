import { expect } from "vitest";
import { actorOf, makeConfig, makeContext, NOW } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { deliverMails, openMailbox } from "#test/make/mailbox.ts";
import { makeUser } from "#test/make/people.ts";
import { MAILS_PER_MAILBOX } from "../accounts/limit-logins.server.ts";
import { mails, messages } from "../tables.server.ts";
import { MESSAGE_LIFE } from "./rules.ts";
import {
  purgeMessages,
  requestGiftCard,
  sendContactMessage,
  withdrawFromContract,
} from "./send-contact-message.server.ts";

const declaration = {
  name: "Julie Martin",
  email: "julie@example.fr",
  contract: "Yoga doux du soir, vendredi 27 novembre à 18:30",
};
const plain = (text: string | undefined) => text?.replaceAll(/[\s\u00a0\u202f]+/g, " ") ?? "";

/** The changes to a valid form, and the messages they must get. */
const REFUSED = [
  [{ name: "" }, { name: ["Le nom doit contenir au moins 2 caractères"] }],
  [{ email: "" }, { email: ["Email invalide"] }],
  [{ contract: "  " }, { contract: ["Veuillez indiquer la réservation ou le contrat concerné"] }],
  [{ contract: "c".repeat(501) }, { contract: ["Ce champ ne peut pas dépasser 500 caractères"] }],
] as const;

dataTest("what the form refuses", async ({ db }) => {
  const ctx = makeContext(db);
  for (const [change, fields] of REFUSED) {
    const refused = withdrawFromContract(ctx, { ...declaration, ...change });
    await expect(refused).rejects.toMatchObject({
      code: "invalid_input",
      message: "Veuillez corriger les erreurs dans le formulaire",
      fields,
    });
  }
  expect(await db.select().from(messages)).toEqual([]);
  expect(await db.select().from(mails)).toEqual([]);
});

dataTest(
  "a withdrawal is stored, receipted with its date and hour, and passed on",
  async ({ db }) => {
    const box = await openMailbox();
    const config = makeConfig({ contactTo: "support@example.fr" });
    const ctx = makeContext(db, { config, mailer: box.mailer });
    const answer = await withdrawFromContract(ctx, declaration);
    expect(answer).toMatchObject({ email: "julie@example.fr", receivedAt: NOW });
    expect(await db.select().from(messages)).toMatchObject([
      {
        id: answer.messageId,
        kind: "withdrawal",
        message: `Je vous notifie par la présente ma rétractation du contrat suivant : ${declaration.contract}`,
        fields: { contract: declaration.contract },
        createdAt: NOW,
      },
    ]);

    await deliverMails(ctx);
    const to = (address: string) => box.mails.filter((mail) => mail.recipients.includes(address));
    const [receipt] = to("julie@example.fr");
    expect(receipt?.subject).toBe("Accusé de réception de votre rétractation");
    expect(receipt?.replyTo?.[0]?.address).toBe("support@example.fr");
    const words = plain(receipt?.text);
    expect(words).toContain("vendredi 20 novembre 2026 à 10:00, heure de Paris");
    expect(words).toContain(declaration.contract);
    expect(words).toContain(answer.messageId);
    const [copy] = to("support@example.fr");
    expect(copy?.subject).toBe("Rétractation d'un contrat : Julie Martin");
    expect(copy?.replyTo?.[0]?.address).toBe("julie@example.fr");
    expect(box.mails).toHaveLength(2);
  },
);

dataTest("nobody can fill another person's mailbox with receipts", async ({ db }) => {
  const ctx = makeContext(db);
  const withdraw = (email: string, n: number) =>
    withdrawFromContract({ ...ctx, address: `203.0.113.${n}` }, { ...declaration, email });
  for (let n = 0; n <= MAILS_PER_MAILBOX; n++) await withdraw("julie@example.fr", n);
  expect(await withdraw("Julie@example.fr", 99)).toMatchObject({ isMailed: false });
  expect(await withdraw("awa@example.fr", 99)).toMatchObject({ isMailed: true });
  // Her own declaration is taken in all the same, and signed in she is sent its receipt.
  const { id } = await makeUser(db, { email: "julie@example.fr" });
  const own = { ...ctx, actor: await actorOf(db, id) };
  expect(await withdrawFromContract(own, declaration)).toMatchObject({ isMailed: true });
  expect(await db.select().from(messages)).toHaveLength(MAILS_PER_MAILBOX + 4);
  const receipts = (await db.select().from(mails)).filter(
    ({ kind, toAddress }) => kind === "withdrawal-receipt" && toAddress === "julie@example.fr",
  );
  expect(receipts).toHaveLength(MAILS_PER_MAILBOX + 2);
});

dataTest(
  "messages are deleted when their time is over; their mails are dropped",
  async ({ db }) => {
    let now = NOW;
    const box = await openMailbox();
    const ctx = makeContext(db, { mailer: box.mailer, now: () => now });
    await withdrawFromContract(ctx, declaration);
    await sendContactMessage(ctx, {
      ...declaration,
      subject: "autre",
      message: "Bonjour à vous tous",
    });
    await requestGiftCard(ctx, {
      ...declaration,
      companyName: "Atelier Nord",
      contactName: "Awa Diop",
      phone: "01 99 00 45 67",
      employeeCount: "40",
      message: "Bonjour à vous tous",
    });
    const kinds = async () => (await db.select().from(messages)).map(({ kind }) => kind).sort();
    now = new Date(NOW.getTime() + MESSAGE_LIFE.contact);
    await purgeMessages(ctx);
    expect(await kinds()).toEqual(["contact", "gift_card", "withdrawal"]);
    now = new Date(now.getTime() + 1);
    await purgeMessages(ctx);
    expect(await kinds()).toEqual(["withdrawal"]);
    now = new Date(NOW.getTime() + MESSAGE_LIFE.withdrawal + 1);
    await purgeMessages(ctx);
    expect(await kinds()).toEqual([]);
    await deliverMails(ctx);
    expect(box.mails).toEqual([]);
    const states = await db.select({ status: mails.status }).from(mails);
    expect(new Set(states.map(({ status }) => status))).toEqual(new Set(["dropped"]));
  },
);
