import type { Page } from "@playwright/test";
import { addDays, dayKey } from "#core/dates.ts";
import { type DemoMail, expect, newEmail, test } from "./fixtures.ts";
import { CARDS, NIGHTS, newAccount, paidSession, pay, signIn } from "./journeys.ts";

/*
 * Each analytics event is one line in the console, once, and names nobody (rule: no-third-party).
 */

const PERSON = { first: "Clémence", last: "Aubertin", password: "tisane-verte" };

/** The lines so far, each as the event's name and its data. */
async function listen(page: Page): Promise<unknown[][]> {
  const lines: unknown[][] = [];
  // The console shortens long values.
  await page.addInitScript(() => {
    const { info } = console;
    console.info = (...said) => info(JSON.stringify(said));
  });
  page.on("console", (message) => {
    if (!message.text().startsWith('["analytics"')) return;
    const [, ...event]: unknown[] = JSON.parse(message.text());
    lines.push(event);
  });
  return lines;
}

/** Reads the page of this title again, and comes back to it: nothing new has happened. */
async function readAgain(page: Page, title: string | RegExp): Promise<void> {
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(title);
  await page.reload();
  await expect(heading).toHaveText(title);
  await page.goto("/aide");
  await page.goBack();
  await expect(heading).toHaveText(title);
  await page.waitForLoadState("networkidle");
}

function expectNothingPersonal(lines: unknown[][], ...words: string[]): void {
  const told = JSON.stringify(lines).toLowerCase();
  for (const word of ["@", ...Object.values(PERSON), ...words]) {
    expect(told).not.toContain(word.toLowerCase());
  }
}

async function signUp(page: Page, mailTo: (address: string) => Promise<DemoMail>): Promise<string> {
  const email = newEmail();
  await page.goto("/inscription");
  await page.getByLabel("Prénom").fill(PERSON.first);
  await page.getByLabel("Nom", { exact: true }).fill(PERSON.last);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill(PERSON.password);
  await page.getByLabel("Confirmer le mot de passe").fill(PERSON.password);
  await page.getByRole("button", { name: "S'inscrire" }).click();
  await page.getByRole("dialog").waitFor();
  const link = new URL(/https?:\/\/\S+jeton=\S+/.exec((await mailTo(email)).text)?.[0] ?? "");
  await page.goto(link.pathname + link.search);
  await page.getByLabel("Mot de passe", { exact: true }).fill(PERSON.password);
  await page.getByRole("button", { name: "Confirmer et me connecter" }).click();
  await page.waitForURL("/profil");
  return email;
}

test("signing up, logging in and choosing favourites are told once each", async ({
  page,
  request,
  mailTo,
}) => {
  const lines = await listen(page);
  const email = await signUp(page, mailTo);
  await readAgain(page, /Bonjour/);
  expect(lines).toEqual([
    ["signup", { userType: "client" }],
    ["login", { by: "confirmation" }],
  ]);

  await page.getByRole("button", { name: "Déconnexion" }).click();
  await page.waitForURL("/");
  const session = await paidSession(request, 12);
  await page.goto(`/session/${session.id}`);
  const heart = page.getByRole("button", { name: `Favori : ${session.title}` }).first();
  await heart.click();
  await expect(page.getByText("Connexion requise", { exact: true }).first()).toBeVisible();
  // The favourite waits for the login that its own link leads to, and for no other.
  await page.locator("a[href*='favori=']").first().click();
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill("ce n'est pas lui");
  await page.getByRole("button", { name: "Se connecter" }).click();
  await expect(page.getByText("Email ou mot de passe incorrect.").first()).toBeVisible();
  expect(lines).toHaveLength(2);
  await page.getByLabel("Mot de passe", { exact: true }).fill(PERSON.password);
  await page.getByRole("button", { name: "Se connecter" }).click();
  await page.waitForURL(`/session/${session.id}`);
  await readAgain(page, session.title);
  expect(lines.slice(2)).toEqual([
    ["login", { by: "password" }],
    ["favorite", { action: "add" }],
  ]);

  await page.goto(`/session/${session.id}`);
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await heart.click();
  await expect(page.getByText("Retiré des favoris", { exact: true }).first()).toBeVisible();
  await expect(heart).toHaveAttribute("aria-pressed", "false");
  await heart.click();
  await expect(page.getByText("Ajouté aux favoris", { exact: true }).first()).toBeVisible();
  await page.goto("/favoris");
  await page.getByRole("button", { name: "Vider les favoris" }).click();
  await page.getByRole("button", { name: "Tout supprimer" }).click();
  await expect(page.getByText("Aucun favori pour le moment")).toBeVisible();
  await readAgain(page, "Mes favoris");
  expect(lines.slice(4)).toEqual([
    ["favorite", { action: "remove" }],
    ["favorite", { action: "add" }],
    ["favorite", { action: "clear" }],
  ]);
  expectNothingPersonal(lines, session.title);
});

