import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { logIn } from "#core/accounts/logins/log-in.server.ts";
import type { Reader } from "#platform/postgres.server.ts";
import { readersWithoutReplica } from "#platform/readers.server.ts";
import { cookieWith } from "./make/browser.ts";
import { makeActivity, makeActivitySlot, makeSession, makeSlot } from "./make/catalogue.ts";
import { makeContext } from "./make/context.ts";
import { type makeDatabase as MakeDatabase, makeDatabase } from "./make/database.ts";
import { makeProfessional, makeUser } from "./make/people.ts";
import { openSite, type Site } from "./make/site.ts";

/*
 * One read of a page fails, because its table has another name for a moment: the rest of the page
 * stands, and the quoted sentence is where the part would be.
 */
type Made = Awaited<ReturnType<typeof MakeDatabase>>;
let db: Made["db"];
let site: Site;
let sessionId: string;
let activityId: string;
let professionalId: string;
let cookie: string;

beforeAll(async () => {
  const made = await makeDatabase();
  db = made.db;
  const professional = await makeProfessional(db, { rating: 4.8, businessName: "Studio Ouvert" });
  professionalId = professional.id;
  const session = await makeSession(db, { professional, title: "Yoga du soir" });
  sessionId = session.id;
  const activity = await makeActivity(db, { professional, title: "Atelier du dimanche" });
  activityId = activity.id;
  await makeSlot(db, { session });
  await makeActivitySlot(db, { activity });
  await makeUser(db, { email: "camille@example.fr", firstName: "Camille", password: "parenthese" });
  const ctx = makeContext(db);
  const { login } = await logIn(ctx, { email: "camille@example.fr", password: "parenthese" });
  cookie = cookieWith(ctx, login);
  site = await openSite(ctx);
  return made.close;
});
afterAll(() => site.close());

async function without(table: string): Promise<void> {
  const [name, away] = [sql.identifier(table), sql.identifier(`${table}_away`)];
  await db.execute(sql`alter table ${name} rename to ${away}`);
  onTestFinished(async () => void (await db.execute(sql`alter table ${away} rename to ${name}`)));
}

async function open(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(site.origin + path, { headers });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
}

