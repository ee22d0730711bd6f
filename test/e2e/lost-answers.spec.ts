import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import pg from "pg";
import { expect, newEmail, test } from "./fixtures.ts";
import { paidSession } from "./journeys.ts";
import { untilAlive } from "./until-alive.ts";

/** Carries out the next sent form, and loses its answer with the cookies in it. */
async function loseOneAnswer(page: Page, url: RegExp): Promise<void> {
  await page.route(
    url,
    async (route) => {
      await route.fetch({ maxRedirects: 0 });
      await page.context().clearCookies();
      await route.abort("connectionreset");
    },
    { times: 1 },
  );
}

test("a message whose answer was lost is sent again by the kept form, and arrives once", async ({
  page,
  request,
}) => {
  const name = `Julie Essai ${randomInt(1_000_000)}`;
  await page.goto("/contact");
  await page.getByLabel("Nom complet").fill(name);
  await page.getByLabel("E-mail").fill("julie@example.fr");
  await page.getByLabel("Sujet").selectOption("paiement");
  await page.getByLabel("Message", { exact: true }).fill("Bonjour, mon paiement n'apparaît pas.");
  await loseOneAnswer(page, /\/contact\.data/);
  const send = page.getByRole("button", { name: "Envoyer le message" });
  const toasts = page.getByRole("region", { name: "Notifications" });
  await send.click();
  await expect(toasts).toContainText("Une erreur est survenue lors de l'envoi du message.");
  await expect(page.getByLabel("Nom complet")).toHaveValue(name);
  await send.click();
  await expect(toasts).toContainText("Message envoyé !");
  const arrived = async () => {
    const mails: { text: string }[] = await (await request.get("/demo/mails.json")).json();
    return mails.filter(({ text }) => text.includes(name)).length;
  };
  await expect.poll(arrived).toBe(1);

  // The next text is another message.
  await page.getByLabel("Nom complet").fill(name);
  await page.getByLabel("E-mail").fill("julie@example.fr");
  await page.getByLabel("Sujet").selectOption("paiement");
  await page.getByLabel("Message", { exact: true }).fill("Bonjour, mon paiement n'apparaît pas.");
  await send.click();
  await expect.poll(arrived).toBe(2);
});

test("a guest whose answer was lost goes on to pay for the one seat that is held", async ({
  page,
  request,
}) => {
  const session = await paidSession(request, 27);
  const email = newEmail();
  // The free seats of the session would count those that other tests book.
  const held = async () => {
    const client = new pg.Client({ connectionString: process.env.E2E_DATABASE_URL });
    await client.connect();
    const { rows } = await client.query(
      "select sum(seats)::int as seats from bookings where buyer_email = $1 and status = 'pending'",
      [email],
    );
    await client.end();
    return rows[0]?.seats;
  };
  await page.goto(`/session/${session.id}`);
  await page.getByLabel("Votre e-mail").fill(email);
  const book = page.getByRole("button", { name: "Réserver et payer" }).first();
  await loseOneAnswer(page, /\/sessions?\/[^/]+\.data/);
  await book.click();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText(
    "Une erreur est survenue lors du paiement",
  );
  expect(await held()).toBe(1);
  await book.click();
  await page.waitForURL(/\/c\/pay\/cs_/);
  expect(await held()).toBe(1);

  // Back from there the form asks for something else than what was answered.
  const key = page.locator("form#reservation input[name=cle]");
  await page.goBack();
  // The form's code comes when somebody touches the page, which no pointer has to do by itself.
  await untilAlive(page);
  await expect(key).toHaveValue(/^[\da-f-]{36}$/);
});
