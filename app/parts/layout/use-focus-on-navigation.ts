import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** A screen reader then says its title; filters of the same list leave the focus alone. */
export function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const { pathname, search } = useLocation();
  const place = `${pathname}?${new URLSearchParams(search).get("page") ?? ""}`;
  const shown = useRef(place);
  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    // A refused form has just moved the focus to its first error.
    if (document.activeElement?.matches("[aria-invalid=true]")) return;
    main.current?.focus({ preventScroll: true });
  }, [place]);
  return main;
}
