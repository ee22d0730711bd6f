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
