import type { Context } from "../../context.server.ts";
import { lockBooking } from "../store.server.ts";
import { releaseHold } from "./release-hold.server.ts";

/** Ends a guest's free hold; one that has been confirmed meanwhile stays. */
export async function giveUpHold(
  ctx: Context,
  { bookingId }: { bookingId: string },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await releaseHold(ctx, tx, await lockBooking(tx, bookingId), "abandoned");
  });
}
