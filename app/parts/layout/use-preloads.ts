import { createContext, type ReactNode, useContext, useEffect } from "react";
import { preloadModule } from "react-dom";
import { touched } from "../../browser/on-touch.tsx";

/** Drawn by `preloads.server.tsx`; browsers draw none. */
export const Preloads = createContext<ReactNode>(null);

/**
 * Fetches what leads to the three search screens, and their hearts, once somebody has touched the page
 * and the browser is idle: the
 * next step is then at hand, even when the network is cut in between (rule: keep-the-page). A few
 * kilobytes; their data is not fetched.
 */
export function usePreloads(): ReactNode {
  useEffect(() => {
    const whenIdle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 2_000));
    const fetchLater = () => {
      const later = document.querySelector<HTMLMetaElement>("[name=later]")?.content.split(" ");
      for (const file of later ?? []) preloadModule(file, { as: "script" });
    };
    touched.then(() => whenIdle(fetchLater));
  }, []);
  return useContext(Preloads);
}
