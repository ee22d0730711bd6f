/**
 * « 37 places prises sur 77, dont 12 hors site »: the same words wherever a professional reads how
 * full an offering is.
 *
 * @param seats those that are sold or on sale.
 */
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
