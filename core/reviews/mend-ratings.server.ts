import type { Context } from "../context.server.ts";
import { lockPractitioner } from "../occupancy/lock-practitioner.server.ts";
import { deriveRating } from "./derive-rating.server.ts";
import { listWrongRatings } from "./store.server.ts";

/**
 * Reviews go with bookings that nobody has to keep any longer (rule: reviews).
 * @returns how many were wrong.
 */
export async function mendRatings(ctx: Context): Promise<number> {
  const wrong = await listWrongRatings(ctx.db);
  for (const professionalId of wrong) {
    await ctx.db.transaction(async (tx) => {
      await lockPractitioner(tx, professionalId);
      await deriveRating(tx, professionalId, ctx.now());
    });
  }
  return wrong.length;
}
