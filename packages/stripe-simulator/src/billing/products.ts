import type Stripe from "stripe";
import { invalidRequest, StripeError } from "../protocol/stripe-error.ts";
import { newId } from "../state/ids.ts";
import { given, type ListParams, listObjects } from "../state/listing.ts";
import { applyMetadata } from "../state/metadata.ts";
import type { Kinds } from "../state/objects.ts";
import type { ApiRequest, Simulator } from "../state/simulator.ts";
import { emit } from "../webhooks/events.ts";

export function createProduct(
  sim: Simulator,
  { params, account }: ApiRequest<Stripe.ProductCreateParams>,
): Kinds["product"] {
  const now = sim.clock.now();
  if (params.default_price_data) {
    throw invalidRequest("The simulator makes prices at /v1/prices only.", {
      param: "default_price_data",
    });
  }
  if (params.id && sim.objects.locate(params.id)) {
    throw new StripeError(400, {
      type: "invalid_request_error",
      code: "resource_already_exists",
      message: "Product already exists.",
    });
  }
  const product = sim.objects.insert(
    "product",
    {
      id: params.id ?? newId("prod_"),
      object: "product",
      active: params.active ?? true,
      created: now,
      description: params.description || null,
      images: params.images || [],
      livemode: false,
      marketing_features: params.marketing_features || [],
      metadata: applyMetadata({}, params.metadata),
      name: params.name,
      type: "service",
      unit_label: params.unit_label || null,
      updated: now,
      url: params.url || null,
    },
    { account },
  );
  emit(sim, "product.created", product, { account });
  return product;
}

export function updateProduct(
  sim: Simulator,
  { id, params, account }: ApiRequest<Stripe.ProductUpdateParams>,
) {
  const product = sim.objects.get("product", id, account);
  const updated = {
    ...product,
    ...(params.active !== undefined && { active: params.active }),
    ...(params.name !== undefined && { name: params.name }),
    ...(params.description !== undefined && { description: params.description || null }),
    ...(params.images !== undefined && { images: params.images || [] }),
    ...(params.url !== undefined && { url: params.url || null }),
    ...(params.default_price !== undefined && {
      default_price: sim.objects.get("price", params.default_price, account, {
        param: "default_price",
        status: 400,
      }).id,
    }),
    metadata: applyMetadata(product.metadata, params.metadata),
    updated: sim.clock.now(),
  };
  sim.objects.save("product", updated);
  emit(sim, "product.updated", updated, { account });
  return updated;
}

export function retrieveProduct(sim: Simulator, { id, account }: ApiRequest) {
  return sim.objects.get("product", id, account);
}

export function listProducts(
  sim: Simulator,
  request: ApiRequest<Stripe.ProductListParams & ListParams>,
) {
  const { ids = [] } = request.params;
  return listObjects(
    sim,
    request,
    "product",
    given(request.params, "active", "shippable", "url"),
    ids.length === 0
      ? { sql: "", values: [] }
      : { sql: ` AND id IN (${ids.map(() => "?").join(", ")})`, values: ids },
  );
}

export function deleteProduct(sim: Simulator, { id, account }: ApiRequest) {
  sim.objects.get("product", id, account);
  if (sim.objects.all("price", { product: id }, account).length > 0) {
    throw invalidRequest(
      "This product cannot be deleted because it has one or more user-created prices.",
    );
  }
  sim.objects.delete(id);
  return { id, object: "product", deleted: true };
}
