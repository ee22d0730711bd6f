import { addDays, dayKey } from "#core/dates.ts";
import { expect, expectSound, holdBack, test } from "./fixtures.ts";
import {
  type ApiSession,
  CARDS,
  deleteAs,
  newAccount,
  pay,
  publishAs,
  signIn,
  spotsLeft,
} from "./journeys.ts";

const INES = "ines@example.fr";

test("a client's booking, from both sides, until it is called off", async ({
  page,
  request,
  browser,
  mailTo,
  baseURL,
}) => {
  // Late enough to be refunded.
  const fields = { title: `Yoga du matin ${Date.now()}`, date: addDays(dayKey(new Date()), 2) };
  const id = await publishAs(request, INES, fields);
  const session: ApiSession = await (await request.get(`/api/v1/sessions/${id}`)).json();
  const slotId = session.slots[0]?.id ?? "";
  const before = await spotsLeft(request, session.id, slotId);

  const email = await newAccount(request, mailTo, baseURL);
  await signIn(page, email);
  await page.goto(`/session/${session.id}`);
  const choice = page.locator(`input[name=slotId][value="${slotId}"]`);
  await expect(async () => {
    await page.locator("label").filter({ has: choice }).click();
    await expect(choice).toBeChecked({ timeout: 500 });
  }).toPass();
  await page.getByText("Ajouter un mot pour le praticien").click();
  await page.getByLabel("Note de réservation").fill("Je viens avec mon tapis.");
  await page.getByRole("button", { name: "Réserver et payer" }).first().click();
  await pay(page, CARDS.works);
  await expect(page.getByRole("heading", { name: "Paiement réussi !" })).toBeVisible();

  const office = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const manager = await office.newPage();
  await signIn(manager, INES);
  await manager.goto("/profil");
  const published = manager.locator("#sessions-publiees");
  const row = published.getByRole("listitem").filter({ hasText: session.title }).first();
  await row.getByText("Créneaux et réservations").click();
  const booked = row.getByRole("listitem").filter({ hasText: "Je viens avec mon tapis." }).last();
  await expect(booked).toContainText("Louise");
  await expect(booked).toContainText("Confirmée");
  await expect(booked).toContainText("Payé");
  await expectSound(manager);
  await manager.goto("/mes-sessions");
  await manager.getByRole("link", { name: "Mes sessions publiées" }).click();
  await expect(published).toBeInViewport();
  await office.close();

  await page.goto("/mes-sessions?type=passees");
  await page.getByRole("link", { name: "Sessions à venir" }).click();
  await expect(page).toHaveURL(/type=a-venir/);
  const card = page.getByRole("listitem").filter({ hasText: "Je viens avec mon tapis." }).first();
  await expect(card).toContainText("Confirmée");
  await card.getByRole("button", { name: /^Annuler cette réservation/ }).click();
  await expect(card).toContainText("Vous serez remboursé intégralement");
  await card.getByRole("button", { name: "Confirmer l'annulation" }).click();
  await expect(page.getByText("Réservation annulée", { exact: true })).toBeVisible();
  await expect(card).toContainText("Annulée");
  expect(await spotsLeft(request, session.id, slotId)).toBe(before);
  const mail = await mailTo(email, `Réservation annulée : ${session.title}`);
  expect(mail.text).toMatch(/Le remboursement de .* est demandé|Vous êtes remboursé de/);
  await deleteAs(request, INES, session.id);
});

test("a visitor is asked to log in, and comes back to the list", async ({
  page,
  request,
  mailTo,
  baseURL,
}) => {
  const email = await newAccount(request, mailTo, baseURL);
  await page.goto("/mes-sessions");
  await expect(page.getByText("Veuillez vous connecter pour voir vos sessions.")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Se connecter" }).click();
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill("parenthese");
  await page.getByRole("main").getByRole("button", { name: "Se connecter" }).click();
  await expect(page).toHaveURL(/\/mes-sessions$/);
  await expect(page.getByText("Vous n'avez aucune session à venir.")).toBeVisible();
  await page.getByRole("link", { name: "Sessions passées" }).click();
  await expect(page.getByText("Vous n'avez aucune session passée.")).toBeVisible();
});

test("the list says that it loads, and what failed when it does", async ({ page }) => {
  await signIn(page, "sam@example.fr");
  await page.goto("/profil");
  const list = /mes-sessions\.data\?.*routes=routes/;
  const go = await holdBack(page, list, "abort");
  await page.getByRole("link", { name: /^Mes Sessions/ }).click();
  await expect(page.getByText("Chargement...")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mes Sessions");
  go();
  await expect(page.getByText("Impossible de charger vos sessions.").first()).toBeVisible();
  await page.unroute(list);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a result page verifies by its form", async ({ page }) => {
    await page.goto("/payment-success?session_id=cs_test_unknown");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vérification en cours...");
    await page.getByRole("button", { name: "Vérifier mon paiement" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vérification du paiement");
    await expect(page.getByText("Erreur de vérification")).toBeVisible();
  });
});
