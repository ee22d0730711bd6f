import { z } from "zod";
import { PASSWORD_MAX } from "../accounts/rules.ts";
/** The reasons why an account cannot end yet: bookings to come, and open payments. */
export interface Obstacles {
  upcoming: number;
  openPayments: number;
}

/** The site asks for the password; a program proved it when it took its token. */
export const deletionInput = z.object({
  userId: z.string().optional(),
  password: z
    .string()
    .transform((value) => value.slice(0, PASSWORD_MAX + 1))
    .optional(),
});
