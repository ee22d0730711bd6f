import { NORA } from "#db/demo/accounts.ts";
import { professionalIdOf } from "#db/demo/people.ts";
import { expect, expectSound, test } from "./fixtures.ts";

const MISSING = "019a0000-0002-7000-8000-00000000ffff";

test.describe("a practitioner's public page", () => {
  test("is reached from the directory and leads on to what can be booked", async ({ page }) => {
    await page.goto("/praticiens?q=studio morel");
    await page
      .getByRole("article")
      .getByRole("link", { name: "Studio Morel", exact: true })
      .click();
    await expect(page).toHaveURL(/\/praticiens\/[\da-f-]{36}$/);
    await expect(page).toHaveTitle(/^Studio Morel/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Studio Morel");
    const main = page.getByRole("main");
    await expect(main).toContainText(/\d,\d\s*\d+ avis/);
    await expect(main).toContainText("69001 Lyon");
    await expect(main).toContainText(/Membre depuis le \d/);

    const explained = page.getByText("La coche dit ce que nous avons lu");
    await expect(explained).toBeHidden();
    await page.getByText(/^Profil vérifié le \d/).click();
    await expect(explained).toBeVisible();
    await expectSound(page);

    // Beside the reviews, which are articles too.
    const offers = main.getByRole("article").filter({ has: page.getByRole("heading") });
    await expect(offers).toHaveCount(6);
    await expect(main.getByRole("heading", { name: "Activités" })).toBeVisible();
    await main.getByRole("link", { name: /^Voir les \d+ sessions$/ }).click();
    await expect(page).toHaveURL(/\/sessions\?professional=/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Studio Morel");
  });

  test("of somebody without a free place shows a way out", async ({ page }) => {
    await page.goto(`/praticiens/${professionalIdOf(NORA)}`);
    await expect(page.getByRole("heading", { name: "Aucune session disponible" })).toBeVisible();
    // Not rated, not verified: nothing is said of either.
    await expect(page.getByRole("main")).not.toContainText("avis");
    await expect(page.getByText("Profil vérifié")).toHaveCount(0);
    await page.getByRole("link", { name: "Voir les sessions à Lille" }).click();
    await expect(page).toHaveURL(/\/sessions\?location=Lille$/);
  });

  test("does not exist for nobody", async ({ page }) => {
    for (const id of [MISSING, "personne"]) {
      expect((await page.goto(`/praticiens/${id}`))?.status()).toBe(404);
      await expect(page.getByRole("heading", { name: "Oops! Page not found" })).toBeVisible();
    }
  });
});
