import { z } from "zod";
import { MAX_ANSWER } from "../../contact/rules.ts";
import { requiredReason } from "../../operators/acts/schema.ts";
import { oneLine } from "../../texts/clean-text.ts";

const MAX_SUBJECT = 120;
const TEXT_MIN = 10;

/** A side of a booking, or the owner of an account, by its id. */
export const recipientInput = z.object({
  to: z.enum(["client", "professional", "owner"], "Dites à qui : client, professional ou owner."),
  id: z.uuid(),
});
export type Recipient = z.output<typeof recipientInput>;

export const letterInput = z.object({
  /** Made by the form, so that what is sent twice is one mail. */
  letterId: z.uuid(),
  /** Whatever could end a mail's header becomes a space. */
  subject: z
    .string("Donnez un objet.")
    .overwrite(oneLine)
    .min(3, "Donnez un objet.")
    .max(MAX_SUBJECT, `L'objet ne peut pas dépasser ${MAX_SUBJECT} caractères`),
  text: z
    .string("Écrivez le message.")
    .trim()
    .min(TEXT_MIN, `Écrivez le message : ${TEXT_MIN} caractères au moins.`)
    .max(MAX_ANSWER, `Le message ne peut pas dépasser ${MAX_ANSWER} caractères`),
  reason: requiredReason,
});

export interface LetterView {
  name: string;
  email: string;
  /** « Massage suédois, 20 novembre 2026 à 18:30 »; null of an account. */
  subjectMatter: string | null;
}
