import { z } from "zod";

const INVALID_CODE = "Écrivez un code postal comme 69001, 1050 ou H2X 1Y4";
/** Five digits in France, four in Belgium and Switzerland, letters and digits in Canada. */
const CODE = /^(?:(?:0[1-9]|[1-8]\d|9[0-8])\d{3}|[1-9]\d{3}|[A-Z]\d[A-Z]\d[A-Z]\d)?$/;

/**
 * A postcode of the countries where practitioners may be, or nothing; normalised to one spelling.
 */
export const postalCode = z
  .string(INVALID_CODE)
  .transform((text) => text.replace(/\s+/g, "").toUpperCase())
  .refine((code) => CODE.test(code), INVALID_CODE)
  .transform((code) => code.replace(/^[A-Z]\d[A-Z]/, "$& "));

/** Metropolitan France and Corsica, and Monaco (rule: where-on-site). */
const SERVED = /^(?:(?:0[1-9]|[1-8]\d|9[0-5])\d{3}|980\d\d)$/;

/** Whether this is a postcode of another place; what is no postcode, or none, is not. */
export function isElsewhere(code: unknown): boolean {
  const { data } = postalCode.safeParse(code);
  return Boolean(data) && !SERVED.test(String(data));
}

export const INVALID_PHONE = "Numéro de téléphone invalide";

/** A number that can be dialled, or nothing; kept as its owner writes it. */
export const phoneNumber = z
  .string(INVALID_PHONE)
  .transform((text) => text.replace(/\s+/g, " ").trim())
  .refine((text) => text === "" || isDiallable(text), INVALID_PHONE);

const INVALID_MOBILE = "Écrivez un mobile français, comme 06 12 34 56 78";

/** A French mobile, or nothing; kept as +33612345678. */
export const frenchMobile = z
  .string(INVALID_MOBILE)
  .transform((text) => text.replace(/[\s.()/-]/g, "").replace(/^(?:00|\+)33(?:0(?=\d{9}$))?/, "0"))
  .refine((digits) => /^(?:0[67]\d{8})?$/.test(digits), INVALID_MOBILE)
  .transform((digits) => digits.replace(/^0/, "+33"));

/** From the nine digits of a Belgian number to the most that any country code makes of one. */
function isDiallable(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  return /^\+?[\d ()./-]+$/.test(text) && text.length <= 30 && digits >= 9 && digits <= 15;
}
