import { type Cents, cents } from "../money.ts";

export type PlanId = "free" | "premium" | "expand";

/** One way of paying for a plan. Amounts are without tax (R11). */
export interface Price {
  /** Months that one payment covers. */
  months: 1 | 6 | 12;
  /** What one payment is. */
  totalCents: Cents;
  /** The same, per month. */
  monthlyCents: Cents;
  /** Said to be saved; null for the reference price. */
  savingCents: Cents | null;
}

export interface Plan {
  id: PlanId;
  /** Sessions that may be created in a month; null without a limit. */
  sessionsPerMonth: number | null;
  prices: readonly Price[];
}

/** The one catalogue of plans, for every screen (R10). */
export const PLANS: Record<PlanId, Plan> = {
  free: { id: "free", sessionsPerMonth: 5, prices: [] },
  premium: {
    id: "premium",
    sessionsPerMonth: 50,
    prices: [
      { months: 1, totalCents: cents(1_990), monthlyCents: cents(1_990), savingCents: null },
      {
        months: 12,
        totalCents: cents(17_880),
        monthlyCents: cents(1_490),
        savingCents: cents(6_000),
      },
      // The specification says 119.40 € (S1§9), kept as written; six months at 19.90 € are 119.40 €,
      // of which 59.70 € are saved (R7).
      { months: 6, totalCents: cents(5_970), monthlyCents: cents(995), savingCents: cents(11_940) },
    ],
  },
  expand: {
    id: "expand",
    sessionsPerMonth: null,
    prices: [
      { months: 1, totalCents: cents(4_900), monthlyCents: cents(4_900), savingCents: null },
      { months: 12, totalCents: cents(49_000), monthlyCents: cents(4_083), savingCents: null },
    ],
  },
};

/** French value added tax on subscriptions; TTC = HT × 1.2 (S1§9). */
const VAT = 1.2;

/** An amount with tax, rounded to the cent. */
export function withTax(amount: Cents): Cents {
  return cents(Math.round(amount * VAT));
}
