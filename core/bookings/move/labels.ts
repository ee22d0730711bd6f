import { cents, formatPrice } from "../../money.ts";
import type { MoveMoney } from "./rules.ts";

export const NOT_MOVABLE =
  "Cette réservation ne peut plus changer d'horaire : le délai est passé, ou son paiement est en cours de vérification.";

export function moveLabel({ payCents, backCents }: MoveMoney): string {
  const more = payCents - backCents;
  if (more > 0) return `${formatPrice(cents(more))} de plus`;
  if (payCents > 0) return `${formatPrice(backCents)} remboursés ensuite`;
  return backCents > 0 ? `${formatPrice(backCents)} remboursés` : "Même prix";
}
