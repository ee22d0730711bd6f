import { lowStockLabel } from "../catalogue/labels.ts";

export function favoriteCountLabel(count: number, shown = count): string {
  if (shown < count) return `${shown} session${shown > 1 ? "s" : ""} sur ${count} en favoris`;
  if (count === 0) return "Aucune session en favori";
  return count === 1 ? "1 session en favori" : `${count} sessions en favoris`;
}

export function spotsLabel(session: {
  capacity: number;
  nextSlot: { availableSpots: number } | null;
}): { text: string; isLow: boolean } {
  if (!session.nextSlot) {
    const { capacity } = session;
    return { text: `${capacity} place${capacity === 1 ? "" : "s"}`, isLow: false };
  }
  const { availableSpots } = session.nextSlot;
  const low = lowStockLabel(availableSpots);
  return { text: low ?? `${availableSpots} places restantes`, isLow: low !== null };
}
