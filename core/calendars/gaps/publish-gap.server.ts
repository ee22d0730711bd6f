import { z } from "zod";
import { publishSlot } from "../../catalogue/publishing/publish-slot.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { requireProfessional } from "../permit-owner.server.ts";
import { closeGap, findGap, listOpen } from "./store.server.ts";

const input = z.object({
  gapId: z.uuid(),
  /** Cents that the professional saw when they agreed. */
  cents: z.coerce.number().int(),
});

/**
 * Safe to repeat: a gap is published only once (rule: gap).
 * @throws AppError `price_changed`, `conflict` when the hour is taken or the gap was declined; and
 * as `publishSlot`.
 */
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
