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
