import { codeRefusal } from "../billing/promotion-codes.ts";
import { StripeError } from "../protocol/stripe-error.ts";
import { inTransaction } from "../state/database.ts";
import type { Simulator } from "../state/simulator.ts";
import { type CheckoutSession, discountMembers, type SessionHidden } from "./checkout-sessions.ts";
import { checkoutTotals } from "./checkout-totals.ts";

const refused = "Ce code n'est pas valide.";

/** Applies the code that a payer typed; a French sentence when it cannot be used. */
export function applyPromotionCode(sim: Simulator, id: string, typed: string): string | undefined {
  return inTransaction(sim.db, () => {
    const found = sim.objects.locate(id);
    const session = found?.body as CheckoutSession | undefined;
    if (!found || session?.status !== "open" || !session.allow_promotion_codes) return refused;
    const { account } = found;
    const active = { active: true, code: typed.toUpperCase() };
    const [code] = sim.objects.all("promotion_code", active, account);
    const purchase = { customer: session.customer, amount: session.amount_subtotal ?? 0 };
    if (!code || codeRefusal(sim, code, purchase)) return refused;
    const hidden = sim.objects.hidden<SessionHidden>(id);
    const asked = [{ promotion_code: code.id }];
    try {
      const totals = checkoutTotals(sim, account, hidden.lineItems, asked, session.customer);
      sim.objects.hide(id, {
        ...hidden,
        lineItems: totals.items,
        ...(totals.discount && { discount: totals.discount }),
      } satisfies SessionHidden);
      sim.objects.save("checkout.session", {
        ...session,
        amount_total: totals.total,
        discounts: discountMembers(totals.discount),
        total_details: totals.details,
      });
      return undefined;
    } catch (error) {
      if (error instanceof StripeError) return refused;
      throw error;
    }
  });
}
