import type { Page } from "@playwright/test";
import { addDays, dayKey } from "#core/dates.ts";
import { expect, newEmail, test } from "./fixtures.ts";
import { CARDS, newAccount, pay, signIn, subscribe } from "./journeys.ts";

/** The page that a click opens in a tab of its own. */
async function opened(page: Page, click: () => Promise<void>): Promise<Page> {
  const tab = page.context().waitForEvent("page");
  await click();
  return tab;
}

/** Everything that a professional does first, and what a client then does, through every screen. */
test("from the sign-up to the first paid booking", async ({
  page,
  request,
  browser,
  mailTo,
  baseURL,
}) => {
  test.slow();
  const email = newEmail();
  const title = `Souffle du soir ${Date.now()}`;

  await test.step("signs up and confirms the mailbox", async () => {
    await page.goto("/inscription");
    await page.getByLabel("Prénom").fill("Louise");
    await page.getByLabel("Nom", { exact: true }).fill("Garnier");
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Mot de passe", { exact: true }).fill("tisane-verte");
    await page.getByLabel("Confirmer le mot de passe").fill("tisane-verte");
    await page.getByRole("button", { name: "S'inscrire" }).click();
    await expect(page.getByRole("dialog")).toContainText("spam");
    const link = new URL(/https?:\S+jeton=[\w.-]+/.exec((await mailTo(email)).text)?.[0] ?? "");
    await page.goto(link.pathname + link.search);
    await page.getByLabel("Mot de passe", { exact: true }).fill("tisane-verte");
    await page.getByRole("button", { name: "Confirmer et me connecter" }).click();
    await expect(page).toHaveURL(/\/profil$/);
  });

  await test.step("creates the professional profile and pays for Premium", async () => {
    await page.goto("/ajouter-session");
    await page.getByRole("link", { name: "Créer mon profil professionnel" }).click();
    await page.getByLabel("Nom de l'activité").fill("Cabinet Garnier");
    await page.getByLabel("Description").fill("Respirer, simplement.");
    await page.getByLabel("Ville").fill("Lyon");
    await page.getByRole("button", { name: "Continuer" }).click();
    await page.getByText("19,90").first().click();
    const payment = await opened(page, () =>
      page.getByRole("button", { name: /Continuer vers le paiement/ }).click(),
    );
    await subscribe(payment);
    await expect(payment.getByRole("heading", { name: "Abonnement activé !" })).toBeVisible();
    await expect(payment).toHaveURL(/\/profil$/);
    await expect(payment.getByText("Professionnel (Premium)")).toBeVisible();
    await mailTo(email, "Votre abonnement Premium est actif");
    await payment.close();
  });

  await test.step("opens the payment account", async () => {
    await page.goto("/ajouter-session");
    await expect(page.getByText("Configuration requise").first()).toBeVisible();
    await page.getByRole("link", { name: "Créer mon compte de paiement" }).click();
    await page.getByRole("radio", { name: /^Non : / }).check();
    const onboarding = await opened(page, () =>
      page.getByRole("button", { name: /Créer mon compte de paiement/ }).click(),
    );
    await expect(onboarding.getByLabel("Prénom")).toBeVisible();
    // Begun, and not ready: the form says so before it is filled in.
    await page.goto("/ajouter-session");
    await expect(
      page.getByText("Vos sessions ne peuvent pas encore être réservées."),
    ).toBeVisible();
    await expect(
      page.getByRole("link", { name: "Terminer mon compte de paiement" }),
    ).toHaveAttribute("href", "/profil/paiements");
    await onboarding.getByLabel("Prénom").fill("Louise");
    await onboarding.getByLabel("Nom", { exact: true }).fill("Garnier");
    await onboarding.getByRole("button", { name: "Terminer et activer le compte" }).click();
    await expect(onboarding.getByText("Compte Stripe créé").first()).toBeVisible();
    await onboarding.close();
  });

  await test.step("publishes a session", async () => {
    await page.goto("/ajouter-session");
    await expect(page.getByLabel("Heure de fin")).toBeVisible();
    await page.getByLabel("Titre").fill(title);
    await page.getByLabel("Description").fill("Une heure pour relâcher le dos.");
    await page.getByLabel("Catégorie", { exact: true }).selectOption("Yoga");
    await page.getByLabel("En groupe").check();
    await page.getByLabel("Nombre de places").fill("3");
    await page.getByLabel("Prix (€)", { exact: true }).fill("40");
    await page.getByLabel("Adresse", { exact: true }).fill("3 rue Mercière");
    await page.getByLabel("Date", { exact: true }).fill(addDays(dayKey(new Date()), 5));
    await page.getByLabel("Heure de début").fill("18:30");
    await page.getByRole("button", { name: "Créer la session" }).click();
    await expect(page.getByText("Session créée avec succès !").first()).toBeVisible();
    await expect(page).toHaveURL(/\/profil$/);
  });

  await test.step("a client finds it and pays", async () => {
    const context = await browser.newContext({ baseURL: baseURL ?? "" });
    const client = await context.newPage();
    await signIn(client, await newAccount(request, mailTo, baseURL));
    await client.goto(`/sessions?q=${encodeURIComponent(title)}`);
    await client.getByRole("article").getByRole("link", { name: title }).first().click();
    await client.getByRole("button", { name: "Réserver et payer" }).first().click();
    await pay(client, CARDS.works);
    await expect(client.getByRole("heading", { name: "Paiement réussi !" })).toBeVisible();
    await context.close();
  });

  await test.step("the professional sees the booking, its payment, the quota and their share", async () => {
    await page.goto("/profil");
    const appointments = page.getByRole("region", { name: "Prochains rendez-vous" });
    await expect(appointments).toContainText(title);
    await expect(appointments).toContainText("Confirmée");
    const published = page.locator("#sessions-publiees");
    await expect(published).toContainText(title);
    await expect(published).toContainText("Payé");
    await expect(page.getByLabel("1 session créée sur 50")).toBeVisible();
    const earnings = page.getByRole("region", { name: "Revenus" });
    await expect(earnings).toContainText(/Payé par vos clients\s*40,00\s€/);
    await expect(earnings).toContainText(/36,00\s€/);
  });
});
