import type { Locator } from "@playwright/test";
import * as operator from "#site/operator-addresses.ts";
import { NORA } from "../../db/demo/accounts.ts";
import { paperOf } from "../../db/demo/paper-of.ts";
import { professionalIdOf } from "../../db/demo/people.ts";
import { expect, expectSound, test } from "./fixtures.ts";
import { bearerOf, sendConfirmed, signIn, signInOperator } from "./journeys.ts";

const LEO = "leo@example.fr";

const pdf = async (name: string) => ({
  ...{ name: "diplome.pdf", mimeType: "application/pdf" },
  buffer: Buffer.from(await paperOf("Certificat", [name]).arrayBuffer()),
});

/** Opens the document of a piece, beside its page. */
async function open(piece: Locator) {
  const link = piece.getByRole("link", { name: /^Ouvrir/ });
  return piece.page().request.get(String(await link.getAttribute("href")));
}

test.describe.configure({ mode: "serial" });

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });
  test("a diploma is given, and keeps what was typed when something is wrong", async ({ page }) => {
    await signIn(page, "nora@example.fr");
    await page.goto("/profil/verification");
    const form = page.getByRole("region", { name: "Diplôme" });
    const title = `Certificat de coach ${Date.now()}`;
    await form.getByLabel("Intitulé").fill(title);
    await form.getByRole("button", { name: "Envoyer" }).click();
    await expect(form.getByText("Choisissez un fichier.")).toBeVisible();
    await expect(form.getByLabel("Intitulé")).toHaveValue(title);
    await form.getByLabel("Délivré par").fill("École de Lille");
    await form.getByLabel("Date du diplôme").fill("2022-06-18");
    await form.getByLabel("Document").setInputFiles(await pdf("Nora Benali"));
    await form.getByRole("button", { name: "Envoyer" }).click();
    await expect(form.getByText("En cours de lecture")).toBeVisible();
    await expect(form.getByText(title)).toBeVisible();

    await signInOperator(page);
    await page.goto(operator.verification(professionalIdOf(NORA)));
    const read = page.getByRole("region", { name: "Diplôme" });
    const accepted = read.getByLabel("Conforme");
    await expect(accepted).toBeDisabled();
    await expect(read.getByText(`Déclaré : ${title}`)).toBeVisible();
    await open(read);
    await read.getByRole("link", { name: "Je l'ai ouvert" }).click();
    await accepted.check();
    await read.getByLabel("Délivré par").fill("École de Roubaix");
    await read.getByRole("button", { name: /^Décider/ }).click();
    await expect(read.getByText("Choisissez une date.")).toBeVisible();
    await expect(read.getByLabel("Délivré par")).toHaveValue("École de Roubaix");
    await expect(accepted).toBeChecked();
    await read.getByLabel("Intitulé").fill("Certificat de coach");
    await read.getByLabel("Date").fill("2022-06-18");
    await sendConfirmed(page, "Décider et écrire : Diplôme");
    await expect(read.getByText("Acceptée")).toBeVisible();
    await expect(page.getByText(`Intitulé : ${title} → Certificat de coach`)).toBeVisible();
  });
});

