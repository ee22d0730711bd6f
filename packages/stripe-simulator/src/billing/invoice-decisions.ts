import type Stripe from "stripe";
import { invalidRequest } from "../protocol/stripe-error.ts";
import type { ApiRequest, Simulator } from "../state/simulator.ts";
import { cancelPlans } from "../state/tasks.ts";
import { finalizeInvoice, type Invoice, voidInvoice } from "./invoices.ts";
import { collectInvoice, methodOf, restAfter, subscriptionOf } from "./subscription-billing.ts";

/** `POST /v1/invoices/{id}/finalize`: closes a draft to changes, and collects it unless told not to. */
export function finalizeOnRequest(
  sim: Simulator,
  { id, params, account }: ApiRequest<Stripe.InvoiceFinalizeInvoiceParams>,
): Invoice {
  const draft = sim.objects.get("invoice", id, account, { param: "invoice" });
  if (draft.status !== "draft") {
    throw invalidRequest("This invoice is already finalized, you can't re-finalize it.");
  }
  cancelPlans(sim, id);
  const advances = params.auto_advance ?? draft.auto_advance ?? true;
  const open = finalizeInvoice(sim, account, { ...draft, auto_advance: advances });
  if (advances) {
    const method = methodOf(sim, account, subscriptionOf(sim, account, open));
    collectInvoice(sim, account, open, { method, onSession: false });
  }
  return sim.objects.get("invoice", id, account);
}

/**
 * `POST /v1/invoices/{id}/void`: nobody owes it any more. A subscription that was past due for its
 * sake is in good standing again.
 */
export function voidOnRequest(sim: Simulator, { id, account }: ApiRequest): Invoice {
  const invoice = sim.objects.get("invoice", id, account, { param: "invoice" });
  if (invoice.status !== "open") {
    throw invalidRequest("You can only pass in open invoices. This invoice isn't open.");
  }
  cancelPlans(sim, id);
  voidInvoice(sim, account, invoice);
  restAfter(sim, account, invoice);
  return sim.objects.get("invoice", id, account);
}
