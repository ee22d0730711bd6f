import type Stripe from "stripe";
import { refuseNotPlayed, requireEmail } from "../protocol/param-checks.ts";
import { newId, newToken } from "../state/ids.ts";
import { given, type ListParams, listObjects } from "../state/listing.ts";
import { applyMetadata } from "../state/metadata.ts";
import { complete, type Kinds } from "../state/objects.ts";
import type { ApiRequest, Simulator } from "../state/simulator.ts";
import { emit } from "../webhooks/events.ts";
import { endSubscription } from "./subscription-billing.ts";
import { livingSubscriptions } from "./subscription-objects.ts";

export type Customer = Kinds["customer"];

/** Parameters that the simulator would have to ignore. */
const notPlayed = [
  "balance",
  "business_name",
  "cash_balance",
  "individual_name",
  "invoice_prefix",
  "next_invoice_sequence",
  "payment_method",
  "shipping",
  "source",
  "tax",
  "tax_exempt",
  "tax_id_data",
  "test_clock",
];

interface NewCustomer {
  email?: string | null;
  name?: string | null;
  phone?: string | null;
  description?: string | null;
  address?: Stripe.AddressParam | null;
  metadata?: Record<string, string>;
  paymentMethod?: string | null;
}

export function makeCustomer(sim: Simulator, account: string, wanted: NewCustomer): Customer {
  const customer = sim.objects.insert(
    "customer",
    {
      id: newId("cus_"),
      object: "customer",
      address: (wanted.address as Stripe.Address | null | undefined) ?? null,
      balance: 0,
      created: sim.clock.now(),
      delinquent: false,
      description: wanted.description ?? null,
      email: wanted.email ?? null,
      invoice_prefix: newToken(8).toUpperCase(),
      invoice_settings: { default_payment_method: wanted.paymentMethod ?? null },
      livemode: false,
      metadata: wanted.metadata ?? {},
      name: wanted.name ?? null,
      next_invoice_sequence: 1,
      phone: wanted.phone ?? null,
      preferred_locales: ["fr"],
      tax_exempt: "none",
    },
    { account },
  );
  emit(sim, "customer.created", customer, { account });
  return customer;
}

export function createCustomer(
  sim: Simulator,
  { params, account }: ApiRequest<Stripe.CustomerCreateParams>,
) {
  refuseNotPlayed(params, notPlayed);
  requireEmail(params.email || undefined, "email");
  return makeCustomer(sim, account, {
    email: params.email ?? null,
    name: params.name ?? null,
    phone: params.phone ?? null,
    description: params.description ?? null,
    address: params.address || null,
    metadata: applyMetadata({}, params.metadata),
  });
}

export function updateCustomer(
  sim: Simulator,
  { id, params, account }: ApiRequest<Stripe.CustomerUpdateParams>,
) {
  refuseNotPlayed(params, notPlayed);
  requireEmail(params.email || undefined, "email");
  const customer = sim.objects.get("customer", id, account);
  const method = params.invoice_settings?.default_payment_method;
  if (method) sim.objects.get("payment_method", method, account, { status: 400 });
  const updated = complete("customer", {
    ...customer,
    ...(params.email !== undefined && { email: params.email || null }),
    ...(params.name !== undefined && { name: params.name || null }),
    ...(params.phone !== undefined && { phone: params.phone || null }),
    ...(params.description !== undefined && { description: params.description || null }),
    ...(params.address !== undefined && {
      address: (params.address || null) as Stripe.Address | null,
    }),
    ...(method !== undefined && {
      invoice_settings: { ...customer.invoice_settings, default_payment_method: method || null },
    }),
    ...(params.preferred_locales && { preferred_locales: params.preferred_locales }),
    metadata: applyMetadata(customer.metadata, params.metadata),
  });
  sim.objects.save("customer", updated);
  emit(sim, "customer.updated", updated, { account });
  return updated;
}

/** A deleted customer still answers, saying so. */
export function retrieveCustomer(sim: Simulator, { id, account }: ApiRequest) {
  const found = sim.objects.locate(id);
  if (found?.account === account && "deleted" in found.body) return found.body;
  return sim.objects.get("customer", id, account);
}

export function listCustomers(
  sim: Simulator,
  request: ApiRequest<Stripe.CustomerListParams & ListParams>,
) {
  return listObjects(sim, request, "customer", given(request.params, "email"));
}

/** Deletes a customer and ends what they had subscribed to. */
export function deleteCustomer(sim: Simulator, { id, account }: ApiRequest) {
  const customer = sim.objects.get("customer", id, account);
  for (const subscription of livingSubscriptions(sim, id, account)) {
    endSubscription(sim, account, subscription, "cancellation_requested");
  }
  emit(sim, "customer.deleted", customer, { account });
  return sim.objects.bury(id, "customer");
}
