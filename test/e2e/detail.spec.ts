import type { Page } from "@playwright/test";
import { SELLERS } from "#db/demo/people.ts";
import { planSessions } from "#db/demo/plan-sessions.ts";
import { fixedId } from "#db/demo/seeded-random.ts";
import { expect, expectSound, holdBack, newEmail, test } from "./fixtures.ts";
import { paidSession, signIn } from "./journeys.ts";
import { untilAlive } from "./until-alive.ts";

/** Sessions of the demo that cost nothing: booked without the provider. */
const [guest, client] = planSessions(SELLERS).flatMap(({ price }, number) =>
  price === 0 ? [fixedId("session", number)] : [],
);
const FREE = { guest, client };

/** Observers are told of what a frame moved before the frame after the next. */
async function nextFrames(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

test.describe("a session's page", () => {
  test("leads to its practitioner and to at most three of their other sessions", async ({
    page,
    request,
  }) => {
    const session = await paidSession(request, 30);
    const name = session.professional.business_name;
    await page.goto(`/session/${session.id}`);
    const others = page.getByRole("region", { name: "Du même praticien" }).getByRole("article");
    await expect(others).not.toHaveCount(0);
    expect(await others.count()).toBeLessThanOrEqual(3);
    for (const other of await others.all()) {
      await expect(other).toContainText(name);
      await expect(other.getByRole("link")).not.toHaveAttribute("href", new RegExp(session.id));
    }
    await page.getByRole("link", { name, exact: true }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    await expect(page).toHaveURL(/\/praticiens\//);
  });

  test("is shared by the device's own sheet", async ({ page, request }) => {
    const session = await paidSession(request, 31);
    await page.addInitScript(() => {
      Object.assign(navigator, {
        share: async (what: ShareData) => Object.assign(window, { shared: what }),
      });
    });
    await page.goto(`/session/${session.id}?from=mail`);
    await page.getByRole("button", { name: "Partager" }).click();
    const shared = await page.evaluate(() => (window as unknown as { shared: ShareData }).shared);
    expect(shared.title).toBe(session.title);
    expect(shared.url).toMatch(new RegExp(`^http.*/session/${session.id}$`));
  });

  test("is copied where the device has no sheet", async ({ page, request, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const session = await paidSession(request, 31);
    await page.addInitScript(() => Object.assign(navigator, { share: undefined }));
    await page.goto(`/session/${session.id}`);
    await page.getByRole("button", { name: "Partager" }).click();
    await expect(page.getByText("Lien copié")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  });

  test("moves nothing when its script arrives", async ({ page }) => {
    const go = await holdBack(page, /\/assets\/framework-/, "continue");
    await page.goto(`/session/${FREE.guest}`, { waitUntil: "commit" });
    await page.waitForLoadState("domcontentloaded");
    await nextFrames(page);
    // A page that comes in several pieces may move while it comes.
    await page.evaluate(() => {
      const seen = { shift: 0 };
      Object.assign(window, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          seen.shift += (entry as PerformanceEntry & { value: number }).value;
        }
      }).observe({ type: "layout-shift" });
    });
    go();
    await untilAlive(page);
    await expect(page.getByRole("button", { name: "Partager" })).toBeVisible();
    await nextFrames(page);
    const { shift } = await page.evaluate(
      () => (window as unknown as { seen: { shift: number } }).seen,
    );
    expect(shift).toBe(0);
  });

  test("says that it is free", async ({ page }) => {
    await page.goto(`/session/${FREE.guest}`);
    await expect(page.getByRole("button", { name: "Partager" })).toBeVisible();
    await expect(page.getByRole("complementary")).toContainText("Gratuit");
    await expect(page.getByRole("main")).not.toContainText(/\b0,00/);
    await expectSound(page);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("nothing offers to share what only a script could", async ({ page }) => {
    await page.goto(`/session/${FREE.guest}`);
    await expect(page.getByRole("button", { name: /^Favori/ }).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Partager" })).toHaveCount(0);
  });
});

/** The calendar file behind « Ajouter à mon agenda ». */
async function calendarOf(page: Page): Promise<{ href: string; lines: string[] }> {
  const link = page.getByRole("link", { name: "Ajouter à mon agenda" }).first();
  const href = (await link.getAttribute("href")) ?? "";
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toBe("seance.ics");
  const answer = await page.request.get(href);
  expect(answer.headers()["content-type"]).toMatch(/^text\/calendar; charset=utf-8/);
  expect(answer.headers()["cache-control"]).toBe("private, no-store");
  return { href, lines: (await answer.text()).replaceAll(/\r\n[ \t]/g, "").split("\r\n") };
}

test.describe("a confirmed booking goes into the calendar", () => {
  test("of the guest who made it, and of nobody else", async ({
    page,
    browser,
    baseURL,
    mailTo,
  }) => {
    const email = newEmail();
    await page.goto(`/session/${FREE.guest}`);
    const title = await page.getByRole("heading", { level: 1 }).textContent();
    await page.getByLabel("Votre e-mail").fill(email);
    await page.getByRole("button", { name: "Réserver", exact: true }).first().click();
    const { text } = await mailTo(email, "Confirmez votre réservation");
    await page.goto(/\/reservation\?jeton=[\w.-]+/.exec(text)?.[0] ?? "");
    await page.getByRole("button", { name: "Confirmer ma réservation" }).click();
    await expect(page.getByRole("heading", { name: "Réservation confirmée" })).toBeVisible();
    const { href, lines } = await calendarOf(page);
    expect(lines).toContain(`SUMMARY:${title?.replaceAll(",", "\\,")}`);
    expect(lines.find((line) => line.startsWith("DTSTART"))).toMatch(/^DTSTART:\d{8}T\d{6}Z$/);

    const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }) });
    const stranger = await elsewhere.newPage();
    expect((await stranger.goto(href))?.status()).toBe(404);
    await stranger.goto(page.url());
    await expect(stranger.getByRole("heading", { name: "Réservation confirmée" })).toBeVisible();
    await expect(stranger.getByRole("link", { name: "Ajouter à mon agenda" })).toHaveCount(0);
    await elsewhere.close();
  });

  test("of the client, from the result page and from their list", async ({ page, request }) => {
    await signIn(page, "camille@example.fr");
    await page.goto(`/session/${FREE.client}`);
    await page.getByRole("button", { name: "Réserver", exact: true }).first().click();
    await expect(page).toHaveURL(/\/payment-success/);
    const { href } = await calendarOf(page);
    expect((await request.get(href)).status()).toBe(404);
    await page.goto("/mes-sessions");
    const listed = page.getByRole("link", { name: "Ajouter à mon agenda" });
    await expect(listed.first()).toBeVisible();
    const hrefs = await listed.evaluateAll((all) => all.map((one) => one.getAttribute("href")));
    expect(hrefs).toContain(href);
  });
});

test("a guest who called the payment off is not told that it succeeded", async ({
  page,
  request,
}) => {
  const session = await paidSession(request, 32);
  await page.goto(`/session/${session.id}`);
  await page.getByLabel("Votre e-mail").fill(newEmail());
  await page.getByRole("button", { name: "Réserver et payer" }).first().click();
  await expect(page.locator("[name=cardNumber]")).toBeVisible();
  const checkoutId = /cs_\w+/.exec(page.url())?.[0];
  await page.getByRole("link", { name: /Retour/ }).click();
  await expect(page.getByRole("heading", { name: "Paiement annulé" })).toBeVisible();
  await page.goto(`/guest-payment-success?session_id=${checkoutId}`);
  await expect(page.getByRole("heading", { name: "Paiement non abouti" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("aucun montant n'a été débité");
  await expect(page.getByRole("link", { name: "Ajouter à mon agenda" })).toHaveCount(0);
});
