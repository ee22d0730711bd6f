import type { EntryContext } from "react-router";

/** The three search screens, and their hearts. */
const SEARCH_SCREENS = ["routes/home", "routes/sessions", "session", "routes/favori"];

/** Names the files of the search screens' code, for `usePreloads`. */
export function drawPreloads({ manifest }: EntryContext) {
  const routes = SEARCH_SCREENS.flatMap((id) => manifest.routes[id] ?? []);
  const files = routes.flatMap(({ module, imports = [] }) => [module, ...imports]);
  return <meta name="later" content={[...new Set(files)].join(" ")} />;
}
