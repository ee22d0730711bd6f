import { formatTime, weekdayName, weekdayOf } from "#core/dates.ts";
import { dayLabel, partLabel } from "#core/figures/labels.ts";
import type { Places } from "#core/figures/rules.ts";
import {
  BEFORE_LABELS,
  categoryLabel,
  PERIOD_LABELS,
  STEP_LABELS,
  townLabel,
} from "#core/figures/site/labels.ts";
import { isLow, PERIODS, type Period, STEPS } from "#core/figures/site/rules.ts";
import type { SiteFigures } from "#core/figures/site/schema.ts";
import type { Cents } from "#core/money.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";

export const count = (number: number) => number.toLocaleString("fr-FR");

/** Whole euros are enough here; the file has the cents. */
export const euros = (amount: Cents) => `${count(Math.round(amount / 100))}\u00a0€`;

/** Small parts get one digit more. */
export const part = (number: number, of: number) =>
  (number / of).toLocaleString("fr-FR", {
    style: "percent",
    maximumFractionDigits: number / of < 0.01 ? 2 : 1,
  });

export function tonightIn({ tonight, weekAgo, yearAgo, spans }: SiteFigures) {
  if (!tonight || tonight.seats === 0) {
    return { sentence: "Aucune place n'est ouverte ce soir.", beside: null };
  }
  const weekday = weekdayName((weekdayOf(spans[0]?.to ?? "") % 7) + 1);
  const compared = [
    weekAgo && weekAgo.seats > 0 && `${partLabel(weekAgo)} ${weekday} dernier`,
    yearAgo && yearAgo.seats > 0 && `${partLabel(yearAgo)} il y a un an`,
  ].filter(Boolean);
  const against = compared.length > 0 ? `, contre ${compared.join(" et ")} en fin de soirée` : "";
  return {
    sentence:
      tonight.filled > 1
        ? `Ce soir, ${count(tonight.filled)} places sont prises sur ${count(tonight.seats)}.`
        : `Ce soir, ${count(tonight.filled)} place est prise sur ${count(tonight.seats)}.`,
    beside: `${partLabel(tonight)}${against}.`,
  };
}

export function countedIn({ countedAt }: SiteFigures): string {
  return countedAt
    ? `Comptés chaque heure, la dernière fois à ${formatTime(countedAt)}.`
    : "Pas encore comptés aujourd'hui.";
}

const SHADES = [
  { from: 75, shade: "full" },
  { from: 60, shade: "good" },
  { from: 0, shade: "some" },
] as const;

export function cellOf(places: Places | null) {
  if (!places) return null;
  const free = places.seats - places.filled;
  const percent = (places.filled / places.seats) * 100;
  const { shade = "some" } = SHADES.find(({ from }) => percent >= from) ?? {};
  return {
    part: partLabel(places),
    free: `${count(free)} libre${free > 1 ? "s" : ""}`,
    shade: isLow(places) ? ("low" as const) : shade,
  };
}

export function townsIn({ categories, towns }: SiteFigures) {
  const evening = (places: Places | null) => (places ? partLabel(places) : "–");
  return {
    categories: categories.map(categoryLabel),
    towns: towns.map(({ town, cells, tonight, weekAgo, yearAgo }) => ({
      town: townLabel(town),
      cells: cells.map(cellOf),
      evenings: [tonight, weekAgo, yearAgo].map(evening),
    })),
  };
}

export function periodsIn({ period }: SiteFigures) {
  return (Object.keys(PERIODS) as Period[]).map((one) => ({
    name: PERIOD_LABELS[one],
    to: operatorAddresses.figuresOf(one),
    isCurrent: one === period,
  }));
}

export function spanIn({ period, spans }: SiteFigures) {
  const [first = { from: "", to: "" }] = spans;
  return {
    heads: [PERIOD_LABELS[period], BEFORE_LABELS[period], "Il y a un an"],
    days:
      first.from === first.to
        ? `Le ${dayLabel(first.to)}.`
        : `Du ${dayLabel(first.from)} au ${dayLabel(first.to)}.`,
  };
}

export interface SpanRow {
  name: string;
  cells: { value: string; more: string }[];
  /** Out of a hundred. */
  bar?: number;
  /** The earliest first; null without one. */
  line?: number[] | null;
}

export function rowOf<Counted extends { days: number }>(
  spans: readonly Counted[],
  name: string,
  value: (of: Counted) => string,
  more: (of: Counted) => string = () => "",
): SpanRow {
  const nothing = { value: "–", more: "" };
  return {
    name,
    cells: spans.map((of) => (of.days > 0 ? { value: value(of), more: more(of) } : nothing)),
  };
}

/** Under each number its part of the step before. */
export function stepsIn({ totals }: SiteFigures): SpanRow[] {
  const [now] = totals;
  const most = now ? Math.max(...STEPS.map((step) => now[step] ?? 0)) : 0;
  return STEPS.map((step, place) => {
    const before = STEPS[place - 1];
    const row = rowOf(
      totals,
      STEP_LABELS[step],
      (of) => (of[step] === null ? "–" : count(of[step])),
      (of) => (before ? stepPart(of[step], of[before]) : ""),
    );
    return { ...row, bar: most > 0 ? ((now?.[step] ?? 0) / most) * 100 : 0 };
  });
}

/** « ×1,8 » where a visit looks at several pages. */
function stepPart(number: number | null, of: number | null): string {
  if (number === null || of === null || of === 0) return "";
  if (number <= of) return part(number, of);
  return `×${(number / of).toLocaleString("fr-FR", { maximumFractionDigits: 1 })}`;
}

export function salesIn({ totals }: SiteFigures): SpanRow[] {
  return [
    rowOf(totals, "Places ouvertes", ({ seats }) => count(seats)),
    rowOf(
      totals,
      "Places prises",
      ({ filled }) => count(filled),
      (of) => (of.seats > 0 ? part(of.filled, of.seats) : ""),
    ),
    rowOf(totals, "Vendu", ({ cents }) => euros(cents)),
  ];
}
