import { addDays, dayKey } from "#core/dates.ts";
import { expect, expectSound, test } from "./fixtures.ts";
import {
  deleteAs,
  openColleague,
  publishAs,
  sendConfirmed,
  signIn,
  signInOperator,
} from "./journeys.ts";

const INES = "ines@example.fr";

test("an offering goes from a reader without an account to the operator, out of sight, and back", async ({
  page,
  browser,
  request,
  mailTo,
}) => {
  test.slow();
  const title = `Guérison ${Date.now()}`;
  const date = addDays(dayKey(new Date()), 23);
  const description = "Ce massage guérit tout en une heure.";
  const id = await publishAs(request, INES, { title, date, price: 0, description });

  const reader = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await reader.goto(`/session/${id}`);
  await reader.getByRole("link", { name: "Signaler cette offre" }).click();
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText("Signaler cette offre");
  await reader.getByRole("button", { name: "Envoyer le signalement" }).click();
  await expect(reader.getByText("Confirmez que vous le pensez de bonne foi")).toBeVisible();
  await reader.getByLabel("Promesse de guérir").check();
  await reader.getByLabel("Expliquez-nous").fill("Aucun massage ne guérit tout.");
  const email = `lecteur-${Date.now()}@example.fr`;
  await reader.getByLabel("Votre e-mail").fill(email);
  await reader.getByLabel("Je pense de bonne foi").check();
  await expectSound(reader);
  await reader.getByRole("button", { name: "Envoyer le signalement" }).click();
  await expect(reader).toHaveURL(new RegExp(`/session/${id}`));
  await mailTo(email, "Nous avons reçu votre signalement");

  await signInOperator(page);
  await page.goto(`/operateur/contenus/${id}`);
  await expect(page.locator("mark", { hasText: "guérit" })).toBeVisible();
  await page.getByLabel("Masquer jusqu'à correction").check();
  await page.getByLabel("Les faits, dits aux deux").fill("Le texte promet une guérison.");
  await page.getByRole("button", { name: "Décider et envoyer" }).click();
  await expect(page.getByText("Choisissez ce sur quoi la mesure se fonde")).toBeVisible();
  await page.getByLabel("Fondement").selectOption("health");
  await expectSound(page);
  await sendConfirmed(page, "Décider et envoyer");
  await expect(page.getByText("Offre masquée")).toBeVisible();
  expect((await mailTo(email, "Suite donnée à votre signalement")).text).toContain("guérison");
  expect((await request.get(`/api/v1/sessions/${id}`)).status()).toBe(404);

  const mail = await mailTo(INES, `Votre offre est masquée : ${title}`);
  expect(mail.text).toMatch(/\/contester\?jeton=[\w.-]+/);
  await signIn(reader, INES);
  await reader.goto("/profil");
  const row = reader.getByRole("listitem").filter({ hasText: title });
  await expect(row.getByText("Masquée par une décision")).toBeVisible();
  await expect(row.getByRole("button", { name: /Réactiver/ })).toHaveCount(0);
  await row.getByRole("link", { name: "Voir pourquoi, corriger ou contester" }).click();
  await expect(reader).toHaveURL(new RegExp(`/sessions/${id}/edit`));
  await expect(
    reader.getByText("personne ne la voit tant qu'elle n'est pas corrigée"),
  ).toBeVisible();
  await expectSound(reader);
  await reader.getByRole("link", { name: "demander une relecture" }).click();
  await reader.getByLabel(/Ce que vous avez corrigé/).fill("J'ai retiré la phrase.");
  await expectSound(reader);
  await reader.getByRole("button", { name: "Demander une relecture" }).click();
  await expect(reader.getByText("Nous avons reçu votre demande")).toBeVisible();

  // Somebody else than the one who decided answers.
  await page.goto(`/operateur/contenus/${id}`);
  await expect(page.getByText("J'ai retiré la phrase.")).toBeVisible();
  await expect(page.getByText("une autre personne doit répondre")).toBeVisible();
  await expect(page.getByRole("button", { name: "Décider et envoyer" })).toHaveCount(0);
  await expectSound(page);
  await page.getByRole("link", { name: "Passer à quelqu'un d'autre" }).click();
  await page.getByRole("button", { name: "Passer à Odile Renard" }).click();
  await expect(page.getByText("Dossier passé à Odile Renard")).toBeVisible();
  const colleague = await openColleague(browser);
  await colleague.goto(`/operateur/contenus/${id}`);
  await expect(colleague.getByText("Pris par vous")).toBeVisible();
  await colleague.getByLabel("Rien à reprendre").check();
  await colleague.getByLabel("Les faits, dits aux deux").fill("La phrase est retirée.");
  await sendConfirmed(colleague, "Décider et envoyer");
  await expect(colleague).toHaveURL(/\/operateur$/);
  await colleague.close();
  expect((await request.get(`/api/v1/sessions/${id}`)).status()).toBe(200);
  await mailTo(INES, `Rien à reprendre : ${title}`);
  await page.goto(`/operateur/journal?q=${id}`);
  const acts = page.getByRole("main").getByRole("listitem");
  await expect(acts.nth(0)).toContainText(
    "Publication signalée, rien à reprendre par Odile Renard",
  );
  await expect(acts.nth(1)).toContainText("Publication masquée par Nadia Benali");
  await expect(acts.nth(1)).toContainText("Motif : Le texte promet une guérison.");
  await reader.close();
  await deleteAs(request, INES, id);
});