test("a login sent before the page is alive is told by the next page", async ({ page }) => {
  const lines = await listen(page);
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto("/connexion", { waitUntil: "commit" });
  await page.getByLabel("E-mail", { exact: true }).fill("camille@example.fr");
  await page.getByLabel("Mot de passe", { exact: true }).fill("parenthese");
  await page.unroute("**/assets/*.js");
  await page.getByRole("button", { name: "Se connecter" }).click();
  await page.waitForURL("/profil");
  await expect.poll(() => lines).toEqual([["login", { by: "password" }]]);
  await readAgain(page, /Bonjour/);
  expect(lines).toHaveLength(1);
});

test("a search is told without its words, and not for a page further or a way back", async ({
  page,
}) => {
  const lines = await listen(page);
  const shown = page.getByRole("heading", { level: 1 });
  await page.goto("/");
  await page.getByRole("searchbox", { name: /Quoi/ }).fill("yoga avec Quignard");
  await page.getByRole("button", { name: "Rechercher" }).click();
  await expect(page).toHaveURL(/q=yoga/);
  await expect(shown).toContainText("Quignard");
  const criteria = {
    ...{ words: false, location: false, professional: false },
    ...{ category: null, filter: null, price: null, sort: "relevance" },
  };
  await expect.poll(() => lines).toEqual([["search", { ...criteria, words: true, count: 0 }]]);

  await page.goto("/");
  await page.locator('a[href="/sessions?category=Massage"]').first().click();
  await expect(shown).toHaveText("Massage");
  const massages = ["search", { ...criteria, category: "Massage", count: expect.any(Number) }];
  await expect.poll(() => lines.slice(1)).toEqual([massages]);
  await page.getByRole("link", { name: "Suivant" }).click();
  await expect(page).toHaveURL(/page=2/);
  await page.goBack();
  await expect(page).not.toHaveURL(/page=2/);
  await page.getByRole("article").getByRole("link").first().click();
  await expect(page).toHaveURL(/\/sessions?\/[0-9a-f-]{36}/);
  await page.goBack();
  await expect(shown).toHaveText("Massage");
  await readAgain(page, "Massage");
  expect(lines).toHaveLength(2);

  await page.locator("select[name=price]").selectOption("20-40");
  await expect(page).toHaveURL(/price=20-40/);
  const cheap = { ...criteria, category: "Massage", price: "20-40", count: expect.any(Number) };
  await expect.poll(() => lines.slice(2)).toEqual([["search", cheap]]);

  await page.goto("/sessions?q=yoga&location=Lyon");
  await expect(shown).toContainText("Lyon");
  expect(lines).toHaveLength(3);
  expectNothingPersonal(lines, "yoga", "Lyon");
});

