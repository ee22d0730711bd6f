import { addDays, dayKey } from "#core/dates.ts";
import { expect, expectSound, test } from "./fixtures.ts";
import {
  bearerOf,
  bookAs,
  newAccount,
  publishAs,
  sendConfirmed,
  signIn,
  signInOperator,
} from "./journeys.ts";

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
  const email = await newAccount(request, mailTo, baseURL);
  const bookingId = await bookAs(request, email, id);
  const messages = `/api/v1/bookings/${bookingId}/messages`;
  const headers = await bearerOf(request, email);
  expect((await request.post(messages, { headers, data: { text: TEXT } })).status()).toBe(201);

  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, INES);
  await page.goto(`/reservations/${bookingId}/ecrire`);
  await expect(page.getByText(TEXT)).toBeVisible();
  await expectSound(page);
  await page.getByRole("link", { name: "Signaler ce message" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Signaler un message");
  await page.getByRole("button", { name: "Envoyer le signalement" }).click();
  await expect(page.getByText("Choisissez une raison")).toBeVisible();
  await expectSound(page);
  await page.getByLabel("Autre chose").check();
  await page.getByLabel("Expliquez-nous").fill("Il veut venir chez moi.");
  await page.getByLabel("Je pense de bonne foi").check();
  await page.getByRole("button", { name: "Envoyer le signalement" }).click();
  await expect(page).toHaveURL(/\/messages$/);

  await signInOperator(page);
  await page.goto("/operateur");
  await page
    .getByRole("link", { name: /^Message à .+ : autre chose$/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: "La file" })).toHaveCount(0);
  await expect(page.getByText(TEXT)).toBeVisible();
  await expectSound(page);
  await page.getByLabel("Retirer le message").check();
  await page
    .getByLabel("Les faits, dits aux deux")
    .fill("Une séance n'a lieu qu'à l'adresse dite.");
  await page.getByRole("button", { name: "Décider et envoyer" }).click();
  await expect(page.getByText("Choisissez ce sur quoi la mesure se fonde")).toBeVisible();
  await page
    .getByLabel("Fondement")
    .selectOption({ label: "Nos conditions, « Les règles de publication »" });
  await sendConfirmed(page, "Décider et envoyer");
  await expect(page.getByText("Message retiré")).toBeVisible();
  expect((await mailTo(email, "Votre message est retiré")).text).toContain("l'adresse dite");
  await page.goto(`/reservations/${bookingId}/ecrire`);
  await expect(page.getByText("Ce message a été retiré.")).toBeVisible();
});
