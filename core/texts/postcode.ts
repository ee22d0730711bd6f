import { z } from "zod";

const INVALID_CODE = "Écrivez un code postal comme 69001, 1050 ou H2X 1Y4";

const CODE = /^(?:(?:0[1-9]|[1-8]\d|9[0-8])\d{3}|[1-9]\d{3}|[A-Z]\d[A-Z]\d[A-Z]\d)?$/;

/** Normalises a postcode of France, Belgium, Switzerland or Canada; empty is allowed. */
export const postalCode = z
  .string(INVALID_CODE)
  .transform((text) => text.replace(/\s+/g, "").toUpperCase())
  .refine((code) => CODE.test(code), INVALID_CODE)
  .transform((code) => code.replace(/^[A-Z]\d[A-Z]/, "$& "));

/** Metropolitan France, Corsica and Monaco (rule: where-on-site). */
const SERVED = /^(?:(?:0[1-9]|[1-8]\d|9[0-5])\d{3}|980\d\d)$/;

export function isOutsideServedArea(code: unknown): boolean {
  const { data } = postalCode.safeParse(code);
  return Boolean(data) && !SERVED.test(String(data));
}
