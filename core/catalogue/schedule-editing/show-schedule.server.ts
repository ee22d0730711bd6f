import { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { parseInput } from "../../parse.ts";
import { permitOwner } from "../authoring/permit-owner.server.ts";
import { readHeldSlots } from "../authoring/store.server.ts";
import { permitSource } from "../publishing/permit-slot.server.ts";
import { comingHolidays } from "../schedule/list-holidays.server.ts";
import { changeFrom } from "../schedule/rules.ts";
import { readSchedule } from "../schedule/store.server.ts";
import type { ScheduleView } from "./schema.ts";

const input = z.object({
  offeringId: z.uuid("Cette offre n'existe pas"),
  /** Begins the change. */
  slotId: z.uuid().optional(),
});

/**
 * `slot` is the requested one, if to come and made by a rule.
 * @throws AppError `forbidden` to others.
 */
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
  const holidays = await comingHolidays(now);
  const held = slotId ? await readHeldSlots(ctx.db, offeringId, now) : [];
  const found = held.find(({ id }) => id === slotId);
  const isMade = found && changeFrom(schedule, found.start, { scope: "all", starts: null });
  const slot = found && isMade ? { id: found.id, start: found.start } : null;
  return { offeringId, kind, title, version, duration, ...schedule, holidays, slot };
}
