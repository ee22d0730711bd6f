import * as demo from "#db/demo/accounts.ts";
import { professionalIdOf } from "#db/demo/people.ts";
import * as addresses from "#site/addresses.ts";
import { expect, expectSound, test } from "./fixtures.ts";
import { signIn, signInOperator } from "./journeys.ts";

test("a review is written, answered, reported and decided about, each where it belongs (rule: reviews)", async ({
  page,
  browser,
}) => {
  const text = `Une pause qui compte, ${Date.now().toString(36)}.`;
  await signIn(page, demo.CAMILLE.email);
  await page.goto(`${addresses.ownSessions}?type=passees`);
  await page
    .getByRole("listitem")
    .filter({ hasText: demo.INES.business })
    .getByRole("link", { name: /^Donner mon avis/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Publier mon avis" }).click();
  await expect(page.getByRole("radio", { name: "1 sur 5" })).toHaveAttribute(
    "aria-invalid",
    "true",
  );
  await page.getByRole("radio", { name: "4 sur 5" }).check({ force: true });
  await page.getByLabel("Ponctuel").check();
  await page.getByLabel("Vos mots").fill(text);
  await expectSound(page, [390]);
  await page.getByRole("button", { name: "Publier mon avis" }).click();
  await expect(page.getByText(/^Votre avis est publié. Écrit/)).toBeVisible();

  const professional = professionalIdOf(demo.INES);
  const visitor = await browser.newPage();
  const base = new URL(page.url()).origin;
  await visitor.goto(`${base}${addresses.reviewsOf(professional)}`);
  const shown = visitor.getByRole("article").filter({ hasText: text });
  await expect(shown).toContainText("Ponctuel");

  await signIn(page, demo.INES.email);
  await page.goto(addresses.receivedReviews);
  const received = page.getByRole("listitem").filter({ hasText: text });
  await received.getByLabel(/^Votre réponse/).fill("Merci, à bientôt.");
  await received.getByRole("button", { name: /Répondre|Enregistrer/ }).click();
  // A page that everybody gets is a few seconds old at most.
  await expect(async () => {
    await visitor.reload();
    await expect(shown).toContainText("Merci, à bientôt.", { timeout: 500 });
  }).toPass();

  await shown.getByRole("link", { name: /Signaler/ }).click();
  await visitor.getByRole("button", { name: "Envoyer le signalement" }).click();
  await expect(visitor.getByRole("radio").first()).toHaveAttribute("aria-invalid", "true");
  await visitor.getByRole("radio", { name: "Autre chose" }).check();
  await visitor.getByLabel("Expliquez-nous").fill("Elle parle d'autre chose.");
  await visitor.getByRole("button", { name: "Envoyer le signalement" }).click();
  await expect(visitor.getByText("Merci", { exact: true })).toBeVisible();

  await signInOperator(page);
  await page.goto("/operateur");
  const line = page.getByRole("listitem").filter({ hasText: text.slice(0, 30) });
  await line.getByRole("link").first().click();
  await expect(page.getByText("Elle parle d'autre chose.")).toBeVisible();
  await page.getByLabel("Publier l'avis").check();
  await page.getByLabel("Les faits, dits aux deux").fill("Il parle de cette séance.");
  await page.getByRole("button", { name: "Décider et envoyer" }).click();
  await expect(page.getByText("Avis publié")).toBeVisible();
  await visitor.goto(`${base}${addresses.reviewsOf(professional)}`);
  await expect(shown).toContainText(text);
  await visitor.close();
});
