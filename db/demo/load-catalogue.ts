import { sql } from "drizzle-orm";
import { addDays, dayKey } from "#core/dates.ts";
import { DAY } from "#core/durations.ts";
import { refreshListings } from "#core/listings/refresh-listings.server.ts";
import { cutRows } from "#core/prices/write-prices.server.ts";
import {
  activityTypes,
  bookings,
  credentials,
  dailyViews,
  dailyVisits,
  favorites,
  mails,
  occupied,
  offerings,
  outsideClients,
  payments,
  professionalProfiles,
  professionalSubscriptions,
  profiles,
  proofs,
  reviews,
  slotNews,
  slotPrices,
  slots,
  taxDetails,
  users,
} from "#core/tables.server.ts";
import { hashNow } from "#platform/password-thread.ts";
import type { Database, Transaction } from "#platform/postgres.server.ts";
import { INES, PASSWORD } from "./accounts.ts";
import { historyRows } from "./bookings/history.ts";
import { ownClientRows } from "./bookings/outside-clients.ts";
import { catalogueRows, favoriteRows } from "./catalogue.ts";
import { type DemoRecord, readDemoRecord, writeDemoRecord } from "./demo-record.ts";
import { insertAll } from "./insert-all.ts";
import { peopleRows, professionalIdOf } from "./people.ts";
import { END_OF_FIXED_IDS, fixedId } from "./seeded-random.ts";
import type { Simulator } from "./simulator.ts";
import { TRADES, type Trade } from "./texts.ts";

/** Any number would do: two launches that load the same database wait for each other. */
const LOADING = 7_203_002;

/**
 * Everything but bookings, once, in one transaction.
 *
 * @throws Error when other people than the demo's have accounts here.
 */
export async function loadCatalogue(
  db: Database,
  simulator: Simulator | null,
  now: Date,
): Promise<DemoRecord> {
  const passwordHash = hashNow(PASSWORD);
  return db.transaction(async (tx) => {
    // A slow machine may need longer than any page does.
    await tx.execute(sql`set local statement_timeout = '60s'`);
    await tx.execute(sql`set local lock_timeout = '60s'`);
    await tx.execute(sql`select pg_advisory_xact_lock(${LOADING})`);
    const known = await readDemoRecord(tx);
    if (known) return known;
    if ((await tx.$count(users)) > 0) throw new Error("This database holds real accounts.");
    const people = peopleRows(now, passwordHash);
    await insertAll(tx, users, people.users);
    await insertAll(tx, profiles, people.profiles);
    await insertAll(tx, credentials, people.credentials);
    await insertAll(tx, professionalProfiles, people.professionalProfiles);
    await insertAll(tx, taxDetails, people.taxDetails);
    await insertAll(tx, proofs, people.proofs);
    await insertAll(tx, professionalSubscriptions, people.professionalSubscriptions);
    const catalogue = catalogueRows(now, await loadActivityTypes(tx, now));
    await insertAll(tx, offerings, catalogue.sessions);
    const history = historyRows(catalogue.offered, catalogue.sessionSlots, now);
    // The simulator is another process, which takes as long as the rows below: it hears of what
    // somebody may still ask about.
    const since = new Date(now.getTime() - ASKED_ABOUT);
    const recent = history.payments.filter(({ paidAt }) => paidAt && paidAt > since);
    const recorded = simulator?.recordPayments(recent) ?? recent;
    await insertAll(tx, slots, [...catalogue.sessionSlots, ...history.slots]);
    await insertAll(tx, offerings, catalogue.activities);
    await insertAll(tx, slots, catalogue.activitySlots);
    const slotRows = [...catalogue.sessionSlots, ...catalogue.activitySlots];
    const own = ownClientRows(slotRows, now);
    await insertAll(tx, outsideClients, own.clients);
    await insertAll(tx, occupied, own.hours);
    const slotsOf = Map.groupBy(slotRows, ({ offeringId }) => offeringId);
    const cuts = [...catalogue.sessions, ...catalogue.activities].flatMap((offering) => {
      const { fallSteps, priceCents } = offering;
      // No session that falls is reduced too.
      if (!fallSteps) return [];
      const made = slotsOf.get(offering.id) ?? [];
      const dated = made.map(({ id, startDatetime: start }) => ({ id: String(id), start }));
      const terms = { fallSteps, priceCents, discountedPriceCents: null, fallFloorCents: null };
      return cutRows(dated, terms);
    });
    await insertAll(tx, slotPrices, cuts);
    await insertAll(tx, dailyViews, viewRows(catalogue.sessions, now));
    await insertAll(tx, dailyVisits, visitRows(now));
    await insertAll(tx, favorites, favoriteRows(catalogue, now));
    const mark = { loadedAt: now.toISOString(), idsBelow: END_OF_FIXED_IDS, booked: false };
    await writeDemoRecord(tx, mark);
    await insertAll(tx, bookings, history.bookings);
    const byId = new Map((await recorded).map((payment) => [payment.id, payment]));
    const paid = history.payments.map((payment) => byId.get(payment.id) ?? payment);
    await insertAll(tx, payments, paid);
    await insertAll(tx, mails, history.mails);
    await insertAll(tx, reviews, history.reviews);
    await tx.execute(sql`
      update professional_profiles p set rating = found.rating, total_reviews = found.count
      from (select professional_id, round(avg(rating), 1) as rating, count(*) as count
        from reviews group by professional_id) found
      where found.professional_id = p.id`);
    const offeringIds = [...catalogue.sessions, ...catalogue.activities].map(({ id }) => id);
    await refreshListings(tx, offeringIds, now);
    // What the demo begins with is no news to anybody.
    await tx.delete(slotNews);
    return mark;
  });
}

/** No bank contests a payment later, and nobody writes to the support. */
const ASKED_ABOUT = 60 * DAY;

/** Thirteen weeks, as the operators' figures show. */
const DAYS_COUNTED = 91;

/** Views: of Inès's sessions on every day and the later ones more often, of others on every fifth. */
function viewRows(sessions: readonly { id: string; professionalId: string }[], now: Date) {
  const days = Array.from({ length: DAYS_COUNTED }, (_, ago) =>
    addDays(dayKey(now), ago - DAYS_COUNTED),
  );
  return sessions.flatMap(({ id: offeringId, professionalId }, place) =>
    days.flatMap((day, ago) => {
      const isOwn = professionalId === professionalIdOf(INES);
      if (!isOwn && (ago + place) % 5 > 0) return [];
      const views = ((ago * 7 + place * 5) % 3) + (ago % 28 < 21 ? 0 : 1);
      return [{ offeringId, day, views: isOwn ? views : views + 1 }];
    }),
  );
}

/** Visits, more at the end of a week. */
function visitRows(now: Date) {
  return Array.from({ length: DAYS_COUNTED }, (_, ago) => ({
    day: addDays(dayKey(now), ago - DAYS_COUNTED),
    visits: 180 + ((ago * 37) % 60) + (ago % 7 > 4 ? 70 : 0) + ago,
  }));
}

async function loadActivityTypes(tx: Transaction, now: Date): Promise<Map<Trade, string>> {
  await tx
    .insert(activityTypes)
    .values(
      TRADES.map((name, number) => ({
        id: fixedId("activityType", number),
        name,
        category: "session",
        acceptedAt: now,
      })),
    )
    .onConflictDoNothing();
  const rows = await tx
    .select({ id: activityTypes.id, name: activityTypes.name })
    .from(activityTypes);
  return new Map(rows.map(({ id, name }) => [name as Trade, id]));
}
