import type { z } from "zod";
import { hashSecret, newSecret } from "#platform/ids.server.ts";
import { createGuestAccount } from "../accounts/create-guest-account.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import { parseInput } from "../parse.ts";
import { findByToken } from "./read-plan-link.server.ts";
import { recordPlan } from "./record-plan.server.ts";
import { guestResultPath } from "./rules.ts";
import { planLinkInput } from "./schema.ts";
import { lockCheckout, updateCheckout } from "./store.server.ts";

/**
 * Confirms a guest's free plan by the link in the mail, which proves that the mailbox is theirs: only
 * then is there an account, or is anything changed in one that was there. Works once, and again for
 * the browser that followed it.
 *
 * @returns the result page, and what this browser must keep in a cookie (R27).
 * @throws AppError `invalid_token` when the link is unknown, expired, or was followed elsewhere.
 */
export async function followPlanLink(
  ctx: Context,
  input: z.input<typeof planLinkInput>,
): Promise<{ path: string; guestProof: string }> {
  const { token, guestProof = newSecret() } = parseInput(planLinkInput, input);
  const known = await findByToken(ctx, token);
  if (!known) throw new AppError("invalid_token");
  const guestProofHash = hashSecret(guestProof);
  await ctx.db.transaction(async (tx) => {
    const { id: reference, buyerEmail: email, ...checkout } = await lockCheckout(tx, known.id);
    if (checkout.status === "complete" && checkout.guestProofHash === guestProofHash) return;
    if (checkout.status !== "open") throw new AppError("invalid_token");
    const { userId, isNew } = await createGuestAccount(ctx, tx, { email, reference });
    await updateCheckout(tx, reference, {
      ...{ userId, accountCreated: isNew, guestProofHash },
      ...{ status: "complete", settledAt: ctx.now() },
    });
    if (!(await recordPlan(ctx, tx, { userId, planId: "free" }))) return;
    const data = { checkoutId: reference };
    await enqueueMail(ctx, tx, { kind: "subscription-confirmed", reference, to: email, data });
  });
  return { path: guestResultPath("free", known.buyerEmail), guestProof };
}
