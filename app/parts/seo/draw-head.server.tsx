import { base as illustrations } from "virtual:illustrations";
import type { ReactNode } from "react";
import type { EntryContext, MetaDescriptor } from "react-router";
import { site } from "#core/site.ts";
import { factsOf, OWN_PICTURE, type PageFacts, type SharedPicture } from "./pages.server.ts";
import { toScript } from "./things.server.ts";

/**
 * Canonical address, robots, Open Graph and JSON-LD of the page that is about to be rendered. An
 * error page says only that it is not to be found.
 *
 * @param origin the site's public address, without a slash at the end.
 */
export function drawHead(entry: EntryContext, origin: string): ReactNode {
  const { matches, loaderData, location, errors } = entry.staticHandlerContext;
  const { route, params } = matches.at(-1) ?? {};
  if (errors || !route) return <meta name="robots" content="noindex" data-seo="" />;

  const pictureOf = ({ name, src }: SharedPicture) =>
    new URL(src ?? `${illustrations}/social${name ? `-${name}` : ""}-1200.jpeg`, origin).href;
  const data = loaderData[route.id];
  const { pathname: path, search } = location;
  const query = new URLSearchParams(search);
  const facts = factsOf(route.id, `/${route.path ?? ""}`, { data, origin, path, query, pictureOf });
  const meta = entry.routeModules[route.id]?.meta?.({
    loaderData: data,
    params: params ?? {},
    location,
    matches: [],
    error: undefined,
  });
  return <Head facts={facts} meta={meta ?? []} origin={origin} pictureOf={pictureOf} />;
}

function Head({
  facts: { canonical, noindex = false, picture = OWN_PICTURE, things = [] },
  meta,
  origin,
  pictureOf,
}: {
  facts: PageFacts;
  meta: MetaDescriptor[];
  origin: string;
  pictureOf: (picture: SharedPicture) => string;
}) {
  const url = `${origin}${canonical}`;
  const title = meta.flatMap((tag) => ("title" in tag ? [String(tag.title)] : []))[0] ?? site.name;
  const description = meta.flatMap((tag) =>
    "name" in tag && tag.name === "description" && "content" in tag ? [String(tag.content)] : [],
  )[0];
  const properties: [string, string | undefined][] = [
    ["og:type", "website"],
    ["og:site_name", site.name],
    ["og:locale", "fr_FR"],
    ["og:title", title.replace(` — ${site.name}`, "")],
    ["og:description", description],
    ["og:url", url],
    ["og:image", pictureOf(picture)],
    ["og:image:width", picture.src ? undefined : "1200"],
    ["og:image:height", picture.src ? undefined : "630"],
    ["og:image:alt", picture.alt],
  ];
  return (
    <>
      <link rel="canonical" href={url} data-seo="" />
      {noindex && <meta name="robots" content="noindex" data-seo="" />}
      {properties.map(
        ([property, content]) =>
          content && <meta key={property} property={property} content={content} data-seo="" />,
      )}
      <meta name="twitter:card" content="summary_large_image" data-seo="" />
      {things.length > 0 && (
        <script
          type="application/ld+json"
          data-seo=""
          // biome-ignore lint/security/noDangerouslySetInnerHtml: toScript leaves no « < » in it
          dangerouslySetInnerHTML={{ __html: toScript(things) }}
        />
      )}
    </>
  );
}
