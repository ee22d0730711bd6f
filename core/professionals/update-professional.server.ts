import type { Transaction } from "#platform/postgres.server.ts";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { refreshOffersOfProfessional } from "../offers/refresh-offers.server.ts";
import { parseInput } from "../parse.ts";
import { type BusinessChange, type OwnProfessional, professionalChangeInput } from "./schema.ts";
import { findOwnProfessional, updateProfessionalRow } from "./store.server.ts";

/**
 * Changes what the caller's business says of itself; what is left out stays (S2§7). Verification,
 * rating and payment account are not the professional's to write (R28).
 *
 * @param input business fields, and `userId`, which may only be the caller's.
 * @throws AppError `unauthenticated`, `invalid_input`, `forbidden`, `not_found` without a profile.
 */
export async function updateProfessional(ctx: Context, input: unknown): Promise<OwnProfessional> {
  const actor = requireActor(ctx);
  const { userId = actor.userId, ...change } = parseInput(professionalChangeInput, input);
  if (userId !== actor.userId) throw new AppError("forbidden");
  const changed = await ctx.db.transaction(async (tx) => {
    const own = await findOwnProfessional(tx, userId);
    if (own) await changeBusiness(tx, own.id, change, ctx.now());
    return own && (await findOwnProfessional(tx, userId));
  });
  if (!changed) throw new AppError("not_found", { message: "Profil professionnel non trouvé" });
  return changed;
}

/** Search shows name and city: call it last in the transaction, it makes search follow. */
export async function changeBusiness(
  tx: Transaction,
  professionalId: string,
  change: BusinessChange,
  now: Date,
): Promise<void> {
  await updateProfessionalRow(tx, professionalId, change);
  await refreshOffersOfProfessional(tx, professionalId, now);
}
