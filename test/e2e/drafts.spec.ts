import type { Page } from "@playwright/test";
import { addDays, dayKey } from "#core/dates.ts";
import { expect, expectSound, newEmail, test } from "./fixtures.ts";
import { deleteAs, newAccount, publishAs, signIn } from "./journeys.ts";
import { untilAlive } from "./until-alive.ts";

const offer = (page: Page) => page.getByText("Brouillon retrouvé");
const question = (page: Page) => page.getByRole("dialog", { name: "Quitter cette page ?" });
const kept = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("brouillon")));

/** The drafts are looked after once the page is alive. */
async function alive(page: Page): Promise<void> {
  await untilAlive(page);
  await page.waitForLoadState("networkidle");
}

/** Leaves for another document; answers whether the browser asked first. */
async function asksBefore(page: Page, leave: () => Promise<unknown>): Promise<boolean> {
  let asked = false;
  const note = async (dialog: { type(): string; accept(): Promise<void> }) => {
    asked ||= dialog.type() === "beforeunload";
    await dialog.accept();
  };
  page.on("dialog", note);
  await leave();
  page.off("dialog", note);
  return asked;
}

test("a filled session asks before it is left, and is offered again", async ({ page }) => {
  await signIn(page, "ines@example.fr");
  await page.goto("/ajouter-session");
  await alive(page);
  const title = page.getByLabel("Titre");
  expect(await asksBefore(page, () => page.reload())).toBe(false);
  await alive(page);
  await page.getByRole("link", { name: "Retour au profil" }).click();
  await expect(page).toHaveURL(/\/profil$/);
  await page.goBack();
  await title.fill("Yoga du brouillon");
  await page.getByLabel("En groupe").check();
  await page.getByLabel("Vos mots-clés").fill("Crépuscule");
  await page.getByRole("button", { name: "Ajouter", exact: true }).click();

  await page.goForward();
  await expect(question(page)).toBeVisible();
  await expectSound(page);
  await question(page).getByRole("button", { name: "Rester" }).click();
  await expect(question(page)).toBeHidden();
  await expect(page).toHaveURL(/\/ajouter-session$/);
  await expect(title).toHaveValue("Yoga du brouillon");

  expect(await asksBefore(page, () => page.reload())).toBe(true);
  await expect(offer(page)).toBeVisible();
  await expectSound(page);
  await expect(title).toHaveValue("");
  await page.getByRole("button", { name: "Reprendre" }).click();
  await expect(offer(page)).toBeHidden();
  await expect(title).toHaveValue("Yoga du brouillon");
  await expect(title).toBeFocused();
  await expect(page.getByLabel("En groupe")).toBeChecked();
  await expect(page.getByRole("button", { name: "Retirer Crépuscule" })).toBeVisible();

  // A refused form is neither saved nor lost.
  await page.getByRole("button", { name: "Créer la session" }).click();
  await expect(page.getByLabel("Description")).toHaveAccessibleDescription(/obligatoire/);
  await page.getByRole("link", { name: "Retour au profil" }).click();
  await question(page).getByRole("button", { name: "Quitter" }).click();
  await expect(page).toHaveURL(/\/profil$/);
  await page.goBack();
  await expect(offer(page)).toBeVisible();
  await page.getByRole("button", { name: "Effacer" }).click();
  await expect(offer(page)).toBeHidden();
  expect(await kept(page)).toEqual([]);
  await page.getByRole("link", { name: "Retour au profil" }).click();
  await expect(page).toHaveURL(/\/profil$/);
});

test("a draft goes once it is saved", async ({ page, request, mailTo, baseURL }) => {
  const email = await newAccount(request, mailTo, baseURL);
  await signIn(page, email);
  await page.goto("/editer-profil");
  await alive(page);
  await page.getByLabel("Téléphone").fill("06 99 01 23 45");
  await page.reload();
  await page.getByRole("button", { name: "Reprendre" }).click();
  await expect(page.getByLabel("Téléphone")).toHaveValue("06 99 01 23 45");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Profil mis à jour").first()).toBeVisible();
  await expect(page).toHaveURL(/\/profil$/);
  // The form's page goes, and the draft with it, a moment after the address has changed.
  await expect.poll(() => kept(page)).toEqual([]);
  await page.goto("/editer-profil");
  await alive(page);
  await expect(offer(page)).toBeHidden();
  await expect(page.getByLabel("Téléphone")).toHaveValue("06 99 01 23 45");

  // The wizard keeps its first step on the server as soon as it is sent.
  await page.goto("/professionnel/creer");
  await alive(page);
  await page.getByLabel("Nom de l'activité").fill("Cabinet du Brouillon");
  await page.getByRole("link", { name: "Annuler" }).click();
  await question(page).getByRole("button", { name: "Quitter" }).click();
  await expect(page).toHaveURL(/\/profil$/);
  // The window asks the same, and begins where the page was left.
  await page.getByRole("link", { name: "Devenir praticien" }).first().click();
  const wizard = page.getByRole("dialog", { name: "Choisissez votre offre" });
  await expect(wizard).toContainText("Brouillon retrouvé");
  await wizard.getByRole("button", { name: "Reprendre" }).click();
  await wizard.getByRole("button", { name: "Continuer" }).click();
  await expect(page.getByLabel("Nom de l'activité")).toHaveValue("Cabinet du Brouillon");
  await page.goto("/professionnel/creer");
  await page.getByRole("button", { name: "Reprendre" }).click();
  await page.getByLabel("Description").fill("Un lieu calme.");
  await page.getByRole("button", { name: "Continuer" }).click();
  await expect(page).toHaveURL(/etape=2/);
  // The address changes a moment before the page does.
  await expect.poll(() => kept(page)).toEqual([]);
});

