import { seatsLabel } from "#core/bookings/seats/labels.ts";
import { durationLabel } from "#core/catalogue/labels.ts";
import type { countChoices } from "#core/search/count-choices.server.ts";
import { FORMAT_LABELS, MODE_LABELS } from "#core/search/labels.ts";
import { NEARBY_RADIUS } from "#core/search/rules.ts";
import type { CHOICES, Choice, ChoiceView, SearchQuery } from "#core/search/schema.ts";
import { filtersHref } from "../catalogue/search-address.ts";
import { timeLabel } from "../catalogue/search-words.server.ts";

export type FilterGroup = ReturnType<typeof wordChoices>[number];

const TITLES: Record<keyof typeof CHOICES, string> = {
  time: "Quand ?",
  radius: "Jusqu'où ?",
  duration: "Combien de temps ?",
  seats: "Pour combien de personnes ?",
  mode: "Où cela se passe ?",
  format: "Seul ou à plusieurs ?",
};

export function wordChoices(
  query: SearchQuery,
  groups: Awaited<ReturnType<typeof countChoices>>["groups"],
) {
  const names = Object.keys(TITLES) as (keyof typeof CHOICES)[];
  return names.flatMap((name) => {
    const chips = groups[name].map((view) => wordChoice(query, view));
    return chips.length > 0 ? [{ name, title: TITLES[name], chips }] : [];
  });
}

function wordChoice(query: SearchQuery, { choice, isOn, found }: ChoiceView) {
  const none = Object.fromEntries(Object.keys(choice).map((name) => [name, undefined]));
  // Without another one the usual radius holds.
  const isOwn = isOn || (choice.radius === NEARBY_RADIUS && query.radius === undefined);
  return {
    label: labelOf(choice),
    count: found && !isOwn ? `${found.count}${found.hasMore ? "+" : ""}` : null,
    to: filtersHref({ ...query, ...(isOn ? none : choice) }),
    isOn: isOwn,
  };
}

function labelOf(choice: Choice): string {
  const { date, from, to, radius, duration_max: minutes, seats, mode, format } = choice;
  if (date) return timeLabel({ date, from, to });
  if (radius) return `${radius} km`;
  if (minutes) return `${durationLabel(minutes)} au plus`;
  if (seats) return seatsLabel(seats);
  if (mode) return MODE_LABELS[mode];
  return format ? FORMAT_LABELS[format] : "";
}
