import { type SQL, sql } from "drizzle-orm";
import { exactInstant, list, type Reader } from "#platform/postgres.server.ts";
import { freeSeats } from "../../occupancy/count-seats.server.ts";
import { closedBy, isAwaited } from "../../occupancy/why-not-bookable.server.ts";
import { CHECKOUT_LIFETIME } from "../../payments/rules.ts";
import {
  pricedOf,
  priceNow,
  type StoredPrice,
  storedPrice,
  viewStoredPrice,
} from "../../prices/read-price.server.ts";
import { stepsOf, viewUndated } from "../../prices/rules.ts";
import {
  listedProfessionalJson,
  professionalJson,
} from "../../professionals/directory/describe-professional.server.ts";
import { canSell, isOwnerPresent } from "../../tables/conditions.server.ts";
import { linesOf } from "../../texts/clean-text.ts";
import type { OfferingList } from "../fields/schema.ts";
import { eachList, OFFERING_LISTS } from "../labels.ts";
import { asTold } from "../rules.ts";
import { daysOf } from "../schedule/rules.ts";
import type {
  ActivityKey,
  ListedSession,
  ListedSlot,
  OfferingView,
  SlotKind,
  SlotView,
} from "../schema.ts";
import { storedNextPrice } from "./read-next-price.server.ts";

const LIST_COLUMNS = sql.join(
  OFFERING_LISTS.map((name) => sql`o.${sql.identifier(name)}`),
  sql`, `,
);

