import { z } from "zod";
import { CONTESTS, PRESENCES, type Presence } from "./rules.ts";

const FOUR_DIGITS = "Un code a quatre chiffres";
const code = z
  .string(FOUR_DIGITS)
  .transform((text) => text.replace(/\s+/g, ""))
  .pipe(z.string().regex(/^\d{4}$/, FOUR_DIGITS));

export const enterCodeInput = z.object({ slotId: z.uuid(), code });

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

export const contestInput = z.object({
  by: z.union([presenceInput, z.object({ token: z.string().max(200) })]),
  word: z.enum(CONTESTS, "came ou not_held"),
});

/** Only the two sides may read it (rule: presence-code). */
export interface PresenceView {
  bookingId: string;
  client: string;
  presence: Presence;
  by: "code" | "professional";
}
