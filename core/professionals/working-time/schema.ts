import { z } from "zod";
import { begunVersion } from "../../versions.ts";
import { WEEKDAYS } from "./rules.ts";

const minutes = (most: number, message: string) =>
  z.coerce.number(message).int(message).min(0, message).max(most, message);

const TIME = "L'heure n'est pas valable";
const time = z
  .string(TIME)
  .trim()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, TIME);

/** By the clock in Paris. */
const openingHour = z
  .strictObject({
    weekday: z.literal(WEEKDAYS, "Choisissez un jour, de 1 à 7"),
    opens: time,
    closes: time,
  })
  .refine(({ opens, closes }) => closes > opens, {
    message: "La fin vient après le début",
    path: ["closes"],
  });

/** Several a day that do not overlap; in order once read. */
const openingHours = z
  .array(openingHour, "Les horaires sont une liste")
  .max(28, "Quatre plages par jour au plus")
  .superRefine((hours, context) => {
    for (const [index, one] of hours.entries()) {
      const meets = hours.some(
        (other, place) =>
          place < index &&
          other.weekday === one.weekday &&
          other.opens < one.closes &&
          one.opens < other.closes,
      );
      const message = "Ces deux plages se chevauchent";
      if (meets) context.addIssue({ code: "custom", message, path: [index, "opens"] });
    }
  })
  .transform((hours) =>
    hours.toSorted(
      (one, other) => one.weekday - other.weekday || (one.opens < other.opens ? -1 : 1),
    ),
  );

/** How a professional's time is sold (rules: one-place, notice). */
export const workingTime = z.object({
  bufferMinutes: minutes(120, "La pause va de 0 à 120 minutes"),
  /** Minutes before its start until which a slot can be booked. */
  noticeMinutes: minutes(1_440, "Le délai va de 0 à 1 440 minutes, soit 24 heures"),
  openingHours,
});
export type WorkingTime = z.output<typeof workingTime>;

export const workingTimeInput = workingTime.extend({ version: begunVersion });
