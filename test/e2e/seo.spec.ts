import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import pg from "pg";
import sharp from "sharp";
import { newId } from "#platform/ids.server.ts";
import { expect, test } from "./fixtures.ts";
import { isOfDemo, paidSession, signIn } from "./journeys.ts";
import { problemsOf } from "./structured-data.ts";

/** The head of a page, as a search engine reads it. */
interface Head {
  status: number;
  html: string;
  title: string;
  canonical: string | undefined;
  robots: string | undefined;
  /** `description`, `og:…`, `twitter:…` */
  meta: Record<string, string>;
  things: Record<string, unknown>[];
}

async function readHead(request: APIRequestContext, path: string): Promise<Head> {
  const answer = await request.get(path, { maxRedirects: 0 });
  const html = await answer.text();
  const meta: Record<string, string> = {};
  for (const [tag] of html.matchAll(/<meta [^>]*>/g)) {
    const name = /(?:name|property)="([^"]*)"/.exec(tag)?.[1];
    if (name) meta[name] = decoded(/content="([^"]*)"/.exec(tag)?.[1] ?? "");
  }
  const scripts = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)];
  const canonical = [...html.matchAll(/<link rel="canonical" href="([^"]*)"/g)];
  expect(canonical.length, `canonical addresses of ${path}`).toBeLessThanOrEqual(1);
  return {
    ...{ status: answer.status(), html, meta },
    title: decoded(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ""),
    canonical: canonical[0]?.[1] === undefined ? undefined : decoded(canonical[0][1]),
    robots: meta.robots,
    things: scripts.flatMap(([, json]) => JSON.parse(json ?? "")["@graph"]),
  };
}

