const EMOJI = /\p{RGI_Emoji}/gv;
const SHOWS_NOTHING = /^[\p{Default_Ignorable_Code_Point}\p{Z}\s\u2800]*$/u;

/** Normalises text: NFC, line feeds, and no invisible characters outside emoji. */
export function cleanText(text: string): string {
  const composed = text
    .toWellFormed()
    .normalize("NFC")
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, "\n")
    .replace(/[\p{Cc}--[\n\t]]/gv, "");
  const clean = /\p{Cf}/u.test(composed) ? withoutFormat(composed) : composed;
  return SHOWS_NOTHING.test(clean) ? "" : clean;
}

function withoutFormat(text: string): string {
  const emoji = text.match(EMOJI) ?? [];
  return text
    .split(EMOJI)
    .map((between, index) => between.replace(/\p{Cf}/gu, "") + (emoji[index] ?? ""))
    .join("");
}

export const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

export function linesOf(text: string | null): string[] {
  return (text ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Must equal the database's `search_key` for French (db/migrations/0000_baseline.sql). */
export function searchKey(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("œ", "oe")
    .replaceAll("æ", "ae")
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}
