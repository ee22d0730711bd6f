import { z } from "zod";
import { HOURS, MAX_STEPS, PERCENT } from "./rules.ts";

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
