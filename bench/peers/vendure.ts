import fs from "node:fs";
import pg from "pg";
import { freePorts } from "../../launch/ports.ts";
import type { Question } from "../load.ts";
import type { World } from "../part.ts";
import { call, type Offer, type Peer, runScript, SoldOut, startShop } from "./peer.ts";

const REFUSED = "... on ErrorResult { errorCode message }";
const COLUMNS =
  "name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets";
const SOLD_OUT = ["INSUFFICIENT_STOCK_ERROR", "ORDER_STATE_TRANSITION_ERROR"];

/** Vendure's own format of offers to import. */
function writeCsv(offers: readonly Offer[], file: string): void {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = offers.map(({ id, title, description, cents, seats }) => {
    const about = [cell(title), id, cell(description), "", "", "", "", id];
    return [...about, (cents / 100).toFixed(2), "standard", seats, "true", "", ""].join(",");
  });
  fs.writeFileSync(file, [COLUMNS, ...lines].join("\n"));
}

/** The address of its database, with these offers. */
export function fillVendure(world: World, offers: readonly Offer[]): Promise<string> {
  return world.keep("vendure", async (url) => {
    const csv = `${world.dataDir}/vendure.csv`;
    writeCsv(offers, csv);
    await runScript("vendure", ["shop.ts", "fill", url, String(await freePorts(1)), csv], {});
  });
}

export async function openVendure(
  world: World,
  databaseUrl: string,
  offers: readonly Offer[],
): Promise<Peer> {
  const argsOf = (port: string) => ["shop.ts", "serve", databaseUrl, port];
  const { url, stop } = await startShop(world, "vendure", argsOf);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const { rows } = await pool.query<{ sku: string; id: string }>(
    "select sku, id::text from product_variant",
  );
  await pool.end();
  const variants = new Map(rows.map(({ sku, id }) => [sku, id]));
  const ask = (query: string): Question => ({
    ...{ method: "POST", path: "/shop-api", body: JSON.stringify({ query }) },
    headers: { "content-type": "application/json" },
  });
  /** A visitor without a cookie or token gets a session with the first change. */
  const newBuyer = () => {
    let token: string | null = null;
    return async <Answer>(query: string): Promise<Answer | { errorCode: string }> => {
      const headers = token ? { authorization: `Bearer ${token}` } : undefined;
      const answer = await call(`${url}/shop-api`, { query }, headers);
      token ??= answer.headers.get("vendure-auth-token");
      const { data, errors } = answer.body as { data: Record<string, Answer>; errors?: object };
      if (errors) throw new Error(JSON.stringify(errors));
      return Object.values(data)[0] as Answer;
    };
  };
  const addItem = (offer: number) =>
    `mutation { addItemToOrder(productVariantId: "${variants.get(offers.at(offer)?.id ?? "")}",
      quantity: 1) { ... on Order { id } ${REFUSED} } }`;
  return {
    ...{ name: "Vendure 3.7.3", url },
    search: ask(`{ search(input: { term: "yoga Lyon", groupByProduct: true, take: 20 }) { totalItems
      items { productId productName slug description priceWithTax { ... on PriceRange { min max } } } } }`),
    detail: (offer) =>
      ask(`{ product(slug: "${offers.at(offer)?.id}") { id name slug description
        variants { id name priceWithTax stockLevel } } }`),
    async takeSeat(_buyer, offer) {
      const answer = await newBuyer()<{ id: string }>(addItem(offer));
      if ("errorCode" in answer) throw new Error(answer.errorCode);
    },
    async buyLast(buyer) {
      const send = newBuyer();
      const steps = [
        addItem(-1),
        `mutation { setCustomerForOrder(input: { firstName: "Julie", lastName: "Martin",
          emailAddress: "client-${buyer}@example.fr" }) { ... on Order { id } ${REFUSED} } }`,
        `mutation { setOrderShippingAddress(input: { streetLine1: "1 rue Neuve", city: "Lyon",
          postalCode: "69001", countryCode: "FR" }) { ... on Order { id } ${REFUSED} } }`,
        `mutation { setOrderShippingMethod(shippingMethodId: ["1"]) { ... on Order { id } ${REFUSED} } }`,
        `mutation { transitionOrderToState(state: "ArrangingPayment") { ... on Order { id } ${REFUSED} } }`,
        `mutation { addPaymentToOrder(input: { method: "carte", metadata: {} }) {
          ... on Order { id state } ${REFUSED} } }`,
      ];
      for (const step of steps) {
        const answer = await send<{ id: string }>(step);
        if (!("errorCode" in answer)) continue;
        throw SOLD_OUT.includes(answer.errorCode)
          ? new SoldOut()
          : new Error(JSON.stringify(answer));
      }
    },
    stop,
  };
}
