import type { Page } from "@playwright/test";
import { expect, expectSound, test } from "./fixtures.ts";
import { logIn, newAccount, newProfessional, signIn } from "./journeys.ts";

const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first();
const zone = (page: Page) => page.getByRole("region", { name: "Zone de danger" });

async function open(page: Page, email: string): Promise<void> {
  await signIn(page, email);
  await page.goto("/profil");
}

test("a client deletes their account: asked first, with their password", async ({
  page,
  context,
  request,
  mailTo,
  baseURL,
}) => {
  const email = await newAccount(request, mailTo, baseURL);
  await open(page, email);
  const question = page.getByRole("dialog", { name: "Supprimer votre compte ?" });
  await expect(question).toBeHidden();
  await zone(page).getByRole("button", { name: "Supprimer mon compte" }).click();
  await expect(question).toBeVisible();
  await expectSound(page);
  await question.getByRole("button", { name: "Garder mon compte" }).click();
  await expect(question).toBeHidden();

  await zone(page).getByRole("button", { name: "Supprimer mon compte" }).click();
  await question.getByLabel("Votre mot de passe").fill("un-autre");
  await context.setOffline(true);
  await question.getByRole("button", { name: "Supprimer définitivement" }).click();
  await expect(
    toast(page, "Impossible de traiter votre demande. Veuillez réessayer."),
  ).toBeVisible();
  await context.setOffline(false);
  // The typed text is still there.
  await question.getByRole("button", { name: "Supprimer définitivement" }).click();
  await expect(question.getByText("Mot de passe incorrect.")).toBeVisible();
  await expect(question.getByLabel("Votre mot de passe")).toBeFocused();
  await expect(page).toHaveURL(/\/profil$/);
  await expectSound(page);

  await question.getByLabel("Votre mot de passe").fill("parenthese");
  await question.getByRole("button", { name: "Supprimer définitivement" }).click();
  await page.waitForURL("/");
  await expect(toast(page, "Compte supprimé")).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Se connecter" })).toBeVisible();
  await logIn(page, email);
  await expect(toast(page, "Email ou mot de passe incorrect.")).toBeVisible();
});

test("bookings to come stand in the way, with their number", async ({ page }) => {
  await open(page, "camille@example.fr");
  // Said before the password is asked for, and still there after.
  const warning = zone(page).getByText(/Vous avez \d+ réservations? à venir/);
  await expect(warning).toContainText("Suppression impossible pour le moment.");
  await expect(zone(page).getByRole("link", { name: "Voir les réservations" })).toHaveAttribute(
    "href",
    "/mes-sessions",
  );
  const button = zone(page).getByRole("button", { name: "Supprimer mon compte" });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription(/^Suppression impossible pour le moment\./);
  await page.goto("/profil/suppression");
  await expect(page.getByText("Suppression impossible pour le moment.")).toBeVisible();
  await expect(page.getByLabel("Votre mot de passe")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Supprimer définitivement" })).toHaveCount(0);

  // The page does not know of a booking made meanwhile; the server refuses all the same.
  await page.goto("/profil");
  await button.evaluate((element: HTMLButtonElement) => element.removeAttribute("disabled"));
  await button.click();
  const question = page.getByRole("dialog", { name: "Supprimer votre compte ?" });
  await question.getByLabel("Votre mot de passe").fill("parenthese");
  await question.getByRole("button", { name: "Supprimer définitivement" }).click();
  await expect(toast(page, "Suppression impossible")).toBeVisible();
  await expect(page.getByText(/^Vous avez \d+ réservations? à venir/).first()).toBeVisible();
  await expect(page).toHaveURL(/\/profil#zone-de-danger$/);
  await expect(question).toBeHidden();
  await expect(warning).toBeInViewport();
});

test("a professional asks for it, and reads what becomes of the request", async ({
  page,
  request,
  mailTo,
  baseURL,
}) => {
  const business = { businessName: "Atelier du départ", businessDescription: "Pour voir." };
  await open(page, await newProfessional(request, mailTo, baseURL, business));
  await expect(zone(page)).toContainText("dans un délai d'un mois");
  await expect(zone(page)).toContainText("RGPD");
  await expect(zone(page).getByRole("link", { name: "contactez-nous" })).toHaveAttribute(
    "href",
    "/contact",
  );
  await zone(page).getByRole("button", { name: "Demander la suppression" }).click();
  const question = page.getByRole("dialog", { name: "Demander la suppression de votre compte ?" });
  await question.getByLabel("Votre mot de passe").fill("un-autre");
  await question.getByRole("button", { name: "Envoyer la demande" }).click();
  await expect(question.getByText("Mot de passe incorrect.")).toBeVisible();
  await question.getByLabel("Votre mot de passe").fill("parenthese");
  await question.getByRole("button", { name: "Envoyer la demande" }).click();
  await expect(toast(page, "Demande envoyée")).toBeVisible();
  await expect(zone(page)).toContainText(/Demande envoyée le \d/);
  await expect(question).toBeHidden();
  await expect(zone(page).getByRole("button", { name: "Demander la suppression" })).toBeHidden();
  await expectSound(page);
  await zone(page).getByRole("button", { name: "Retirer ma demande" }).click();
  await expect(toast(page, "Demande retirée")).toBeVisible();
  await expect(zone(page).getByRole("button", { name: "Demander la suppression" })).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("an account is deleted all the same", async ({ page, request, mailTo, baseURL }) => {
    const email = await newAccount(request, mailTo, baseURL);
    await open(page, email);
    await zone(page).getByRole("button", { name: "Supprimer mon compte" }).click();
    const question = page.getByRole("dialog", { name: "Supprimer votre compte ?" });
    await question.getByRole("button", { name: "Supprimer définitivement" }).click();
    await expect(page.getByText("Veuillez saisir votre mot de passe").first()).toBeVisible();
    await page.getByLabel("Votre mot de passe").fill("parenthese");
    await page.getByRole("button", { name: "Supprimer définitivement" }).click();
    await expect(page).toHaveURL("/");
    await expect(page.getByText("Compte supprimé")).toBeVisible();
    await page.goto("/profil");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Connexion requise");
  });
});
