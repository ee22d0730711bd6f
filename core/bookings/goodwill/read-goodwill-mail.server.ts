import type { Context } from "../../context.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import type { GoodwillMail } from "./schema.ts";
import { findAnswer, findProposal } from "./store.server.ts";

/** Null once the booking is gone. */
export async function readGoodwillMail(
  ctx: Context,
  { data }: QueuedMail<"goodwill-refused">,
): Promise<GoodwillMail | null> {
  const proposal = await findProposal(ctx.db, data.proposalId);
  const answer = await findAnswer(ctx.db, data.proposalId);
  if (!proposal || answer === null) return null;
  const { kind, bookingId, paymentId, amountCents, title } = proposal;
  return { kind, bookingId, paymentId, amountCents, title, answer, siteUrl: ctx.config.appUrl };
}
