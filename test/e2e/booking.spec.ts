import { expect, newEmail, test } from "./fixtures.ts";
import { CARDS, newAccount, paidSession, pay, signIn, spotsLeft } from "./journeys.ts";

/** A client with an account of their own, through every screen that makes one. */
test.describe("a client finds a session and pays for it", () => {
  test("from sign-up to the booking in « Mes Sessions »", async ({ page, request, mailTo }) => {
    const email = newEmail();
    await page.goto("/inscription");
    await page.getByLabel("Prénom").fill("Louise");
    await page.getByLabel("Nom", { exact: true }).fill("Garnier");
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Mot de passe", { exact: true }).fill("tisane-verte");
    await page.getByLabel("Confirmer le mot de passe").fill("tisane-verte");
    await page.getByRole("button", { name: "S'inscrire" }).click();
    await expect(page.getByRole("dialog")).toContainText("spam");

    const confirmation = await mailTo(email);
    const link = /https?:\/\/\S+confirmation\S+/.exec(confirmation.text)?.[0];
    await page.goto(new URL(link ?? "").pathname + new URL(link ?? "").search);
    await page.getByLabel("Mot de passe", { exact: true }).fill("tisane-verte");
    await page.getByRole("button", { name: "Confirmer et me connecter" }).click();
    await expect(page).toHaveURL(/\/profil$/);
    await expect(page.getByRole("banner")).toContainText("Louise");

    const session = await paidSession(request, 34);
    await page.goto("/");
    await page.getByRole("searchbox", { name: /Quoi/ }).fill(session.title);
    await page.getByRole("button", { name: "Rechercher" }).click();
    await expect(page).toHaveURL(/\/sessions\?q=/);
    // By its address: the demo has other sessions of the same title.
    await page.locator(`article a[href^="/session/${session.id}"]`).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(session.title);
    const slot = session.slots.find(({ available_spots }) => available_spots > 0);
    const before = await spotsLeft(request, session.id, slot?.id ?? "");

    await page.getByText("Ajouter un mot pour le praticien").click();
    await page.getByLabel("Note de réservation").fill("Première fois, un peu raide.");
    await page.getByRole("button", { name: "Réserver et payer" }).first().click();
    await pay(page, CARDS.works);

    await expect(page).toHaveURL(/\/payment-success\?session_id=cs_test_/);
    await expect(page.getByRole("heading", { name: "Paiement réussi !" })).toBeVisible();
    expect(await spotsLeft(request, session.id, slot?.id ?? "")).toBe(before - 1);

    await page.goto("/mes-sessions");
    const card = page.getByRole("listitem").filter({ hasText: session.title });
    await expect(card).toContainText("Confirmée");
    await expect(card).toContainText(session.professional.business_name);
    await expect(card).toContainText("Première fois, un peu raide.");

    const mail = await mailTo(email, session.title);
    expect(mail.text).toContain(session.professional.business_name);
    await page.goto("/demo/mails");
    await page
      .getByRole("link", { name: `${email} ` })
      .filter({ hasText: session.title })
      .click();
    const file = page.waitForEvent("download");
    await page.getByRole("list", { name: "Pièces jointes" }).getByRole("link").click();
    expect((await file).suggestedFilename()).toBe("seance.ics");
  });

  test("a declined card loses nothing, and another card pays", async ({
    page,
    request,
    mailTo,
    baseURL,
  }) => {
    const session = await paidSession(request, 1);
    await signIn(page, await newAccount(request, mailTo, baseURL));
    await page.goto(`/session/${session.id}`);
    await page.getByRole("button", { name: "Réserver et payer" }).first().click();
    await pay(page, CARDS.declined);
    await expect(page.getByRole("alert")).toBeVisible();
    await pay(page, CARDS.works);
    await expect(page.getByRole("heading", { name: "Paiement réussi !" })).toBeVisible();
  });

  test("a bank that asks for 3-D Secure is satisfied, then the payment succeeds", async ({
    page,
    request,
    mailTo,
    baseURL,
  }) => {
    const session = await paidSession(request, 2);
    await signIn(page, await newAccount(request, mailTo, baseURL));
    await page.goto(`/sessions/${session.id}`);
    await page.getByRole("button", { name: "Réserver et payer" }).first().click();
    await pay(page, CARDS.secure);
    await page.locator("button[name=outcome][value=success]").click();
    await expect(page.getByRole("heading", { name: "Paiement réussi !" })).toBeVisible();
  });

  test("going back from the payment page frees the seat at once", async ({
    page,
    request,
    mailTo,
    baseURL,
  }) => {
    const session = await paidSession(request, 35);
    const slot = session.slots.find(({ available_spots }) => available_spots > 0);
    const before = await spotsLeft(request, session.id, slot?.id ?? "");
    await signIn(page, await newAccount(request, mailTo, baseURL));
    await page.goto(`/session/${session.id}`);
    await page.getByRole("button", { name: "Réserver et payer" }).first().click();
    await expect(page.locator("[name=cardNumber]")).toBeVisible();
    expect(await spotsLeft(request, session.id, slot?.id ?? "")).toBe(before - 1);
    await page.getByRole("link", { name: /Retour/ }).click();
    await expect(page.getByRole("heading", { name: "Paiement annulé" })).toBeVisible();
    expect(await spotsLeft(request, session.id, slot?.id ?? "")).toBe(before);
  });

  test("a result page without a payment says so and leads to the profile", async ({ page }) => {
    await page.goto("/payment-success");
    await expect(page.getByRole("alert")).toContainText("ID de session manquant");
    await expect(page).toHaveURL(/\/profil$/);
  });
});
