/** Several emoji that show as one, and flags of letters that show nothing. */
const EMOJI = /\p{RGI_Emoji}/gv;
const SHOWS_NOTHING = /^[\p{Default_Ignorable_Code_Point}\p{Z}\s\u2800]*$/u;

/**
 * A text as it is kept, whatever it was typed or pasted from: accents as one letter (NFC), line breaks
 * as « \n », without control characters but those and tabs, and without marks of format, which show
 * nothing or turn what follows, outside emoji. A text that shows nothing is empty.
 */
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

/** The same as one line, as nothing but a single space may stand between words there. */
export const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
