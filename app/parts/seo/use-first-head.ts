import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** React leaves alone what stands in the head and is not its own. */
export function useFirstHead(): void {
  const { key } = useLocation();
  const first = useRef(key);
  useEffect(() => {
    if (key === first.current) return;
    const tags = document.querySelectorAll('head [data-seo], head [type="application/ld+json"]');
    for (const tag of tags) tag.remove();
  }, [key]);
}
