import { newId, newSecret } from "#platform/ids.server.ts";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import type { Cents } from "../money.ts";
import { TERMS_SINCE } from "../site.ts";
import { CHECKOUT_LIFETIME } from "./rules.ts";
import { insertPayment, type Payment, siteId } from "./store.server.ts";

/** A request to be paid. `reference` is the capability's own: payments never look behind it. */
export interface PaymentInput {
  kind: Payment["kind"];
  reference: string;
  /** At least 50 (rule: agreed-price). */
  amountCents: Cents;
  /** How many of the same it is for. */
  quantity: number;
  /** The platform's commission (rule: commission). */
  applicationFeeCents: Cents;
  /** The connected account that gets the rest. */
  destinationAccount: string;
  /** The description that the payer reads on the checkout. */
  description: string;
  payerEmail: string;
  /** Path of the result page, with `{CHECKOUT_SESSION_ID}` in it. */
  resultPath: string;
  /** Ids by which the purchase can be restored, should our rows be lost. */
  recovery?: Record<string, string>;
}

/**
 * Stores the provider's parameters, in the caller's transaction; `openCheckout` sends them after
 * its commit.
 */
export async function preparePayment(
  ctx: Context,
  tx: Transaction,
  { resultPath, description, recovery, ...amounts }: PaymentInput,
): Promise<Payment> {
  const now = ctx.now();
  const { kind, reference } = amounts;
  return insertPayment(tx, {
    ...amounts,
    id: newId(),
    // Stripe's limit for a product's name.
    description: description.slice(0, 250),
    successUrl: ctx.config.appUrl + resultPath,
    cancelToken: newSecret(),
    expiresAt: new Date(now.getTime() + CHECKOUT_LIFETIME),
    createdAt: now,
    // Accepted by the very request that makes the row.
    termsSince: TERMS_SINCE,
    requestId: ctx.requestId,
    recovery: { ...recovery, kind, reference },
  });
}

/**
 * This installation's name at the provider, in the metadata of its checkouts, because another one
 * may use the same account. The first checkout creates it.
 */
export function readSiteId(db: Executor): Promise<string> {
  return siteId(db);
}
