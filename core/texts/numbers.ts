/* Thousands are separated by one sign, different from the decimal sign. */
const SPACED = /^(-?)(\d{1,3}(?:\s\d{3})+|\d*)(?:[.,](\d*))?$/;
const DOTTED = /^(-?)(\d{1,3}(?:\.\d{3})+),(\d*)$/;
const COMMAED = /^(-?)(\d{1,3}(?:,\d{3})+)\.(\d*)$/;

/** Reads any locale, NaN if malformed; « 4,550 » is a decimal, better refused than multiplied. */
export function readNumber(written: string): number {
  const text = written.trim().replace("−", "-");
  const [, sign, whole = "", decimals = ""] =
    SPACED.exec(text) ?? DOTTED.exec(text) ?? COMMAED.exec(text) ?? [];
  if (whole === "" && decimals === "") return Number.NaN;
  return Number(`${sign}${whole.replace(/\D/g, "") || "0"}.${decimals || "0"}`);
}

/** Reads euros as people write them, « 19€90 » or « EUR 19 »; NaN if malformed. */
export function readEuros(written: string): number {
  const text = written
    .trim()
    .replace(/^([\d\s]+?)\s*(?:€|euros?)\s*(\d{2})$/i, "$1,$2")
    .replace(/^(?:€|eur)\s*|\s*(?:€|eur(?:os?)?)$/gi, "");
  return readNumber(text);
}
