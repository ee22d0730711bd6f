/** Search engines show no more of a description than this. */
const LENGTH = 155;

export function summaryOf(text: string): string {
  return text.length > LENGTH ? text.slice(0, LENGTH).replace(/\s+\S*$/, "…") : text;
}
