import type Stripe from "stripe";
import { cardRefused, invalidRequest } from "../protocol/stripe-error.ts";
import type { ApiRequest, Simulator } from "../state/simulator.ts";
import { finalizeInvoice, type Invoice } from "./invoices.ts";
import { collectInvoice, methodOf, subscriptionOf } from "./subscription-billing.ts";

/** `POST /v1/invoices/{id}/pay`: one more attempt, with another card or money from elsewhere. */
export function payInvoice(
  sim: Simulator,
  { id, params, account }: ApiRequest<Stripe.InvoicePayParams>,
): Invoice {
  const invoice = sim.objects.get("invoice", id, account, { param: "invoice" });
  if (invoice.status === "paid") {
    throw invalidRequest("Invoice is already paid", { code: "invoice_already_paid" });
  }
  if (invoice.status === "void") throw invalidRequest("Invoice is void and cannot be paid.");
  if (params.paid_out_of_band) {
    throw invalidRequest("The simulator takes cards only.", { param: "paid_out_of_band" });
  }
  const open = invoice.status === "draft" ? finalizeInvoice(sim, account, invoice) : invoice;
  const subscription = subscriptionOf(sim, account, open);
  if (params.payment_method !== undefined) {
    sim.objects.get("payment_method", params.payment_method, account, {
      param: "payment_method",
      status: 400,
    });
  }
  const { invoice: tried, refusal } = collectInvoice(sim, account, open, {
    method: params.payment_method ?? methodOf(sim, account, subscription),
    onSession: params.off_session === false,
  });
  if (!refusal) return tried;
  throw cardRefused(refusal, true);
}
