import type { APIRequestContext, Page } from "@playwright/test";
import { addDays, dayKey, formatWeekday } from "#core/dates.ts";
import { expect, keepToasts, newEmail, test } from "./fixtures.ts";
import { bearerOf, CARDS, NIGHTS, pay, signIn } from "./journeys.ts";

const inDays = (days: number) => addDays(dayKey(new Date()), days);
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

interface Activity {
  id: string;
  title: string;
}

/** One of the demo's: others come and go while tests run side by side. */
async function demoActivity(request: APIRequestContext, title: string): Promise<Activity> {
  const { data } = await (await request.get("/api/v1/activities?limit=100")).json();
  const found = (data as Activity[]).find((activity) => activity.title.startsWith(title));
  if (!found) throw new Error(`no activity ${title}`);
  return found;
}

async function fill(page: Page, title: string, start: string) {
  await page.getByLabel("Titre").fill(title);
  await page.getByLabel("Description").fill("Trois heures pour écrire, à plusieurs.");
  await page.getByLabel("Catégorie", { exact: true }).selectOption("Workshop");
  await page.getByLabel("Nombre de places").fill("12");
  await page.getByLabel("Prix (€)", { exact: true }).fill("35");
  await page.getByLabel("Heure de début").fill(start);
}

test("a client books and pays, and both sides find the booking", async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const activity = await demoActivity(request, "Atelier du samedi");
  await signIn(page, "camille@example.fr");
  await page.goto(`/activites/${activity.id}`);
  await page.getByRole("button", { name: "Réserver et payer" }).first().click();
  await pay(page, CARDS.works);
  await expect(page.getByText("Paiement réussi !")).toBeVisible();
  await page.goto("/mes-sessions");
  const card = page.getByRole("listitem").filter({ hasText: activity.title }).first();
  await expect(card).toContainText("Activité");
  await expect(card).toContainText("Confirmée");

  const inside = await browser.newPage({ ...(baseURL && { baseURL }) });
  await signIn(inside, "ines@example.fr");
  await inside.goto("/mes-activites");
  const sold = inside.getByRole("listitem").filter({ hasText: activity.title }).first();
  await expect(sold).toContainText("places disponibles");
  await expect(sold.getByRole("link", { name: "Voir l'activité" })).toHaveAttribute(
    "href",
    `/activites/${activity.id}`,
  );
  await inside.close();
});

test("a guest books an activity with nothing but an e-mail", async ({ page, request, mailTo }) => {
  const activity = await demoActivity(request, "Retraite d'une journée");
  const email = newEmail();
  await page.goto(`/activites/${activity.id}`);
  await page.getByLabel("Votre e-mail").fill("personne");
  await page.getByRole("button", { name: "Réserver et payer" }).first().click();
  await expect(toast(page, "Email requis")).toBeVisible();
  await page.getByLabel("Votre e-mail").fill(email);
  await page.getByRole("button", { name: "Réserver et payer" }).first().click();
  await pay(page, CARDS.works);
  await expect(page).toHaveURL(/\/guest-payment-success\?session_id=/);
  await expect(page.getByText("Compte créé automatiquement")).toBeVisible();
  expect((await mailTo(email, "Réservation confirmée")).text).toContain(activity.title);
});

