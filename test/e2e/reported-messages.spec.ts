import { addDays, dayKey } from "#core/dates.ts";
import { expect, expectSound, test } from "./fixtures.ts";
import { bearerOf, newAccount, publishAs, signIn, signInOperator } from "./journeys.ts";

const INES = "ines@example.fr";
const TEXT = "Je paierai à votre domicile, donnez-moi l'adresse.";

test("a message goes from its reader to the operator, who takes it away, on a phone", async ({
  page,
  request,
  mailTo,
  baseURL,
}) => {
  test.slow();
  const date = addDays(dayKey(new Date()), 31);
  const id = await publishAs(request, INES, { title: `Message ${Date.now()}`, date, price: 0 });
  const { slots } = await (await request.get(`/api/v1/sessions/${id}`)).json();
  const email = await newAccount(request, mailTo, baseURL);
  const headers = await bearerOf(request, email);
  const booked = await request.post("/api/v1/functions/create-session-payment", {
    headers,
    data: { sessionId: id, slotId: slots[0].id, amount: 0 },
  });
  expect(booked.status(), await booked.text()).toBe(200);
  const { data: bookings } = await (
    await request.get("/api/v1/bookings/sessions", { headers })
  ).json();
  const messages = `/api/v1/bookings/${bookings[0].id}/messages`;
  expect((await request.post(messages, { headers, data: { text: TEXT } })).status()).toBe(201);

  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, INES);
  await page.goto(`/reservations/${bookings[0].id}/ecrire`);
  await expect(page.getByText(TEXT)).toBeVisible();
  await expectSound(page);
  await page.getByRole("link", { name: "Signaler ce message" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Signaler un message");
  await page.getByRole("button", { name: "Envoyer le signalement" }).click();
  await expect(page.getByText("Choisissez une raison")).toBeVisible();
  await expectSound(page);
  await page.getByLabel("Autre chose").check();
  await page.getByLabel("Expliquez-nous").fill("Il veut venir chez moi.");
  await page.getByRole("button", { name: "Envoyer le signalement" }).click();
  await expect(page).toHaveURL(/\/messages$/);

  await signInOperator(page);
  await page.goto("/operateur");
  await page
    .getByRole("link", { name: /^Message à .+ : autre chose$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/echanges\//);
  await expect(page.getByText(TEXT)).toBeVisible();
  await expectSound(page);
  await page.getByLabel("Retirer le message").check();
  await page
    .getByLabel("Les faits, dits aux deux")
    .fill("Une séance n'a lieu qu'à l'adresse dite.");
  await page.getByRole("button", { name: "Décider et envoyer" }).click();
  await expect(page.getByText("Message retiré")).toBeVisible();
  expect((await mailTo(email, "Votre message est retiré")).text).toContain("l'adresse dite");
  await page.goto(`/reservations/${bookings[0].id}/ecrire`);
  await expect(page.getByText("Ce message a été retiré.")).toBeVisible();
});
