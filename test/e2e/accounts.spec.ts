import type { Page } from "@playwright/test";
import { type DemoMail, expect, expectSound, newEmail, test } from "./fixtures.ts";

const password = "parenthese";

/** The address of the one-time link in a mail, as a path of this site. */
function linkIn(mail: DemoMail): string {
  const url = new URL(mail.text.match(/https?:\S+[?&]jeton=[\w.-]+/)?.[0] ?? "");
  return url.pathname + url.search;
}

/** Toasts are also read out by a region of their own: this is the one that is seen. */
const toast = (page: Page, text: string) =>
  page.getByRole("region", { name: "Notifications" }).getByText(text, { exact: true });

async function fillSignUp(page: Page, email: string, chosen = password): Promise<void> {
  await page.goto("/inscription");
  await page.getByLabel("Prénom").fill("Julie");
  await page.getByLabel("Nom", { exact: true }).fill("Martin");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill(chosen);
  await page.getByLabel("Confirmer le mot de passe").fill(chosen);
  await page.getByRole("button", { name: "S'inscrire" }).click();
}

async function fillLogIn(page: Page, email: string, chosen = password): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill(chosen);
  await page.getByRole("button", { name: "Se connecter" }).click();
}

/** An account, confirmed through its mail; the page is left signed in on /profil. */
async function makeAccount(
  page: Page,
  mailTo: (address: string, subject?: string) => Promise<DemoMail>,
): Promise<string> {
  const email = newEmail();
  await fillSignUp(page, email);
  await page.getByRole("dialog").waitFor();
  await page.goto(linkIn(await mailTo(email)));
  await page.getByLabel("Mot de passe", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Confirmer et me connecter" }).click();
  await page.waitForURL("/profil");
  return email;
}

test("sign up, confirm, edit the profile, log out, log in", async ({ page, mailTo }) => {
  const email = newEmail();
  await fillSignUp(page, email);
  const dialog = page.getByRole("dialog", { name: "Vérifiez votre boîte mail" });
  await expect(dialog).toContainText(email);
  await expect(dialog).toContainText("courrier indésirable");
  await dialog.getByRole("button", { name: "Fermer" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "S'inscrire" })).toBeFocused();
  await expect(page.getByLabel("Prénom")).toHaveValue("Julie");

  await page.goto("/connexion");
  await fillLogIn(page, email);
  await expect(toast(page, "Erreur de connexion")).toBeVisible();
  await expect(
    toast(page, "Veuillez confirmer votre email avant de vous connecter."),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Renvoyer l'e-mail" })).toBeVisible();

  await page.goto(linkIn(await mailTo(email, "Confirmez")));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirmez votre adresse");
  await expectSound(page);
  await page.getByLabel("Mot de passe", { exact: true }).fill("un-autre");
  await page.getByRole("button", { name: "Confirmer et me connecter" }).click();
  await expect(
    toast(page, "Ce mot de passe n'est pas celui choisi à l'inscription."),
  ).toBeVisible();
  await page.getByLabel("Mot de passe", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Confirmer et me connecter" }).click();
  await page.waitForURL("/profil");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bonjour Julie");
  await expect(page.getByText("Client", { exact: true })).toBeVisible();

  await page.getByRole("link", { name: "Modifier" }).click();
  await expect(page.getByLabel("E-mail")).not.toBeEditable();
  await page.getByLabel("Prénom").fill("Autre");
  await page.getByRole("link", { name: "Annuler" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bonjour Julie");
  await page.getByRole("link", { name: "Modifier" }).click();
  await expect(page.getByLabel("Prénom")).toHaveValue("Julie");
  await page.getByLabel("Prénom").fill("Juliette");
  await page.getByLabel("Téléphone").fill("06 99 01 23 45");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(toast(page, "Profil mis à jour")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bonjour Juliette");
  await expect(page.getByText("06 99 01 23 45")).toBeVisible();

  await page.goto("/connexion");
  await expect(page).toHaveURL("/profil");
  await page.getByRole("button", { name: "Déconnexion" }).click();
  await page.waitForURL("/");
  await page.goto("/profil");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Connexion requise");
  await page.getByRole("main").getByRole("link", { name: "Se connecter" }).click();
  await page.waitForURL("/connexion");
  // The second for which the page stays lasts as long as it is looked at.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await fillLogIn(page, email);
  await expect(toast(page, "Connexion réussie")).toBeVisible();
  await expect(page.getByRole("button", { name: "Se connecter" })).toBeDisabled();
  await page.clock.resume();
  await page.waitForURL("/profil");
});

test("a mistyped address is corrected without typing the rest again, and the mail sent again", async ({
  page,
  mailTo,
}) => {
  await fillSignUp(page, newEmail());
  const dialog = page.getByRole("dialog", { name: "Vérifiez votre boîte mail" });
  await dialog.getByRole("button", { name: "Corriger l'adresse" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel("E-mail")).toBeFocused();
  const email = newEmail();
  // Typed text replaces the selected address.
  await page.keyboard.type(email);
  await page.getByRole("button", { name: "S'inscrire" }).click();
  await expect(dialog).toContainText(email);
  const first = await mailTo(email);
  await dialog.getByRole("button", { name: "Renvoyer l'e-mail" }).click();
  await expect(dialog.getByRole("status")).toHaveText("Un nouvel e-mail est en route.");
  await expectSound(page);
  for (let more = 0; more < 4; more += 1) {
    // A click that follows too fast cancels the one before, which may then never be counted.
    const answered = page.waitForResponse((answer) => answer.request().method() === "POST");
    await dialog.getByRole("button", { name: "Renvoyer l'e-mail" }).click();
    await answered;
  }
  await expect(dialog.getByRole("status")).toContainText("Réessayez dans une heure");
  await page.goto(linkIn(first));
  await page.getByLabel("Mot de passe", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Confirmer et me connecter" }).click();
  await page.waitForURL("/profil");
});

test("what the forms refuse is said by the field and by the toast", async ({ page }) => {
  await page.goto("/connexion");
  await page.getByRole("main").getByRole("button", { name: "Se connecter" }).click();
  await expect(toast(page, "Veuillez remplir tous les champs.")).toBeVisible();
  await fillLogIn(page, "inconnu@example.fr", "faux-mot");
  await expect(toast(page, "Email ou mot de passe incorrect.")).toBeVisible();
  await expect(page.getByLabel("E-mail")).toHaveValue("inconnu@example.fr");
  const typed = page.getByLabel("Mot de passe", { exact: true });
  await expect(typed).toBeFocused();
  await expect(typed).toHaveAttribute("aria-invalid", "true");
  // It stays above the form when the toast has gone.
  const lasting = page.getByRole("main").getByText("Email ou mot de passe incorrect.");
  await page.getByRole("button", { name: "Fermer" }).last().click();
  await expect(toast(page, "Email ou mot de passe incorrect.")).toBeHidden();
  await expect(lasting).toBeVisible();

  await page.goto("/inscription");
  await page.getByLabel("Mot de passe", { exact: true }).fill("abcde");
  await page.getByLabel("Confirmer le mot de passe").fill("autre");
  await page.getByRole("button", { name: "S'inscrire" }).click();
  await expect(toast(page, "Erreur d'inscription")).toBeVisible();
  await expect(page.getByLabel("Prénom")).toBeFocused();
  for (const said of [
    "Le prénom et le nom sont requis",
    "Email invalide",
    "Le mot de passe doit contenir au moins 6 caractères",
    "Les mots de passe ne correspondent pas",
  ]) {
    await expect(page.getByText(said).last()).toBeVisible();
  }
});

test("a new password is judged by what people guess, its owner's name and address included", async ({
  page,
}) => {
  const lists: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("password-strength")) lists.push(request.url());
  });
  await page.goto("/inscription");
  await page.getByLabel("Prénom").fill("Inès");
  await page.getByLabel("Nom", { exact: true }).fill("Lefort");
  await page.getByLabel("E-mail").fill("ines.lefort@example.fr");
  const password = page.getByLabel("Mot de passe", { exact: true });
  await expect(password).toHaveAccessibleDescription("6 caractères au minimum.");
  expect(lists).toEqual([]);
  for (const [typed, judged] of [
    ["Password1!", "Facile à deviner"],
    ["correct cheval pile agrafe", "Solide"],
    ["ines.lefort@example.fr", "Facile à deviner"],
    ["jaimelechocolat", "Correct"],
    ["Ines.Lefort1985", "Facile à deviner"],
  ] as const) {
    await password.fill(typed);
    await expect(password).toHaveAccessibleDescription(judged);
  }
  expect(lists.length).toBeGreaterThan(0);
  await password.fill("");
  await expect(password).toHaveAccessibleDescription("6 caractères au minimum.");
});

test("the password can be shown and hidden", async ({ page }) => {
  await page.goto("/connexion");
  const field = page.getByLabel("Mot de passe", { exact: true });
  await expect(field).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Afficher" }).click();
  await expect(field).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Masquer" }).click();
  await expect(field).toHaveAttribute("type", "password");
});

test("a forgotten password, also for somebody who is signed in", async ({
  page,
  mailTo,
  browser,
}) => {
  const email = await makeAccount(page, mailTo);
  await page.goto("/mot-de-passe-oublie");
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Recevoir le lien" }).click();
  await expect(toast(page, "Email envoyé")).toBeVisible();
  const link = linkIn(await mailTo(email, "nouveau mot de passe"));
  expect(link).toMatch(/^\/connexion\?/);

  // Another browser, signed in as well: the reset ends that login.
  const other = await (await browser.newContext()).newPage();
  await other.goto("/connexion");
  await fillLogIn(other, email);
  await other.waitForURL("/profil");

  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nouveau mot de passe");
  await expectSound(page);
  await page.getByLabel("Nouveau mot de passe", { exact: true }).fill("tout-nouveau");
  await page.getByLabel("Confirmer le mot de passe").fill("tout-nouveau");
  await page.getByRole("button", { name: "Enregistrer le mot de passe" }).click();
  await expect(toast(page, "Mot de passe modifié")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Se connecter");
  await other.reload();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Connexion requise");

  await page.goto(link);
  await expect(page.getByText("Ce lien n'est plus valable.")).toBeVisible();
  await fillLogIn(page, email, "tout-nouveau");
  await page.waitForURL("/profil");
});

test("« Ce n'est pas moi » removes the sign-up", async ({ page, mailTo }) => {
  const email = newEmail();
  await fillSignUp(page, email);
  const link = linkIn(await mailTo(email));
  await page.goto(link);
  await page.getByRole("button", { name: "Ce n'est pas moi" }).click();
  await page.waitForURL("/");
  await expect(page.getByText("Cette inscription est effacée")).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ce lien n'est plus valable");
});

test("the way back after logging in stays on the site", async ({ page, mailTo }) => {
  const email = await makeAccount(page, mailTo);
  for (const [suite, path] of [
    ["/sessions?q=yoga", "/sessions?q=yoga"],
    ["//evil.example/", "/profil"],
    ["https://evil.example/", "/profil"],
  ] as const) {
    await page.goto("/profil");
    await page.getByRole("button", { name: "Déconnexion" }).click();
    await page.waitForURL("/");
    await expect(page.getByRole("link", { name: "Se connecter" }).first()).toBeVisible();
    await page.goto(`/connexion?suite=${encodeURIComponent(suite)}`);
    await fillLogIn(page, email);
    await page.waitForURL(path);
  }
});

test("a cut network keeps the page and what was typed", async ({ page, context }) => {
  await page.goto("/connexion");
  await page.getByLabel("E-mail").fill("camille@example.fr");
  await page.getByLabel("Mot de passe", { exact: true }).fill(password);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Se connecter" }).click();
  await expect(
    page.getByText("Impossible de se connecter. Vérifiez vos identifiants."),
  ).toBeVisible();
  await expect(page.getByLabel("E-mail")).toHaveValue("camille@example.fr");
  await expect(page.getByRole("button", { name: "Se connecter" })).toBeEnabled();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("everything works the same", async ({ page, mailTo }) => {
    const email = newEmail();
    await fillSignUp(page, email);
    await expect(page.getByRole("heading", { name: "Vérifiez votre boîte mail" })).toBeVisible();
    await page.getByRole("button", { name: "Renvoyer l'e-mail" }).click();
    await expect(page.getByText("Un nouvel e-mail est en route.")).toBeVisible();
    await page.getByRole("link", { name: "Corriger l'adresse" }).click();
    await expect(page.getByLabel("E-mail")).toHaveValue(email);
    await expect(page.getByLabel("Prénom")).toHaveValue("Julie");
    await expect(page.getByLabel("Nom", { exact: true })).toHaveValue("Martin");
    await page.goto("/connexion");
    await fillLogIn(page, email);
    await expect(
      page.getByText("Veuillez confirmer votre email avant de vous connecter."),
    ).toBeVisible();
    await expect(page.getByLabel("E-mail")).toHaveValue(email);
    await page.goto(linkIn(await mailTo(email)));
    await page.getByLabel("Mot de passe", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Confirmer et me connecter" }).click();
    await expect(page).toHaveURL("/profil");
    await expect(page.getByText("Adresse confirmée")).toBeVisible();
    await page.getByRole("link", { name: "Modifier" }).click();
    await page.getByLabel("Prénom").fill("Juliette");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByText("Profil mis à jour")).toBeVisible();
    await page.getByRole("link", { name: "Fermer" }).click();
    await expect(page.getByText("Profil mis à jour")).toBeHidden();
    await page.getByRole("button", { name: "Déconnexion" }).click();
    await expect(page).toHaveURL("/");
    await page.goto("/connexion?suite=/sessions");
    await fillLogIn(page, email);
    await expect(page).toHaveURL("/sessions");
    await expect(page.getByText("Connexion réussie")).toBeVisible();
  });
});

test("the demo's mailbox shows a mail, and opens its link", async ({ page, mailTo, request }) => {
  const email = newEmail();
  await fillSignUp(page, email);
  await mailTo(email);
  await page.goto("/demo/mails");
  await page.getByRole("link", { name: email }).click();
  await expect(page.getByRole("article")).toContainText(email);
  await page.getByRole("link", { name: "Texte" }).click();
  await expect(page.locator("pre")).toContainText("/confirmation?jeton=");
  await page.getByRole("link", { name: "Mise en page" }).click();
  const opened = page.context().waitForEvent("page");
  await page.frameLocator("iframe").getByRole("link", { name: "Confirmer mon adresse" }).click();
  const landing = (await opened).getByRole("heading", { level: 1 });
  await expect(landing).toHaveText("Confirmez votre adresse");
  await expectSound(page);

  const mails: DemoMail[] = await (await request.get("/demo/mails.json")).json();
  expect(Object.keys(mails[0] ?? {}).sort()).toEqual([
    ...["channel", "html", "sentAt", "subject", "text", "to"],
  ]);
  const times = mails.map(({ sentAt }) => Date.parse(sentAt));
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});

test("what a new account meets is accessible", async ({ page, mailTo }) => {
  await fillSignUp(page, newEmail());
  await page.getByRole("dialog").waitFor();
  await expectSound(page);
  await makeAccount(page, mailTo);
  await expectSound(page);
});

test("what is no form is refused, never an error of ours", async ({ request, baseURL }) => {
  const headers = { origin: new URL(baseURL ?? "").origin };
  for (const path of [
    "/connexion",
    "/inscription",
    "/mot-de-passe-oublie",
    "/confirmation",
    "/profil",
  ]) {
    for (const [contentType, body, status] of [
      ["application/json", "{}", 415],
      ["text/plain", "x", 415],
      ["multipart/form-data; boundary=a", "nothing of the kind", 400],
    ] as const) {
      const answer = await request.post(path, {
        headers: { ...headers, "content-type": contentType },
        data: Buffer.from(body),
      });
      expect(answer.status(), `${path} ${contentType}`).toBe(status);
    }
    const empty = await request.post(path, { headers, form: {} });
    expect(empty.status(), path).toBeLessThan(500);
  }
});
