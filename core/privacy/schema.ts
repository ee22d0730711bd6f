import { z } from "zod";
import { PASSWORD_MAX } from "../accounts/rules.ts";
/** The reasons why an account cannot end yet: bookings to come, and open payments. */
export interface Obstacles {
  upcoming: number;
  openPayments: number;
}

export const deletionInput = z.object({
  userId: z.string().optional(),
  password: z
    .string("Veuillez saisir votre mot de passe")
    .min(1, "Veuillez saisir votre mot de passe")
    .transform((value) => value.slice(0, PASSWORD_MAX + 1)),
});
