import { chromiumArguments, findWholeChromium } from "../../scripts/chromium.mjs";
import { expect, newEmail, test } from "./fixtures.ts";
import { paidSession } from "./journeys.ts";

const executablePath = findWholeChromium() ?? "";

// Playwright forbids what is tried here, and a Chromium that never has a window cannot do it.
test.use({
  launchOptions: {
    ...{ executablePath, args: chromiumArguments },
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  },
});
test.skip(executablePath === "", "needs the package « chromium »");

test("back from the payment, a guest can go on with the booking", async ({ page, request }) => {
  const { id } = await paidSession(request, 10);
  await page.goto(`/session/${id}`);
  await page.evaluate(() => Object.assign(window, { isKept: true }));
  await page.getByLabel("Votre e-mail").fill(newEmail());
  await page.getByRole("button", { name: "Réserver et payer" }).first().click();
  await expect(page.locator("[name=cardNumber]")).toBeVisible();
  await page.evaluate(() => history.back());
  await expect
    .poll(() => page.evaluate(() => "isKept" in window && location.pathname))
    .toBe(`/session/${id}`);
  await expect(page.getByRole("main").locator("button[aria-busy]")).toHaveCount(0);
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: "Reprendre le paiement" }).first().click();
  await expect(page.locator("[name=cardNumber]")).toBeVisible();
});
