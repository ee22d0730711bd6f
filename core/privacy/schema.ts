import { z } from "zod";
import { PASSWORD_MAX } from "../accounts/rules.ts";
/** What the end of an account waits for: bookings to come, and payments that are not over. */
export interface Obstacles {
  upcoming: number;
  openPayments: number;
}

/** The password is asked for on the site; a program proved it when it took its token. */
export const deletionInput = z.object({
  userId: z.string().optional(),
  password: z
    .string()
    .transform((value) => value.slice(0, PASSWORD_MAX + 1))
    .optional(),
});
