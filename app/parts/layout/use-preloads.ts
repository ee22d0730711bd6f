import { createContext, type ReactNode, useContext, useEffect } from "react";
import { preloadModule } from "react-dom";
import { touched } from "../../browser/on-touch.tsx";

export const Preloads = createContext<ReactNode>(null);

/** Fetches the next step before the network may be cut (rule: keep-the-page). */
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
