import type { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { refreshListings } from "../../listings/refresh-listings.server.ts";
import { parseInput } from "../../parse.ts";
import { termsOf } from "../../prices/rules.ts";
import { writeCuts } from "../../prices/write-prices.server.ts";
import { permitPublication } from "../authoring/permit-owner.server.ts";
import { judgeHours, lockSource, permitSource } from "./permit-slot.server.ts";
import { slotTerms } from "./rules.ts";
import { publishInput, type Touching } from "./schema.ts";
import { giveShareCode } from "./show-published.server.ts";
import { findSlotAt, insertSlot, lockSlot, ownPrices, writeHours } from "./store.server.ts";

/**
 * Counts for no quota (rule: first-publication); prices of its own outlive edits (rule:
 * falling-price).
 * @returns the unbooked slots that are too close.
 * @throws AppError `forbidden` to whoever may not publish it, `conflict` for a paused offering, and
 * for a time that is taken.
 */
export async function publishSlot(
  ctx: Context,
  raw: z.input<typeof publishInput>,
): Promise<{ slotId: string; warnings: Touching[] }> {
  requireActor(ctx);
  const asked = parseInput(publishInput, raw);
  const source = await permitSource(ctx, { offeringId: asked.offeringId });
  await permitPublication(ctx);
  if (!source.isActive) {
    throw new AppError("conflict", {
      message: "Cette séance est désactivée : réactivez-la d'abord.",
    });
  }
  const now = ctx.now();
  const { start, minutes = source.duration, seats: capacity = source.capacity, parallel } = asked;
  return ctx.db.transaction(async (tx) => {
    const offering = await lockSource(tx, source);
    const { terms, isOwn, refusal } = slotTerms(offering, asked);
    if (refusal) throw new AppError("invalid_input", { fields: refusal });
    const wanted = { start, minutes, isParallel: parallel, without: [] };
    const before = await findSlotAt(tx, source.id, start);
    if (before?.isActive) refuseTwice();
    const { end, warnings } = await judgeHours(tx, source, wanted, now);
    const hours = { start, end, capacity, isParallel: parallel };
    const slotId = before?.id ?? (await insertSlot(tx, { ...hours, offeringId: source.id, now }));
    if (before) {
      const locked = await lockSlot(tx, before.id);
      if (!locked || locked.taken > 0) refuseTwice();
      await writeHours(tx, before.id, hours, now);
    }
    await writeCuts(tx, [{ id: slotId, start }], terms);
    // A slot that was offered before keeps its own history of prices.
    if (isOwn || before) await ownPrices(tx, slotId, termsOf(terms).base, now);
    await giveShareCode(tx, slotId);
    await refreshListings(tx, [source.id], now);
    return { slotId, warnings };
  });
}

function refuseTwice(): never {
  const message = "Cette séance a déjà un créneau à cette heure.";
  throw new AppError("conflict", { message, fields: { start: [message] } });
}
