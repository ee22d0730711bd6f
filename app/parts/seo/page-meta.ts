import { site } from "#core/site.ts";

const titleOf = (title: string) => ({ title: `${title} — ${site.name}` });

export const describedMeta = (title: string, description: string) => [
  titleOf(title),
  { name: "description", content: description },
];

/** For a page that search engines leave out. */
export const hiddenMeta = (title: string) => [
  titleOf(title),
  { name: "robots", content: "noindex" },
];
