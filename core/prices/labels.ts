import { dayKey, formatShortDate, formatTime } from "../dates.ts";
import { priceLabel } from "../money.ts";
import type { PriceView } from "./rules.ts";

export function fallingLabel({ nowCents, next }: PriceView, from: Date): string {
  if (!next) return priceLabel(nowCents);
  const day = dayKey(next.at) === dayKey(from) ? "" : `le ${formatShortDate(next.at)} `;
  return `${priceLabel(nowCents)} puis ${priceLabel(next.cents)} ${day}à ${formatTime(next.at)}`;
}
