import type { Page, Request } from "@playwright/test";
import { expect, expectSound, test } from "./fixtures.ts";

const NOTHING = "session_id=cs_test_nothing";
/** Each page that a payment comes back to: what it says once the call has failed, and the way on. */
const PAGES = [
  {
    at: `/payment-success?${NOTHING}`,
    heading: "Vérification du paiement",
    toast: "Une erreur inattendue est survenue",
    ways: { "Voir mon profil": "/profil", "Voir les sessions": "/sessions" },
  },
  {
    at: `/guest-payment-success?${NOTHING}`,
    heading: "Échec de la vérification du paiement",
    toast: "Impossible de vérifier le paiement. Veuillez contacter le support.",
    ways: { "Contacter le support": "/contact", "Retour à l'accueil": "/" },
  },
  {
    at: `/guest-subscription-success?${NOTHING}&plan=premium&email=julie@example.fr`,
    heading: "Erreur de vérification",
    toast: "Une erreur est survenue lors de la vérification de votre abonnement",
    ways: { "Contacter le support": "/contact", "Retour à l'accueil": "/" },
  },
  {
    at: `/professionnel/success?${NOTHING}`,
    heading: "Vérification du paiement",
    toast: "Une erreur est survenue lors de la vérification du paiement",
    ways: {
      "Voir mon profil": "/profil?subscription_updated=true",
      "Voir nos offres": "/nos-offres",
    },
  },
];
const AGAIN = { name: "Vérifier à nouveau" };
const isCall = (request: Request) => request.method() === "POST";

/** Fails every call of a page from now on, in one of the two ways. */
async function fail(page: Page, how: "cut" | "503"): Promise<void> {
  await page.route(/\.data(\?|$)/, (route) =>
    how === "cut"
      ? route.abort("connectionfailed")
      : route.fulfill({ status: 503, contentType: "text/html", body: "<h1>503</h1>" }),
  );
}

async function expectFailed(
  page: Page,
  { heading, toast, ways }: (typeof PAGES)[number],
): Promise<void> {
  const said = page.getByRole("alertdialog").first();
  await expect(said).toContainText("Erreur");
  await expect(said).toContainText(toast);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
  const main = page.getByRole("main");
  for (const [name, to] of Object.entries(ways)) {
    await expect(main.getByRole("link", { name })).toHaveAttribute("href", to);
  }
  await expect(main.getByRole("button", { name: AGAIN.name })).toBeEnabled();
}

for (const screen of PAGES) {
  for (const how of ["cut", "503"] as const) {
    test(`${screen.at}: a call that is ${how} is said, and can be made again`, async ({ page }) => {
      await fail(page, how);
      await page.goto(screen.at);
      await expectFailed(page, screen);
      if (how === "cut") await expectSound(page);

      // Once more in vain, then with an answer: the server knows no such payment.
      const inVain =
        how === "cut"
          ? page.waitForEvent("requestfailed", isCall)
          : page.waitForEvent("requestfinished", isCall);
      await page.getByRole("button", AGAIN).click();
      await inVain;
      await expectFailed(page, screen);
      await page.unroute(/\.data(\?|$)/);
      const answered = page.waitForResponse((one) => isCall(one.request()));
      await page.getByRole("button", AGAIN).click();
      expect((await answered).ok()).toBe(true);
      await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(
        "Vérification en cours...",
      );
      await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
    });
  }
}
