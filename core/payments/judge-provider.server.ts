import { type SQL, sql } from "drizzle-orm";
import { list } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { HOUR } from "../dates.ts";
import { AppError } from "../errors.ts";
import { PATIENCE, type Verdict } from "./check-invariants.server.ts";

/**
 * Compares what the provider made for us in the last day, two minutes apart, with our rows: nothing
 * that we do not know of (I8), and not a cent of difference (I3, I4). Settle before: news under way
 * are differences too.
 *
 * @throws AppError `provider_unavailable`.
 */
export async function judgeProvider(ctx: Context): Promise<Verdict[]> {
  try {
    return [await findStrays(ctx), await compareMoney(ctx)];
  } catch (error) {
    throw new AppError("provider_unavailable", { cause: error });
  }
}

/** Stripe's filter on seconds. */
function lastDay(ctx: Context) {
  const second = (ago: number) => Math.floor((ctx.now().getTime() - ago) / 1000);
  return { created: { gte: second(24 * HOUR), lte: second(PATIENCE) }, limit: 100 };
}

interface ProviderObject {
  id: string;
  metadata?: Record<string, string> | null;
}

/** Ids of what bears our mark. */
async function idsOf(
  objects: AsyncIterable<ProviderObject>,
  ...marks: string[]
): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id, metadata } of objects) {
    if (marks.some((mark) => metadata?.[mark])) ids.push(id);
  }
  return ids;
}

async function findStrays(ctx: Context): Promise<Verdict> {
  const { stripe } = ctx;
  const day = lastDay(ctx);
  const faults: string[] = [];
  const miss = async (ids: string[], known: SQL) => {
    const { rows } = await ctx.db.execute<{ id: string }>(
      sql`select id from unnest(${list(ids, "text")}) id except (${known})`,
    );
    faults.push(...rows.map(({ id }) => `${id} (inconnu ici)`));
  };
  await miss(
    await idsOf(stripe.checkout.sessions.list(day), "payment_id", "subscription_checkout_id"),
    sql`select checkout_session_id from payments
      union all select checkout_session_id from subscription_checkouts`,
  );
  await miss(
    await idsOf(stripe.refunds.list(day), "payment_id"),
    sql`select stripe_refund_id from refunds`,
  );
  await miss(
    await idsOf(stripe.subscriptions.list({ ...day, status: "all" }), "subscription_checkout_id"),
    sql`select stripe_subscription_id from professional_subscriptions
      union all select stripe_subscription_id from subscription_checkouts`,
  );
  await miss(
    await idsOf(stripe.accounts.list(day), "professional_id"),
    sql`select stripe_connect_account_id from professional_profiles`,
  );
  return { invariant: "I8 Stripe n'a rien de nous que le site ne connaisse", faults };
}

async function compareMoney(ctx: Context): Promise<Verdict> {
  const faults: string[] = [];
  const intents = ctx.stripe.paymentIntents.list({
    ...lastDay(ctx),
    expand: ["data.latest_charge"],
  });
  for await (const intent of intents) {
    if (!intent.metadata.payment_id || intent.status !== "succeeded") continue;
    const charge = typeof intent.latest_charge === "string" ? null : intent.latest_charge;
    const made = `${intent.amount_received} dont ${intent.application_fee_amount}, rendus ${charge?.amount_refunded}`;
    // Of money that was not believed at all, the operator decides.
    const { rows } = await ctx.db.execute<{ said: string }>(sql`
      select amount_cents || ' dont ' || application_fee_cents || ', rendus ' || refunded_cents as said
      from payments where id::text = ${intent.metadata.payment_id} and payment_intent_id = ${intent.id}
      union all select ${made} from payments
      where id::text = ${intent.metadata.payment_id} and payment_intent_id is null and status = 'review'`);
    const said = rows[0]?.said ?? "rien";
    if (said !== made) faults.push(`${intent.id} (Stripe : ${made} ; ici : ${said})`);
  }
  return { invariant: "I4 Stripe a encaissé et rendu ce que dit le site, au centime", faults };
}
