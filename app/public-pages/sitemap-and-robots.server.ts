import { Hono } from "hono";
import { listAcceptedTypes } from "#core/catalogue/activity-types/manage-types.server.ts";
import type { Context } from "#core/context.server.ts";
import {
  listLandings,
  listSitemapParts,
  listSitemapRange,
} from "#core/landings/list-sitemap.server.ts";
import { slugOf } from "#core/landings/rules.ts";
import { type SitemapEntry, sitemapPart } from "#core/landings/schema.ts";
import { isListed, isOperators, listPages } from "../page-table.server.ts";
import { activityText } from "../parts/landings/activity-texts.server.ts";

/** Each line is cut after its first « / » or « - » under which no page is open. */
export function closedToCrawlers(): string[] {
  const open: string[] = [];
  const closed: string[] = [];
  for (const [pattern, { shared, isOpen }] of listPages()) {
    // The operators' door is not named to anybody.
    if (pattern.includes("*") || isOperators(pattern)) continue;
    (shared || isOpen ? open : closed).push(pattern.replaceAll(/:\w+\??/g, "*"));
  }
  const cut = closed.map((path) => {
    const beginnings = [...path.matchAll(/(?<=.)[/-]/g)].map(({ index }) =>
      path.slice(0, index + 1),
    );
    return beginnings.find((line) => !open.some((one) => one.startsWith(line))) ?? path;
  });
  const lines = [...new Set(["/api/", "/webhooks/", ...cut])];
  return lines.filter((line) => !lines.some((one) => one !== line && line.startsWith(one)));
}

export function sitemapPages(): string[] {
  return [...listPages()].flatMap(([pattern, { sitemap = [] }]) => {
    const path = pattern.replaceAll(/\/:\w+\?/g, "") || "/";
    return isListed(pattern) ? ["", ...sitemap].map((query) => path + query) : [];
  });
}

/** Crawlers come back by themselves. */
const CACHED = "public, max-age=3600";

/** Reads in batches and streams parts of 50 000 addresses at most. */
export function serveCrawlers(): Hono<{ Variables: { ctx: Context } }> {
  const crawlers = new Hono<{ Variables: { ctx: Context } }>();

  crawlers.get("/robots.txt", (c) => {
    const { appUrl } = c.get("ctx").config;
    const lines = ["User-agent: *", ...closedToCrawlers().map((path) => `Disallow: ${path}`)];
    c.header("Cache-Control", CACHED);
    return c.text(`${lines.join("\n")}\n\nSitemap: ${appUrl}/sitemap.xml\n`);
  });

  crawlers.use("/:file{sitemap.*\\.xml}", (c, next) => {
    const ctx = c.get("ctx");
    c.set("ctx", { ...ctx, reads: ctx.readers.recent });
    return next();
  });

  crawlers.get("/sitemap.xml", async (c) => {
    const ctx = c.get("ctx");
    const { activities, ranges } = await listSitemapParts(ctx);
    const parts = [
      "pages",
      ...activities
        .filter((activity) => activityText(activity) !== null)
        .map(({ name }) => `bien-etre-${slugOf(name)}`),
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
    const batches = await entriesOf(c.get("ctx"), part);
    if (!batches) return next();
    return streamed(urlset(c.get("ctx").config.appUrl, batches));
  });

  return crawlers;
}

type Batches = AsyncIterable<SitemapEntry[]> | Iterable<SitemapEntry[]>;

/** Null for an unknown name. */
async function entriesOf(ctx: Context, part: string): Promise<Batches | null> {
  if (part === "pages") return [sitemapPages().map((path) => ({ path, changedAt: null }))];
  const activity = /^bien-etre-(.+)$/.exec(part)?.[1];
  if (activity) {
    const type = (await listAcceptedTypes(ctx)).find(({ name }) => slugOf(name) === activity);
    return type && activityText(type) ? [await listLandings(ctx, { activity })] : null;
  }
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

/** Reads on only as fast as the client takes it. */
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