test("nobody is shown the draft of another person", async ({ page }) => {
  const type = async () => {
    await signIn(page, "camille@example.fr");
    await page.goto("/editer-profil");
    await alive(page);
    await page.getByLabel("Téléphone").fill("06 11 22 33 44");
    expect(await kept(page)).toHaveLength(1);
  };
  const expectNothing = async () => {
    await page.goto("/editer-profil");
    await alive(page);
    await expect(page.getByLabel("Téléphone").first()).not.toHaveValue("06 11 22 33 44");
    await expect(offer(page)).toBeHidden();
    expect(await kept(page)).toEqual([]);
  };
  await type();
  await page.getByRole("button", { name: "Déconnexion" }).first().click();
  await expect(page).toHaveURL(/\/$/);
  expect(await kept(page)).toEqual([]);
  await signIn(page, "camille@example.fr");
  await expectNothing();

  // The login ended by itself, and somebody else came.
  await type();
  await page.context().clearCookies();
  await signIn(page, "sam@example.fr");
  await expectNothing();
});

test("a login that has ended leads back to the draft", async ({ page }) => {
  await signIn(page, "ines@example.fr");
  await page.goto("/ajouter-session");
  await alive(page);
  await page.getByLabel("Titre").fill("Yoga retrouvé");
  await page.context().clearCookies();
  await page.reload();
  await expect(page).toHaveURL(/\/connexion/);
  await page.getByLabel("E-mail", { exact: true }).fill("ines@example.fr");
  await page.getByLabel("Mot de passe", { exact: true }).fill("parenthese");
  await page.getByRole("main").getByRole("button", { name: "Se connecter" }).click();
  await expect(page).toHaveURL(/\/ajouter-session$/);
  await page.getByRole("button", { name: "Reprendre" }).click();
  await expect(page.getByLabel("Titre")).toHaveValue("Yoga retrouvé");
});

test("a visitor is asked too, and nothing of theirs stays", async ({ page }) => {
  await page.goto("/contact");
  await alive(page);
  await page.getByLabel("Message").fill("Un souci avec ma réservation de mardi.");
  await page
    .getByRole("banner")
    .getByRole("link", { name: /Parenthèse/ })
    .click();
  await expect(question(page)).toContainText("il sera perdu");
  await question(page).getByRole("button", { name: "Rester" }).click();
  // A dialog that closes gives the focus back, and would take it from the field being filled.
  await expect(question(page)).toBeHidden();
  expect(await kept(page)).toEqual([]);
  await page.getByLabel("Nom complet").fill("Julie Martin");
  await page.getByLabel("E-mail").fill(newEmail());
  await page.getByLabel("Sujet").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Envoyer le message" }).click();
  await expect(page.getByText("Message envoyé !").first()).toBeVisible();
  // A form that was sent needs no question.
  await page
    .getByRole("banner")
    .getByRole("link", { name: /Parenthèse/ })
    .click();
  await expect(page).toHaveURL(/\/$/);
});

test("an edition that another has overtaken tells what changed, at its top", async ({
  page,
  request,
}) => {
  const email = "ines@example.fr";
  const id = await publishAs(request, email, { date: addDays(dayKey(new Date()), 21) });
  await signIn(page, email);
  await page.goto(`/sessions/${id}/edit`);
  await alive(page);
  const other = await page.context().newPage();
  await other.goto(`/sessions/${id}/edit`);
  await alive(other);
  await other.getByLabel("Titre").fill("Le titre de l'autre onglet");
  await other.getByLabel("Prix (€)", { exact: true }).fill("41");
  await other.getByRole("button", { name: "Enregistrer" }).click();
  await expect(other).toHaveURL(/\/profil$/);

  await page.getByLabel("Titre").fill("Mon titre");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  const told = page.getByRole("alert").filter({ hasText: "a été modifiée entre-temps" });
  await expect(told).toContainText("Titre :« Le titre de l'autre onglet »");
  await expect(told).toContainText(/Prix :41,00\s€/);
  await expect(told).toBeInViewport();
  await expect(page.getByLabel("Titre")).toHaveValue("Mon titre");
  await expectSound(page);
  await page.getByLabel("Prix (€)", { exact: true }).fill("41");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page).toHaveURL(/\/profil$/);
  const saved = await (await request.get(`/api/v1/sessions/${id}`)).json();
  expect(saved).toMatchObject({ title: "Mon titre", price: 41 });
  await deleteAs(request, email, id);
});
