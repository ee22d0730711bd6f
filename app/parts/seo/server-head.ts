import { createContext, type ReactNode, useContext, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * Tags of the head for search engines and other sites. The server draws them, so that browsers
 * fetch no code for them; React leaves alone what it did not draw.
 */
export const ServerHead = createContext<ReactNode>(null);

/** The layout's own tags, removed on navigation because they describe the previous page. */
export function useServerHead(): ReactNode {
  const { key } = useLocation();
  const first = useRef(key);
  useEffect(() => {
    if (key === first.current) return;
    for (const tag of document.querySelectorAll("head [data-seo]")) tag.remove();
  }, [key]);
  return useContext(ServerHead);
}
