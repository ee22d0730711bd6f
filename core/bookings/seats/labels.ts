/** « 2 places » */
export function seatsLabel(seats: number): string {
  return seats === 1 ? "1 place" : `${seats} places`;
}

/** Why fewer can come than somebody wants to bring. */
export function tooFewMessage(free: number): string {
  return free <= 1
    ? "Il ne reste qu'une place à ce créneau."
    : `Il ne reste que ${free} places à ce créneau.`;
}
