import { expect, newEmail, test, WIDTHS } from "./fixtures.ts";
import { CARDS, logIn, paidSession, pay, signIn } from "./journeys.ts";

test.describe("a guest pays with nothing but an e-mail", () => {
  test("an unknown address gets an account, and must change its password first", async ({
    page,
    request,
    mailTo,
  }) => {
    const email = newEmail();
    const session = await paidSession(request, 4);
    await page.goto(`/session/${session.id}`);
    await page.getByLabel("Votre e-mail").fill(email);
    await page.getByRole("button", { name: "Réserver et payer" }).first().click();
    await pay(page, CARDS.works);

    await expect(page).toHaveURL(/\/guest-payment-success\?session_id=/);
    await expect(page.getByText("Compte créé automatiquement")).toBeVisible();
    await expect(page.getByText("Réservation confirmée", { exact: true })).toBeVisible();
    await expect(page.getByText("Email de confirmation envoyé")).toBeVisible();
    await expect(page.getByRole("main")).toContainText(session.title);
    await expect(page.getByRole("main")).toContainText("« Définir mon mot de passe »");
    // Nobody is signed in by having paid (rule: guest-account).
    await expect(page.getByRole("banner")).toContainText("Se connecter");

    const credentials = await mailTo(email, "identifiants").catch(() => mailTo(email));
    const password = /mot de passe temporaire\s*:\s*(\S+)/i.exec(credentials.text)?.[1];
    await logIn(page, email, password ?? "");
    await expect(page).toHaveURL(/\/changer-mot-de-passe$/);
    await page.goto("/mes-sessions");
    await expect(page).toHaveURL(/\/changer-mot-de-passe$/);
    await page.getByLabel("Nouveau mot de passe", { exact: true }).fill("camomille");
    await page.getByLabel("Confirmer le mot de passe").fill("camomille");
    await page.getByRole("button", { name: "Enregistrer le mot de passe" }).click();
    // Nothing is known of the buyer but the address: the first login asks for the names.
    await expect(page).toHaveURL(/\/bienvenue$/);
    await page.getByRole("button", { name: "Continuer" }).click();
    await expect(page.getByText("Le prénom et le nom sont requis").last()).toBeVisible();
    await page.getByLabel("Prénom").fill("Victoire");
    await page.getByLabel("Nom", { exact: true }).fill("Roy");
    await page.getByRole("button", { name: "Continuer" }).click();
    await expect(page).toHaveURL(/\/profil$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bonjour Victoire");
    await page.goto("/mes-sessions");
    await expect(page.getByRole("main")).toContainText(session.title);
  });

  test("a known address keeps its account, and the booking joins it", async ({ page, request }) => {
    const session = await paidSession(request, 5);
    await page.goto(`/session/${session.id}`);
    await page.getByLabel("Votre e-mail").fill("camille@example.fr");
    await page.getByRole("button", { name: "Réserver et payer" }).first().click();
    await pay(page, CARDS.works);
    await expect(page.getByText("Réservation associée à votre compte")).toBeVisible();
    await expect(page.getByText("Compte créé automatiquement")).toBeHidden();
    await expect(page.getByText("Code de présence")).toBeVisible();
    // The toast that comes with the result covers none of it.
    const toast = page.getByRole("region", { name: "Notifications" }).getByRole("dialog");
    await toast.hover();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 });
      const { y, height } = (await toast.boundingBox()) ?? { y: Number.NaN, height: 0 };
      const heading = await page.getByRole("heading", { level: 1 }).boundingBox();
      expect(y + height, `at ${width} px`).toBeLessThanOrEqual(heading?.y ?? 0);
    }
    await signIn(page, "camille@example.fr");
    await page.goto("/mes-sessions");
    await expect(page.getByRole("main")).toContainText(session.title);
  });

  test("somebody else with the address of the result page learns nothing of accounts", async ({
    page,
    request,
    browser,
  }) => {
    const session = await paidSession(request, 6);
    await page.goto(`/session/${session.id}`);
    await page.getByLabel("Votre e-mail").fill(newEmail());
    await page.getByRole("button", { name: "Réserver et payer" }).first().click();
    await pay(page, CARDS.works);
    await expect(page.getByText("Compte créé automatiquement")).toBeVisible();
    const stranger = await browser.newContext({ baseURL: new URL(page.url()).origin });
    const other = await stranger.newPage();
    await other.goto(page.url());
    await expect(other.getByText("Réservation confirmée", { exact: true })).toBeVisible();
    await expect(other.getByText("Compte créé automatiquement")).toBeHidden();
    await expect(other.getByRole("main")).not.toContainText(session.title);
    await stranger.close();
  });

  test("an e-mail that only the provider refuses is corrected beside its field", async ({
    page,
    request,
  }) => {
    const session = await paidSession(request, 7);
    await page.goto(`/session/${session.id}`);
    const email = page.getByLabel("Votre e-mail");
    await email.fill("email-invalid@example.fr");
    await page.getByRole("button", { name: "Réserver et payer" }).first().click();
    await expect(email).toHaveAccessibleDescription(/Veuillez saisir une adresse email valide/);
    await expect(email).toHaveAttribute("aria-invalid", "true");
    await email.fill(newEmail());
    await page.getByRole("button", { name: "Réserver et payer" }).first().click();
    await pay(page, CARDS.works);
    await expect(page.getByText("Compte créé automatiquement")).toBeVisible();
  });

  test("an e-mail that is none is refused beside its field", async ({ request }) => {
    const session = await paidSession(request, 7);
    const answer = await request.post("/api/v1/functions/create-guest-session-payment", {
      data: { sessionId: session.id, slotId: session.slots[0]?.id, amount: 1, email: "personne" },
    });
    expect(answer.status()).toBe(422);
    const { error } = await answer.json();
    expect(error.fields.email).toEqual(["Veuillez saisir une adresse email valide"]);
  });
});
