import { z } from "zod";

const LONGEST = 200;

/** A text that somebody looks for, in an address: of a longer one its beginning, and never nothing. */
export const askedText = z
  .string()
  .trim()
  .transform((text) => text.slice(0, LONGEST).trim())
  .default("")
  .catch("");

/** Says that a text was too long to be looked for as a whole; empty for others. */
export function cutLabel(texts: readonly (string | null)[]): string {
  const isCut = texts.some((text) => (text ?? "").trim().length > LONGEST);
  return isCut ? `Seuls les ${LONGEST} premiers caractères ont été cherchés.` : "";
}
