import type { APIRequestContext, Page } from "@playwright/test";
import { addDays, dayKey, toParis } from "#core/dates.ts";
import { HOUR } from "#core/durations.ts";
import * as demo from "#db/demo/accounts.ts";
import * as operator from "#site/operator-addresses.ts";
import { expect, expectSound, newEmail, test } from "./fixtures.ts";
import {
  CARDS,
  logInOperator,
  NADIA,
  openColleague,
  pay,
  publishAs,
  sendConfirmed,
  signInOperator,
} from "./journeys.ts";

const LEA = "lea@operateur.example";
const MARC = "marc@operateur.example";

/** Has a guest pay for a session of Inès's with this card; answers its id. */
async function buyFromInes(
  { page, request }: { page: Page; request: APIRequestContext },
  {
    email,
    card,
    ...fields
  }: {
    email: string;
    card: string;
    title: string;
    price: number;
    date: string;
    start_time?: string;
  },
): Promise<string> {
  const id = await publishAs(request, demo.INES.email, fields);
  await page.goto(`/session/${id}`);
  await page.getByLabel("Votre e-mail").fill(email);
  await page.getByRole("button", { name: "Réserver et payer" }).first().click();
  await pay(page, card);
  await expect(page.getByText("Réservation confirmée", { exact: true })).toBeVisible();
  return id;
}

/** The same for a payment that their bank takes back at once. */
async function buyAndDispute(
  browser: { page: Page; request: APIRequestContext },
  { inDays, ...sold }: { title: string; email: string; price: number; inDays: number },
): Promise<void> {
  const date = addDays(dayKey(new Date()), inDays);
  await buyFromInes(browser, { ...sold, date, card: CARDS.disputed });
}

/**
 * Has an operator give up for a guest, too late for a refund, what they paid 300 € for, and propose
 * this gift above the limit; answers the session's id.
 */
