import * as addresses from "#site/addresses.ts";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { isAccountLost } from "../../payments/checkouts/read-checkout.server.ts";
import { PAYMENT_ACCOUNT_LABELS } from "../labels.ts";
import { findOwnProfessional } from "../store.server.ts";
import { openPaymentAccount } from "./open-payment-account.server.ts";
import { refreshAccount } from "./refresh-account.server.ts";

/** The provider's onboarding returns to the first, and to the second when its link has expired. */
const RETURN_PATH = `${addresses.paymentAccount}?retour=1`;
const REFRESH_PATH = `${addresses.paymentAccount}?reprendre=1`;

/**
 * A new link to the provider's pages, to continue with the requested account. A link opens once,
 * for some minutes (https://docs.stripe.com/api/account_links).
 *
 * @returns null when no account was requested.
 * @throws AppError `unauthenticated`, `provider_unavailable`, `conflict` when the account turns out
 * to be no longer ours to use: another may be requested.
 */
export async function openOnboarding(ctx: Context): Promise<string | null> {
  const own = await findOwnProfessional(ctx.db, requireActor(ctx).userId);
  const account = own && (await openPaymentAccount(ctx, { professionalId: own.id }));
  if (!account) return null;
  const { appUrl } = ctx.config;
  const link = await ctx.stripe.accountLinks
    .create({
      account,
      type: "account_onboarding",
      return_url: appUrl + RETURN_PATH,
      refresh_url: appUrl + REFRESH_PATH,
    })
    .catch(async (cause: unknown) => {
      ctx.log.error({ err: cause, account }, "no link to the onboarding of an account");
      if (isAccountLost(cause)) {
        await refreshAccount(ctx, { accountId: account });
        throw new AppError("conflict", { message: PAYMENT_ACCOUNT_LABELS.lost.text, cause });
      }
      throw new AppError("provider_unavailable", { cause });
    });
  return link.url;
}
