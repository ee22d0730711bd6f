import * as demo from "#db/demo/accounts.ts";
import { professionalIdOf } from "#db/demo/people.ts";
import * as addresses from "#site/addresses.ts";
import { review as addressOf } from "#site/operator-addresses.ts";
import { expect, expectSound, newEmail, test } from "./fixtures.ts";
import { openColleague, sendConfirmed, signIn, signInOperator } from "./journeys.ts";

test("a review is written, answered, reported and decided about, each where it belongs (rule: reviews)", async ({
  page,
  browser,
  mailTo,
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
  await received.getByLabel(/^Votre réponse/).fill("Merci, à bientôt. Écrivez à ines@exemple.fr.");
  await received.getByRole("button", { name: /Répondre|Enregistrer/ }).click();
  // A page that everybody gets is a few seconds old at most.
  await expect(async () => {
    await visitor.reload();
    await expect(shown).toContainText("Merci, à bientôt.", { timeout: 500 });
  }).toPass();

  const report = shown.getByRole("link", { name: /Signaler/ });
  const reviewId = /[\da-f-]{36}/.exec(String(await report.getAttribute("href")))?.[0];

  // Our filter has seen the address, and hidden nothing.
  await signInOperator(page);
  const line = page
    .getByRole("listitem")
    .filter({ has: page.locator(`a[href$="${addressOf(String(reviewId))}"]`) });
  await expect(async () => {
    await page.goto("/operateur");
    await expect(line).toContainText("repérés par notre filtre", { timeout: 500 });
  }).toPass();
  await line.getByRole("link").first().click();
  await expect(page.locator("mark")).toHaveText("ines@exemple.fr");
  await expect(
    page.getByText("Repéré par notre filtre de mots, signalé par personne"),
  ).toBeVisible();
  await expectSound(page);
  await page.getByLabel("Publier l'avis").check();
  await page.getByLabel("Les faits, dits aux deux").fill("Une adresse, sans plus.");
  await page.getByRole("button", { name: "Décider et envoyer" }).click();
  await expect(page.getByText("Avis publié")).toBeVisible();
  await expect(line).toHaveCount(0);

  await report.click();
  await visitor.getByRole("button", { name: "Envoyer le signalement" }).click();
  await expect(visitor.getByRole("radio").first()).toHaveAttribute("aria-invalid", "true");
  await visitor.getByRole("radio", { name: "Autre chose" }).check();
  await visitor.getByLabel("Expliquez-nous").fill("Elle parle d'autre chose.");
  await visitor.getByRole("button", { name: "Envoyer le signalement" }).click();
  await expect(visitor.getByText("Confirmez que vous le pensez de bonne foi")).toBeVisible();
  await visitor.getByLabel("Je pense de bonne foi").check();
  const reporter = newEmail();
  await visitor.getByLabel("Votre e-mail").fill(reporter);
  await expectSound(visitor);
  await visitor.getByRole("button", { name: "Envoyer le signalement" }).click();
  await expect(visitor.getByText("Merci", { exact: true })).toBeVisible();
  await expect(visitor).toHaveURL(/\/praticiens\/[\w-]+\/avis$/);
  await mailTo(reporter, "Nous avons reçu votre signalement");

  await page.goto(addressOf(String(reviewId)));
  await expect(page.getByText("Elle parle d'autre chose.")).toBeVisible();
  await page.getByLabel("Publier l'avis").check();
  await page.getByLabel("Les faits, dits aux deux").fill("Il parle de cette séance.");
  await sendConfirmed(page, "Décider et envoyer");
  await expect(page).toHaveURL(/\/operateur$/);

  // The reader who reported it does not agree, and is read again.
  const { text: answer } = await mailTo(reporter, "Votre signalement");
  expect(answer).toContain("Il parle de cette séance.");
  expect(answer).toContain("Par un signalement. Une personne a lu et décidé");
  const link = /\S+\/contester\?jeton=[\w.-]+\w/.exec(answer)?.[0] ?? "";
  await visitor.goto(link);
  await expect(visitor.getByText("Avis publié, le")).toBeVisible();
  await visitor.getByLabel("Pourquoi vous n'êtes pas d'accord").fill("Relisez la deuxième phrase.");
  await expectSound(visitor);
  await visitor.getByRole("button", { name: "Demander une relecture" }).click();
  await expect(visitor.getByText("Nous avons reçu votre demande.")).toBeVisible();

  // Somebody else reports it meanwhile: two lines, each with its own time.
  await visitor.goto(`${base}${addresses.reportReview(String(reviewId))}`);
  await visitor.getByRole("radio", { name: "Autre chose" }).check();
  await visitor.getByLabel("Expliquez-nous").fill("Je le trouve déplacé.");
  await visitor.getByLabel("Je pense de bonne foi").check();
  await visitor.getByRole("button", { name: "Envoyer le signalement" }).click();
  await expect(visitor.getByText("Merci", { exact: true })).toBeVisible();
  await page.goto("/operateur");
  await expect(line).toHaveCount(2);
  await expect(line.filter({ hasText: "autre chose" })).toBeVisible();
  const contested = line.filter({ hasText: "décision contestée" });
  await expect(contested).toBeVisible();
  await page.goto(addressOf(String(reviewId)));
  await expect(page.getByText("Relisez la deuxième phrase.")).toBeVisible();
  await expect(page.getByText("une autre personne doit répondre")).toBeVisible();
  await expectSound(page);
  const colleague = await openColleague(browser);
  await colleague.goto(addressOf(String(reviewId)));
  await colleague.getByLabel("Publier l'avis").check();
  await colleague.getByLabel("Les faits, dits aux deux").fill("Elle parle bien de la séance.");
  await sendConfirmed(colleague, "Décider et envoyer");
  await expect(colleague).toHaveURL(/\/operateur$/);
  await colleague.close();
  await page.goto("/operateur");
  await expect(page.getByRole("heading", { name: "La file" })).toBeVisible();
  await expect(line).toHaveCount(0);
  await visitor.goto(`${base}${addresses.reviewsOf(professional)}`);
  await expect(shown).toContainText(text);
  await visitor.close();
});
