import { addDays, dayKey } from "#core/dates.ts";
import { HOUR } from "#core/durations.ts";
import { expect, expectSound, test } from "./fixtures.ts";
import {
  type ApiSession,
  bearerOf,
  CARDS,
  newAccount,
  pay,
  publishAs,
  signIn,
} from "./journeys.ts";

const INES = "ines@example.fr";

test("a place that somebody cannot use any more goes to the next, from both sides (rule: resale)", async ({
  page,
  request,
  browser,
  mailTo,
  baseURL,
}) => {
  const title = `Une place à rendre ${Date.now()}`;
  const date = addDays(dayKey(new Date()), 1);
  const id = await publishAs(request, INES, { title, price: 20, date });
  const headers = await bearerOf(request, INES);
  // Too late to be refunded, and beside whatever else there is.
  const start = new Date(Math.ceil(Date.now() / HOUR + 6) * HOUR).toISOString();
  const edited = await request.patch(`/api/v1/sessions/${id}`, {
    headers,
    data: {
      ...{ capacity: 1, parallel: true },
      slots: [{ start_datetime: start, available_spots: 1 }],
    },
  });
  expect(edited.status(), await edited.text()).toBe(200);
  const read = async (): Promise<ApiSession> =>
    (await request.get(`/api/v1/sessions/${id}`)).json();

  const email = await newAccount(request, mailTo, baseURL);
  await signIn(page, email);
  await page.goto(`/session/${id}`);
  await page.getByRole("button", { name: "Réserver et payer" }).first().click();
  await pay(page, CARDS.works);
  await expect(page.getByRole("heading", { name: "Paiement réussi !" })).toBeVisible();
  expect((await read()).slots[0]).toMatchObject({ available_spots: 0, resale: false });

  await page.goto("/mes-sessions");
  const card = page.getByRole("listitem").filter({ hasText: title }).first();
  await card.locator("summary", { hasText: "Rends ta place" }).click();
  await expect(card).toContainText("jusqu'à 20,00 €");
  await expectSound(page);
  await card.getByRole("button", { name: "Remettre ma place en vente" }).click();
  await expect(card.getByRole("button", { name: "Reprendre ma place" })).toBeVisible();
  await expect(card).toContainText("En attente d'un repreneur");
  await expect(card).toContainText("Votre code de présence");
  await expectSound(page);
  expect((await read()).slots[0]).toMatchObject({ available_spots: 1, resale: true });
  await card.getByRole("button", { name: "Reprendre ma place" }).click();
  await expect(card.locator("summary", { hasText: "Rends ta place" })).toBeVisible();
  expect((await read()).slots[0]).toMatchObject({ available_spots: 0, resale: false });
  await card.locator("summary", { hasText: "Rends ta place" }).click();
  await card.getByRole("button", { name: "Remettre ma place en vente" }).click();
  await expect(card).toContainText("En attente d'un repreneur");

  const office = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const manager = await office.newPage();
  await signIn(manager, INES);
  await manager.goto("/profil");
  const row = manager
    .locator("#sessions-publiees")
    .getByRole("listitem")
    .filter({ hasText: title })
    .first();
  await row.getByText("Créneaux et réservations").click();
  await expect(row).toContainText("Remise en vente depuis");
  await office.close();

  const other = await browser.newContext({
    baseURL: new URL(page.url()).origin,
    javaScriptEnabled: false,
  });
  const buyer = await other.newPage();
  await signIn(buyer, "sam@example.fr");
  await buyer.goto(`/session/${id}`);
  await expect(buyer.locator("#creneaux")).toContainText("Plus qu'une place");
  await buyer.locator("input[name=slotId]").first().check();
  await buyer.getByRole("button", { name: "Réserver et payer" }).first().click();
  await pay(buyer, CARDS.works);
  await other.close();

  const mail = await mailTo(email, `Votre place est revendue : ${title}`);
  expect(mail.text).toMatch(/Le remboursement de 20,00\s€ est demandé/);
  await page.reload();
  await expect(card).toContainText("Revendue");
  await expect(card).toContainText(/20,00\s€ (remboursés|en cours)/);
  await expect(card).not.toContainText("Votre code de présence");
});
