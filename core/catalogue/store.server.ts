import { and, desc, eq, gt, gte, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { newId } from "#platform/ids.server.ts";
import { type Executor, list, type Transaction } from "#platform/postgres.server.ts";
import type { Cents } from "../money.ts";
import {
  listedProfessionalJson,
  professionalJson,
} from "../professionals/directory/describe-professional.server.ts";
import {
  activityTypes,
  bookings,
  offerings,
  professionalProfiles,
  profiles,
  slots,
} from "../tables.server.ts";
import type { Versioned } from "../versions.ts";
import { type HeldSlot, LONGEST_HOLD, type SlotChanges } from "./rules.ts";
import type {
  ActivityKey,
  ActivityTypeView,
  ListedSession,
  ListedSlot,
  OfferingView,
  ParsedOffering,
  ProposedType,
  Recurrence,
  Seat,
  SeatRefusal,
  SlotKind,
  Weekday,
} from "./schema.ts";

// ─── Seats ─────────────────────────────────────────────────────────────────────────────────────

/** The price of `offering` for a client, in cents. */
const price = sql`coalesce(offering.discounted_price_cents, offering.price_cents)`;

/**
 * Takes one seat and answers its slot and offering, or null when it cannot be booked (rule:
 * bookable).
 */
export async function takeFreeSeat(
  tx: Executor,
  asked: { kind: SlotKind; slotId: string; buyerUserId: string | null; now: Date },
): Promise<Seat | null> {
  const { rows } = await tx.execute<SeatRow>(sql`
    update ${slots} slot set available_spots = available_spots - 1
    from ${offerings} offering
      join professional_profiles p on p.id = offering.professional_id
      join profiles owner on owner.id = p.user_id
    where slot.id = ${asked.slotId} and offering.id = slot.offering_id and offering.kind = ${asked.kind}
      and slot.is_active and slot.available_spots > 0 and slot.start_datetime > ${asked.now}
      and offering.is_active and p.can_receive_charges and owner.account_status = 'active'
      and p.user_id is distinct from ${asked.buyerUserId}
    returning slot.start_datetime as start, slot.end_datetime as "end", slot.available_spots,
      offering.id as offering_id, offering.title, ${price} as price_cents,
      p.id as professional_id, p.user_id, p.business_name, p.stripe_connect_account_id`);
  const row = rows[0];
  return row
    ? {
        slotId: asked.slotId,
        start: new Date(row.start),
        end: new Date(row.end),
        availableSpots: row.available_spots,
        offeringId: row.offering_id,
        title: row.title,
        priceCents: row.price_cents as Cents,
        professionalId: row.professional_id,
        professionalUserId: row.user_id,
        businessName: row.business_name,
        stripeAccountId: row.stripe_connect_account_id,
      }
    : null;
}

type SeatRow = {
  start: string;
  end: string;
  available_spots: number;
  offering_id: string;
  title: string;
  price_cents: number;
  professional_id: string;
  user_id: string;
  business_name: string;
  stripe_connect_account_id: string;
};

/** Why no seat was to be had; the reason that waiting would not change comes first. */
export async function seatRefusal(
  tx: Executor,
  asked: { kind: SlotKind; slotId: string; buyerUserId: string | null; now: Date },
): Promise<SeatRefusal> {
  const { rows } = await tx.execute<{ refusal: SeatRefusal }>(sql`
    select case
      when not (slot.is_active and offering.is_active) then 'inactive'
      when not (p.can_receive_charges and owner.account_status = 'active') then 'professional_unavailable'
      when slot.start_datetime <= ${asked.now} then 'past'
      when p.user_id = ${asked.buyerUserId} then 'own'
      else 'sold_out'
    end as refusal
    from ${slots} slot
      join ${offerings} offering on offering.id = slot.offering_id
      join professional_profiles p on p.id = offering.professional_id
      join profiles owner on owner.id = p.user_id
    where slot.id = ${asked.slotId} and offering.kind = ${asked.kind}`);
  return rows[0]?.refusal ?? "unknown";
}

/** Returns one seat. The CHECK on the slot refuses more seats than the slot has. */
export async function giveSeatBack(
  tx: Executor,
  slotId: string,
): Promise<{ offeringId: string; availableSpots: number } | null> {
  const { rows } = await tx.execute<{ offering_id: string; available_spots: number }>(sql`
    update ${slots} slot set available_spots = available_spots + 1 where id = ${slotId}
    returning offering_id, available_spots`);
  const row = rows[0];
  return row ? { offeringId: row.offering_id, availableSpots: row.available_spots } : null;
}

export async function readSlotPrice(
  db: Executor,
  kind: SlotKind,
  slotId: string,
): Promise<Cents | null> {
  const { rows } = await db.execute<{ price: Cents }>(sql`
    select ${price} as price from ${slots} slot
      join ${offerings} offering on offering.id = slot.offering_id
    where slot.id = ${slotId} and offering.kind = ${kind}`);
  return rows[0]?.price ?? null;
}

// ─── Views ─────────────────────────────────────────────────────────────────────────────────────

function inOrder<View extends { id: string }>(
  ids: readonly string[],
  views: readonly View[],
): View[] {
  const byId = new Map(views.map((view) => [view.id, view]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** An offering as its page shows it, with everything that decides whether it can be booked. */
interface OfferingRecord<Kind extends SlotKind> {
  view: Omit<OfferingView<Kind>, "unbookable">;
  isPayable: boolean;
  /** Never shown to anybody. */
  ownerId: string;
}

interface StoredLists {
  included: string | null;
  requirements: string | null;
  tags: string[] | null;
}

interface StoredOffering<Kind extends SlotKind>
  extends Omit<
      OfferingView<Kind>,
      "included" | "requirements" | "tags" | "createdAt" | "slots" | "nextSlot" | "unbookable"
    >,
    StoredLists,
    Record<string, unknown> {
  createdAt: string;
  slots: StoredSlot[];
  isPayable: boolean;
  ownerId: string;
}

interface ListedRow
  extends Omit<ListedSession, "included" | "requirements" | "tags">,
    StoredLists,
    Record<string, unknown> {}

/**
 * Offerings of one kind with all their future slots, and these columns besides; deleted ones are
 * left out.
 */
const selectOfferings = (kind: SlotKind, columns: SQL, ids: readonly string[], now: Date) => sql`
  select o.id, o.title, coalesce(t.name, o.category) as category, o.price_cents as "priceCents",
    o.discounted_price_cents as "discountedPriceCents", o.duration, o.capacity, o.city,
    o.is_online as "isOnline", o.image_url as "imageUrl", o.is_active as "isActive",
    o.is_recurring as "isRecurring", o.recurring_days as "recurringDays", o.description, o.address,
    o.postal_code as "postalCode", o.included, o.requirements, o.tags,
    case when t.id is not null then
      json_build_object('id', t.id, 'name', t.name, 'category', t.category) end as "activityType",
    ${futureSlots(sql`o.id`, now)} as slots, ${columns}
  from offerings o
    left join activity_types t on t.id = o.activity_type_id
    join professional_profiles p on p.id = o.professional_id
    join profiles owner on owner.id = p.user_id
  where o.id = any(${list(ids, "uuid")}) and o.kind = ${kind} and o.deleted_at is null
    and owner.account_status <> 'deleted' and owner.deletion_asked_at is null`;

/** Offerings with all their future slots, in this order; deleted ones are left out. */
export async function readOfferings<Kind extends SlotKind>(
  db: Executor,
  kind: Kind,
  ids: readonly string[],
  now: Date,
): Promise<OfferingRecord<Kind>[]> {
  if (ids.length === 0) return [];
  const columns = sql`${professionalJson} as professional, p.user_id as "ownerId",
    o.created_at as "createdAt",
    p.can_receive_charges and owner.account_status = 'active' as "isPayable"`;
  const { rows } = await db.execute<StoredOffering<Kind>>(selectOfferings(kind, columns, ids, now));
  const records = rows.map(({ isPayable, ownerId, ...row }) => {
    const createdAt = new Date(row.createdAt);
    const view = { ...row, createdAt, ...typedLists(row), ...datedSlots(row.slots) };
    return { id: row.id, view, isPayable, ownerId };
  });
  return inOrder(ids, records);
}

/** Sessions for a program. No Date is made of an instant that goes on as text. */
export async function readListedSessions(
  db: Executor,
  ids: readonly string[],
  now: Date,
): Promise<ListedSession[]> {
  const columns = sql`${listedProfessionalJson} as professional`;
  const { rows } = await db.execute<ListedRow>(selectOfferings("session", columns, ids, now));
  const views = rows.map((row) => ({
    ...row,
    ...typedLists(row),
    slots: row.slots.map((slot) => ({
      ...slot,
      start: isoInstant(slot.start),
      end: isoInstant(slot.end),
      heldUntil: slot.heldUntil && isoInstant(slot.heldUntil),
    })),
  }));
  return inOrder(ids, views);
}

/** Writes PostgreSQL's UTC instant as `toISOString` would: « 2026-12-31T17:30:00+00:00 ». */
function isoInstant(stored: string): string {
  return stored.length === WHOLE_SECOND
    ? `${stored.slice(0, "2026-12-31T17:30:00".length)}.000Z`
    : new Date(stored).toISOString();
}
const WHOLE_SECOND = "2026-12-31T17:30:00+00:00".length;

/** The positions of active activities of professionals who can be paid, the newest first. */
export async function pageOfActivities(
  db: Executor,
  { after, limit }: { after: ActivityKey | null; limit: number },
): Promise<ActivityKey[]> {
  const { rows } = await db.execute<{ createdAt: string; activityId: string }>(sql`
    select a.id as "activityId",
      to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "createdAt"
    from offerings a
      join professional_profiles p on p.id = a.professional_id
      join profiles owner on owner.id = p.user_id
    where a.kind = 'activity' and a.is_active and p.can_receive_charges and owner.account_status = 'active'
      and ${after ? sql`(a.created_at, a.id) < (${after.createdAt}::timestamptz, ${after.activityId}::uuid)` : sql`true`}
    order by a.created_at desc, a.id desc limit ${limit}`);
  return rows;
}

type StoredSlot = ListedSlot;

/**
 * The active slots of an offering after `now`, earliest first, as a JSON list. Only a slot without a
 * free seat is asked for its holds, of which there are few.
 */
const futureSlots = (offeringId: SQL, now: Date) => sql`(
  select coalesce(json_agg(json_build_object('id', slot.id, 'start', slot.start_datetime,
    'end', slot.end_datetime, 'availableSpots', slot.available_spots,
    'heldUntil', case when slot.available_spots = 0 then (
      select min(b.created_at) + ${`${LONGEST_HOLD} milliseconds`}::interval
      from bookings b where b.slot_id = slot.id and b.status = 'pending'
        and not exists (select from payments p where p.reference = b.id
          and p.processing_at is not null)) end)
    order by slot.start_datetime), '[]')
  from slots slot
  where slot.offering_id = ${offeringId} and slot.is_active and slot.start_datetime > ${now})`;

/** The slots of such a list, and the first that has a free seat. */
function datedSlots(stored: readonly StoredSlot[]) {
  const slots = stored.map((slot) => ({
    ...slot,
    start: new Date(slot.start),
    end: new Date(slot.end),
    heldUntil: slot.heldUntil === null ? null : new Date(slot.heldUntil),
  }));
  const free = slots.find((slot) => slot.availableSpots > 0);
  return {
    slots,
    nextSlot: free ? { start: free.start, availableSpots: free.availableSpots } : null,
  };
}

function typedLists(row: StoredLists) {
  return {
    included: lines(row.included),
    requirements: lines(row.requirements),
    tags: row.tags ?? [],
  };
}

/** The lines of a text with one item per line. */
function lines(text: string | null): string[] {
  return (text ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** The activity types of sessions that everybody is offered, and those of this user's sessions. */
export async function readActivityTypes(
  db: Executor,
  userId: string | null,
): Promise<ActivityTypeView[]> {
  const { id, name, category } = activityTypes;
  return db.select({ id, name, category }).from(activityTypes).where(isOffered(userId));
}

function isOffered(userId: string | null): SQL {
  const { id, acceptedAt, category } = activityTypes;
  const own = userId
    ? sql`exists (select from offerings own join professional_profiles p on p.id = own.professional_id
        where own.activity_type_id = ${id} and p.user_id = ${userId})`
    : sql`false`;
  return sql`${category} = 'session' and (${acceptedAt} is not null or ${own})`;
}

/**
 * Types that professionals have typed and nobody else is offered, with the number of their
 * sessions.
 */
export async function readProposedTypes(db: Executor): Promise<ProposedType[]> {
  const { rows } = await db.execute<{ name: string; sessions: number; by: string[] }>(sql`
    select t.name, count(s.id)::int as sessions,
      coalesce(array_agg(distinct p.business_name) filter (where p.id is not null), '{}') as "by"
    from activity_types t
      left join offerings s on s.activity_type_id = t.id and s.deleted_at is null
      left join professional_profiles p on p.id = s.professional_id
    where t.accepted_at is null and t.category = 'session'
    group by t.id order by t.created_at, t.id`);
  return rows;
}

/** @returns the name as it is written; null when there is none like it. */
export async function markAccepted(
  tx: Transaction,
  name: string,
  acceptedAt: Date | null,
): Promise<string | null> {
  const [row] = await tx
    .update(activityTypes)
    .set({ acceptedAt })
    .where(
      sql`search_key(${activityTypes.name}) = search_key(${name}) and ${activityTypes.category} = 'session'`,
    )
    .returning({ name: activityTypes.name });
  return row?.name ?? null;
}

// ─── What a professional publishes ─────────────────────────────────────────────────────────────

export type OfferingRow = typeof offerings.$inferSelect;

/** An offering that was not deleted, with its owner. */
export async function findOwn(
  db: Executor,
  kind: SlotKind,
  id: string,
): Promise<{ offering: OfferingRow; ownerId: string } | null> {
  const [row] = await db
    .select({ offering: offerings, ownerId: professionalProfiles.userId })
    .from(offerings)
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, offerings.professionalId))
    .where(and(eq(offerings.id, id), eq(offerings.kind, kind), isNull(offerings.deletedAt)));
  return row ?? null;
}

/** Locks it, so that nobody else edits it or makes slots for it before the transaction ends. */
export async function lockOffering(
  tx: Transaction,
  kind: SlotKind,
  id: string,
): Promise<OfferingRow | null> {
  const [row] = await tx
    .select()
    .from(offerings)
    .where(and(eq(offerings.id, id), eq(offerings.kind, kind), isNull(offerings.deletedAt)))
    .for("no key update");
  return row ?? null;
}

export async function insertOffering(
  tx: Transaction,
  made: Pick<OfferingRow, "kind" | "id" | "professionalId" | "createdAt">,
  wish: ParsedOffering,
): Promise<void> {
  await tx.insert(offerings).values({ ...made, ...offeringColumns(wish) });
}

/** @param edition the columns that count the edit. */
export async function updateOfferingRow(
  tx: Transaction,
  id: string,
  wish: ParsedOffering,
  edition: Partial<Versioned>,
): Promise<void> {
  await tx
    .update(offerings)
    .set({ ...offeringColumns(wish), ...edition, updatedAt: sql`now()` })
    .where(eq(offerings.id, id));
}

export function offeringColumns(wish: ParsedOffering) {
  const { recurrence, tags, isActive } = wish;
  return {
    title: wish.title,
    description: wish.description,
    category: wish.category,
    activityTypeId: wish.activityTypeId,
    priceCents: wish.priceCents,
    discountedPriceCents: wish.discountedPriceCents,
    duration: wish.duration,
    capacity: wish.capacity,
    isOnline: wish.isOnline,
    onlineLink: wish.onlineLink,
    address: wish.address,
    city: wish.city,
    postalCode: wish.postalCode,
    requirements: wish.requirements,
    included: wish.included,
    imageUrl: wish.imageUrl,
    tags: tags.length > 0 ? tags : null,
    isRecurring: recurrence !== null,
    recurringDays: recurrence && [...recurrence.days],
    recurringStartTime: recurrence?.time ?? null,
    recurringUntil: recurrence?.until ?? null,
    ...(isActive !== undefined && { isActive }),
  };
}

export async function setActive(tx: Transaction, id: string, isActive: boolean): Promise<void> {
  await tx.update(offerings).set({ isActive, updatedAt: sql`now()` }).where(eq(offerings.id, id));
}

/** Deactivates one user's sessions and activities; answers the ids of those that were active. */
export async function deactivateAll(tx: Transaction, userId: string): Promise<string[]> {
  const own = sql`(select own.id from professional_profiles own where own.user_id = ${userId})`;
  const hidden = await tx
    .update(offerings)
    .set({ isActive: false, updatedAt: sql`now()` })
    .where(sql`${offerings.professionalId} in ${own} and ${offerings.isActive}`)
    .returning({ id: offerings.id });
  return hidden.map(({ id }) => id);
}

/** Reactivates one user's sessions and activities; answers the recurring ones. */
export async function reactivate(
  tx: Transaction,
  userId: string,
  ids: readonly string[],
): Promise<{ kind: SlotKind; id: string }[]> {
  const own = sql`(select own.id from professional_profiles own where own.user_id = ${userId})`;
  const rows = await tx
    .update(offerings)
    .set({ isActive: true, updatedAt: sql`now()` })
    .where(
      sql`${offerings.professionalId} in ${own} and ${offerings.deletedAt} is null
        and ${offerings.id} = any(${list(ids, "uuid")})`,
    )
    .returning({ kind: offerings.kind, id: offerings.id, isRecurring: offerings.isRecurring });
  return rows.flatMap(({ kind, id, isRecurring }) => (isRecurring ? [{ kind, id }] : []));
}

/** Strips one user's offerings to the parts that bookings name: title, time, place, price. */
export async function blankOfferings(tx: Transaction, userId: string): Promise<void> {
  const own = sql`(select own.id from professional_profiles own where own.user_id = ${userId})`;
  const told = { description: "", included: null, requirements: null, tags: null };
  await tx
    .update(offerings)
    .set({ ...told, imageUrl: null, onlineLink: null, updatedAt: sql`now()` })
    .where(sql`${offerings.professionalId} in ${own}`);
}

/** Hides it, because bookings name it (rule: kept-offerings). */
export async function hideOffering(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.update(offerings).set({ isActive: false, deletedAt: now }).where(eq(offerings.id, id));
}

/** Deletes it with its slots. */
export async function removeOffering(tx: Transaction, id: string): Promise<void> {
  await tx.delete(offerings).where(eq(offerings.id, id));
}

/**
 * Finds an activity type of sessions by name, whatever its case and accents, or creates it, for the
 * professional who typed it alone until the operator accepts it (rule: categories).
 */
export async function typeByName(tx: Transaction, name: string): Promise<string> {
  const known = async () => {
    const [row] = await tx
      .select({ id: activityTypes.id })
      .from(activityTypes)
      .where(sql`search_key(${activityTypes.name}) = search_key(${name})`)
      .limit(1);
    return row?.id;
  };
  const found = await known();
  if (found) return found;
  await tx
    .insert(activityTypes)
    .values({ id: newId(), name, category: "session" })
    .onConflictDoNothing();
  const made = await known();
  if (!made) throw new Error(`no activity type ${name}`);
  return made;
}

export async function readTypeName(db: Executor, id: string | null): Promise<string> {
  if (id === null) return "";
  const [row] = await db
    .select({ name: activityTypes.name })
    .from(activityTypes)
    .where(eq(activityTypes.id, id));
  return row?.name ?? "";
}

/** Whether this user may choose it. */
export async function isTypeOffered(db: Executor, id: string, userId: string): Promise<boolean> {
  return (await db.$count(activityTypes, and(eq(activityTypes.id, id), isOffered(userId)))) > 0;
}

/** Coming slots, closed ones included, earliest first, with their bookings. */
export function readHeldSlots(db: Executor, offeringId: string, now: Date): Promise<HeldSlot[]> {
  const ofSlot = sql`from ${bookings} where ${bookings.slotId} = ${slots.id}`;
  return db
    .select({
      id: slots.id,
      start: slots.startDatetime,
      end: slots.endDatetime,
      capacity: slots.capacity,
      availableSpots: slots.availableSpots,
      isActive: slots.isActive,
      live: sql<number>`(select count(*)::int ${ofSlot} and ${bookings.status} <> 'cancelled')`,
      bookings: sql<number>`(select count(*)::int ${ofSlot})`,
    })
    .from(slots)
    .where(and(eq(slots.offeringId, offeringId), gt(slots.startDatetime, now)))
    .orderBy(slots.startDatetime);
}

/** The start of its last slot, past or to come, even a closed one; null without any. */
export async function readLatestStart(db: Executor, offeringId: string): Promise<Date | null> {
  const [row] = await db
    .select({ start: slots.startDatetime })
    .from(slots)
    .where(eq(slots.offeringId, offeringId))
    .orderBy(desc(slots.startDatetime))
    .limit(1);
  return row?.start ?? null;
}

/**
 * The same, locked, so that nobody takes or returns a seat of them before the transaction ends. The
 * lock comes first and alone: only a statement that begins after it sees what others booked
 * meanwhile.
 */
export async function lockHeldSlots(
  tx: Transaction,
  offeringId: string,
  now: Date,
): Promise<HeldSlot[]> {
  await tx
    .select({ id: slots.id })
    .from(slots)
    .where(and(eq(slots.offeringId, offeringId), gt(slots.startDatetime, now)))
    .orderBy(slots.id)
    .for("update");
  return readHeldSlots(tx, offeringId, now);
}

export async function writeSlots(
  tx: Transaction,
  offeringId: string,
  { insert, update, close, delete: gone }: SlotChanges,
): Promise<void> {
  if (gone.length > 0) await tx.delete(slots).where(inArray(slots.id, gone));
  if (close.length > 0) {
    await tx.update(slots).set({ isActive: false }).where(inArray(slots.id, close));
  }
  for (const { id, end, capacity, availableSpots, isActive } of update) {
    await tx
      .update(slots)
      .set({ endDatetime: end, capacity, availableSpots, isActive })
      .where(eq(slots.id, id));
  }
  if (insert.length > 0) await tx.insert(slots).values(slotRows(offeringId, insert));
}

/** New slots as they are stored under their offering. */
function slotRows(
  offeringId: string,
  made: readonly { start: Date; end: Date; capacity: number; availableSpots: number }[],
) {
  return made.map(({ start, end, ...slot }) => ({
    ...slot,
    offeringId,
    id: newId(),
    startDatetime: start,
    endDatetime: end,
  }));
}

/** The bookings of coming slots that hold a seat, and all bookings of any time and state. */
export async function countBookings(
  db: Executor,
  id: string,
  now: Date,
): Promise<{ upcoming: number; all: number }> {
  const { rows } = await db.execute<{ upcoming: number; all: number }>(sql`
    select count(*) filter (where ${bookings.status} <> 'cancelled' and ${slots.startDatetime} > ${now})::int as upcoming,
      count(*)::int as "all"
    from ${slots} join ${bookings} on ${bookings.slotId} = ${slots.id}
    where ${slots.offeringId} = ${id}`);
  return rows[0] ?? { upcoming: 0, all: 0 };
}

// ─── Slots that come again ─────────────────────────────────────────────────────────────────────

/** The columns of a recurring offering that the job needs. */
export interface Recurring {
  recurrence: Recurrence;
  duration: number;
  capacity: number;
}

/**
 * Null when nothing is to be made: no longer offered, or no recurrence. Locked until the
 * transaction ends.
 */
export async function lockRecurring(tx: Transaction, id: string): Promise<Recurring | null> {
  const { rows } = await tx.execute<{
    days: Weekday[];
    time: string;
    until: string | null;
    duration: number;
    capacity: number;
  }>(sql`
    select recurring_days as days, recurring_start_time::text as time,
      recurring_until::text as until, duration, capacity
    from ${offerings} where id = ${id} and ${comesAgain} for no key update`);
  const row = rows[0];
  if (!row) return null;
  const { days, time, until, duration, capacity } = row;
  return { recurrence: { days, time: time.slice(0, 5), until }, duration, capacity };
}

const comesAgain = sql`is_recurring and is_active and recurring_days is not null
  and recurring_start_time is not null`;

/** All recurring offerings in the order of ids, from the one after `after` on. */
export async function listRecurring(
  db: Executor,
  after: string | null,
  limit: number,
): Promise<{ id: string; kind: SlotKind }[]> {
  const { rows } = await db.execute<{ id: string; kind: SlotKind }>(sql`
    select id, kind from offerings
    where ${comesAgain} and (${after}::uuid is null or id > ${after})
    order by id limit ${limit}`);
  return rows;
}

/** One slot per offering and start: an existing one, even closed, stays as it is. */
export async function insertSlots(
  tx: Transaction,
  offeringId: string,
  made: readonly { start: Date; end: Date; capacity: number }[],
): Promise<number> {
  if (made.length === 0) return 0;
  const free = made.map((slot) => ({ ...slot, availableSpots: slot.capacity }));
  const { rowCount } = await tx
    .insert(slots)
    .values(slotRows(offeringId, free))
    .onConflictDoNothing();
  return rowCount ?? 0;
}

// ─── The month's count (rule: quota-month) ───────────────────────────────────────────────────────────────────

/**
 * Locks and reads the basis of the quota, so that two creations at once come here one after the
 * other.
 */
export async function lockUsage(tx: Transaction, userId: string) {
  const [row] = await tx
    .select({
      sessionCount: profiles.sessionCount,
      quotaAnchor: profiles.quotaAnchor,
      lastQuotaReset: profiles.lastQuotaReset,
    })
    .from(profiles)
    .where(eq(profiles.id, userId))
    .for("no key update");
  if (!row) throw new Error(`no profile ${userId}`);
  return row;
}

/** The catalogue owns these columns: they count its creations, and by which plan. */
export async function writeUsage(
  tx: Transaction,
  userId: string,
  { used, since, countedUnder }: { used: number; since: Date; countedUnder?: string | null },
): Promise<void> {
  await tx
    .update(profiles)
    .set({ sessionCount: used, lastQuotaReset: since, ...(countedUnder && { countedUnder }) })
    .where(eq(profiles.id, userId));
}

/** Sessions of all the user's professional profiles, created since then and not deleted. */
export async function countCreations(db: Executor, userId: string, since: Date): Promise<number> {
  const own = db
    .select({ id: professionalProfiles.id })
    .from(professionalProfiles)
    .where(eq(professionalProfiles.userId, userId));
  return db.$count(
    offerings,
    and(
      eq(offerings.kind, "session"),
      inArray(offerings.professionalId, own),
      gte(offerings.createdAt, since),
      isNull(offerings.deletedAt),
    ),
  );
}

export async function closeSlot(tx: Transaction, slotId: string): Promise<void> {
  await tx.update(slots).set({ isActive: false }).where(eq(slots.id, slotId));
}