test("a booking, its payment and its cancellation are told once each", async ({
  page,
  request,
  mailTo,
}) => {
  const lines = await listen(page);
  await signUp(page, mailTo);
  lines.length = 0;
  // Far enough for the client to call it off.
  const session = await paidSession(request, 13);
  await page.goto(`/session/${session.id}`);
  await page.getByText("Ajouter un mot pour le praticien").click();
  await page.getByLabel("Note de réservation").fill("Un genou fragile.");
  await page.getByRole("button", { name: "Réserver et payer" }).first().click();
  await page.locator("[name=cardNumber]").waitFor();
  expect(lines).toEqual([]);
  await pay(page, CARDS.works);
  await expect(page.getByRole("heading", { name: "Paiement réussi !" })).toBeVisible();
  const paid = [
    ["booking", { action: "confirmed", guest: false }],
    ["payment", { outcome: "paid", guest: false }],
  ];
  await expect.poll(() => lines).toEqual(paid);
  await readAgain(page, "Paiement réussi !");
  expect(lines).toEqual(paid);

  await page.goto("/mes-sessions");
  const card = page.getByRole("listitem").filter({ hasText: session.title });
  await card.getByRole("button", { name: /^Annuler cette réservation/ }).click();
  await card.getByRole("button", { name: "Confirmer l'annulation" }).click();
  await expect(page.getByText("Réservation annulée", { exact: true }).first()).toBeVisible();
  await readAgain(page, "Mes Sessions");
  expect(lines.slice(2)).toEqual([["booking", { action: "cancelled", guest: false }]]);
  expectNothingPersonal(lines, "genou", session.title);
});

test("a guest's booking and payment are told once, the e-mail never", async ({ page, request }) => {
  const lines = await listen(page);
  const session = await paidSession(request, 14);
  await page.goto(`/session/${session.id}`);
  await page.getByLabel("Votre e-mail").fill(newEmail());
  await page.getByRole("button", { name: "Réserver et payer" }).first().click();
  await pay(page, CARDS.works);
  await expect(page.getByRole("heading", { name: "Paiement réussi !" })).toBeVisible();
  const paid = [
    ["booking", { action: "confirmed", guest: true }],
    ["payment", { outcome: "paid", guest: true }],
  ];
  await expect.poll(() => lines).toEqual(paid);
  await readAgain(page, "Paiement réussi !");
  expect(lines).toEqual(paid);
  expectNothingPersonal(lines, session.title);
});

test("a message to the support is told by its subject alone", async ({ page }) => {
  const lines = await listen(page);
  await page.goto("/contact?sujet=technique");
  await page.getByLabel("Nom complet").fill(`${PERSON.first} ${PERSON.last}`);
  await page.getByLabel("E-mail", { exact: true }).fill(newEmail());
  await page.getByRole("button", { name: "Envoyer le message" }).click();
  await expect(page.getByText("Erreur de validation", { exact: true }).first()).toBeVisible();
  expect(lines).toEqual([]);
  await page.getByLabel("Message", { exact: true }).fill("La carte ne s'affiche pas chez moi.");
  await page.getByRole("button", { name: "Envoyer le message" }).click();
  await expect(page.getByText("Message envoyé !", { exact: true }).first()).toBeVisible();
  await readAgain(page, "Contactez-nous");
  expect(lines).toEqual([["contact", { subject: "technique" }]]);
  expectNothingPersonal(lines, "carte");
});

test("a plan in force and a session created are told once each", async ({
  page,
  request,
  mailTo,
  baseURL,
}) => {
  const lines = await listen(page);
  await signIn(page, await newAccount(request, mailTo, baseURL));
  await page.goto("/nos-offres");
  await page.getByRole("button", { name: "Choisir Free" }).click();
  await page.waitForURL("/profil");
  await expect.poll(() => lines).toEqual([["subscription", { action: "activated", plan: "free" }]]);
  await readAgain(page, /Bonjour/);
  expect(lines).toHaveLength(1);

  await page.context().clearCookies();
  await signIn(page, "ines@example.fr");
  lines.length = 0;
  await page.goto("/ajouter-session");
  await page.getByLabel("Titre").fill("Souffler avec Aubertin");
  await page.getByLabel("Description").fill("Une heure pour se poser.");
  await page.getByLabel("Catégorie", { exact: true }).selectOption("Yoga");
  await page.getByLabel("Prix (€)", { exact: true }).fill("24.90");
  const day = addDays(dayKey(new Date()), 24);
  await page.getByLabel("Date", { exact: true }).fill(day);
  await page.getByLabel("Heure de début").fill(NIGHTS.analytics);
  await page.getByRole("button", { name: "Créer la session" }).click();
  await page.waitForURL("/profil");
  await expect.poll(() => lines).toEqual([["content", { kind: "session", action: "create" }]]);
  await readAgain(page, /Bonjour/);
  expect(lines).toHaveLength(1);
  expectNothingPersonal(lines);
});
