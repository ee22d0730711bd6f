import { type Context, defineJob } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { lockPractitioner } from "../../occupancy/lock-practitioner.server.ts";
import { lockBooking } from "../store.server.ts";
import { keepOldHour, refundWithdrawn } from "./answer-proposal.server.ts";
import { permitFrom } from "./propose-hour.server.ts";
import { proposalState } from "./rules.ts";
import {
  findAnswer,
  findFrom,
  listLapsed,
  listOpen,
  listUnrefunded,
  lockConfirmed,
} from "./store.server.ts";

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

const BATCH = 100;

/** Leaves alone what an overlapping run has ended (rule: another-hour). */
export const lapseProposals = defineJob("lapse-proposals", async (ctx) => {
  const now = ctx.now();
  const ids = await listLapsed(ctx.db, now, BATCH);
  for (const id of ids) await lapse(ctx, id, now);
  // If an earlier run was interrupted between an answer and its refund, the refund follows here.
  for (const id of await listUnrefunded(ctx.db, BATCH)) await refundWithdrawn(ctx, id);
  return ids.length;
});

async function lapse(ctx: Context, id: string, now: Date): Promise<void> {
  const asked = await findAnswer(ctx.db, { id });
  if (!asked) return;
  await ctx.db.transaction(async (tx) => {
    await lockBooking(tx, asked.bookingId);
    await lockPractitioner(tx, asked.professionalId);
    const found = await findAnswer(tx, { id });
    if (!found || found.answer || proposalState(found, now) !== "lapsed") return;
    await keepOldHour(ctx, tx, found, "lapsed");
  });
}
