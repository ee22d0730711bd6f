import type { z } from "zod";
import * as addresses from "#site/addresses.ts";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { isAccountLost } from "../../payments/checkouts/read-checkout.server.ts";
import { ACCOUNT_FAILURE, PAYMENT_ACCOUNT_LABELS } from "../labels.ts";
import { accountInput } from "../schema.ts";
import { findOwnProfessional, lockOwner } from "../store.server.ts";
import { writeVat } from "../vat-rate.server.ts";
import { openPaymentAccount } from "./open-payment-account.server.ts";
import { refreshAccount } from "./refresh-account.server.ts";
import { requestAccount } from "./store.server.ts";

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

/** Seconds that our own call may take before a job takes over the account. */
const JOB_DELAY = 30;

/**
 * Gives the caller a payment account at the provider and opens its onboarding there (rule:
 * payment-account). Somebody who has one continues with it: the first request's details count, and
 * only the link is new. What they say of VAT is kept with it (rule: receipt).
 *
 * @throws AppError `unauthenticated`, `invalid_input`, `forbidden` without a professional profile,
 * `provider_unavailable` within 10 s.
 */
export async function connectAccount(
  ctx: Context,
  input: z.input<typeof accountInput>,
): Promise<{ onboardingUrl: string }> {
  const { userId, email } = requireActor(ctx);
  const { vatStatus, vatNumber, ...details } = parseInput(accountInput, input);
  await ctx.db.transaction(async (tx) => {
    await lockOwner(tx, userId);
    const own = await findOwnProfessional(tx, userId);
    if (!own) throw new AppError("forbidden", { message: "Profil professionnel requis" });
    if (own.stripeConnectAccountId) return;
    if (vatStatus) await writeVat(tx, own.id, { vatStatus, vatNumber });
    await requestAccount(tx, { ...details, professionalId: own.id, email, createdAt: ctx.now() });
    await ctx.jobs.send(
      tx,
      "open-payment-account",
      { professionalId: own.id },
      { startAfter: JOB_DELAY },
    );
  });
  const onboardingUrl = await openOnboarding(ctx);
  if (!onboardingUrl) throw new AppError("provider_unavailable", { message: ACCOUNT_FAILURE });
  return { onboardingUrl };
}

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
