import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { findOwnProfessional } from "../store.server.ts";

/**
 * A link to the caller's own pages at the provider: balance, payouts, bank account. It opens once.
 *
 * @throws AppError `unauthenticated`, `payments_required` before the onboarding is done,
 * `provider_unavailable`.
 */
export async function openAccountDashboard(ctx: Context): Promise<string> {
  const own = await findOwnProfessional(ctx.db, requireActor(ctx).userId);
  const account = own?.detailsSubmitted ? own.stripeConnectAccountId : null;
  if (!account) throw new AppError("payments_required");
  const link = await ctx.stripe.accounts.createLoginLink(account).catch((cause: unknown) => {
    ctx.log.error({ err: cause, account }, "no link to the dashboard of an account");
    throw new AppError("provider_unavailable", { cause });
  });
  return link.url;
}
