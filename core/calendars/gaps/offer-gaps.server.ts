import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { newId } from "#platform/ids.server.ts";
import { type Executor, rowsOf, type Transaction } from "#platform/postgres.server.ts";
import * as addresses from "#site/addresses.ts";
import { requireProfessional } from "../../accounts/rules.ts";
import { publishSlot } from "../../catalogue/publishing/publish-slot.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import type { Cents } from "../../money.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { parseInput } from "../../parse.ts";
import { openingHoursOf } from "../../professionals/working-time/keep-opening-hours.server.ts";
import type { OpeningHour } from "../../professionals/working-time/rules.ts";
import { gaps } from "../../tables.server.ts";
import type { EventHour, Gap } from "../schema.ts";
import { findMailbox, listOwn } from "../store.server.ts";
import { fitting, GAP_AHEAD, gapIn } from "./rules.ts";

async function readWorkday(
  db: Executor,
  professionalId: string,
): Promise<{ notice: number; openings: OpeningHour[] }> {
  const { rows } = await db.execute<{ notice: number; openings: OpeningHour[] }>(sql`
    select p.notice_minutes as notice, ${openingHoursOf(sql`p.id`)} as openings
    from professional_profiles p where p.id = ${professionalId}`);
  return rows[0] ?? { notice: 0, openings: [] };
}

export async function readTaken(
  db: Executor,
  { professionalId, start, end }: { professionalId: string; start: Date; end: Date },
): Promise<{ start: Date; end: Date }[]> {
  const found = await db.execute(sql`
    select slot.start_datetime - pause.long as start, slot.end_datetime + pause.long as "end"
    from professional_profiles p
      cross join lateral (select p.buffer_minutes * interval '1 minute' as long) pause
      join offerings offering on offering.professional_id = p.id and offering.is_active
      join slots slot on slot.offering_id = offering.id and slot.is_active and not slot.is_parallel
    where p.id = ${professionalId} and slot.start_datetime - pause.long < ${end}
      and slot.end_datetime + pause.long > ${start}
    union all
    select lower(b.during), upper(b.during) from busy_times b
    where b.professional_id = ${professionalId} and b.during && tstzrange(${start}, ${end})
    order by 1, 2`);
  return rowsOf(found);
}

async function listSellable(
  db: Executor,
  professionalId: string,
): Promise<{ id: string; minutes: number; priceCents: Cents }[]> {
  const { rows } = await db.execute<{ id: string; minutes: number; priceCents: Cents }>(sql`
    select offering.id, offering.duration as minutes, ${priceOf} as "priceCents"
    from offerings offering left join lateral (
      select max(slot.created_at) as at from slots slot
      where slot.offering_id = offering.id and not offering.is_recurring) made on true
    where offering.professional_id = ${professionalId} and offering.is_active
      and offering.deleted_at is null
    order by coalesce(made.at, offering.created_at) desc, offering.id desc limit 100`);
  return rows;
}

const priceOf = sql`coalesce(offering.discounted_price_cents, offering.price_cents)`;

async function insertGap(
  tx: Transaction,
  found: {
    professionalId: string;
    start: Date;
    end: Date;
    event: EventHour;
    offeringId: string;
    cents: Cents;
    now: Date;
  },
): Promise<string | null> {
  const { start, end, event, now, ...columns } = found;
  const [row] = await tx
    .insert(gaps)
    .values({
      ...columns,
      id: newId(),
      during: `["${start.toISOString()}","${end.toISOString()}")`,
      title: event.title,
      eventKey: event.key,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: gaps.id });
  return row?.id ?? null;
}

export async function listOpen(
  db: Executor,
  of: { professionalId: string } | { gapId: string },
  now: Date,
): Promise<(Gap & { professionalId: string })[]> {
  const whose =
    "gapId" in of ? sql`gap.id = ${of.gapId}` : sql`gap.professional_id = ${of.professionalId}`;
  const found = await db.execute(sql`
    select gap.id, gap.professional_id as "professionalId", lower(gap.during) as start,
      upper(gap.during) as "end", gap.title, gap.created_at as "foundAt",
      offering.id as "offeringId", offering.title as "offeringTitle",
      offering.duration as minutes, ${priceOf} as "priceCents"
    from gaps gap
      join professional_profiles p on p.id = gap.professional_id
      join offerings offering on offering.id = gap.offering_id and offering.is_active
        and offering.deleted_at is null
      cross join lateral (select tstzrange(lower(gap.during),
        lower(gap.during) + offering.duration * interval '1 minute') as asked) sold
    where ${whose} and gap.state = 'open' and upper(sold.asked) <= upper(gap.during)
      and lower(gap.during) > ${now}::timestamptz + p.notice_minutes * interval '1 minute'
      and not exists (select from busy_times b
        where b.professional_id = p.id and b.during && sold.asked)
      and not exists (select from offerings other join slots slot on slot.offering_id = other.id
        where other.professional_id = p.id and other.is_active and slot.is_active
          and not slot.is_parallel and tstzrange(slot.start_datetime, slot.end_datetime) && sold.asked)
    order by lower(gap.during), gap.id limit 5`);
  return rowsOf(found);
}

