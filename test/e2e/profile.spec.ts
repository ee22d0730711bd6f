import fs from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, expectSound, newEmail, test } from "./fixtures.ts";
import { newProfessional, signIn } from "./journeys.ts";

const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first();
const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function logInAs(page: Page, email: string): Promise<void> {
  await signIn(page, email);
  await page.goto("/profil");
}

/** Somebody new, through the API and the link of the mail; the page is left signed in on /profil. */
async function makeProfessional(
  page: Page,
  mailTo: (to: string, subject?: string) => Promise<{ text: string }>,
): Promise<string> {
  const email = newEmail();
  const data = { first_name: "Zoé", last_name: "Lenoir", is_client: false, is_pro: true };
  const answer = await page.request.post("/api/v1/auth/signup", {
    data: { email, password: "parenthese", data },
  });
  expect(answer.ok()).toBe(true);
  const { text } = await mailTo(email, "Confirmez");
  const link = new URL(text.match(/https?:\S+[?&]jeton=[\w.-]+/)?.[0] ?? "");
  await page.goto(link.pathname + link.search);
  await page.getByLabel("Mot de passe", { exact: true }).fill("parenthese");
  await page.getByRole("button", { name: "Confirmer et me connecter" }).click();
  await expect(page).toHaveURL(/\/professionnel\/creer/);
  return email;
}

test("a client's dashboard: who, what comes next, no plan, and where to go", async ({ page }) => {
  await logInAs(page, "camille@example.fr");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bonjour Camille");
  await expect(page.getByRole("main").getByText("Client", { exact: true })).toBeVisible();
  await expect(card(page, "Abonnement")).toContainText("Aucun abonnement actif");
  await expect(card(page, "Abonnement")).toContainText("50 sessions par mois");
  await expect(card(page, "Sessions du mois")).toBeHidden();
  const next = card(page, "Prochaines sessions");
  expect(await next.getByRole("listitem").count()).toBeGreaterThan(0);
  await expect(next.getByRole("listitem").first()).toContainText(/\d\d:\d\d · \p{L}+\. \d/u);
  await expect(
    card(page, "Vous êtes praticien ?").getByRole("link", { name: "Découvrir les offres" }),
  ).toHaveAttribute("href", "/nos-offres");
  await expectSound(page);
  await next.getByRole("link", { name: /^Tout voir/ }).click();
  await expect(page).toHaveURL(/\/mes-sessions$/);
});

test("a professional's: quota, appointments, plan, business and payment account", async ({
  page,
}) => {
  await logInAs(page, "leo@example.fr");
  const main = page.getByRole("main");
  await expect(main.getByText("Professionnel (Free)", { exact: true })).toBeVisible();
  await expect(card(page, "Sessions du mois").getByRole("img")).toHaveAccessibleName(
    /^\d+ sessions? créées? sur 5$/,
  );
  await expect(card(page, "Sessions du mois")).toContainText(/se renouvelle le \d/);
  await expect(card(page, "Abonnement")).toContainText("5 sessions par mois");
  await expect(card(page, "Vos avantages professionnels")).toContainText(
    "5 sessions par mois avec votre plan Free.",
  );
  const business = card(page, "Informations professionnelles");
  await expect(business).toContainText("Léo Marchand Massages");
  await expect(business).toContainText("Compte de paiement : Actif");
  await expect(card(page, "Prochains rendez-vous")).toBeVisible();
  await expectSound(page);
  await page.goto("/profil");
  await main.getByRole("link", { name: /^Gérer mes sessions/ }).click();
  await expect(page).toHaveURL(/#sessions-publiees$/);
});

test("its cards fit the narrowest phones: nothing leaves them, no word is cut in two", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await logInAs(page, "ines@example.fr");
  const business = card(page, "Informations professionnelles");
  await expect(business).toBeVisible();
  const leaving = await page.getByRole("main").evaluate((main) =>
    [...main.querySelectorAll("section")].flatMap((section) => {
      const edge = section.getBoundingClientRect().right;
      return [...section.querySelectorAll("h2, h2 ~ *, dt, dd")]
        .filter((element) => element.getBoundingClientRect().right > edge)
        .map((element) => element.textContent);
    }),
  );
  expect(leaving).toEqual([]);
  // A long name of one fact leaves room for the values of all.
  await expect(business.getByText("Téléphone montré à vos clients")).toBeVisible();
  const value = business.getByText("Non renseigné").first();
  const { height } = (await value.boundingBox()) ?? { height: 0 };
  expect(height).toBeLessThan(30);
});

test("coming back from the provider: the plan is looked at again and said, the address is clean", async ({
  page,
}) => {
  await logInAs(page, "sam@example.fr");
  await page.goto("/profil?subscription_updated=true");
  await expect(toast(page, "Abonnement activé !")).toBeVisible();
  await expect(toast(page, "Votre plan : Free.")).toBeVisible();
  await expect(page).toHaveURL(/\/profil$/);
  await page.goto("/profil?plan_updated=true");
  await expect(toast(page, "Plan mis à jour")).toBeVisible();
  await expect(page).toHaveURL(/\/profil$/);
});

