import type { Page } from "@playwright/test";
import { addDays, dayKey } from "#core/dates.ts";
import { expect, expectSound, test } from "./fixtures.ts";
import { deleteAs, NIGHTS, paidSession, publishAs, signIn } from "./journeys.ts";

const inDays = (days: number) => addDays(dayKey(new Date()), days);

/** « 2027-03-28T02:30 »: the next last Sunday of March that is to come, when the clocks skip it. */
function skippedHour(): string {
  const thisYear = new Date().getUTCFullYear();
  const days = [thisYear, thisYear + 1].map((year) => {
    const last = new Date(Date.UTC(year, 2, 31));
    return addDays(`${year}-03-31`, -last.getUTCDay());
  });
  return `${days.find((day) => day > inDays(0))}T02:30`;
}
const SKIPPED = "Cette heure n'existe pas ce jour-là : on passe à l'heure d'été";

/** The words of a toast, wherever it stands. */
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

async function open(page: Page, email: string, path: string): Promise<void> {
  await signIn(page, email);
  await page.goto(path);
}

/** Never that of today, whose slot is one more or not by the hour, nor that of the demo's absence. */
const weekday = (locale: string) =>
  new Date(`${inDays(2)}T12:00Z`).toLocaleDateString(locale, { weekday: "long", timeZone: "UTC" });

/** A page whose script runs: the computed end stands in it. */
const alive = (page: Page) => expect(page.getByLabel("Heure de fin")).toBeVisible();

