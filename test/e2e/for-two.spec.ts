import type { Locator } from "@playwright/test";
import { addDays, dayKey } from "#core/dates.ts";
import * as demo from "#db/demo/accounts.ts";
import { expect, newEmail, test } from "./fixtures.ts";
import { CARDS, publishAs } from "./journeys.ts";

/** More would be a form to fill in, not a session to find tonight. */
const MAX_TAPS = 9;

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test("a newcomer finds tomorrow evening for two near a town, and pays, in a few taps", async ({
  page,
  request,
  mailTo,
}) => {
  const word = `Bulle${Date.now().toString(36)}`;
  const date = addDays(dayKey(new Date()), 1);
  const fields = { title: `${word} à partager`, price: 24.5, capacity: 6, date };
  const id = await publishAs(request, demo.INES.email, { ...fields, start_time: "19:15" });
  const email = newEmail();
  let taps = 0;
  const tap = (target: Locator) => {
    taps += 1;
    return target.tap();
  };

  await page.goto("/");
  await tap(page.getByRole("searchbox", { name: /Quoi/ }));
  await page.keyboard.type(`${word} demain soir à Lyon pour deux`);
  await tap(page.getByRole("button", { name: "Rechercher" }));
  await expect(page.getByRole("link", { name: "Retirer : 2 places ou plus" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Retirer : 10 km autour de Lyon" })).toBeVisible();
  const card = page.getByRole("article").filter({ hasText: word }).first();
  await expect(card).toContainText(/49,00\s€\s*à 2/u);
  await tap(card.locator(`a[href^="/session/${id}"]`));

  const box = page.getByRole("complementary", { name: "Votre réservation" });
  const bar = page.locator("[data-booking-bar]");
  await expect(bar).toContainText("49,00 €");
  await expect(bar).toContainText("2 places");
  await tap(bar.getByRole("link", { name: "Réserver et payer" }));
  await expect(box.getByLabel("Votre e-mail")).toBeFocused();
  await page.keyboard.type(email);
  await expect(box.getByLabel("Pour combien")).toHaveValue("2");
  await expect(box).toContainText("2 places, TTC49,00 €");
  await box.getByLabel("Pour combien").selectOption("3");
  await expect(box).toContainText("3 places, TTC73,50 €");
  await box.getByLabel("Pour combien").selectOption("1");
  await expect(box).toContainText("Total TTC24,50 €");
  await box.getByLabel("Pour combien").selectOption("2");
  await tap(box.getByRole("button", { name: "Réserver et payer" }));

  await tap(page.locator("[name=cardNumber]"));
  for (const typed of [CARDS.works, "12 / 34", "123", "Louise Garnier"]) {
    await page.keyboard.type(typed);
    // The « next » of a phone's keyboard.
    await page.keyboard.press("Tab");
  }
  await tap(page.getByRole("button", { name: /^Payer/ }));
  await expect(page.getByText("Réservation confirmée", { exact: true })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("49,00 €");
  expect(taps).toBeLessThanOrEqual(MAX_TAPS);

  const mail = await mailTo(email, word);
  expect(mail.text).toContain("Places : 2");
  expect(mail.text).toMatch(/49,00\s€/u);
});
