import type { EntryContext } from "react-router";

/** The three search screens, and their hearts. */
const SEARCH_SCREENS = ["routes/home", "routes/sessions", "session", "routes/favori"];

/**
 * The links by which browsers fetch a page's scripts at a lower priority than what it shows: left
 * to React Router's own links, which follow these and name no priority, 120 kB of them would go
 * before fonts and pictures, and delay the first paint on a phone by half a second.
 *
 * They also fetch the code of the search screens, a few kilobytes without their data: the next step
 * is then at hand, even when the network is cut in between (rule: keep-the-page).
 */
export function drawPreloads({ manifest, staticHandlerContext }: EntryContext, nonce: string) {
  const { entry, routes, url } = manifest;
  const ids = [...staticHandlerContext.matches.map(({ route }) => route.id), ...SEARCH_SCREENS];
  const parts = [entry, ...ids.flatMap((id) => routes[id] ?? [])];
  const files = [url, ...parts.flatMap((part) => [part.module, ...(part.imports ?? [])])];
  return [...new Set(files)].map((file) => (
    <link key={file} rel="modulepreload" href={file} nonce={nonce} fetchPriority="low" />
  ));
}
