import type { Context } from "../../context.server.ts";
import { lockPractitioner } from "../../occupancy/lock-practitioner.server.ts";
import { lockBooking } from "../store.server.ts";
import { keepOldHour, refundWithdrawn } from "./answer-proposal.server.ts";
import { proposalState } from "./rules.ts";
import { findAnswer, listLapsed, listUnrefunded } from "./store.server.ts";

/** Answers of one turn, a transaction each; the next turn goes on. */
const BATCH = 100;

/**
 * Ends what nobody has answered in time, or what cannot be answered any more (rule: another-hour):
 * silence keeps the booking, or refunds it in full where the old hour was given up. A job that may
 * run twice: what another run has ended is left alone.
 *
 * @returns how many lapsed.
 */
export async function lapseProposals(ctx: Context): Promise<number> {
  const now = ctx.now();
  const ids = await listLapsed(ctx.db, now, BATCH);
  for (const id of ids) await lapse(ctx, id, now);
  // Those of a turn that was interrupted between an answer and its refund come again here.
  for (const id of await listUnrefunded(ctx.db, BATCH)) await refundWithdrawn(ctx, id);
  return ids.length;
}

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
