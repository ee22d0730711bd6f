import { dayKey } from "#core/dates.ts";
import { expect, expectSound, test } from "./fixtures.ts";
import { bearerOf, signIn } from "./journeys.ts";

const INES = "ines@example.fr";

/** « 1 234,50 » as cents. */
const cents = (text: string) =>
  Math.round(Number(text.replaceAll(/[^\d,-]/g, "").replace(",", ".")) * 100);

const yearInParis = () => dayKey(new Date()).slice(0, 4);

test("a professional sees what they earned, in figures that add up", async ({ page }) => {
  const opened = yearInParis();
  await signIn(page, INES);
  await page.goto("/profil");
  const card = page.getByRole("region", { name: "Revenus" });
  await expect(card).toContainText("Votre part sur 12 mois");
  await expect(card).toContainText("Commission de 10 %");
  await expect(card).toContainText("Estimation avant la commission de 10 %");
  await card.getByText("Voir les chiffres").click();
  await expect(card.getByRole("table")).toBeVisible();
  await card.getByRole("link", { name: "Détail et virements" }).click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mes revenus");
  const rows = page.getByRole("table").getByRole("row");
  await expect(rows).toHaveCount(14);
  for (const row of await rows.all()) {
    const cells = (await row.getByRole("cell").allInnerTexts()).map(cents);
    const [paid = 0, back = 0, commission = 0, share = 0] = cells;
    expect(commission + share).toBe(paid - back);
  }
  // The provider may be too slow for this page while other tests pay there.
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("Prêt à être viré")).toBeVisible({ timeout: 1_000 });
  }).toPass();

  const payouts = page.getByRole("region", { name: "Virements vers votre banque" });
  // Money that may not leave yet says when it may.
  const arrivals = payouts.getByRole("list", { name: "Encaissements à venir" });
  await expect(arrivals.getByRole("listitem").first()).toContainText(/\d{4}.*\d,\d\d\s€/s);
  const sent = payouts.getByRole("list", { name: "Virements" }).getByRole("listitem");
  await expect(sent.first()).toContainText(/\d{4} · (Viré|En attente)/);

  const years = page.getByRole("link", { name: /^\d{4}$/ });
  const year = (await years.first().textContent()) ?? "";
  // In the year's last minute the page may be younger or older than now.
  expect([opened, yearInParis()]).toContain(year);
  await page.getByRole("link", { name: year, exact: true }).click();
  await expect(page.getByText(`Votre part en ${year}`)).toBeVisible();
  await expectSound(page);
});

test("the file for the accounts has the movements of the page", async ({ page }) => {
  await signIn(page, INES);
  await page.goto("/profil/revenus");
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Télécharger le détail (CSV)" }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^parenthese-revenus-\d{4}-\d\d-\d\d\.csv$/);
  const answer = await page.request.get("/profil/revenus.csv");
  expect(answer.headers()["content-type"]).toBe("text/csv; charset=utf-8");
  expect(answer.headers()["cache-control"]).toContain("no-store");
  // Other tests book with her meanwhile: the two are read until nothing came between.
  await expect(async () => {
    await page.reload();
    const total = await page
      .getByRole("row", { name: /^Total/ })
      .getByRole("cell")
      .allInnerTexts();
    const text = await (await page.request.get("/profil/revenus.csv")).text();
    const lines = text.trimEnd().split("\r\n").slice(1);
    const settled = lines.filter((line) => !line.includes(";Remboursement en cours;"));
    const shares = settled.map((line) => cents(line.split(";").at(-1) ?? ""));
    const sum = shares.reduce((whole, share) => whole + share, 0);
    expect(sum).toBeGreaterThan(0);
    expect(sum).toBe(cents(total.at(-1) ?? ""));
  }).toPass();
});

test("nobody else has earnings: visitors log in first, clients are refused", async ({ page }) => {
  await page.goto("/profil/revenus");
  await expect(page).toHaveURL(/\/connexion\?suite=%2Fprofil%2Frevenus/);
  await signIn(page, "camille@example.fr");
  await page.goto("/profil");
  await expect(page.getByRole("region", { name: "Revenus" })).toHaveCount(0);
  expect((await page.request.get("/profil/revenus")).status()).toBe(403);
  expect((await page.request.get("/profil/revenus.csv")).status()).toBe(403);
});

test("GET /api/v1/earnings answers the same by month, to professionals", async ({ request }) => {
  const headers = await bearerOf(request, INES);
  const answer = await request.get("/api/v1/earnings", { headers });
  const { months, total, net_estimate } = await answer.json();
  expect(months).toHaveLength(12);
  expect(Math.round((total.commission + total.share) * 100)).toBe(
    Math.round((total.gross - total.refunded) * 100),
  );
  expect(net_estimate).toBeGreaterThan(total.share);
  expect((await request.get("/api/v1/earnings?year=x", { headers })).status()).toBe(422);
  expect((await request.get("/api/v1/earnings")).status()).toBe(401);
  const client = await bearerOf(request, "camille@example.fr");
  expect((await request.get("/api/v1/earnings", { headers: client })).status()).toBe(403);
});
