import type { MouseEvent } from "react";

/** Loads the script only when pressed, since most visits never need it. */
export function whenAround(event: MouseEvent): void {
  if (!(event.target instanceof Element) || !event.target.closest("[data-around]")) return;
  // On the home page it is a link, for visitors whose browser runs no scripts.
  event.preventDefault();
  import("../../browser/ask-position.ts").then(({ askPosition }) => askPosition(event.nativeEvent));
}
