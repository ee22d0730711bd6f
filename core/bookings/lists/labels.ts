/** @param seats those that are sold or on sale. */
export function fullnessLabel({
  taken,
  seats,
  outside,
}: {
  taken: number;
  seats: number;
  outside: number;
}): string {
  const words = taken > 1 ? "places prises" : "place prise";
  return `${taken} ${words} sur ${seats}${outside > 0 ? `, dont ${outside} hors site` : ""}`;
}
