import type { Suggestion } from "#core/catalogue/publishing/schema.ts";
import { fromParis } from "#core/dates.ts";
import { type Cents, eurosToCents } from "#core/money.ts";
import { areSteps, type Cut, cutsOf, LEAST_FLOOR } from "#core/prices/rules.ts";
import { readEuros } from "#core/texts/numbers.ts";
import { fallSteps } from "../authoring/fall-values.ts";

export type Typed = Record<string, string>;

export function startOf(typed: Typed, { today, tomorrow }: Suggestion): Date | null {
  const { day = "", otherDay = "", otherTime = "" } = typed;
  const near: Record<string, string> = { today: today.day, tomorrow: tomorrow.day };
  const time = { today: typed.time, tomorrow: typed.tomorrowTime }[day] ?? "other";
  return fromParis(`${near[day] ?? otherDay}T${time === "other" ? otherTime : time}`);
}

export interface Plan {
  base: Cents;
  cuts: Cut[];
}

const amountOf = (text: string | undefined): Cents | null => {
  const euros = readEuros(text ?? "");
  return euros >= 0 && euros < 1e6 ? eurosToCents(euros) : null;
};

export function planOf(typed: Typed, start: Date | null): Plan | null {
  const base = amountOf(typed.price);
  if (base === null || !start) return null;
  if (!("falls" in typed)) return { base, cuts: [] };
  const steps = fallSteps(typed);
  if (!areSteps(steps)) return null;
  const floor = amountOf(typed.fallFloor) ?? LEAST_FLOOR;
  return { base, cuts: cutsOf(steps, { base, floor, start }) };
}
