import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { logIn } from "#core/accounts/logins/log-in.server.ts";
import { keepAlert } from "#core/alerts/keep-alert.server.ts";
import { HOUR } from "#core/durations.ts";
import { addFavorite } from "#core/favorites/manage-favorites.server.ts";
import { cents } from "#core/money.ts";
import { alertFinds, bookings, waitingEntries } from "#core/tables.server.ts";
import { newId } from "#platform/ids.server.ts";
import { cookieWith } from "#test/make/browser.ts";
import { makeSession, makeSlot, soldFrom } from "#test/make/catalogue.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { contradict, makeDatabase } from "#test/make/database.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { openSite, type Site } from "#test/make/site.ts";

let site: Site;
let db: Awaited<ReturnType<typeof makeDatabase>>["db"];
let cookie: string;
let userId: string;

/** Camille has booked for tomorrow, keeps an alert in Lyon and has a favourite with a place today. */
beforeAll(async () => {
  const made = await makeDatabase();
  db = made.db;
  const ctx = makeContext(db);
  const user = await makeUser(db, {
    email: "c@example.fr",
    firstName: "Camille",
    password: "parenthese",
  });
  userId = user.id;
  const own = makeContext(db, { actor: await actorOf(db, user.id) });
  const professional = await makeProfessional(db);
  const make = async (title: string, hours: number) => {
    const where = { city: "Lyon", postalCode: "69003", isOnline: false };
    const session = await makeSession(db, { professional, title, category: "Yoga", ...where });
    const slot = await makeSlot(db, { session, start: new Date(NOW.getTime() + hours * HOUR) });
    return { sessionId: session.id, slotId: slot.id, start: slot.startDatetime };
  };
  const booked = await make("Yoga de demain", 30);
  await addFavorite(own, await make("Yoga du soir", 8));
  await addFavorite(own, await make("Yoga de lundi", 72));
  const alert = await keepAlert(own, { q: "yoga", place: "Lyon", radius: "10" });
  const found = { alertId: alert.id, slotId: booked.slotId, startsAt: booked.start };
  await db.insert(alertFinds).values({ ...found, foundAt: NOW, toldAt: NOW });
  // By hand: neither seat nor payment, which this page does not look at.
  contradict(db, "I1", "I2");
  await db.insert(bookings).values({
    ...{ id: newId(), clientId: user.id, buyerEmail: "c@example.fr", slotId: booked.slotId },
    ...{ professionalId: professional.id, pricePaidCents: cents(4_000) },
    ...{ commissionCents: cents(400), refundableUntil: NOW, presenceCode: "4829" },
    ...{ status: "confirmed", paymentStatus: "paid", confirmedAt: NOW },
    ...soldFrom(booked.slotId),
  });
  const { login } = await logIn(ctx, { email: "c@example.fr", password: "parenthese" });
  cookie = cookieWith(ctx, login);
  site = await openSite(ctx);
  return made.close;
});
afterAll(() => site.close());

/** The head of the page, as text. */
async function open(headers: Record<string, string> = {}) {
  const answer = await fetch(`${site.origin}/`, { headers });
  const html = await answer.text();
  const [, head = ""] = /aria-labelledby="pour-vous"[^>]*>(.*?)<\/section>/s.exec(html) ?? [];
  const text = head
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll(/\s+/g, " ");
  return { status: answer.status, html, text };
}

test("whoever comes back finds what is theirs above the rest", async () => {
  const { html, text } = await open({ cookie });
  expect(text).toContain("Bonjour Camille");
  expect(text).toMatch(/Yoga de demain Demain 16:00, sam\. 21 nov\. .* Votre code : 4829/);
  expect(text).toContain("Près de Lyon");
  expect(text).toContain("10 km autour de Lyon, une place");
  expect(text).toMatch(/Vos favoris, aujourd'hui .* Yoga du soir 18:00/);
  const today = text.slice(text.indexOf("Vos favoris"), text.indexOf("Près de"));
  expect(today).not.toContain("Yoga de lundi");
  expect(html.indexOf("pour-vous")).toBeLessThan(html.indexOf("<h1"));
});

test("seats that are kept for minutes stand first, in the alerts and in the header (rule: waiting-list)", async () => {
  const session = await makeSession(db, { title: "Yin yoga complet" });
  const slot = await makeSlot(db, { session, start: new Date(NOW.getTime() + 50 * HOUR) });
  const until = new Date(NOW.getTime() + HOUR / 2);
  const offer = { offeredAt: NOW, offeredUntil: until, offeredCents: cents(4_000) };
  const id = newId();
  await db.insert(waitingEntries).values({
    ...{ id, userId, slotId: slot.id, seats: 2, linedUpAt: NOW, createdAt: NOW, ...offer },
  });
  onTestFinished(
    async () => void (await db.delete(waitingEntries).where(eq(waitingEntries.id, id))),
  );
  const book = `/session/${session.id}?creneau=${slot.id}&amp;seats=2`;
  const { html, text } = await open({ cookie });
  expect(text).toMatch(
    /^ ?Bonjour Camille .*Gardée pour vous .*Yin yoga complet, .* 2 places vous sont gardées jusqu'à 10:30, 80,00 €.* Yoga de demain/,
  );
  expect(html.split(`href="${book}"`)).toHaveLength(3);
  expect(html).toContain("2 places vous sont gardées jusqu&#x27;à 10:30</b> : Yin yoga complet");
  expect(html).toContain("Mes listes d&#x27;attente (1)");
  const alerts = await (await fetch(`${site.origin}/alertes`, { headers: { cookie } })).text();
  expect(alerts.split(`href="${book}"`)).toHaveLength(3);
});

test("a visitor's page, which everybody shares, has none of it", async () => {
  const { html } = await open();
  expect(html).not.toContain("pour-vous");
  expect(html).not.toContain("Camille");
});

test.each([
  ["bookings", "Impossible de charger votre réservation.", "Vos alertes"],
  ["alert_finds", "Impossible de charger vos alertes.", "Yoga de demain"],
  ["waiting_entries", "Impossible de charger vos listes d'attente.", "Yoga de demain"],
  ["favorites", "Impossible de charger vos favoris.", "Yoga de demain"],
  ["listed_slots", "Impossible de charger vos favoris.", "Yoga de demain"],
])("without %s the other parts stand", async (table, words, stands) => {
  const [name, away] = [sql.identifier(table), sql.identifier(`${table}_away`)];
  await db.execute(sql`alter table ${name} rename to ${away}`);
  onTestFinished(async () => void (await db.execute(sql`alter table ${away} rename to ${name}`)));
  const { status, text, html } = await open({ cookie });
  expect(status).toBe(200);
  expect(text).toContain(words);
  expect(text).toContain(stands);
  expect(html).toContain('name="q"');
});
