import type { Page } from "@playwright/test";
import pg from "pg";
import { END_OF_FIXED_IDS } from "#db/demo/seeded-random.ts";
import { expect, goAndSettle, test } from "./fixtures.ts";
import { emptyList, signIn } from "./journeys.ts";

const main = (page: Page) => page.getByRole("main");

/** Every list that an empty one leads to has as many sessions as was said. */
async function expectWaysOut(page: Page, empty: string): Promise<void> {
  await page.goto(empty);
  await expect(
    main(page).getByRole("heading", { name: "Aucune session disponible" }),
  ).toBeVisible();
  const ways = main(page)
    .getByRole("link")
    .filter({ hasText: /sessions?, dès le/ });
  const shown = await ways.evaluateAll((links) =>
    links.map((link) => ({
      href: link.getAttribute("href") ?? "",
      count: /\d+ sessions?/.exec(link.textContent ?? "")?.[0] ?? "no count",
    })),
  );
  expect(shown.length).toBeGreaterThan(1);
  for (const { href, count } of shown) {
    await page.goto(href);
    await expect(main(page).getByRole("status").first()).toContainText(count, { timeout: 1_000 });
    await expect(main(page).getByRole("article").first()).toBeVisible();
  }
}

test.describe("home", () => {
  test("has every block of the specification", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByLabel("En chiffres")).toHaveText(
      /500\+.*sessions.*150\+.*professionnels.*25\+.*villes|sessions500\+professionnels150\+villes25\+/,
    );
    const block = (name: string) =>
      main(page)
        .locator("section")
        .filter({ has: page.getByRole("heading", { name, exact: true }) });
    await expect(block("Une place s'est libérée").getByRole("article")).toHaveCount(2);
    const popular = block("Professionnels populaires").getByRole("article");
    await expect(popular).toHaveCount(2);
    for (const card of await popular.all())
      await expect(card).toContainText(/Note : (4,[5-9]|5,0)/);
    await expect(
      block("Près de chez vous").getByRole("textbox", { name: "Autour de" }),
    ).toBeVisible();
    await expect(block("Suivez nos parenthèses")).toContainText("Visuel à venir");
    await expect(
      main(page).getByRole("heading", { name: /Jusqu'à 50 % de réduction/ }),
    ).toBeVisible();
  });

  test("leads from each of nine categories to as many sessions as it says", async ({ page }) => {
    // Again while other tests publish or delete a session between the two pages.
    await expect(async () => {
      await page.goto("/");
      const categories = main(page).locator('a[href^="/sessions?category="]');
      await expect(categories).toHaveCount(9);
      const yoga = categories.filter({ hasText: "Yoga" });
      const count = /\d+ sessions?/.exec((await yoga.textContent()) ?? "")?.[0] ?? "no count";
      await yoga.click();
      await expect(page).toHaveURL(/\/sessions\?category=Yoga$/);
      await expect(main(page).getByRole("status").first()).toContainText(count, { timeout: 1_000 });
    }).toPass();
  });
});

test.describe("the list of sessions", () => {
  const address = "/sessions?q=yoga&location=Lyon&category=Yoga&price=20-40&sort=price_asc";

  test("is all in its address, through reload and Back", async ({ page }) => {
    const shows = async () => {
      await expect(page.getByRole("searchbox", { name: /Quoi/ })).toHaveValue("yoga");
      await expect(page.getByRole("combobox", { name: "Catégorie" })).toHaveValue("Yoga");
      await expect(page.getByRole("combobox", { name: "Prix" })).toHaveValue("20-40");
      await expect(page.getByRole("combobox", { name: "Trier par" })).toHaveValue("price_asc");
      await expect(page.getByRole("list", { name: "Filtres actifs" })).toContainText("Lyon");
    };
    await page.goto(address);
    await shows();
    await page.reload();
    await shows();
    await page.goto("/");
    await page.goBack();
    await shows();
  });

  test("loses one wish for each chip", async ({ page }) => {
    await page.goto(address);
    for (const [chip, parameter] of [
      ["20 à 40 €", "price"],
      ["« yoga »", "q"],
      ["Lyon", "location"],
      ["Yoga", "category"],
    ] as const) {
      const remove = page.getByRole("link", { name: `Retirer : ${chip}`, exact: true });
      await remove.click();
      await expect(page).not.toHaveURL(new RegExp(`[?&]${parameter}=`));
      // The address changes first: until the list is drawn, the other chips would keep this wish.
      await expect(remove).toHaveCount(0);
    }
    await expect(page).toHaveURL(/\/sessions\?sort=price_asc$/);
    await expect(page.getByRole("list", { name: "Filtres actifs" })).toHaveCount(0);
  });

  test("shows on a phone that its row of filters goes on, until its end", async ({ page }) => {
    const row = page.getByRole("group", { name: "Filtres" }).locator("> div");
    const look = () =>
      row.evaluate((element) => {
        const { maskImage, maskSize } = getComputedStyle(element);
        return {
          goesOn: element.scrollWidth > element.clientWidth + 1,
          fades: maskImage !== "none",
          isAtEnd: maskSize.startsWith("calc"),
        };
      });
    // The end is known by an animation along the scrolling, which is off with all others otherwise.
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/sessions");
    await expect.poll(look).toEqual({ goesOn: true, fades: true, isAtEnd: false });
    await row.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
    await expect.poll(look).toEqual({ goesOn: true, fades: true, isAtEnd: true });
    await page.setViewportSize({ width: 1280, height: 900 });
    await expect.poll(look).toMatchObject({ goesOn: false, fades: false });
  });

  test("that is empty leads to lists that are not", async ({ page, request }) => {
    // Again while other tests publish or delete a session between two pages.
    await expect(async () => expectWaysOut(page, await emptyList(request))).toPass();
  });
});

