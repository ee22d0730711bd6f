import { addDays, dayKey, WEEKDAYS } from "../dates.ts";
import { AppError, ERROR_MESSAGES } from "../errors.ts";
import { PRICE_BAND_BOUNDS } from "../listings/rules.ts";
import { cents, eurosToCents } from "../money.ts";
import { placeRefusal } from "../places/labels.ts";
import { resolvePlace } from "../places/resolve-place.server.ts";
import { dayLabel } from "../search/labels.ts";
import { NEARBY_RADIUS, withOnlineWord } from "../search/rules.ts";
import { ANYWHERE, areaAround } from "./rules.ts";
import type { AlertConditions } from "./schema.ts";
import type { Compiled } from "./store.server.ts";

/** Writes the day that « today » and « tomorrow » mean now, and drops what says nothing. */
export function settleDay(asked: AlertConditions, now: Date): AlertConditions {
  const today = dayKey(now);
  const named: Record<string, string> = { today, tomorrow: addDays(today, 1) };
  const { date, radius, place, ...others } = asked;
  const settled = {
    ...others,
    ...(place && { place, radius: radius ?? NEARBY_RADIUS }),
    ...(date && { date: named[date] ?? date }),
  };
  const said = Object.entries(settled).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said) as AlertConditions;
}

/**
 * Lets through all that fits, and the search itself decides (rule: alerts).
 * @throws AppError `invalid_input` for a place that is not known, or a day that is over.
 */
export function compileConditions(
  conditions: AlertConditions,
  now: Date,
): { conditions: AlertConditions; compiled: Compiled } {
  const { q, category, place, radius = NEARBY_RADIUS, price, seats = 1, date, days } = conditions;
  const { price_max: budget } = conditions;
  const meant = place ? resolvePlace(place) : null;
  if (meant && meant.kind !== "point" && meant.kind !== "area") {
    throw refusal("place", placeRefusal(meant));
  }
  const day = date && !dayLabel(date) ? date : null;
  if (day && day < dayKey(now)) throw refusal("date", "Ce jour est passé");
  const band = price ? PRICE_BAND_BOUNDS[price] : null;
  const ends = [band?.below, budget ? eurosToCents(budget) + 1 : null];
  const end = Math.min(...ends.filter((one) => typeof one === "number"));
  const compiled = {
    typeName: category,
    words: withOnlineWord(q),
    area: meant?.kind === "point" ? areaAround(meant.point, radius) : ANYWHERE,
    seats,
    fromCents: band?.from ?? cents(0),
    belowCents: Number.isFinite(end) ? cents(end) : null,
    day,
    weekdays: weekdayBits(days),
  };
  const named = meant && { place: meant.name };
  const { radius: _, ...others } = conditions;
  return {
    conditions: { ...(meant?.kind === "area" ? others : conditions), ...named },
    compiled,
  };
}

/** As in the column: 1 for Monday to 64 for Sunday. */
function weekdayBits(days: string | undefined): number {
  const bits = WEEKDAYS.map((day, index) => (days?.split(",").includes(day) ? 2 ** index : 0));
  return days ? bits.reduce((sum: number, bit) => sum + bit, 0) : 127;
}

function refusal(field: string, message: string): AppError {
  return new AppError("invalid_input", {
    message: ERROR_MESSAGES.invalid_input,
    fields: { [field]: [message] },
  });
}
