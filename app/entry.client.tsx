import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { browserRouter } from "./browser/react-router-internals.tsx";

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

if (import.meta.env.PROD) {
  // Nobody waits for it: after everything that the page needs.
  addEventListener("load", async () => {
    const { startWorker } = await import("./browser/device-copy.ts");
    const root = browserRouter()?.state.loaderData.root as { viewer?: { id: string } | null };
    const viewer = root?.viewer;
    await startWorker(viewer === null ? null : viewer?.id);
  });
}
