import type { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { ACCOUNT_FAILURE } from "../labels.ts";
import { accountInput } from "../schema.ts";
import { findOwnProfessional, lockOwner } from "../store.server.ts";
import { writeVat } from "../vat-rate.server.ts";
import { openOnboarding } from "./open-onboarding.server.ts";
import { requestAccount } from "./store.server.ts";

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
