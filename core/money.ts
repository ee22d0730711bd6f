/** Euro cents, always an integer (rule: whole-cents). Euros exist only in the JSON API and on screen. */
export type Cents = number & { readonly unit: "cents" };

/**
 * @param value an integer number of cents, for example from a database column or a literal.
 * @throws RangeError when it is not an integer: an amount that was never rounded is a bug.
 */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a number of cents`);
  return value as Cents;
}

/**
 * Euros as people and the JSON API write them (19.9) to cents. Rounds to the nearest cent, never
 * truncates (rule: whole-cents): 19.99 × 100 is 1998.9999999999998. The decimal text of the number is what is
 * rounded, because 1.005 is a little less than 1.005 in binary.
 */
export function eurosToCents(euros: number): Cents {
  return cents(Math.sign(euros) * Math.round(Number(`${Math.abs(euros).toFixed(10)}e2`)) + 0);
}

/** Cents to the numeric euros of the JSON API: 1990 → 19.9. */
export function centsToEuros(amount: Cents): number {
  return amount / 100;
}

const price = new Intl.NumberFormat("fr-FR", { style: "currency", currency: "EUR" });

/** « 19,90 € » (rule: french-prices), with the no-break space of French typography before the sign. */
export function formatPrice(amount: Cents): string {
  return price.format(amount / 100);
}

/** « 19,90 »: without sign or spaces, as it is typed and as French spreadsheets read it. */
export function amountText(amount: Cents): string {
  return centsToEuros(amount).toFixed(2).replace(".", ",");
}

/** A price, or the words for a free offering. */
export function priceLabel(amount: Cents): string {
  return amount === 0 ? "Gratuit" : formatPrice(amount);
}

/** The normal rate of French value added tax, in percent (code général des impôts, art. 278). */
export const VAT_PERCENT = 20;
