import type Stripe from "stripe";
import { storeNewest, takeVersion } from "#platform/newest-answer.server.ts";
import { type Context, defineJob } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { isRefusal } from "../../payments/checkouts/open-checkout.server.ts";
import { createOnce, findMarked, madeSince } from "../../payments/prepare-payment.server.ts";
import { professionalProfiles } from "../../tables.server.ts";
import { ACCOUNT_FAILURE } from "../labels.ts";
import {
  type AccountRequest,
  deleteAccountRequest,
  findAccountId,
  findAccountRequest,
  saveAccountId,
} from "./store.server.ts";

/**
 * Made once under the request's id, from its row. Null: nothing was requested, or it was refused.
 * @throws AppError `provider_unavailable` when nobody knows whether an account was made.
 */
export const openPaymentAccount = defineJob(
  "open-payment-account",
  async (ctx, { professionalId }) => {
    const opened = await storeNewest(ctx.db, professionalProfiles, professionalId, (version) =>
      open(ctx, professionalId, version),
    );
    return opened ?? null;
  },
);

async function open(ctx: Context, professionalId: string, version: string): Promise<string | null> {
  const known = await findAccountId(ctx.db, professionalId);
  if (known) return known;
  const request = await findAccountRequest(ctx.db, professionalId);
  if (!request) return null;
  const made = await make(ctx, request);
  await ctx.db.transaction(async (tx) => {
    await takeVersion(tx, professionalProfiles, professionalId, version);
    await (made ? saveAccountId(tx, professionalId, made) : deleteAccountRequest(tx, request.id));
  });
  return made;
}

async function make(ctx: Context, request: AccountRequest): Promise<string | null> {
  const { professionalId } = request;
  try {
    const { accounts } = ctx.stripe;
    const { id } = await createOnce(ctx, request.id, {
      find: (options) =>
        findMarked(
          accounts.list(madeSince(request.createdAt), options),
          (one) => one.metadata?.professional_id === professionalId,
        ),
      make: (options) => accounts.create(paramsOf(request), options),
    });
    return id;
  } catch (error) {
    ctx.log.error({ err: error, professionalId }, "a connected account was not made");
    if (isRefusal(error)) return null;
    throw new AppError("provider_unavailable", { message: ACCOUNT_FAILURE, cause: error });
  }
}

/**
 * The platform answers for losses (rule: commission); the provider asks for legal details
 * (https://docs.stripe.com/connect/accounts-v1#controller-properties).
 */
function paramsOf(request: AccountRequest): Stripe.AccountCreateParams {
  return {
    country: request.country,
    business_type: request.businessType,
    email: request.email,
    business_profile: { name: request.businessName },
    controller: {
      fees: { payer: "application" },
      losses: { payments: "application" },
      requirement_collection: "stripe",
      stripe_dashboard: { type: "express" },
    },
    capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
    metadata: { professional_id: request.professionalId },
  };
}
