import * as addresses from "#site/addresses.ts";
import { MAX_ENTRIES } from "./rules.ts";
import type { WaitingView } from "./schema.ts";

export const NOT_FULL_MESSAGE = "Il reste des places à ce créneau : réservez-les sans attendre.";
export const TOO_MANY_MESSAGE = `Vous êtes déjà sur ${MAX_ENTRIES} listes d'attente. Quittez-en une d'abord.`;
export const OFFER_OVER_MESSAGE = "Cette place ne vous est plus gardée.";

export function tooLargeMessage(capacity: number): string {
  return capacity === 1 ? "Ce créneau n'a qu'une place." : `Ce créneau n'a que ${capacity} places.`;
}

export function rankLabel(rank: number): string {
  return `${rank}${rank === 1 ? "re" : "e"} place dans la file`;
}

export function waitingLabel(waiting: number): string {
  if (waiting === 0) return "Personne n'attend encore";
  return waiting === 1 ? "1 personne attend" : `${waiting} personnes attendent`;
}

export function bookingPath({ kind, offeringId, slotId, seats }: WaitingView): string {
  return addresses.offering(kind, offeringId, slotId, seats);
}
