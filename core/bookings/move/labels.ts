import { cents, formatPrice } from "../../money.ts";
import type { MoveMoney } from "./rules.ts";

export const NOT_MOVABLE =
  "Cette réservation ne peut plus changer d'horaire : le délai est passé, ou son paiement est en cours de vérification.";

/** The difference that moving there makes, beside its hour. */
export function moveLabel({ payCents, backCents }: MoveMoney): string {
  if (payCents > 0) {
    const more = formatPrice(cents(payCents - backCents));
    return `${more} de plus`;
  }
  return backCents > 0 ? `${formatPrice(backCents)} remboursés` : "Même prix";
}
