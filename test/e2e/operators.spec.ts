import type { Page } from "@playwright/test";
import { addDays, dayKey } from "#core/dates.ts";
import { DEMO_OPERATORS, DEMO_PASSWORD } from "#core/operators/demo/rules.ts";
import * as demo from "#db/demo/accounts.ts";
import { totpCode } from "#platform/totp.server.ts";
import { expect, expectSound, newEmail, test } from "./fixtures.ts";
import { CARDS, logInOperator, pay, publishAs, sendConfirmed, signInOperator } from "./journeys.ts";

const LEA = DEMO_OPERATORS[0];
const inDays = (days: number) => addDays(dayKey(new Date()), days);

test("a report goes from the queue to a decision, and into the journal", async ({ page }) => {
  const shown = await page.goto("/operateur");
  expect(shown?.status()).toBe(404);
  await page.goto("/operateur/connexion");
  await page.getByLabel("E-mail", { exact: true }).fill(String(LEA?.email));
  await page.getByLabel("Mot de passe", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByLabel("Code", { exact: true }).fill("000000");
  await page.getByRole("button", { name: "Entrer" }).click();
  await expect(page.getByRole("alert")).toContainText("code incorrect");
  await page.getByLabel("Mot de passe", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByLabel("Code", { exact: true }).fill(totpCode(String(LEA?.secret), new Date()));
  await page.getByRole("button", { name: "Entrer" }).click();

  await expect(page.getByRole("heading", { name: "La file" })).toBeVisible();
  const title = /^Avis sur .+ : sans rapport avec la séance$/;
  const line = page.getByRole("listitem").filter({ hasText: "sans rapport avec la séance" });
  await line.getByRole("button", { name: /^Prendre/ }).click();
  await expect(line.getByRole("button", { name: /^Rendre/ })).toBeVisible();
  await page.getByRole("link", { name: title }).click();
  await expect(page.getByText("Cet avis parle d'une autre séance")).toBeVisible();

  await page.getByRole("button", { name: "Décider et envoyer" }).click();
  await expect(page.getByText("Choisissez ce que devient l'avis.")).toBeVisible();
  await page.getByLabel("Refuser l'avis").check();
  // On a phone the button stays at the foot, beside the words for what it will do.
  const desk = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page.getByRole("button", { name: "Décider et envoyer" })).toBeInViewport();
  await expect(page.getByRole("link", { name: "Refuser l'avis" })).toBeInViewport();
  await expectSound(page, [390]);
  if (desk) await page.setViewportSize(desk);
  const facts = page.getByLabel("Les faits, dits aux deux");
  await facts.fill("Il parle d'une séance de yoga.");
  await page.getByLabel("Fondement").selectOption("misleading");
  await page.getByRole("button", { name: "Décider et envoyer" }).click();
  await expect(page.getByText("Rien n'est encore fait.")).toBeFocused();
  await expect(page.getByRole("heading", { name: "Ce qui partira" })).toBeVisible();
  const mail = page.frameLocator("iframe").first();
  await expect(mail.getByText("Il parle d'une séance de yoga.", { exact: true })).toBeVisible();
  await expectSound(page);
  await facts.fill("Il parle d'une autre séance.");
  await expect(page.getByRole("heading", { name: "Ce qui partira" })).toBeHidden();
  await expect(page.getByText("Rien n'est encore fait.")).toBeHidden();
  await facts.fill("Il parle d'une séance de yoga.");
  await sendConfirmed(page, "Décider et envoyer");
  await expect(page.getByText("Avis refusé")).toBeVisible();
  await expect(page.getByRole("link", { name: title })).toHaveCount(0);

  await page.getByRole("link", { name: "Journal" }).click();
  const act = page.getByRole("listitem").filter({ hasText: "Avis refusé par Léa Morvan" });
  await expect(act).toContainText("Motif : Il parle d'une séance de yoga.");
  await expect(act).toContainText("État : publié → refusé");

  await page.getByRole("button", { name: "Sortir" }).click();
  await expect(page.getByRole("heading", { name: "Espace opérateur" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Qui sommes-nous" })).toHaveCount(0);
  expect((await page.goto("/operateur/journal"))?.status()).toBe(404);
});

test("a contested payment is answered with what the site knows, and leaves the queue", async ({
  page,
  request,
  mailTo,
  baseURL,
}) => {
  const title = `Contestée ${Date.now().toString(36)}`;
  const id = await publishAs(request, demo.INES.email, { title, price: 31, date: inDays(19) });
  await page.goto(`/session/${id}`);
  const email = newEmail();
  await page.getByLabel("Votre e-mail").fill(email);
  await page.getByText("Ajouter un mot pour le praticien").click();
  await page.getByLabel("Note de réservation").fill("Une épaule opérée.");
  await page.getByRole("button", { name: "Réserver et payer" }).first().click();
  await pay(page, CARDS.disputed);
  await expect(page.getByText("Réservation confirmée", { exact: true })).toBeVisible();

  await signInOperator(page);
  const line = page.getByRole("link", { name: new RegExp(title) });
  await expect(async () => {
    await page.goto("/operateur?genre=argent");
    await expect(line).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  await line.click();
  await expect(page.getByLabel("Ce qui a été vendu")).toHaveValue(new RegExp(title));
  await expect(page.getByLabel("Ce qui s'est passé")).toHaveValue(/Paiement reçu/);
  await expect(page.getByRole("main")).not.toContainText("Une épaule opérée.");
  const ledger = page.getByRole("table", { name: "Écritures du paiement, en euros" });
  await expect(ledger.getByRole("row", { name: /^Frais de litige/ })).toContainText("−20,00");
  await expect(ledger.getByRole("row", { name: /^Aujourd'hui/ })).toContainText("+27,90");
  const money = page.getByRole("region", { name: "L'argent" });
  await expect(money).toContainText(/Somme contestée\s*31,00/);
  await expect(money).toContainText(/Frais de litige\s*20,00/);
  await expect(money).toContainText("Ouverte le");
  await expectSound(page);

  const dispute = page.url();
  // Its receipt is laid with it by a job.
  const receipt = page.getByRole("link", { name: /^Reçu ou note/ });
  await expect(async () => {
    await page.goto(dispute);
    await expect(receipt).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.getByLabel("Ce que montre le fichier").selectOption("Échange avec le client");
  const buffer = Buffer.from("%PDF-1.7\n<< /Type /Page >>\n%%EOF");
  const mimeType = "application/pdf";
  await page
    .getByLabel("Fichier", { exact: true })
    .setInputFiles({ name: "x.pdf", mimeType, buffer });
  await page.getByRole("button", { name: "Ajouter la pièce" }).click();
  const file = page.getByRole("link", { name: /^Échange avec le client/ });
  const opened = await page.request.get(String(await file.getAttribute("href")));
  expect([opened.headers()["content-type"], await opened.text()]).toEqual([mimeType, `${buffer}`]);

  await page.getByLabel("Annulation").fill("Jamais annulée.");
  await page.getByRole("button", { name: "Envoyer à la banque" }).click();
  await expect(page.getByText("Expliquez pourquoi")).toBeVisible();
  await expect(page.getByLabel("Annulation")).toHaveValue("Jamais annulée.");
  await page.getByLabel("Motif").fill("La séance a eu lieu.");
  await page.getByRole("button", { name: "Envoyer à la banque" }).click();
  await expect(page.getByText("Ouvrez d'abord chaque pièce")).toContainText("Reçu ou note");
  await expectSound(page);
  await page.request.get(String(await receipt.getAttribute("href")));
  await page.getByRole("button", { name: "Envoyer à la banque" }).click();
  await expect(page.getByText("Elle n'accepte qu'une réponse")).toBeVisible();
  await expect(page.getByLabel("Annulation")).toHaveValue("Jamais annulée.");
  await expectSound(page);
  await sendConfirmed(page, "Envoyer à la banque");
  await expect(page.getByText("Preuves envoyées à la banque")).toBeVisible();
  await expect(line).toHaveCount(0);
  await page.getByRole("link", { name: "Journal" }).click();
  const act = page.getByRole("listitem").filter({ hasText: "Preuves envoyées à la banque" });
  await expect(act.first()).toContainText("Motif : La séance a eu lieu.");
  await page.goto(dispute);
  await expect(file).toBeVisible();

  // The bank decides for its client, who has the money back: both sides are told.
  const sent = await page.getByRole("region", { name: "Ce qui a été fait" }).textContent();
  const simulator = new URL("/_simulator/faults", baseURL);
  simulator.port = String(Number(simulator.port) + 1);
  const lost = await request.post(simulator.href, {
    data: {
      type: "close_dispute",
      dispute: /Litige : (\w+)/.exec(sent ?? "")?.[1],
      status: "lost",
    },
  });
  expect(lost.ok(), await lost.text()).toBe(true);
  await mailTo(email, `Réservation annulée : ${title}`);
  await mailTo(demo.INES.email, `Réservation annulée : ${title}`);
  await page.goto(dispute);
  await expect(page.getByText("Contestation : perdue")).toBeVisible();
});

test("the queue is walked by keys, which nobody's typing sets off", async ({ page }) => {
  const text = `Par les touches ${Date.now().toString(36)}.`;
  await page.goto("/contact?sujet=technique");
  await page.getByLabel("Nom complet").fill("Paul Ferrand");
  await page.getByLabel("E-mail", { exact: true }).fill(newEmail());
  await page.getByLabel("Message", { exact: true }).fill(text);
  await page.getByRole("button", { name: "Envoyer" }).click();
  await expect(page.getByText("Message envoyé")).toBeVisible();

  await signInOperator(page);
  const filtered = "/operateur?genre=messages&pour=personne";
  await page.goto(filtered);
  const line = page.getByRole("link", { name: new RegExp(text) });
  const lines = page.locator("[data-line] a");
  const first = lines.first();
  await page.keyboard.press("Control+j");
  await expect(first).not.toBeFocused();
  for (let at = 0; !(await line.evaluate((link) => link === document.activeElement)); at++) {
    await page.keyboard.press("j");
    await expect(lines.nth(at)).toBeFocused();
  }
  await expectSound(page);

  const search = page.getByRole("searchbox");
  await search.pressSequentially("jkp");
  await expect(search).toHaveValue("jkp");
  await expect(search).toBeFocused();
  await line.focus();
  await page.getByRole("button", { name: "Couper les raccourcis" }).click();
  await line.focus();
  await page.keyboard.press("p");
  await page.getByRole("button", { name: "Activer les raccourcis" }).click();
  await expect(line).toBeVisible();

  // Taken, it is nobody's no more, and the list stays as it was filtered.
  await line.focus();
  await page.keyboard.press("p");
  await expect(line).toHaveCount(0);
  expect(new URL(page.url()).search).toBe("?genre=messages&pour=personne");
  await page.goto("/operateur?genre=messages&pour=moi");
  await line.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Paul Ferrand");
});

/** Gives the browser a device with a fingerprint reader, as Chromium's own tests have one. */
async function plugInDevice(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal" },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** From here on its owner is known to it, or not. */
    know: (isUserVerified: boolean) =>
      devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    count: async () =>
      (await devtools.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length,
  };
}

test("an operator adds a passkey, enters with it alone, and is out once it is removed", async ({
  page,
}) => {
  const name = `Portable ${Date.now().toString(36)}`;
  const device = await plugInDevice(page);
  const marc = String(DEMO_OPERATORS[1]?.email);
  await logInOperator(page.request, marc);
  await page.goto("/operateur");
  await page.getByRole("link", { name: /^Marc Delaunay|vos accès/ }).click();
  await expect(page.getByRole("heading", { name: "Vos accès" })).toBeVisible();
  await page.getByLabel("Nom de la clé").fill(" ");
  await page.getByRole("button", { name: "Ajouter une clé d'accès" }).click();
  await expect(page.getByText("Donnez un nom à cette clé.")).toBeVisible();
  expect(await device.count()).toBe(0);
  await page.getByLabel("Nom de la clé").fill(name);
  await page.getByRole("button", { name: "Ajouter une clé d'accès" }).click();
  const item = page.getByRole("listitem").filter({ hasText: name });
  await expect(item).toContainText("Jamais utilisée pour entrer.");
  expect(await device.count()).toBe(1);
  await expectSound(page);
  await page.getByRole("button", { name: "Ajouter une clé d'accès" }).click();
  await expect(page.getByText("a déjà une de vos clés d'accès")).toBeVisible();

  await page.getByRole("button", { name: "Sortir" }).click();
  await device.know(false);
  const enter = page.getByRole("button", { name: "Utiliser une clé d'accès" });
  await enter.click();
  await expect(page.getByRole("alert")).toContainText("Rien n'a été confirmé");
  await expectSound(page);
  await device.know(true);
  await enter.click();
  await expect(page.getByRole("heading", { name: "La file" })).toBeVisible();
  await page.getByRole("link", { name: "Journal" }).click();
  // He decides about money in other tests meanwhile.
  const act = page
    .getByRole("listitem")
    .filter({ hasText: "par Marc Delaunay" })
    .filter({ hasText: "Connexion par une clé d'accès" });
  await expect(act.first()).toBeVisible();

  await page.goto("/operateur/acces");
  await expect(item).toContainText("Cette connexion");
  await item.getByText("Retirer", { exact: false }).first().click();
  await expect(item.getByText("vous sortirez aussitôt")).toBeVisible();
  await expectSound(page);
  await item.getByRole("button", { name: "Retirer cette clé" }).click();
  await expect(page.getByRole("heading", { name: "Espace opérateur" })).toBeVisible();
  await expect(page.getByText("Clé d'accès retirée, connexion fermée")).toBeVisible();
  expect((await page.goto("/operateur"))?.status()).toBe(404);
  await page.goto("/operateur/connexion");
  await enter.click();
  await expect(page.getByRole("alert")).toContainText("n'ouvre rien ici");
});
