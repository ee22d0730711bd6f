import type { EntryContext } from "react-router";

const SEARCH_SCREENS = ["routes/home", "routes/sessions", "session", "routes/favori"];

export function drawPreloads({ manifest }: EntryContext) {
  const routes = SEARCH_SCREENS.flatMap((id) => manifest.routes[id] ?? []);
  const files = routes.flatMap(({ module, imports = [] }) => [module, ...imports]);
  return <meta name="later" content={[...new Set(files)].join(" ")} />;
}
