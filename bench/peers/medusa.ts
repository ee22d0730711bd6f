import fs from "node:fs";
import pg from "pg";
import type { World } from "../part.ts";
import { call, type Offer, type Peer, runScript, SoldOut, startShop } from "./peer.ts";

const MEDUSA = "node_modules/.bin/medusa";
const ADDRESS = {
  ...{ first_name: "Julie", last_name: "Martin", address_1: "1 rue Neuve" },
  ...{ city: "Lyon", postal_code: "69001", country_code: "fr" },
};

/** The address of its database, with these offers. */
export function fillMedusa(world: World, offers: readonly Offer[]): Promise<string> {
  return world.keep("medusa", async (url) => {
    const offersFile = `${world.dataDir}/offers.json`;
    fs.writeFileSync(offersFile, JSON.stringify(offers));
    await runScript("medusa", [MEDUSA, "db:migrate"], { DATABASE_URL: url });
    const env = { DATABASE_URL: url, OFFERS: offersFile };
    await runScript("medusa", [MEDUSA, "exec", "./fill.ts"], env);
  });
}

export async function openMedusa(
  world: World,
  databaseUrl: string,
  offers: readonly Offer[],
): Promise<Peer> {
  const argsOf = (port: string) => [MEDUSA, "start", "-H", "127.0.0.1", "-p", port];
  const env = { DATABASE_URL: databaseUrl };
  const { url, stop } = await startShop(world, "medusa", argsOf, env);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const idOf = async (text: string) => (await pool.query<{ id: string }>(text)).rows[0]?.id ?? "";
  const key = await idOf("select token as id from api_key where title = 'Site'");
  const region = await idOf("select id from region");
  const shipping = await idOf("select id from shipping_option");
  const { rows } = await pool.query<{ handle: string; product: string; variant: string }>(
    "select p.handle, p.id as product, v.id as variant from product p join product_variant v on v.product_id = p.id",
  );
  await pool.end();
  const made = new Map(rows.map((row) => [row.handle, row]));
  const madeOf = (offer: number) => made.get(offers.at(offer)?.id ?? "");
  const headers = { "x-publishable-api-key": key };
  const post = async <Answer>(path: string, body: object): Promise<Answer> => {
    const answer = await call(`${url}/store${path}`, body, headers);
    if (answer.status === 200) return answer.body;
    const { type } = answer.body as { type: string };
    throw type === "not_allowed" ? new SoldOut() : new Error(JSON.stringify(answer.body));
  };
  const fillCart = async (buyer: number, offer: number): Promise<string> => {
    const { cart } = await post<{ cart: { id: string } }>("/carts", {
      ...{ region_id: region, email: `client-${buyer}@example.fr`, shipping_address: ADDRESS },
      items: [{ variant_id: madeOf(offer)?.variant, quantity: 1 }],
    });
    return cart.id;
  };
  return {
    ...{ name: "Medusa 2.21.2", url },
    search: { path: `/store/products?q=yoga%20Lyon&region_id=${region}&limit=20`, headers },
    detail: (offer) => ({
      path: `/store/products/${madeOf(offer)?.product}?region_id=${region}`,
      headers,
    }),
    async takeSeat(buyer, offer) {
      await fillCart(buyer, offer);
    },
    async buyLast(buyer) {
      const cart = await fillCart(buyer, -1);
      await post(`/carts/${cart}/shipping-methods`, { option_id: shipping });
      const { payment_collection: payment } = await post<{ payment_collection: { id: string } }>(
        "/payment-collections",
        { cart_id: cart },
      );
      await post(`/payment-collections/${payment.id}/payment-sessions`, {
        provider_id: "pp_system_default",
      });
      const { type } = await post<{ type: string }>(`/carts/${cart}/complete`, {});
      if (type !== "order") throw new Error(`the cart became a ${type}`);
    },
    stop,
  };
}
