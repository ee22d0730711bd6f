import { useEffect } from "react";

interface Manifest {
  routes: Record<string, { module: string; imports?: string[] } | undefined>;
}

const SCREENS = ["routes/home", "routes/sessions", "session", "routes/favori"];

/**
 * Fetches the code of the three search screens, and of their hearts, while the browser is idle: the
 * next step is then at hand, even when the network is cut in between (rule: keep-the-page). A few kilobytes; their
 * data is not fetched.
 */
export function useSearchScreens() {
  useEffect(() => {
    const { __reactRouterManifest: manifest } = window as unknown as {
      __reactRouterManifest?: Manifest;
    };
    const whenIdle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 2_000));
    whenIdle(() => {
      for (const file of SCREENS.flatMap((id) => {
        const route = manifest?.routes[id];
        return route ? [route.module, ...(route.imports ?? [])] : [];
      })) {
        if (document.querySelector(`link[href="${file}"]`)) continue;
        const link = document.createElement("link");
        link.rel = "modulepreload";
        link.href = file;
        document.head.append(link);
      }
    });
  }, []);
}
