/** Search engines show no more of a description than this. */
const LENGTH = 155;

/** The beginning of a text, up to a word's end. */
export function summaryOf(text: string): string {
  return text.length > LENGTH ? text.slice(0, LENGTH).replace(/\s+\S*$/, "…") : text;
}
