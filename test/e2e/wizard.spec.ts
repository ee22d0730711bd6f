import type { Page } from "@playwright/test";
import { expect, expectSound, goAndSettle, newEmail, test } from "./fixtures.ts";
import { bearerOf, newAccount, newProfessional, signIn, subscribe } from "./journeys.ts";

const WIZARD = "/professionnel/creer";

const WRONG_CODE = "Écrivez un code postal comme 69001, 1050 ou H2X 1Y4";

/** Toasts are also read out by a region of their own: this is the one that is seen. */
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

/** The page that a click opens in a tab of its own. */
async function opened(page: Page, click: () => Promise<void>): Promise<Page> {
  const tab = page.context().waitForEvent("page");
  await click();
  return tab;
}

async function describeBusiness(page: Page, name = "Atelier du souffle"): Promise<void> {
  await page.getByLabel("Nom de l'activité").fill(name);
  await page.getByLabel("Description").fill("Une salle claire, deux tapis.");
}

test("a visitor logs in first, and comes back", async ({ page, request, mailTo, baseURL }) => {
  const email = await newAccount(request, mailTo, baseURL);
  await page.goto(WIZARD);
  await expect(page).toHaveURL(/\/connexion\?suite=%2Fprofessionnel%2Fcreer$/);
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill("parenthese");
  await page.getByRole("button", { name: "Se connecter" }).click();
  await expect(page).toHaveURL(WIZARD);
  await page.goto(`${WIZARD}?session_id=cs_test_x`);
  await expect(page).toHaveURL(/\/professionnel\/success\?session_id=cs_test_x$/);
});

test("free: three steps, nothing typed is lost, and a second end is harmless", async ({
  page,
  request,
  mailTo,
  baseURL,
}) => {
  await signIn(page, await newAccount(request, mailTo, baseURL));
  await goAndSettle(page, WIZARD);
  await page.getByLabel("Ville").fill("Lyon");
  await page.getByLabel("SIRET").fill("7328293");
  await expect(page.getByText("Un SIRET a 14 chiffres, celui-ci en a 7.")).toBeVisible();
  await page.getByRole("button", { name: "Continuer" }).click();
  await expect(toast(page, "Veuillez remplir les champs obligatoires")).toBeVisible();
  await expect(page.getByLabel("Nom de l'activité")).toBeFocused();
  await expect(page.getByText("Ce champ est obligatoire")).toHaveCount(2);
  await expect(page.getByLabel("Ville")).toHaveValue("Lyon");
  await expectSound(page);
  await describeBusiness(page);
  const postalCode = page.getByLabel("Code postal");
  const phone = page.getByLabel("Téléphone professionnel");
  await postalCode.fill("ABCDE");
  await phone.fill("xx");
  await page.getByRole("button", { name: "Continuer" }).click();
  await expect(postalCode).toBeFocused();
  await expect(postalCode).toHaveAccessibleDescription(WRONG_CODE);
  await expect(phone).toHaveAccessibleDescription("Numéro de téléphone invalide");
  await postalCode.fill("6900");
  await expect(postalCode).toHaveAccessibleDescription(/En France, un code postal en a 5/);
  await postalCode.fill("69001");
  await expect(postalCode).toHaveAccessibleDescription("");
  await phone.fill("06 99 01 23 45");
  await page.getByRole("button", { name: "Continuer" }).click();

  await expect(page).toHaveURL(`${WIZARD}?etape=2`);
  await expect(page.locator("[aria-current=step]")).toHaveText(/Votre offre/);
  const words = (await page.getByRole("main").textContent())?.replaceAll(/\s/g, " ");
  for (const price of ["0 €", "19,90 € HT par mois", "178,80 € HT par an"]) {
    expect(words).toContain(price);
  }
  expect(words).toContain("49,00 € HT par mois");
  expect(words).toContain("490,00 € HT par an");
  await expectSound(page);
  await page.reload();
  await page.getByRole("link", { name: "Vos informations" }).click();
  await expect(page.getByLabel("Description")).toHaveValue("Une salle claire, deux tapis.");
  await expect(page.getByLabel("SIRET")).toHaveValue("7328293");
  await page.getByRole("button", { name: "Continuer" }).click();

  await page.getByRole("button", { name: "Commencer gratuitement" }).click();
  await expect(toast(page, "Félicitations !")).toBeVisible();
  await expect(page.locator("[aria-current=step]")).toHaveText(/Confirmation/);
  await expect(page.getByRole("heading", { name: "Offre Free" })).toContainText("fait");
  await expectSound(page);
  await page.goto(`${WIZARD}?etape=1`);
  await expect(page.locator("[aria-current=step]")).toHaveText(/Confirmation/);
  const again = { intent: "plan", planType: "free" };
  const origin = new URL(baseURL ?? "").origin;
  const answer = await page.request.post(WIZARD, { form: again, headers: { origin } });
  expect(answer.url()).toContain(`${WIZARD}?etape=3`);
  await page.goto("/profil");
  await expect(page.getByText("Professionnel (Free)")).toBeVisible();
  await expect(page.getByText("Atelier du souffle")).toBeVisible();
});

