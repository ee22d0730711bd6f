import { addDays, dayKey } from "#core/dates.ts";
import { expect, expectSound, test } from "./fixtures.ts";
import {
  bookAs,
  CARDS,
  newAccount,
  publishAs,
  sendConfirmed,
  signIn,
  signInOperator,
} from "./journeys.ts";

const INES = "ines@example.fr";

test("a refund that a bank sends back goes from its client to the operator, and back to both", async ({
  page,
  browser,
  request,
  mailTo,
  baseURL,
}) => {
  test.slow();
  const email = await newAccount(request, mailTo, baseURL);
  const title = `Remboursée en vain ${Date.now().toString(36)}`;
  const date = addDays(dayKey(new Date()), 21);
  const sessionId = await publishAs(request, INES, { title, date, price: 35 });
  await bookAs(request, email, sessionId, CARDS.refundFails);

  await mailTo(email, `Réservation confirmée : ${title}`);
  const client = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await signIn(client, email);
  await client.goto("/mes-sessions");
  const own = client.getByRole("listitem").filter({ hasText: title }).first();
  await own.getByRole("button", { name: /^Annuler cette réservation/ }).click();
  const question = client.getByRole("dialog", { name: "Annuler cette réservation ?" });
  await expect(question).toContainText("35,00");
  await question.getByRole("button", { name: "Confirmer l'annulation" }).click();
  await mailTo(email, `Réservation annulée : ${title}`);
  // The bank takes its time to say no.
  await mailTo(email, `Remboursement retardé : ${title}`);
  await mailTo(INES, `Remboursement retardé : ${title}`);

  await signInOperator(page);
  await page.goto("/operateur?genre=argent");
  const line = page.getByRole("listitem").filter({ hasText: title });
  await expect(line).toContainText("Remboursement refusé");
  await expect(line).toContainText("Loi · 14 jours");
  await line.getByRole("link", { name: new RegExp(title) }).click();
  await expect(page.getByRole("heading", { name: "La file" })).toHaveCount(0);
  await expect(page.getByText("Remboursement fait, puis rejeté par la banque")).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Décider" }).click();
  await expect(page.getByText("Expliquez pourquoi")).toBeVisible();
  await page.getByLabel("Noter comme remboursé autrement").check();
  const reason = `Virement ${Date.now().toString(36)}, son compte était fermé.`;
  await page.getByLabel("Motif").fill(reason);
  await page.getByLabel(/^Montant/).fill("35,01");
  await page.getByRole("button", { name: "Décider" }).click();
  await expect(page.getByText("Il manque 35,00")).toBeVisible();
  await expectSound(page);
  // A part first: the client is told of it, and the rest is still owed.
  await page.getByLabel(/^Montant/).fill("15");
  await page.getByRole("button", { name: "Décider" }).click();
  await expect(page.getByText("Dites par quel moyen.")).toBeVisible();
  await expectSound(page);
  const today = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Paris" }).format();
  const prove = async (reference: string) => {
    await page.getByLabel("Rendu le").fill(today);
    await page.getByLabel("Moyen").selectOption("Virement");
    await page.getByLabel("Référence").fill(reference);
  };
  await prove("VIR-0001");
  await sendConfirmed(page, "Décider");
  await expect(page.getByText("Remboursement noté", { exact: true })).toBeVisible();
  await mailTo(email, `15,00\u00a0€ vous sont rendus : ${title}`);
  await line.getByRole("link", { name: new RegExp(title) }).click();
  await expect(page.getByText("Il lui manque 20,00")).toBeVisible();
  await page.getByLabel("Noter comme remboursé autrement").check();
  await page.getByLabel("Motif").fill(`${reason} Le reste.`);
  await prove("VIR-0002");
  await sendConfirmed(page, "Décider");
  await expect(page.getByText("Remboursement noté", { exact: true })).toBeVisible();
  await expect(line).toHaveCount(0);

  const told = await mailTo(email, `20,00\u00a0€ vous sont rendus : ${title}`);
  expect(told.text).toContain("« VIR-0002 »");
  await mailTo(INES, `20,00\u00a0€ rendus à votre client : ${title}`);
  await page.getByRole("link", { name: "Journal" }).click();
  const act = page.getByRole("listitem").filter({ hasText: `${reason} Le reste.` });
  await expect(act).toContainText("Remboursement noté comme fait autrement par Nadia Benali");
  await expect(act).toContainText("Décision : noté comme fait autrement");
  await client.reload();
  await expect(client.getByRole("main")).not.toContainText("retardé");
  await client.close();
});
