import { addDays, dayKey } from "#core/dates.ts";
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

test("a client moves to a dearer hour and pays it, then to a cheaper one and gets the difference back (rule: own-move)", async ({
  page,
  request,
  mailTo,
  baseURL,
}) => {
  const title = `Un horaire à changer ${Date.now()}`;
  const day = (days: number) => addDays(dayKey(new Date()), days);
  const id = await publishAs(request, INES, { title, price: 20, date: day(4) });
  const headers = await bearerOf(request, INES);
  const publish = async (date: string, price: number) => {
    const answer = await request.post("/api/v1/slots", {
      headers,
      data: { offering_id: id, start_datetime: `${date}T19:45`, price, is_parallel: true },
    });
    expect(answer.status(), await answer.text()).toBe(201);
  };
  await publish(day(5), 26.5);
  await publish(day(6), 15);
  const spots = async () => {
    const session: ApiSession = await (await request.get(`/api/v1/sessions/${id}`)).json();
    return session.slots.map(({ available_spots: free }) => free);
  };

  const email = await newAccount(request, mailTo, baseURL);
  await signIn(page, email);
  await page.goto(`/session/${id}`);
  await page.getByRole("button", { name: "Réserver et payer" }).first().click();
  await pay(page, CARDS.works);
  await expect(page.getByRole("heading", { name: "Paiement réussi !" })).toBeVisible();
  expect(await spots()).toEqual([2, 3, 3]);

  await page.goto("/mes-sessions");
  const card = page.getByRole("listitem").filter({ hasText: title });
  await card.getByRole("link", { name: /^Changer d'horaire/ }).click();
  await expect(page.getByRole("heading", { name: "Changer d'horaire" })).toBeVisible();
  await expectSound(page);
  await page.getByText("6,50 € de plus").click();
  await page.getByRole("button", { name: "Changer d'horaire" }).click();
  await expect(page.getByText("26,50 €").first()).toBeVisible();
  await pay(page, CARDS.works);
  await expect(page.getByRole("heading", { name: "Paiement réussi !" })).toBeVisible();
  await expectSound(page);
  expect(await spots()).toEqual([3, 2, 3]);

  await page.goto("/mes-sessions");
  const moved = card.filter({ hasText: "Confirmée" });
  await expect(moved).toHaveCount(1);
  await expect(moved).toContainText("26,50 €");
  await expect(moved).toContainText("19:45");
  const before = card.filter({ hasNotText: "Confirmée" });
  await expect(before).toContainText(/20,00\s€ (remboursés|en cours)/);
  await expectSound(page);

  await moved.getByRole("link", { name: /^Changer d'horaire/ }).click();
  await page.getByText("11,50 € remboursés").click();
  await page.getByRole("button", { name: "Changer d'horaire" }).click();
  await expect(page.getByText("Réservation déplacée", { exact: true })).toBeVisible();
  expect(await spots()).toEqual([3, 3, 2]);
  await expect(moved).toContainText(/11,50\s€ (remboursés|en cours)/);
  // The mail of the move before has the same subject.
  const newest = async () =>
    (await mailTo(email, `Votre réservation est déplacée : ${title}`)).text;
  await expect.poll(newest).toMatch(/Le remboursement de 11,50\s€ est demandé/);
});
