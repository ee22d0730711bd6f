/** How long banks take to show a refund, « sous 5 à 10 jours ». */
export const REFUND_DELAY = "5 à 10 jours";

/** The same as a sentence, for mails. */
export const REFUND_APPEARS = `Selon votre banque, le remboursement apparaît sur votre compte sous ${REFUND_DELAY}.`;

const DISPUTE_STATES: Record<string, string> = {
  needs_response: "preuves attendues",
  under_review: "la banque décide",
  won: "gagnée",
  lost: "perdue",
  warning_needs_response: "question de la banque, preuves attendues",
  warning_under_review: "question de la banque, à l'étude",
  warning_closed: "question de la banque, close",
};

/** The state of a dispute for operators; the provider's own word where it says something new. */
export function disputeLabel(status: string): string {
  return DISPUTE_STATES[status] ?? status;
}