describe("the rest of a page stands", () => {
  test("home keeps its search, categories, professionals and footer", async () => {
    await without("listed_slots");
    const { status, html, headers } = await open("/");
    expect(status).toBe(200);
    expect(html).toContain("Impossible de récupérer les sessions");
    expect(html).toContain('name="q"');
    expect(html).toContain("Psychothérapie");
    expect(html).toContain("Mentions légales");
    expect(headers.get("cache-control")).toContain("no-store");
  });

  test("home without professional profiles keeps its search", async () => {
    await without("professional_profiles");
    const { status, html } = await open("/");
    expect(status).toBe(200);
    expect(html).toContain("Impossible de récupérer les professionnels");
    expect(html).toContain('name="q"');
  });

  test.each([
    ["/sessions", "listed_slots", "Impossible de récupérer les sessions", 'name="location"'],
    [
      "/praticiens",
      "professional_profiles",
      "Impossible de récupérer les professionnels",
      "<h1>Praticiens</h1>",
    ],
    ["/activites", "offerings", "Impossible de récupérer les activités", "<h1>Activités</h1>"],
  ])("%s without %s says so in its place", async (path, table, text, stands) => {
    await without(table);
    const { status, html } = await open(path);
    expect(status).toBe(200);
    expect(html).toContain(text);
    expect(html).toContain(stands);
  });

  test.each([
    ["/mes-sessions", "bookings", "Impossible de charger vos sessions.", "Sessions passées"],
    ["/profil", "bookings", "Impossible de charger vos sessions.", "Zone de danger"],
    ["/favoris", "favorites", "Impossible de charger les favoris", "Mes favoris"],
  ])("%s without %s, signed in", async (path, table, text, stands) => {
    await without(table);
    const { status, html } = await open(path, { cookie });
    expect(status).toBe(200);
    expect(html).toContain(text);
    expect(html).toContain(stands);
    expect(html).toContain("Camille");
  });

  test("a session without favourites is shown with empty hearts, and can be booked", async () => {
    await without("favorites");
    const { status, html } = await open(`/session/${sessionId}`, { cookie });
    expect(status).toBe(200);
    expect(html).toContain("Yoga du soir");
    expect(html).toContain("Choisissez un créneau");
  });

  // An error that nobody listens to would fail this run, and would have stopped the site.
  test.each([
    ["a session", () => `/session/${sessionId}`, "Yoga du soir"],
    ["an activity", () => `/activites/${activityId}`, "Atelier du dimanche"],
  ])(
    "%s without its reviews is shown, and can be booked, however many ask",
    async (_, at, title) => {
      await without("reviews");
      for (const { status, html } of await Promise.all(
        Array.from({ length: 10 }, () => open(at())),
      )) {
        expect(status).toBe(200);
        expect(html).toContain(title);
        expect(html).toContain("Choisissez un créneau");
      }
    },
  );

  test.each(["activity_types", "listings", "listed_slots"])(
    "a piece of the sitemap without %s says so before it begins",
    async (table) => {
      const path = "/sitemap-bien-etre-yoga.xml";
      const headers = { "accept-encoding": "identity" };
      expect((await open(path, headers)).status).toBe(200);
      await without(table);
      for (const method of ["HEAD", "GET"]) {
        const { status } = await fetch(site.origin + path, { method, headers });
        expect(status, method).toBe(500);
      }
    },
  );

  test("a session without its slots is shown, and says that they could not be read", async () => {
    await without("slots");
    const { status, html } = await open(`/session/${sessionId}`);
    expect(status).toBe(200);
    expect(html).toContain("Yoga du soir");
    expect(html).toContain("Impossible de charger les créneaux.");
    expect(html).not.toContain("Aucun créneau");
  });

  test("a session is asked for once where the whole database is away", async () => {
    const asked: SQL[] = [];
    const reader: Reader = Object.assign(Object.create(db), {
      async execute(statement: SQL) {
        asked.push(statement);
        throw Object.assign(new Error("nobody answers"), { syscall: "connect" });
      },
    });
    const away = await openSite(makeContext(db, { readers: readersWithoutReplica(reader) }));
    onTestFinished(away.close);
    const { status } = await fetch(`${away.origin}/session/${sessionId}`);
    expect(status).toBe(503);
    expect(asked).toHaveLength(1);
  });

  test("a practitioner without what they offer is presented", async () => {
    await without("listings");
    const { status, html } = await open(`/praticiens/${professionalId}`);
    expect(status).toBe(200);
    expect(html).toContain("Studio Ouvert");
    expect(html).toContain("Impossible de récupérer les sessions");
    expect(html).not.toContain("Aucune session disponible");
  });

  test("a session that cannot be read says so in the quoted words, within the site", async () => {
    await without("offerings");
    const { html } = await open(`/session/${sessionId}`);
    expect(html).toContain("Impossible de charger les détails de la session");
    expect(html).not.toContain("Une erreur inattendue est survenue");
    expect(html).toContain("Mentions légales");
  });

  test("without profiles a login is greeted by its first name, as a client", async () => {
    await without("profiles");
    for (const path of ["/contact", "/", "/profil"]) {
      const { status, html } = await open(path, { cookie });
      expect(status, path).toBe(200);
      expect(html, path).toContain("Camille");
      expect(html, path).toContain("Déconnexion");
      expect(html, path).not.toContain('href="/espaces"');
    }
  });

  test("a browser that shows a page already is told of the failure, and keeps it", async () => {
    await without("listed_slots");
    const { status } = await open("/sessions.data");
    expect(status).toBe(500);
  });
});
