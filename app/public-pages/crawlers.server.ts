import { Hono } from "hono";
import type { Context } from "#core/context.server.ts";
import { listLandings } from "#core/landings/list-landings.server.ts";
import { listSitemapParts } from "#core/landings/list-sitemap-parts.server.ts";
import { listSitemapRange } from "#core/landings/list-sitemap-range.server.ts";
import { LANDING_ROOT } from "#core/landings/rules.ts";
import { type SitemapEntry, sitemapPart } from "#core/landings/schema.ts";
import { ACTIVITY_TEXTS } from "../parts/landings/activity-texts.server.ts";

/** The pages of the route table that are there for everybody and show no single thing. */
const OPEN_PAGES = [
  "/",
  "/sessions",
  "/sessions?filter=last-minute",
  "/praticiens",
  "/activites",
  LANDING_ROOT,
  "/nos-offres",
  "/carte-cadeau",
  "/espaces",
  "/qui-sommes-nous",
  "/aide",
  "/contact",
  "/conditions",
  "/confidentialite",
  "/mentions-legales",
  "/classement",
  "/accessibilite",
  "/cookies",
  "/mediation",
  "/renoncer-au-contrat",
];

/** Where addresses of one person begin, and of programs: nothing there is for search engines. */
const CLOSED = [
  ...["/api/", "/webhooks/", "/demo/"],
  ...["/profil", "/editer-", "/ajouter-", "/professionnel", "/favoris", "/mes-", "/reservations/"],
  ...["/payment-", "/guest-", "/confirmation", "/changer-mot-de-passe", "/deconnexion"],
  "/sessions/*/edit",
];

/** They change when something is published; crawlers come back by themselves. */
const CACHED = "public, max-age=3600";

/**
 * `/robots.txt` and the sitemap: an index whose parts hold 50 000 addresses at most, each read in
 * batches and sent as it is read, so that it costs the same for a million sessions.
 */
export function serveCrawlers(): Hono<{ Variables: { ctx: Context } }> {
  const crawlers = new Hono<{ Variables: { ctx: Context } }>();

  crawlers.get("/robots.txt", (c) => {
    const { appUrl } = c.get("ctx").config;
    const lines = ["User-agent: *", ...CLOSED.map((path) => `Disallow: ${path}`)];
    c.header("Cache-Control", CACHED);
    return c.text(`${lines.join("\n")}\n\nSitemap: ${appUrl}/sitemap.xml\n`);
  });

  crawlers.get("/sitemap.xml", async (c) => {
    const ctx = c.get("ctx");
    const { activities, ranges } = await listSitemapParts(ctx);
    const parts = [
      "pages",
      ...activities.filter((slug) => slug in ACTIVITY_TEXTS).map((slug) => `bien-etre-${slug}`),
      ...ranges.map(({ kind, from }) => `${kind}-${from}`),
    ];
    const sitemaps = parts.map(
      (part) => `<sitemap><loc>${ctx.config.appUrl}/sitemap-${part}.xml</loc></sitemap>`,
    );
    c.header("Content-Type", XML);
    c.header("Cache-Control", CACHED);
    return c.body(`${HEAD}<sitemapindex ${NAMESPACE}>${sitemaps.join("\n")}</sitemapindex>\n`);
  });

  crawlers.get("/:file{sitemap-[a-z0-9-]+\\.xml}", async (c, next) => {
    const part = c.req.param("file").slice("sitemap-".length, -".xml".length);
    const batches = entriesOf(c.get("ctx"), part);
    if (!batches) return next();
    return streamed(urlset(c.get("ctx").config.appUrl, batches));
  });

  return crawlers;
}

type Batches = AsyncIterable<SitemapEntry[]> | Iterable<SitemapEntry[] | Promise<SitemapEntry[]>>;

/** What a part lists; null for a name that no part has. */
function entriesOf(ctx: Context, part: string): Batches | null {
  if (part === "pages") return [OPEN_PAGES.map((path) => ({ path, changedAt: null }))];
  const activity = /^bien-etre-(.+)$/.exec(part)?.[1];
  if (activity) return activity in ACTIVITY_TEXTS ? [listLandings(ctx, { activity })] : null;
  const [, kind, from] = /^([a-z]+)-(.+)$/.exec(part) ?? [];
  const range = sitemapPart.safeParse({ kind, from });
  return range.success ? listSitemapRange(ctx, range.data) : null;
}

const XML = "application/xml; charset=utf-8";
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

async function* urlset(origin: string, batches: Batches): AsyncGenerator<string> {
  yield `${HEAD}<urlset ${NAMESPACE}>`;
  for await (const entries of batches) {
    yield entries
      .map(({ path, changedAt }) => {
        const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : "";
        return `<url><loc>${origin}${path.replaceAll("&", "&amp;")}</loc>${changed}</url>\n`;
      })
      .join("");
  }
  yield "</urlset>\n";
}

/** Reads on only as far as the other side takes it. */
function streamed(parts: AsyncGenerator<string>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
  return new Response(body, {
    headers: { "Content-Type": XML, "Cache-Control": CACHED },
  });
}
