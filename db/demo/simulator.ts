import { z } from "zod";
import type { payments } from "#core/tables.server.ts";
import { nameOf, SELLERS, stripeAccountOf } from "./people.ts";

type PaymentRow = typeof payments.$inferInsert;

const recorded = z.object({
  data: z.array(z.object({ checkout: z.string(), payment_intent: z.string(), charge: z.string() })),
});

/** The switches of the Stripe stand-in that the demo uses (`GET /_simulator` documents them). */
export interface Simulator {
  /** Makes the practitioners' connected accounts, unless they are there. */
  seedAccounts(): Promise<void>;
  /** Makes payments that were paid in the past; the rows come back with the provider's identifiers. */
  recordPayments(rows: readonly PaymentRow[]): Promise<PaymentRow[]>;
  /** Pays a checkout as the provider's page would. */
  pay(checkoutId: string, name: string): Promise<void>;
  /** Has the payer's bank contest a charge. */
  contest(chargeId: string): Promise<void>;
  /** Refuses the next refund. */
  refuseRefunds(): Promise<void>;
  /** Moves its clock; null brings it back to the real time. */
  setClock(now: Date | null): Promise<void>;
}

/** @param url of the simulator, without a trailing slash. */
export function openSimulator(url: string): Simulator {
  async function post(path: string, body: object): Promise<string> {
    const response = await fetch(`${url}/_simulator/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`the simulator refuses ${path}: ${answer}`);
    return answer;
  }
  return {
    async seedAccounts() {
      await Promise.all(
        SELLERS.map((professional) =>
          post("accounts", {
            id: stripeAccountOf(professional),
            business_name: professional.business,
          }),
        ),
      );
    },
    async recordPayments(rows) {
      const payments = rows.map(({ id, amountCents, applicationFeeCents, paidAt, ...row }) => ({
        ...{ client_reference_id: id, metadata: { payment_id: id }, amount: amountCents },
        ...{ application_fee_amount: applicationFeeCents, destination: row.destinationAccount },
        ...{ description: row.description, email: row.payerEmail, paid_at: paidAt },
        billingName: nameOf(row.payerEmail),
      }));
      const { data } = recorded.parse(JSON.parse(await post("payments", { payments })));
      return rows.map((row, place) => ({
        ...row,
        ...{ checkoutSessionId: data[place]?.checkout, chargeId: data[place]?.charge },
        paymentIntentId: data[place]?.payment_intent,
      }));
    },
    async pay(checkoutId, name) {
      await post(`checkouts/${checkoutId}/pay`, { billingName: name });
    },
    async contest(charge) {
      await post("faults", { type: "create_dispute", charge, reason: "product_not_received" });
    },
    async refuseRefunds() {
      await post("faults", { type: "refuse_refunds", code: "balance_insufficient", times: 1 });
    },
    async setClock(now) {
      await post("clock", { now: now?.toISOString() ?? null });
    },
  };
}
