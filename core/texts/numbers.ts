/*
 * Whole part, decimals. Thousands stand in groups of three, all separated by the same sign, which
 * differs from the decimal sign: « 4550 », « 4 550 », « 4.550,25 », « 4,550.25 ».
 */
const SPACED = /^(-?)(\d{1,3}(?:\s\d{3})+|\d*)(?:[.,](\d*))?$/;
const DOTTED = /^(-?)(\d{1,3}(?:\.\d{3})+),(\d*)$/;
const COMMAED = /^(-?)(\d{1,3}(?:,\d{3})+)\.(\d*)$/;

/**
 * Reads a number as people write it: « 45,50 » and « 45.50 » are the same, whatever the language of
 * the browser. A single sign before three figures counts as the decimal sign, so « 4,550 » is a
 * little more than four: one that meant thousands is better refused for its decimals than
 * multiplied by a thousand.
 *
 * @returns NaN for a text that is not written like a number, and for nothing.
 */
export function readNumber(written: string): number {
  const text = written.trim().replace("−", "-");
  const [, sign, whole = "", decimals = ""] =
    SPACED.exec(text) ?? DOTTED.exec(text) ?? COMMAED.exec(text) ?? [];
  if (whole === "" && decimals === "") return Number.NaN;
  return Number(`${sign}${whole.replace(/\D/g, "") || "0"}.${decimals || "0"}`);
}

/**
 * Reads euros as people write them: « 19,90 », « 19,90 € », « €19.90 », « 19€90 », « 19 euros », « EUR 19 ».
 *
 * @returns NaN for a text that is not written like a sum, and for nothing.
 */
export function readEuros(written: string): number {
  const text = written
    .trim()
    .replace(/^([\d\s]+?)\s*(?:€|euros?)\s*(\d{2})$/i, "$1,$2")
    .replace(/^(?:€|eur)\s*|\s*(?:€|eur(?:os?)?)$/gi, "");
  return readNumber(text);
}
