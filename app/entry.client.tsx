import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { browserRouter } from "./browser/react-router-internals.tsx";
import type { Viewer } from "./browser/viewer.ts";

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

async function startWorker(): Promise<void> {
  const { startWorker: start } = await import("./browser/device-copy.ts");
  const root = browserRouter()?.state.loaderData.root as { viewer?: Viewer | null } | undefined;
  await start(root?.viewer === null ? null : root?.viewer?.id);
}

// After everything that the page needs.
if (import.meta.env.PROD) {
  if (document.readyState === "complete") startWorker();
  else addEventListener("load", startWorker);
}
