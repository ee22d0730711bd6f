import { site } from "#core/site.ts";

const titleOf = (title: string) => ({ title: `${title} — ${site.name}` });

export const describedMeta = (title: string, description: string) => [
  titleOf(title),
  { name: "description", content: description },
];

export const titleMeta = (title: string) => [titleOf(title)];