async function findGap(
  db: Executor,
  id: string,
): Promise<{ professionalId: string; state: string; slotId: string | null } | null> {
  const [row] = await db
    .select({ professionalId: gaps.professionalId, state: gaps.state, slotId: gaps.slotId })
    .from(gaps)
    .where(eq(gaps.id, id));
  return row ?? null;
}

async function closeGap(
  db: Executor,
  id: string,
  as: { state: "published" | "declined"; slotId: string | null },
): Promise<void> {
  await db
    .update(gaps)
    .set(as)
    .where(and(eq(gaps.id, id), eq(gaps.state, "open")));
}

const input = z.object({
  gapId: z.uuid(),
  /** Cents that the professional saw when they agreed. */
  cents: z.coerce.number().int(),
});

/** Safe to repeat (rule: gap). @throws AppError `price_changed`, `conflict` */
export async function publishGap(
  ctx: Context,
  raw: z.input<typeof input>,
): Promise<{ slotId: string }> {
  const { professionalId } = requireProfessional(ctx);
  const { gapId, cents } = parseInput(input, raw);
  const found = await findGap(ctx.db, gapId);
  if (found?.professionalId !== professionalId) throw new AppError("not_found");
  if (found.slotId) return { slotId: found.slotId };
  const [gap] = await listOpen(ctx.db, { gapId }, ctx.now());
  if (!gap) {
    throw new AppError("conflict", { message: "Cette heure n'est plus libre." });
  }
  if (gap.priceCents !== cents) throw new AppError("price_changed");
  const { slotId } = await publishSlot(ctx, {
    ...{ offeringId: gap.offeringId, start: gap.start.toISOString(), minutes: gap.minutes },
  });
  await closeGap(ctx.db, gapId, { state: "published", slotId });
  return { slotId };
}

const declineInput = z.object({ gapId: z.uuid() });

/** Safe to repeat (rule: gap). @throws AppError `conflict` for one that is published. */
export async function declineGap(ctx: Context, raw: z.input<typeof declineInput>): Promise<void> {
  const { professionalId } = requireProfessional(ctx);
  const { gapId } = parseInput(declineInput, raw);
  const found = await findGap(ctx.db, gapId);
  if (found?.professionalId !== professionalId) throw new AppError("not_found");
  if (found.state === "published") {
    throw new AppError("conflict", { message: "Cette heure est déjà en ligne." });
  }
  await closeGap(ctx.db, gapId, { state: "declined", slotId: null });
}

/**
 * `readAt` is null if no calendar was ever read (rule: gap).
 * @throws AppError `forbidden` without a professional profile.
 */
export async function showGaps(
  ctx: Context,
): Promise<{ gaps: Gap[]; calendars: number; readAt: Date | null; isFailing: boolean }> {
  const { professionalId } = requireProfessional(ctx);
  const now = ctx.now();
  const [calendars, gaps] = await Promise.all([
    listOwn(ctx.db, professionalId, now),
    listOpen(ctx.db, { professionalId }, now),
  ]);
  const read = calendars.flatMap(({ goodAt }) => goodAt ?? []).sort((a, b) => +a - +b);
  return {
    gaps: gaps.map(({ professionalId: _, ...gap }) => gap),
    calendars: calendars.length,
    readAt: read[0] ?? null,
    isFailing: calendars.some(({ failingSince }) => failingSince !== null),
  };
}

/** Of more at once, somebody tidied up the calendar and no hour became free. */
const MAX_AT_ONCE = 3;

/** Only suggests (rule: gap); the caller holds the lock and has deleted the hours. */
export async function findGaps(
  ctx: Context,
  tx: Transaction,
  professionalId: string,
  gone: readonly EventHour[],
): Promise<void> {
  const now = ctx.now();
  const near = gone.filter(({ start }) => +start <= now.getTime() + GAP_AHEAD);
  if (near.length === 0) return;
  const workday = await readWorkday(tx, professionalId);
  const offerings = await listSellable(tx, professionalId);
  const to = await findMailbox(tx, professionalId);
  for (const event of near.slice(0, MAX_AT_ONCE)) {
    const taken = await readTaken(tx, { professionalId, start: event.start, end: event.end });
    const gap = gapIn(event, { now, ...workday, taken });
    const offering = gap && fitting(gap, offerings);
    if (!offering) continue;
    const { id: offeringId, priceCents: cents } = offering;
    const gapId = await insertGap(tx, { professionalId, ...gap, event, offeringId, cents, now });
    if (gapId && to) {
      await enqueueMail(ctx, tx, { kind: "gap-found", reference: gapId, to, data: { gapId } });
    }
  }
}

export async function readGapMail(ctx: Context, mail: QueuedMail<"gap-found">) {
  const now = ctx.now();
  const [gap] = await listOpen(ctx.db, { gapId: mail.data.gapId }, now);
  // Programs open links in mails too, so it leads to the page with the button.
  return gap ? { gap, now, url: `${ctx.config.appUrl}${addresses.agenda}` } : null;
}
