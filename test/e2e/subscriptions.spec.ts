import type { Page } from "@playwright/test";
import { formatDate } from "#core/dates.ts";
import { expect, expectSound, goAndSettle, newEmail, test as shared } from "./fixtures.ts";
import { logIn, signIn, subscribe } from "./journeys.ts";
import { type Product, removeProduct, spawnProduct, untilItRuns } from "./product.ts";

/** A product of its own: the provider's clock moves here, and nobody else may buy meanwhile. */
const test = shared.extend<object, { product: Product }>({
  product: [
    async ({ browserName: _ }, use) => {
      const product = await spawnProduct();
      await untilItRuns(product);
      await use(product);
      await removeProduct(product);
    },
    // As long as a start may take, and its end.
    { scope: "worker", timeout: 400_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
});
// One after the other, on one product; time only goes forward.
test.describe.configure({ mode: "default" });

async function simulate({ port }: Product, path: string, body: object): Promise<void> {
  const response = await fetch(`http://localhost:${port + 1}/_simulator/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.ok).toBe(true);
}
const wait = (product: Product, until: Temporal.ZonedDateTime) =>
  simulate(product, "clock", { now: until.toInstant().toString() });

/** The tab that a click opens, with the whole of the provider's page in it. */
async function opened(page: Page, click: () => Promise<void>): Promise<Page> {
  const event = page.context().waitForEvent("page");
  await click();
  const tab = await event;
  await tab.waitForURL(/^http/);
  return tab;
}

const plain = (text: string | null) => (text ?? "").replaceAll(/\s/g, " ");
const card = (page: Page) => page.getByRole("region", { name: "Abonnement" });

/** Looks at /profil until the webhooks have arrived. */
async function expectOnProfile(page: Page, text: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.goto("/profil");
    await expect(card(page)).toContainText(text, { timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
}

test("the offers say what they cost, without tax and with it", async ({ page }) => {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/nos-offres");
    const premium = page.getByRole("region", { name: "Premium" });
    await expect(premium).toContainText("Populaire");
    const words = plain(await premium.textContent());
    expect(words).toContain("19,90 € HT par mois");
    expect(words).toContain("total 178,80 €, économie de 60,00 €");
    expect(words).toContain("59,70 € au lieu de 119,40 €, économie de 59,70 €");
    expect(words).toContain("renouvelé ensuite à 19,90 € HT par mois");
    await page.getByRole("link", { name: "Prix TTC" }).click();
    await expect(premium).toContainText(/23,88\s€\sTTC par mois/);
    await expect(premium).toContainText(/214,56\s€/);
    await expect(page.getByRole("table")).toContainText(/Prix TTC par mois/);
    await expectSound(page, [width]);
  }
});

test("a guest without an e-mail is told so, and no tab opens for nothing", async ({ page }) => {
  await goAndSettle(page, "/nos-offres");
  const premium = page.getByRole("region", { name: "Premium" });
  await premium.getByLabel("Votre e-mail").fill("personne");
  await premium.getByRole("button", { name: /Choisir Premium/ }).click();
  await expect(premium.getByText("Veuillez saisir une adresse email valide")).toBeVisible();
  await expect(premium.getByLabel("Votre e-mail")).toBeFocused();
  await expect(page.getByText("Email requis").first()).toBeVisible();
  expect(page.context().pages()).toHaveLength(1);
});

test("a guest takes the free plan with nothing but an e-mail", async ({ page, mailTo }) => {
  const email = newEmail();
  await page.goto("/nos-offres");
  const free = page.getByRole("region", { name: "Free" });
  await free.getByLabel("Votre e-mail").fill(email);
  await free.getByRole("button", { name: "Choisir Free" }).click();
  await expect(page).toHaveURL(/\/guest-subscription-success\?plan=free&email=/);
  await expect(page.getByRole("heading", { name: "Abonnement activé !" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Plan FREE activé");
  expect((await mailTo(email, "identifiants")).text).toContain("Mot de passe temporaire");
  await mailTo(email, "Votre abonnement Free est actif");
});

test("a guest pays six months of Premium, and reads before what comes after", async ({
  page,
  mailTo,
}) => {
  const email = newEmail();
  await page.goto("/nos-offres");
  const premium = page.getByRole("region", { name: "Premium" });
  await premium.getByText("9,95").click();
  await premium.getByLabel("Votre e-mail").fill(email);
  const payment = await opened(page, () =>
    premium.getByRole("button", { name: /Choisir Premium/ }).click(),
  );
  const words = plain(await payment.locator("main").textContent());
  expect(words).toContain("TVA 20 %");
  expect(words).toContain("71,64 € TTC (59,70 € HT) pour 6 mois, puis 23,88 € TTC (19,90 € HT)");
  await expect(payment.getByRole("button", { name: /^S'abonner 71,64/ })).toBeVisible();
  await subscribe(payment);
  await expect(payment).toHaveURL(/\/guest-subscription-success\?session_id=cs_test/);
  await expect(payment.getByRole("main")).toContainText("Plan PREMIUM activé");
  await expect(payment.getByRole("main")).toContainText(/Premium, 71,64\s€ TTC \(59,70\s€ HT\)/);
  await expect(payment.getByRole("main")).toContainText(email);
  await expect(payment.getByRole("main")).toContainText("mot de passe temporaire");
  await expect(payment.getByRole("link", { name: "Se connecter" }).last()).toHaveAttribute(
    "href",
    "/connexion",
  );
  const credentials = await mailTo(email, "identifiants");
  await mailTo(email, "Votre abonnement Premium est actif");

  // A subscriber came to offer something: the wizard follows the password and the names.
  const temporary = /mot de passe temporaire\s*:\s*(\S+)/i.exec(credentials.text)?.[1] ?? "";
  await logIn(payment, email, temporary);
  await expect(payment).toHaveURL(/\/changer-mot-de-passe$/);
  await payment.getByLabel("Nouveau mot de passe", { exact: true }).fill("camomille");
  await payment.getByLabel("Confirmer le mot de passe").fill("camomille");
  await payment.getByRole("button", { name: "Enregistrer le mot de passe" }).click();
  await expect(payment).toHaveURL(/\/bienvenue$/);
  await payment.getByLabel("Prénom").fill("Awa");
  await payment.getByLabel("Nom", { exact: true }).fill("Diallo");
  await payment.getByRole("button", { name: "Continuer" }).click();
  await expect(payment).toHaveURL(/\/professionnel\/creer$/);
  await payment.goto("/profil");
  const banner = payment.getByRole("region", { name: "Terminez votre profil professionnel" });
  await expect(banner).toBeVisible();
  await expect(payment.getByText("Vous êtes praticien ?")).toBeHidden();
  await banner.getByRole("link", { name: "Terminer mon profil" }).click();
  await payment.getByLabel("Nom de l'activité").fill("Atelier d'Awa");
  await payment.getByLabel("Description").fill("Du yoga pour souffler.");
  await payment.getByRole("button", { name: "Continuer" }).click();
  await expect(payment).toHaveURL(/etape=2$/);
  await payment.getByRole("button", { name: "Créer mon profil professionnel" }).click();
  await expect(payment).toHaveURL(/etape=3$/);
  await payment.goto("/profil");
  await expect(banner).toBeHidden();
});

test("the guest's result page waits for plan and e-mail, and fails with a way to the support", async ({
  page,
}) => {
  await goAndSettle(page, "/guest-subscription-success?plan=premium");
  await expect(page.getByRole("heading", { name: "Vérification en cours..." })).toBeVisible();
  await page.goto("/guest-subscription-success?plan=free&email=inconnue%40example.fr");
  await expect(page.getByRole("heading", { name: "Erreur de vérification" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Contacter le support" })).toBeVisible();
  await expectSound(page);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a plan is chosen, paid and verified all the same", async ({ page }) => {
    const email = newEmail();
    await page.goto("/nos-offres");
    const premium = page.getByRole("region", { name: "Premium" });
    await premium.getByLabel("Votre e-mail").fill("personne");
    const choose = () => premium.getByRole("button", { name: /Choisir Premium/ }).click();
    const refused = await opened(page, choose);
    await expect(refused.getByText("Email requis")).toBeVisible();
    await expect(
      refused
        .getByRole("region", { name: "Premium" })
        .getByText("Veuillez saisir une adresse email valide"),
    ).toBeVisible();
    await premium.getByLabel("Votre e-mail").fill(email);
    const payment = await opened(page, choose);
    await subscribe(payment);
    await expect(payment).toHaveURL(/\/guest-subscription-success/);
    await payment.getByRole("button", { name: "Vérifier mon paiement" }).click();
    await expect(payment.getByRole("main")).toContainText("Plan PREMIUM activé");
  });
});

test("a payment that was called off changes nothing", async ({ page }) => {
  for (const address of ["/professionnel/cancel", "/professionnel-cancel"]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { name: "Paiement annulé" })).toBeVisible();
    await expect(page.getByRole("main")).toContainText("Aucun montant n'a été débité");
  }
});

test("Inès's portal opens, for her card and invoices", async ({ page }) => {
  await signIn(page, "ines@example.fr");
  await page.goto("/profil");
  await expect(card(page)).toContainText("Premium");
  const portal = await opened(page, () =>
    page.getByRole("button", { name: /Gérer mon abonnement/ }).click(),
  );
  await expect(portal.getByRole("heading", { name: "Votre abonnement" })).toBeVisible();
  await expect(portal.getByText(/Payée/).first()).toBeVisible();
  await page.goto("/nos-offres");
  await expect(page.getByRole("region", { name: "Premium" })).toContainText("Votre offre actuelle");
});

test("Léo's subscription, from the first payment to the last", async ({
  page,
  product,
  mailTo,
}) => {
  test.slow();
  await signIn(page, "leo@example.fr");
  await page.goto("/nos-offres");
  await expect(page.getByRole("region", { name: "Free" })).toContainText("Votre offre actuelle");

  // Renewals are counted in months, as long as they are: by the provider, from this day on.
  const now = () => Temporal.Now.zonedDateTimeISO("UTC");
  const before = now();
  let bought = before;

  await test.step("he buys Premium, in a tab of its own", async () => {
    const payment = await opened(page, () =>
      page.getByRole("button", { name: /Choisir Premium/ }).click(),
    );
    await expect(payment.getByRole("button", { name: /^S'abonner 23,88/ })).toBeVisible();
    await subscribe(payment);
    await expect(payment).toHaveURL(/\/professionnel\/success\?session_id=cs_test/);
    bought = now();
    await expect(payment.getByRole("heading", { name: "Abonnement activé !" })).toBeVisible();
    await expect(payment.getByRole("main")).toContainText(/Premium, 23,88\s€ TTC/);
    await expect(payment).toHaveURL(/\/profil$/);
    await expect(payment.getByText("Abonnement activé !").first()).toBeVisible();
    await expect(payment.getByText("Votre plan : Premium.").first()).toBeVisible();
    await expect(card(payment)).toContainText("Premium");
    await payment.close();
    // The tab of the offers has followed by itself.
    await expect(page.getByRole("region", { name: "Premium" })).toContainText(
      "Votre offre actuelle",
    );
    const mail = await mailTo("leo@example.fr", "Votre abonnement Premium est actif");
    expect(plain(mail.text)).toContain("23,88 € TTC (19,90 € HT) par mois");
  });

  await test.step("another is refused: it is changed in the portal", async () => {
    const answer = await page.request.post("/api/v1/functions/create-subscription-checkout", {
      data: { planType: "premium_yearly" },
      headers: { origin: product.url },
    });
    expect(answer.status()).toBe(409);
    expect((await answer.json()).error.message).toContain("Vous avez déjà un abonnement Premium");
  });

  await test.step("it is renewed", async () => {
    await wait(product, bought.add({ months: 1, days: 4 }));
    // Two where midnight came while he paid.
    const next = [before, bought].map((day) => {
      const { epochMilliseconds } = day.add({ months: 2 });
      return formatDate(new Date(epochMilliseconds));
    });
    await expectOnProfile(page, new RegExp(`Prochaine facturation le (${next.join("|")})`));
  });

  await test.step("he changes to Enterprise in the portal, on one invoice", async () => {
    const portal = await opened(page, () =>
      page.getByRole("button", { name: /Gérer mon abonnement/ }).click(),
    );
    const enterprise = portal.locator("option", { hasText: /Enterprise.*par mois/ });
    const invoices = portal.getByRole("link", { name: /-\d{4}$/ });
    const before = await invoices.count();
    const value = String(await enterprise.getAttribute("value"));
    await portal.getByLabel("Formule").selectOption(value);
    await portal.getByRole("button", { name: "Changer de formule" }).click();
    await expectOnProfile(page, "Enterprise");
    await expect(async () => {
      await portal.reload();
      await expect(portal.getByRole("main")).toContainText(/58,80\s€/, { timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
    await expect(invoices).toHaveCount(before + 1);
    await invoices.first().click();
    await expect(portal.getByRole("main")).toContainText(/TVA 20 %/);
    await portal.close();
  });

  await test.step("a renewal that fails leaves seven days, and is paid in the portal", async () => {
    await simulate(product, "faults", { type: "decline_invoices", times: null });
    await wait(product, bought.add({ months: 2, days: 5 }));
    await expectOnProfile(page, "Le dernier paiement n'a pas abouti");
    const mail = await mailTo("leo@example.fr", "Le paiement de votre abonnement");
    expect(mail.text).toContain("Votre offre reste active jusqu'au");
    await fetch(`http://localhost:${product.port + 1}/_simulator/faults`, { method: "DELETE" });
    await wait(product, bought.add({ months: 2, days: 9 }));
    await expectOnProfile(page, "Prochaine facturation le");
  });

  await test.step("he calls it off: it runs out, and says so", async () => {
    const portal = await opened(page, () =>
      page.getByRole("button", { name: /Gérer mon abonnement/ }).click(),
    );
    await portal.getByRole("button", { name: "Annuler l'abonnement" }).click();
    // The tab of the profile follows by itself.
    await expect(card(page)).toContainText("Prend fin le");
    await wait(product, bought.add({ months: 3, days: 5 }));
    await expectOnProfile(page, "Aucun abonnement actif");
    await mailTo("leo@example.fr", "Votre abonnement Enterprise est terminé");
  });

  await test.step("then takes the free plan again", async () => {
    await page.goto("/nos-offres");
    await page.getByRole("button", { name: "Choisir Free" }).click();
    await expect(page).toHaveURL(/\/profil$/);
    await expect(page.getByText("Plan activé")).toBeVisible();
    await expect(card(page)).toContainText("Free");
  });
});
