import { eq, sql } from "drizzle-orm";
import { type Executor, list } from "#platform/postgres.server.ts";
import type { Cents } from "../money.ts";
import { professionalJson } from "../professionals/describe-professional.server.ts";
import {
  activities,
  activitySlots,
  activityTypes,
  sessionSlots,
  sessions,
} from "../tables.server.ts";
import type {
  ActivityTypeView,
  OfferCard,
  ProfessionalView,
  Seat,
  SeatRefusal,
  SessionDetailView,
  SlotKind,
} from "./schema.ts";

// ─── Seats ─────────────────────────────────────────────────────────────────────────────────────

/** Where the two kinds of slots and what is sold with them are stored. */
const TABLES = {
  session: {
    slots: sessionSlots,
    offerings: sessions,
    offeringId: sql.identifier("session_id"),
    price: sql`coalesce(offering.discounted_price_cents, offering.price_cents)`,
  },
  activity: {
    slots: activitySlots,
    offerings: activities,
    offeringId: sql.identifier("activity_id"),
    price: sql`offering.price_cents`,
  },
} as const;

/** One seat less and what goes with it, or null when R18 says no. */
export async function takeFreeSeat(
  tx: Executor,
  asked: { kind: SlotKind; slotId: string; buyerUserId: string | null; now: Date },
): Promise<Seat | null> {
  const { slots, offerings, offeringId, price } = TABLES[asked.kind];
  const { rows } = await tx.execute<SeatRow>(sql`
    update ${slots} slot set available_spots = available_spots - 1
    from ${offerings} offering
      join professional_profiles p on p.id = offering.professional_id
      join profiles owner on owner.id = p.user_id
    where slot.id = ${asked.slotId} and offering.id = slot.${offeringId}
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

/** Why no seat was to be had, the reason first that waiting would not change. */
export async function seatRefusal(
  tx: Executor,
  asked: { kind: SlotKind; slotId: string; buyerUserId: string | null; now: Date },
): Promise<SeatRefusal> {
  const { slots, offerings, offeringId } = TABLES[asked.kind];
  const { rows } = await tx.execute<{ refusal: SeatRefusal }>(sql`
    select case
      when not (slot.is_active and offering.is_active) then 'inactive'
      when not (p.can_receive_charges and owner.account_status = 'active') then 'professional_unavailable'
      when slot.start_datetime <= ${asked.now} then 'past'
      when p.user_id = ${asked.buyerUserId} then 'own'
      else 'sold_out'
    end as refusal
    from ${slots} slot
      join ${offerings} offering on offering.id = slot.${offeringId}
      join professional_profiles p on p.id = offering.professional_id
      join profiles owner on owner.id = p.user_id
    where slot.id = ${asked.slotId}`);
  return rows[0]?.refusal ?? "unknown";
}

/** One seat more. The CHECK on the slot refuses more seats than the slot has. */
export async function giveSeatBack(
  tx: Executor,
  kind: SlotKind,
  slotId: string,
): Promise<{ offeringId: string; availableSpots: number } | null> {
  const { slots, offeringId } = TABLES[kind];
  const { rows } = await tx.execute<{ offering_id: string; available_spots: number }>(sql`
    update ${slots} slot set available_spots = available_spots + 1 where id = ${slotId}
    returning slot.${offeringId} as offering_id, available_spots`);
  const row = rows[0];
  return row ? { offeringId: row.offering_id, availableSpots: row.available_spots } : null;
}

// ─── Views ─────────────────────────────────────────────────────────────────────────────────────

function inOrder<View extends { id: string }>(
  ids: readonly string[],
  views: readonly View[],
): View[] {
  const byId = new Map(views.map((view) => [view.id, view]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A session as its page shows it, and what decides whether it can be booked. */
export interface SessionRecord {
  view: Omit<SessionDetailView, "unbookable">;
  isPayable: boolean;
  /** Never shown to anybody. */
  ownerId: string;
}

interface DetailRow extends Omit<OfferCard, "professional">, Record<string, unknown> {
  isActive: boolean;
  activityType: ActivityTypeView;
  description: string;
  address: string | null;
  postalCode: string | null;
  included: string | null;
  requirements: string | null;
  tags: string[] | null;
  professional: ProfessionalView;
  slots: { id: string; start: string; end: string; availableSpots: number }[];
  isPayable: boolean;
  ownerId: string;
}

/** Sessions with all their future slots, in this order; deleted ones are left out. */
export async function readSessions(
  db: Executor,
  ids: readonly string[],
  now: Date,
): Promise<SessionRecord[]> {
  const { rows } = await db.execute<DetailRow>(sql`
    select s.id, s.title, t.name as category, s.price_cents as "priceCents",
      s.discounted_price_cents as "discountedPriceCents", s.duration, s.capacity, s.city,
      s.is_online as "isOnline", s.image_url as "imageUrl",
      s.is_active as "isActive", s.description, s.address,
      s.postal_code as "postalCode", s.included, s.requirements, s.tags,
      json_build_object('id', t.id, 'name', t.name, 'category', t.category) as "activityType",
      ${professionalJson} as professional,
      (select coalesce(json_agg(json_build_object('id', slot.id, 'start', slot.start_datetime,
          'end', slot.end_datetime, 'availableSpots', slot.available_spots)
          order by slot.start_datetime), '[]')
        from session_slots slot
        where slot.session_id = s.id and slot.is_active and slot.start_datetime > ${now}) as slots,
      p.can_receive_charges and owner.account_status = 'active' as "isPayable",
      p.user_id as "ownerId"
    from sessions s
      join activity_types t on t.id = s.activity_type_id
      join professional_profiles p on p.id = s.professional_id
      join profiles owner on owner.id = p.user_id
    where s.id = any(${list(ids, "uuid")}) and s.deleted_at is null
      and owner.account_status <> 'deleted'`);
  const records = rows.map(({ isPayable, ownerId, ...row }) => {
    const slots = row.slots.map((slot) => ({
      ...slot,
      start: new Date(slot.start),
      end: new Date(slot.end),
    }));
    const free = slots.find((slot) => slot.availableSpots > 0);
    const view = {
      ...row,
      included: lines(row.included),
      requirements: lines(row.requirements),
      tags: row.tags ?? [],
      slots,
      nextSlot: free ? { start: free.start, availableSpots: free.availableSpots } : null,
    };
    return { id: row.id, view, isPayable, ownerId };
  });
  return inOrder(ids, records);
}

/** The lines of a list that somebody typed one item a line. */
function lines(text: string | null): string[] {
  return (text ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Names of the activity types of sessions, with how many of each can be booked, `most` at most. */
export async function countByType(
  db: Executor,
  names: readonly string[],
  most: number,
): Promise<{ name: string; count: number }[]> {
  const { rows } = await db.execute<{ name: string; count: number }>(sql`
    select name.value as name, (
      select count(*)::int from (
        select from activity_types t join offers o on o.activity_type_id = t.id
        where t.name = name.value limit ${most}) counted) as count
    from unnest(${list(names, "text")}) with ordinality as name (value, position)
    order by position`);
  return rows;
}

/** The activity types of sessions. */
export async function readActivityTypes(db: Executor): Promise<ActivityTypeView[]> {
  const { id, name, category } = activityTypes;
  return db.select({ id, name, category }).from(activityTypes).where(eq(category, "session"));
}

export async function readSessionOfSlot(db: Executor, slotId: string): Promise<string | null> {
  const [row] = await db
    .select({ sessionId: sessionSlots.sessionId })
    .from(sessionSlots)
    .where(eq(sessionSlots.id, slotId));
  return row?.sessionId ?? null;
}
