import { createContext, type ReactNode, useContext, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * What only search engines and other sites read in the head of a page. The server draws it, so that
 * browsers fetch no code for it; React leaves alone what it finds there and did not draw.
 */
export const ServerHead = createContext<ReactNode>(null);

/** The same for the layout; taken away on navigation, because it speaks of the page before. */
export function useServerHead(): ReactNode {
  const { key } = useLocation();
  const first = useRef(key);
  useEffect(() => {
    if (key === first.current) return;
    for (const tag of document.querySelectorAll("head [data-seo]")) tag.remove();
  }, [key]);
  return useContext(ServerHead);
}