test("a diploma goes from the profile to the operator, back with a reason, and again to the tick", async ({
  page,
  request,
  mailTo,
}) => {
  test.slow();
  const headers = await bearerOf(request, LEO);
  const { id, is_verified } = await (
    await request.get("/api/v1/professional-profile", { headers })
  ).json();
  expect(is_verified).toBe(false);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, LEO);
  await page.goto("/profil");
  await page.getByRole("link", { name: /ma vérification/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ma vérification");
  await expectSound(page);
  const diploma = page.getByRole("region", { name: "Diplôme" });
  const give = async (title: string) => {
    const opener = diploma.locator("summary");
    if (!(await diploma.getByLabel("Intitulé").isVisible())) await opener.click();
    await diploma.getByLabel("Intitulé").fill(title);
    await diploma.getByLabel("Délivré par").fill("Institut du lac");
    await diploma.getByLabel("Date du diplôme").fill("2024-06-21");
    await diploma.getByLabel("Document").setInputFiles(await pdf(title));
    await diploma.getByRole("button", { name: "Envoyer" }).click();
    await expect(diploma.getByText(title)).toBeVisible();
  };
  await give("Praticien en massage, page floue");
  const paper = String(await diploma.getByRole("link", { name: /document/ }).getAttribute("href"));
  expect((await page.request.get(paper)).headers()["cache-control"]).toBe("private, no-store");
  expect((await mailTo(LEO, "Nous avons bien reçu votre diplôme")).text).toContain("48 heures");
  // Nobody who is not logged in, and no other professional.
  expect((await request.get(paper, { maxRedirects: 0 })).status()).not.toBe(200);
  await page.context().clearCookies();
  await signIn(page, "nora@example.fr");
  expect((await page.request.get(paper)).status()).toBe(404);

  await page.setViewportSize({ width: 1280, height: 900 });
  await signInOperator(page);
  await page.goto("/operateur?genre=verifications");
  await page.getByRole("link", { name: /^Léo Marchand Massages/ }).click();
  await expect(page).toHaveURL(new RegExp(`/verifications/${id}$`));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Léo Marchand Massages");
  await expectSound(page);
  const read = page.getByRole("region", { name: "Diplôme" });
  const opened = await open(read);
  expect(opened.headers()["content-type"]).toBe("application/pdf");
  expect((await opened.body()).toString("latin1")).toContain("%PDF");
  await read.getByText("Refuser, dire pourquoi").click();
  await read.getByRole("button", { name: /^Décider/ }).click();
  await expect(read.getByText("Expliquez pourquoi")).toBeVisible();
  await read.getByLabel("Motif d'un refus").fill("La page est floue.");
  await read.getByRole("button", { name: /^Décider/ }).click();
  await expect(read.getByText("Sa page n'aura pas de coche.")).toBeVisible();
  await expect(read.getByText(`Un e-mail part à ${LEO}.`)).toBeVisible();
  await expectSound(page);
  await sendConfirmed(page, "Décider et écrire : Diplôme");
  await expect(read.getByText("Refusée")).toBeVisible();
  await expect(page.getByText(/^Nadia.+, diplôme/)).toBeVisible();
  expect((await mailTo(LEO, "Pièce refusée : diplôme")).text).toContain("La page est floue.");

  await page.context().clearCookies();
  await signIn(page, LEO);
  await page.goto("/profil/verification");
  await expect(diploma.getByText("La page est floue.")).toBeVisible();
  await give("Praticien en massage");

  await signInOperator(page);
  await page.goto(operator.verification(id));
  const decide = page.getByRole("button", { name: "Demander et écrire" });
  await page.getByLabel("Vos mots", { exact: true }).fill("Il nous faut la seconde page.");
  await decide.click();
  await expect(page.getByText("Choisissez la pièce que vous demandez.")).toBeVisible();
  await page.getByLabel("Pièce demandée").selectOption("Diplôme");
  await sendConfirmed(page, "Demander et écrire");
  await expect(page.getByText("Pièce demandée par Nadia Benali")).toBeVisible();
  const asked = await mailTo(LEO, "Il nous faut encore votre diplôme");
  expect(asked.text).toContain("Il nous faut la seconde page.");
  const accept = async (name: string, words: Record<string, string>) => {
    const piece = page.getByRole("region", { name });
    if (Object.keys(words).length > 0) {
      await expect(piece.getByLabel("Conforme")).toBeDisabled();
      await open(piece);
      await page.evaluate(() => dispatchEvent(new Event("focus")));
    }
    await piece.getByText("Conforme", { exact: true }).click();
    for (const [label, value] of Object.entries(words)) await piece.getByLabel(label).fill(value);
    await sendConfirmed(page, `Décider et écrire : ${name}`);
    await expect(piece.getByText(/^Décidée le/)).toBeVisible();
  };
  await accept("Entreprise", {});
  const until = `${new Date().getUTCFullYear() + 1}-12-31`;
  const rc = { Contrat: "RC 77 502", Assureur: "Mutuelle des Rives", Début: "2024-01-01" };
  await accept("Assurance", { ...rc, Expire: until });
  const seen = await mailTo(LEO, "Pièce acceptée : assurance");
  expect(seen.text).toContain(`« Assurance professionnelle jusqu'au 31 décembre`);
  expect(seen.text).not.toContain("tout est conforme");
  const school = { Intitulé: "Praticien en massage lu", "Délivré par": "Institut du lac" };
  await accept("Diplôme", { ...school, Date: "2024-06-21" });
  await expect(page.getByText("Coche affichée")).toBeVisible();
  await expect(page.getByText("Pièce refusée par Nadia Benali")).toBeVisible();
  expect((await mailTo(LEO, "Votre profil est vérifié")).text).toContain("Profil vérifié");
  const told = await request.get("/api/v1/professional-profile", { headers });
  expect((await told.json()).is_verified).toBe(true);
  await page.goto(`/praticiens/${id}`);
  await page.getByText(/^Profil vérifié le/).click();
  await expect(page.getByText("Diplôme vu : Praticien en massage lu, 2024")).toBeVisible();
  await expectSound(page);
});
