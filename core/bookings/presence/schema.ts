import { z } from "zod";
import type { Presence } from "./rules.ts";
import { CONTESTS, PRESENCES } from "./rules.ts";

const FOUR_DIGITS = "Un code a quatre chiffres";
/** People type « 48 29 » too. */
const code = z
  .string(FOUR_DIGITS)
  .transform((text) => text.replace(/\s+/g, ""))
  .pipe(z.string().regex(/^\d{4}$/, FOUR_DIGITS));

/** A code that was typed for a slot, whose booking is not known yet. */
export const enterCodeInput = z.object({ slotId: z.uuid(), code });

/** Either the code of this booking, or the record of its professional. */
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

export const presenceInput = z.object({ bookingId: z.uuid() });

/** By its client, or by the link in the mail about it. */
export const contestInput = z.object({
  by: z.union([presenceInput, z.object({ token: z.string().max(200) })]),
  word: z.enum(CONTESTS, "came ou not_held"),
});

/** The recorded presence of a booking, which only its two sides may read (rule: presence-code). */
export interface PresenceView {
  bookingId: string;
  /** « Julie M. » */
  client: string;
  presence: Presence;
  by: "code" | "professional";
}
