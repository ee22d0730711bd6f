import type { z } from "zod";
import { newId } from "#platform/ids.server.ts";
import { requireProfessional } from "../../accounts/rules.ts";
import { closeSlot } from "../../catalogue/slots/close-slot.server.ts";
import type { Context } from "../../context.server.ts";
import { formatTime } from "../../dates.ts";
import { AppError } from "../../errors.ts";
import { cents } from "../../money.ts";
import { lockPractitioner } from "../../occupancy/lock-practitioner.server.ts";
import { keepAbsence } from "../../own-time/add-own-time.server.ts";
import { parseInput } from "../../parse.ts";
import { findOtherHours } from "../cancellation/find-other-hours.server.ts";
import { shortName } from "../messages/rules.ts";
import { insertBookingMessage } from "../messages/store.server.ts";
import { costOf, refundsOf, whyNotPeriod } from "./rules.ts";
import { cancelPeriodInput, costInput, type Stop } from "./schema.ts";
import { freeBookings, readFreed, readRunning, readStops } from "./store.server.ts";

/**
 * Closes all or none of the slots; a job for each ends its bookings (rule: cancellation).
 * @throws AppError `unauthenticated`, `forbidden`, `invalid_input`, `not_found`, `conflict`.
 */
export async function cancelPeriod(ctx: Context, raw: z.input<typeof cancelPeriodInput>) {
  const { professionalId } = requireProfessional(ctx);
  const { word, refundCents, from, to, ...asked } = parseInput(cancelPeriodInput, raw);
  const slotIds = [...new Set(asked.slotIds)];
  const now = ctx.now();
  const why = whyNotPeriod({ from, to }, now);
  if (why) throw new AppError("invalid_input", { fields: { to: [why] } });
  return ctx.db.transaction(async (tx) => {
    const known = await readStops(tx, professionalId, { slotIds });
    if (known.length < slotIds.length) throw new AppError("not_found");
    await freeBookings(tx, slotIds);
    await lockPractitioner(tx, professionalId);
    const own = await readStops(tx, professionalId, { slotIds });
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
    const free = await readFreed(tx, professionalId, { from, to, slotIds, now });
    await keepAbsence(tx, professionalId, free ? [free] : own, now);
    const decided = now.toISOString();
    await ctx.jobs.send(
      tx,
      "empty-slot",
      slotIds.map((slotId) => ({ slotId, decided })),
    );
    return {
      slots: slotIds.length,
      people: cost.people,
      outside: own.reduce((sum, { outside }) => sum + outside, 0),
      refundCents: cost.refundCents,
      commissionCents: cost.commissionCents,
    };
  });
}

/**
 * @throws AppError `unauthenticated`, `forbidden` without a professional profile, `invalid_input`.
 */
export async function previewPeriod(ctx: Context, raw: z.input<typeof costInput>) {
  const { professionalId } = requireProfessional(ctx);
  const now = ctx.now();
  const period = parseInput(costInput, raw);
  const why = whyNotPeriod(period, now);
  if (why) throw new AppError("invalid_input", { fields: { to: [why] } });
  const from = new Date(Math.max(+period.from, +now));
  const running = period.from <= now ? await readRunning(ctx.db, professionalId, now) : [];
  const stops: Stop[] = [];
  const found = await readStops(ctx.db, professionalId, { from, to: period.to });
  for (const { people, offeringId: _, ...stop } of found) {
    if (stop.start <= now) continue;
    const but = { from, to: period.to };
    const others = people.length > 0 ? await findOtherHours(ctx.db, stop.slotId, but, now) : [];
    stops.push({
      ...stop,
      people: people.map(({ first, last, isFirst, seats, dueCents }) => ({
        ...{ isFirst, seats, dueCents: cents(dueCents), firstName: first },
        name: shortName({ clientFirstName: first, clientLastName: last }),
      })),
      ...refundsOf(people),
      others,
    });
  }
  const isBooked = ({ people, held }: Stop) => people.length + held > 0;
  const ordered = [...stops.filter(isBooked), ...stops.filter((stop) => !isBooked(stop))];
  // Those that have begun stay.
  return { from, to: period.to, running, stops: ordered };
}
