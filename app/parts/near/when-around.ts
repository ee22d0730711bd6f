import type { MouseEvent } from "react";

/**
 * Asks for the visitor's position when « Autour de moi » is pressed within what the server has
 * written. The script for it is loaded then, since most visits never need it.
 */
export function whenAround(event: MouseEvent): void {
  if (!(event.target instanceof Element) || !event.target.closest("[data-around]")) return;
  // On the home page it is a link, for visitors whose browser runs no scripts.
  event.preventDefault();
  import("../../browser/ask-position.ts").then(({ askPosition }) => askPosition(event.nativeEvent));
}
