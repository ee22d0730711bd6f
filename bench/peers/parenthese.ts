import pg from "pg";
import { startSimulator } from "#test/make/simulator.ts";
import type { World } from "../part.ts";
import { call, type Offer, type Peer, SoldOut } from "./peer.ts";

/** So many sessions, each of another professional, have a slot in a month with seats for all. */
const SELLING = 200;
const SEATS = 32_000;
const PRICE = 4_000;

interface Selling {
  offering: string;
  slot: string;
  account: string;
}

/** The last of them has one seat. */
async function prepare(pool: pg.Pool): Promise<Selling[]> {
  await pool.query(`
    alter table slots drop constraint slots_capacity;
    create table selling as
      select distinct on (p.id) o.id as offering, gen_random_uuid() as slot,
          p.stripe_connect_account_id as account
        from offerings o join professional_profiles p on p.id = o.professional_id
        where o.is_active and p.can_receive_charges and o.price_cents > 0 limit ${SELLING};
    alter table selling add column n serial;
    update offerings set price_cents = ${PRICE}, discounted_price_cents = null
      from selling where offerings.id = offering;
    insert into slots (id, offering_id, start_datetime, end_datetime, capacity, available_spots)
      select slot, offering, at, at + interval '1 hour', seats, seats
      from selling, (select date_trunc('day', now()) + interval '30 days' as at) hour,
        lateral (select case when n = ${SELLING} then 1 else ${SEATS} end as seats) size`);
  await pool.query("vacuum analyze slots, offerings");
  const { rows } = await pool.query<Selling>("select * from selling order by n");
  return rows;
}

/** The product, with the simulator where its provider would be. */
export async function openParenthese(
  world: World,
  sessions: number,
  offers: readonly Offer[],
): Promise<Peer> {
  const databaseUrl = await world.copy(sessions);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const selling = await prepare(pool);
  await pool.end();
  const simulator = await startSimulator();
  for (const { account } of selling) await simulator.makeAccount(account);
  const { stripe } = simulator;
  const site = await world.serve({
    sessions,
    env: {
      ...{ DATABASE_URL: databaseUrl, TRUSTED_PROXIES: "127.0.0.1" },
      ...{ STRIPE_API_BASE: stripe.apiBase ?? "", STRIPE_SECRET_KEY: stripe.secretKey },
      ...{ STRIPE_WEBHOOK_SECRET: stripe.webhookSecret },
      STRIPE_CONNECT_WEBHOOK_SECRET: stripe.connectWebhookSecret,
    },
  });
  const [url = ""] = site.urls;
  const hold = async (buyer: number, of: Selling | undefined) => {
    const answer = await call(
      `${url}/api/v1/functions/create-guest-session-payment`,
      {
        ...{ sessionId: of?.offering, slotId: of?.slot, amount: PRICE },
        email: `client-${buyer}@example.fr`,
      },
      // Each from another network, as in life: limits count by it.
      {
        "x-forwarded-for": `2001:db8:${(buyer >> 16).toString(16)}:${(buyer & 65_535).toString(16)}::1`,
      },
    );
    return answer as { status: number; body: { url: string; error?: { code: string } } };
  };
  return {
    ...{ name: "Parenthèse", url },
    search: { path: "/api/v1/sessions?q=yoga&location=Lyon" },
    detail: (offer) => ({ path: `/api/v1/sessions/${offers.at(offer)?.id}` }),
    async takeSeat(buyer, offer) {
      const { status, body } = await hold(buyer, selling[offer % (SELLING - 1)]);
      if (status !== 200) throw new Error(JSON.stringify(body));
    },
    async buyLast(buyer) {
      const { status, body } = await hold(buyer, selling.at(-1));
      if (body.error?.code === "slot_unavailable") throw new SoldOut();
      if (status !== 200) throw new Error(JSON.stringify(body));
      const sessionId = /cs_\w+/.exec(body.url)?.[0] ?? "";
      await simulator.pay(sessionId);
      const paid = await call(`${url}/api/v1/functions/verify-guest-payment`, { sessionId });
      if (!(paid.body as { success: boolean }).success) throw new Error("paid, and not booked");
    },
    async stop() {
      await site.stop();
      await simulator.stop();
    },
  };
}
