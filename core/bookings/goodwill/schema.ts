import { z } from "zod";
import { eurosToCents } from "../../money.ts";

export const AMOUNT_MESSAGE = "Un montant en euros, comme 12,50.";

/** A gift as an operator types it, « 12,50 », in cents. */
export const goodwillAmount = z
  .string(AMOUNT_MESSAGE)
  .trim()
  .regex(/^\d{1,4}([.,]\d{1,2})?$/, AMOUNT_MESSAGE)
  .transform((typed) => eurosToCents(Number(typed.replace(",", "."))))
  .refine((amountCents) => amountCents > 0, AMOUNT_MESSAGE);
