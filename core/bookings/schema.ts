import { z } from "zod";
import { MAX_NOTES_LENGTH } from "./rules.ts";

const guestEmail = z
  .string()
  .trim()
  .toLowerCase()
  .max(255, "L'email ne peut pas dépasser 255 caractères")
  // « non-empty and contains '@' » (S2§5); the rest keeps what no mail server would take.
  .refine((value) => /^[^\s@]+@[^\s@]+$/.test(value), "Veuillez saisir une adresse email valide");

export const bookSlotInput = z.object({
  sessionId: z.uuid(),
  slotId: z.uuid(),
  /** Cents, what the buyer saw: compared, never believed (R12). */
  amount: z.number().int().min(0).optional(),
  /** Given, even empty: a purchase without account. */
  email: guestEmail.optional(),
  bookingNotes: z
    .string()
    .trim()
    .max(MAX_NOTES_LENGTH, `La note ne peut pas dépasser ${MAX_NOTES_LENGTH} caractères`)
    .optional(),
  /** The cookie of an earlier guest purchase in this browser (R27). */
  guestProof: z.string().max(100).optional(),
});

/** A `session_id` of a result page: the provider's checkout, or ours for what costs nothing. */
export const checkoutIdInput = z.string().trim().min(1).max(255);
