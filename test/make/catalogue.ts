import { eq, sql } from "drizzle-orm";
import { factsOf } from "#core/bookings/store.server.ts";
import { ruleOf } from "#core/catalogue/schedule/rules.ts";
import type { Recurrence } from "#core/catalogue/schema.ts";
import { COMMISSION_RATE } from "#core/commission.ts";
import { HOUR, MINUTE } from "#core/durations.ts";
import { refreshListings } from "#core/listings/refresh-listings.server.ts";
import { type Cents, cents } from "#core/money.ts";
import { activityTypes, offerings, scheduleRules, slots } from "#core/tables.server.ts";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { NOW } from "./context.ts";
import { makeProfessional, next } from "./people.ts";

/** The activity type of this name, made when it does not exist yet. */
export async function makeActivityType(
  db: Database,
  name = "Yoga",
): Promise<typeof activityTypes.$inferSelect> {
  await db
    .insert(activityTypes)
    .values({ id: newId(), name, category: "session", acceptedAt: NOW })
    .onConflictDoNothing();
  const [type] = await db.select().from(activityTypes).where(eq(activityTypes.name, name));
  if (!type) throw new Error(`no activity type ${name}`);
  return type;
}

type Money = { priceCents?: number; discountedPriceCents?: number | null };
type Recurs = { recurrence?: Omit<Recurrence, "until"> & Partial<Recurrence> };
type SessionOptions = Partial<
  Omit<
    typeof offerings.$inferInsert,
    "kind" | "professionalId" | "activityTypeId" | "isRecurring" | keyof Money
  >
> &
  Money &
  Recurs & { professional?: { id: string }; category?: string };

/** Gives an offering one more rule, which holds since long ago. */
export async function makeRecur(
  db: Database,
  offeringId: string,
  recurrence: NonNullable<Recurs["recurrence"]>,
): Promise<void> {
  const rule = ruleOf({ until: null, ...recurrence }, "2000-01-01");
  await db
    .insert(scheduleRules)
    .values({ ...rule, id: newId(), offeringId, weekdays: [...rule.weekdays] });
  await db.update(offerings).set({ isRecurring: true }).where(eq(offerings.id, offeringId));
}

/** A session of a professional (a new one when left out), without slots: see {@link makeSlot}. */
export async function makeSession(
  db: Database,
  {
    professional,
    category,
    recurrence,
    priceCents,
    discountedPriceCents,
    ...fields
  }: SessionOptions = {},
): Promise<typeof offerings.$inferSelect> {
  const owner = professional ?? (await makeProfessional(db));
  const type = await makeActivityType(db, category);
  const [session] = await db
    .insert(offerings)
    .values({
      kind: "session",
      id: newId(),
      title: `Séance ${next()}`,
      description: "Une heure pour relâcher le dos et la nuque.",
      duration: 60,
      capacity: 8,
      city: "Lyon",
      postalCode: "69001",
      address: "1 rue de la Paix",
      ...fields,
      isRecurring: recurrence !== undefined,
      priceCents: cents(priceCents ?? 4_000),
      discountedPriceCents:
        typeof discountedPriceCents === "number" ? cents(discountedPriceCents) : null,
      professionalId: owner.id,
      activityTypeId: type.id,
    })
    .returning();
  if (!session) throw new Error("nothing was inserted");
  if (recurrence) await makeRecur(db, session.id, recurrence);
  return session;
}

type SlotOptions = {
  start?: Date;
  /** Its length, an hour when left out. */
  minutes?: number;
  capacity?: number;
  availableSpots?: number;
  priceCents?: Cents;
  isActive?: boolean;
  isParallel?: boolean;
  /** When the offer is looked at; the tests' {@link NOW} when left out. */
  now?: Date;
};

/** A slot of a session (a new one when left out), in a day by default, and the offer that follows. */
export async function makeSlot(
  db: Database,
  {
    session,
    now = NOW,
    start = new Date(NOW.getTime() + 24 * HOUR),
    minutes = 60,
    ...options
  }: SlotOptions & { session?: { id: string; capacity: number } } = {},
): Promise<typeof slots.$inferSelect> {
  const owner = session ?? (await makeSession(db));
  const [slot] = await db
    .insert(slots)
    .values({
      ...{ id: newId(), offeringId: owner.id, capacity: owner.capacity },
      startDatetime: start,
      endDatetime: new Date(start.getTime() + minutes * MINUTE),
      availableSpots: options.capacity ?? owner.capacity,
      ...options,
    })
    .returning();
  if (!slot) throw new Error("nothing was inserted");
  await db.transaction((tx) => refreshListings(tx, [owner.id], now));
  return slot;
}

/** What a booking keeps of its slot, where a test writes one by hand. */
export const soldFrom = (slotId: string) => ({
  sold: factsOf(sql`${slotId}::uuid`),
  commissionRate: COMMISSION_RATE,
});

type ActivityOptions = Partial<
  Omit<typeof offerings.$inferInsert, "kind" | "professionalId" | "isRecurring" | "priceCents">
> &
  Recurs & { professional?: { id: string }; priceCents?: number };

/** An activity of a professional (a new one when left out), without slots. */
export async function makeActivity(
  db: Database,
  { professional, recurrence, priceCents, ...fields }: ActivityOptions = {},
): Promise<typeof offerings.$inferSelect> {
  const owner = professional ?? (await makeProfessional(db));
  const [activity] = await db
    .insert(offerings)
    .values({
      kind: "activity",
      id: newId(),
      title: `Atelier ${next()}`,
      description: "Un après-midi pour apprendre à respirer.",
      category: "Atelier",
      duration: 120,
      capacity: 12,
      city: "Lyon",
      postalCode: "69001",
      address: "1 rue de la Paix",
      ...fields,
      isRecurring: recurrence !== undefined,
      priceCents: cents(priceCents ?? 3_500),
      professionalId: owner.id,
    })
    .returning();
  if (!activity) throw new Error("nothing was inserted");
  if (recurrence) await makeRecur(db, activity.id, recurrence);
  return activity;
}

/** A slot of an activity (a new one when left out), in a day by default. */
export async function makeActivitySlot(
  db: Database,
  { activity, ...options }: SlotOptions & { activity?: { id: string; capacity: number } } = {},
): Promise<typeof slots.$inferSelect> {
  return makeSlot(db, { session: activity ?? (await makeActivity(db)), ...options });
}
