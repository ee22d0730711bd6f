import { formatTime } from "../../dates.ts";
import type { ResaleState } from "./rules.ts";

/** Its own name, and the button. */
export const RESALE_TITLE = "Rends ta place";

/** « Reprendre ma place » */
export function takeBackLabel(seats: number): string {
  return seats > 1 ? "Reprendre mes places" : "Reprendre ma place";
}

/** Said once seats are for sale. */
export function offeredMessage(seats: number): string {
  const kept =
    seats > 1
      ? "Elles restent à vous tant que personne ne les a payées."
      : "Elle reste à vous tant que personne ne l'a payée.";
  return `${kept} Un e-mail vous dit la suite.`;
}

/** A resale on a booking's card and in its professional's lists. */
export const RESALE_LABELS: Record<Exclude<ResaleState, "kept">, string> = {
  offered: "En attente d'un repreneur",
  held: "Un repreneur est en train de payer",
  sold: "Revendue",
};

/** « Remise en vente depuis 13:52 », for its professional; null when it is not for sale. */
export function resaleNote(state: ResaleState, since: Date | null): string | null {
  if (state === "held") return RESALE_LABELS.held;
  return state === "offered" && since ? `Remise en vente depuis ${formatTime(since)}` : null;
}

/** Why a booking cannot be put up for sale. */
export const NOT_RESALABLE =
  "Cette réservation ne peut pas être remise en vente : elle s'annule encore avec un remboursement, elle a commencé, ou son paiement est en cours de vérification.";

/** Why it cannot be taken back, given back or moved while somebody is paying for it. */
export const HELD_MESSAGE =
  "Quelqu'un est en train de payer à votre place. Revenez dans quelques minutes : cette réservation sera revendue, ou de nouveau à vous.";

/** Why it cannot be taken back once that has happened. */
export const NOT_OFFERED =
  "Cette réservation n'est pas remise en vente, ou elle vient d'être revendue.";

/** Why it cannot be given back in part or moved while it is for sale. */
export const OFFERED_MESSAGE =
  "Cette réservation est remise en vente : reprenez-la d'abord pour la changer.";