test("the portal: Free has nothing to open, a paid plan opens in a tab of its own", async ({
  page,
}) => {
  const manage = card(page, "Abonnement").getByRole("button", { name: /^Gérer mon abonnement/ });
  await logInAs(page, "sam@example.fr");
  await expect(
    card(page, "Abonnement").getByRole("link", { name: "Voir les offres" }),
  ).toBeVisible();
  await expect(manage).toBeHidden();
  await page.getByRole("button", { name: "Déconnexion" }).click();
  await expect(page).toHaveURL(/\/$/);

  await logInAs(page, "ines@example.fr");
  await expect(card(page, "Abonnement")).toContainText("Premium");
  await expect(card(page, "Abonnement")).toContainText(/Prochaine facturation le \d/);
  const [portal] = await Promise.all([page.waitForEvent("popup"), manage.click()]);
  await expect.poll(() => portal.url()).toMatch(/^https?:\/\/(?!localhost:\d+\/profil).+/);
  await expect(portal.getByRole("heading").first()).toBeVisible();
  await expect(page).toHaveURL(/\/profil$/);
});

test("the whole profile is edited on one page, and what is refused stays typed", async ({
  page,
  request,
  mailTo,
  baseURL,
}) => {
  // A business that belongs to the test: the demo's people must not change for visitors of other
  // tests.
  const name = "Nadia Roussel, coaching";
  const email = await newProfessional(request, mailTo, baseURL, {
    ...{ businessName: name, businessDescription: "Des premiers rendez-vous bientôt." },
    ...{ businessCity: "Lille", businessPostalCode: "59800" },
  });
  await page.goto("/editer-profil");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Connexion requise");
  await page.getByRole("main").getByRole("link", { name: "Se connecter" }).click();
  await expect(page).toHaveURL(/\/connexion\?suite=%2Fediter-profil$/);
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill("parenthese");
  await page.getByRole("main").getByRole("button", { name: "Se connecter" }).click();
  await expect(page).toHaveURL(/\/editer-profil$/);
  await expect(page.getByLabel("E-mail", { exact: true })).not.toBeEditable();
  await expect(page.getByText("L'email ne peut pas être modifié")).toBeVisible();
  await expectSound(page);

  await page.getByLabel("Nom de l'activité").fill("");
  await page.getByLabel("Ville").fill("Roubaix");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(toast(page, "Veuillez remplir les champs obligatoires")).toBeVisible();
  await expect(page.getByLabel("Nom de l'activité")).toBeFocused();
  await expect(page.getByLabel("Ville")).toHaveValue("Roubaix");
  await page.getByLabel("SIRET").fill("732 829 320 00075");
  await expect(page.getByLabel("SIRET")).toHaveAccessibleDescription(/ne semble pas être un SIRET/);
  await page.getByLabel("SIRET").fill("732 829 320 00074");
  await expect(page.getByLabel("SIRET")).toHaveAccessibleDescription("14 chiffres");
  await page.getByLabel("Nom de l'activité").fill(`${name} et bilan`);

  await page.route(/editer-profil\.data/, (route) => route.abort());
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(toast(page, "Impossible de mettre à jour le profil")).toBeVisible();
  await expect(page.getByLabel("Ville")).toHaveValue("Roubaix");
  await page.unroute(/editer-profil\.data/);

  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(toast(page, "Profil mis à jour")).toBeVisible();
  await expect(page).toHaveURL(/\/profil$/);
  const business = card(page, "Informations professionnelles");
  await expect(business).toContainText(`${name} et bilan`);
  await expect(business).toContainText("59800 Roubaix");
  await expect(business).toContainText("73282932000074");
  await expect(business).toContainText("Compte de paiement : À créer");

  await page.goto("/editer-profil");
  await page.getByLabel("Ville").fill("Lille");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(business).toContainText("59800 Lille");
});

test("everything we hold comes as a file, to its owner alone", async ({ page, request }) => {
  await page.goto("/profil/mes-donnees");
  await expect(page).toHaveURL(/\/connexion/);
  expect((await request.get("/api/v1/profile/export")).status()).toBe(401);

  await logInAs(page, "camille@example.fr");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Télécharger mes données" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^parenthese-mes-donnees-\d{4}-\d\d-\d\d\.json$/);
  const copy = JSON.parse(await fs.readFile(await download.path(), "utf8"));
  expect(copy.profile).toEqual([expect.objectContaining({ email: "camille@example.fr" })]);
  expect(copy.session_bookings.length).toBeGreaterThan(0);
  expect(copy.logins.length).toBeGreaterThan(0);
  expect(JSON.stringify(copy)).not.toMatch(/password|token|secret|hash/);

  const answer = await page.request.get("/api/v1/profile/export");
  expect(answer.headers()["cache-control"]).toBe("private, no-store");
  expect(answer.headers()["content-disposition"]).toMatch(/^attachment; filename="parenthese-/);
  expect(Object.keys(await answer.json())).toEqual(Object.keys(copy));
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the form keeps what was refused, and the portal says what is wrong", async ({
    page,
    mailTo,
  }) => {
    await makeProfessional(page, mailTo);
    await page.goto("/profil?plan_updated=true");
    await expect(page).toHaveURL(/\/profil$/);
    await expect(page.getByText("Plan mis à jour")).toBeVisible();

    await page.goto("/editer-profil");
    await page.getByLabel("Prénom").fill("");
    await page.getByLabel("Téléphone").fill("06 39 98 00 00");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByText("Veuillez remplir les champs obligatoires")).toBeVisible();
    await expect(page.getByText("Le prénom et le nom sont requis")).toBeVisible();
    await expect(page.getByLabel("Téléphone")).toHaveValue("06 39 98 00 00");
    await page.getByLabel("Prénom").fill("Zoé");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page).toHaveURL(/\/profil$/);
    await expect(page.getByText("Profil mis à jour")).toBeVisible();
    await expect(card(page, "Informations personnelles")).toContainText("06 39 98 00 00");
  });
});
