import { expect, test } from "./fixtures.ts";

test.describe("what is on screen stays", () => {
  test("a filter searches at once and leaves focus and scroll alone", async ({ page }) => {
    await page.goto("/sessions");
    const category = page.getByLabel("Catégorie");
    await page.evaluate(() => window.scrollTo(0, 300));
    await category.focus();
    await category.selectOption("Yoga");
    await expect(page).toHaveURL(/\/sessions\?category=Yoga$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Yoga");
    await expect(category).toBeFocused();
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(200);
  });

  test("a cut network keeps the page, says so, and the next try works (R35)", async ({
    page,
    context,
  }) => {
    await page.goto("/sessions");
    await page.waitForLoadState("networkidle");
    await context.setOffline(true);
    await page.getByRole("link", { name: "Suivant" }).click();
    await expect(page.getByText("Impossible de récupérer les sessions").first()).toBeVisible();
    await expect(page).toHaveURL(/\/sessions$/);
    await expect(page.getByRole("main").getByRole("article")).toHaveCount(9);
    await expect(page.getByRole("progressbar")).toHaveCount(0);

    await context.setOffline(false);
    await page.getByRole("link", { name: "Suivant" }).click();
    await expect(page).toHaveURL(/page=2$/);
    await expect(page.getByRole("main")).toBeFocused();
  });

  test("Back without a network stays where one is", async ({ page, context }) => {
    await page.goto("/sessions");
    await page.getByRole("article").first().getByRole("link").first().click();
    await expect(page).toHaveURL(/\/session\//);
    const title = await page.getByRole("heading", { level: 1 }).textContent();
    await context.setOffline(true);
    await page.goBack();
    await expect(page.getByText("Impossible de récupérer les sessions").first()).toBeVisible();
    await expect(page).toHaveURL(/\/session\//);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title ?? "");
  });
});
