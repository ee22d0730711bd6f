import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { refreshListingsOfProfessional } from "../listings/refresh-listings.server.ts";
import { lockPractitioner } from "../occupancy/lock-practitioner.server.ts";
import { listWrongRatings, writeRating } from "./store.server.ts";

/** Call it last in the transaction that changed a review, which has the professional's time. */
export async function deriveRating(
  tx: Transaction,
  professionalId: string,
  now: Date,
): Promise<void> {
  await writeRating(tx, professionalId);
  await refreshListingsOfProfessional(tx, professionalId, now);
}

/** Reviews go with bookings that nobody has to keep any longer (rule: reviews). */
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
