import { z } from "zod";

const LONGEST = 200;

/** A text in an address, cut to its beginning when too long. */
export const askedText = z
  .string()
  .trim()
  .transform((text) => text.slice(0, LONGEST).trim())
  .default("")
  .catch("");

export function cutLabel(texts: readonly (string | null)[]): string {
  const isCut = texts.some((text) => (text ?? "").trim().length > LONGEST);
  return isCut ? `Seuls les ${LONGEST} premiers caractères ont été cherchés.` : "";
}
