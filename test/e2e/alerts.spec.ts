import { addDays, dayKey, isNight } from "#core/dates.ts";
import { MINUTE } from "#core/durations.ts";
import { expect, expectSound, newEmail, test } from "./fixtures.ts";
import { publishAs } from "./journeys.ts";

const INES = "ines@example.fr";
const linkIn = (text: string, path: string) =>
  new RegExp(`https?://\\S+(${path}[\\w.?=-]+)`).exec(text)?.[1] ?? "";

/** A word that no offering has. */
const newWord = () => `radar${Date.now().toString(36).replaceAll(/\d/g, "x")}`;

test("a guest's alert, from a search without results to a place and its end, on a phone", async ({
  page,
  request,
  mailTo,
}) => {
  test.slow();
  const [email, word] = [newEmail(), newWord()];
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/sessions?q=${word}`);
  await page.getByRole("main").locator('a[href^="/alertes/nouvelle"]').click();
  await expect(page.getByLabel("Activité")).toHaveValue(word);
  await page.getByLabel("Budget").fill("45,50");
  await expectSound(page);
  await page.getByLabel("Votre e-mail").fill(email);
  await page.getByRole("button", { name: "Garder cette alerte" }).click();
  await expect(page).toHaveURL(/\/alertes\/demandee$/);
  await expectSound(page);

  const asked = await mailTo(email, "Confirmez votre alerte");
  await page.goto(linkIn(asked.text, "/alertes/confirmer"));
  await expect(page.getByRole("main")).toContainText(/45,50\s€ au plus/);
  await expectSound(page);
  await page.getByRole("button", { name: "Confirmer mon alerte" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mes alertes");
  await expectSound(page);
  const own = new URL(page.url()).pathname;

  const date = addDays(dayKey(new Date()), 32);
  const title = `Yoga ${word}`;
  await publishAs(request, INES, { title, date, capacity: 2 });
  // By night nothing is told, and the page of the first mail leads to the same end.
  if (!isNight(new Date()) && !isNight(new Date(Date.now() + MINUTE))) {
    const told = await mailTo(email, title);
    expect(linkIn(told.text, "/alertes/invite/")).toBe(own);
  }
  await page.goto(own);
  await page.getByRole("link", { name: /^Voir les places/ }).click();
  await expect(page.getByRole("main")).toContainText(title);
  await page.goto(own);
  await page.getByRole("button", { name: "Tout arrêter" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Aucune alerte ici");
  await expectSound(page);
});

test("a program asks for a guest as a form does, and is told nothing of the address", async ({
  request,
  mailTo,
}) => {
  const ask = (data: object) => request.post("/api/v1/alerts", { data });
  const email = newEmail();
  const first = await ask({ q: "reiki", days: "saturday", price_max: 45.5, email });
  expect([first.status(), await first.text()]).toEqual([202, ""]);
  const known = await ask({ q: "reiki", email: "camille@example.fr" });
  expect([known.status(), await known.text()]).toEqual([202, ""]);
  expect((await mailTo(email, "Confirmez votre alerte")).text).toContain("/alertes/confirmer");
  expect((await ask({ q: "reiki" })).status()).toBe(401);
  expect((await ask({ q: "reiki", days: "samedi", email })).status()).toBe(422);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a guest keeps a search, another from their page, and a mailbox ends both by one click", async ({
    page,
    request,
    mailTo,
  }) => {
    const email = newEmail();
    await page.goto("/alertes/nouvelle?q=massage&place=Lyon&days=saturday");
    await expect(page.getByLabel("samedi")).toBeChecked();
    await page.getByLabel("Votre e-mail").fill("personne");
    await page.getByRole("button", { name: "Garder cette alerte" }).click();
    await expect(page.getByLabel("Votre e-mail")).toHaveAccessibleDescription(/valide/);
    await page.getByLabel("Votre e-mail").fill(email);
    await page.getByRole("button", { name: "Garder cette alerte" }).click();
    const asked = await mailTo(email, "Confirmez votre alerte");
    await page.goto(linkIn(asked.text, "/alertes/confirmer"));
    await page.getByRole("button", { name: "Confirmer mon alerte" }).click();
    await expect(page.getByRole("main")).toContainText("Tous les samedis");
    const own = new URL(page.url()).pathname;
    await page.getByRole("link", { name: "Nouvelle alerte" }).click();
    await page.getByLabel("Activité").fill("reiki");
    await page.getByLabel("lundi").check();
    await page.getByLabel("jeudi").check();
    await page.getByRole("button", { name: "Garder cette alerte" }).click();
    await expect(page).toHaveURL(new RegExp(`${own}$`));
    await expect(page.getByRole("main")).toContainText("Les lundis et jeudis");
    // As a mail program does it (RFC 8058).
    const stop = `/api/v1/alerts/guests/${own.split("/").at(-1)}/stop`;
    const form = { "List-Unsubscribe": "One-Click" };
    expect((await request.post(stop, { form })).status()).toBe(204);
    await page.goto(own);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Aucune alerte ici");
  });
});
