import { formatTime } from "../../dates.ts";
import type { ResaleState } from "./rules.ts";

export const RESALE_TITLE = "Rends ta place";

export function takeBackLabel(seats: number): string {
  return seats > 1 ? "Reprendre mes places" : "Reprendre ma place";
}

export function offeredMessage(seats: number): string {
  const kept =
    seats > 1
      ? "Elles restent à vous tant que personne ne les a payées."
      : "Elle reste à vous tant que personne ne l'a payée.";
  return `${kept} Un e-mail vous dit la suite.`;
}

export const RESALE_LABELS: Record<Exclude<ResaleState, "kept">, string> = {
  offered: "En attente d'un repreneur",
  held: "Un repreneur est en train de payer",
  sold: "Revendue",
};

export function resaleNote(state: ResaleState, since: Date | null): string | null {
  if (state === "held") return RESALE_LABELS.held;
  return state === "offered" && since ? `Remise en vente depuis ${formatTime(since)}` : null;
}

export const NOT_RESALABLE =
  "Cette réservation ne peut pas être remise en vente : elle s'annule encore avec un remboursement, elle a commencé, ou son paiement est en cours de vérification.";

export const HELD_MESSAGE =
  "Quelqu'un est en train de payer à votre place. Revenez dans quelques minutes : cette réservation sera revendue, ou de nouveau à vous.";

export const NOT_OFFERED =
  "Cette réservation n'est pas remise en vente, ou elle vient d'être revendue.";

export const OFFERED_MESSAGE =
  "Cette réservation est remise en vente : reprenez-la d'abord pour la changer.";
