import type { z } from "zod";
import { newId } from "#platform/ids.server.ts";
import { requireActor } from "../../accounts/rules.ts";
import { closeSlot } from "../../catalogue/slots/close-slot.server.ts";
import type { Context } from "../../context.server.ts";
import { formatTime } from "../../dates.ts";
import { AppError } from "../../errors.ts";
import { lockPractitioner } from "../../occupancy/lock-practitioner.server.ts";
import { parseInput } from "../../parse.ts";
import { insertBookingMessage } from "../messages/store.server.ts";
import { costOf, refundsOf } from "./rules.ts";
import { cancelPeriodInput } from "./schema.ts";
import { freeBookings, readStops } from "./store.server.ts";

/**
 * « Je ne peux pas assurer »: closes some of a professional's slots, all or none of them, and
 * promises everybody in them a full refund and a mail with other slots (rule: cancellation). From
 * now on nobody can book them. The bookings end by one job for each slot, because their open
 * checkouts have to be ended at the provider. Slots that are closed already are not changed, so the
 * request may be repeated.
 *
 * @returns the numbers of slots and people, and the sum of the refunds in cents.
 * @throws AppError `unauthenticated`, `forbidden` without a professional profile, `invalid_input`,
 * `not_found` for somebody else's slot, `conflict` for one that has begun, or if the refunds are
 * higher than was shown.
 */
export async function cancelPeriod(
  ctx: Context,
  raw: z.input<typeof cancelPeriodInput>,
): Promise<{ slots: number; people: number; refundCents: number; commissionCents: number }> {
  const { professionalId } = requireActor(ctx);
  if (!professionalId) throw new AppError("forbidden", { message: "Profil professionnel requis" });
  const { word, refundCents, ...asked } = parseInput(cancelPeriodInput, raw);
  const slotIds = [...new Set(asked.slotIds)];
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    // Other professionals' slots are left out before anything is locked.
    const own = await readStops(tx, professionalId, { slotIds });
    if (own.length < slotIds.length) throw new AppError("not_found");
    await freeBookings(tx, slotIds);
    await lockPractitioner(tx, professionalId);
    for (const { slotId, start, ...slot } of own) {
      if (start <= now) {
        throw new AppError("conflict", {
          message: `Votre séance de ${formatTime(start)} a commencé : elle reste.`,
        });
      }
      await closeSlot(tx, { ...slot, slotId }, now);
    }
    // The slots are closed first, so that nobody books one of them any more.
    const bookings = await freeBookings(tx, slotIds);
    const stops = (await readStops(tx, professionalId, { slotIds })).map(({ people }) => ({
      people,
      ...refundsOf(people),
    }));
    const cost = costOf(stops);
    if (refundCents !== undefined && cost.refundCents > refundCents) {
      throw new AppError("conflict", {
        message: "Quelqu'un a réservé entre-temps. Voici ce que cela coûte maintenant.",
      });
    }
    if (word) {
      for (const { id: bookingId } of bookings) {
        const message = { id: newId(), bookingId, text: word, createdAt: now };
        await insertBookingMessage(tx, { ...message, by: "professional" });
      }
    }
    const decided = now.toISOString();
    await ctx.jobs.send(
      tx,
      "empty-slot",
      slotIds.map((slotId) => ({ slotId, decided })),
    );
    return {
      slots: slotIds.length,
      people: cost.people,
      refundCents: cost.refundCents,
      commissionCents: cost.commissionCents,
    };
  });
}
