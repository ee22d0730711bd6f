import { YEAR } from "../durations.ts";

/** Characters, after trimming, a line end counted as one (rule: kept-messages). */
export const MESSAGE_MIN = 10;
export const MAX_CONTACT_MESSAGE = 2_000;
export const MAX_GIFT_CARD_MESSAGE = 1_000;
export const MAX_ANSWER = 5_000;
/** More than any employer has. */
export const MAX_EMPLOYEES = 5_000_000;

/** A withdrawal may have to be proved as long as a claim can be made (rule: retention). */
export const MESSAGE_LIFE = {
  contact: 3 * YEAR,
  gift_card: 3 * YEAR,
  withdrawal: 5 * YEAR,
} as const;

export type MessageKind = keyof typeof MESSAGE_LIFE;

/** Days to withdraw, and to be refunded then (code de la consommation, L221-18 and 24). */
export const WITHDRAWAL_DAYS = 14;
export const WITHDRAWAL_REFUND_DAYS = 14;

/** RGPD, articles 15 to 22. */
export const RIGHTS = { isAboutRights: true } as const;

export function isAboutRights({ kind, fields }: { kind: MessageKind; fields: unknown }): boolean {
  return kind === "contact" && fields !== null;
}

const GIFT_CARD_HEADING = "Demande de carte cadeau entreprise";

export interface GiftCardEnquiry {
  companyName: string;
  contactName: string;
  email: string;
  phone: string;
  employeeCount: string;
  message: string;
}

export function giftCardText(enquiry: GiftCardEnquiry): string {
  return [
    GIFT_CARD_HEADING,
    "",
    `Entreprise : ${enquiry.companyName}`,
    `Contact : ${enquiry.contactName}`,
    `Téléphone : ${enquiry.phone}`,
    `Nombre d'employés : ${enquiry.employeeCount}`,
    "",
    "Message :",
    enquiry.message,
  ].join("\n");
}

/** Finds a heading instead of a subject in the gift card's calls to `send-contact-email`. */
export function isGiftCardCall(input: unknown): boolean {
  if (typeof input !== "object" || input === null) return false;
  const { subject, message } = input as { subject?: unknown; message?: unknown };
  return (
    (subject === undefined || subject === null) &&
    typeof message === "string" &&
    message.trimStart().startsWith(GIFT_CARD_HEADING)
  );
}

/** The words of the model form (code de la consommation, R221-1). */
export function withdrawalText(contract: string): string {
  return `Je vous notifie par la présente ma rétractation du contrat suivant : ${contract}`;
}
