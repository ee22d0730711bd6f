import type { MailKind } from "../../notifications/schema.ts";

/** The mails that show what a client knew, in a bank's words. */
export const MAIL_NAMES: { [kind: string]: string } = {
  "booking-confirmed": "confirmation, avec la date, le lieu et la règle de remboursement",
  "booking-reminder": "rappel de la séance",
  "booking-changed": "changement de la réservation",
  "booking-moved-client": "déplacement de la réservation",
  "booking-cancelled-client": "annulation",
  "seats-cancelled-client": "annulation d'une partie des places",
  "marked-absent": "absence constatée",
} satisfies Partial<Record<MailKind, string>>;

export const CANCELLED_BY: Record<string, string> = {
  client: "par le client",
  professional: "par le praticien",
  disputed: "après la contestation",
};

export const PRESENCE_TEXTS = {
  code: {
    present: "Le client est venu : il a donné son code personnel au praticien.",
    late: "Le client est venu en retard : il a donné son code personnel au praticien.",
    absent: "Le client n'est pas venu.",
  },
  professional: {
    present: "Le praticien a noté la présence du client.",
    late: "Le praticien a noté la présence du client, en retard.",
    absent: "Le praticien a noté l'absence du client.",
  },
};