test("paid: the provider's page has a tab of its own, and may be left and found again", async ({
  page,
  request,
  mailTo,
  baseURL,
}) => {
  await signIn(page, await newAccount(request, mailTo, baseURL));
  await page.goto(WIZARD);
  await describeBusiness(page);
  await page.getByRole("button", { name: "Continuer" }).click();
  await page.getByText("490,00").click();
  const pay = () => page.getByRole("button", { name: /Continuer vers le paiement/ }).click();
  const left = await opened(page, pay);
  await expect(left.getByRole("button", { name: /^S'abonner 588,00/ })).toBeVisible();
  const stillToPay = page.getByRole("status").filter({ hasText: "Le paiement reste à faire." });
  await expect(stillToPay).toContainText("S'il est ouvert dans un autre onglet, terminez-le");
  await expectSound(page);
  await page.reload();
  await expect(stillToPay).toBeVisible();
  await left.close();

  await page.goto(WIZARD);
  await expect(page.getByText("Le paiement reste à faire.")).toBeVisible();
  await expectSound(page);
  await page.getByRole("link", { name: "Reprendre le paiement" }).click();
  await page.getByText("490,00").click();
  const payment = await opened(page, pay);
  await subscribe(payment);
  await expect(payment).toHaveURL(/\/professionnel\/success\?session_id=cs_test/);
  await expect(payment.getByRole("heading", { name: "Abonnement activé !" })).toBeVisible();
  await expect(payment).toHaveURL(/\/profil$/);
  await expect(payment.getByText("Professionnel (Enterprise)")).toBeVisible();
  // The tab of the wizard has followed by itself.
  await expect(page.getByRole("heading", { name: "Offre Enterprise" })).toContainText("fait");
});

test("who pays already chooses nothing more", async ({ page, request, mailTo, baseURL }) => {
  await signIn(page, await newAccount(request, mailTo, baseURL));
  await page.goto("/nos-offres");
  const payment = await opened(page, () =>
    page.getByRole("button", { name: /Choisir Premium/ }).click(),
  );
  await subscribe(payment);
  await expect(payment.getByRole("heading", { name: "Abonnement activé !" })).toBeVisible();
  await page.goto(WIZARD);
  await describeBusiness(page);
  await page.getByRole("button", { name: "Continuer" }).click();
  await expect(page.getByText("Votre offre Premium est déjà active")).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(0);
  await page.getByRole("button", { name: "Créer mon profil professionnel" }).click();
  await expect(toast(page, "Félicitations !")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Offre Premium" })).toContainText("fait");
});

test("from the profile, in a window: plans, the form, the confirmation", async ({
  page,
  request,
  mailTo,
  baseURL,
}) => {
  await signIn(page, await newAccount(request, mailTo, baseURL));
  await goAndSettle(page, "/profil");
  await page.getByRole("link", { name: "Devenir praticien" }).click();
  const dialog = page.getByRole("dialog", { name: "Choisissez votre offre" });
  await expect(dialog).toContainText("0 €");
  await expectSound(page);
  await dialog.getByRole("button", { name: "Continuer" }).click();
  const form = page.getByRole("dialog", { name: "Votre activité" });
  await form.getByRole("button", { name: "Créer mon profil" }).click();
  // In the window itself, which would hide a toast.
  await expect(form.getByRole("alert")).toHaveText("Veuillez remplir les champs obligatoires");
  await expect(form.getByLabel("Nom de l'activité")).toBeFocused();
  await form.getByLabel("Nom de l'activité").fill("Atelier du matin");
  await form.getByRole("button", { name: "Retour" }).click();
  await dialog.getByRole("button", { name: "Continuer" }).click();
  await expect(form.getByLabel("Nom de l'activité")).toHaveValue("Atelier du matin");
  await form.getByLabel("Description").fill("Au lever du jour.");
  await expectSound(page);
  const create = form.getByRole("button", { name: "Créer mon profil" });
  for (const size of [
    { width: 390, height: 700 },
    { width: 1280, height: 700 },
  ]) {
    await page.setViewportSize(size);
    await form.getByLabel("SIRET").focus();
    await expect(form.getByLabel("SIRET")).toBeInViewport({ ratio: 1 });
    await expect(create).toBeInViewport({ ratio: 1 });
    const [inner, outer] = [await create.boundingBox(), await form.boundingBox()];
    const bottomOf = (box: typeof inner) => (box ? box.y + box.height : Number.NaN);
    expect(bottomOf(outer) - bottomOf(inner)).toBeGreaterThanOrEqual(16);
  }
  await form.getByLabel("Code postal").fill("ABCDE");
  await create.click();
  await expect(form.getByLabel("Code postal")).toHaveAccessibleDescription(WRONG_CODE);
  await form.getByLabel("Code postal").fill("H2X 1Y4");
  await form.getByRole("button", { name: "Créer mon profil" }).click();
  await expect(toast(page, "Félicitations !")).toBeVisible();
  await expect(page).toHaveURL(`${WIZARD}?etape=3`);
});

test("from the offers, in a window, a paid plan leads to the provider", async ({
  page,
  request,
  mailTo,
  baseURL,
}) => {
  await signIn(page, await newAccount(request, mailTo, baseURL));
  await goAndSettle(page, "/nos-offres");
  await page.getByRole("link", { name: "Devenir praticien" }).click();
  await page.getByRole("dialog").getByText("178,80").click();
  await page.getByRole("button", { name: "Continuer" }).click();
  await describeBusiness(page);
  await page.getByRole("button", { name: "Créer mon profil et payer" }).click();
  await subscribe(page);
  await expect(page.getByRole("heading", { name: "Abonnement activé !" })).toBeVisible();
  await expect(page).toHaveURL(/\/profil$/);
  await expect(page.getByText("Professionnel (Premium)")).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the whole way, and the payment account after it", async ({
    page,
    request,
    mailTo,
    baseURL,
  }) => {
    await signIn(page, await newAccount(request, mailTo, baseURL));
    await page.goto("/profil");
    await page.getByRole("link", { name: "Devenir praticien" }).click();
    await expect(page).toHaveURL(WIZARD);
    await page.getByLabel("Description").fill("Une salle claire.");
    await page.getByRole("button", { name: "Continuer" }).click();
    await expect(page.getByText("Veuillez remplir les champs obligatoires")).toBeVisible();
    await expect(page.getByLabel("Description")).toHaveValue("Une salle claire.");
    await describeBusiness(page);
    await page.getByRole("button", { name: "Continuer" }).click();
    await page.getByText(/^19,90/).click();
    const payment = await opened(page, () =>
      page.getByRole("button", { name: /Continuer vers le paiement/ }).click(),
    );
    await expect(payment.getByRole("button", { name: /^S'abonner 23,88/ })).toBeVisible();
    await page.goto("/profil/paiements");
    await page.getByRole("radio", { name: /^Non : / }).check();
    const onboarding = await opened(page, () =>
      page.getByRole("button", { name: /Créer mon compte de paiement/ }).click(),
    );
    await onboarding.getByRole("button", { name: "Quitter sans terminer" }).click();
    await expect(onboarding.getByRole("region", { name: /Votre compte/ })).toContainText(
      "À terminer",
    );
  });
});

test("the payment account: asked for, left, finished, restricted", async ({
  page,
  request,
  mailTo,
  baseURL,
}) => {
  const email = await newAccount(request, mailTo, baseURL);
  await signIn(page, email);
  await page.goto("/profil/paiements");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Profil professionnel requis");
  await expectSound(page);
  await page.getByRole("link", { name: "Créer mon profil professionnel" }).click();
  await describeBusiness(page);
  await page.getByRole("button", { name: "Continuer" }).click();
  await page.getByRole("button", { name: "Commencer gratuitement" }).click();
  await page.getByRole("link", { name: "Créer mon compte de paiement" }).click();

  const state = page.getByRole("region", { name: /Votre compte/ });
  await expect(state).toContainText("À créer");
  await expect(page.getByLabel("Pays")).toHaveValue("FR");
  await expectSound(page);
  const create = page.getByRole("button", { name: /Créer mon compte de paiement/ });
  await page.getByLabel("Nom de l'activité").fill(" ");
  await create.click();
  await expect(page.getByText("Ce champ est obligatoire")).toBeVisible();
  await expect(page.getByText("Dites si vous facturez la TVA")).toBeVisible();
  await page.getByRole("radio", { name: /^Non : / }).check();
  expect(page.context().pages()).toHaveLength(1);
  await page.getByLabel("Nom de l'activité").fill("Atelier du souffle");
  await page.getByLabel("Pays").selectOption("Belgique");
  const left = await opened(page, () => create.click());
  await left.getByRole("button", { name: "Quitter sans terminer" }).click();
  await expect(left).toHaveURL(/\/profil\/paiements$/);
  await left.close();

  // The first tab follows by itself, here and when the account is finished.
  await expect(state).toContainText("À terminer");
  await expectSound(page);
  const onboarding = await opened(page, () =>
    page.getByRole("button", { name: /Terminer mon compte/ }).click(),
  );
  await onboarding.getByLabel("Prénom").fill("Louise");
  await onboarding.getByLabel("Nom", { exact: true }).fill("Garnier");
  await onboarding.getByRole("button", { name: "Terminer et activer le compte" }).click();
  await expect(toast(onboarding, "Compte Stripe créé")).toBeVisible();
  await expect(onboarding.getByRole("region", { name: /Votre compte/ })).toContainText("Actif");
  await expectSound(onboarding);
  await expect(state).toContainText("Actif");

  const headers = await bearerOf(request, email);
  const own = await (await request.get("/api/v1/professional-profile", { headers })).json();
  const account = own.stripe_connect_account_id;
  const simulator = new URL(baseURL ?? "");
  simulator.port = String(Number(simulator.port) + 1);
  const restricted = await request.post(`${simulator.origin}/_simulator/faults`, {
    data: { type: "restrict_account", account },
  });
  expect(restricted.ok()).toBe(true);
  await expect(async () => {
    await page.goto("/profil");
    await expect(page.getByText("Restreint")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.getByRole("alert").getByRole("link", { name: "Compléter mes informations" }).click();
  await expect(state).toContainText("les réservations déjà prises sont maintenues");
  await expectSound(page);
});

test.describe("a login that ends on the way", () => {
  const TITLE = "Erreur d'authentification";
  const TEXT = "Utilisateur non connecté. Veuillez vous reconnecter.";

  test("is said, and what was typed goes on after the next one", async ({
    page,
    request,
    mailTo,
    baseURL,
  }) => {
    const email = await newAccount(request, mailTo, baseURL);
    await signIn(page, email);
    await goAndSettle(page, WIZARD);
    await describeBusiness(page, "Atelier perdu");
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Continuer", exact: true }).click();
    await expect(toast(page, TITLE)).toBeVisible();
    await expect(toast(page, TEXT)).toBeVisible();
    await expectSound(page);
    await page.getByLabel("E-mail", { exact: true }).fill(email);
    await page.getByLabel("Mot de passe", { exact: true }).fill("parenthese");
    await page.getByRole("button", { name: "Se connecter", exact: true }).click();
    await expect(page.getByLabel("Nom de l'activité")).toHaveValue("Atelier perdu");
    await page.getByRole("button", { name: "Continuer", exact: true }).click();
    await expect(page).toHaveURL(`${WIZARD}?etape=2`);

    // The plan to pay for has a tab of its own: there it is said above the login.
    await page.getByText("490,00").click();
    await page.context().clearCookies();
    const tab = await opened(page, () =>
      page.getByRole("button", { name: /Continuer vers le paiement/ }).click(),
    );
    await expect(tab).toHaveURL(/\/connexion\?suite=%2Fprofessionnel%2Fcreer$/);
    await expect(toast(tab, TITLE)).toBeVisible();
    await expect(toast(tab, TEXT)).toBeVisible();
  });

  test("is said in the window too", async ({ page, request, mailTo, baseURL }) => {
    await signIn(page, await newAccount(request, mailTo, baseURL));
    await goAndSettle(page, "/profil");
    await page.getByRole("link", { name: "Devenir praticien" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Continuer" }).click();
    await describeBusiness(page);
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Créer mon profil", exact: true }).click();
    await expect(toast(page, TITLE)).toBeVisible();
    await expect(toast(page, TEXT)).toBeVisible();
  });

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false });
    test("is said, and what was typed is sent again after the next one", async ({
      page,
      request,
      mailTo,
      baseURL,
    }) => {
      const email = await newAccount(request, mailTo, baseURL);
      await signIn(page, email);
      await page.goto(WIZARD);
      await describeBusiness(page);
      await page.context().clearCookies();
      await page.getByRole("button", { name: "Continuer", exact: true }).click();
      await expect(toast(page, TITLE)).toBeVisible();
      await expect(toast(page, TEXT)).toBeVisible();
      await signIn(page, email);
      await page.getByRole("button", { name: "Envoyer de nouveau" }).click();
      await expect(page).toHaveURL(`${WIZARD}?etape=2`);
    });
  });
});

test.describe("a cut network keeps the page, and lets go on later", () => {
  test("« Choisir Free » of a guest", async ({ page, context }) => {
    const email = newEmail();
    await goAndSettle(page, "/nos-offres");
    const free = page.getByRole("region", { name: "Free" });
    await free.getByLabel("Votre e-mail").fill(email);
    const choose = free.getByRole("button", { name: "Choisir Free" });
    await context.setOffline(true);
    await choose.click();
    await expect(toast(page, "Une erreur est survenue lors de l'abonnement")).toBeVisible();
    await expect(free.getByLabel("Votre e-mail")).toHaveValue(email);
    await context.setOffline(false);
    await choose.click();
    await expect(page).toHaveURL(/\/guest-subscription-success\?/);
  });

  test("« Choisir Premium » opens no tab for nothing", async ({ page, context }) => {
    await goAndSettle(page, "/nos-offres");
    const premium = page.getByRole("region", { name: "Premium" });
    await premium.getByLabel("Votre e-mail").fill(newEmail());
    const choose = premium.getByRole("button", { name: /Choisir Premium/ });
    await context.setOffline(true);
    await choose.click();
    await expect(toast(page, "Une erreur est survenue lors de l'abonnement")).toBeVisible();
    expect(context.pages()).toHaveLength(1);
    await context.setOffline(false);
    const payment = await opened(page, () => choose.click());
    await expect(payment.getByRole("button", { name: /^S'abonner/ })).toBeVisible();
  });

  test("« Créer mon compte de paiement »", async ({ page, context, request, mailTo, baseURL }) => {
    const business = { businessName: "Atelier du port", businessDescription: "Face à la mer." };
    await signIn(page, await newProfessional(request, mailTo, baseURL, business));
    await goAndSettle(page, "/profil/paiements");
    const name = page.getByLabel("Nom de l'activité");
    await name.fill("Atelier du port, SARL");
    await page.getByRole("radio", { name: /^Non : / }).check();
    const create = page.getByRole("button", { name: /Créer mon compte de paiement/ });
    await context.setOffline(true);
    await create.click();
    const text = "Impossible de créer le compte Stripe. Veuillez réessayer.";
    await expect(toast(page, text)).toBeVisible();
    expect(context.pages()).toHaveLength(1);
    await expect(name).toHaveValue("Atelier du port, SARL");
    await context.setOffline(false);
    const provider = await opened(page, () => create.click());
    await expect(provider).not.toHaveURL(/\/profil\/paiements/);
  });
});
