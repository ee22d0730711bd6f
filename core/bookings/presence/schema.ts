import { z } from "zod";
import type { Presence } from "./rules.ts";
import { PRESENCES } from "./rules.ts";

const FOUR_DIGITS = "Un code a quatre chiffres";
/** People type « 48 29 » too. */
const code = z
  .string(FOUR_DIGITS)
  .transform((text) => text.replace(/\s+/g, ""))
  .pipe(z.string().regex(/^\d{4}$/, FOUR_DIGITS));

/** A code typed for a slot, whoever of its clients it belongs to. */
export const enterCodeInput = z.object({ slotId: z.uuid(), code });

/** Either the code of this very booking, or what its professional says. */
export const markPresenceInput = z
  .object({
    bookingId: z.uuid(),
    code: code.optional(),
    status: z.enum(PRESENCES, "present, late ou absent").optional(),
  })
  .refine(({ code, status }) => (code === undefined) !== (status === undefined), {
    path: ["status"],
    message: "Indiquez soit le code, soit la présence",
  });

export const contestInput = z.object({ bookingId: z.uuid() });

/** The presence that stands for a booking, read by its two sides alone (rule: presence-code). */
export interface PresenceView {
  bookingId: string;
  /** « Julie M. » */
  client: string;
  presence: Presence;
  by: "code" | "professional";
}
