import { brotliCompressSync } from "node:zlib";
import { expect, holdBack, test } from "./fixtures.ts";

test.describe("the directory of practitioners", () => {
  test("lists the best rated first and searches without asking the server", async ({ page }) => {
    await page.goto("/praticiens");
    const cards = page.getByRole("main").getByRole("article");
    expect(await cards.count()).toBe(12);
    const said = page.getByText(/^\d+ praticien\(s\) trouvé\(s\)$/);
    const told = async () => Number.parseInt((await said.textContent()) ?? "", 10);
    expect(await told()).toBeGreaterThanOrEqual(150);
    await expect(cards.first()).toContainText(/\d{2}:\d{2} · .+ · (dès [\d,]+\s€|Gratuit)/);
    // More are drawn whenever the end comes near, until everybody is there: also who came since the
    // first screen, whom the whole list counts.
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      expect(await cards.count()).toBe(await told());
    }).toPass();
    const count = await cards.count();
    const ratings = await cards.evaluateAll((all) =>
      all.map((card) =>
        Number(/Note : (\d,\d)/.exec(card.textContent ?? "")?.[1]?.replace(",", ".") ?? 0),
      ),
    );
    const rated = ratings.filter((rating) => rating > 0);
    expect(rated).toEqual([...rated].sort((a, b) => b - a));

    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.getByLabel("Nom, ville ou spécialité").fill("LYON");
    await expect.poll(() => cards.count()).toBeLessThan(count);
    await expect(cards.first()).toContainText("Lyon");
    await page.getByLabel("Nom, ville ou spécialité").fill("69003");
    await expect(cards.first()).toContainText("69003");
    expect(asked.filter((url) => url.includes(".data"))).toEqual([]);

    await page.getByLabel("Nom, ville ou spécialité").fill("introuvable partout");
    await expect(page.getByText("Aucun praticien trouvé")).toBeVisible();
    await expect(page.getByText("0 praticien(s) trouvé(s)")).toBeVisible();
  });

  test("is light before its first screen, however many there are", async ({ request }) => {
    const html = await (await request.get("/praticiens")).text();
    expect(html.match(/<article/g)).toHaveLength(12);
    expect(brotliCompressSync(html).length).toBeLessThan(12_000);
  });

  test("leads to the sessions of one practitioner", async ({ page }) => {
    await page.goto("/praticiens?q=lyon");
    const card = page.getByRole("main").getByRole("article").first();
    const name = await card.getByRole("heading").textContent();
    await card.getByRole("link", { name: /Voir les sessions/ }).click();
    await expect(page).toHaveURL(/\/sessions\?professional=/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(name ?? "?");
  });

  test("says that it is loading, and that it failed, without leaving the site", async ({
    page,
  }) => {
    await page.goto("/");
    const go = await holdBack(page, /praticiens\.data\?.*routes=routes/, "abort");
    await page.getByRole("banner").getByRole("link", { name: "Praticiens" }).first().click();
    await expect(page.getByText("Chargement des praticiens...")).toBeVisible();
    go();
    await expect(page.getByRole("alert")).toContainText(
      "Impossible de récupérer les professionnels",
    );
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("the directory searches by its address", async ({ page }) => {
    await page.goto("/praticiens");
    await page.getByLabel("Nom, ville ou spécialité").fill("lyon");
    await page.getByRole("button", { name: "Rechercher un praticien" }).click();
    await expect(page).toHaveURL(/\/praticiens\?q=lyon$/);
    await expect(page.getByRole("main").getByRole("article").first()).toContainText("Lyon");

    await page.goto("/praticiens");
    await page.getByRole("link", { name: /^Voir les \d+ praticiens$/ }).click();
    await expect(page).toHaveURL(/\?tous=1$/);
    await expect(page.getByRole("main").getByRole("article")).not.toHaveCount(12);
  });
});
