import parsePhoneNumber, { type CountryCode } from "libphonenumber-js/mobile";
import { z } from "zod";
import { oneLine } from "./clean-text.ts";

export const INVALID_PHONE = "Numéro de téléphone invalide";

/** A number that can be dialled, or nothing; kept as its owner writes it, with plain figures and signs. */
export const phoneNumber = z
  .string(INVALID_PHONE)
  .transform((text) => oneLine(text.normalize("NFKC").replace(/\p{Pd}/gu, "-")))
  .refine((text) => text === "" || isDiallable(text), INVALID_PHONE);

/** From the nine digits of a Belgian number to the most that any country code makes of one. */
function isDiallable(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  return /^\+?[\d ()./-]+$/.test(text) && text.length <= 30 && digits >= 9 && digits <= 15;
}

const INVALID_MOBILE = "Écrivez un mobile français, comme 06 12 34 56 78";

/** The parts of France overseas that have a prefix of their own, but are dialled as in France: « 0692 … ». */
const OVERSEAS: readonly CountryCode[] = ["GP", "GF", "MQ", "RE", "YT"];

/** A mobile of France or of its parts overseas, or nothing; kept as +33612345678. */
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
