import type { Locator, Page } from "@playwright/test";
import { addDays, dayKey } from "#core/dates.ts";
import { expect, expectSound, goAndSettle, test } from "./fixtures.ts";
import { deleteAs, logIn, paidSession, publishAs, signIn } from "./journeys.ts";

const INES = "ines@example.fr";
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

test.describe("what is on screen stays", () => {
  test("a filter searches at once and leaves focus and scroll alone", async ({ page }) => {
    await page.goto("/sessions");
    const category = page.getByLabel("Catégorie");
    await page.evaluate(() => window.scrollTo(0, 300));
    await category.focus();
    await category.selectOption("Yoga");
    await expect(page).toHaveURL(/\/sessions\?category=Yoga$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Yoga");
    await expect(category).toBeFocused();
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(200);
  });

  test("a cut network keeps the page, says so, and the next try works (rule: keep-the-page)", async ({
    page,
    context,
  }) => {
    await goAndSettle(page, "/sessions");
    await context.setOffline(true);
    await page.getByRole("link", { name: "Suivant" }).click();
    await expect(page.getByText("Impossible de récupérer les sessions").first()).toBeVisible();
    await expect(page).toHaveURL(/\/sessions$/);
    await expect(page.getByRole("main").getByRole("article")).toHaveCount(9);
    await expect(page.getByRole("progressbar")).toHaveCount(0);

    await context.setOffline(false);
    await page.getByRole("link", { name: "Suivant" }).click();
    await expect(page).toHaveURL(/page=2$/);
    await expect(page.getByRole("main")).toBeFocused();
  });

  test("a filter chosen without a network is taken back", async ({ page, context }) => {
    await goAndSettle(page, "/sessions");
    await context.setOffline(true);
    await page.getByLabel("Catégorie").selectOption("Yoga");
    await expect(toast(page, "Impossible de récupérer les sessions")).toBeVisible();
    await expect(page.getByLabel("Catégorie")).toHaveValue("");
    await expect(page).toHaveURL(/\/sessions$/);
  });

  test("one's bookings stay when neither a cancellation nor another tab can be reached", async ({
    page,
    context,
  }) => {
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    await signIn(page, "camille@example.fr");
    await goAndSettle(page, "/mes-sessions");
    const titles = page.getByRole("main").getByRole("heading", { level: 2 });
    const before = await titles.allTextContents();
    await page
      .getByRole("button", { name: /^Annuler cette réservation/ })
      .first()
      .click();
    await context.setOffline(true);
    await page.getByRole("button", { name: "Confirmer l'annulation" }).first().click();
    await expect(toast(page, "Impossible d'annuler cette réservation.")).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(1);
    expect(await titles.allTextContents()).toEqual(before);
    await page.getByRole("button", { name: "Garder ma réservation" }).first().click();
    await page.getByRole("link", { name: "Sessions passées" }).click();
    await expect(toast(page, "Impossible de charger vos sessions.")).toBeVisible();
    await expect(toast(page, "Impossible d'annuler cette réservation.")).toBeHidden();
    await expect(page).toHaveURL(/\/mes-sessions$/);
    expect(await titles.allTextContents()).toEqual(before);
    expect(errors).toEqual([]);
  });

  test("Back without a network stays where one is", async ({ page, context }) => {
    await page.goto("/sessions");
    const link = page.getByRole("article").first().getByRole("link").first();
    const title = (await link.textContent()) ?? "";
    await link.click();
    // The address changes first.
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await context.setOffline(true);
    await page.goBack();
    await expect(page.getByText("Impossible de récupérer les sessions").first()).toBeVisible();
    await expect(page).toHaveURL(/\/session\//);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  });

  test("a failure is said in the words of what the form asked for", async ({
    page,
    context,
    request,
  }) => {
    // Beyond the first rows, whose screens stand for those of all.
    const title = `Coupée du monde ${Date.now()}`;
    const id = await publishAs(request, INES, { title, date: addDays(dayKey(new Date()), 19) });
    await logIn(page, INES);
    await expect(page).toHaveURL(/\/agenda$/);
    await goAndSettle(page, "/profil");
    const row = page
      .locator("#sessions-publiees")
      .getByRole("listitem")
      .filter({ has: page.getByRole("link", { name: title, exact: true }) });
    await context.setOffline(true);
    await row.getByRole("button", { name: "Désactiver" }).click();
    await expect(toast(page, "Impossible de mettre à jour la session")).toBeVisible();
    await row.getByText("Créneaux et réservations").click();
    await row.getByText("Annuler ce créneau").click();
    await row.getByRole("button", { name: "Confirmer l'annulation" }).click();
    await expect(toast(page, "Impossible d'annuler ce créneau.")).toBeVisible();
    await expect(page).toHaveURL(/\/profil$/);
    await context.setOffline(false);

    await row.getByRole("link", { name: `Modifier ${title}` }).click();
    await page.getByLabel("Titre").fill("Un autre titre");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(toast(page, "Impossible de mettre à jour la session")).toBeVisible();
    await page.getByRole("button", { name: "Supprimer la session" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click();
    await expect(toast(page, "Impossible de supprimer la session")).toBeVisible();
    await expect(page.getByLabel("Titre")).toHaveValue("Un autre titre");
    await page.getByRole("link", { name: "Retour au profil" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Quitter" }).click();
    await expect(toast(page, "Impossible de charger votre profil.")).toBeVisible();
    await expect(page).toHaveURL(/\/edit$/);
    await context.setOffline(false);
    await deleteAs(request, INES, id);
  });

  test("a screen whose code cannot be fetched keeps the page too (rule: keep-the-page)", async ({
    page,
    context,
  }) => {
    await goAndSettle(page, "/");
    await context.setOffline(true);
    const footer = page.getByRole("contentinfo");
    await footer.getByRole("link", { name: "Contact" }).click();
    await expect(toast(page, "Une erreur inattendue est survenue")).toBeVisible();
    await expect(page).toHaveURL(/:\d+\/$/);
    await expect(page.getByRole("progressbar")).toHaveCount(0);
    await context.setOffline(false);
    await footer.getByRole("link", { name: "Contact" }).click();
    await expect(page).toHaveURL(/\/contact$/);
  });

  test("a screen that nobody could be asked about keeps the page too (rule: keep-the-page)", async ({
    page,
  }) => {
    await page.route(/__manifest/, (route) => route.abort());
    await page.goto("/");
    const contact = page.getByRole("contentinfo").getByRole("link", { name: "Contact" });
    await contact.click();
    await expect(toast(page, "Une erreur inattendue est survenue")).toBeVisible();
    await expect(page).toHaveURL(/:\d+\/$/);
    await expect(page.getByRole("progressbar")).toHaveCount(0);
    await page.unroute(/__manifest/);
    await contact.click();
    await expect(page).toHaveURL(/\/contact$/);
  });

  test("the directory says what it could not fetch", async ({ page }) => {
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    await goAndSettle(page, "/aide");
    await page.route(/praticiens\.data/, (route) => route.abort());
    await page.getByRole("contentinfo").getByRole("link", { name: "Praticiens" }).click();
    await expect(toast(page, "Impossible de récupérer les professionnels")).toBeVisible();
    await expect(page).toHaveURL(/\/aide$/);
    expect(errors).toEqual([]);
  });

  for (const how of ["is cut", "fails"] as const) {
    test(`logging out clears the page first, also when the call ${how}`, async ({ page }) => {
      await signIn(page, "camille@example.fr");
      await goAndSettle(page, "/profil");
      await page.route(/\/deconnexion/, (route) =>
        how === "is cut" ? route.abort() : route.fulfill({ status: 503 }),
      );
      await page.getByRole("button", { name: "Déconnexion" }).click();
      await expect(page).toHaveURL("/");
      const header = page.getByRole("banner");
      await expect(header.getByRole("link", { name: "S'inscrire" })).toBeVisible();
      await expect(page.getByText("Camille")).toHaveCount(0);
      // The server has not heard of it, and takes it from the browser's next question.
      await page.goto("/profil");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Connexion requise");
      const cookies = (await page.context().cookies()).map(({ name }) => name);
      expect(cookies.filter((name) => /login|deconnexion/.test(name))).toEqual([]);
    });
  }

  for (const [name, email] of [
    ["Camille", "camille@example.fr"],
    ["Inès", INES],
  ] as const) {
    test(`a logout without a network leaves nobody on the page, nor after it: ${name}`, async ({
      page,
      context,
    }) => {
      await signIn(page, email);
      await goAndSettle(page, "/profil");
      await context.setOffline(true);
      await page.getByRole("button", { name: "Déconnexion" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vous êtes déconnecté");
      await expect(page).toHaveURL("/");
      await expect(page.getByText(name)).toHaveCount(0);
      const links = page.getByRole("banner").getByRole("navigation").getByRole("link");
      await expect(links).toHaveText([
        ...["Qui sommes-nous", "Dernière minute", "Carte cadeau", "Praticiens"],
      ]);
      await expectSound(page);
      await context.setOffline(false);
      // It leads to the home page as soon as that can be reached.
      await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Vous êtes déconnecté");
      await page.waitForLoadState();
      await page.goto("/profil");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Connexion requise");
    });
  }

  test("the directory searches among those that it has while the others cannot be had", async ({
    page,
  }) => {
    await goAndSettle(page, "/praticiens");
    await page.route(/praticiens\.data/, (route) => route.abort());
    const here = await page.getByRole("main").getByRole("listitem").count();
    await page.getByRole("searchbox").fill("introuvable");
    await expect(toast(page, "Impossible de récupérer les professionnels")).toBeVisible();
    const status = page.getByRole("main").getByRole("status");
    await expect(status).toHaveText(
      `0 praticien(s) trouvé(s) parmi les ${here} premiers. Les autres n'ont pas pu être chargés.`,
    );
    await page.unroute(/praticiens\.data/);
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect(status).toHaveText("0 praticien(s) trouvé(s)");
  });

  test("what is typed after a message was sent outlives a cut network too", async ({
    page,
    context,
  }) => {
    await goAndSettle(page, "/contact");
    const send = async (message: string) => {
      await page.getByLabel("Nom complet").fill("Julie Martin");
      await page.getByLabel("E-mail").fill("julie@example.fr");
      await page.getByLabel("Sujet").selectOption("autre");
      await page.getByLabel("Message", { exact: true }).fill(message);
      await page.getByRole("button", { name: "Envoyer le message" }).click();
    };
    await send("Bonjour à vous tous.");
    await expect(toast(page, "Message envoyé !")).toBeVisible();
    await expect(page.getByLabel("Message", { exact: true })).toHaveValue("");
    await context.setOffline(true);
    await send("J'oubliais : merci beaucoup.");
    await expect(
      toast(page, "Une erreur est survenue lors de l'envoi du message. Veuillez réessayer."),
    ).toBeVisible();
    await expect(page.getByLabel("Message", { exact: true })).toHaveValue(
      "J'oubliais : merci beaucoup.",
    );
    await expect(page.getByLabel("Sujet")).toHaveValue("autre");
  });
});

test("a toast covers neither the header nor the bar that books", async ({ page, request }) => {
  const { id } = await paidSession(request, 3);
  const edges = async (locator: Locator) => {
    const { y, height } = (await locator.boundingBox()) ?? { y: Number.NaN, height: 0 };
    return { top: y, bottom: y + height };
  };
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/session/${id}`);
    await page
      .getByRole("button", { name: /^Favori/ })
      .first()
      .click();
    // Loaded, the widget takes the place of what the page itself says first.
    const said = page.getByRole("dialog").or(page.getByRole("alertdialog")).last();
    await expect(said).toContainText("Vous devez être connecté pour ajouter des favoris");
    const { top, bottom } = await edges(said);
    if (width === 390) {
      const bar = page.locator("[data-booking-bar]");
      expect(bottom).toBeLessThanOrEqual((await edges(bar)).top);
    } else {
      const corner = page.getByRole("banner").getByRole("link", { name: "S'inscrire" });
      expect(top).toBeGreaterThanOrEqual((await edges(corner)).bottom);
      const box = page.getByRole("complementary", { name: "Votre réservation" });
      expect(bottom).toBeLessThanOrEqual((await edges(box)).top);
    }
  }
});
