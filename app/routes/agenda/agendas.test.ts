import { expect, onTestFinished } from "vitest";
import { logIn } from "#core/accounts/logins/log-in.server.ts";
import { HOUR } from "#core/durations.ts";
import { calendars, gaps } from "#core/tables.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { cookieWith } from "#test/make/browser.ts";
import { makeSession } from "#test/make/catalogue.ts";
import { makeContext, NOW } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeCalendar, makeGap } from "#test/make/diary.ts";
import { vcalendar, vevent } from "#test/make/ical.ts";
import { openStranger, outsideOf } from "#test/make/outside-servers.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { openSite } from "#test/make/site.ts";

const KINE = vevent("UID:kine", "DTSTART:20261121T170000Z", "DURATION:PT1H", "SUMMARY:Kiné");

/** A professional's browser without scripts, and a provider that serves one calendar. */
async function openBrowser(db: Database) {
  const provider = await openStranger((request, response) =>
    request.url === "/basic.ics" ? response.end(vcalendar(KINE)) : response.end("bonjour"),
  );
  const user = await makeUser(db, { isPro: true, email: "h@example.fr", password: "parenthese" });
  const professional = await makeProfessional(db, { user });
  const ctx = makeContext(db, { outside: outsideOf(provider) });
  const site = await openSite(ctx);
  onTestFinished(async () => {
    await site.close();
    await provider.close();
  });
  const { login } = await logIn(ctx, { email: "h@example.fr", password: "parenthese" });
  const headers = { origin: site.origin, cookie: cookieWith(ctx, login) };
  const open = async (path: string, fields?: Record<string, string>) => {
    const answer = await fetch(site.origin + path, {
      ...{ redirect: "manual", headers },
      ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
    });
    return { status: answer.status, headers: answer.headers, html: await answer.text() };
  };
  return { professional, open, origin: site.origin };
}

dataTest("a calendar is followed and left on a page without scripts", async ({ db }) => {
  const { open } = await openBrowser(db);
  const page = "/agenda/agendas";
  expect((await open(page)).html).toContain("Aucun agenda suivi pour l&#x27;instant.");
  const wrong = "https://agenda.example.fr/autre.ics";
  const refused = await open(page, { url: wrong, name: "Perso" });
  expect(refused.status).toBe(400);
  expect(refused.html).toContain("Ce n&#x27;est pas un agenda.");
  expect(refused.html).toMatch(new RegExp(`aria-invalid="true"[^>]*value="${wrong}"`));
  expect(refused.html).toContain('value="Perso"');

  const added = await open(page, { url: "webcal://agenda.example.fr/basic.ics", name: "Perso" });
  expect([added.status, added.headers.get("location")]).toEqual([302, page]);
  const { html } = await open(page);
  expect(html).toContain("Perso");
  expect(html).toMatch(/agenda\.example\.fr.+relu à 10:00, 1 rendez-vous à venir/);
  expect(html).not.toContain("basic.ics");
  expect((await open("/agenda")).html).toMatch(/Agenda privé relu .*à 10:00/);

  const calendarId = /name="calendarId" value="([^"]+)"/.exec(html)?.[1] ?? "";
  await open(page, { intent: "remove-calendar", calendarId });
  expect(await db.$count(calendars)).toBe(0);
});

dataTest(
  "a calendar that fails says why, and one that is empty can be meant so",
  async ({ db }) => {
    const { open, professional } = await openBrowser(db);
    const failing = { failingSince: new Date(NOW.getTime() - HOUR), goodAt: NOW };
    const professionalId = professional.id;
    await makeCalendar(db, { professionalId, ...failing, lastError: "gone", name: "Vieux" });
    await makeCalendar(db, { professionalId, ...failing, lastError: "empty", name: "Vide" });
    const { html } = await open("/agenda/agendas");
    expect(html).toContain("Il n&#x27;est plus à son adresse");
    expect(html.match(/Il est bien vide/g)).toHaveLength(1);
    expect((await open("/agenda")).html).toContain("Un agenda privé ne peut plus être lu.");
  },
);

dataTest("the agenda's own address is shown once, and read without a login", async ({ db }) => {
  const { open, origin } = await openBrowser(db);
  const made = await open("/agenda/agendas", { intent: "renew-feed" });
  expect(made.headers.get("cache-control")).toContain("no-store");
  const path = /\/agendas\/[\w-]{43}\/parenthese\.ics/.exec(made.html)?.[0] ?? "";
  expect((await open("/agenda/agendas")).html).not.toContain(path);
  const read = await fetch(origin + path);
  expect(await read.text()).toMatch(/^BEGIN:VCALENDAR/);
  expect(Object.fromEntries(read.headers)).toMatchObject({
    ...{ "content-type": "text/calendar; charset=utf-8", "referrer-policy": "no-referrer" },
    "cache-control": "private, max-age=300",
    "x-robots-tag": "noindex",
  });
  await open("/agenda/agendas", { intent: "revoke-feed" });
  expect((await fetch(origin + path)).status).toBe(404);
});

dataTest("a gap is published, adjusted or declined from the agenda", async ({ db }) => {
  const { open, professional } = await openBrowser(db);
  const professionalId = professional.id;
  const session = await makeSession(db, { professional, priceCents: 4_500 });
  const start = new Date("2026-11-20T17:00:00Z");
  const of = { professionalId, offeringId: session.id, title: "Kiné" };
  const gapId = await makeGap(db, { ...of, start, createdAt: new Date("2026-11-20T12:40:00Z") });
  const other = await makeGap(db, { ...of, start: new Date(+start + 24 * HOUR) });
  const { html } = await open("/agenda");
  const text = html
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("\u00a0", " ");
  expect(text).toContain("18:00–19:00 s'est libéré. Le publier à 45 € ?");
  expect(text).toContain("« Kiné » a disparu de votre agenda privé à 13:40.");
  expect(text).toContain("s'est libéré samedi 21 novembre. Le publier à 45 € ?");
  expect(text).toContain("Publier à 45 €");

  const adjust = /href="(\/agenda\/publier\?seance=[^"]+debut=2026-11-20T18:00)"/.exec(html)?.[1];
  const form = (await open(String(adjust).replaceAll("&amp;", "&"))).html;
  expect(form).toMatch(/name="otherTime"[^>]*value="18:00"|value="18:00"[^>]*name="otherTime"/);
  expect(form).toMatch(/value="2026-11-20"/);

  const stale = await open("/agenda", { intent: "publish-gap", gapId, cents: "4000" });
  expect(stale.status).toBe(409);
  expect(stale.html).toContain("Le prix de cette séance a changé.");
  const done = await open("/agenda", { intent: "publish-gap", gapId, cents: "4500" });
  expect(done.headers.get("location")).toMatch(/^\/agenda\/publier\?en-ligne=/);
  await open("/agenda", { intent: "decline-gap", gapId: other });
  const states = await db.select({ state: gaps.state }).from(gaps);
  expect(states.map(({ state }) => state).toSorted()).toEqual(["declined", "published"]);
  expect((await open("/agenda")).html).not.toContain("s&#x27;est libéré");
});
