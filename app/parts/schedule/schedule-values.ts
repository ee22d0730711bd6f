import type { ScheduleEffect, ScheduleView } from "#core/catalogue/schedule/schema.ts";

export interface TypedRule {
  weekdays: string[];
  starts: string;
  fromDay: string;
  untilDay: string;
  isParallel: boolean;
}

export interface TypedSchedule {
  rules: TypedRule[];
  /** Days, « 2026-12-25 », or hours in Paris, « 2026-12-25T18:30 ». */
  leftOut: string[];
  version: string;
}

export interface ScheduleAnswer {
  fields: Record<string, string[]>;
  typed: TypedSchedule | null;
  scope: { scope: string; act: string; starts: string } | null;
  effect: ScheduleEffect | null;
  /** Another effect is shown again before anything is done. */
  seen: string;
  isOther: boolean;
}

const emptyRule = (today: string): TypedRule => ({
  ...{ weekdays: [], starts: "", fromDay: today, untilDay: "", isParallel: false },
});

export function typedOf({ rules, leftOut, version }: ScheduleView, today: string): TypedSchedule {
  const shown = rules.map(({ weekdays, starts, fromDay, untilDay, isParallel = false }) => ({
    ...{ weekdays: weekdays.map(String), isParallel },
    ...{ starts, fromDay: fromDay < today ? today : fromDay, untilDay: untilDay ?? "" },
  }));
  const current = shown.filter(({ untilDay }) => untilDay === "" || untilDay >= today);
  return {
    rules: current.length > 0 ? current : [emptyRule(today)],
    leftOut: leftOut
      .filter(({ day }) => day >= today)
      .map(({ day, starts }) => (starts === null ? day : `${day}T${starts}`)),
    version: String(version),
  };
}

export function readSchedule(form: FormData, today: string): TypedSchedule {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const count = Math.min(14, Number.parseInt(text("rows"), 10) || 0);
  const rules = Array.from({ length: count }, (_, row) => ({
    weekdays: form.getAll(`weekdays-${row}`).map(String),
    starts: text(`starts-${row}`),
    fromDay: text(`from-${row}`),
    untilDay: text(`until-${row}`),
    isParallel: text(`parallel-${row}`) !== "",
  }));
  const [, removed] = /^remove-(\d+)$/.exec(text("intent")) ?? [];
  if (removed !== undefined) rules.splice(Number(removed), 1);
  if (text("intent") === "add" && rules.length < 14) rules.push(emptyRule(today));
  const days = [...form.getAll("leftOut").map(String), text("other")].filter(Boolean);
  return { rules, leftOut: [...new Set(days)].sort(), version: text("version") };
}
