import { WEEKDAYS, type Weekday, weekdayName } from "../dates.ts";
import { eurosToCents, formatPrice } from "../money.ts";
import { figureStep } from "./rules.ts";
import type { NAMED_DAYS } from "./typing/schema.ts";

const DAY_LABELS: Record<(typeof NAMED_DAYS)[number], string> = {
  today: "Aujourd'hui",
  tomorrow: "Demain",
  weekend: "Ce week-end",
  week: "Cette semaine",
  "next-week": "La semaine prochaine",
};

export const dayLabel = (date: string): string | null =>
  Object.hasOwn(DAY_LABELS, date) ? DAY_LABELS[date as keyof typeof DAY_LABELS] : null;

export const MODE_LABELS = { online: "En ligne", onsite: "Sur place" };
export const FORMAT_LABELS = { individual: "Individuelle", group: "En groupe" };

export function daysLabel(days: string): string {
  const chosen = days.split(",");
  if (days === WEEKDAYS.slice(0, 5).join(",")) return "En semaine";
  if (days === WEEKDAYS.slice(5).join(",")) return "Tous les week-ends";
  const names = chosen.map((day) => `${weekdayName(WEEKDAYS.indexOf(day as Weekday) + 1)}s`);
  const last = names.pop();
  return names.length === 0 ? `Tous les ${last}` : `Les ${names.join(", ")} et ${last}`;
}

export function budgetLabel(euros: number): string {
  const price = formatPrice(eurosToCents(euros));
  return `${Number.isInteger(euros) ? price.replace(",00", "") : price} au plus`;
}

const whole = new Intl.NumberFormat("fr-FR");

export function countLabel({ count, hasMore }: { count: number; hasMore: boolean }): string {
  const sessions = count > 1 ? "sessions" : "session";
  return `${hasMore ? "Plus de " : ""}${whole.format(count)} ${sessions}`;
}

export function allSessionsLabel(sessions: { count: number; hasMore: boolean }): string {
  return `Voir les ${sessions.hasMore ? "sessions" : countLabel(sessions)}`;
}

/** « 500+ » for 512. */
export function figureLabel(count: number): string {
  const step = figureStep(count);
  return step ? `${whole.format(step)}+` : whole.format(count);
}

export function distanceLabel(kilometres: number | null): string | null {
  if (kilometres === null) return null;
  if (kilometres < 1) return "à moins de 1 km";
  const digits = kilometres < 10 ? 1 : 0;
  return `à ${kilometres.toLocaleString("fr-FR", { maximumFractionDigits: digits })}\u00a0km`;
}
