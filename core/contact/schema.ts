import { z } from "zod";
import { emailAddress } from "../accounts/schema.ts";
import { oneLine } from "../texts/clean-text.ts";
import { INVALID_PHONE, phoneNumber } from "../texts/phone.ts";
import { CONTACT_SUBJECTS } from "./labels.ts";
import {
  ANSWER_MAX,
  CONTACT_MESSAGE_MAX,
  EMPLOYEES_MAX,
  GIFT_CARD_MESSAGE_MAX,
  MESSAGE_MIN,
} from "./rules.ts";

/** One line: anything that could end a mail's header becomes a space (rule: kept-messages). */
const line = (what: string, min: number, max: number, missing?: string) => {
  const tooShort = missing ?? `${what} doit contenir au moins ${min} caractères`;
  return z
    .string(tooShort)
    .transform(oneLine)
    .pipe(z.string().min(min, tooShort).max(max, `${what} ne peut pas dépasser ${max} caractères`));
};

/** Several lines. Browsers send a line end as two characters, which their counter shows as one. */
const prose = (max: number) => {
  const tooShort = `Le message doit contenir au moins ${MESSAGE_MIN} caractères`;
  return z
    .string(tooShort)
    .trim()
    .pipe(
      z
        .string()
        .min(MESSAGE_MIN, tooShort)
        .max(max, `Le message ne peut pas dépasser ${max} caractères`),
    );
};

const name = line("Le nom", 2, 100);

/** The contact form. */
export const contactInput = z.object({
  name,
  email: emailAddress,
  subject: z.enum(CONTACT_SUBJECTS, "Veuillez sélectionner un sujet"),
  message: prose(CONTACT_MESSAGE_MAX),
});

/** An operator's answer to a message; empty where none goes by mail. */
export const answerText = z
  .string()
  .trim()
  .pipe(z.string().max(ANSWER_MAX, `La réponse ne peut pas dépasser ${ANSWER_MAX} caractères`))
  .optional();

/** The same without a subject: the text of a gift card's enquiry. */
export const giftCardCall = contactInput.omit({ subject: true });

const EMPLOYEES_MISSING = "Veuillez indiquer le nombre d'employés";

/** A whole number as a string, which is what its field sends; nobody employs as many as the limit. */
const employeeCount = z
  .string(EMPLOYEES_MISSING)
  .trim()
  .refine(
    (text) => /^\d{1,10}$/.test(text) && Number(text) >= 1 && Number(text) <= EMPLOYEES_MAX,
    EMPLOYEES_MISSING,
  );

/** The gift-card form. */
export const giftCardInput = z.object({
  companyName: line("Le nom de l'entreprise", 2, 100),
  contactName: line("Le nom du contact", 2, 100),
  email: emailAddress,
  phone: phoneNumber.pipe(z.string().min(10, INVALID_PHONE).max(20, INVALID_PHONE)),
  employeeCount,
  message: prose(GIFT_CARD_MESSAGE_MAX),
});

/** Identifies the consumer and the contract (code de la consommation, D221-5). */
export const withdrawalInput = z.object({
  name,
  email: emailAddress,
  contract: line("Ce champ", 3, 500, "Veuillez indiquer la réservation ou le contrat concerné"),
});
