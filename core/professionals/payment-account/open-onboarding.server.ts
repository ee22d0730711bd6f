import type { z } from "zod";
import * as addresses from "#site/addresses.ts";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { isAccountLost } from "../../payments/checkouts/read-checkout.server.ts";
import { ACCOUNT_FAILURE, PAYMENT_ACCOUNT_LABELS } from "../labels.ts";
import { accountInput } from "../schema.ts";
import { writeVat } from "../show-seller.server.ts";
import { findOwnProfessional, lockOwner } from "../store.server.ts";
import { openPaymentAccount } from "./open-payment-account.server.ts";
import { refreshAccount } from "./refresh-account.server.ts";
import { requestAccount } from "./store.server.ts";

/** The provider returns to the first, and to the second when its link has expired. */
const RETURN_PATH = `${addresses.paymentAccount}?retour=1`;
const REFRESH_PATH = `${addresses.paymentAccount}?reprendre=1`;

/**
 * Opens once (https://docs.stripe.com/api/account_links); null if no account was requested.
 * @throws AppError `provider_unavailable`, `conflict` when the account is no longer ours to use.
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

/** Seconds until a job takes over from our own call. */
const JOB_DELAY = 30;

/**
 * An account continues with its first details (rules: payment-account, receipt).
 * @throws AppError `forbidden` without a profile, `provider_unavailable` after 10 s.
 */
export async function connectAccount(ctx: Context, input: z.input<typeof accountInput>) {
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

/** Opens once. @throws AppError `payments_required` before the onboarding is done. */
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
