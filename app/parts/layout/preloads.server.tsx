import type { EntryContext } from "react-router";

/** The three search screens, and their hearts. */
const SEARCH_SCREENS = ["routes/home", "routes/sessions", "session", "routes/favori"];

/**
 * The links by which browsers fetch a page's scripts at a lower priority than what it shows: left
 * to React Router's own links, which follow these and name no priority, 120 kB of them would go
 * before fonts and pictures, and delay the first paint on a phone by half a second. The first link also names what `usePreloads` fetches later.
 */
export function drawPreloads({ manifest, staticHandlerContext }: EntryContext, nonce: string) {
  const { entry, routes, url } = manifest;
  const filesOf = (ids: string[]) =>
    ids
      .flatMap((id) => routes[id] ?? [])
      .flatMap(({ module, imports = [] }) => [module, ...imports]);
  const shown = filesOf(staticHandlerContext.matches.map(({ route }) => route.id));
  const now = new Set([url, entry.module, ...entry.imports, ...shown]);
  const later = new Set(filesOf(SEARCH_SCREENS)).difference(now);
  return [...now].map((file, index) => (
    <link
      key={file}
      rel="modulepreload"
      href={file}
      nonce={nonce}
      fetchPriority="low"
      data-later={index === 0 ? [...later].join(" ") : undefined}
    />
  ));
}
