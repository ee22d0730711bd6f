import type { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { MINUTE } from "../../durations.ts";
import { parseInput } from "../../parse.ts";
import { permitSource } from "./permit-slot.server.ts";
import { fittingMinutes, touching } from "./rules.ts";
import { publishInput, type Touching } from "./schema.ts";
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
