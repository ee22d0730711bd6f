import { expect, newEmail, test } from "./fixtures.ts";
import { paidSession } from "./journeys.ts";

// Playwright's browsers throw pages away when they are left; those of people keep them whole.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, ignoreDefaultArgs: ["--disable-back-forward-cache"] });
  },
});

test("back from the payment, a guest can go on with the booking", async ({ page, request }) => {
  const { id } = await paidSession(request, 24);
  await page.goto(`/session/${id}`);
  await page.evaluate(() =>
    addEventListener("pageshow", ({ persisted }) => {
      document.documentElement.dataset.kept = String(persisted);
    }),
  );
  await page.getByLabel("Votre e-mail").fill(newEmail());
  await page.getByRole("button", { name: "Réserver et payer" }).first().click();
  await expect(page).not.toHaveURL(/\/session\//);
  await page.goBack();
  await expect(page.locator("html")).toHaveAttribute("data-kept", "true");
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  const again = page
    .getByRole("main")
    .getByRole("button", { name: /payer|paiement/ })
    .first();
  await expect(again).not.toHaveAttribute("aria-busy");
  await again.click();
  await expect(page).not.toHaveURL(/\/session\//);
});
