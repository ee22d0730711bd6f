import { DEMO_OPERATORS, DEMO_PASSWORD } from "#core/operators/demo/rules.ts";
import { totpCode } from "#platform/totp.server.ts";
import { expect, test } from "./fixtures.ts";

const LEA = DEMO_OPERATORS[0];

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
  await page.getByLabel("Les faits, dits aux deux").fill("Il parle d'une séance de yoga.");
  await page.getByRole("button", { name: "Décider et envoyer" }).click();
  await expect(page.getByText("Avis refusé")).toBeVisible();
  await expect(page.getByRole("link", { name: title })).toHaveCount(0);

  await page.getByRole("link", { name: "Journal" }).click();
  const act = page.getByRole("listitem").filter({ hasText: "Avis refusé par Léa Morvan" });
  await expect(act).toContainText("Motif : Il parle d'une séance de yoga.");
  await expect(act).toContainText("status : published → refused");

  await page.getByRole("button", { name: "Sortir" }).click();
  await expect(page.getByRole("heading", { name: "Espace opérateur" })).toBeVisible();
  expect((await page.goto("/operateur/journal"))?.status()).toBe(404);
});
