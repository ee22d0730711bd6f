import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { isSoon, reminderAt } from "./rules.ts";
import { listTellable, queueTexts, type Tellable } from "./store.server.ts";

/**
 * Plans what text messages tell of bookings that were just confirmed, in the caller's transaction:
 * a reminder for the client, and for the professional one that starts soon, which goes at once. To
 * be called again when a booking's hour has changed: what is not sent yet follows. Nothing is
 * planned where nothing can be sent.
 */
export async function planTexts(
  ctx: Context,
  tx: Transaction,
  bookingIds: readonly string[],
): Promise<void> {
  if (!ctx.texter.works) return;
  const now = ctx.now();
  const bookings = await listTellable(tx, { bookingIds });
  await queueTexts(tx, [
    ...reminders(bookings, now),
    ...bookings.flatMap(({ bookingId: reference, professionalId, start, professionalNumber }) =>
      professionalNumber && isSoon(start, now)
        ? [
            {
              ...{ kind: "booking-soon" as const, reference, professionalId },
              ...{ toNumber: professionalNumber, sendAt: now, createdAt: now },
            },
          ]
        : [],
    ),
  ]);
  if (bookings.some(({ start }) => isSoon(start, now))) {
    await ctx.jobs.send(tx, "send-texts", {});
  }
}

/** A job: plans the reminders of somebody who has given their number after they booked. */
export async function planOwnReminders(
  ctx: Context,
  { userId: clientId }: { userId: string },
): Promise<void> {
  if (!ctx.texter.works) return;
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    await queueTexts(tx, reminders(await listTellable(tx, { clientId, now }), now));
  });
}

function reminders(bookings: readonly Tellable[], now: Date) {
  return bookings.flatMap(({ bookingId: reference, professionalId, start, clientNumber }) => {
    const sendAt = reminderAt(start, now);
    if (!clientNumber || !sendAt) return [];
    const about = { kind: "reminder" as const, reference, professionalId };
    return [{ ...about, toNumber: clientNumber, sendAt, createdAt: now }];
  });
}
