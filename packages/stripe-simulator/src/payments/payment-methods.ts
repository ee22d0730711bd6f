import { newId } from "../state/ids.ts";
import type { Kinds } from "../state/objects.ts";
import type { Simulator } from "../state/simulator.ts";
import type { EnteredCard } from "./card-entry.ts";
import { type TestCard, testCard } from "./test-cards.ts";

export type PaymentMethod = Kinds["payment_method"];

export interface Payer {
  email: string | null;
  name: string | null;
}

/** Only the number of one of Stripe's public test cards is ever remembered. */
interface MethodHidden {
  testNumber: string;
}

const unknownAddress = { country: "FR" };

export function makePaymentMethod(
  sim: Simulator,
  account: string,
  card: EnteredCard,
  payer: Payer,
): PaymentMethod {
  const { test } = card;
  return sim.objects.insert(
    "payment_method",
    {
      id: newId("pm_1"),
      object: "payment_method",
      allow_redisplay: "limited",
      billing_details: { address: unknownAddress, email: payer.email, name: payer.name },
      card: {
        brand: test.brand,
        checks: { cvc_check: "pass" },
        country: test.country,
        display_brand: test.brand,
        exp_month: card.expMonth,
        exp_year: card.expYear,
        fingerprint: `sim${test.number.slice(-4)}`,
        funding: test.funding,
        last4: card.last4,
        networks: { available: [test.brand] },
        regulated_status: "unregulated",
        three_d_secure_usage: { supported: true },
      },
      created: sim.clock.now(),
      livemode: false,
      metadata: {},
      type: "card",
    },
    { account, hidden: { testNumber: test.number } satisfies MethodHidden },
  );
}

/** How the bank behind a stored card behaves. */
export function bankOf(sim: Simulator, paymentMethod: string): TestCard {
  return testCard(sim.objects.hidden<MethodHidden>(paymentMethod).testNumber);
}
