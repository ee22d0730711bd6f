import { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { MINUTE } from "../../durations.ts";
import { AppError } from "../../errors.ts";
import { refreshListings } from "../../listings/refresh-listings.server.ts";
import { recordReopenedBy } from "../../occupancy/lock-practitioner.server.ts";
import { parseInput } from "../../parse.ts";
import { termsOf } from "../../prices/rules.ts";
import { recordPrices, writeCuts } from "../../prices/write-prices.server.ts";
import { permitPublication } from "../authoring/permit-publication.server.ts";
import { lockSource, permitSource } from "../owner/permit-owner.server.ts";
import { closeSlot } from "../slots/close-slot.server.ts";
import { judgeHours, lockFreeSlot } from "./permit-slot.server.ts";
import { slotTerms } from "./rules.ts";
import { moveInput, publishInput, type Touching } from "./schema.ts";
import { giveShareCode } from "./show-published.server.ts";
import {
  findSlotAt,
  insertSlot,
  leaveOut,
  lockSlot,
  ownPrices,
  shiftCuts,
  writeHours,
} from "./store.server.ts";

/**
 * Its own prices outlive edits (rules: first-publication, falling-price).
 * @throws AppError `conflict`
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

/**
 * Excludes its old time from the recurrence (rule: slot-edits).
 * @throws AppError `stale`, `conflict`
 */
export async function moveSlot(
  ctx: Context,
  raw: z.input<typeof moveInput>,
): Promise<{ warnings: Touching[] }> {
  requireActor(ctx);
  const asked = parseInput(moveInput, raw);
  const source = await permitSource(ctx, { slotId: asked.slotId });
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const offering = await lockSource(tx, source);
    const slot = await lockFreeSlot(tx, asked.slotId, now);
    if (asked.version !== undefined && asked.version < slot.version) {
      throw new AppError("stale", { message: "Ce créneau a été modifié entre-temps." });
    }
    const lasted = (slot.end.getTime() - slot.start.getTime()) / MINUTE;
    const { start = slot.start, minutes = lasted, seats: capacity = slot.capacity } = asked;
    const isParallel = asked.parallel ?? slot.isParallel;
    const isMoved = +start !== +slot.start;
    if (isMoved && (await findSlotAt(tx, source.id, start))) {
      const message = "Cette séance a, ou a eu, un créneau à cette heure : publiez-le de nouveau.";
      throw new AppError("conflict", { message, fields: { start: [message] } });
    }
    const wanted = { start, minutes, isParallel, without: [asked.slotId] };
    const { end, warnings } = await judgeHours(tx, source, wanted, now);
    const hours = { start, end, capacity, isParallel };
    if (isMoved) await recordPrices(tx, [asked.slotId], now);
    await recordReopenedBy(tx, { professionalId: source.professionalId, now }, () =>
      writeHours(tx, asked.slotId, hours, isMoved ? now : undefined),
    );
    if (isMoved && slot.hasOwnPrices) {
      await shiftCuts(tx, asked.slotId, { by: start.getTime() - slot.start.getTime(), now });
    } else if (isMoved) await writeCuts(tx, [{ id: asked.slotId, start }], offering);
    await giveShareCode(tx, asked.slotId);
    if (isMoved && offering.isRecurring) await leaveOut(tx, source.id, slot);
    await refreshListings(tx, [source.id], now);
    return { warnings };
  });
}

const input = z.object({ slotId: z.uuid() });

/** @throws AppError `conflict` for a booked slot, which `cancelSlot` cancels with refunds. */
export async function withdrawSlot(ctx: Context, raw: z.input<typeof input>): Promise<void> {
  requireActor(ctx);
  const { slotId } = parseInput(input, raw);
  const source = await permitSource(ctx, { slotId });
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    await lockSource(tx, source);
    await lockFreeSlot(tx, slotId, now);
    await closeSlot(tx, { slotId, offeringId: source.id }, now);
  });
}
