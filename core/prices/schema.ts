import { z } from "zod";
import type { Cents } from "../money.ts";

export interface Cut {
  at: Date;
  cents: Cents;
}

export interface PriceStep {
  at: Date | null;
  cents: Cents;
}

/** A price as shown at one instant (rules: falling-price, true-strike). */
export interface PriceView {
  nowCents: Cents;
  /** Null when no former price would be true. */
  struckCents: Cents | null;
  next: Cut | null;
  /** Reduced without a price that may be struck. */
  isLastMinutePrice: boolean;
}

const MAX_STEPS = 5;
export const HOURS = { least: 1, most: 24 };
export const PERCENT = { least: 1, most: 90 };
const ORDER = "Chaque étape vient après la précédente, avec un prix plus bas.";

/** Steps, the earliest first: `percent` off from `hours` before the start. */
export const fallSteps = z
  .array(
    z.object({
      hours: z
        .int("Indiquez des heures entières.")
        .min(HOURS.least, `La dernière baisse a lieu au plus tard ${HOURS.least} h avant le début.`)
        .max(HOURS.most, `La première baisse a lieu au plus tôt ${HOURS.most} h avant le début.`),
      percent: z
        .int("Indiquez un pourcentage entier.")
        .min(PERCENT.least, `Une baisse est d'au moins ${PERCENT.least} %.`)
        .max(PERCENT.most, `Une baisse est de ${PERCENT.most} % au plus.`),
    }),
  )
  .max(MAX_STEPS, `Le prix baisse en ${MAX_STEPS} étapes au plus.`)
  .refine(
    (steps) =>
      steps.every((step, index) => {
        const before = steps[index - 1];
        return !before || (step.hours < before.hours && step.percent > before.percent);
      }),
    ORDER,
  );

export type FallStep = z.output<typeof fallSteps>[number];
