import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { FailureHandle } from "#app/browser/keep-page.ts";
import { routes } from "#test/make/pages.ts";
import type { Cast } from "./callers.ts";
import { type Offer, openSiteUnderTest, type SiteUnderTest } from "./site-under-test.ts";
import { size } from "./size.ts";

/*
 * Each table in turn has another name for a moment, and each page that reads it is opened: what is
 * not about that table stands, and a page that cannot stand says so in its own words.
 */
let site: SiteUnderTest;
let cast: Cast;
let offer: Offer;
let tables: string[];
beforeAll(async () => {
  site = await openSiteUnderTest();
  cast = await site.makeCast();
  offer = await site.makeOffer(cast);
  // Each of these failures is logged, as it should be.
  site.ctx.log.level = "silent";
  const { rows } = await site.ctx.db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  );
  tables = rows.map(({ name }) => name);
});
afterAll(() => site.close());

const screens = Object.values(routes).filter(
  ({ id, module }) => id !== "root" && module.default !== undefined,
);
const NOBODYS = "01a1f947-4d38-7636-b4fb-c69194333b29";

function addressOf(path = ""): string {
  const known: Record<string, string | null> = {
    ...offer,
    professionalId: cast.owner.professionalId,
    offeringId: offer.sessionId,
    contentId: offer.sessionId,
    activity: "yoga",
    city: "lyon",
  };
  return `/${path}`
    .replaceAll(/:(\w+)\??/g, (_, name) => known[name] ?? NOBODYS)
    .replace("*", "nulle-part");
}

async function open(path: string, cookie: string) {
  const answer = await fetch(site.origin + path, { redirect: "manual", headers: { cookie } });
  const html = (await answer.text()).replaceAll("&#x27;", "'");
  return { status: answer.status, html };
}

/** The tables that opening a page names in its statements. */
async function readBy(path: string, cookie: string): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  await open(path, cookie);
  const said = query.mock.calls.map(([asked]) => JSON.stringify(asked)).join(" ");
  query.mockRestore();
  return tables.filter(
    (name) => !OF_THE_LOGIN.includes(name) && new RegExp(`\\b${name}\\b`).test(said),
  );
}

async function without<T>(table: string, work: () => Promise<T>): Promise<T> {
  const [name, away] = [sql.identifier(table), sql.identifier(`${table}_away`)];
  await site.ctx.db.execute(sql`alter table ${name} rename to ${away}`);
  try {
    return await work();
  } finally {
    await site.ctx.db.execute(sql`alter table ${away} rename to ${name}`);
  }
}

/** Who is asking is read before any page is. */
const OF_THE_LOGIN = ["logins", "temporary_passwords"];

/** Without one of these there is nothing to show; without any other table the page stands. */
const MATTER: Record<string, string[]> = {
  "routes/home": [],
  "routes/sessions": [],
  "routes/praticiens": [],
  "routes/activites": [],
  "routes/mes-sessions": [],
  "routes/favoris": [],
  "routes/profil": [],
  session: ["profiles", "activity_types", "professional_profiles", "offerings", "schedule_rules"],
  "routes/activite": [
    ...["profiles", "activity_types", "professional_profiles", "offerings", "schedule_rules"],
  ],
  "routes/praticien": ["profiles", "activity_types", "professional_profiles", "offerings"],
};

/** Sentences that deny what could not be read. */
const NOTHING = /(?:Vous n'avez|Aucune?|Pas encore) [^<.]*/g;
/** What the specification says of a plan that could not be asked for. */
const NO_PLAN = "Aucun abonnement actif";

/** One of so many of a page's tables, others for another page. */
const STEP = size(4, 1);

test.for(screens.map(({ id }, turn) => [id, turn] as const))("%s", async ([id, turn]) => {
  const { path, module } = routes[id] as (typeof screens)[number];
  const { failure } = (module.handle ?? {}) as FailureHandle;
  for (const caller of ["visitor", "client", "owner"] as const) {
    const cookie = caller === "visitor" ? "" : cast[caller].cookie;
    const address = addressOf(path);
    const whole = await open(address, cookie);
    expect(whole.status, address).toBeLessThan(500);
    if (whole.status !== 200) continue;
    const read = await readBy(address, cookie);
    for (const table of read.filter((_, place) => (place + turn) % STEP === 0)) {
      const { status, html } = await without(table, () => open(address, cookie));
      const what = `${address} without ${table}, as ${caller}`;
      // Without their business, or their plan, a professional is taken for a client, and led away.
      if (status < 400 && status !== 200) continue;
      expect(html, what).toContain("</main>");
      if (status === 200 || MATTER[id]?.includes(table) === false) {
        expect(status, what).toBe(200);
        const denied = html.match(NOTHING)?.filter((said) => !whole.html.includes(said)) ?? [];
        expect(
          denied.filter((said) => said !== NO_PLAN),
          what,
        ).toEqual([]);
      } else if (status !== 403) {
        expect(html, what).toContain(failure?.text);
        expect(html, what).toContain("Réessayer");
      }
    }
  }
});
