import { chromiumArguments, findWholeChromium } from "../../scripts/chromium.mjs";
import { expect, newEmail, test } from "./fixtures.ts";
import { paidSession } from "./journeys.ts";

const executablePath = findWholeChromium() ?? "";

// Playwright switches the back/forward cache off, and a Chromium that never has a window has none.
test.use({
  launchOptions: {
    executablePath,
    args: chromiumArguments,
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  },
});
test.skip(
  executablePath === "",
  "needs a Chromium with its back/forward cache: package « chromium »",
);

test("back from the payment, a guest can go on with the booking", async ({ page, request }) => {
  const { id } = await paidSession(request, 10);
  await page.goto(`/session/${id}`);
  const site = new URL(page.url()).origin;
  await page.evaluate(() => {
    addEventListener("pageshow", ({ persisted }) => {
      document.documentElement.dataset.kept = String(persisted);
    });
  });
  await page.getByLabel("Votre e-mail").fill(newEmail());
  await page.getByRole("button", { name: "Réserver et payer" }).first().click();
  await expect(page.locator("[name=cardNumber]")).toBeVisible();
  expect(new URL(page.url()).origin).not.toBe(site);
  // Leaves before it can answer that it has.
  await page.evaluate(() => setTimeout(() => history.back()));
  await expect(page.locator("html[data-kept=true]")).toBeAttached();
  expect(page.url()).toBe(`${site}/session/${id}`);
  await expect(page.getByRole("main").locator("button[aria-busy]")).toHaveCount(0);
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  // Others may hold seats too, for whom the page has a link of that name of its own.
  await page.locator("[data-resume]").click();
  await expect(page.locator("[name=cardNumber]")).toBeVisible();
});
