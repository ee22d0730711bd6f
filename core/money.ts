/** Integer euro cents (rule: whole-cents); euros exist only in the API and on screen. */
export type Cents = number & { readonly unit: "cents" };

/** @throws RangeError for an amount that was never rounded. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a number of cents`);
  return value as Cents;
}

/** Rounds the decimal text (rule: whole-cents), since 1.005 is less than that in binary. */
export function eurosToCents(euros: number): Cents {
  return cents(Math.sign(euros) * Math.round(Number(`${Math.abs(euros).toFixed(10)}e2`)) + 0);
}

export function centsToEuros(amount: Cents): number {
  return amount / 100;
}

const price = new Intl.NumberFormat("fr-FR", { style: "currency", currency: "EUR" });

/** « 19,90 € » (rule: french-prices), with a no-break space before the sign. */
export function formatPrice(amount: Cents): string {
  return price.format(amount / 100);
}

/** « 19,90 », as French spreadsheets read it. */
export function amountText(amount: Cents): string {
  return centsToEuros(amount).toFixed(2).replace(".", ",");
}

export function priceLabel(amount: Cents): string {
  return amount === 0 ? "Gratuit" : formatPrice(amount);
}

/** Normal rate (code général des impôts, art. 278). */
export const VAT_PERCENT = 20;
