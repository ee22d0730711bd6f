/** How long banks take to show a refund, « sous 5 à 10 jours ». */
export const REFUND_DELAY = "5 à 10 jours";

/** The same as a sentence, for mails. */
export const REFUND_APPEARS = `Selon votre banque, le remboursement apparaît sur votre compte sous ${REFUND_DELAY}.`;