function decoded(text: string): string {
  return text.replaceAll("&#x27;", "'").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

async function locations(request: APIRequestContext, path: string): Promise<string[]> {
  const answer = await request.get(path);
  expect(answer.status(), path).toBe(200);
  expect(answer.headers()["content-type"]).toContain("application/xml");
  return [...(await answer.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) =>
    decoded(loc ?? ""),
  );
}

const kinds = ({ things }: Head) => [...new Set(things.map((thing) => thing["@type"]))];

test.describe("what search engines find", () => {
  let origin = "";
  test.beforeAll(({ baseURL }) => {
    origin = baseURL ?? "";
  });

  test("is every address of the sitemap, each page under its own", async ({ request }) => {
    const robots = await (await request.get("/robots.txt")).text();
    expect(robots).toContain(`Sitemap: ${origin}/sitemap.xml`);
    for (const path of ["/api/", "/profil", "/mes-", "/favoris", "/payment-", "/demo/"]) {
      expect(robots).toContain(`Disallow: ${path}\n`);
    }
    const parts = await locations(request, "/sitemap.xml");
    const names = parts.map((part) =>
      part.slice(`${origin}/sitemap-`.length).replace(/-.*|\.xml/, ""),
    );
    expect([...new Set(names)].sort()).toEqual([
      ...["activites", "bien", "pages", "praticiens", "sessions"],
    ]);
    // Another test gives that category another name meanwhile, and its own back.
    for (const part of parts.filter((one) => !/-art-therapie|-therapie-par-l-art/.test(one))) {
      const listed = await locations(request, part.slice(origin.length));
      expect(new Set(listed).size).toBe(listed.length);
      expect(listed.length).toBeLessThanOrEqual(50_000);
      // All pages written by hand, and one of each generated kind.
      const isOurs = part.includes("pages");
      for (const url of isOurs ? listed : listed.slice(0, 1)) {
        const head = await readHead(request, url.slice(origin.length));
        expect(head.status, url).toBe(200);
        expect(head.canonical).toBe(url);
        expect(head.robots, url).toBeUndefined();
        expect(head.title, url).toMatch(/Parenthèse/);
        // A professional's own text is as short as they like, and so is another test's.
        expect(head.meta.description?.length, url).toBeGreaterThan(isOurs ? 30 : 0);
        expect(head.meta).toMatchObject({
          "og:url": url,
          "og:type": "website",
          "og:description": head.meta.description,
          "og:locale": "fr_FR",
          "twitter:card": "summary_large_image",
        });
        expect(head.meta["og:title"], url).toBeTruthy();
        expect(head.meta["og:image:alt"], url).toBeTruthy();
        expect(problemsOf(head.things, origin), url).toEqual([]);
      }
    }
    expect((await request.get("/sitemap-sessions-nothing.xml")).status()).toBe(404);
    expect((await request.head("/sitemap.xml")).headers()["cache-control"]).toContain("max-age");
  });

  test("is described in the words of schema.org", async ({ request }) => {
    expect(kinds(await readHead(request, "/"))).toEqual(["Organization", "WebSite"]);
    expect(kinds(await readHead(request, "/sessions"))).toEqual(["BreadcrumbList"]);
    expect(kinds(await readHead(request, "/aide"))).toEqual(["FAQPage"]);
    // Again while another test books its first slot: a page is up to five seconds behind the answer.
    await expect(async () => {
      const session = await paidSession(request, 0);
      const detail = await readHead(request, `/session/${session.id}`);
      expect(kinds(detail)).toEqual(["Event", "BreadcrumbList"]);
      const [event] = detail.things;
      expect(event).toMatchObject({
        name: session.title,
        offers: { price: (session.discounted_price ?? session.price).toFixed(2) },
      });
      const start = session.slots[0]?.start_datetime ?? "";
      expect(Date.parse(String(event?.startDate))).toBe(Date.parse(start));
    }).toPass();

    const { data } = await (await request.get("/api/v1/professionals?limit=100")).json();
    const lasting = data.filter(isOfDemo);
    const rated = lasting.find((one: { total_reviews: number }) => one.total_reviews > 0);
    const unrated = lasting.find((one: { total_reviews: number }) => one.total_reviews === 0);
    for (const [professional, has] of [
      [rated, true],
      [unrated, false],
    ]) {
      if (!professional) continue;
      const head = await readHead(request, `/praticiens/${professional.id}`);
      expect(kinds(head)).toEqual(["HealthAndBeautyBusiness", "BreadcrumbList"]);
      expect("aggregateRating" in (head.things[0] ?? {})).toBe(has);
    }
  });

  test("has one address for each session and each list", async ({ request }) => {
    const { id } = await paidSession(request, 0);
    for (const path of [`/session/${id}`, `/sessions/${id}`, `/session/${id}?x=1`]) {
      expect((await readHead(request, path)).canonical).toBe(`${origin}/session/${id}`);
    }
    for (const [asked, canonical, found] of [
      ["/sessions?sort=price_asc", "/sessions", true],
      ["/sessions?page=2", "/sessions?page=2", true],
      ["/sessions?sort=rating&page=3", "/sessions", true],
      ["/sessions?filter=last-minute&utm_source=x", "/sessions?filter=last-minute", true],
      ["/sessions?category=Yoga&sort=date&page=2", "/sessions?category=Yoga", false],
      ["/sessions?q=introuvablement", "/sessions?q=introuvablement", false],
      ["/praticiens?q=lyon", "/praticiens", false],
      ["/aide?q=carte", "/aide", false],
    ] as const) {
      const head = await readHead(request, asked);
      expect(head.canonical, asked).toBe(`${origin}${canonical}`);
      expect(head.robots, asked).toBe(found ? undefined : "noindex");
    }
  });

  test("is nothing that belongs to one person", async ({ page, request }) => {
    const open = ["/connexion", "/inscription", "/mot-de-passe-oublie", "/payment-success"];
    for (const path of [...open, "/payment-canceled", "/guest-payment-success", "/nulle-part"]) {
      expect((await readHead(request, path)).robots, path).toBe("noindex");
    }
    await signIn(page, "camille@example.fr");
    for (const path of ["/profil", "/favoris", "/mes-sessions"]) {
      expect((await readHead(page.request, path)).robots, path).toBe("noindex");
    }
  });

  test("is shown elsewhere with a picture of its category", async ({ request }) => {
    const seen = new Set<string>();
    for (const path of ["/", "/bien-etre/yoga", "/bien-etre/massage/lyon"]) {
      const { meta } = await readHead(request, path);
      const picture = await request.get(meta["og:image"]?.slice(origin.length) ?? "");
      const { width, height, format } = await sharp(await picture.body()).metadata();
      expect([width, height, format]).toEqual([1200, 630, "jpeg"]);
      expect([meta["og:image:width"], meta["og:image:height"]]).toEqual(["1200", "630"]);
      seen.add(meta["og:image"] ?? "");
    }
    expect(seen.size).toBe(3);
  });

  test("never speaks of the page before", async ({ page }) => {
    const problems: string[] = [];
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    await page.goto("/aide");
    const things = page.locator("head script[type='application/ld+json']");
    await expect(page.locator("head [data-seo]")).not.toHaveCount(0);
    await expect(things).toHaveCount(1);
    await page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).click();
    await expect(page).toHaveTitle(/^Contact/);
    await expect(page.locator("head [data-seo]")).toHaveCount(0);
    await expect(things).toHaveCount(0);
    expect(problems).toEqual([]);
  });
});

