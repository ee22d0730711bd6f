import { expect, expectSound, test } from "./fixtures.ts";
import { signInOperator } from "./journeys.ts";

test("a category is renamed on its screen, and its public addresses lead to the new name", async ({
  page,
  request,
}) => {
  await page.goto("/bien-etre");
  const entry = (name: string) =>
    page.getByRole("main").getByRole("listitem").filter({ hasText: name }).first();
  const summary = String(await entry("Art-thérapie").locator("p").first().textContent());
  expect(summary.length).toBeGreaterThan(20);
  await signInOperator(page);
  await page.goto("/operateur/categories");
  await expectSound(page);
  await page.getByRole("link", { name: "Art-thérapie", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Ce qui l'utilise" })).toBeVisible();
  await page.getByRole("radio", { name: /La renommer/ }).check();
  await page.getByLabel("Nom", { exact: true }).fill("Thérapie par l'art");
  await page.getByRole("button", { name: "Décider" }).click();
  await expect(page.getByText("Expliquez pourquoi")).toBeVisible();
  await expect(page.getByLabel("Nom", { exact: true })).toHaveValue("Thérapie par l'art");
  await page.getByLabel("Motif").fill("Le nom que les gens cherchent.");
  await page.getByRole("button", { name: "Décider" }).click();
  await expect(page.getByText("Catégorie renommée", { exact: true })).toBeVisible();

  const old = await request.get("/bien-etre/art-therapie", { maxRedirects: 0 });
  expect(old.status()).toBe(301);
  expect(old.headers().location).toBe("/bien-etre/therapie-par-l-art");
  const search = await request.get("/sessions?category=Art-th%C3%A9rapie&date=today", {
    maxRedirects: 0,
  });
  expect(search.status()).toBe(301);
  const to = new URL(String(search.headers().location), "http://localhost").searchParams;
  expect(Object.fromEntries(to)).toEqual({ category: "Thérapie par l'art", date: "today" });
  const shown = await page.goto("/bien-etre/art-therapie");
  expect(shown?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Thérapie par l'art");

  // The search rows follow within moments, and the list of practices with them.
  await expect(async () => {
    await page.goto("/bien-etre");
    await expect(entry("Thérapie par l'art")).toContainText(summary, { timeout: 1_000 });
  }).toPass();

  // Back as it was, for the other tests: no address leads round in a circle.
  await page.goto("/operateur/categories");
  await page.getByRole("link", { name: "Thérapie par l'art", exact: true }).click();
  await page.getByRole("radio", { name: /La renommer/ }).check();
  await page.getByLabel("Nom", { exact: true }).fill("Art-thérapie");
  await page.getByLabel("Motif").fill("Essai terminé.");
  await page.getByRole("button", { name: "Décider" }).click();
  // The journal of the category says « renommée » from the first time on.
  const again = () => request.get("/bien-etre/art-therapie", { maxRedirects: 0 });
  await expect.poll(async () => (await again()).status()).toBe(200);
});
