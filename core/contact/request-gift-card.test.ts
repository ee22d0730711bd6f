import { expect } from "vitest";
import { makeConfig, makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { deliverMails, openMailbox } from "#test/make/mailbox.ts";
import { mails, messages } from "../tables.server.ts";
import { requestGiftCard } from "./send-contact-message.server.ts";

const enquiry = {
  companyName: "Atelier Nord",
  contactName: "Awa Diop",
  email: "awa@example.fr",
  phone: "01 99 00 45 67",
  employeeCount: "40",
  message: "Pour la fin de l'année.\r\nMerci d'avance.",
};

/** The changes to a valid form, and the messages they must get. */
const REFUSED = [
  [
    { companyName: "A" },
    { companyName: ["Le nom de l'entreprise doit contenir au moins 2 caractères"] },
  ],
  [
    { companyName: "a".repeat(101) },
    { companyName: ["Le nom de l'entreprise ne peut pas dépasser 100 caractères"] },
  ],
  [
    { contactName: " " },
    { contactName: ["Le nom du contact doit contenir au moins 2 caractères"] },
  ],
  [
    { contactName: "a".repeat(101) },
    { contactName: ["Le nom du contact ne peut pas dépasser 100 caractères"] },
  ],
  [{ email: "awa" }, { email: ["Email invalide"] }],
  [{ phone: "012345678" }, { phone: ["Numéro de téléphone invalide"] }],
  ...[
    "0".repeat(21),
    "appelez-moi",
    "01 99 00 45 67 a",
    "+33 (0)1 99 00 45 670",
    "",
    "-----------",
  ].map((phone) => [{ phone }, { phone: ["Numéro de téléphone invalide"] }] as const),
  ...[
    "",
    " ",
    "-5",
    "0",
    "000",
    "abc",
    "4,5",
    "4.5",
    "1e3",
    "+40",
    "٤٠",
    "1000000000",
    "5000001",
  ].map(
    (employeeCount) =>
      [{ employeeCount }, { employeeCount: ["Veuillez indiquer le nombre d'employés"] }] as const,
  ),
  [
    { employeeCount: "1".repeat(11) },
    { employeeCount: ["Veuillez indiquer le nombre d'employés"] },
  ],
  [{ message: "Bonjour" }, { message: ["Le message doit contenir au moins 10 caractères"] }],
  [
    { message: "m".repeat(1_001) },
    { message: ["Le message ne peut pas dépasser 1000 caractères"] },
  ],
] as const;

dataTest("what the form refuses", async ({ db }) => {
  const ctx = makeContext(db);
  for (const [change, fields] of REFUSED) {
    const refused = requestGiftCard(ctx, { ...enquiry, ...change });
    await expect(refused).rejects.toMatchObject({
      code: "invalid_input",
      message: "Veuillez corriger les erreurs dans le formulaire",
      fields,
    });
  }
  expect(await db.select().from(messages)).toEqual([]);
  expect(await db.select().from(mails)).toEqual([]);
});

dataTest("what is at the limits passes", async ({ db }) => {
  const ctx = makeContext(db);
  for (const change of [
    { employeeCount: "1" },
    { employeeCount: " 5000000 " },
    { phone: "0199004567" },
    { phone: "+33 (0)1 99 00 45 67" },
  ]) {
    await expect(requestGiftCard(ctx, { ...enquiry, ...change })).resolves.toBeUndefined();
  }
});

dataTest("an enquiry is stored with its fields and composed for the mailbox", async ({ db }) => {
  const box = await openMailbox();
  const config = makeConfig({ contactTo: "support@example.fr" });
  const ctx = makeContext(db, { config, mailer: box.mailer });
  await requestGiftCard(ctx, enquiry);
  const message = [
    "Demande de carte cadeau entreprise",
    "",
    "Entreprise : Atelier Nord",
    "Contact : Awa Diop",
    "Téléphone : 01 99 00 45 67",
    "Nombre d'employés : 40",
    "",
    "Message :",
    "Pour la fin de l'année.",
    "Merci d'avance.",
  ].join("\n");
  expect(await db.select().from(messages)).toMatchObject([
    {
      kind: "gift_card",
      name: "Awa Diop",
      email: "awa@example.fr",
      message,
      fields: { companyName: "Atelier Nord", employeeCount: "40" },
    },
  ]);
  await deliverMails(ctx);
  const [mail] = box.mails;
  expect(mail?.recipients).toEqual(["support@example.fr"]);
  expect(mail?.replyTo).toEqual([{ name: "Awa Diop", address: "awa@example.fr" }]);
  expect(mail?.text).toContain("Nombre d'employés : 40");
});
