import { type SQL, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { hasId, list } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { DAY } from "../durations.ts";
import { AppError } from "../errors.ts";
import { idOf } from "../payments/checkouts/read-checkout.server.ts";
import { TYPES } from "./catch-up-events.server.ts";
import { PATIENCE, type Verdict } from "./check-invariants.server.ts";

/**
 * The last day but two minutes: none unknown (I8), no money without a purpose, no cent off (I3,
 * I4). Run it after settling, since pending events differ too.
 * @throws AppError `provider_unavailable` when it does not answer.
 */
export async function compareProvider(ctx: Context): Promise<Verdict[]> {
  try {
    return [await findStrays(ctx), ...(await compareMoney(ctx))];
  } catch (error) {
    throw new AppError("provider_unavailable", { cause: error });
  }
}

/** In seconds. */
function lastDay(ctx: Context) {
  const second = (ago: number) => Math.floor((ctx.now().getTime() - ago) / 1000);
  return { created: { gte: second(DAY), lte: second(PATIENCE) }, limit: 100 };
}

interface ProviderObject {
  id: string;
  metadata?: Record<string, string> | null;
}

async function idsOf(
  objects: AsyncIterable<ProviderObject> | Iterable<ProviderObject>,
  ...marks: string[]
): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id, metadata } of objects) {
    if (marks.some((mark) => metadata?.[mark])) ids.push(id);
  }
  return ids;
}

