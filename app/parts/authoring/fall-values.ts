import type { FallStep } from "#core/prices/rules.ts";
import { readNumber } from "#core/texts/numbers.ts";

export const FALL_ROWS = [1, 2, 3, 4, 5] as const;

type FallField = `fall${"Hours" | "Percent"}${(typeof FALL_ROWS)[number]}`;
export type FallTexts = Record<FallField, string>;

export function fallTexts(steps: readonly FallStep[] | null): FallTexts {
  const texts = FALL_ROWS.flatMap((row) => {
    const step = steps?.[row - 1];
    return [
      [`fallHours${row}`, String(step?.hours ?? "")],
      [`fallPercent${row}`, String(step?.percent ?? "")],
    ];
  });
  return Object.fromEntries(texts) as FallTexts;
}

function filledRows(texts: Partial<FallTexts>) {
  return FALL_ROWS.filter((row) => texts[`fallHours${row}`] || texts[`fallPercent${row}`]);
}

/** Keeps half-empty rows, which the use case refuses. */
export function fallSteps(texts: Partial<FallTexts>): FallStep[] {
  return filledRows(texts).map((row) => ({
    hours: readNumber(texts[`fallHours${row}`] ?? ""),
    percent: readNumber(texts[`fallPercent${row}`] ?? ""),
  }));
}

/** « fallSteps.0.hours » names a sent step. */
export function byFallField(
  fields: Record<string, string[]>,
  texts: Partial<FallTexts>,
): Record<string, string[]> {
  const rows = filledRows(texts);
  const { fallSteps: general = [], ...others } = fields;
  const named = Object.entries(others).map(([name, messages]) => {
    const [, step, field] = /^fallSteps\.(\d+)\.(hours|percent)$/.exec(name) ?? [];
    const row = step && rows[Number(step)];
    return [row ? `fall${field === "hours" ? "Hours" : "Percent"}${row}` : name, messages] as const;
  });
  const saidThere = named.flatMap(([name, messages]) => (/^fall[HP]/.test(name) ? messages : []));
  const rest = general.filter((message) => !saidThere.includes(message));
  return { ...Object.fromEntries(named), ...(rest.length > 0 && { fallSteps: rest }) };
}
