import { dayKey, formatLongDay, formatTime } from "../../dates.ts";
import type { Cents } from "../../money.ts";
import type { Gap } from "../schema.ts";

const short = new Intl.NumberFormat("fr-FR", {
  style: "currency",
  currency: "EUR",
  trailingZeroDisplay: "stripIfInteger",
});

export function atPrice(price: Cents): string {
  return price === 0 ? "gratuitement" : `à ${short.format(price / 100)}`;
}

export function gapHours({ start, end }: Pick<Gap, "start" | "end">): string {
  return `${formatTime(start)}–${formatTime(end)}`;
}

export function gapQuestion({ start, priceCents }: Gap, now: Date): string {
  const day = dayKey(start) === dayKey(now) ? "" : ` ${formatLongDay(start)}`;
  return `s'est libéré${day}. Le publier ${atPrice(priceCents)} ?`;
}

export function gapReason({ title, foundAt }: Gap): string {
  const what = title ? `« ${title} »` : "Un rendez-vous";
  return `${what} a disparu de votre agenda privé à ${formatTime(foundAt)}.`;
}
