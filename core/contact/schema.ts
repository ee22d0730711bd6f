import { z } from "zod";
import { emailAddress } from "../accounts/schema.ts";
import { oneLine } from "../texts/clean-text.ts";
import { INVALID_PHONE, phoneNumber } from "../texts/phone.ts";
import { CONTACT_SUBJECTS } from "./labels.ts";
import {
  MAX_ANSWER,
  MAX_CONTACT_MESSAGE,
  MAX_EMPLOYEES,
  MAX_GIFT_CARD_MESSAGE,
  MESSAGE_MIN,
} from "./rules.ts";

/** Turns anything that could end a mail's header into a space (rule: kept-messages). */
const line = (what: string, min: number, max: number, missing?: string) => {
  const tooShort = missing ?? `${what} doit contenir au moins ${min} caractères`;
  return z
    .string(tooShort)
    .overwrite(oneLine)
    .min(min, tooShort)
    .max(max, `${what} ne peut pas dépasser ${max} caractères`);
};

/** Counts a line end, which browsers send as two characters, as one. */
const prose = (max: number) => {
  const tooShort = `Le message doit contenir au moins ${MESSAGE_MIN} caractères`;
  return z
    .string(tooShort)
    .trim()
    .min(MESSAGE_MIN, tooShort)
    .max(max, `Le message ne peut pas dépasser ${max} caractères`);
};

const name = line("Le nom", 2, 100);

export const contactInput = z.object({
  name,
  email: emailAddress,
  subject: z.enum(CONTACT_SUBJECTS, "Veuillez sélectionner un sujet"),
  message: prose(MAX_CONTACT_MESSAGE),
});

export const answerText = z
  .string()
  .trim()
  .max(MAX_ANSWER, `La réponse ne peut pas dépasser ${MAX_ANSWER} caractères`)
  .optional();

export const giftCardCall = contactInput.omit({ subject: true });

const EMPLOYEES_MISSING = "Veuillez indiquer le nombre d'employés";

/** A whole number as a string, which is what its field sends. */
const employeeCount = z
  .string(EMPLOYEES_MISSING)
  .trim()
  .refine(
    (text) => /^\d{1,10}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_EMPLOYEES,
    EMPLOYEES_MISSING,
  );

export const giftCardInput = z.object({
  companyName: line("Le nom de l'entreprise", 2, 100),
  contactName: line("Le nom du contact", 2, 100),
  email: emailAddress,
  phone: phoneNumber.pipe(z.string().min(10, INVALID_PHONE).max(20, INVALID_PHONE)),
  employeeCount,
  message: prose(MAX_GIFT_CARD_MESSAGE),
});

/** Identifies consumer and contract (code de la consommation, D221-5). */
export const withdrawalInput = z.object({
  name,
  email: emailAddress,
  contract: line("Ce champ", 3, 500, "Veuillez indiquer la réservation ou le contrat concerné"),
});