test.describe("activities", () => {
  test("are listed with at most three tags, each with its page", async ({ page, request }) => {
    await page.goto("/activites");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Activités");
    const card = main(page)
      .getByRole("article")
      .filter({ hasText: "Workshop respiration et prise de parole" });
    await expect(card.getByRole("list", { name: "Mots-clés" }).getByRole("listitem")).toHaveText([
      "Professionnel",
      "Formation",
      "Échange",
    ]);
    await card.getByRole("link").click();
    await expect(page).toHaveURL(/\/activites\/[0-9a-f-]{36}$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Workshop respiration/);
    await expect(main(page)).toContainText("39,00 €");
    await expect(main(page)).toContainText("Un texte de deux minutes");
    await expect(main(page)).toContainText("Enregistrement de votre passage");
    await expect(
      main(page)
        .getByText(/18:30 – 21:00/)
        .first(),
    ).toBeVisible();
    expect((await request.get("/activites/nulle-part")).status()).toBe(404);
  });

  test("go on with « Voir plus », which reload and Back keep", async ({ page }) => {
    const client = new pg.Client({ connectionString: process.env.E2E_DATABASE_URL });
    await client.connect();
    // They belong to somebody whom no other test looks at.
    const { rows } = await client.query(
      `select max(p.id::text) as id from professional_profiles p join profiles u on u.id = p.user_id
        where p.id < $1 and p.can_receive_charges and u.deletion_asked_at is null`,
      [END_OF_FIXED_IDS],
    );
    await client.query(
      `
      insert into offerings (id, kind, professional_id, category, title, description, price_cents, duration, capacity, city, created_at)
      select gen_random_uuid(), 'activity', $1, 'Autre', 'Ancienne activité ' || n,
        'Une activité plus ancienne.', 2000, 60, 8, 'Lyon', now() - interval '3 years' - n * interval '1 day'
      from generate_series(1, 20) n`,
      [rows[0].id],
    );
    await client.end();

    const cards = main(page).getByRole("article");
    // A change written behind the site's back shows within five seconds.
    await expect(async () => {
      await page.goto("/activites");
      await expect(cards).toHaveCount(12, { timeout: 500 });
    }).toPass();
    // Others may be published and deleted at this moment.
    const known = cards.filter({ hasText: "Workshop respiration" });
    await main(page).getByRole("link", { name: "Voir plus" }).click();
    await expect(cards).toHaveCount(24);
    await expect(known).toBeVisible();
    await page.reload();
    await expect(cards).toHaveCount(24);
    await page.goBack();
    await expect(cards).toHaveCount(12);
    await page.goto("/activites?cursor=nonsense&limit=9999");
    await expect(cards).toHaveCount(12);
  });

  test("are read by programs without their online link", async ({ request }) => {
    const list = await (await request.get("/api/v1/activities?limit=2")).json();
    expect(list.data).toHaveLength(2);
    expect(list.data[0]).toMatchObject({ price: expect.any(Number), is_active: true });
    expect(list.data[0]).not.toHaveProperty("online_link");
    const next = await request.get(`/api/v1/activities?limit=2&cursor=${list.next_cursor}`);
    expect((await next.json()).data[0].id).not.toBe(list.data[1].id);
    // Again while another test reviews its practitioner between the two answers.
    await expect(async () => {
      const all = await (await request.get("/api/v1/activities?limit=100")).json();
      const known = all.data.find(({ title }: { title: string }) =>
        title.startsWith("Workshop resp"),
      );
      const one = await request.get(`/api/v1/activities/${known.id}`);
      // Only a list is around a place.
      expect(await one.json()).toEqual(known);
    }).toPass();
    expect((await request.get("/api/v1/activities/x")).status()).toBe(404);
    expect((await request.get("/api/v1/activities?limit=101")).status()).toBe(422);
    expect((await request.get("/api/v1/activities?cursor=x")).status()).toBe(422);
  });

  test("are in the footer for professionals only", async ({ page }) => {
    const links = page
      .getByRole("contentinfo")
      .getByRole("link", { name: /^(Espaces|Activités)$/ });
    await page.goto("/");
    await expect(links).toHaveCount(0);
    await page.goto("/connexion");
    await page.getByLabel("E-mail").fill("ines@example.fr");
    await page.getByLabel("Mot de passe", { exact: true }).fill("parenthese");
    await page.getByRole("main").getByRole("button", { name: "Se connecter" }).click();
    await expect(page).toHaveURL(/\/agenda$/);
    await expect(links).toHaveText(["Espaces", "Activités"]);
  });
});

test("a list that is waited for says so at once: nothing else is waited for", async ({ page }) => {
  await signIn(page, "ines@example.fr");
  for (const [from, link, path, words] of [
    ["/profil", /^Mes Sessions/, "/mes-sessions", "Chargement..."],
    ["/profil", /^Mes Activités/, "/mes-activites", "Chargement..."],
    ["/", "Praticiens", "/praticiens", "Chargement des praticiens..."],
  ] as const) {
    await goAndSettle(page, from);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    // Every request on the way there is as slow.
    await page.route(new RegExp(`${path}\\.data`), async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole("link", { name: link }).first().click();
    await expect(page.getByText(words)).toBeVisible();
    await expect(page).toHaveURL(path);
    release();
    await expect(page.getByText(words)).toBeHidden();
    await page.unrouteAll();
  }
});
