import { setTimeout } from "node:timers/promises";
import Stripe from "stripe";
import { inBatches } from "#platform/batches.server.ts";
import type { Context } from "../context.server.ts";
import { MINUTE } from "../durations.ts";
import { deleteTurns, findTurn, takeNextTurn } from "./store.server.ts";

/** In milliseconds: somebody who waits gets an answer within 10 s, a second try included. */
const PATIENCE = 9_000;
/** A second try with less time is useless, and one that is made sooner finds nothing new. */
const WORTHWHILE = 1_000;

interface Making<Made> {
  /**
   * Looks among the provider's objects for the mark that `make` leaves; null when it is not there.
   */
  find: (options: Stripe.RequestOptions) => Promise<Made | null>;
  make: (options: Stripe.RequestOptions) => Promise<Made>;
}

/**
 * Makes an object at the provider once, however often it is called: `name` is the idempotency key.
 * The provider repeats the first answer to a key for a day, its own failures (500) included, even
 * when the object may have been made (https://docs.stripe.com/api/idempotent_requests). After such
 * an answer the object is looked for, and requested under the next key only when it is not there:
 * at once, and whenever this is called again. While the provider still works on an earlier call of
 * the key, it is looked for as well, and the same key tried again for as long as somebody waits:
 * another one could make a second object. All processes go through the same keys.
 *
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
    // Somebody is waiting for the second attempt, so its two calls share the time that is left.
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

/** The provider's own error answer; an error page of something in between has no such status. */
function isFailure(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500;
}

/** An earlier call under the same key has not been answered yet, or its answer was lost. */
function isInUse(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === "idempotency_key_in_use";
}

/** Which of the provider's objects can be younger than our row: clocks differ by minutes. */
export function madeSince(createdAt: Date): { created: { gte: number }; limit: number } {
  return { created: { gte: Math.floor((createdAt.getTime() - 5 * MINUTE) / 1000) }, limit: 100 };
}

/** The first object of a list, page after page, with a mark; null when none has it. */
export async function findMarked<Made>(
  list: AsyncIterable<Made>,
  isOurs: (one: Made) => boolean,
): Promise<Made | null> {
  for await (const one of list) if (isOurs(one)) return one;
  return null;
}

/**
 * Deletes which keys the provider has failed under, as it forgets them after a day.
 *
 * @returns false when some are left for another turn.
 */
export function purgeKeys(ctx: Context, before: Date): Promise<boolean> {
  return inBatches(() => deleteTurns(ctx.db, before));
}