function inOrder<View extends { id: string }>(
  ids: readonly string[],
  views: readonly View[],
): View[] {
  const byId = new Map(views.map((view) => [view.id, view]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

interface OfferingRecord<Kind extends SlotKind> {
  view: Omit<OfferingView<Kind>, "unbookable">;
  isPayable: boolean;
  ownerId: string;
  isWithheld: boolean;
}

interface StoredLists extends Record<OfferingList, string | null> {
  tags: string[] | null;
  recurringDays: number[] | null;
}

interface StoredOffering<Kind extends SlotKind>
  extends Omit<
      OfferingView<Kind>,
      keyof StoredLists | "createdAt" | "slots" | "nextSlot" | "price" | "unbookable"
    >,
    StoredLists,
    Record<string, unknown> {
  createdAt: string;
  slots: StoredSlot[];
  isPayable: boolean;
  ownerId: string;
  isWithheld: boolean;
}

interface ListedRow
  extends Omit<ListedSession, keyof StoredLists | "price">,
    StoredLists,
    Record<string, unknown> {
  price: StoredPrice | null;
}

/** Leaves out deleted ones, and those of a closed account. */
const selectOfferings = (
  kind: SlotKind,
  { columns, slots }: { columns: SQL; slots: SQL },
  ids: readonly string[],
) => sql`
  select o.id, o.title, coalesce(t.name, o.category) as category, o.price_cents as "priceCents",
    o.discounted_price_cents as "discountedPriceCents", o.duration, o.capacity, o.city,
    o.is_online as "isOnline", o.image_url as "imageUrl", o.is_active as "isActive",
    o.is_recurring as "isRecurring", (select rule.weekdays from schedule_rules rule
      where rule.offering_id = o.id order by rule.created_at, rule.starts, rule.id limit 1) as "recurringDays",
    o.description, o.address,
    o.postal_code as "postalCode", o.is_address_public as "isAddressPublic", ${LIST_COLUMNS}, o.tags,
    case when t.id is not null then
      json_build_object('id', t.id, 'name', t.name, 'category', t.category) end as "activityType",
    ${slots} as slots, ${columns}
  from offerings o
    left join activity_types t on t.id = o.activity_type_id
    join professional_profiles p on p.id = o.professional_id
    join profiles owner on owner.id = p.user_id
  where o.id = any(${list(ids, "uuid")}) and o.kind = ${kind} and o.deleted_at is null
    and ${isOwnerPresent}`;

export async function readOfferings<Kind extends SlotKind>(
  db: Reader,
  kind: Kind,
  ids: readonly string[],
  { now, hasSlots = true }: { now: Date; hasSlots?: boolean },
): Promise<OfferingRecord<Kind>[]> {
  if (ids.length === 0) return [];
  const columns = sql`${professionalJson} as professional, p.user_id as "ownerId",
    o.created_at as "createdAt", o.withheld_at is not null as "isWithheld",
    p.can_receive_charges as "isPayable"`;
  const slots = hasSlots ? futureSlots(sql`'price', ${storedPrice}`, now) : sql`'[]'::json`;
  const { rows } = await db.execute<StoredOffering<Kind>>(
    selectOfferings(kind, { columns, slots }, ids),
  );
  const records = rows.map(({ isPayable, ownerId, isWithheld, ...row }) => {
    const createdAt = new Date(row.createdAt);
    const view = { ...row, createdAt, ...typedLists(row), ...datedSlots(row, now) };
    return { id: row.id, view, isPayable, ownerId, isWithheld };
  });
  return inOrder(ids, records);
}

export async function readListedSessions(
  db: Reader,
  ids: readonly string[],
  now: Date,
): Promise<ListedSession[]> {
  const columns = sql`${listedProfessionalJson} as professional,
    ${storedNextPrice(sql`o.id`, now)} as price`;
  const slots = futureSlots(sql`'nowCents', ${priceNow(now)}`, now);
  const { rows } = await db.execute<ListedRow>(selectOfferings("session", { columns, slots }, ids));
  const views = rows.map((row) => ({
    ...asTold(row),
    ...typedLists(row),
    price: row.price ? viewStoredPrice(row.price, now) : viewUndated(row),
    slots: row.slots.map((slot) => ({
      ...slot,
      start: isoInstant(slot.start),
      end: isoInstant(slot.end),
      heldUntil: slot.heldUntil && isoInstant(slot.heldUntil),
    })),
  }));
  return inOrder(ids, views);
}

/** Converts « 2026-12-31T17:30:00+00:00 » to the notation of `toISOString`. */
function isoInstant(stored: string): string {
  return stored.length === WHOLE_SECOND
    ? `${stored.slice(0, "2026-12-31T17:30:00".length)}.000Z`
    : new Date(stored).toISOString();
}
const WHOLE_SECOND = "2026-12-31T17:30:00+00:00".length;

export async function pageOfActivities(
  db: Reader,
  { after, limit }: { after: ActivityKey | null; limit: number },
): Promise<ActivityKey[]> {
  const { rows } = await db.execute<{ createdAt: string; activityId: string }>(sql`
    select a.id as "activityId",
      ${exactInstant(sql`a.created_at`)} as "createdAt"
    from offerings a
      join professional_profiles p on p.id = a.professional_id
      join profiles owner on owner.id = p.user_id
    where a.kind = 'activity' and a.is_active and ${canSell}
      and ${after ? sql`(a.created_at, a.id) < (${after.createdAt}::timestamptz, ${after.activityId}::uuid)` : sql`true`}
    order by a.created_at desc, a.id desc limit ${limit}`);
  return rows;
}

type StoredSlot = Omit<ListedSlot, "nowCents"> & { price: StoredPrice };

const terms = sql`lateral (select o.price_cents, o.discounted_price_cents) offering`;

/** Of `offerings o` and their professional `p`; only a full slot is checked for holds. */
const futureSlots = (priced: SQL, now: Date) => sql`(
  select coalesce(json_agg(json_build_object('id', slot.id, 'start', slot.start_datetime,
    'end', slot.end_datetime,
    'availableSpots', case when ${isAwaited()} then 0 else ${freeSeats} end,
    'isResale', slot.available_spots = 0 and slot.resale_seats > 0, ${priced},
    'heldUntil', case when ${freeSeats} = 0 then (
      select min(b.created_at) + ${`${CHECKOUT_LIFETIME} milliseconds`}::interval
      from bookings b where b.slot_id = slot.id and b.status = 'pending'
        and not exists (select from payments p where p.reference = b.id
          and p.processing_at is not null)) end,
    'closed', case coalesce(${closedBy(now)}, '') when '' then null when 'notice' then 'notice' else 'taken' end)
    order by slot.start_datetime), '[]')
  from slots slot, ${terms}
  where slot.offering_id = o.id and slot.is_active and slot.start_datetime > ${now})`;

function datedSlots(
  row: { slots: readonly StoredSlot[] } & Parameters<typeof viewUndated>[0],
  now: Date,
) {
  const slots = row.slots.map((slot) => ({
    ...slot,
    start: new Date(slot.start),
    end: new Date(slot.end),
    heldUntil: slot.heldUntil === null ? null : new Date(slot.heldUntil),
    ...pricesOf(slot.price, now),
  }));
  const free = slots.find((slot) => slot.availableSpots > 0 && !slot.closed);
  return {
    slots,
    nextSlot: free ? { id: free.id, start: free.start, availableSpots: free.availableSpots } : null,
    price: free?.price ?? viewUndated(row),
  };
}

function pricesOf(stored: StoredPrice, now: Date): Pick<SlotView, "price" | "steps"> {
  return { price: viewStoredPrice(stored, now), steps: stepsOf(pricedOf(stored), now) };
}

function typedLists(row: StoredLists) {
  return {
    ...eachList((name) => linesOf(row[name])),
    tags: row.tags ?? [],
    recurringDays: row.recurringDays && daysOf(row.recurringDays),
  };
}
