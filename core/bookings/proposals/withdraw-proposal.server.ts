import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { lockPractitioner } from "../../occupancy/lock-practitioner.server.ts";
import { keepOldHour } from "./answer-proposal.server.ts";
import { permitFrom } from "./propose-hour.server.ts";
import { findAnswer, findFrom, listOpen, lockConfirmed } from "./store.server.ts";

/**
 * Leaves whoever has moved; the others keep the old slot (rule: another-hour).
 * @throws AppError `unauthenticated`, `not_found`, `forbidden`, `conflict`.
 */
export async function withdrawProposal(ctx: Context, raw: { slotId: string }): Promise<void> {
  const { slotId, professionalId } = await permitFrom(ctx, raw.slotId);
  await ctx.db.transaction(async (tx) => {
    await lockConfirmed(tx, slotId);
    await lockPractitioner(tx, professionalId);
    const open = (await findFrom(tx, slotId))?.open;
    if (!open)
      throw new AppError("conflict", { message: "Aucune proposition n'attend de réponse." });
    if (open.withdraws) {
      const message = "L'ancienne heure est annulée : vos clients choisissent encore.";
      throw new AppError("conflict", { message });
    }
    for (const id of await listOpen(tx, slotId)) {
      const found = await findAnswer(tx, { id });
      if (found) await keepOldHour(ctx, tx, found, "withdrawn");
    }
  });
}
