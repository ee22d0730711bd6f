import type Stripe from "stripe";
import { bookSlot } from "#core/bookings/book-slot.server.ts";
import { cancelBooking } from "#core/bookings/cancel-booking.server.ts";
import { askRefund } from "#core/payments/ask-refund.server.ts";
import { receiveStripeEvent } from "#core/payments/receive-stripe-event.server.ts";
import { createDatabase, createPool } from "#platform/postgres.server.ts";
import { createStripe } from "#platform/stripe.server.ts";
import { actorOf, makeConfig, makeContext } from "../make/context.ts";

/*
 * A process of its own that does one thing and dies by kill -9 at a chosen point of it, as a machine
 * that loses its power would. Its order comes as JSON in the first argument.
 */

export type CrashPoint =
  | "hold committed"
  | "checkout created, not saved"
  | "event stored"
  | "settling half done"
  | "confirmed, provider not answered"
  | "refund to be asked"
  | "refund made, not saved";

export interface Order {
  databaseUrl: string;
  apiBase: string;
  crashAt: CrashPoint;
  userId: string | null;
  act:
    | { book: Parameters<typeof bookSlot>[1] }
    | { receive: Parameters<typeof receiveStripeEvent>[1] }
    | { cancel: { bookingId: string } }
    | { refund: { refundId: string } };
}

function die(): never {
  process.kill(process.pid, "SIGKILL");
  throw new Error("still alive");
}

/** The SDK, except that one of its calls kills the process, before or after it reached Stripe. */
function deadly(stripe: Stripe, crashAt: CrashPoint): Stripe {
  const dieBefore = () => die();
  const dieAfter = <Args extends unknown[]>(call: (...args: Args) => Promise<unknown>) => {
    return async (...args: Args) => {
      await call(...args);
      die();
    };
  };
  const { sessions } = stripe.checkout;
  const { refunds } = stripe;
  const plan: { [Point in CrashPoint]?: () => void } = {
    "hold committed": () => Object.assign(sessions, { create: dieBefore }),
    "checkout created, not saved": () =>
      Object.assign(sessions, { create: dieAfter(sessions.create.bind(sessions)) }),
    "event stored": () => Object.assign(sessions, { retrieve: dieBefore }),
    "refund to be asked": () => Object.assign(refunds, { create: dieBefore }),
    "refund made, not saved": () =>
      Object.assign(refunds, { create: dieAfter(refunds.create.bind(refunds)) }),
  };
  plan[crashAt]?.();
  return stripe;
}

const order: Order = JSON.parse(process.argv[2] ?? "");
const db = createDatabase(createPool(order.databaseUrl, "parenthese-crash"));
const config = makeConfig();
const base = makeContext(db, {
  config: { ...config, stripe: { ...config.stripe, apiBase: order.apiBase } },
  now: () => new Date(),
  actor: order.userId ? await actorOf(db, order.userId) : null,
});
const ctx = {
  ...base,
  stripe: deadly(createStripe(base.config.stripe), order.crashAt),
  // The last thing that settling writes are its mails: everything before them is undone.
  ...(order.crashAt === "settling half done" && { jobs: { send: async () => die() } }),
};
const { act } = order;
if ("book" in act) await bookSlot(ctx, act.book);
else if ("receive" in act) await receiveStripeEvent(ctx, act.receive);
else if ("cancel" in act) await cancelBooking(ctx, act.cancel);
else await askRefund(ctx, act.refund);
die();
