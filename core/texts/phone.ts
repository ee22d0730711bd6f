import type { CountryCode } from "libphonenumber-js/mobile";
import parsePhoneNumber from "libphonenumber-js/mobile";
import { z } from "zod";
import { oneLine } from "./clean-text.ts";

export const INVALID_PHONE = "Numéro de téléphone invalide";

export const phoneNumber = z
  .string(INVALID_PHONE)
  .transform((text) => oneLine(text.normalize("NFKC").replace(/\p{Pd}/gu, "-")))
  .refine((text) => text === "" || isDiallable(text), INVALID_PHONE);

/** From nine digits (Belgium) to the longest with any country code. */
function isDiallable(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  return /^\+?[\d ()./-]+$/.test(text) && text.length <= 30 && digits >= 9 && digits <= 15;
}

const INVALID_MOBILE = "Écrivez un mobile français, comme 06 12 34 56 78";

/** Overseas parts of France with their own prefix, dialled as in France: « 0692 … ». */
const OVERSEAS: readonly CountryCode[] = ["GP", "GF", "MQ", "RE", "YT"];

/** A mobile of France or overseas, normalised to +33612345678. */
export const frenchMobile = z
  .string(INVALID_MOBILE)
  .transform((text) => (text.trim() === "" ? "" : readMobile(text)))
  .refine((number) => number !== undefined, INVALID_MOBILE)
  .transform(String);

function readMobile(text: string): string | undefined {
  for (const defaultCountry of OVERSEAS) {
    const read = parsePhoneNumber(text, { defaultCountry, extract: false });
    if (read?.country === defaultCountry && read.isValid()) return read.number;
  }
  const number = parsePhoneNumber(text, { defaultCountry: "FR", extract: false })?.number;
  // Ranges are given out faster than a list of them is renewed.
  return number && /^\+33[67]\d{8}$/.test(number) ? number : undefined;
}

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

export function isElsewhere(code: unknown): boolean {
  const { data } = postalCode.safeParse(code);
  return Boolean(data) && !SERVED.test(String(data));
}
