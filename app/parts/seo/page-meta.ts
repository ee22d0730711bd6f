import { site } from "#core/site.ts";

const titleOf = (title: string) => ({ title: `${title} — ${site.name}` });

export const describedMeta = (title: string, description: string) => [
  titleOf(title),
  { name: "description", content: description },
];

export const titleMeta = (title: string) => [titleOf(title)];

/** Search engines show no more of a description than this. */
const LENGTH = 155;

export function summaryOf(text: string): string {
  return text.length > LENGTH ? text.slice(0, LENGTH).replace(/\s+\S*$/, "…") : text;
}
