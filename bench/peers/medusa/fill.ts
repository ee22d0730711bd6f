import fs from "node:fs";
import { ContainerRegistrationKeys, Modules, ProductStatus } from "@medusajs/framework/utils";
import * as flows from "@medusajs/medusa/core-flows";
import type { Offer } from "../peer.ts";

/*
 * medusa exec ./fill.ts: the offers of the file that OFFERS names, a product with one variant each, and
 * what it takes to buy them: a region, a place with its stock, a way of delivery, a key for shops.
 */

const AT_ONCE = 100;
type Flow = (container: unknown) => { run(of: { input: unknown }): Promise<{ result: never }> };

export default async function fill({
  container,
}: {
  container: { resolve(name: string): never };
}): Promise<void> {
  const offers: Offer[] = JSON.parse(fs.readFileSync(process.env.OFFERS ?? "", "utf8"));
  const run = async <Result>(flow: Flow, input: unknown): Promise<Result> =>
    (await flow(container).run({ input })).result;
  const makeOne = async (flow: Flow, input: unknown) => {
    const [made] = await run<{ id: string }[]>(flow, input);
    return made?.id ?? "";
  };
  const link: { create(of: object): Promise<void> } = container.resolve(
    ContainerRegistrationKeys.LINK,
  );
  const channel = await makeOne(flows.createSalesChannelsWorkflow, {
    salesChannelsData: [{ name: "Site" }],
  });
  await makeOne(flows.createRegionsWorkflow, {
    regions: [
      {
        ...{ name: "France", currency_code: "eur", countries: ["fr"] },
        payment_providers: ["pp_system_default"],
      },
    ],
  });
  await run(flows.createTaxRegionsWorkflow, [{ country_code: "fr", provider_id: "tp_system" }]);
  const place = await makeOne(flows.createStockLocationsWorkflow, {
    locations: [
      { name: "Salle", address: { city: "Lyon", country_code: "FR", address_1: "1 rue Neuve" } },
    ],
  });
  const profile = await makeOne(flows.createShippingProfilesWorkflow, {
    data: [{ name: "Sur place", type: "default" }],
  });
  const fulfillment: {
    createFulfillmentSets(of: object): Promise<{ id: string; service_zones: { id: string }[] }>;
  } = container.resolve(Modules.FULFILLMENT);
  const set = await fulfillment.createFulfillmentSets({
    ...{ name: "Sur place", type: "pickup" },
    service_zones: [{ name: "France", geo_zones: [{ country_code: "fr", type: "country" }] }],
  });
  for (const way of [
    { fulfillment_provider_id: "manual_manual" },
    { fulfillment_set_id: set.id },
  ]) {
    await link.create({
      [Modules.STOCK_LOCATION]: { stock_location_id: place },
      [Modules.FULFILLMENT]: way,
    });
  }
  await run(flows.createShippingOptionsWorkflow, [
    {
      ...{ name: "Sur place", price_type: "flat", provider_id: "manual_manual" },
      ...{ service_zone_id: set.service_zones[0]?.id, shipping_profile_id: profile },
      type: { label: "Sur place", description: "Sur place", code: "place" },
      prices: [{ currency_code: "eur", amount: 0 }],
      rules: [
        { attribute: "enabled_in_store", value: "true", operator: "eq" },
        { attribute: "is_return", value: "false", operator: "eq" },
      ],
    },
  ]);
  await run(flows.linkSalesChannelsToStockLocationWorkflow, { id: place, add: [channel] });
  const key = await makeOne(flows.createApiKeysWorkflow, {
    api_keys: [{ title: "Site", type: "publishable", created_by: "" }],
  });
  await run(flows.linkSalesChannelsToApiKeyWorkflow, { id: key, add: [channel] });
  for (let at = 0; at < offers.length; at += AT_ONCE) {
    await run(flows.createProductsWorkflow, {
      products: offers.slice(at, at + AT_ONCE).map(({ id, title, description, cents }) => ({
        ...{ title, description, handle: id, status: ProductStatus.PUBLISHED },
        options: [{ title: "Séance", values: ["Place"] }],
        variants: [
          {
            ...{ title: "Place", sku: id, options: { Séance: "Place" } },
            prices: [{ amount: cents / 100, currency_code: "eur" }],
          },
        ],
        ...{ shipping_profile_id: profile, sales_channels: [{ id: channel }] },
      })),
    });
  }
  const query: {
    graph(of: object): Promise<{ data: { id: string; sku: string }[] }>;
  } = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data: items } = await query.graph({ entity: "inventory_item", fields: ["id", "sku"] });
  const seats = new Map(offers.map((offer) => [offer.id, offer.seats]));
  for (let at = 0; at < items.length; at += AT_ONCE) {
    await run(flows.createInventoryLevelsWorkflow, {
      inventory_levels: items.slice(at, at + AT_ONCE).map(({ id, sku }) => ({
        ...{ location_id: place, inventory_item_id: id, stocked_quantity: seats.get(sku) },
      })),
    });
  }
}
