import type { Page } from "@playwright/test";
import { expect, expectSound, test } from "./fixtures.ts";
import { paidSession, signIn } from "./roads.ts";

const ENDED = "Votre connexion a pris fin";
const heading = (page: Page) => page.getByRole("heading", { level: 1, name: ENDED });

/** The login is closed behind the page's back, as from another browser or by a reset. */
async function endLogin(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.context().clearCookies();
}

async function logInAgain(page: Page, email: string): Promise<void> {
  await page.getByLabel("E-mail", { exact: true }).filter({ visible: true }).fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill("parenthese");
  await page.getByRole("button", { name: "Se connecter", exact: true }).click();
}

test("a page whose login has ended shows nobody, and gives back what was typed", async ({
  page,
}) => {
  await signIn(page, "camille@example.fr");
  await page.goto("/editer-profil");
  await page.getByLabel("Téléphone").fill("06 99 01 23 4x");
  await endLogin(page);
  await page.getByRole("button", { name: /^Enregistrer/ }).click();
  await expect(heading(page)).toBeVisible();
  await expect(page.getByText("Camille").filter({ visible: true })).toHaveCount(0);
  await expect(page.getByText("camille@example.fr").filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Déconnexion" })).toBeHidden();
  await expectSound(page);

  await page
    .getByLabel("E-mail", { exact: true })
    .filter({ visible: true })
    .fill("camille@example.fr");
  await page.getByLabel("Mot de passe", { exact: true }).fill("pas-le-bon");
  await page.getByRole("button", { name: "Se connecter", exact: true }).click();
  await expect(page.locator("#contenu")).toBeHidden();
  await expect(page.getByText("Email ou mot de passe incorrect.").first()).toBeVisible();
  await expect(page.getByLabel("Mot de passe", { exact: true })).toBeFocused();
  await logInAgain(page, "camille@example.fr");
  await expect(page.getByLabel("Téléphone")).toHaveValue("06 99 01 23 4x");
  await expect(page.getByRole("banner").getByRole("link", { name: /^Camille/ })).toBeVisible();
  await page.getByRole("button", { name: /^Enregistrer/ }).click();
  await expect(page.getByText("Numéro de téléphone invalide").first()).toBeVisible();
});

test("whoever else logs in there finds nothing of it", async ({ page }) => {
  await signIn(page, "camille@example.fr");
  await page.goto("/editer-profil");
  await page.getByLabel("Téléphone").fill("06 11 22 33 44");
  await endLogin(page);
  await page.getByRole("button", { name: /^Enregistrer/ }).click();
  await expect(heading(page)).toBeVisible();
  await logInAgain(page, "sam@example.fr");
  await expect(page.getByRole("banner").getByRole("link", { name: /^Sam/ })).toBeVisible();
  await expect(page.getByLabel("Téléphone").first()).not.toHaveValue("06 11 22 33 44");
  expect(await page.content()).not.toContain("Camille");
});

test("a list that says so asks who is there again", async ({ page }) => {
  await signIn(page, "camille@example.fr");
  await page.goto("/profil");
  await endLogin(page);
  await page
    .getByRole("link", { name: /^Mes Sessions/ })
    .first()
    .click();
  await expect(heading(page)).toBeVisible();
  await expect(page.getByText("Camille").filter({ visible: true })).toHaveCount(0);
});

test("a booking whose login has ended goes on after it, with its note", async ({
  page,
  request,
}) => {
  const session = await paidSession(request, 26);
  await signIn(page, "camille@example.fr");
  await page.goto(`/session/${session.id}`);
  await page.getByText("Ajouter un mot pour le praticien").click();
  await page.getByLabel("Note de réservation").fill("Je viens avec un tapis.");
  await endLogin(page);
  await page.getByRole("button", { name: "Réserver et payer" }).first().click();
  await expect(heading(page)).toBeVisible();
  await expect(page.getByText("Camille").filter({ visible: true })).toHaveCount(0);
  await logInAgain(page, "camille@example.fr");
  await expect(page.getByLabel("Note de réservation")).toHaveValue("Je viens avec un tapis.");
  await expect(page.getByRole("banner").getByRole("link", { name: /^Camille/ })).toBeVisible();
  await expect(page.getByLabel("Votre e-mail")).toHaveCount(0);
});
