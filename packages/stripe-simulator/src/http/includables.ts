import { livingSubscriptions } from "../billing/subscription-objects.ts";
import type { SessionHidden } from "../checkout/checkout-sessions.ts";
import type { Simulator } from "../state/simulator.ts";

function list(url: string, data: object[]) {
  return { object: "list", data: data.slice(0, 10), has_more: data.length > 10, url };
}

/** Lists that Stripe adds to an object only when `expand[]` asks for them. */
export const includables: Record<string, (sim: Simulator, id: string) => object> = {
  "checkout.session.line_items": (sim, id) =>
    list(`/v1/checkout/sessions/${id}/line_items`, sim.objects.hidden<SessionHidden>(id).lineItems),
  "invoice.payments": (sim, id) =>
    list(
      `/v1/invoice_payments?invoice=${id}`,
      sim.objects.all("invoice_payment", { invoice: id }, sim.objects.locate(id)?.account),
    ),
  "customer.subscriptions": (sim, id) =>
    list(
      `/v1/customers/${id}/subscriptions`,
      livingSubscriptions(sim, id, sim.objects.locate(id)?.account ?? ""),
    ),
  "charge.refunds": (sim, id) =>
    list(
      `/v1/charges/${id}/refunds`,
      sim.objects.all("refund", { charge: id }, sim.objects.locate(id)?.account).reverse(),
    ),
};
