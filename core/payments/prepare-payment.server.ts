import { setTimeout } from "node:timers/promises";
import Stripe from "stripe";
import { inBatches } from "#platform/batches.server.ts";
import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { MINUTE } from "../durations.ts";
import type { Cents } from "../money.ts";
import { TERMS_SINCE } from "../site.ts";
import { CHECKOUT_LIFETIME } from "./rules.ts";
import {
  deleteTurns,
  findTurn,
  insertPayment,
  type Payment,
  takeNextTurn,
} from "./store.server.ts";

export { readSiteId } from "./store.server.ts";

/** `reference` is the capability's own: payments never look behind it. */
export interface PaymentInput {
  kind: Payment["kind"];
  reference: string;
  /** At least 50 (rule: agreed-price). */
  amountCents: Cents;
  quantity: number;
  applicationFeeCents: Cents;
  destinationAccount: string;
  description: string;
  payerEmail: string;
  /** With `{CHECKOUT_SESSION_ID}` in it. */
  resultPath: string;
  /** Ids that restore the purchase, should our rows be lost. */
  recovery?: Record<string, string>;
}

/** `openCheckout` sends them after the caller's commit. */
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
    expiresAt: new Date(now.getTime() + CHECKOUT_LIFETIME),
    createdAt: now,
    // Accepted by the request that makes the row.
    termsSince: TERMS_SINCE,
    requestId: ctx.requestId,
    recovery: { ...recovery, kind, reference },
  });
}

/** Milliseconds; somebody waits 10 s at most, a second try included. */
const PATIENCE = 9_000;
/** A second try with less time is useless; a sooner one finds nothing new. */
const WORTHWHILE = 1_000;

interface Making<Made> {
  /** Finds the mark that `make` leaves. */
  find: (options: Stripe.RequestOptions) => Promise<Made | null>;
  make: (options: Stripe.RequestOptions) => Promise<Made>;
}

/**
 * Stripe repeats the first answer to a key for a day, 500s included, though the object may exist
 * (https://docs.stripe.com/api/idempotent_requests): then it is looked for, and made under the next
 * key only if missing. A key in use is tried again, as another could make a second object.
 * @throws Stripe's error when it does not answer or refuses.
 */
export async function createOnce<Made>(
  ctx: Context,
  name: string,
  { find, make }: Making<Made>,
): Promise<Made> {
  const begun = performance.now();
  const left = () => Math.max(WORTHWHILE, PATIENCE - Math.ceil(performance.now() - begun));
  for (let attempt = 1; ; attempt += 1) {
    const turn = await findTurn(ctx.db, name);
    // Somebody is waiting, so both calls of the second attempt share the time left.
    const patience = attempt > 1 ? { maxNetworkRetries: 0, timeout: Math.floor(left() / 2) } : {};
    const found = turn > 1 ? await find(patience) : null;
    if (found) return found;
    try {
      const idempotencyKey = turn > 1 ? `${name}.${turn}` : name;
      return await make({ ...patience, idempotencyKey });
    } catch (error) {
      if (isInUse(error)) {
        const made = await find({ maxNetworkRetries: 0, timeout: left() });
        if (made) return made;
        if (left() < 2 * WORTHWHILE) throw error;
        await setTimeout(WORTHWHILE);
        continue;
      }
      if (!isFailure(error)) throw error;
      ctx.log.warn({ err: error, name, turn }, "the provider failed: the next key is taken");
      await takeNextTurn(ctx.db, { name, turn: turn + 1, changedAt: ctx.now() });
      if (attempt > 1 || left() < 2 * WORTHWHILE) throw error;
    }
  }
}

function isFailure(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500;
}

/** An earlier call under the key is unanswered, or its answer was lost. */
function isInUse(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === "idempotency_key_in_use";
}

/** Clocks differ by minutes. */
export function madeSince(createdAt: Date): { created: { gte: number }; limit: number } {
  return { created: { gte: Math.floor((createdAt.getTime() - 5 * MINUTE) / 1000) }, limit: 100 };
}

export async function findMarked<Made>(
  list: AsyncIterable<Made>,
  isOurs: (one: Made) => boolean,
): Promise<Made | null> {
  for await (const one of list) if (isOurs(one)) return one;
  return null;
}

/** The provider forgets keys after a day. False when some are left for another turn. */
export function purgeKeys(ctx: Context, before: Date): Promise<boolean> {
  return inBatches(() => deleteTurns(ctx.db, before));
}
