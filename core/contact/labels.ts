export const CONTACT_SUBJECT_LABELS = {
  reservation: "Une réservation",
  paiement: "Un paiement",
  compte: "Mon compte",
  professionnel: "Espace professionnel",
  technique: "Un problème technique",
  autre: "Autre",
} as const;

export type ContactSubject = keyof typeof CONTACT_SUBJECT_LABELS;

export const CONTACT_SUBJECTS = Object.keys(CONTACT_SUBJECT_LABELS) as ContactSubject[];

export function isContactSubject(value: unknown): value is ContactSubject {
  return typeof value === "string" && Object.hasOwn(CONTACT_SUBJECT_LABELS, value);
}
