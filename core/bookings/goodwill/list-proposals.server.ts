import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { recordReading } from "../../operators/acts/record-act.server.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { type GoodwillMail, type GoodwillProposal, proposalInput } from "./schema.ts";
import { findAnswer, findProposal, listOpen } from "./store.server.ts";

/** Gifts that wait for a second person, the oldest first (rule: goodwill). */
export async function listGoodwill(ctx: Context): Promise<GoodwillProposal[]> {
  requireOperator(ctx);
  return listOpen(ctx.db);
}

/** For operators of the finance and administration roles. */
export async function showGoodwill(ctx: Context, input: unknown): Promise<GoodwillProposal> {
  requireOperator(ctx, "finance", "administration");
  const { proposalId } = parseInput(proposalInput, input);
  const proposal = await findProposal(ctx.db, proposalId);
  if (!proposal) throw new AppError("not_found", { message: "Ce geste n'existe pas." });
  await recordReading(ctx, { kind: "booking", id: proposal.bookingId });
  return proposal;
}

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
