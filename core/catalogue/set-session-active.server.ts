import type { Context } from "../context.server.ts";
import { refreshOffers } from "../offers/refresh-offers.server.ts";
import { lockOwn, permitOwner } from "./permit-owner.server.ts";
import { permitPublication } from "./permit-publication.server.ts";
import { countBookings, setActive } from "./store.server.ts";

/**
 * « Désactiver » and « Réactiver ». Nothing is cancelled: clients who have booked still come.
 * Missing slots of a recurrence are made at once. Somebody who is about to leave cannot reactivate.
 *
 * @returns how many bookings to come hold a seat.
 * @throws AppError `unauthenticated`, `not_found`, `forbidden`.
 */
export async function setSessionActive(
  ctx: Context,
  { sessionId, isActive }: { sessionId: unknown; isActive: boolean },
): Promise<{ booked: number }> {
  const { id } = await permitOwner(ctx, "session", sessionId);
  if (isActive) await permitPublication(ctx);
  return ctx.db.transaction(async (tx) => {
    const session = await lockOwn(tx, "session", id);
    await setActive(tx, id, isActive);
    if (isActive && session.isRecurring) {
      await ctx.jobs.send(tx, "generate-slots", { kind: "session", id });
    }
    await refreshOffers(tx, [id], ctx.now());
    return { booked: (await countBookings(tx, id, ctx.now())).upcoming };
  });
}