test("a session is added, found, edited with its slots, and deleted", async ({ page, request }) => {
  const title = `Respirer en forêt ${Date.now()}`;
  await open(page, "ines@example.fr", "/profil");
  await page.getByRole("link", { name: "Ajouter une session" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ajouter une session");
  await alive(page);
  await expect(page.getByLabel("Heure de début")).toHaveValue("");
  await expect(page.getByLabel("Durée (minutes)")).toHaveValue("60");
  await expect(page.getByLabel("Individuelle")).toBeChecked();
  await expect(page.getByLabel("Nombre de places")).toBeHidden();

  await page.getByLabel("Titre").fill(title);
  await page.getByLabel("Description").fill("Une heure de marche lente et de souffle.");
  await page.getByLabel("Catégorie", { exact: true }).selectOption("Yoga");
  await expect(page.getByRole("figure").locator("img")).toHaveAttribute("src", /\/yoga-/);
  await page.getByLabel("En groupe").check();
  await page.getByLabel("Nombre de places").fill("6");
  await page.getByLabel("Durée (minutes)").fill("75");
  await page.getByLabel("Prix (€)", { exact: true }).fill("24.90");
  await page.getByLabel("Prix réduit (€)").fill("19.90");
  await page.getByLabel("Date", { exact: true }).fill(inDays(9));
  await page.getByLabel("Heure de début").fill("23:30");
  await expect(page.getByLabel("Heure de fin")).toHaveValue("00:45 (lendemain)");
  await page.getByText("Relaxation", { exact: true }).click();
  await page.getByLabel("Vos mots-clés").fill("  Forêt ");
  await page.getByLabel("Vos mots-clés").press("Enter");
  await page.getByLabel("Vos mots-clés").fill("forêt");
  await page.getByRole("button", { name: "Ajouter", exact: true }).click();
  await expect(page.getByRole("button", { name: "Retirer Forêt" })).toHaveCount(1);
  await page.getByRole("button", { name: "Créer la session" }).click();
  await expect(toast(page, "Session créée avec succès !")).toBeVisible();
  await expect(page).toHaveURL(/\/profil$/);

  await page.getByRole("link", { name: title, exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(page.getByText("23:30 – 00:45 (lendemain)").first()).toBeVisible();
  await expect(page.getByText("Relaxation, Forêt")).toBeVisible();
  const id = page.url().split("/").at(-1) ?? "";

  await page.goto(`/sessions/${id}/edit`);
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await expect(field("Titre")).toHaveValue(title);
  await field("Titre").fill(`${title}, suite`);
  await page.getByRole("button", { name: "Ajouter un créneau" }).click();
  await field("Nouveau créneau").fill(`${inDays(21)}T${NIGHTS.session}`);
  await page.getByLabel("Places libres").last().fill("4");
  await page.getByLabel("Retirer", { exact: true }).first().check();
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(toast(page, "Session mise à jour avec succès")).toBeVisible();
  await expect(page).toHaveURL(/\/profil$/);
  const changed = await (await request.get(`/api/v1/sessions/${id}`)).json();
  expect(changed).toMatchObject({ title: `${title}, suite`, price: 24.9, discounted_price: 19.9 });
  expect(changed.slots).toHaveLength(1);
  expect(changed.slots[0].available_spots).toBe(4);

  await page.goto(`/sessions/${id}/edit`);
  await page.getByRole("button", { name: "Supprimer la session" }).click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText("Êtes-vous sûr de vouloir supprimer cette session ?");
  await expect(question).toContainText(
    "Cette action est irréversible. La session et tous ses créneaux seront définitivement supprimés.",
  );
  await question.getByRole("button", { name: "Annuler" }).click();
  await expect(question).toBeHidden();
  await page.getByRole("button", { name: "Supprimer la session" }).click();
  await question.getByRole("button", { name: "Supprimer" }).click();
  await expect(toast(page, "Session supprimée avec succès")).toBeVisible();
  expect((await request.get(`/api/v1/sessions/${id}`)).status()).toBe(404);
});

test("what comes again gets its slots from the job, at the same hour all year", async ({
  page,
  request,
}) => {
  const title = `Yoga de la semaine ${Date.now()}`;
  await open(page, "ines@example.fr", "/ajouter-session");
  await alive(page);
  await page.getByLabel("Titre").fill(title);
  await page.getByLabel("Description").fill("Chaque semaine.");
  await page.getByLabel("Catégorie", { exact: true }).selectOption("Yoga");
  await page.getByLabel("Prix (€)", { exact: true }).fill("15");
  await page.getByLabel("Chaque semaine").check();
  await expect(page.getByLabel("Date", { exact: true })).toBeHidden();
  await page.getByRole("button", { name: "Créer la session" }).click();
  const refusal = "Veuillez sélectionner au moins un jour pour la récurrence";
  await expect(toast(page, refusal)).toBeVisible();
  const day = weekday("fr");
  await page.getByText(day.charAt(0).toUpperCase() + day.slice(1), { exact: true }).click();
  await page.getByLabel("Heure de début").fill(NIGHTS.weeklySession);
  // An end that is half typed is not taken for none: it would go on for ever.
  const until = page.getByLabel("Jusqu'au");
  await until.pressSequentially("12");
  await page.getByRole("button", { name: "Créer la session" }).click();
  await expect(until).toBeFocused();
  await until.fill("");
  await page.getByRole("button", { name: "Créer la session" }).click();
  await expect(toast(page, "Les créneaux seront générés à partir de la récurrence.")).toBeVisible();

  const slots = async () => {
    const answer = await request.get(`/api/v1/sessions?q=${encodeURIComponent(title)}`);
    const { data } = await answer.json();
    return data[0]?.slots ?? [];
  };
  await expect.poll(async () => (await slots()).length).toBe(8);
  for (const { start_datetime } of await slots()) {
    const paris = new Date(start_datetime).toLocaleString("fr-FR", {
      ...{ timeZone: "Europe/Paris", weekday: "long", hour: "2-digit", minute: "2-digit" },
    });
    expect(paris).toBe(`${day} ${NIGHTS.weeklySession}`);
  }
  const { data } = await (await request.get(`/api/v1/sessions?q=${title}`)).json();
  await deleteAs(request, "ines@example.fr", data[0].id);
});

test("a form that is refused says where, and loses nothing", async ({ page, context }) => {
  await open(page, "ines@example.fr", "/ajouter-session");
  await alive(page);
  await page.getByLabel("Description").fill("Un brouillon à garder.");
  await page.getByRole("button", { name: "Créer la session" }).click();
  await expect(toast(page, "Veuillez remplir tous les champs obligatoires")).toBeVisible();
  await expect(page.getByLabel("Titre")).toBeFocused();
  await expect(page.getByLabel("Titre")).toHaveAccessibleDescription("Ce champ est obligatoire");
  await page.getByLabel("Titre").fill("Un titre");
  await page.getByLabel("Catégorie", { exact: true }).selectOption("Autre catégorie");
  await page.getByLabel("Nouvelle catégorie").fill("Yoga");
  await page.getByLabel("Prix (€)", { exact: true }).fill("20");
  await page.getByLabel("Prix réduit (€)").fill("25");
  await page.getByRole("button", { name: "Créer la session" }).click();
  await expect(toast(page, "Veuillez renseigner la date et l'heure de début")).toBeVisible();
  await expect(page.getByText("Le prix réduit doit être inférieur au prix")).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Créer la session" }).click();
  await expect(toast(page, "Erreur lors de la création de la session")).toBeVisible();
  await expect(page.getByLabel("Description")).toHaveValue("Un brouillon à garder.");
  await expect(page.getByLabel("Nouvelle catégorie")).toHaveValue("Yoga");
});

test("a new slot that is refused says so in its own row", async ({ page, request }) => {
  const id = await publishAs(request, "ines@example.fr", { date: inDays(14) });
  await open(page, "ines@example.fr", `/sessions/${id}/edit`);
  const start = page.getByLabel("Nouveau créneau");
  for (const [row, time] of [`${inDays(15)}T${NIGHTS.slot}`, skippedHour()].entries()) {
    await page.getByRole("button", { name: "Ajouter un créneau" }).click();
    await start.nth(row).fill(time);
  }
  const save = () => page.getByRole("button", { name: "Enregistrer" }).click();
  await save();
  await expect(start.last()).toBeFocused();
  await expect(start.last()).toHaveAccessibleDescription(SKIPPED);
  await expect(page.getByText(SKIPPED)).toHaveCount(1);
  await expect(start.first()).not.toHaveAttribute("aria-invalid");
  // Every row that is at fault says so at once; a row too many can be dropped.
  await page.getByRole("button", { name: "Ajouter un créneau" }).click();
  await page.getByRole("button", { name: "Ajouter un créneau" }).click();
  await start.nth(1).fill("2026-01-05T10:00");
  await start.nth(2).fill(`${inDays(15)}T${NIGHTS.slot}`);
  await save();
  await expect(start.nth(1)).toHaveAccessibleDescription(/doivent être à venir/);
  await expect(start.nth(2)).toHaveAccessibleDescription(/existe déjà/);
  await page.getByRole("button", { name: "Retirer le nouveau créneau" }).last().click();
  await page.getByRole("button", { name: "Retirer le nouveau créneau" }).last().click();
  await expect(start).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Ajouter un créneau" })).toBeFocused();
  await start.last().fill("2026-01-05T10:00");
  await expect(page.getByText(SKIPPED)).toHaveCount(0);
  await save();
  await expect(start.last()).toHaveAccessibleDescription(
    "La date et l'heure de début doivent être à venir",
  );
  await start.last().fill(`${inDays(15)}T${NIGHTS.slot}`);
  await save();
  await expect(start.last()).toHaveAccessibleDescription(/existe déjà/);
  // No slot is removed because its hour is missing.
  const kept = page.getByLabel("Début", { exact: true });
  const hour = await kept.inputValue();
  await kept.fill("");
  await save();
  await expect(kept).toHaveAccessibleDescription("Veuillez renseigner la date et l'heure de début");
  await kept.fill(hour);
  await start.last().fill(`${inDays(16)}T${NIGHTS.slot}`);
  await page.getByLabel("Places libres").last().fill("51");
  await save();
  await expect(page.getByLabel("Places libres").last()).toHaveAccessibleDescription(
    "Le nombre de places libres va de 0 à 50",
  );
  await deleteAs(request, "ines@example.fr", id);
});

test("what saving takes away stands beside its field, and the hour is copied", async ({
  page,
  request,
}) => {
  const email = "ines@example.fr";
  const title = `Au matin ${Date.now()}`;
  const id = await publishAs(request, email, {
    ...{ title, session_type: "group", capacity: 4, start_time: "06:45" },
    ...{
      is_recurring: true,
      recurring_days: [weekday("en").toLowerCase()],
      address: "2 rue du Plat",
      postal_code: "69001",
      city: "Lyon",
    },
  });
  const session = async () => (await request.get(`/api/v1/sessions/${id}`)).json();
  await expect.poll(async () => (await session()).slots.length).toBe(8);
  await open(page, email, `/sessions/${id}/edit`);
  await alive(page);

  const kept = page.getByText(/^Les 8 créneaux à venir sont gardés/);
  await expect(kept).toBeHidden();
  await page.getByLabel("Au cas par cas").check();
  await expect(kept).toBeVisible();
  const spots = page.getByLabel("Places libres").first();
  await expect(spots).toHaveAccessibleDescription("4 au plus");
  await page.getByLabel("Nombre de places").fill("3");
  await spots.fill("50");
  await expect(spots).toHaveAttribute("aria-invalid", "true");
  await expect(spots).toHaveAccessibleDescription("3 au plus");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(spots).toHaveAccessibleDescription(/ne peut avoir plus de 3 places libres/);
  await spots.fill("2");
  await page.getByLabel("Nombre de places").fill("1");
  await page.getByLabel("Catégorie", { exact: true }).selectOption("Choisissez une catégorie");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByLabel("Catégorie", { exact: true })).toHaveAccessibleDescription(
    "Ce champ est obligatoire",
  );
  await expect(page.getByLabel("Nombre de places")).toHaveAccessibleDescription(
    "Le nombre de places va de 2 à 50 pour un groupe",
  );
  await page.getByLabel("Nombre de places").fill("3");
  await page.getByLabel("Catégorie", { exact: true }).selectOption("Yoga");
  const gone = page.getByText(/« 2 rue du Plat, 69001 Lyon » est retirée/);
  await expect(gone).toBeHidden();
  await page.getByLabel("Session en ligne").check();
  await expect(gone).toBeVisible();
  await page.getByLabel("Lien de connexion").fill("https://visio.example.fr/lundi");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(toast(page, "Session mise à jour avec succès")).toBeVisible();
  const changed = await session();
  expect(changed).toMatchObject({ capacity: 3, is_online: true, address: null });
  const spotsNow = changed.slots.map((slot: { available_spots: number }) => slot.available_spots);
  expect(spotsNow).toEqual([2, ...Array(7).fill(3)]);

  // Back on site, the address of the business stands ready, and the link is said to go.
  await page.goto(`/sessions/${id}/edit`);
  const unlinked = page.getByText(/« https:\/\/visio.example.fr\/lundi » est retiré/);
  await expect(unlinked).toBeHidden();
  await page.getByLabel("Sur place").check();
  await expect(unlinked).toBeVisible();
  await expect(page.getByLabel("Ville")).not.toHaveValue("");

  await page.goto(`/ajouter-session?modele=${id}`);
  await expect(page.getByLabel("Heure de début")).toHaveValue("06:45");
  await expect(page.getByLabel("Date", { exact: true })).toHaveValue("");
  await deleteAs(request, email, id);
});

test.describe("numbers, in an English browser", () => {
  test.use({ locale: "en-US" });

  test("no scrolling changes them, and a comma is a comma", async ({ page, request }) => {
    const email = "ines@example.fr";
    const id = await publishAs(request, email, {
      date: inDays(18),
      session_type: "group",
      capacity: 5,
    });
    await open(page, email, `/sessions/${id}/edit`);
    const numbers = { "Prix (€)": "25", "Durée (minutes)": "60", "Nombre de places": "5" };
    await page.getByLabel("Prix (€)", { exact: true }).fill("25");
    for (const [label, value] of Object.entries(numbers)) {
      const field = page.getByLabel(label, { exact: true });
      await field.click();
      const height = () => page.evaluate(() => window.scrollY);
      const before = await height();
      await page.mouse.wheel(0, 200);
      await expect.poll(height).toBeGreaterThan(before);
      await expect(field).toHaveValue(value);
    }
    await page.getByLabel("Prix (€)", { exact: true }).fill("45,50");
    await page.getByLabel("Prix réduit (€)").fill("40.25");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(toast(page, "Session mise à jour avec succès")).toBeVisible();
    const changed = await (await request.get(`/api/v1/sessions/${id}`)).json();
    expect(changed).toMatchObject({
      price: 45.5,
      discounted_price: 40.25,
      duration: 60,
      capacity: 5,
    });
    await deleteAs(request, email, id);
  });
});

test("an edit that is being sent keeps the values of which its limits are made", async ({
  page,
  request,
}) => {
  const email = "ines@example.fr";
  const id = await publishAs(request, email, {
    ...{ date: inDays(19), session_type: "group", capacity: 5 },
  });
  await open(page, email, `/sessions/${id}/edit`);
  let send = () => {};
  const held = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route(`**/sessions/${id}/edit*`, async (route) => {
    if (route.request().method() === "POST") await held;
    await route.continue();
  });
  const limit = page.getByText(/^\d au plus$/);
  await expect(limit).toHaveText("5 au plus");
  const save = page.getByRole("button", { name: "Enregistrer", includeHidden: true });
  await save.click();
  await expect(save).toHaveAttribute("aria-busy", "true");
  await expect(limit).toHaveText("5 au plus");
  send();
  await expect(toast(page, "Session mise à jour avec succès")).toBeVisible();
  await deleteAs(request, email, id);
});

test("who may not publish is told why, and led on", async ({ page, request }) => {
  await page.goto("/ajouter-session");
  await expect(page).toHaveURL(/\/connexion\?suite=%2Fajouter-session$/);
  await open(page, "camille@example.fr", "/ajouter-session");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Profil professionnel requis");
  await page.getByRole("link", { name: "Retour au profil" }).click();
  await expect(page).toHaveURL(/\/profil$/);

  const { id } = await paidSession(request, 15);
  await page.goto(`/sessions/${id}/edit`);
  await expect(page).toHaveURL(/\/profil$/);
  await expect(toast(page, "Accès interdit")).toBeVisible();
  await expect(
    toast(page, "Vous n'avez pas l'autorisation de modifier cette session"),
  ).toBeVisible();
  await page.goto("/sessions/rien/edit");
  await expect(toast(page, "Session non trouvée")).toBeVisible();
});

test("a professional without a payment account is sent back to set it up", async ({ page }) => {
  await open(page, "nora@example.fr", "/ajouter-session");
  await expect(page).toHaveURL(/\/profil$/);
  await expect(toast(page, "Configuration requise")).toBeVisible();
  await expect(
    toast(page, "Vous devez configurer vos paiements Stripe avant de créer des sessions."),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Ajouter une session" })).toHaveCount(0);
  await page.getByRole("link", { name: "Configurer mes paiements" }).first().click();
  await expect(page).toHaveURL(/\/profil\/paiements$/);
});

test("at the limit of the plan the way leads to the offers", async ({ page, request }) => {
  const published: string[] = [];
  for (let number = 0; number < 5; number += 1) {
    published.push(await publishAs(request, "sam@example.fr", { date: inDays(20 + number) }));
  }
  await open(page, "sam@example.fr", "/profil");
  await expect(page.getByRole("link", { name: "Upgrader mon plan" }).first()).toHaveAttribute(
    "href",
    "/nos-offres",
  );
  await page.goto("/ajouter-session");
  await expect(page.getByRole("heading", { name: "Quota atteint" })).toBeVisible();
  await expect(
    page.getByText(
      "Vous avez atteint la limite de sessions de votre plan Free. Mettez à niveau votre abonnement pour créer plus de sessions.",
    ),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Upgrader mon plan" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Créer la session" })).toHaveCount(0);
  for (const id of published) await deleteAs(request, "sam@example.fr", id);
});

test("both pages are accessible, and fit a phone", async ({ page, request }) => {
  const id = await publishAs(request, "ines@example.fr", { date: inDays(15) });
  await open(page, "ines@example.fr", "/ajouter-session");
  for (const path of ["/ajouter-session", `/sessions/${id}/edit`]) {
    await page.goto(path);
    await expect(page.getByRole("button", { name: "Ajouter", exact: true })).toBeVisible();
    await page.getByLabel("Chaque semaine").check();
    await page.getByLabel("En groupe").check();
    await expectSound(page);
  }
  await deleteAs(request, "ines@example.fr", id);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a session is added, refused and kept, edited and deleted", async ({ page, request }) => {
    const title = `Sans script ${Date.now()}`;
    await open(page, "ines@example.fr", "/ajouter-session");
    await page.getByLabel("Titre").fill(title);
    await page.getByLabel("En groupe").check();
    await page.getByLabel("Nombre de places").fill("3");
    await page.getByText("Stress", { exact: true }).click();
    await page.getByLabel("Vos mots-clés").fill("Forêt, Silence");
    await page.getByRole("button", { name: "Créer la session" }).click();
    await expect(toast(page, "Veuillez remplir tous les champs obligatoires")).toBeVisible();
    await expect(page.getByLabel("Titre")).toHaveValue(title);
    await expect(page.getByLabel("Vos mots-clés")).toHaveValue("Forêt, Silence");
    await page.getByLabel("Description").fill("Sans rien qui bouge.");
    await page.getByLabel("Catégorie", { exact: true }).selectOption("Méditation");
    await page.getByLabel("Prix (€)", { exact: true }).fill("12");
    await page.getByLabel("Date", { exact: true }).fill(inDays(22));
    await page.getByLabel("Heure de début").fill(NIGHTS.scriptlessSession);
    await page.getByRole("button", { name: "Créer la session" }).click();
    await expect(toast(page, "Session créée avec succès !")).toBeVisible();

    await page.getByRole("link", { name: `Modifier ${title}` }).click();
    await page.getByLabel("Nouveau créneau").fill(skippedHour());
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByLabel("Nouveau créneau")).toHaveAccessibleDescription(SKIPPED);
    await expect(page.getByLabel("Nouveau créneau")).toHaveValue(skippedHour());
    await page.getByLabel("Nouveau créneau").fill(`${inDays(23)}T${NIGHTS.scriptlessSession}`);
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(toast(page, "Session mise à jour avec succès")).toBeVisible();
    const answer = await request.get(`/api/v1/sessions?q=${encodeURIComponent(title)}`);
    const { data } = await answer.json();
    expect(data[0]).toMatchObject({ capacity: 3, tags: ["Stress", "Forêt", "Silence"] });
    expect(data[0].slots).toHaveLength(2);

    await page.goto(`/sessions/${data[0].id}/edit`);
    await page.getByRole("button", { name: "Supprimer la session" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click();
    await expect(toast(page, "Session supprimée avec succès")).toBeVisible();
  });
});
