import { base as illustrations } from "virtual:illustrations";
import type { MetaDescriptor, ServerBuild } from "react-router";
import { site } from "#core/site.ts";
import { factsOf, OWN_PICTURE, type PageFacts, type SharedPicture } from "./page-facts.server.ts";

type Route = NonNullable<ServerBuild["routes"][string]>;

/** For search engines alone, so browsers fetch no code for it. */
export function withHeads(build: ServerBuild, origin: string): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [
    id,
    route?.module.default && route.parentId ? withHead(route, origin) : route,
  ]);
  return { ...build, routes: Object.fromEntries(routes) };
}

function withHead(route: Route, origin: string): Route {
  const { meta } = route.module;
  const pictureOf = ({ name, src }: SharedPicture) =>
    new URL(src ?? `${illustrations}/social${name ? `-${name}` : ""}-1200.jpeg`, origin).href;
  const withFacts: typeof meta = (args) => {
    const tags = meta?.(args) ?? [];
    const { pathname: path, search } = args.location;
    const shown = { data: args.loaderData, origin, path, query: new URLSearchParams(search) };
    const facts = factsOf(route.id, `/${route.path ?? ""}`, { ...shown, pictureOf });
    return [...tags, ...tagsOf(facts, tags, origin, pictureOf)];
  };
  return { ...route, module: { ...route.module, meta: withFacts } };
}

function tagsOf(
  { canonical, noindex = false, shared, picture = OWN_PICTURE, things = [] }: PageFacts,
  tags: MetaDescriptor[],
  origin: string,
  pictureOf: (picture: SharedPicture) => string,
): MetaDescriptor[] {
  const url = `${origin}${canonical}`;
  const title = tags.flatMap((tag) => ("title" in tag ? [String(tag.title)] : []))[0] ?? site.name;
  const description = tags.flatMap((tag) =>
    "name" in tag && tag.name === "description" && "content" in tag ? [String(tag.content)] : [],
  )[0];
  const properties: [string, string | undefined][] = [
    ["og:type", "website"],
    ["og:site_name", site.name],
    ["og:locale", "fr_FR"],
    ["og:title", shared?.title ?? title.replace(` — ${site.name}`, "")],
    ["og:description", description],
    ["og:url", url + (shared?.query ?? "")],
    ["og:image", pictureOf(picture)],
    ["og:image:width", picture.src ? undefined : "1200"],
    ["og:image:height", picture.src ? undefined : "630"],
    ["og:image:alt", picture.alt],
  ];
  const named: MetaDescriptor[] = [
    { tagName: "link", rel: "canonical", href: url },
    ...(noindex ? [{ name: "robots", content: "noindex" }] : []),
    ...properties.flatMap(([property, content]) => (content ? [{ property, content }] : [])),
    { name: "twitter:card", content: "summary_large_image" },
  ];
  const graph = { "@context": "https://schema.org", "@graph": things };
  return [
    ...named.map((tag) => ({ ...tag, "data-seo": "" })),
    ...(things.length > 0 ? [{ "script:ld+json": graph }] : []),
  ];
}