/** Paid, or still payable; refunded ones belong to nobody. */
async function checkoutsOf(ctx: Context): Promise<string[]> {
  const day = { ...lastDay(ctx), expand: ["data.payment_intent.latest_charge"] };
  const alive: Stripe.Checkout.Session[] = [];
  for await (const session of ctx.stripe.checkout.sessions.list(day)) {
    const { payment_intent: intent } = session;
    const charge = intent && typeof intent === "object" ? intent.latest_charge : null;
    const isReturned = charge !== null && typeof charge === "object" && charge.refunded;
    if (session.status !== "expired" && !isReturned) alive.push(session);
  }
  return idsOf(alive, "payment_id", "subscription_checkout_id");
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
    await checkoutsOf(ctx),
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

/** Cents, in one line for comparison. */
interface Money {
  received: number;
  fee: number;
  /** To the payer, by refunds and lost disputes. */
  returned: number;
  /** Taken back from the professional, and returned of the commission. */
  reversed: number;
  feeReturned: number;
}

const said = ({ received, fee, returned, reversed, feeReturned }: Money) =>
  `${received} dont ${fee}, rendus ${returned}, repris ${reversed}, commission rendue ${feeReturned}`;

interface Judged {
  intentId: string;
  paymentId: string;
  made: Money;
}

/** Made or changed in the last day, and all under review. */
async function compareMoney(ctx: Context): Promise<Verdict[]> {
  const strangers: string[] = [];
  const wrong: string[] = [];
  for await (const { intentId, paymentId, made } of judgedIntents(ctx)) {
    const own = await findOwnMoney(ctx, paymentId, intentId);
    const left = made.received - made.returned;
    if (!own && left === 0) continue;
    if (left > 0 && own && HOLDS_NOTHING.includes(own.status)) {
      strangers.push(`${paymentId} (${intentId} : ${left}, paiement ${own.status})`);
    }
    // A payment under review differs from its request on purpose; the operator decides.
    if (own && !own.isBelieved) continue;
    const ours = own ? said(own) : "rien";
    if (ours !== said(made)) wrong.push(`${intentId} (Stripe : ${said(made)} ; ici : ${ours})`);
  }
  return [
    {
      invariant: "I2 aucun argent encaissé n'est sans réservation ni remboursement",
      faults: strangers,
    },
    { invariant: "I4 Stripe a encaissé et rendu ce que dit le site, au centime", faults: wrong },
  ];
}

/** Neither a seat nor a refund. */
const HOLDS_NOTHING: readonly string[] = ["creating", "open", "expired", "review"];

async function* judgedIntents(ctx: Context): AsyncGenerator<Judged> {
  const seen = new Set<string>();
  const expand = ["latest_charge.transfer", "latest_charge.application_fee"];
  const judge = async (intent: Stripe.PaymentIntent): Promise<Judged | null> => {
    const { payment_id: paymentId } = intent.metadata;
    if (!paymentId || intent.status !== "succeeded" || seen.has(intent.id)) return null;
    seen.add(intent.id);
    return { intentId: intent.id, paymentId, made: await readMoney(ctx, intent) };
  };
  const asked = { ...lastDay(ctx), expand: expand.map((field) => `data.${field}`) };
  for await (const intent of ctx.stripe.paymentIntents.list(asked)) {
    const judged = await judge(intent);
    if (judged) yield judged;
  }
  for (const id of await listTouched(ctx)) {
    const judged = seen.has(id)
      ? null
      : await judge(await ctx.stripe.paymentIntents.retrieve(id, { expand }));
    if (judged) yield judged;
  }
}

/** Mentioned by the provider in the last day, or under review. */
async function listTouched(ctx: Context): Promise<string[]> {
  const intents = new Set<string>();
  const charges = new Set<string>();
  const { created, limit } = lastDay(ctx);
  for await (const { data } of ctx.stripe.events.list({ types: [...TYPES], created, limit })) {
    const about = data.object as {
      payment_intent?: string | { id: string } | null;
      source_transaction?: string | { id: string } | null;
      originating_transaction?: string | { id: string } | null;
    };
    const intent = idOf(about.payment_intent);
    const charge = idOf(about.source_transaction) ?? idOf(about.originating_transaction);
    if (intent) intents.add(intent);
    if (charge) charges.add(charge);
  }
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select payment_intent_id as id from payments
    where payment_intent_id is not null and (
      status = 'review'
      or payment_intent_id = any(${list([...intents], "text")})
      or charge_id = any(${list([...charges], "text")}))`);
  return rows.map(({ id }) => id);
}

async function readMoney(ctx: Context, intent: Stripe.PaymentIntent): Promise<Money> {
  const { latest_charge: charge } = intent;
  if (!charge || typeof charge === "string") throw new Error(`${intent.id} without its charge`);
  const { transfer, application_fee: fee } = charge;
  const disputes = charge.disputed
    ? (await ctx.stripe.disputes.list({ charge: charge.id, limit: 100 })).data
    : [];
  const lost = disputes.filter(({ status }) => status === "lost");
  return {
    received: intent.amount_received,
    fee: intent.application_fee_amount ?? 0,
    returned: lost.reduce((sum, { amount }) => sum + amount, charge.amount_refunded),
    reversed: transfer && typeof transfer === "object" ? transfer.amount_reversed : 0,
    feeReturned: fee && typeof fee === "object" ? fee.amount_refunded : 0,
  };
}

async function findOwnMoney(ctx: Context, paymentId: string, intentId: string) {
  const moved = (kind: string) => sql`coalesce((
    select sum(m.amount_cents) from payment_movements m
    where m.payment_id = p.id and m.kind = ${kind}), 0)::int`;
  const { rows } = await ctx.db.execute<
    Record<keyof Omit<Money, "feeReturned">, number> & {
      fee_returned: number;
      status: string;
      believed: boolean;
    }
  >(sql`
    select p.status, p.amount_cents as received, p.application_fee_cents as fee,
      p.refunded_cents + p.charged_back_cents - coalesce((
        select sum(r.amount_cents) from refunds r where r.payment_id = p.id
          and r.status = 'succeeded' and r.stripe_refund_id is null), 0)::int as returned, ${moved("reversal")} as reversed,
      ${moved("fee_refund")} as fee_returned,
      p.payment_intent_id = ${intentId} and p.paid_at is not null
        or p.status not in ('review', 'refunded') as believed
    from payments p where ${hasId(sql`p.id`, paymentId)}`);
  const [row] = rows;
  if (!row) return null;
  const { fee_returned: feeReturned, believed: isBelieved, ...money } = row;
  return { ...money, feeReturned, isBelieved };
}