test.describe("landing pages", () => {
  test("tell what an activity is and what can be booked of it", async ({ page, request }) => {
    await page.goto("/bien-etre");
    await page.getByRole("link", { name: "Yoga", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Yoga");
    await page.goto("/bien-etre/yoga/lyon");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Yoga à Lyon");
    await expect(page.getByText("Sessions disponibles")).toBeVisible();
    await expect(page.getByRole("article")).not.toHaveCount(0);
    await page.getByText("Que faut-il apporter à un cours de yoga ?").click();
    await expect(page.getByText("Une tenue dans laquelle vous bougez")).toBeVisible();
    const near = page.getByRole("navigation", { name: "Yoga dans d'autres villes" });
    await near.getByRole("link").first().click();
    await expect(page).toHaveURL(/\/bien-etre\/yoga\/(?!lyon)/);
    const head = await readHead(request, "/bien-etre/yoga/lyon");
    expect(kinds(head)).toEqual(["BreadcrumbList", "ItemList", "FAQPage"]);
  });

  test("have one spelling each, and an end", async ({ request }) => {
    for (const [asked, to] of [
      ["/bien-etre/Yoga/LYON", "/bien-etre/yoga/lyon"],
      ["/bien-etre/M%C3%A9ditation", "/bien-etre/meditation"],
      ["/bien-etre/yoga/Saint-%C3%89tienne", "/bien-etre/yoga/saint-etienne"],
      ["/bien-etre/yoga/saint%20etienne", "/bien-etre/yoga/saint-etienne"],
    ] as const) {
      const answer = await request.get(asked, { maxRedirects: 0 });
      expect([answer.status(), answer.headers().location]).toEqual([301, to]);
    }
    for (const path of ["/bien-etre/plongee", "/bien-etre/yoga/nulle-part", "/bien-etre/%20"]) {
      expect((await request.get(path)).status(), path).toBe(404);
    }
  });
});

test.describe("pages that are not there", () => {
  const database = () => new pg.Client({ connectionString: process.env.E2E_DATABASE_URL });

  /** A copy of a session of the demo, changed; its id is no older than the demo's own. */
  async function copySession(id: string, change: Record<string, unknown>): Promise<string> {
    const client = database();
    await client.connect();
    const copy = newId();
    const { rows } = await client.query(
      "insert into offerings select (jsonb_populate_record(s, $2::jsonb)).* from offerings s where id = $1 returning id",
      [id, JSON.stringify({ id: copy, ...change })],
    );
    await client.query(
      `insert into slots (id, offering_id, start_datetime, end_datetime, capacity, available_spots)
       values (gen_random_uuid(), $1, now() + interval '3 days', now() + interval '73 hours', 5, 5)`,
      [copy],
    );
    await client.end();
    return rows[0].id;
  }

  test("are 404 when they never were, 410 when they are gone", async ({ page, request }) => {
    const { id } = await paidSession(request, 0);
    const gone = await copySession(id, { deleted_at: new Date(), is_active: false });
    for (const path of [`/session/${gone}`, `/sessions/${gone}`]) {
      expect((await request.get(path)).status()).toBe(410);
      expect((await request.head(path)).status()).toBe(410);
    }
    await page.goto(`/session/${gone}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "Cette session n'est plus proposée",
    );
    await expect(page.getByRole("region", { name: "Des sessions proches" })).toBeVisible();
    // Others may be deleted at this moment.
    await page.locator('article a[href^="/session/019a0000-"]').first().click();
    await expect(page.getByRole("heading", { name: "Choisissez un créneau" })).toBeVisible();

    for (const path of ["/nulle-part", `/session/${randomUUID()}`, "/session/1", "/praticiens/1"]) {
      const answer = await request.get(path);
      expect(answer.status(), path).toBe(404);
      expect(await answer.text(), path).toContain("Oops! Page not found");
      expect((await request.head(path)).status(), path).toBe(404);
    }
  });

  test("are not reached by a slash too many", async ({ request }) => {
    for (const [asked, to] of [
      ["/sessions/?q=yoga", "/sessions?q=yoga"],
      ["/bien-etre/yoga/", "/bien-etre/yoga"],
      ["//evil.example/", "/evil.example"],
      ["//evil.example", "/evil.example"],
    ] as const) {
      const answer = await request.get(
        asked.startsWith("//") ? `${test.info().project.use.baseURL}${asked}` : asked,
        {
          maxRedirects: 0,
        },
      );
      expect([answer.status(), answer.headers().location], asked).toEqual([301, to]);
    }
  });

  test("a title cannot break out of what is told of it", async ({ request }) => {
    const { id } = await paidSession(request, 0);
    const title = "</script><script>alert(1)</script> & <b>";
    const copy = await copySession(id, { title });
    const head = await readHead(request, `/session/${copy}`);
    expect(head.html).not.toContain("<script>alert");
    expect(head.things[0]).toMatchObject({ "@type": "Event", name: title });
  });
});
