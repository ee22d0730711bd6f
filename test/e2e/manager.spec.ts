import type { Page, Route } from "@playwright/test";
import { addDays, dayKey } from "#core/dates.ts";
import { expect, expectSound, test } from "./fixtures.ts";
import { bearerOf, CARDS, deleteAs, pay, publishAs, signIn } from "./journeys.ts";

const INES = "ines@example.fr";
const inDays = (days: number) => addDays(dayKey(new Date()), days);
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

async function openManager(page: Page) {
  await signIn(page, INES);
  await page.goto("/profil");
}

const rowOf = (page: Page, title: string) =>
  page
    .locator("#sessions-publiees")
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name: title, exact: true }) });

test("a session is taken off and put back, and begins a copy", async ({ page, request }) => {
  const title = `À tour de rôle ${Date.now()}`;
  const id = await publishAs(request, INES, { title, price: 31.5, date: inDays(16) });
  await openManager(page);
  await rowOf(page, title).getByRole("button", { name: "Désactiver" }).click();
  await expect(toast(page, "Session désactivée")).toBeVisible();
  await expect(rowOf(page, title).getByText("Désactivée", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Mes sessions publiées" })).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(200);
  const listed = async () => {
    const answer = await request.get(`/api/v1/sessions?q=${encodeURIComponent(title)}`);
    return (await answer.json()).data.length;
  };
  expect(await listed()).toBe(0);
  await rowOf(page, title).getByRole("button", { name: "Réactiver" }).click();
  await expect(toast(page, "Session activée")).toBeVisible();
  expect(await listed()).toBe(1);

  await rowOf(page, title).locator("summary", { hasText: "Autres actions" }).click();
  await rowOf(page, title).getByRole("link", { name: "Dupliquer" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ajouter une session");
  await expect(page.getByLabel("Titre")).toHaveValue(title);
  await expect(page.getByLabel("Prix (€)", { exact: true })).toHaveValue("31,50");
  await expect(page.getByLabel("Date", { exact: true })).toHaveValue("");

  await page.goto("/profil");
  await rowOf(page, title).locator("summary", { hasText: "Autres actions" }).click();
  await rowOf(page, title).getByRole("button", { name: "Supprimer" }).click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText("Êtes-vous sûr de vouloir supprimer cette session ?");
  await expect(question).toContainText(title);
  await question.getByRole("button", { name: "Supprimer" }).click();
  await expect(toast(page, "Session supprimée avec succès")).toBeVisible();
  await expect(rowOf(page, title)).toHaveCount(0);
  expect((await request.get(`/api/v1/sessions/${id}`)).status()).toBe(404);
});

test("who comes back to this tab meanwhile is told all the same", async ({ page, request }) => {
  const title = `Dite quand même ${Date.now()}`;
  const id = await publishAs(request, INES, { title, date: inDays(16) });
  await openManager(page);
  const [answered, shown] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const hold = async (route: Route) => {
    const response = await route.fetch();
    answered.resolve();
    await shown.promise;
    await route.fulfill({ response });
  };
  await page.route(/\/profil\.data/, hold, { times: 1 });
  await rowOf(page, title).getByRole("button", { name: "Désactiver" }).click();
  await answered.promise;
  await page.evaluate(() => {
    dispatchEvent(new Event("focus"));
    // The page has begun by then what it begins at once.
    return new Promise((resolve) => setTimeout(resolve));
  });
  shown.resolve();
  await expect(toast(page, "Session désactivée")).toBeVisible();
  await expect(rowOf(page, title).getByText("Désactivée", { exact: true })).toBeVisible();
  await deleteAs(request, INES, id);
});

test("bookings stand in the way of deletion, and are called off with their amount said first", async ({
  page,
  request,
  browser,
  mailTo,
}) => {
  test.slow();
  const title = `Trois places ${Date.now()}`;
  const id = await publishAs(request, INES, { title, price: 24.5, date: inDays(17) });
  const office = await browser.newContext({
    baseURL: new URL((await openHome(page)).url()).origin,
  });
  const manager = await office.newPage();
  await openManager(manager);

  const buy = async (buyer: Page, email: string) => {
    await signIn(buyer, email);
    await buyer.goto(`/session/${id}`);
    await buyer.getByRole("button", { name: "Réserver et payer" }).first().click();
    await pay(buyer, CARDS.works);
    await expect(buyer.getByRole("heading", { name: "Paiement réussi !" })).toBeVisible();
  };
  await buy(page, "camille@example.fr");
  const other = await browser.newContext({ baseURL: new URL(manager.url()).origin });
  await buy(await other.newPage(), "sam@example.fr");
  await other.close();

  await manager.goto(`/sessions/${id}/edit`);
  await expect(manager.getByText("2 réservées")).toBeVisible();
  const slot = manager.getByRole("group", { name: "Créneau 1" });
  await slot.getByLabel("Places libres").fill("3");
  await manager.getByRole("button", { name: "Enregistrer" }).click();
  await expect(toast(manager, "Impossible de mettre à jour la session")).toBeVisible();
  await expect(slot.getByText("plus de 1 place libre")).toBeVisible();
  await manager.getByLabel("Titre", { exact: true }).fill("Pas encore enregistré");
  await manager.getByRole("button", { name: "Supprimer la session" }).click();
  await manager.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click();
  await expect(manager.getByText(/2 réservations à venir/).first()).toBeVisible();
  await expect(manager.getByRole("dialog")).toBeHidden();
  await expect(manager).toHaveURL(/\/edit$/);
  await expect(manager.getByLabel("Titre", { exact: true })).toHaveValue("Pas encore enregistré");

  const still = await browser.newContext({
    baseURL: new URL(manager.url()).origin,
    storageState: await office.storageState(),
    javaScriptEnabled: false,
  });
  const scriptless = await still.newPage();
  await scriptless.goto(`/sessions/${id}/edit`);
  await scriptless.getByLabel("Titre", { exact: true }).fill("Pas encore enregistré");
  await scriptless.getByRole("button", { name: "Supprimer la session" }).click();
  await scriptless.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click();
  await expect(scriptless.getByText(/2 réservations à venir/)).toBeVisible();
  const typed = scriptless.getByLabel("Titre", { exact: true });
  await expect(typed).toHaveValue("Pas encore enregistré");
  await still.close();

  await manager.goto("/profil");
  const row = rowOf(manager, title);
  const menu = row.locator("summary", { hasText: "Autres actions" });
  await menu.click();
  await row.getByRole("button", { name: "Supprimer" }).click();
  await manager.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click();
  await expect(manager.getByText(/2 réservations à venir/).first()).toBeVisible();
  await expect(row.getByRole("link", { name: "Dupliquer" })).toBeHidden();
  await expect(menu).toBeFocused();
  await row.getByRole("button", { name: "Désactiver" }).click();
  await expect(manager.getByText(/2 réservations à venir sont maintenues/).first()).toBeVisible();
  await row.getByRole("button", { name: "Réactiver" }).click();
  await expect(toast(manager, "Session activée")).toBeVisible();
  await row.getByText("Créneaux et réservations").click();
  const booked = row.getByRole("listitem").filter({ hasText: "Camille" }).last();
  await expect(booked).toContainText("Confirmée");
  await expect(booked).toContainText("Payé");
  await expectSound(manager);
  await booked.getByText("Annuler cette réservation").click();
  await expect(booked).toContainText("24,50 € remboursés à Camille");
  await booked.getByRole("button", { name: "Confirmer l'annulation" }).click();
  await expect(toast(manager, "Réservation annulée")).toBeVisible();
  await expect(booked).toContainText("Annulée");
  await expect(async () => {
    await manager.reload();
    await row.getByText("Créneaux et réservations").click();
    await expect(booked).toContainText("24,50 € remboursés", { timeout: 1_000 });
  }).toPass();

  await row.getByText("Annuler ce créneau").click();
  await expect(row).toContainText("1 réservation à annuler. 24,50 € remboursés");
  await row.getByRole("button", { name: "Confirmer l'annulation" }).last().click();
  await expect(toast(manager, "Créneau annulé")).toBeVisible();
  await expect(row.getByText("Annulé", { exact: true })).toBeVisible();
  const mail = await mailTo("sam@example.fr", `Réservation annulée : ${title}`);
  expect(mail.text).toMatch(/Le remboursement de .* est demandé|Vous êtes remboursé de/);
  await office.close();

  // A booked slot is kept for the clients' lists, out of sight.
  const headers = await bearerOf(request, INES);
  expect((await request.delete(`/api/v1/sessions/${id}`, { headers })).status()).toBe(204);
  await page.goto("/mes-sessions");
  await expect(page.getByText("Session supprimée").first()).toBeVisible();
});

test("every slot can be reached by the keyboard, past midnight said", async ({ page, request }) => {
  const title = `Chaque nuit ${Date.now()}`;
  const id = await publishAs(request, INES, { title, date: inDays(20) });
  const slots = Array.from({ length: 7 }, (_, day) => ({
    start_datetime: `${inDays(20 + day)}T23:30`,
  }));
  const headers = await bearerOf(request, INES);
  const changed = await request.patch(`/api/v1/sessions/${id}`, { headers, data: { slots } });
  expect(changed.status()).toBe(200);
  await openManager(page);
  const row = rowOf(page, title);
  await row.getByText("Créneaux et réservations").click();
  await expect(row.getByRole("row")).toHaveCount(1 + 5);
  await row.getByRole("row").last().getByText("Annuler ce créneau").click();
  await row.getByRole("row").last().getByRole("button", { name: "Confirmer l'annulation" }).click();
  await expect(toast(page, "Créneau annulé")).toBeVisible();
  await expect(row.getByRole("row").last()).toContainText("(lendemain)");
  await row.getByText("Voir 1 autre créneau").focus();
  await page.keyboard.press("Enter");
  await expect(row.getByRole("table", { name: "Créneaux suivants" }).getByRole("row")).toHaveCount(
    1 + 1,
  );
  await deleteAs(request, INES, id);
});

async function openHome(page: Page): Promise<Page> {
  await page.goto("/");
  return page;
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a session is taken off and put back", async ({ page, request }) => {
    const title = `Tout simple ${Date.now()}`;
    const id = await publishAs(request, INES, { title, date: inDays(18) });
    await openManager(page);
    await rowOf(page, title).getByRole("button", { name: "Désactiver" }).click();
    await expect(toast(page, "Session désactivée")).toBeVisible();
    await rowOf(page, title).getByRole("button", { name: "Réactiver" }).click();
    await expect(toast(page, "Session activée")).toBeVisible();
    await rowOf(page, title).getByText("Créneaux et réservations").click();
    await rowOf(page, title).getByText("Annuler ce créneau").click();
    await expect(rowOf(page, title)).toContainText("Personne n'a réservé.");
    await rowOf(page, title).getByRole("button", { name: "Confirmer l'annulation" }).click();
    await expect(toast(page, "Créneau annulé")).toBeVisible();
    await deleteAs(request, INES, id);
  });
});
