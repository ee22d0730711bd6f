import { and, eq, isNotNull, isNull, ne } from "drizzle-orm";
import { choosePlan } from "#core/subscriptions/checkouts/choose-plan.server.ts";
import { settleCheckout } from "#core/subscriptions/checkouts/settle-checkout.server.ts";
import { mails, professionalSubscriptions, subscriptionCheckouts } from "#core/tables.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { INES } from "./accounts.ts";
import { addDays } from "./calendar.ts";
import { makeContext } from "./context.ts";
import { actorOf, INES_QUOTA, userIdOf } from "./people.ts";
import type { Simulator } from "./simulator.ts";

/**
 * Lets Inès subscribe to Premium as she would have: through the product's own use cases, paid at the
 * simulator, both clocks set to the day it happened. Then her portal opens, and her plan is renewed
 * by itself. In place of the row that says so without a provider behind it.
 *
 * @param env the product's environment, complete.
 */
export async function subscribeDemo(
  db: Database,
  env: NodeJS.ProcessEnv,
  simulator: Simulator,
  now: Date,
): Promise<void> {
  const { userId, status, stripeSubscriptionId } = professionalSubscriptions;
  const own = eq(userId, userIdOf(INES.email));
  const [billed] = await db
    .select()
    .from(professionalSubscriptions)
    .where(and(own, isNotNull(stripeSubscriptionId), ne(status, "canceled")));
  if (billed) return;
  await db.delete(professionalSubscriptions).where(and(own, isNull(stripeSubscriptionId)));
  const at = addDays(now, -INES_QUOTA.monthSince);
  const ctx = { ...makeContext(db, env), actor: actorOf(INES), now: () => at };
  try {
    await simulator.setClock(at);
    await choosePlan(ctx, { planType: "premium" });
    const [checkout] = await db
      .select()
      .from(subscriptionCheckouts)
      .where(
        and(
          eq(subscriptionCheckouts.userId, ctx.actor.userId),
          eq(subscriptionCheckouts.status, "open"),
        ),
      );
    if (!checkout?.checkoutSessionId) throw new Error("Inès has no checkout");
    await simulator.pay(checkout.checkoutSessionId, `${INES.firstName} ${INES.lastName}`);
    await settleCheckout(ctx, { checkoutId: checkout.id });
  } finally {
    await simulator.setClock(null);
  }
  await db
    .update(mails)
    .set({ status: "sent", sentAt: at })
    .where(and(eq(mails.kind, "subscription-confirmed"), eq(mails.toAddress, INES.email)));
}
