import { DAY, HOUR } from "#core/durations.ts";
import { cents } from "#core/money.ts";
import {
  bookingMessages,
  boosts,
  busyTimes,
  calendars,
  feeds,
  gaps,
  offeringDrafts,
  openingHours,
  outsideClients,
  proposalAnswers,
  proposals,
  scheduleExceptions,
  scheduleRules,
  sms,
} from "#core/tables.server.ts";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { NOW } from "./context.ts";
import { next } from "./people.ts";

/** A range as PostgreSQL reads it; the hour that begins in a day when left out. */
export function rangeOf(start = new Date(NOW.getTime() + DAY), end?: Date): string {
  const until = end ?? new Date(start.getTime() + HOUR);
  return `["${start.toISOString()}","${until.toISOString()}")`;
}

type Row<Table extends { $inferInsert: object }> = Partial<Table["$inferInsert"]>;
type Hour = { start?: Date; end?: Date };

/** An absence, or another busy time. */
export async function makeBusyTime(
  db: Database,
  {
    start,
    end,
    ...fields
  }: Omit<Row<typeof busyTimes>, "during"> & Hour & { professionalId: string },
): Promise<string> {
  const id = newId();
  const during = rangeOf(start, end);
  await db.insert(busyTimes).values({ id, source: "absence", during, ...fields });
  return id;
}

/** One of a professional's calendars elsewhere, to be read now. */
export async function makeCalendar(
  db: Database,
  fields: Row<typeof calendars> & { professionalId: string },
): Promise<string> {
  const id = newId();
  const url = `https://agenda.example.fr/${id}.ics`;
  await db.insert(calendars).values({ id, name: "Privé", url, nextReadAt: NOW, ...fields });
  return id;
}

export async function makeGap(
  db: Database,
  { start, end, ...fields }: Omit<Row<typeof gaps>, "during"> & Hour & { professionalId: string },
): Promise<string> {
  const id = newId();
  const during = rangeOf(start, end);
  await db.insert(gaps).values({ id, during, cents: cents(4_500), eventKey: id, ...fields });
  return id;
}

/** One of each that a professional plans their weeks with: hours, a rule, a feed, a boost, a draft. */
export async function makePlans(
  db: Database,
  { professionalId, offeringId }: { professionalId: string; offeringId: string },
): Promise<void> {
  await db
    .insert(openingHours)
    .values({ professionalId, weekday: 1, opens: "09:00", closes: "12:30" });
  await db.insert(scheduleRules).values({
    ...{ id: newId(), offeringId, weekdays: [1, 4], starts: "18:30", fromDay: "2026-11-01" },
  });
  await db
    .insert(scheduleExceptions)
    .values({ id: newId(), offeringId, day: "2026-12-25", why: "holiday" });
  await db.insert(feeds).values({ id: newId(), professionalId, secretHash: `s3cr3t-${next()}` });
  await db.insert(boosts).values({
    ...{ id: newId(), professionalId, offeringId, month: "2026-11-01", during: rangeOf() },
  });
  await makeDraft(db, { professionalId });
}

export async function makeDraft(
  db: Database,
  fields: Row<typeof offeringDrafts> & { professionalId: string },
): Promise<string> {
  const id = newId();
  await db.insert(offeringDrafts).values({
    ...{ id, kind: "session", title: "Yoga", fields: { title: "Yoga" }, updatedAt: NOW },
    ...fields,
  });
  return id;
}

/** Somebody with a seat who came another way; the slot's free seats are left to the test. */
export async function makeOutsideClient(
  db: Database,
  fields: Row<typeof outsideClients> & { slotId: string },
): Promise<string> {
  const id = newId();
  await db.insert(outsideClients).values({ id, name: "Paul", seats: 1, ...fields });
  return id;
}

export async function makeBookingMessage(
  db: Database,
  fields: Row<typeof bookingMessages> & { bookingId: string },
): Promise<string> {
  const id = newId();
  await db
    .insert(bookingMessages)
    .values({ id, by: "client", text: "Bonjour", createdAt: NOW, ...fields });
  return id;
}

/** A proposal of another hour to one booking, unanswered. */
export async function makeProposal(
  db: Database,
  {
    bookingId,
    ...fields
  }: Row<typeof proposals> & {
    bookingId: string;
    professionalId: string;
    fromSlotId: string;
    toSlotId: string;
  },
): Promise<string> {
  const id = newId();
  const expiresAt = new Date(NOW.getTime() + 2 * DAY);
  await db.insert(proposals).values({ id, withdraws: false, expiresAt, ...fields });
  await db
    .insert(proposalAnswers)
    .values({ id: newId(), proposalId: id, bookingId, secretHash: `s3cr3t-${id}` });
  return id;
}

/** A text message about a booking, queued. */
export async function makeSms(
  db: Database,
  fields: Row<typeof sms> & { reference: string },
): Promise<string> {
  const id = newId();
  await db
    .insert(sms)
    .values({ id, kind: "reminder", toNumber: "+33639980001", sendAt: NOW, ...fields });
  return id;
}
