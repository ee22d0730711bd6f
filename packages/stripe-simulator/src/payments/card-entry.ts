import { type TestCard, testCard } from "./test-cards.ts";

/** A card as typed, checked; the number itself is kept nowhere. */
export interface EnteredCard {
  test: TestCard;
  last4: string;
  expMonth: number;
  expYear: number;
}

export type CardFields = { cardNumber: string; cardExpiry: string; cardCvc: string };
export type CardErrors = Partial<Record<keyof CardFields, string>>;

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Checks the three card fields at `now` (seconds): a card, or French messages by field. */
export function readCard(
  fields: CardFields,
  now: number,
): { card: EnteredCard; errors?: undefined } | { card?: undefined; errors: CardErrors } {
  const errors: CardErrors = {};
  const number = fields.cardNumber.replaceAll(/[\s-]/g, "");
  if (number === "") errors.cardNumber = "Saisissez votre numéro de carte.";
  else if (!/^\d+$/.test(number)) errors.cardNumber = "Votre numéro de carte est invalide.";
  else if (number.length < 13) errors.cardNumber = "Votre numéro de carte est incomplet.";
  else if (number.length > 19 || !passesLuhn(number)) {
    errors.cardNumber = "Votre numéro de carte est invalide.";
  }

  const expiry = /^(\d{1,2})\s*\/?\s*(\d{2}|\d{4})$/.exec(fields.cardExpiry.trim());
  const expMonth = Number(expiry?.[1]);
  const expYear = (Number(expiry?.[2]) % 2000) + 2000;
  const today = new Date(now * 1000);
  if (!expiry) errors.cardExpiry = "La date d'expiration de votre carte est incomplète.";
  else if (expMonth < 1 || expMonth > 12) {
    errors.cardExpiry = "La date d'expiration de votre carte est invalide.";
  } else if (
    expYear < today.getUTCFullYear() ||
    (expYear === today.getUTCFullYear() && expMonth <= today.getUTCMonth())
  ) {
    errors.cardExpiry = "La date d'expiration de votre carte est passée.";
  } else if (expYear > today.getUTCFullYear() + 50) {
    errors.cardExpiry = "La date d'expiration de votre carte est invalide.";
  }

  const cvcLength = /^3[47]/.test(number) ? 4 : 3;
  if (!new RegExp(`^\\d{${cvcLength}}$`).test(fields.cardCvc.trim())) {
    errors.cardCvc = "Le code de sécurité de votre carte est incomplet.";
  }
  if (Object.keys(errors).length > 0) return { errors };
  return { card: { test: testCard(number), last4: number.slice(-4), expMonth, expYear } };
}
