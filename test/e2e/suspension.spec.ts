import type { Page } from "@playwright/test";
import { addDays, dayKey } from "#core/dates.ts";
import * as operator from "#site/operator-addresses.ts";
import { expect, expectSound, test } from "./fixtures.ts";
import {
  bearerOf,
  bookAs,
  logIn,
  newAccount,
  newProfessional,
  openColleague,
  publishAs,
  sendConfirmed,
  signIn,
  signInOperator,
} from "./journeys.ts";

function linkIn(text: string): string {
  const { pathname, search } = new URL(/https?:\S+jeton=[\w.-]+/.exec(text)?.[0] ?? "");
  return pathname + search;
}

/** Chooses what is done about the account on its screen, and says why. */
async function choose(page: Page, choice: string, reason: string) {
  await page.getByLabel(choice).check();
  await page.getByLabel("Les faits, ou pourquoi").fill(reason);
}

test("a suspension goes from its reasons to its lifting, for the professional and both clients", async ({
  page,
  browser,
  request,
  mailTo,
  baseURL,
}) => {
  test.slow();
  const practice = `Cabinet ${Date.now()}`;
  const title = `Séance gardée ${Date.now()}`;
  const business = {
    ...{ businessName: practice, businessDescription: "Respirer." },
    ...{ businessCity: "Lyon", businessPostalCode: "69002" },
  };
  const email = await newProfessional(request, mailTo, baseURL, business);
  const headers = await bearerOf(request, email);
  const { id: userId } = await (await request.get("/api/v1/auth/user", { headers })).json();
  const owner = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await signIn(owner, email);
  await owner.goto("/profil/paiements");
  await owner.getByRole("radio", { name: /^Non : / }).check();
  const onboarding = owner.context().waitForEvent("page");
  await owner.getByRole("button", { name: /Créer mon compte de paiement/ }).click();
  const stripe = await onboarding;
  await stripe.getByLabel("Prénom").fill("Louise");
  await stripe.getByLabel("Nom", { exact: true }).fill("Garnier");
  await stripe.getByRole("button", { name: "Terminer et activer le compte" }).click();
  await expect(stripe.getByText("Compte Stripe créé").first()).toBeVisible();
  await stripe.close();
  const date = addDays(dayKey(new Date()), 12);
  const sessionId = await publishAs(request, email, { title, date });
  const [keeper, leaver] = [
    await newAccount(request, mailTo, baseURL),
    await newAccount(request, mailTo, baseURL),
  ];
  for (const client of [keeper, leaver]) await bookAs(request, client, sessionId);

  await signInOperator(page);
  await page.goto(operator.account(userId));
  await expectSound(page);
  await choose(page, "Suspendre le compte", "Le diplôme remis est un faux.");
  await page.getByRole("button", { name: "Faire et inscrire" }).click();
  await expect(page.getByText("Choisissez ce sur quoi la décision se fonde")).toBeVisible();
  await page.getByLabel("Fondement", { exact: true }).selectOption("forgery");
  await page.getByLabel("Comment vous l'avez su").selectOption("told");
  await page.getByRole("button", { name: "Faire et inscrire" }).click();
  await expect(page.getByText("Réservations à venir : 2. Gardées").last()).toBeVisible();
  await expectSound(page);
  await sendConfirmed(page, "Faire et inscrire");
  await expect(page.getByRole("heading", { name: "Compte suspendu, en vigueur" })).toBeVisible();

  const reasons = (await mailTo(email, "Votre compte est suspendu")).text;
  for (const words of ["Le diplôme remis est un faux.", "441-1", "médiateur", "juge"]) {
    expect(reasons).toContain(words);
  }
  await logIn(owner, email);
  await expect(owner.getByText("Ce compte est suspendu depuis le").first()).toBeVisible();

  const choice = "Votre réservation, à garder ou à annuler";
  const client = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const kept = linkIn((await mailTo(keeper, choice)).text);
  await client.goto(kept);
  await expectSound(client);
  await client.getByRole("button", { name: "Garder ma réservation" }).click();
  await expect(client.getByText("votre réservation est gardée")).toBeVisible();
  await client.goto(linkIn((await mailTo(leaver, choice)).text));
  await client.getByRole("button", { name: /Annuler et être remboursé de 20,00/ }).click();
  await expect(client.getByText("Votre réservation est annulée.")).toBeVisible();
  const refunded = await mailTo(leaver, "Réservation annulée");
  expect(refunded.text).toContain("Vous avez choisi de ne pas la garder.");

  await owner.goto(linkIn(reasons));
  await owner.getByLabel("Pourquoi vous n'êtes pas d'accord").fill("L'école peut répondre.");
  await expectSound(owner);
  await owner.getByRole("button", { name: "Contester cette décision" }).click();
  await expect(owner.getByText("Nous avons reçu votre demande.")).toBeVisible();

  await page.goto(operator.account(userId));
  await expect(page.getByText("Contestée : une réponse est attendue.")).toBeVisible();
  // Somebody else than the one who decided answers.
  await expect(page.getByText("une autre personne doit répondre")).toBeVisible();
  await expect(page.getByLabel("Rouvrir le compte")).toHaveCount(0);
  await expectSound(page);
  const colleague = await openColleague(browser);
  await colleague.goto(operator.account(userId));
  await choose(colleague, "Rouvrir le compte", "L'école confirme le diplôme.");
  await sendConfirmed(colleague, "Faire et inscrire");
  await expect(colleague.getByRole("heading", { name: /Compte suspendu, levée/ })).toBeVisible();
  await colleague.close();
  const reopened = await mailTo(email, "Votre compte est rouvert");
  expect(reopened.text).toContain("L'école confirme le diplôme.");
  await mailTo(keeper, "Votre réservation a lieu comme prévu");
  await client.goto(kept);
  await expect(client.getByText("Votre réservation a lieu comme prévu")).toBeVisible();
  await owner.goto(linkIn(reasons));
  await expect(owner.getByText("Cette décision ne s'applique plus.")).toBeVisible();
  await signIn(owner, email);

  await page.goto(`/operateur/journal?q=${userId}`);
  const acts = page.getByRole("main").getByRole("listitem");
  await expect(acts.nth(0)).toContainText("L'école confirme le diplôme.");
  await expect(acts.nth(1)).toContainText("Le diplôme remis est un faux.");
  await owner.close();
  await client.close();
});
