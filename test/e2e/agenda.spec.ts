import { INES, LEO } from "#db/demo/accounts.ts";
import { expect, expectSound, test } from "./fixtures.ts";
import { DEMO_SLOTS, logIn, signIn } from "./journeys.ts";

test("a professional sees who comes, on a phone and on a desk, and opens a slot by keyboard", async ({
  page,
}) => {
  await signIn(page, INES.email);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/agenda?creneau=");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Aujourd'hui");
    const row = page.locator(DEMO_SLOTS).last();
    await row.focus();
    await page.keyboard.press("Enter");
    const panel = page.getByRole("article");
    await expect(panel).toBeVisible();
    await expect(panel.getByText(/place(s)? libre(s)?|Complet/).first()).toBeVisible();
    await expect(row).toHaveAttribute("aria-current", "true");
    await expect(row).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(panel.getByRole("link", { name: "Fermer ce créneau" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(panel).toHaveCount(0);
  }
  await page.getByRole("link", { name: "Semaine suivante" }).click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Aujourd'hui");
  await page.getByRole("link", { name: "Jour", exact: true }).click();
  await expect(page.locator(".ag-day").filter({ visible: true })).toHaveCount(1);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a place is published, shared, moved and cancelled", async ({ page, request }) => {
    // No other test publishes for him: what is proposed first stays.
    await signIn(page, LEO.email);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/agenda");
    await page.getByRole("link", { name: "Publier une place" }).filter({ visible: true }).click();
    await page.getByText("Autre jour").click();
    // Nobody else's test looks at that hour.
    await page.getByLabel("Le", { exact: true }).fill(inDays(41));
    await page.getByLabel("À", { exact: true }).fill("06:15");
    await page.getByRole("button", { name: "Mettre en ligne" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("En ligne");
    const message = await page.getByLabel("Le message à partager").inputValue();
    expect(message).toMatch(/^Une place se libère .+ à 06:15, .+\. http.+\/s\/[a-z0-9]{6}$/);
    const short = new URL(message.split(" ").at(-1) ?? "").pathname;
    const led = await request.get(short, { maxRedirects: 0 });
    expect(led.status()).toBe(302);
    expect(led.headers().location).toMatch(/^\/(session|activites)\/.+\?creneau=/);

    await page.getByRole("link", { name: "Voir dans l'agenda" }).click();
    const panel = page.getByRole("article");
    await expect(panel).toContainText("06:15");
    await panel.getByText("Déplacer ce créneau").click();
    await panel.getByLabel("Heure").fill("07:45");
    await panel.getByLabel("Durée en minutes").fill("7");
    await panel.getByRole("button", { name: "Déplacer" }).click();
    await expect(panel.getByText(/La durée va de 15 minutes/)).toBeVisible();
    await expect(panel.getByLabel("Heure")).toHaveValue("07:45");
    await panel.getByLabel("Durée en minutes").fill("45");
    await panel.getByRole("button", { name: "Déplacer" }).click();
    await expect(panel).toContainText("07:45 – 08:30");
    await panel.getByText("Annuler ce créneau").click();
    await panel.getByRole("button", { name: "Confirmer l'annulation" }).click();
    await expect(panel).toHaveCount(0);
    await expect(page.getByText("07:45")).toHaveCount(0);
  });
});

test("from the login to « En ligne » in six taps at the most", async ({ page }) => {
  let taps = 0;
  const tap = async (click: Promise<void>) => {
    taps += 1;
    await click;
  };
  await page.setViewportSize({ width: 390, height: 844 });
  await logIn(page, LEO.email);
  taps += 3; // E-mail, password, « Se connecter ».
  await page.waitForURL("/agenda");
  const publish = page.getByRole("link", { name: "Publier une place" }).filter({ visible: true });
  // The words that greet somebody who has logged in stand above the button, not over it.
  const isUncovered = await publish.evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  expect(isUncovered).toBe(true);
  await tap(publish.click());
  await expect(page.getByText("Tout est prêt. Changez ce qui doit l'être.")).toBeVisible();
  // The first hour of today may pass before the form is sent.
  await tap(page.getByText("Demain", { exact: true }).click());
  // Drawn by the page's own stylesheet.
  await expect(page.getByRole("checkbox", { name: "Le prix s'allège" })).toHaveCSS("width", "52px");
  await expectSound(page);
  await tap(page.getByRole("button", { name: "Mettre en ligne" }).click());
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("En ligne");
  expect(taps).toBeLessThanOrEqual(6);
  await expectSound(page);
});

/** « 2026-12-31 », so many days from now. */
function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
