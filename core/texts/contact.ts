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
