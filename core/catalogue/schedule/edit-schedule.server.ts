import { z } from "zod";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { addDays, dayKey } from "../../dates.ts";
import { MINUTE } from "../../durations.ts";
import { AppError } from "../../errors.ts";
import { refreshListings } from "../../listings/refresh-listings.server.ts";
import { recordReopenedBy } from "../../occupancy/lock-practitioner.server.ts";
import { parseInput } from "../../parse.ts";
import { requireTaxDetails } from "../../professionals/tax-requests/require-tax-details.server.ts";
import { nextVersion, requireFresh } from "../../versions.ts";
import { changeOf } from "../labels.ts";
import {
  lockOwn,
  type OfferingRow,
  permitOwner,
  permitSource,
} from "../owner/permit-owner.server.ts";
import { lockHeldSlots, readHeldSlots, writeSlots } from "../slots/write-slots.server.ts";
import { comingHolidays, holidaysBetween } from "./list-holidays.server.ts";
import {
  changeFrom,
  fieldsOf,
  hoursOf,
  parallelChanges,
  planSchedule,
  recurrenceIn,
  type Schedule,
  type ScheduledHour,
} from "./rules.ts";
import {
  type ScheduleEffect,
  type ScheduleInput,
  type ScheduleView,
  type ScopeInput,
  scheduleInput,
  scopeInput,
} from "./schema.ts";
import {
  readClosing,
  readSchedule,
  readTaken,
  setParallel,
  writeSchedule,
} from "./store.server.ts";

type ScheduleRequest = ScheduleInput | ScopeInput;

/** Locks nothing, because `editSchedule` checks again. @throws AppError as {@link editSchedule}. */
export async function previewSchedule(
  ctx: Context,
  asked: ScheduleRequest,
): Promise<ScheduleEffect> {
  const { source, change } = await parse(ctx, asked);
  const row = await permitOwner(ctx, source.kind, source.id);
  const before = await readSchedule(ctx.db, row.id);
  const held = await readHeldSlots(ctx.db, row.id, ctx.now());
  const { effect } = await judge(ctx.db, { row, before, held, change, source, now: ctx.now() });
  return effect;
}

/**
 * Future slots follow at once, booked ones stay (rules: slots-ahead, one-place).
 * @throws AppError `forbidden` to others, `stale` if it would undo a change made since `version`,
 * `conflict` for a paused offering, or a slot that no rule creates.
 */
export async function editSchedule(ctx: Context, asked: ScheduleRequest): Promise<ScheduleEffect> {
  const { source, change, version } = await parse(ctx, asked);
  const { kind, id } = source;
  const now = ctx.now();
  const today = dayKey(now);
  const holidays = holidaysBetween(today, addDays(today, 2 * 366));
  return ctx.db.transaction(async (tx) => {
    const row = await lockOwn(tx, kind, id);
    const before = await readSchedule(tx, id);
    const was = { ...row, ...fieldsOf(recurrenceIn(before)) };
    requireFresh(was, version, ["schedule", "recurringDays", "startTime"], changeOf(kind));
    const held = await lockHeldSlots(tx, id, now);
    const judged = { row, before, held, change, source, now };
    const { effect, plan, after } = await judge(tx, judged);
    const turned = parallelChanges(before, after, now);
    const opening = { professionalId: source.professionalId, now };
    if (turned.length > 0) await recordReopenedBy(tx, opening, () => setParallel(tx, id, turned));
    const hours = hoursOf(after, now);
    const changes = slotsOf(plan, row, hours);
    if (changes.insert.length > 0) await requireTaxDetails(tx, source.professionalId, now);
    await writeSlots(tx, { offeringId: id, terms: row, now }, changes);
    const edition = nextVersion(row, ["schedule"]);
    await writeSchedule(tx, id, after, { now, edition, holidays });
    await refreshListings(tx, [id], now);
    return effect;
  });
}

async function parse(ctx: Context, asked: ScheduleRequest) {
  requireActor(ctx);
  if ("slotId" in asked) {
    const { slotId, ...scope } = parseInput(scopeInput, asked);
    const source = await permitSource(ctx, { slotId });
    const change = (before: Schedule, held: Held) => {
      const slot = held.find((one) => one.id === slotId);
      return slot ? changeFrom(before, slot.start, scope) : null;
    };
    return { source, change, version: undefined };
  }
  const { offeringId, version, ...after } = parseInput(scheduleInput, asked);
  const source = await permitSource(ctx, { offeringId });
  return { source, change: () => after, version };
}

