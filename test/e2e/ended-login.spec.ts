import type { Page } from "@playwright/test";
import { expect, expectSound, test } from "./fixtures.ts";
import { newAccount, paidSession, signIn } from "./journeys.ts";
import { untilAlive } from "./until-alive.ts";

const ENDED = "Votre connexion a pris fin";
const heading = (page: Page) => page.getByRole("heading", { level: 1, name: ENDED });

/** The login is closed behind the page's back, as from another browser or by a reset. */
async function endLogin(page: Page): Promise<void> {
  await untilAlive(page);
  const headers = { "sec-fetch-site": "same-origin" };
  const asked = { headers, form: { partir: "" }, maxRedirects: 0 };
  const left = await page.request.post("/deconnexion", asked);
  expect(left.status()).toBe(302);
  // The answer to a call that is still on its way may bring the cookie back, of a login that is no more.
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

test("the page that keeps a form sent as a document is sound", async ({ page }) => {
  await page.goto("/mediation");
  await page.evaluate(() => {
    const form = document.createElement("form");
    form.method = "post";
    form.action = "/editer-profil";
    form.innerHTML = '<input name="phone" value="06 99 01 23 45">';
    document.body.append(form);
    form.submit();
  });
  await expect(heading(page)).toBeVisible();
  await expect(page.locator("input[name=phone]")).toHaveValue("06 99 01 23 45");
  await expectSound(page);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a form whose login has ended is kept, and sent again after the login", async ({
    page,
    context,
    request,
    mailTo,
    baseURL,
  }) => {
    const email = await newAccount(request, mailTo, baseURL);
    await signIn(page, email);
    await page.goto("/editer-profil");
    await page.getByLabel("Téléphone").fill("06 99 01 23 45");
    await context.clearCookies();
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(heading(page)).toBeVisible();
    // Sent again too early, nothing is lost.
    await page.getByRole("button", { name: "Envoyer de nouveau" }).click();
    await expect(heading(page)).toBeVisible();

    const opened = context.waitForEvent("page");
    await page.getByRole("link", { name: /^Se connecter \(nouvel onglet\)/ }).click();
    const login = await opened;
    await login.getByLabel("E-mail", { exact: true }).fill(email);
    await login.getByLabel("Mot de passe", { exact: true }).fill("parenthese");
    await login.getByRole("main").getByRole("button", { name: "Se connecter" }).click();
    await expect(login).toHaveURL(/\/profil$/);
    await page.getByRole("button", { name: "Envoyer de nouveau" }).click();
    await expect(page).toHaveURL(/\/profil$/);
    await page.goto("/editer-profil");
    await expect(page.getByLabel("Téléphone")).toHaveValue("06 99 01 23 45");
  });

  test("a session that was written comes back as it was sent", async ({ page, context }) => {
    await signIn(page, "ines@example.fr");
    await page.goto("/ajouter-session");
    await page.getByLabel("Titre").fill("Yoga sans script");
    await page.getByLabel("En groupe").check();
    await page.getByText("Relaxation", { exact: true }).click();
    await context.clearCookies();
    await page.getByRole("button", { name: "Créer la session" }).click();
    await expect(heading(page)).toBeVisible();
    await signIn(page, "ines@example.fr");
    await page.getByRole("button", { name: "Envoyer de nouveau" }).click();
    // The missing field is named, and the typed text stands there.
    await expect(page.getByLabel("Description")).toHaveAccessibleDescription(/obligatoire/);
    await expect(page.getByLabel("Titre")).toHaveValue("Yoga sans script");
    await expect(page.getByLabel("En groupe")).toBeChecked();
    await expect(page.getByLabel("Relaxation")).toBeChecked();
  });

  test("a booking whose login has ended keeps its note for after it", async ({ page, request }) => {
    const session = await paidSession(request, 26);
    await signIn(page, "camille@example.fr");
    await page.goto(`/session/${session.id}`);
    await page.getByText("Ajouter un mot pour le praticien").click();
    await page.getByLabel("Note de réservation").fill("Je viens avec un tapis.");
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Réserver et payer" }).first().click();
    await expect(page.getByText("Veuillez vous connecter pour continuer.").first()).toBeVisible();
    await page.getByRole("button", { name: "Connectez-vous" }).click();
    await page.getByLabel("E-mail", { exact: true }).fill("camille@example.fr");
    await page.getByLabel("Mot de passe", { exact: true }).fill("parenthese");
    await page.getByRole("main").getByRole("button", { name: "Se connecter" }).click();
    await expect(page).toHaveURL(new RegExp(`${session.id}`));
    await expect(page.getByLabel("Note de réservation")).toHaveValue("Je viens avec un tapis.");
  });
});
