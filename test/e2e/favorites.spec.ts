import type { APIRequestContext, Page } from "@playwright/test";
import { expect, expectSound, goAndSettle, keepToasts, newEmail, test } from "./fixtures.ts";
import { type ApiSession, bearerOf, newAccount, paidSession, signIn } from "./journeys.ts";

/** Programs' way in, to prepare a list and to see what was stored. */
async function favoritesOf(request: APIRequestContext, email: string) {
  const headers = await bearerOf(request, email);
  return {
    ids: async (): Promise<string[]> => {
      const answer = await request.get("/api/v1/favorites?limit=100", { headers });
      const { data }: { data: { session_id: string }[] } = await answer.json();
      return data.map(({ session_id }) => session_id);
    },
    add: (session: ApiSession) =>
      request.post("/api/v1/favorites", { headers, data: { session_id: session.id } }),
    remove: (id: string) => request.delete(`/api/v1/favorites/${id}`, { headers }),
    clear: () => request.delete("/api/v1/favorites", { headers }),
  };
}

const heart = (page: Page, session: ApiSession) =>
  page.getByRole("button", { name: `Favori : ${session.title}` }).first();

const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

test("programs keep favourites: one a pair, page by page, nobody else's", async ({
  request,
  mailTo,
  baseURL,
}) => {
  const sessions = [await paidSession(request, 20), await paidSession(request, 21)] as const;
  const mine = await favoritesOf(request, await newAccount(request, mailTo, baseURL));
  for (const session of [...sessions, sessions[0]]) {
    const answer = await mine.add(session);
    expect(answer.status()).toBe(200);
    expect(await answer.json()).toMatchObject({ session_id: session.id });
  }
  expect(await mine.ids()).toEqual([sessions[1].id, sessions[0].id]);
  expect((await mine.add({ ...sessions[0], id: crypto.randomUUID() })).status()).toBe(404);
  expect((await mine.add({ ...sessions[0], id: "x" })).status()).toBe(422);
  expect((await mine.remove(sessions[1].id)).status()).toBe(204);
  expect((await mine.remove(sessions[1].id)).status()).toBe(204);
  expect(await mine.ids()).toEqual([sessions[0].id]);
  expect((await mine.clear()).status()).toBe(204);
  expect(await mine.ids()).toEqual([]);
  expect((await request.get("/api/v1/favorites")).status()).toBe(401);
});

