import { invalidRequest } from "./stripe-error.ts";

/** Currencies that the simulator knows, with Stripe's minimum charge in each (cents). */
const minimums: Record<string, number> = { eur: 50, chf: 50, cad: 50, gbp: 30, usd: 50 };
const maximum = 99_999_999;

export function requireCurrency(currency: string, param: string): string {
  const lower = currency.toLowerCase();
  if (!(lower in minimums)) {
    throw invalidRequest(
      `Invalid currency: ${currency}. Stripe currently supports these currencies: ${Object.keys(minimums).join(", ")}`,
      { param },
    );
  }
  return lower;
}

const symbols: Record<string, string> = { eur: "€", gbp: "£", usd: "$", cad: "CA$", chf: "CHF " };

/** As Stripe's English messages write it: `€12.50`. */
export function englishAmount(cents: number, currency: string): string {
  const amount = (Math.abs(cents) / 100).toLocaleString("en-US", { minimumFractionDigits: 2 });
  return `${symbols[currency] ?? ""}${amount}`;
}

/** As the hosted pages write it: `12,50 €`. */
export function frenchAmount(cents: number, currency: string): string {
  return new Intl.NumberFormat("fr-FR", { style: "currency", currency }).format(cents / 100);
}

/** `par mois`, `tous les 6 mois`, … */
export function frenchRecurrence(interval: string, count: number): string {
  const word = { day: "jour", week: "semaine", month: "mois", year: "an" }[interval] ?? interval;
  if (count === 1) return `par ${word}`;
  const plural = word === "mois" ? word : `${word}s`;
  return `${interval === "week" ? "toutes" : "tous"} les ${count} ${plural}`;
}

/** Refuses totals that Stripe would not charge. */
export function requireChargeable(total: number, currency: string): void {
  const minimum = minimums[currency] ?? 50;
  if (total < minimum) {
    throw invalidRequest(
      `The Checkout Session's total amount due must add up to at least ${englishAmount(minimum, currency)} ${currency}`,
      { code: "amount_too_small" },
    );
  }
  if (total > maximum) {
    throw invalidRequest(
      `The Checkout Session's total amount must be no more than ${englishAmount(maximum, currency)} ${currency}`,
      { code: "amount_too_large" },
    );
  }
}
