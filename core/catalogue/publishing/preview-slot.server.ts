import { z } from "zod";
import { requireActor, requireProfessional } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { fromParis } from "../../dates.ts";
import { DAY, MINUTE } from "../../durations.ts";
import { isAppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { showOwnProfessional } from "../../professionals/show-seller.server.ts";
import { OFFERING_KINDS } from "../authoring/offering-kinds.server.ts";
import { parseChanges, parseOffering, placedAt } from "../authoring/parse-offering.server.ts";
import type { OfferingFields, ParsedOffering } from "../authoring/schema.ts";
import {
  listSources,
  permitOwner,
  permitSource,
  type Source,
} from "../owner/permit-owner.server.ts";
import { changeSlots } from "../schedule/change-slots.server.ts";
import { fieldsOf, isSameRecurrence, occurrences, recurrenceIn } from "../schedule/rules.ts";
import { readSchedule } from "../schedule/store.server.ts";
import type { Publishable, SlotKind } from "../schema.ts";
import { whyNotStart } from "../slots/rules.ts";
import { readHeldSlots } from "../slots/write-slots.server.ts";
import { exampleFloor, fittingMinutes, freeHalfHours, nearDays, touching } from "./rules.ts";
import { type Overlap, publishInput, type Suggestion, type Touching } from "./schema.ts";
import { readTouching } from "./store.server.ts";

/**
 * Locks nothing, because `publishSlot` checks again.
 * @throws AppError `forbidden` to anybody but the owner.
 */
export async function previewSlot(
  ctx: Context,
  raw: z.input<typeof publishInput>,
): Promise<{ start: Date; end: Date; near: Touching[]; shorter: number | null; buffer: number }> {
  requireActor(ctx);
  const { offeringId, start, minutes: asked, parallel } = parseInput(publishInput, raw);
  const source = await permitSource(ctx, { offeringId });
  const { professionalId, buffer } = source;
  const minutes = asked ?? source.duration;
  const end = new Date(start.getTime() + minutes * MINUTE);
  if (parallel) return { start, end, near: [], shorter: null, buffer };
  const from = new Date(start.getTime() - buffer * MINUTE);
  const to = new Date(end.getTime() + buffer * MINUTE);
  const taken = await readTouching(ctx.db, { professionalId, from, to, without: [] });
  const near = touching(taken, { start, end, buffer });
  const shorter = near.length > 0 ? fittingMinutes(minutes, { start, buffer, taken }) : null;
  return { start, end, near, shorter, buffer };
}

interface TypedOffering<Kind extends SlotKind> {
  id?: string | undefined;
  fields: OfferingFields[Kind];
}

/** Locks nothing; null without an overlap, and for a form that is refused (rule: one-place). */
export async function previewOverlap<Kind extends SlotKind>(
  ctx: Context,
  kind: Kind,
  asked: TypedOffering<Kind>,
): Promise<Overlap | null> {
  const professional = await showOwnProfessional(ctx);
  if (!professional) return null;
  const found = await readAdded(ctx, kind, asked).catch((error) => {
    if (isAppError(error) && error.code === "invalid_input") return null;
    throw error;
  });
  // A recurrence's slots are created one by one, and never parallel.
  if (!found || (found.parsed.parallel && !found.comesAgain)) return null;
  const { parsed, without } = found;
  const { duration: minutes } = parsed;
  const starts = found.starts.toSorted((one, other) => Number(one) - Number(other));
  const [first, last] = [starts[0], starts.at(-1)];
  if (!first || !last) return null;
  const { id: professionalId, bufferMinutes: buffer } = professional;
  const pause = buffer * MINUTE;
  const from = new Date(first.getTime() - pause);
  const to = new Date(last.getTime() + minutes * MINUTE + pause);
  const taken = await readTouching(ctx.db, { professionalId, from, to, without });
  for (const start of starts) {
    const end = new Date(start.getTime() + minutes * MINUTE);
    const [near] = touching(taken, { start, end, buffer });
    if (!near) continue;
    const shorter = found.isOne ? fittingMinutes(minutes, { start, buffer, taken }) : null;
    return { start, end, near, shorter, buffer };
  }
  return null;
}

async function readAdded<Kind extends SlotKind>(
  ctx: Context,
  kind: Kind,
  { id, fields }: TypedOffering<Kind>,
): Promise<{
  parsed: ParsedOffering;
  starts: Date[];
  without: string[];
  isOne: boolean;
  comesAgain: boolean;
}> {
  const { newInput, input } = OFFERING_KINDS[kind];
  const professional = await showOwnProfessional(ctx);
  const now = ctx.now();
  if (id === undefined) {
    const parsed = parseOffering(newInput, placedAt(professional, fields));
    const { recurrence, date, startTime } = parsed;
    const one = recurrence ? null : fromParis(`${date}T${startTime}`);
    const dated = one && !whyNotStart(one, now) ? [one] : [];
    const starts = recurrence ? occurrences(recurrence, now) : dated;
    return { parsed, starts, without: [], isOne: !recurrence, comesAgain: recurrence !== null };
  }
  const row = await permitOwner(ctx, kind, id);
  const before = recurrenceIn(await readSchedule(ctx.db, row.id));
  const was = { ...row, ...fieldsOf(before) };
  const parsed = parseChanges(input, was, placedAt(professional, fields, row));
  const { slots, slotsSeen: seen, capacity, duration, recurrence: after } = parsed;
  const held = await readHeldSlots(ctx.db, row.id, now);
  const plan = changeSlots(held, { slots, seen, capacity, duration, was: row, before, after }, now);
  if ("refused" in plan)
    return { parsed, starts: [], without: [], isOne: false, comesAgain: false };
  const again = after && !isSameRecurrence(before, after) ? occurrences(after, now) : [];
  const stands = new Set(held.map(({ start }) => +start));
  const missing = again.filter((start) => !stands.has(+start));
  return {
    parsed,
    starts: [...plan.insert.map(({ start }) => start), ...missing],
    without: [...plan.delete, ...plan.close],
    isOne: false,
    comesAgain: missing.length > 0,
  };
}

const input = z.object({ offeringId: z.uuid().optional() });

/** @throws AppError `forbidden` without a professional profile. */
export async function suggestSlot(ctx: Context, raw: z.input<typeof input>): Promise<Suggestion> {
  const { professionalId } = requireProfessional(ctx);
  const { offeringId } = parseInput(input, raw);
  const now = ctx.now();
  const sources = await listSources(ctx.db, professionalId);
  const source = sources.find(({ id }) => id === offeringId) ?? sources[0];
  const { today, tomorrow } = nearDays(now);
  const from = fromParis(`${today}T00:00`) ?? now;
  const to = new Date(from.getTime() + 3 * DAY);
  const taken = source ? await readTouching(ctx.db, { professionalId, from, to, without: [] }) : [];
  const free = (day: string) => {
    if (!source) return { day, times: [] };
    const { duration: minutes, buffer, notice, openings } = source;
    return { day, times: freeHalfHours(day, { now, minutes, buffer, notice, openings, taken }) };
  };
  return {
    offerings: sources.map(shown),
    chosen: source ? shown(source) : null,
    today: free(today),
    tomorrow: free(tomorrow),
    buffer: source?.buffer ?? 0,
  };
}

function shown({
  professionalId,
  ownerId,
  isActive,
  buffer,
  notice,
  openings,
  ...offering
}: Source): Publishable {
  const { fallFloorCents, priceCents } = offering;
  return { ...offering, fallFloorCents: fallFloorCents ?? exampleFloor(priceCents) };
}
