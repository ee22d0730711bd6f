import { addDays, dayKey } from "#core/dates.ts";
import { expect, expectSound, test } from "./fixtures.ts";
import { bearerOf, CARDS, newAccount, pay, publishAs, signIn } from "./journeys.ts";

const INES = "ines@example.fr";

test("from a full slot to a paid place, on a phone", async ({ page, request, mailTo, baseURL }) => {
  test.slow();
  const title = `Complet et attendu ${Date.now()}`;
  const date = addDays(dayKey(new Date()), 33);
  const id = await publishAs(request, INES, { title, date, capacity: 1 });
  const { slots: published } = await (await request.get(`/api/v1/sessions/${id}`)).json();
  const first = await bearerOf(request, await newAccount(request, mailTo, baseURL));
  const held = await request.post("/api/v1/functions/create-session-payment", {
    headers: first,
    data: { sessionId: id, slotId: published[0].id, amount: 2_000 },
  });
  expect(held.status(), await held.text()).toBe(200);

  const email = await newAccount(request, mailTo, baseURL);
  await signIn(page, email);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/session/${id}`);
  await expectSound(page);
  await page.locator("#creneaux").getByRole("link", { name: "Liste d'attente" }).click();
  await expect(page.getByText("Personne n'attend encore")).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "M'inscrire sur la liste" }).click();
  const row = page.getByRole("listitem").filter({ hasText: title });
  await expect(row).toContainText("1re place dans la file");
  await expectSound(page);

  const { data: bookings } = await (
    await request.get("/api/v1/bookings/sessions", { headers: first })
  ).json();
  const cancelled = await request.post(`/api/v1/bookings/${bookings[0].id}/cancel`, {
    headers: first,
    data: {},
  });
  expect(cancelled.status(), await cancelled.text()).toBe(204);
  // By night the place is open to all, and the road the same.
  const told = await mailTo(email, title);
  expect(told.subject).toMatch(/^Une place (vous est gardée jusqu'à \d\d:\d\d|est libre) : /);
  await page.goto("/listes-attente");
  await expect(row).toContainText(/Une place (vous est gardée jusqu'à \d\d:\d\d|est libre)/);
  await expectSound(page);
  await row.getByRole("link", { name: "Réserver" }).click();
  await expect(page.locator(`input[value^="${published[0].id}"]`)).toBeChecked();
  await expectSound(page);
  await page.getByRole("button", { name: "Réserver et payer" }).click();
  await pay(page, CARDS.works);
  await expect(page.getByRole("heading", { name: "Paiement réussi !" })).toBeVisible();
  await page.goto("/listes-attente");
  await expect(page.getByText("Vous n'attendez aucun créneau")).toBeVisible();
});
