import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { dayKey, fromParis } from "../../dates.ts";
import { MINUTE } from "../../durations.ts";
import { AppError } from "../../errors.ts";
import type { PriceTerms } from "../../prices/rules.ts";
import { requireTaxDetails } from "../../professionals/tax-requests/require-tax-details.server.ts";
import type { SlotInput } from "../fields/schema.ts";
import { NOT_UPDATED } from "../labels.ts";
import type { OfferingRow } from "../owner/permit-owner.server.ts";
import type { Recurrence, SlotKind } from "../schema.ts";
import { whyNotStart } from "../slots/rules.ts";
import { insertSlots } from "../slots/store.server.ts";
import { lockHeldSlots, writeSlots } from "../slots/write-slots.server.ts";
import { changeSlots } from "./change-slots.server.ts";
import { comingHolidays } from "./list-holidays.server.ts";
import {
  isSameRecurrence,
  recurrenceIn,
  ruleOf,
  type Schedule,
  type ScheduleException,
  startsOf,
  whyNotUntil,
} from "./rules.ts";
import { leaveOut, writeRules } from "./store.server.ts";

interface TypedSchedule extends PriceTerms {
  recurrence: Recurrence | null;
  date: string | null;
  startTime: string | null;
  duration: number;
  capacity: number;
  slots?: readonly SlotInput[] | undefined;
  slotsSeen?: readonly string[] | undefined;
  parallel: boolean;
  leftOut: readonly ScheduleException[];
}

/** Null for a recurring one. @throws AppError `invalid_input` for a date that cannot be offered. */
export function startOf({ recurrence, date, startTime }: TypedSchedule, now: Date): Date | null {
  const start = recurrence ? null : fromParis(`${date}T${startTime}`);
  const refused = recurrence ? whyNotUntil(recurrence, now) : whyNotStart(start, now);
  if (!refused) return start;
  const field = recurrence ? "recurringUntil" : "date";
  throw new AppError("invalid_input", { fields: { [field]: [refused] } });
}

/** A job creates the slots of a recurrence right afterwards (rule: slots-ahead). */
export async function beginSchedule(
  ctx: Context,
  tx: Transaction,
  { kind, id, start, parsed }: Scheduled & { start: Date | null },
): Promise<void> {
  if (!start) {
    await writeOnlyRule(ctx, tx, id, parsed, parsed.parallel);
    return ctx.jobs.send(tx, "generate-slots", { kind, id });
  }
  const { duration, capacity, parallel: isParallel } = parsed;
  const end = new Date(start.getTime() + duration * MINUTE);
  const makes = { offeringId: id, terms: parsed, now: ctx.now() };
  await insertSlots(tx, makes, [{ start, end, capacity, isParallel }]);
}

/** @throws AppError `conflict` if a booking forbids it (rule: slot-edits). */
export async function changeSchedule(
  ctx: Context,
  tx: Transaction,
  { kind, id, was, schedule, parsed }: Scheduled & { was: OfferingRow; schedule: Schedule },
): Promise<boolean> {
  const now = ctx.now();
  const { slots, slotsSeen: seen, capacity, duration, recurrence: after } = parsed;
  const before = recurrenceIn(schedule);
  // A recurrence that has ended is not checked, so that the texts can still be edited.
  const isLeft = after === null || isSameRecurrence(before, after);
  const refusedUntil = isLeft ? null : whyNotUntil(after, now);
  if (refusedUntil) {
    throw new AppError("invalid_input", { fields: { recurringUntil: [refusedUntil] } });
  }
  const held = await lockHeldSlots(tx, id, now);
  const made = new Set(startsOf(schedule, now).map(Number));
  const asked = { slots, seen, capacity, duration, was, before, after, made };
  const plan = changeSlots(held, asked, now);
  if ("refused" in plan) {
    const fields: Record<string, string[]> = { slots: plan.refused.map(({ why }) => why) };
    for (const { why, at } of plan.refused) {
      if (at) fields[`slots.${at.slot}.${at.field}`] = [why];
    }
    throw new AppError("conflict", { message: NOT_UPDATED[kind], fields });
  }
  if (plan.insert.length > 0) await requireTaxDetails(tx, was.professionalId, now);
  const insert = plan.insert.map((slot) => ({ ...slot, isParallel: parsed.parallel }));
  await writeSlots(tx, { offeringId: id, terms: parsed, now }, { ...plan, insert });
  if (!isSameRecurrence(before, after)) {
    await writeOnlyRule(ctx, tx, id, parsed, schedule.rules[0]?.isParallel);
  }
  if (after) await ctx.jobs.send(tx, "generate-slots", { kind, id });
  return slots !== undefined && Object.values(plan).some((changes) => changes.length > 0);
}

/** Replaces all rules, because the form can only show one; what was left out stays so. */
async function writeOnlyRule(
  ctx: Context,
  tx: Transaction,
  id: string,
  { recurrence, leftOut }: TypedSchedule,
  isParallel = false,
): Promise<void> {
  const now = ctx.now();
  const rules = recurrence ? [{ ...ruleOf(recurrence, dayKey(now)), isParallel }] : [];
  await writeRules(tx, id, rules, now);
  if (leftOut.length > 0) await leaveOut(tx, id, leftOut, comingHolidays(now));
}

interface Scheduled {
  kind: SlotKind;
  id: string;
  parsed: TypedSchedule;
}