test("what comes again is created, gets its slots, is edited and deleted", async ({
  page,
  request,
}) => {
  const title = `Écrire ensemble ${Date.now()}`;
  await signIn(page, "ines@example.fr");
  await page.goto("/ajouter-activite");
  await expect(page.getByLabel("Heure de fin")).toBeVisible();
  await expect(page.getByLabel("Nombre de places")).toHaveValue("1");
  await page.getByRole("button", { name: "Créer l'activité" }).click();
  await expect(toast(page, "Veuillez remplir tous les champs obligatoires")).toBeVisible();
  await fill(page, title, NIGHTS.weeklyActivity);
  await page.getByText("Chaque semaine", { exact: true }).click();
  await page.getByRole("button", { name: "Créer l'activité" }).click();
  await expect(
    toast(page, "Veuillez sélectionner au moins un jour pour la récurrence"),
  ).toBeVisible();
  // Not today's, which eight weeks have once more or not by the hour, nor that of the demo's absence.
  const day = formatWeekday(new Date(`${inDays(2)}T12:00Z`));
  await page.getByText(day.charAt(0).toUpperCase() + day.slice(1), { exact: true }).click();
  await page.getByText("Créatif", { exact: true }).click();
  await page.getByRole("button", { name: "Créer l'activité" }).click();
  await expect(toast(page, "Activité créée avec succès !")).toBeVisible();
  await expect(page).toHaveURL(/\/profil$/);

  await page.goto("/mes-activites");
  await page.getByRole("link", { name: title, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  const id = page.url().split("/").at(-1) ?? "";
  const read = async () => (await request.get(`/api/v1/activities/${id}`)).json();
  await expect.poll(async () => (await read()).slots.length).toBe(8);

  await page.goto(`/editer-activite/${id}`);
  await expect(page.getByLabel("Titre", { exact: true })).toHaveValue(title);
  await page.getByLabel("Titre", { exact: true }).fill(`${title}, suite`);
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(toast(page, "Activité mise à jour avec succès")).toBeVisible();
  expect(await read()).toMatchObject({ title: `${title}, suite`, capacity: 12, price: 35 });

  await page.goto(`/editer-activite/${id}`);
  await page.getByRole("button", { name: "Supprimer l'activité" }).click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText("Êtes-vous sûr de vouloir supprimer cette activité ?");
  await question.getByRole("button", { name: "Supprimer", exact: true }).click();
  await expect(toast(page, "Activité supprimée avec succès")).toBeVisible();
  expect((await request.get(`/api/v1/activities/${id}`)).status()).toBe(404);
});

test("one date is one slot, without a script too", async ({ browser, baseURL, request }) => {
  const page = await browser.newPage({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  await signIn(page, "ines@example.fr");
  await page.goto("/ajouter-activite");
  const title = `Atelier sans script ${Date.now()}`;
  await fill(page, title, NIGHTS.scriptlessActivity);
  await page.getByLabel("Date", { exact: true }).fill(inDays(22));
  await page.getByRole("button", { name: "Créer l'activité" }).click();
  await expect(toast(page, "Activité créée avec succès !")).toBeVisible();
  await page.goto("/mes-activites");
  await page.getByRole("link", { name: title, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  const id = page.url().split("/").at(-1) ?? "";
  const { slots } = await (await request.get(`/api/v1/activities/${id}`)).json();
  expect(slots).toHaveLength(1);
  await page.close();
  const headers = await bearerOf(request, "ines@example.fr");
  expect((await request.delete(`/api/v1/activities/${id}`, { headers })).status()).toBe(204);
});

test("who may not is told so", async ({ page }) => {
  await keepToasts(page);
  await page.goto("/mes-activites");
  await expect(page.getByText("Veuillez vous connecter pour voir vos activités.")).toBeVisible();
  await page.goto("/ajouter-activite");
  await expect(page).toHaveURL(/\/connexion\?suite=/);
  await signIn(page, "leo@example.fr");
  await page.goto("/ajouter-activite");
  await expect(page).toHaveURL(/\/profil$/);
  await expect(toast(page, "Accès non autorisé")).toBeVisible();
  await expect(toast(page, "Vous n'avez pas l'autorisation de créer des activités.")).toBeVisible();
  await page.goto("/mes-activites?type=passees");
  await expect(page.getByText("Vous n'avez aucune activité passée.")).toBeVisible();
});

test("a client has no list of activities", async ({ page }) => {
  await signIn(page, "camille@example.fr");
  await page.goto("/mes-activites");
  await expect(page.getByText("Vous devez être professionnel pour voir cette page.")).toBeVisible();
  await expect(
    page.getByRole("main").getByRole("link", { name: "Voir mon profil" }),
  ).toHaveAttribute("href", "/profil");
});

const publishedRow = (page: Page, title: string) =>
  page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name: title, exact: true }) });

test("an activity is taken off and put back, and its slot called off with refunds", async ({
  page,
  request,
  browser,
  baseURL,
  mailTo,
}) => {
  test.slow();
  const title = `Respirer ensemble ${Date.now()}`;
  const headers = await bearerOf(request, "ines@example.fr");
  const fields = { title, category: "Atelier", price: 35, duration: 60, capacity: 3 };
  const place = { description: "Deux heures.", city: "Lyon" };
  const when = { date: inDays(9), start_time: NIGHTS.activityOff };
  const made = await request.post("/api/v1/activities", {
    headers,
    data: { ...fields, ...place, ...when },
  });
  expect(made.status()).toBe(201);
  const { id } = await made.json();

  await signIn(page, "ines@example.fr");
  await page.goto("/mes-activites");
  const row = publishedRow(page, title);
  await row.getByRole("button", { name: "Désactiver" }).click();
  await expect(toast(page, "Activité désactivée")).toBeVisible();
  await expect(page).toHaveURL(/\/mes-activites$/);
  await expect(row.getByText("Désactivée", { exact: true })).toBeVisible();
  const visitor = await browser.newPage({ ...(baseURL && { baseURL }) });
  await visitor.goto(`/activites/${id}`);
  await expect(visitor.getByText("Cette activité n'est plus proposée.")).toBeVisible();
  await row.getByRole("button", { name: "Réactiver" }).click();
  await expect(toast(page, "Activité activée")).toBeVisible();

  await signIn(visitor, "sam@example.fr");
  await visitor.goto(`/activites/${id}`);
  await visitor.getByRole("button", { name: "Réserver et payer" }).first().click();
  await pay(visitor, CARDS.works);
  await expect(visitor.getByRole("heading", { name: "Paiement réussi !" })).toBeVisible();
  await visitor.goto(`/editer-activite/${id}`);
  await expect(toast(visitor, "Accès interdit")).toBeVisible();
  await visitor.close();

  await page.goto(`/editer-activite/${id}`);
  await page.getByRole("button", { name: "Supprimer l'activité" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Supprimer", exact: true }).click();
  await expect(
    page.getByText(/Impossible de supprimer l'activité : 1 réservation/).first(),
  ).toBeVisible();

  await page.goto("/mes-activites");
  await row.getByText("Créneaux et réservations").click();
  await row.getByText("Annuler ce créneau").click();
  await expect(row).toContainText("1 réservation à annuler. 35,00 € remboursés à vos clients");
  await row.getByRole("button", { name: "Confirmer l'annulation" }).last().click();
  await expect(toast(page, "Créneau annulé")).toBeVisible();
  await expect(row.getByText("Annulé", { exact: true })).toBeVisible();
  const mail = await mailTo("sam@example.fr", `Réservation annulée : ${title}`);
  expect(mail.text).toMatch(/Le remboursement de 35,00.* est demandé|Vous êtes remboursé de 35,00/);
  expect(mail.text).not.toMatch(/séance/i);

  await row.locator("summary", { hasText: "Autres actions" }).click();
  await row.getByRole("link", { name: "Dupliquer" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ajouter une activité");
  await expect(page.getByLabel("Titre")).toHaveValue(title);
  expect((await request.delete(`/api/v1/activities/${id}`, { headers })).status()).toBe(204);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("an activity is taken off, put back and its slot called off", async ({ page, request }) => {
    const headers = await bearerOf(request, "ines@example.fr");
    const title = `Calme plat ${Date.now()}`;
    const made = await request.post("/api/v1/activities", {
      headers,
      data: {
        ...{ title, description: "Une heure.", category: "Atelier", price: 0, city: "Lyon" },
        ...{
          duration: 60,
          capacity: 2,
          date: inDays(21),
          start_time: NIGHTS.scriptlessActivityOff,
        },
      },
    });
    const { id } = await made.json();
    await signIn(page, "ines@example.fr");
    await page.goto("/mes-activites");
    const row = publishedRow(page, title);
    await row.getByRole("button", { name: "Désactiver" }).click();
    await expect(toast(page, "Activité désactivée")).toBeVisible();
    await row.getByRole("button", { name: "Réactiver" }).click();
    await expect(toast(page, "Activité activée")).toBeVisible();
    await row.getByText("Créneaux et réservations").click();
    await row.getByText("Annuler ce créneau").click();
    await expect(row).toContainText("Personne n'a réservé.");
    await row.getByRole("button", { name: "Confirmer l'annulation" }).click();
    await expect(toast(page, "Créneau annulé")).toBeVisible();
    expect((await request.delete(`/api/v1/activities/${id}`, { headers })).status()).toBe(204);
  });
});
