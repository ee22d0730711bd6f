export function seatsLabel(seats: number): string {
  return seats === 1 ? "1 place" : `${seats} places`;
}

export function tooFewMessage(free: number): string {
  return free <= 1
    ? "Il ne reste qu'une place à ce créneau."
    : `Il ne reste que ${free} places à ce créneau.`;
}

/** Said of seats for sale again, which go together (rule: resale). */
export function togetherMessage(seats: number): string {
  return seats === 1 ? tooFewMessage(1) : `Ces ${seatsLabel(seats)} se prennent ensemble.`;
}

export function seatsLeftMessage(seats: number): string {
  return seats === 1
    ? "Cette réservation n'a plus qu'une place : annulez-la en entier."
    : `Cette réservation a ${seats} places : annulez-en moins, ou toute la réservation.`;
}

export const IN_REVIEW_MESSAGE =
  "Un remboursement de cette réservation n'a pas encore pu être fait. Nous nous en occupons ; vous pouvez annuler la réservation entière.";

export const UNPAID_SEATS_MESSAGE =
  "Cette réservation n'est pas encore payée : annulez-la en entier, puis réservez moins de places.";

export const WHOLE_MESSAGE = "Seul le client peut rendre une partie de ses places.";

export function standingLabel(booking: { seats: number; seatsCancelled: number }): string {
  const { seats, seatsCancelled } = booking;
  if (seatsCancelled === 0) return seatsLabel(seats);
  return `${seatsLabel(seats)}, ${seatsCancelled} annulée${seatsCancelled > 1 ? "s" : ""}`;
}

export const REFUND_OVER =
  "Le délai de remboursement est passé : cette réservation ne serait plus remboursée.";
