import { expect, newEmail, test } from "./fixtures.ts";
import { paidSession } from "./journeys.ts";

// Chromium without a window keeps no page that was left. So the payment's page answers nothing at
// first, which leaves this one where it is, and the event that tells of a kept page is fired by hand.
test("back from the payment, a guest can go on with the booking", async ({ page, request }) => {
  const { id } = await paidSession(request, 10);
  await page.goto(`/session/${id}`);
  let isOpen = false;
  await page.route(
    (url) => url.port !== new URL(page.url()).port,
    (route) => (isOpen ? route.continue() : route.fulfill({ status: 204 })),
  );
  await page.getByLabel("Votre e-mail").fill(newEmail());
  const answered = page.waitForResponse((response) => response.status() === 204);
  await page.getByRole("button", { name: "Réserver et payer" }).first().click();
  await answered;
  const pending = page.getByRole("main").locator("button[aria-busy]");
  await expect(pending).not.toHaveCount(0);
  await page.evaluate(() =>
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })),
  );
  await expect(pending).toHaveCount(0);
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  isOpen = true;
  await page.getByRole("main").getByRole("link", { name: "Reprendre le paiement" }).first().click();
  await expect(page).not.toHaveURL(/\/session\//);
});
