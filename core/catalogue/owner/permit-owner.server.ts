import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { type Executor, rowOf, rowsOf, type Transaction } from "#platform/postgres.server.ts";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import type { Cents } from "../../money.ts";
import { lockPractitioner, lockPractitionerOf } from "../../occupancy/lock-practitioner.server.ts";
import type { PriceTerms } from "../../prices/rules.ts";
import { openingHoursOf } from "../../professionals/working-time/keep-opening-hours.server.ts";
import type { OpeningHour } from "../../professionals/working-time/rules.ts";
import { offerings, professionalProfiles } from "../../tables.server.ts";
import { NOT_FOUND, NOT_YOURS } from "../labels.ts";
import type { Publishable, SlotKind } from "../schema.ts";

export type OfferingRow = typeof offerings.$inferSelect;

const isIt = (kind: SlotKind, id: string) =>
  and(eq(offerings.id, id), eq(offerings.kind, kind), isNull(offerings.deletedAt));

/** @throws AppError `not_found` for none, `forbidden` to anybody but the owner. */
export async function permitOwner(ctx: Context, kind: SlotKind, id: unknown): Promise<OfferingRow> {
  const { userId } = requireActor(ctx);
  const asked = z.uuid().safeParse(id);
  if (!asked.success) throw new AppError("not_found", { message: NOT_FOUND[kind] });
  const [found] = await ctx.db
    .select({ offering: offerings, ownerId: professionalProfiles.userId })
    .from(offerings)
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, offerings.professionalId))
    .where(isIt(kind, asked.data));
  if (!found) throw new AppError("not_found", { message: NOT_FOUND[kind] });
  if (found.ownerId !== userId) throw new AppError("forbidden", { message: NOT_YOURS[kind] });
  return found.offering;
}

/** Locks the professional (rule: one-place), then the offering. @throws AppError `not_found` */
export async function lockOwn(tx: Transaction, kind: SlotKind, id: string): Promise<OfferingRow> {
  await lockPractitionerOf(tx, { offeringId: id });
  const [offering] = await tx.select().from(offerings).where(isIt(kind, id)).for("no key update");
  if (!offering) throw new AppError("not_found", { message: NOT_FOUND[kind] });
  return offering;
}

export interface Source extends Omit<Publishable, "fallFloorCents"> {
  fallFloorCents: Cents | null;
  professionalId: string;
  ownerId: string;
  isActive: boolean;
  /** Minutes. */
  buffer: number;
  notice: number;
  openings: OpeningHour[];
}

const source = sql`
  select offering.id, offering.kind, offering.title, coalesce(type.name, offering.category) as category,
    offering.image_url as "imageUrl", offering.is_online as "isOnline", offering.city,
    offering.duration, offering.capacity,
    coalesce(offering.discounted_price_cents, offering.price_cents) as "priceCents",
    offering.fall_steps as "fallSteps", offering.fall_floor_cents as "fallFloorCents",
    offering.professional_id as "professionalId", p.user_id as "ownerId",
    offering.is_active as "isActive", p.buffer_minutes as buffer, p.notice_minutes as notice,
    ${openingHoursOf(sql`p.id`)} as openings
  from offerings offering
    left join activity_types type on type.id = offering.activity_type_id
    join professional_profiles p on p.id = offering.professional_id`;

/** By the latest slot created; a recurring one counts by its own creation. */
export async function listSources(db: Executor, professionalId: string): Promise<Source[]> {
  const found = await db.execute(sql`
    ${source} left join lateral (
      select max(slot.created_at) as at from slots slot
      where slot.offering_id = offering.id and not offering.is_recurring) made on true
    where offering.professional_id = ${professionalId} and offering.is_active
    order by coalesce(made.at, offering.created_at) desc, offering.id desc limit 100`);
  return rowsOf(found);
}

/** @throws AppError `not_found` for none, `forbidden` to anybody but the owner. */
export async function permitSource(
  ctx: Context,
  by: { offeringId: string } | { slotId: string },
): Promise<Source> {
  const { userId } = requireActor(ctx);
  const which =
    "slotId" in by
      ? sql`offering.id = (select slot.offering_id from slots slot where slot.id = ${by.slotId})`
      : sql`offering.id = ${by.offeringId}`;
  const found = await ctx.db.execute(sql`${source} where ${which} and offering.deleted_at is null`);
  const owned = rowOf<Source>(found);
  const message = "offeringId" in by ? { message: NOT_FOUND.session } : {};
  if (!owned) throw new AppError("not_found", message);
  if (owned.ownerId !== userId) throw new AppError("forbidden", { message: NOT_YOURS[owned.kind] });
  return owned;
}

/** @throws AppError `not_found` when deleted meanwhile. */
export async function lockSource(
  tx: Transaction,
  source: Source,
): Promise<PriceTerms & { isRecurring: boolean }> {
  await lockPractitioner(tx, source.professionalId);
  return lockOwn(tx, source.kind, source.id);
}
