import { z } from "zod";
import { PASSWORD_MAX } from "../accounts/rules.ts";
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
