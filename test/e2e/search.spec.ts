import { addDays, dayKey } from "#core/dates.ts";
import { INES } from "#db/demo/accounts.ts";
import { expect, test } from "./fixtures.ts";
import { deleteAs, publishAs } from "./journeys.ts";

test.describe("search", () => {
  test("goes from the home page's fields to a list that survives reload and Back", async ({
    page,
  }) => {
    await page.goto("/");
    await page.getByRole("searchbox", { name: /Quoi/ }).fill("yoga");
    await page.getByRole("textbox", { name: /Où/ }).fill("Lyon");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/sessions\?q=yoga&location=Lyon$/);
    const first = page.getByRole("main").getByRole("article").first();
    await expect(first).toContainText("Lyon");
    await page.reload();
    await expect(page.getByRole("searchbox", { name: /Quoi/ })).toHaveValue("yoga");
    await page.goBack();
    await expect(page).toHaveURL(/\/$/);
  });

  test("pages nine at a time and says when there is nothing", async ({ page }) => {
    await page.goto("/sessions");
    await expect(page.getByRole("main").getByRole("article")).toHaveCount(9);
    await page.getByRole("link", { name: /Suivant/ }).click();
    await expect(page).toHaveURL(/page=2/);
    await page.goto("/sessions?q=introuvable-partout");
    await expect(page.getByText("Aucune session disponible")).toBeVisible();
  });

  test("names in its title all that was asked for, and the page", async ({ page }) => {
    for (const [address, title] of [
      ["/sessions", "Toutes les sessions"],
      ["/sessions?q=massage", "Sessions pour « massage »"],
      ["/sessions?q=yoga&location=lyon", "Sessions pour « yoga » à Lyon"],
      ["/sessions?category=Yoga&location=lyon", "Yoga à Lyon"],
      ["/sessions?category=meditation", "Méditation"],
    ] as const) {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
      await expect(page).toHaveTitle(`${title} — Parenthèse`);
    }
    await page.goto("/sessions?page=2");
    await expect(page).toHaveTitle("Toutes les sessions, page 2 — Parenthèse");
  });

  test("names what narrows the list as it is written, whatever was typed", async ({ page }) => {
    await page.goto("/sessions?category=yoga&location=lyon&q=yoga");
    const active = page.getByRole("list", { name: "Filtres actifs" }).getByRole("link");
    await expect(active).toHaveText([
      "Retirer : « yoga »",
      "Retirer : Lyon",
      "Retirer : Yoga",
      "Tout effacer",
    ]);
    await expect(page.getByLabel("Catégorie")).toHaveValue("Yoga");
    const title = await page.getByRole("heading", { level: 1 }).textContent();
    expect(title).toBe("Yoga pour «\u00a0yoga\u00a0» à Lyon");
  });

  test("offers the city that was typed with a slip", async ({ page }) => {
    await page.goto("/sessions?location=lion");
    await expect(page.getByRole("main").getByRole("link", { name: /^à / }).first()).toHaveText(
      /^à Lyon/,
    );
  });

  test("on a phone the fields open ready to type", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/sessions");
    await expect(page.locator("input[name=q]")).toHaveAttribute("autofocus");
    await page.getByRole("button", { name: /Modifier la recherche/ }).click();
    await expect(page.locator("input[name=q]")).toBeFocused();
  });

  test("leads from a page that is not there to one that is", async ({ page, request }) => {
    await page.goto("/sessions?page=999&sort=date");
    await expect(page).toHaveURL(/\/sessions\?page=\d{1,2}&sort=date$/);
    const answer = await request.get("/sessions?page=abc", { maxRedirects: 0 });
    expect([answer.status(), answer.headers().location]).toEqual([302, "/sessions"]);
    await page.goto("/sessions?professional=zzz");
    await expect(page.getByText("Aucune session disponible")).toBeVisible();
  });

  test("a path that leads nowhere", async ({ page }) => {
    const answer = await page.goto("/nulle-part");
    expect(answer?.status()).toBe(404);
    await expect(page.getByText("Oops! Page not found")).toBeVisible();
    await page.getByRole("main").getByRole("link").first().click();
    await expect(page).toHaveURL(/\/$/);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("searching, reading and starting a payment work", async ({ page, request }) => {
    // The demo's first one begins at any moment, or is sold by another test.
    const title = `Massage sans script ${Date.now().toString(36)}`;
    const date = addDays(dayKey(new Date()), 9);
    const id = await publishAs(request, INES.email, { title, date });
    await page.goto("/");
    await page.getByRole("searchbox", { name: /Quoi/ }).fill(title);
    await page.getByRole("button", { name: "Rechercher" }).click();
    const found = page.getByRole("main").getByRole("article").filter({ hasText: title });
    await found.getByRole("link").first().click();
    await page.getByLabel("Votre e-mail").fill("sans-script@example.fr");
    await page.getByRole("button", { name: "Réserver et payer" }).first().click();
    await expect(page.locator("[name=cardNumber]")).toBeVisible();
    await page.getByRole("link", { name: /Retour/ }).click();
    await expect(page.getByRole("heading", { name: "Paiement annulé" })).toBeVisible();
    await deleteAs(request, INES.email, id);
  });
});