test("a heart is pressed at once, told, and undone when the server cannot be reached", async ({
  page,
  request,
  mailTo,
  baseURL,
}) => {
  const session = await paidSession(request, 22);
  const email = await newAccount(request, mailTo, baseURL);
  const stored = await favoritesOf(request, email);
  await signIn(page, email);

  await page.goto(`/session/${session.id}`);
  await expect(heart(page, session)).toHaveAttribute("aria-pressed", "false");
  await heart(page, session).click();
  await expect(heart(page, session)).toHaveAttribute("aria-pressed", "true");
  await expect(toast(page, "Ajouté aux favoris")).toBeVisible();
  await expect(toast(page, "La session a été ajoutée à vos favoris")).toBeVisible();
  expect(await stored.ids()).toEqual([session.id]);
  await page.reload();
  await expect(heart(page, session)).toHaveAttribute("aria-pressed", "true");

  // Optimistic: pressed out while the answer is still on its way, back in when there is none.
  await page.route(/favoris\/.+\.data/, async (route) => {
    await expect(heart(page, session)).toHaveAttribute("aria-pressed", "false");
    await route.abort();
  });
  await heart(page, session).click();
  await expect(toast(page, "Impossible de modifier les favoris")).toBeVisible();
  await expect(heart(page, session)).toHaveAttribute("aria-pressed", "true");
  await page.unroute(/favoris\/.+\.data/);
  await page.route(/favoris\/.+\.data/, (route) => route.fulfill({ status: 500 }));
  const refused = page.waitForResponse((answer) => answer.status() === 500);
  await heart(page, session).click();
  await refused;
  await expect(heart(page, session)).toHaveAttribute("aria-pressed", "true");
  await page.unroute(/favoris\/.+\.data/);

  // The keyboard alone, on the list: the card goes, the count follows, the focus is not lost.
  await page.goto("/favoris");
  await expect(page.getByRole("status").first()).toHaveText("1 session en favori");
  await heart(page, session).focus();
  await page.keyboard.press("Space");
  await expect(toast(page, "Retiré des favoris")).toBeVisible();
  await expect(toast(page, "La session a été retirée de vos favoris")).toBeVisible();
  await expect(page.getByText("Aucun favori pour le moment")).toBeVisible();
  await expect(page.getByText("Aucune session en favori")).toBeFocused();
  expect(await stored.ids()).toEqual([]);
  await page.getByRole("main").getByRole("link", { name: "Découvrir les sessions" }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("a cut network takes no heart along, however fast it answers (rule: keep-the-page)", async ({
  page,
  context,
  mailTo,
  baseURL,
  request,
}) => {
  await signIn(page, await newAccount(request, mailTo, baseURL));
  await keepToasts(page);
  await goAndSettle(page, "/sessions");
  // Slow enough for the failure to be there before the pressed heart is drawn.
  const slow = await context.newCDPSession(page);
  await slow.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  await context.setOffline(true);
  for (const nth of [0, 1, 2, 3, 4, 5]) {
    const tapped = page
      .getByRole("main")
      .getByRole("button", { name: /^Favori/ })
      .nth(nth);
    for (let taps = 0; taps <= nth % 3; taps++) await tapped.click();
    await expect(toast(page, "Impossible de modifier les favoris")).toBeVisible();
    await expect(tapped).toHaveAttribute("aria-pressed", "false");
  }
});

test("the list is filtered in its address, and looks right at both widths", async ({ page }) => {
  await signIn(page, "camille@example.fr");
  await page.goto("/favoris");
  const cards = page.getByRole("main").getByRole("article");
  const all = await cards.count();
  expect(all).toBeGreaterThan(3);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mes favoris");
  await expect(page.getByText(`${all} sessions en favoris`)).toBeVisible();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.getByText("Filtrer", { exact: true }).click();
    await expectSound(page, [width]);
    await page.getByText("Filtrer", { exact: true }).click();
  }

  await page.getByText("Filtrer", { exact: true }).click();
  const options = await page.getByLabel("Catégorie").locator("option").allTextContents();
  const category = options[1] ?? "";
  await page.getByLabel("Catégorie").selectOption(category);
  await expect(page).toHaveURL(`/favoris?category=${encodeURIComponent(category)}`);
  await expect.poll(() => cards.count()).toBeLessThan(all);
  await expect(cards.first()).toContainText(category);
  await page.reload();
  await expect(page.getByLabel("Catégorie")).toHaveValue(category);
  await page.getByRole("link", { name: "Tout effacer" }).click();
  await expect(cards).toHaveCount(all);

  await page.getByLabel("Lieu").selectOption("En ligne");
  await expect(page).toHaveURL(/place=online/);
  await page.getByLabel("Disponible maintenant").check();
  await expect(page).toHaveURL(/place=online&available=1/);
  await expect(page.getByLabel("Disponible maintenant")).toBeFocused();
  await page.getByRole("link", { name: "Tout effacer" }).click();
  await expect(page.getByLabel("Disponible maintenant")).not.toBeChecked();
  await page.goto("/favoris?category=Introuvable");
  await expect(page.getByText("Aucun favori avec ces filtres")).toBeVisible();
});

test("everything is cleared, once it was confirmed", async ({ page, request, mailTo, baseURL }) => {
  const email = await newAccount(request, mailTo, baseURL);
  const stored = await favoritesOf(request, email);
  for (const nth of [23, 24]) await stored.add(await paidSession(request, nth));
  await signIn(page, email);
  await page.goto("/favoris");

  await page.getByRole("button", { name: "Vider les favoris" }).click();
  await expect(page.getByRole("dialog", { name: "Vider vos favoris ?" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("button", { name: "Vider les favoris" }).click();
  await page.getByRole("button", { name: "Garder mes favoris" }).click();
  expect(await stored.ids()).toHaveLength(2);

  await page.route(/favoris\.data/, (route) => route.abort());
  await page.getByRole("button", { name: "Vider les favoris" }).click();
  await page.getByRole("button", { name: "Tout supprimer" }).click();
  await expect(toast(page, "Impossible de vider les favoris")).toBeVisible();
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(2);
  // It lies over what dims the page, and closing it closes nothing else.
  await page.getByRole("button", { name: "Fermer" }).click();
  await expect(page.getByRole("dialog", { name: "Vider vos favoris ?" })).toBeVisible();
  await page.unroute(/favoris\.data/);

  await page.getByRole("button", { name: "Tout supprimer" }).click();
  await expect(toast(page, "Favoris vidés")).toBeVisible();
  await expect(toast(page, "Tous vos favoris ont été supprimés")).toBeVisible();
  await expect(page.getByText("Aucun favori pour le moment")).toBeVisible();
  expect(await stored.ids()).toEqual([]);
});

test("a visitor's heart is refused, remembered, and added by the login", async ({
  page,
  request,
  mailTo,
  baseURL,
}) => {
  const email = await newAccount(request, mailTo, baseURL);
  const stored = await favoritesOf(request, email);
  await page.goto("/sessions");
  const card = page.getByRole("main").getByRole("article").first();
  const id = (await card.getByRole("link").getAttribute("href"))?.split(/[/?]/)[2];
  await card.getByRole("button", { name: /^Favori/ }).click();
  await expect(toast(page, "Connexion requise")).toBeVisible();
  await expect(toast(page, "Vous devez être connecté pour ajouter des favoris")).toBeVisible();
  await expect(card.getByRole("button", { name: /^Favori/ })).toHaveAttribute(
    "aria-pressed",
    "false",
  );

  await page.getByRole("alertdialog").getByRole("link", { name: "Se connecter" }).click();
  await expect(page).toHaveURL(`/connexion?suite=%2Fsessions&favori=${id}`);
  expect(await stored.ids()).toEqual([]);
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill("parenthese");
  await page.getByRole("main").getByRole("button", { name: "Se connecter" }).click();
  await expect(toast(page, "Connexion réussie")).toBeVisible();
  await expect(toast(page, "Ajouté aux favoris")).toBeVisible();
  await expect(toast(page, "La session a été ajoutée à vos favoris")).toBeVisible();
  await expect(page).toHaveURL(/\/sessions$/);
  expect(await stored.ids()).toEqual([id]);
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("favori");
});

test("a list that cannot be loaded keeps the page and says so", async ({ page }) => {
  await signIn(page, "camille@example.fr");
  await page.goto("/profil");
  await page.route(/favoris\.data/, (route) => route.abort());
  await page.getByRole("main").getByRole("link", { name: "Mes favoris" }).click();
  await expect(toast(page, "Impossible de charger les favoris")).toBeVisible();
  await expect(page).toHaveURL(/\/profil$/);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a visitor signs up, their heart comes along, and every act is a form", async ({
    page,
    request,
    mailTo,
  }) => {
    const session = await paidSession(request, 25);
    await page.goto(`/session/${session.id}`);
    await heart(page, session).click();
    const here = encodeURIComponent(`/session/${session.id}`);
    await expect(page).toHaveURL(`/connexion?suite=${here}&favori=${session.id}`);
    await expect(toast(page, "Vous devez être connecté pour ajouter des favoris")).toBeVisible();

    const email = newEmail();
    await page.getByRole("main").getByRole("link", { name: "S'inscrire" }).click();
    await expect(page).toHaveURL(`/inscription?suite=${here}&favori=${session.id}`);
    await page.getByLabel("Prénom").fill("Julie");
    await page.getByLabel("Nom", { exact: true }).fill("Martin");
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Mot de passe", { exact: true }).fill("parenthese");
    await page.getByLabel("Confirmer le mot de passe").fill("parenthese");
    await page.getByRole("button", { name: "S'inscrire" }).click();
    const { text } = await mailTo(email, "Confirmez");
    const link = new URL(text.match(/https?:\S+[?&]jeton=[\w.-]+/)?.[0] ?? "");
    await page.goto(link.pathname + link.search);
    await page.getByLabel("Mot de passe", { exact: true }).fill("parenthese");
    await page.getByRole("button", { name: "Confirmer et me connecter" }).click();
    await expect(page).toHaveURL(`/session/${session.id}`);

    await page.goto("/favoris");
    const cards = page.getByRole("main").getByRole("article");
    await expect(cards).toHaveCount(1);
    await heart(page, session).click();
    await expect(page).toHaveURL(/\/favoris$/);
    await expect(toast(page, "La session a été retirée de vos favoris")).toBeVisible();
    await expect(cards).toHaveCount(0);

    await page.goto(`/session/${session.id}`);
    await heart(page, session).click();
    await expect(page).toHaveURL(`/session/${session.id}`);
    await expect(toast(page, "La session a été ajoutée à vos favoris")).toBeVisible();
    await expect(heart(page, session)).toHaveAttribute("aria-pressed", "true");

    await page.goto("/favoris");
    await page.getByText("Filtrer", { exact: true }).click();
    await page.getByLabel("Disponible maintenant").check();
    await page.getByRole("button", { name: "Appliquer" }).click();
    await expect(page).toHaveURL(/available=1/);
    await expect(cards).toHaveCount(1);
    await page.getByRole("button", { name: "Vider les favoris" }).click();
    await page.getByRole("button", { name: "Tout supprimer" }).click();
    await expect(toast(page, "Favoris vidés")).toBeVisible();
    await expect(page.getByText("Aucun favori pour le moment")).toBeVisible();
  });
});
