import Stripe from "stripe";
import type { Context } from "../context.server.ts";
import { MINUTE } from "../dates.ts";
import { findTurn, takeNextTurn } from "./store.server.ts";

/** In milliseconds: whoever waits gets an answer within 10 s, a second try included. */
const PATIENCE = 9_000;
/** A second try of less is none. */
const WORTHWHILE = 1_000;

interface Making<Made> {
  /** Looks among what the provider has, by the mark that `make` leaves on it; null when it is not there. */
  find: (options: Stripe.RequestOptions) => Promise<Made | null>;
  make: (options: Stripe.RequestOptions) => Promise<Made>;
}

/**
 * Makes something at the provider once, however often it is asked for: `name` is the idempotency key.
 * The provider repeats the first answer to a key for a day, its own failures (500) included, though
 * what was asked for may have been made (https://docs.stripe.com/api/idempotent_requests). After
 * such an answer it is looked for, and asked for under the next key only when it is not there: at
 * once, and again whenever this is called. All processes go through the same keys.
 *
 * @throws Stripe's error when it does not answer or refuses.
 */
export async function makeOnce<Made>(
  ctx: Context,
  name: string,
  { find, make }: Making<Made>,
): Promise<Made> {
  const begun = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    const turn = await findTurn(ctx.db, name);
    const left = PATIENCE - (performance.now() - begun);
    // A second attempt is made while somebody waits: its two calls share what is left.
    const patience = attempt > 1 ? { maxNetworkRetries: 0, timeout: Math.floor(left / 2) } : {};
    const found = turn > 1 ? await find(patience) : null;
    if (found) return found;
    try {
      const idempotencyKey = turn > 1 ? `${name}.${turn}` : name;
      return await make({ ...patience, idempotencyKey });
    } catch (error) {
      if (!isFailure(error)) throw error;
      ctx.log.warn({ err: error, name, turn }, "the provider failed: the next key is taken");
      await takeNextTurn(ctx.db, { name, turn: turn + 1, changedAt: ctx.now() });
      const isLate = performance.now() - begun > PATIENCE - 2 * WORTHWHILE;
      if (attempt > 1 || isLate) throw error;
    }
  }
}

/** A whole answer that says so: a page of something in between has no status here. */
function isFailure(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500;
}

/** Which of the provider's objects can be younger than a row of ours: clocks differ by minutes. */
export function madeSince(createdAt: Date): { created: { gte: number }; limit: number } {
  return { created: { gte: Math.floor((createdAt.getTime() - 5 * MINUTE) / 1000) }, limit: 100 };
}

/** The first of a list, page after page, that bears a mark; null when none does. */
export async function findMarked<Made>(
  list: AsyncIterable<Made>,
  isOurs: (one: Made) => boolean,
): Promise<Made | null> {
  for await (const one of list) if (isOurs(one)) return one;
  return null;
}