type Held = Awaited<ReturnType<typeof readHeldSlots>>;

interface Judged {
  row: OfferingRow;
  before: Schedule;
  held: Held;
  change: (before: Schedule, held: Held) => Schedule | null;
  source: { professionalId: string; buffer: number };
  now: Date;
}

async function judge(
  db: Executor | Transaction,
  { row, before, held, change, source, now }: Judged,
) {
  if (!row.isActive) {
    throw new AppError("conflict", {
      message: "Cette séance est désactivée : réactivez-la d'abord.",
    });
  }
  const after = change(before, held);
  if (!after) {
    throw new AppError("conflict", { message: "Ce créneau ne vient pas d'une récurrence." });
  }
  const taken = await readTaken(db, source.professionalId, now);
  const lasts = row.duration + source.buffer;
  const plan = planSchedule({ before, after, held, taken, lasts }, now);
  const shown = (slots: Held) => slots.map(({ start, live }) => ({ start, live }));
  const created = [...plan.create, ...plan.reopen.map(({ start }) => start)].sort(
    (one, other) => Number(one) - Number(other),
  );
  const closing = await readClosing(db, source.professionalId, now);
  const beside = besideIn(hoursOf(after, now));
  const isClosed = (start: Date) =>
    closing.some(
      (time) =>
        +time.start < start.getTime() + row.duration * MINUTE &&
        time.end > start &&
        (time.isAbsence || !beside.has(+start)),
    );
  const effect: ScheduleEffect = {
    created,
    closed: created.filter(isClosed),
    kept: shown(plan.keep),
    removed: shown(plan.remove),
    blocked: plan.blocked,
  };
  return { effect, plan, after };
}

function besideIn(hours: readonly ScheduledHour[]): Set<number> {
  return new Set(hours.flatMap(({ start, isParallel }) => (isParallel ? [+start] : [])));
}

function slotsOf(
  plan: ReturnType<typeof planSchedule<Held[number]>>,
  { capacity, duration }: OfferingRow,
  hours: readonly ScheduledHour[],
) {
  const beside = besideIn(hours);
  const endOf = (start: Date) => new Date(start.getTime() + duration * MINUTE);
  const state = (start: Date) => ({ start, end: endOf(start), capacity, isActive: true });
  const wasBooked = ({ bookings }: Held[number]) => bookings > 0;
  return {
    insert: plan.create.map((start) => ({
      ...{ ...state(start), availableSpots: capacity, isParallel: beside.has(+start) },
    })),
    update: plan.reopen.map(({ id, start, live }) => ({
      ...{ id, ...state(start), availableSpots: Math.max(0, capacity - live) },
    })),
    close: plan.remove.filter(wasBooked).map(({ id }) => id),
    delete: plan.remove.filter((slot) => !wasBooked(slot)).map(({ id }) => id),
  };
}

const input = z.object({
  offeringId: z.uuid("Cette offre n'existe pas"),
  slotId: z.uuid().optional(),
});

/** @throws AppError `forbidden` to others. */
export async function showSchedule(
  ctx: Context,
  raw: z.input<typeof input>,
): Promise<ScheduleView> {
  requireActor(ctx);
  const { offeringId, slotId } = parseInput(input, raw);
  const { kind } = await permitSource(ctx, { offeringId });
  const row = await permitOwner(ctx, kind, offeringId);
  const schedule = await readSchedule(ctx.db, row.id);
  const { title, version, duration } = row;
  const now = ctx.now();
  const holidays = comingHolidays(now);
  const held = slotId ? await readHeldSlots(ctx.db, offeringId, now) : [];
  const found = held.find(({ id }) => id === slotId);
  const isMade = found && changeFrom(schedule, found.start, { scope: "all", starts: null });
  const slot = found && isMade ? { id: found.id, start: found.start } : null;
  return { offeringId, kind, title, version, duration, ...schedule, holidays, slot };
}
