import { eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { newId } from "#platform/ids.server.ts";
import { type Executor, rowsOf, type Transaction } from "#platform/postgres.server.ts";
import { requireProfessional } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { refreshListingsOfProfessional } from "../listings/refresh-listings.server.ts";
import { seatsTaken } from "../occupancy/count-seats.server.ts";
import {
  type FreedTime,
  lockPractitioner,
  recordReopenedBy,
} from "../occupancy/lock-practitioner.server.ts";
import { closedBy } from "../occupancy/why-not-bookable.server.ts";
import { parseInput } from "../parse.ts";
import { busyTimes } from "../tables.server.ts";
import { whyNotOwnTime } from "./rules.ts";
import {
  type Consequences,
  type NewOwnTime,
  type OwnTime,
  type OwnTimeInput,
  type OwnTimeKind,
  ownTimeInput,
} from "./schema.ts";

interface Hours {
  professionalId: string;
  kind: OwnTimeKind;
  start: Date;
  end: Date;
}

const rangeOf = ({ start, end }: Pick<Hours, "start" | "end">): SQL =>
  sql`tstzrange(${start}, ${end})`;

const touched = ({ professionalId, ...hours }: Hours, now: Date): SQL => sql`
  from professional_profiles p
    join offerings o on o.professional_id = p.id
    join slots slot on slot.offering_id = o.id
    cross join lateral (
      select slot.outside_seats + slot.reserved_seats + ${seatsTaken(sql`slot.id`)} as taken) seats
  where p.id = ${professionalId} and slot.end_datetime > ${now} and slot.start_datetime < ${hours.end}
    and slot.end_datetime > ${hours.start}`;

async function readConsequences(db: Executor, hours: Hours, now: Date): Promise<Consequences> {
  const seated = await db.execute(sql`
    select slot.id as "slotId", o.title, slot.start_datetime as start, slot.end_datetime as "end",
      seats.taken as seats
    ${touched(hours, now)} and seats.taken > 0 order by slot.start_datetime, slot.id`);
  const { rows } = await db.execute<{ closed: number }>(sql`
    select count(*)::int as closed ${touched(hours, now)} and slot.is_active and o.is_active
      and slot.available_spots > 0 and ${closedBy(now)} is null
      and (${hours.kind === "absence"} or not (slot.is_parallel or slot.is_occupied))`);
  return { closed: rows[0]?.closed ?? 0, booked: rowsOf(seated) };
}

async function insertOwnTime(
  tx: Transaction,
  professionalId: string,
  { kind: source, start, end, title }: NewOwnTime,
): Promise<string> {
  const id = newId();
  const during = `["${start.toISOString()}","${end.toISOString()}")`;
  await tx.insert(busyTimes).values({ id, professionalId, source, during, title });
  return id;
}

async function isAway(
  tx: Transaction,
  { professionalId, ...hours }: Omit<Hours, "kind">,
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from busy_times b
    where b.professional_id = ${professionalId} and b.source = 'absence'
      and b.during @> ${rangeOf(hours)} limit 1`);
  return rows.length > 0;
}

/** A slot that another absence closes stays with it. */
async function closeByAbsence(
  tx: Transaction,
  absenceId: string,
  { professionalId, ...hours }: Hours,
): Promise<void> {
  await tx.execute(sql`
    update slots slot set absence_id = ${absenceId} from offerings o
    where o.id = slot.offering_id and o.professional_id = ${professionalId}
      and slot.absence_id is null
      and tstzrange(slot.start_datetime, slot.end_datetime) && ${rangeOf(hours)}`);
}

/** Locked; null for any other id, those of a calendar included. */
async function lockOwnTime(
  tx: Transaction,
  { id, professionalId }: { id: string; professionalId: string },
): Promise<(FreedTime & { kind: OwnTimeKind }) | null> {
  const { rows } = await tx.execute<{ during: string; kind: OwnTimeKind }>(sql`
    select during::text as during, source as kind from busy_times
    where id = ${id} and professional_id = ${professionalId} and source <> 'calendar' for update`);
  const row = rows[0];
  return row ? { ...row, professionalId } : null;
}

async function reopenAfterAbsence(
  tx: Transaction,
  { id, professionalId }: { id: string; professionalId: string },
): Promise<void> {
  await tx.execute(sql`
    update slots slot set absence_id = (
      select b.id from busy_times b
      where b.professional_id = ${professionalId} and b.source = 'absence'
        and b.during && tstzrange(slot.start_datetime, slot.end_datetime)
      order by upper(b.during) desc, b.id limit 1)
    from offerings o
    where o.id = slot.offering_id and o.professional_id = ${professionalId}
      and slot.absence_id = ${id}`);
}

function parseOwnTime(
  ctx: Context,
  raw: OwnTimeInput,
): { professionalId: string; asked: NewOwnTime } {
  const { professionalId } = requireProfessional(ctx);
  const asked = parseInput(ownTimeInput, raw);
  const refused = whyNotOwnTime(asked, ctx.now());
  if (refused) throw new AppError("invalid_input", { fields: { [refused.field]: [refused.why] } });
  return { professionalId, asked };
}

/**
 * Closes what is free and cancels nothing (rule: own-time).
 * @throws AppError `forbidden` without a professional profile.
 */
export async function addOwnTime(
  ctx: Context,
  raw: OwnTimeInput,
): Promise<Consequences & { id: string }> {
  const { professionalId, asked } = parseOwnTime(ctx, raw);
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    await lockPractitioner(tx, professionalId);
    const hours = { professionalId, ...asked };
    const consequences = await readConsequences(tx, hours, now);
    const id = await insertOwnTime(tx, professionalId, asked);
    if (asked.kind === "absence") await closeByAbsence(tx, id, hours);
    await refreshListingsOfProfessional(tx, professionalId, now);
    return { id, ...consequences };
  });
}

/** @throws AppError `forbidden` without a professional profile. */
export async function listOwnTimes(ctx: Context): Promise<OwnTime[]> {
  const { professionalId } = requireProfessional(ctx);
  const found = await ctx.db.execute(sql`
    select id, source as kind, lower(during) as start, upper(during) as "end", title
    from busy_times
    where professional_id = ${professionalId} and source <> 'calendar'
      and upper(during) > ${ctx.now()}
    order by lower(during), id limit 500`);
  return rowsOf(found);
}

/**
 * Locks nothing, because `addOwnTime` looks again.
 * @throws AppError `forbidden` without a professional profile.
 */
export function previewOwnTime(ctx: Context, raw: OwnTimeInput): Promise<Consequences> {
  const { professionalId, asked } = parseOwnTime(ctx, raw);
  return readConsequences(ctx.db, { professionalId, ...asked }, ctx.now());
}

/** Of hours given up (rule: cancellation) that are none yet, under `lockPractitioner`. */
export async function keepAbsence(
  tx: Transaction,
  professionalId: string,
  given: readonly { start: Date; end: Date }[],
  now: Date,
): Promise<void> {
  for (const { start, end } of given) {
    const absence = { kind: "absence", start, end, title: null } as const;
    const hours = { professionalId, ...absence };
    if (await isAway(tx, hours)) continue;
    await closeByAbsence(tx, await insertOwnTime(tx, professionalId, absence), hours);
  }
  await refreshListingsOfProfessional(tx, professionalId, now);
}

const input = z.object({ id: z.uuid() });

/** What only it closed can be booked again (rule: own-time). @throws AppError `not_found` */
export async function removeOwnTime(ctx: Context, raw: z.input<typeof input>): Promise<void> {
  const { professionalId } = requireProfessional(ctx);
  const { id } = parseInput(input, raw);
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    await lockPractitioner(tx, professionalId);
    const found = await lockOwnTime(tx, { id, professionalId });
    if (!found) throw new AppError("not_found");
    await recordReopenedBy(tx, { professionalId, now }, async () => {
      await tx.delete(busyTimes).where(eq(busyTimes.id, id));
      if (found.kind === "absence") await reopenAfterAbsence(tx, { id, professionalId });
    });
    await refreshListingsOfProfessional(tx, professionalId, now);
  });
}
