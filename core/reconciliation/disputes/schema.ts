import { z } from "zod";
import { requiredReason } from "../../operators/acts/schema.ts";

/** The provider takes 150 000 characters of everything together. */
const MAX_TEXT = 15_000;
const MAX_MESSAGES = 30;

const text = z
  .string()
  .transform((typed) => typed.replace(/\r\n?/g, "\n").trim())
  .pipe(z.string().max(MAX_TEXT, { error: `${MAX_TEXT} caractères au plus` }));

export const answerInput = z.object({
  paymentId: z.uuid(),
  // As the operator has read them, and corrected them where they had to.
  product: text,
  serviceDate: text,
  refundPolicy: text,
  cancellation: text,
  activity: text,
  /** The messages that are sent along; none goes by itself. */
  messages: z.array(z.uuid()).max(MAX_MESSAGES, { error: `${MAX_MESSAGES} messages au plus` }),
  reason: requiredReason,
});
