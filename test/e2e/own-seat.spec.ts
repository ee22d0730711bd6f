import type { APIRequestContext, Page } from "@playwright/test";
import { addDays, dayKey } from "#core/dates.ts";
import { expect, expectSound, newEmail, test } from "./fixtures.ts";
import {
  type ApiSession,
  bearerOf,
  deleteAs,
  newAccount,
  publishAs,
  signIn,
  spotsLeft,
} from "./journeys.ts";

const INES = "ines@example.fr";

/** A session of the test's own: one place in each of as many slots, a day apart. */
async function publish(
  request: APIRequestContext,
  { slots, price = 20 }: { slots: number; price?: number },
): Promise<ApiSession> {
  const days = Array.from({ length: slots }, (_, n) => addDays(dayKey(new Date()), 20 + n));
  const title = `Une place à soi ${Date.now()}`;
  const id = await publishAs(request, INES, { title, price, date: days[0] ?? "" });
  const headers = await bearerOf(request, INES);
  const answer = await request.patch(`/api/v1/sessions/${id}`, {
    headers,
    data: {
      ...{ capacity: 1, parallel: true },
      slots: days.map((day) => ({ start_datetime: `${day}T12:00:00Z`, available_spots: 1 })),
    },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await request.get(`/api/v1/sessions/${id}`)).json();
}

test("a guest who comes back from the card page finds their own place, pays or gives it back", async ({
  page,
  request,
  browser,
}) => {
  const session = await publish(request, { slots: 2 });
  const [, last] = session.slots;
  await page.goto(`/session/${session.id}?creneau=${last?.id}`);
  await page.getByLabel("Votre e-mail").fill(newEmail());
  await page.getByRole("button", { name: "Réserver et payer" }).click();
  await expect(page.locator("[name=cardNumber]")).toBeVisible();
  const checkout = page.url();

  await page.goto(`/session/${session.id}`);
  const box = page.getByRole("complementary", { name: "Votre réservation" });
  await expect(box).toContainText(/Votre place est réservée jusqu'à \d\d:\d\d\./);
  await expect(box).not.toContainText("complet");
  await expect(page.locator(`input[value^="${last?.id}"]`)).toBeChecked();
  await expect(page.locator("#creneaux")).toContainText("Votre place");
  await expect(page.locator("#creneaux")).not.toContainText("Complet");
  await expect(box.getByRole("button", { name: "Réserver et payer" })).toBeHidden();
  await expectSound(page);

  const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const stranger = await elsewhere.newPage();
  await stranger.goto(`/session/${session.id}`);
  await expect(stranger.locator("#creneaux")).toContainText(
    /En cours de réservation, à revoir à \d\d:\d\d/,
  );
  await expect(stranger.getByText("Votre place est réservée")).toHaveCount(0);
  await elsewhere.close();

  await box.getByRole("link", { name: "Reprendre le paiement" }).click();
  await expect(page).toHaveURL(checkout);
  await page.goto(`/session/${session.id}`);
  await box.getByRole("link", { name: "Annuler ce paiement" }).click();
  await expect(page.getByRole("heading", { name: "Paiement annulé" })).toBeVisible();
  expect(await spotsLeft(request, session.id, last?.id ?? "")).toBe(1);
  await deleteAs(request, INES, session.id);
});

test("the only place of a session is its client's while they pay, on a phone too", async ({
  page,
  request,
  mailTo,
  baseURL,
}) => {
  const session = await publish(request, { slots: 1 });
  await signIn(page, await newAccount(request, mailTo, baseURL));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/session/${session.id}`);
  await page.getByRole("button", { name: "Réserver et payer" }).click();
  await expect(page.locator("[name=cardNumber]")).toBeVisible();
  const checkout = page.url();
  await page.goto(`/session/${session.id}`);
  await expect(page.getByText("Complet", { exact: true })).toHaveCount(0);
  const bar = page.locator("[data-booking-bar]");
  await expect(bar.getByRole("link")).toHaveText("Reprendre le paiement");
  await expect(bar.getByRole("link")).toHaveAttribute("href", checkout);
  await page.getByRole("link", { name: "Annuler ce paiement" }).click();
  await expect(page.getByRole("heading", { name: "Paiement annulé" })).toBeVisible();
  await page.goto("/mes-sessions");
  await expect(page.getByRole("listitem").filter({ hasText: session.title })).toContainText(
    "Rien n'a été débité",
  );
  await deleteAs(request, INES, session.id);
});

test("what costs nothing is told from the top of its page, and not sold to its client again", async ({
  page,
  request,
  mailTo,
  baseURL,
}) => {
  const session = await publish(request, { slots: 2, price: 0 });
  await signIn(page, await newAccount(request, mailTo, baseURL));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/session/${session.id}`);
  await page.getByRole("button", { name: "Réserver", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Réservation confirmée" })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goto(`/session/${session.id}`);
  const row = page.locator("#creneaux label").first();
  await expect(row).toContainText("Déjà réservé");
  await expect(row.getByRole("radio")).toBeDisabled();
  await expect(page.locator("#creneaux label").nth(1).getByRole("radio")).toBeChecked();
  await expectSound(page);
  const headers = await bearerOf(request, INES);
  await request.post(`/api/v1/slots/${session.slots[0]?.id}/cancel`, { headers });
  await deleteAs(request, INES, session.id);
});

test("a guest who books without charge confirms it by the link in their mail", async ({
  page,
  request,
  mailTo,
}) => {
  const session = await publish(request, { slots: 1, price: 0 });
  const email = newEmail();
  await page.goto(`/session/${session.id}`);
  await page.getByLabel("Votre e-mail").fill(email);
  await page.getByRole("button", { name: "Réserver", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Vérifiez votre boîte mail" })).toBeVisible();
  await expectSound(page);
  expect(await spotsLeft(request, session.id, session.slots[0]?.id ?? "")).toBe(0);
  const { text } = await mailTo(email, "Confirmez votre réservation");
  const path = /\/reservation\?jeton=[\w.-]+/.exec(text)?.[0] ?? "";
  const answer = await page.goto(path);
  expect(answer?.headers()["cache-control"]).toContain("no-store");
  await expect(page.getByRole("main")).toContainText(session.title);
  await expectSound(page);
  await page.getByRole("button", { name: "Confirmer ma réservation" }).click();
  const result = page.getByRole("main");
  await expect(result).toContainText("Compte créé automatiquement");
  await expect(result.getByText("Réservation confirmée", { exact: true })).toHaveCount(1);
  await expect(page.getByText("Paiement confirmé !")).toHaveCount(0);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  const headers = await bearerOf(request, INES);
  await request.post(`/api/v1/slots/${session.slots[0]?.id}/cancel`, { headers });
  await deleteAs(request, INES, session.id);
});

test("the slot and the note are there again after the login", async ({
  page,
  request,
  mailTo,
  baseURL,
}) => {
  const session = await publish(request, { slots: 3 });
  const email = await newAccount(request, mailTo, baseURL);
  const third = page.locator(`input[value^="${session.slots[2]?.id}"]`);
  await page.goto(`/session/${session.id}`);
  await page.locator("#creneaux label").nth(2).click();
  const note = page.getByLabel("Note de réservation");
  await page.getByText("Ajouter un mot pour le praticien").click();
  await note.fill("Un genou fragile.\nÀ demain !");
  await page.getByRole("button", { name: "Connectez-vous" }).click();
  await logIn(page, email);
  await expect(page).toHaveURL(/\?creneau=/);
  await expect(third).toBeChecked();
  await expect(note).toHaveValue("Un genou fragile.\nÀ demain !");
  await page.getByRole("button", { name: "Réserver et payer" }).click();
  await expect(page.locator("input[name=cardNumber]")).toBeVisible();
  await page.goto("/mes-sessions");
  await expect(page.getByRole("main")).toContainText("Un genou fragile.");
  await page.goto(`/session/${session.id}`);
  await expect(page.getByLabel("Votre e-mail")).toHaveCount(0);
  await expect(page.getByText("Un genou fragile.")).toHaveCount(0);
  await page.getByRole("link", { name: "Annuler ce paiement" }).click();
  await expect(page).toHaveURL(/payment-canceled/);
  await deleteAs(request, INES, session.id);
});

async function logIn(page: Page, email: string) {
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill("parenthese");
  await page.getByRole("button", { name: "Se connecter" }).click();
}

test("the bar of a phone leads to the e-mail, ready to be written", async ({ page, request }) => {
  const session = await publish(request, { slots: 1 });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/session/${session.id}`);
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, 0));
    await page.locator("[data-booking-bar]").getByRole("link").click({ timeout: 1_000 });
    await expect(page.getByLabel("Votre e-mail")).toBeFocused({ timeout: 500 });
  }).toPass();
  await expect(page.getByLabel("Votre e-mail")).toBeInViewport();
  await deleteAs(request, INES, session.id);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the chosen slot and the note are there again after the login", async ({
    page,
    request,
    mailTo,
    baseURL,
  }) => {
    const session = await publish(request, { slots: 3 });
    const email = await newAccount(request, mailTo, baseURL);
    const third = page.locator(`input[value^="${session.slots[2]?.id}"]`);
    await page.goto(`/session/${session.id}`);
    await third.check();
    await page.getByText("Ajouter un mot pour le praticien").click();
    await page.getByLabel("Note de réservation").fill("Un genou fragile.");
    await page.getByRole("button", { name: "Connectez-vous" }).click();
    await logIn(page, email);
    await expect(third).toBeChecked();
    await expect(page.getByLabel("Note de réservation")).toHaveValue("Un genou fragile.");
    await deleteAs(request, INES, session.id);
  });

  test("what was typed and chosen stays where a booking is refused", async ({ page, request }) => {
    const session = await publish(request, { slots: 3 });
    const third = page.locator(`input[value^="${session.slots[2]?.id}"]`);
    await page.goto(`/session/${session.id}`);
    await third.check();
    await page.getByLabel("Votre e-mail").fill("personne");
    await page.getByText("Ajouter un mot pour le praticien").click();
    await page.getByLabel("Note de réservation").fill("Un genou fragile.");
    await page.getByRole("button", { name: "Réserver et payer" }).last().click();
    await expect(page.getByText("Email requis")).toBeVisible();
    await expect(page.getByLabel("Votre e-mail")).toHaveValue("personne");
    await expect(page.getByLabel("Note de réservation")).toHaveValue("Un genou fragile.");
    await expect(third).toBeChecked();
    await deleteAs(request, INES, session.id);
  });

  test("the box names no slot but the one ticked in the list; a held place leaves the others to be had", async ({
    page,
    request,
  }) => {
    const session = await publish(request, { slots: 2 });
    const [first, second] = session.slots;
    await page.goto(`/session/${session.id}`);
    const box = page.getByRole("complementary", { name: "Votre réservation" });
    await expect(box.getByText(/Jusqu'à \d\d:\d\d/)).toBeHidden();
    await expect(box.getByRole("link", { name: "Le créneau coché dans la liste" })).toBeVisible();
    await page.locator(`input[value^="${second?.id}"]`).check();
    await page.getByLabel("Votre e-mail").fill(newEmail());
    await page.getByRole("button", { name: "Réserver et payer" }).click();
    await expect(page.locator("[name=cardNumber]")).toBeVisible();
    expect(await spotsLeft(request, session.id, second?.id ?? "")).toBe(0);

    await page.goto(`/session/${session.id}`);
    await expect(box).toContainText("Votre place est réservée");
    await page.locator(`input[value^="${first?.id}"]`).check();
    await page.getByLabel("Votre e-mail").fill(newEmail());
    await page.getByRole("button", { name: "Réserver et payer" }).click();
    await expect(page.locator("[name=cardNumber]")).toBeVisible();
    await page.getByRole("link", { name: /Retour/ }).click();
    await page.goto(`/session/${session.id}`);
    await page.getByRole("link", { name: "Annuler ce paiement" }).click();
    await deleteAs(request, INES, session.id);
  });
});
