import { type Context, defineJob } from "../../context.server.ts";
import { lockPractitioner } from "../../occupancy/lock-practitioner.server.ts";
import { lockBooking } from "../store.server.ts";
import { keepOldHour, refundWithdrawn } from "./answer-proposal.server.ts";
import { proposalState } from "./rules.ts";
import { findAnswer, listLapsed, listUnrefunded } from "./store.server.ts";

/** Answers per run, each in its own transaction; the next run continues. */
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