test("a time and a place typed among the words narrow the list, and a cross takes each away", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByLabel("Quoi ?").fill("massage demain lyon");
  await page.keyboard.press("Enter");
  // Whether somebody gives one depends on the day.
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    /^(Sessions|Aucune session) pour «\smassage\s» autour de Lyon, demain$/,
  );
  const filters = page.getByRole("list", { name: "Filtres actifs" });
  for (const label of [/10 km autour de Lyon/, /«\smassage\s»/, /Demain/]) {
    await expect(
      filters.getByRole("link", { name: /^Retirer/ }).filter({ hasText: label }),
    ).toBeVisible();
  }
  const words = page.getByRole("searchbox", { name: "Quoi ?" });
  await expect(words).toHaveValue("massage");
  await page.getByRole("link", { name: "Chercher tous ces mots" }).click();
  await expect(words).toHaveValue("massage demain lyon");
  await page.goBack();
  const found = async () =>
    Number(
      /^(?:Plus de )?(\d+)/.exec(
        (await page.getByText(/^(Plus de )?\d+ sessions? trouvée/).textContent()) ?? "",
      )?.[1],
    );
  const tomorrow = await found();
  await filters.getByRole("link", { name: "Retirer : Demain" }).click();
  await expect(page).toHaveURL("/sessions?q=massage&place=lyon");
  await expect.poll(found).toBeGreaterThanOrEqual(tomorrow);
  const here = await found();
  await filters.getByRole("link", { name: "Retirer : 10 km autour de Lyon" }).click();
  await expect(page).toHaveURL("/sessions?q=massage");
  await expect(words).toHaveValue("massage");
  await expect.poll(found).toBeGreaterThan(here);
});

test("conditions are counted before they are chosen, and a chip's name leads back to them", async ({
  page,
}) => {
  await page.goto("/sessions?place=Lyon&radius=25");
  await page.getByRole("link", { name: "Filtres" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Filtres");
  const two = page.getByRole("link", { name: /^2 places/ });
  await expect(two).toHaveText(/2 places\d+\+? sessions/);
  await two.click();
  await expect(two).toHaveAttribute("aria-current", "true");
  await expect(two).toBeFocused();
  const onSite = page.getByRole("link", { name: /^Sur place/ });
  await onSite.click();
  await expect(onSite).toHaveAttribute("aria-current", "true");
  await page.getByRole("button", { name: /^Voir/ }).click();
  await expect(page).toHaveURL("/sessions?seats=2&mode=onsite&place=Lyon&radius=25");
  await page.getByRole("link", { name: "2 places ou plus", exact: true }).click();
  await expect(page).toHaveURL(/\/filtres\?.*#seats$/);
  await page.getByLabel("À partir de").fill("18:00");
  await page.getByRole("button", { name: "Appliquer" }).click();
  await expect(page).toHaveURL(/\/filtres\?.*from=18%3A00/);
  await page.getByLabel("Avant").fill("21:00");
  await page.getByRole("button", { name: /^Voir|^Aucune/ }).click();
  await expect(page).toHaveURL(/\/sessions\?.*from=18%3A00&to=21%3A00/);
});