async function proposeGift(
  { page, request }: { page: Page; request: APIRequestContext },
  { title, email, amount }: { title: string; email: string; amount: string },
): Promise<string> {
  const [date = "", start_time = ""] = toParis(new Date(Date.now() + 20 * HOUR)).split("T");
  const sold = { title, email, price: 300, date, start_time, card: CARDS.works };
  const id = await buyFromInes({ page, request }, sold);
  await signInOperator(page);
  await page.goto(operator.recordsOf(email));
  await page.getByRole("link", { name: title }).first().click();
  await expect(page).toHaveURL(/\/reservation\//);
  const booking = page.url();
  await page.getByLabel("Annuler, à la demande du client").check();
  await page.getByLabel("Motif").fill("Elle a téléphoné.");
  await sendConfirmed(page, "Faire et inscrire");
  await expect(page.getByText("Réservation annulée").first()).toBeVisible();
  await page.goto(booking);
  await page.getByLabel("Faire un geste commercial").check();
  await page.getByLabel("Montant du geste, en euros").fill(amount);
  await page.getByLabel("Motif").fill("Elle était à l'hôpital.");
  await sendConfirmed(page, "Faire et inscrire");
  await expect(page.getByText(/^Geste proposé/)).toBeVisible();
  return id;
}

/** Decides about the gift for this session from the queue. */
async function decideGift(second: Page, title: string, what: string, reason: string) {
  const line = second.getByRole("listitem").filter({ hasText: title });
  await line.getByRole("link", { name: new RegExp(title) }).click();
  await second.getByLabel(what, { exact: false }).first().check();
  await second.getByLabel(/^Motif/).fill(reason);
  await expectSound(second);
  await sendConfirmed(second, "Décider");
}

test("a dispute is given up on purpose, and the professional's share taken back with a reason", async ({
  page,
  request,
  mailTo,
}) => {
  const title = `Perdue ${Date.now().toString(36)}`;
  const email = newEmail();
  await buyAndDispute({ page, request }, { title, email, price: 40, inDays: 17 });
  await mailTo(demo.INES.email, `Paiement contesté : ${title}`);
  const told = await mailTo(email, `Paiement contesté : ${title}`);
  expect(told.text).toContain("elle serait rendue deux fois");

  await signInOperator(page);
  await page.goto(operator.queueOf("argent"));
  const line = page.getByRole("listitem").filter({ hasText: title });
  await expect(line).toContainText("que le titulaire de la carte n'a pas fait");
  await line.getByRole("link", { name: new RegExp(title) }).click();
  await expect(page.getByText("Motif de la banque").first()).toBeVisible();
  await expect(page.getByLabel("Ce qui s'est passé")).toHaveValue(
    /en acceptant les conditions générales en vigueur depuis le/,
  );
  const note = page.getByRole("link", { name: /^Reçu ou note/ });
  await expect(async () => {
    await page.reload();
    await expect(note).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  const opened = await page.request.get(String(await note.getAttribute("href")));
  expect(opened.headers()["content-type"]).toBe("application/pdf");
  const dispute = page.url();
  // A letter that is begun here leads back here, from a template too.
  await page.getByRole("link", { name: "Écrire au client" }).click();
  await page.getByRole("link", { name: "Paiement contesté auprès de sa banque" }).click();
  await expect(page).toHaveURL(/litige=.*modele=/);
  await page.getByLabel("Objet").fill(`Votre contestation : ${title}`);
  await page.getByLabel("Votre message").fill("Bonjour, dites-nous ce qui s'est passé.");
  await page.getByLabel(/^Pourquoi/).fill("Pour répondre à sa banque.");
  await sendConfirmed(page, "Envoyer l'e-mail");
  await expect(page.getByText("E-mail envoyé", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(dispute);
  await page.getByText("Accepter la perte", { exact: true }).first().click();
  await page.getByRole("button", { name: "Accepter la perte" }).click();
  await expect(page.getByText("Expliquez pourquoi").first()).toBeVisible();
  await expectSound(page);
  await page
    .getByLabel("Pourquoi ne pas contester")
    .fill("Ni code de présence, ni message de sa part.");
  await page.getByRole("button", { name: "Accepter la perte" }).click();
  await expect(page.getByText("La banque rend l'argent au client, et ne lit plus")).toBeVisible();
  await expectSound(page);
  await sendConfirmed(page, "Accepter la perte");
  await expect(page.getByText("Perte acceptée, litige clos").first()).toBeVisible();
  await expect(line).toHaveCount(0);
  await mailTo(demo.INES.email, `Réservation annulée : ${title}`);

  await page.goto(dispute);
  const happened = page.getByRole("region", { name: "Le déroulé" });
  await expect(happened).toContainText("Contestation : perdue");
  await expect(happened).toContainText("frais de litige : 20,00");
  await expect(happened).toContainText("E-mail : Paiement contesté, au professionnel");
  await expect(happened).toContainText("Stripe : Contestation close");
  await happened.getByText("E-mails", { exact: true }).click();
  await expect(happened.getByText("Stripe : Contestation close")).toBeHidden();
  await happened.getByText("Tout", { exact: true }).click();
  await page.getByRole("link", { name: "Le paiement", exact: true }).click();
  await page.getByLabel("Reprendre le versement").check();
  await page.getByLabel("Montant à reprendre, en euros").fill("999");
  await page.getByRole("button", { name: "Décider" }).click();
  await expect(page.getByText("36,00 € au plus").first()).toBeVisible();
  await expectSound(page);
  const reason = "Le praticien confirme que la séance n'a pas été donnée.";
  await page.getByLabel("Montant à reprendre, en euros").fill("36");
  await page.getByLabel(/^Motif/).fill(reason);
  await sendConfirmed(page, "Décider");
  await expect(page.getByText("Part reprise, le professionnel le sait")).toBeVisible();
  await expect(happened).toContainText("Repris au professionnel");
  const mail = await mailTo(demo.INES.email, `36,00\u00a0€ repris : ${title}`);
  expect(mail.text).toContain(reason);
});

test("a gift above the limit is refused with a reason by a second person, of one role", async ({
  page,
  request,
  mailTo,
  browser,
}) => {
  const title = `Geste ${Date.now().toString(36)}`;
  const id = await proposeGift({ page, request }, { title, email: newEmail(), amount: "150" });
  // They see what is not theirs without a way into a wall.
  const context = await browser.newContext();
  const second = await context.newPage();
  await logInOperator(second.request, MARC);
  await second.goto(operator.queue);
  await expect(second.getByText("Réservé à : assistance").first()).toBeVisible();
  const wall = await second.goto(operator.review(id));
  expect(wall?.status()).toBe(403);
  await expect(second.getByRole("heading", { name: "Un autre rôle que les vôtres" })).toBeVisible();
  await expectSound(second);
  await second.getByRole("link", { name: "Revenir à la file" }).click();
  const line = second.getByRole("listitem").filter({ hasText: title });
  await expect(line).toContainText("Promesse · 2 jours");
  await decideGift(second, title, "Refuser", "Il manque le certificat.");
  await expect(second.getByText("Geste commercial refusé")).toBeVisible();
  await expect(line).toHaveCount(0);
  const refused = await mailTo(NADIA, "Geste de 150,00\u00a0€ refusé");
  expect(refused.text).toContain("Il manque le certificat.");
  await context.close();
});

test("a gift above the limit is granted by a second person, and the professional's part taken back", async ({
  page,
  request,
  mailTo,
  browser,
}) => {
  const [title, email] = [`Accordé ${Date.now().toString(36)}`, newEmail()];
  await proposeGift({ page, request }, { title, email, amount: "160" });
  const second = await openColleague(browser);
  await second.goto(operator.queue);
  await decideGift(second, title, "Accorder", "Certificat reçu.");
  await expect(second.getByText("Geste commercial accordé")).toBeVisible();
  await mailTo(email, `160,00\u00a0€ vous sont rendus : ${title}`);
  await second.close();

  await page.goto(operator.recordsOf(email));
  await page.getByRole("link", { name: title }).first().click();
  await page.getByRole("link", { name: /^Paiement de 300,00/ }).click();
  await page.getByLabel("Reprendre le versement").check();
  await page.getByLabel("Montant à reprendre, en euros").fill("100");
  await page.getByLabel(/^Motif/).fill("Le praticien était absent lui aussi.");
  await sendConfirmed(page, "Décider");
  await expect(page.getByText("Part reprise, le professionnel le sait")).toBeVisible();
  await mailTo(demo.INES.email, `100,00\u00a0€ repris : ${title}`);
});

test("a loss above the limit is read by assistance, proposed, and confirmed by a second person", async ({
  page,
  request,
  mailTo,
  browser,
}) => {
  const title = `À deux ${Date.now().toString(36)}`;
  const email = newEmail();
  await buyAndDispute({ page, request }, { title, email, price: 200, inDays: 18 });
  await mailTo(demo.INES.email, `Paiement contesté : ${title}`);

  await signInOperator(page);
  await page.goto(operator.queueOf("argent"));
  const lineOf = (of: typeof page, sort: string) =>
    of.getByRole("listitem").filter({ hasText: title }).filter({ hasText: sort });
  await lineOf(page, "Litige")
    .getByRole("link", { name: new RegExp(title) })
    .click();
  await expect(page).toHaveURL(/\/litiges\//);
  const dispute = page.url();
  await page.getByRole("link", { name: "Écrire au client" }).click();
  await page.getByRole("link", { name: "Paiement contesté auprès de sa banque" }).click();
  await expect(page.getByLabel("Objet")).toHaveValue("Votre contestation auprès de votre banque");
  await page.getByRole("button", { name: "Envoyer l'e-mail" }).click();
  await expect(page.getByText("Expliquez pourquoi").first()).toBeVisible();
  await expectSound(page);
  await page.getByLabel(/^Pourquoi/).fill("Un retrait par sa banque clôt tout.");
  await page.getByRole("button", { name: "Envoyer l'e-mail" }).click();
  await expect(page.getByRole("heading", { name: "Ce qui partira" })).toBeVisible();
  await sendConfirmed(page, "Envoyer l'e-mail");
  await expect(page.getByText("E-mail envoyé", { exact: true }).first()).toBeVisible();
  await mailTo(email, "Votre contestation auprès de votre banque");
  await page.goto(dispute);
  await expect(page.getByRole("region", { name: "Le déroulé" })).toContainText(
    "Message de notre équipe",
  );

  await page.getByText("Accepter la perte", { exact: true }).first().click();
  await page.getByLabel("Pourquoi ne pas contester").fill("Aucun code de présence, aucun message.");
  await sendConfirmed(page, "Proposer d'accepter la perte");
  await expect(page.getByText("Perte proposée : quelqu'un d'autre la confirme")).toBeVisible();

  // Assistance reads the dispute, and answers no bank.
  const context = await browser.newContext();
  const assistance = await context.newPage();
  await logInOperator(assistance.request, LEA);
  await assistance.goto(operator.queueOf("argent"));
  await lineOf(assistance, "Litige")
    .getByRole("link", { name: new RegExp(title) })
    .click();
  await expect(assistance.getByText("propose d'accepter la perte")).toBeVisible();
  await expect(assistance.getByText("Le rôle finance répond à la banque.")).toBeVisible();
  await expect(assistance.getByRole("region", { name: "Le déroulé" })).toContainText(
    "Perte proposée",
  );
  await expect(assistance.getByRole("button", { name: "Envoyer à la banque" })).toHaveCount(0);
  await expectSound(assistance);
  await context.close();

  const others = await browser.newContext();
  const second = await others.newPage();
  await logInOperator(second.request, MARC);
  await second.goto(operator.queueOf("argent"));
  const line = lineOf(second, "Perte à confirmer");
  await line.getByRole("link", { name: new RegExp(title) }).click();
  await second.getByLabel("Confirmer la perte").check();
  await second.getByLabel(/^Motif/).fill("Relu, rien à opposer.");
  await expectSound(second);
  await sendConfirmed(second, "Décider");
  await expect(second.getByText("Perte acceptée, litige clos").first()).toBeVisible();
  await expect(line).toHaveCount(0);
  await mailTo(demo.INES.email, `Réservation annulée : ${title}`);
  await others.close();
});
