import { expect, newEmail, test } from "./fixtures.ts";
import { paidSession } from "./journeys.ts";

// Chromium without a window keeps no page that was left: the event by which browsers say that they
// did is fired by hand, on a page whose way to the payment is still open.
test("back from the payment, a guest can go on with the booking", async ({ page, request }) => {
  const { id } = await paidSession(request, 10);
  await page.goto(`/session/${id}`);
  let isOpen = false;
  const asked = new Promise<void>((resolve) =>
    page.route(
      (url) => url.port !== new URL(page.url()).port,
      (route) => (isOpen ? route.continue() : resolve()),
    ),
  );
  await page.getByLabel("Votre e-mail").fill(newEmail());
  await page.getByRole("button", { name: "Réserver et payer" }).first().click();
  await asked;
  const pending = page.getByRole("main").locator("button[aria-busy]");
  await expect(pending).not.toHaveCount(0);
  await page.evaluate(() => {
    window.stop();
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
  await expect(pending).toHaveCount(0);
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  isOpen = true;
  await page
    .getByRole("main")
    .getByRole("button", { name: /paiement/ })
    .first()
    .click();
  await expect(page).not.toHaveURL(/\/session\//);
});
