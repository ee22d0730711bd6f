import type { Cents } from "../money.ts";
import type { MailTopic, PushTopic } from "./topics/rules.ts";

interface MailFacts {
  name: string;
  /** It goes before the others. */
  isAwaited?: true;
  /** Its recipient may do without it (rule: mail-topics). */
  topic?: MailTopic;
  /** The subject of the notification that goes beside it (rule: notifications). */
  push?: PushTopic;
  /** Shown to a bank (rule: dispute-evidence). */
  evidence?: string;
  /** Ids of its subject, never its words, which are made when it is sent. */
  data: object;
  /** Must not stay in the database once it is sent. */
  secrets?: object;
}

interface AlertFinds {
  finds: { alertId: string; slotId: string }[];
  toldAt: string;
}

/* Types alone, whose values nobody reads. */
const ofBooking = {} as { bookingId: string };
const ofAnswer = {} as { answerId: string };
const ofReport = {} as { reportId: string };
const ofDecision = {} as { decisionId: string };
const ofProof = {} as { proofId: string };
const ofChoice = {} as { choiceId: string };
const ofCheckout = {} as { checkoutId: string };
const ofSubscription = {} as { subscriptionId: string };
const ofMessage = {} as { messageId: string };
const ofProfessional = {} as { professionalId: string };
const ofBookingMessage = {} as { letterId: string; bookingId: string };
const ofAppeal = {} as { decisionId: string; appealId: string };
const ofRefund = {} as { bookingId: string; outsideId: string };
const ofMove = {} as { bookingId: string; changeId: string; backCents: number };
const ofSeats = {} as { bookingId: string; seats: number; refundCents: number };
const ofResale = {} as { bookingId: string; backCents: number };
const token = {} as { token: string };

export const MAILS = {
  "confirm-email": {
    name: "Confirmation de l'inscription",
    isAwaited: true,
    data: {} as object,
    secrets: token,
  },
  "reset-password": {
    name: "Lien pour un autre mot de passe",
    isAwaited: true,
    data: {} as object,
    secrets: token,
  },
  "address-proof": {
    name: "Lien qui prouve une adresse corrigée",
    isAwaited: true,
    data: {} as object,
    secrets: token,
  },
  "address-corrected": { name: "Adresse bientôt corrigée", data: {} as { at: string } },
  "guest-credentials": {
    name: "Identifiants d'un nouveau compte",
    isAwaited: true,
    data: {} as { expiresAt: string },
    secrets: {} as { password: string; token: string },
  },
  "password-changed": {
    name: "Mot de passe modifié",
    data: {} as { at: string; by: "owner" | "reset" },
  },
  "deletion-requested": { name: "Suppression de compte demandée", data: {} as { askedAt: string } },
  "account-unused": { name: "Compte inutilisé", data: {} as { userId: string } },
  "account-deleted": {
    name: "Compte supprimé",
    data: {} as { at: string; why: "asked" | "unused" },
  },
  "account-suspended": {
    name: "Compte suspendu, avec les motifs",
    isAwaited: true,
    data: ofDecision,
  },
  "relationship-ending": {
    name: "Fin de la relation, avec les motifs",
    isAwaited: true,
    data: ofDecision,
  },
  "account-decision-answered": { name: "Réponse sur une décision de compte", data: ofDecision },
  "terms-changing": { name: "Conditions modifiées", data: {} as { changeId: string } },
  "terms-refused": { name: "Conditions refusées", data: ofDecision },
  "booking-choice": { name: "Réservation à garder ou à annuler", data: ofChoice },
  "booking-goes-on": { name: "Réservation qui a lieu comme prévu", data: ofChoice },
  "booking-confirmed": {
    name: "Réservation confirmée",
    isAwaited: true,
    evidence: "confirmation, avec la date, le lieu et la règle de remboursement",
    data: ofBooking,
  },
  "booking-changed": {
    name: "Réservation changée",
    evidence: "changement de la réservation",
    data: {} as { bookingId: string; changeId: string },
  },
  "booking-received": {
    name: "Nouvelle réservation, au professionnel",
    push: "bookings",
    data: ofBooking,
  },
  "marked-absent": { name: "Absence notée", evidence: "absence constatée", data: ofBooking },
  "absence-contested": { name: "Absence contestée, au professionnel", data: ofBooking },
  "letter-to-client": { name: "Message du professionnel", data: ofBookingMessage },
  "letter-to-professional": { name: "Message du client", data: ofBookingMessage },
  "hour-proposed": {
    name: "Autre heure proposée",
    push: "cancellations",
    data: ofAnswer,
    secrets: token,
  },
  "hour-moved-client": { name: "Nouvelle heure acceptée", data: ofAnswer },
  "hour-moved-professional": {
    name: "Nouvelle heure acceptée, au professionnel",
    push: "cancellations",
    data: ofAnswer,
  },
  "hour-kept-professional": { name: "Heure gardée, au professionnel", data: ofAnswer },
  "hour-withdrawn": { name: "Autre heure retirée, au client", data: ofAnswer },
  "link-missing": { name: "Lien en ligne manquant", data: {} as { slotId: string } },
  "booking-reminder": {
    name: "Rappel de la réservation",
    topic: "reminders",
    push: "reminders",
    evidence: "rappel de la séance",
    data: {} as { bookingId: string; start: string },
  },
  "alert-found": {
    name: "Alerte : places trouvées",
    topic: "alerts",
    push: "alerts",
    data: {} as AlertFinds & { userId: string },
  },
  "alert-link": {
    name: "Lien pour garder une recherche",
    isAwaited: true,
    data: {} as { linkId: string },
    secrets: token,
  },
  "guest-alert-found": {
    name: "Places trouvées pour une recherche gardée sans compte",
    data: {} as AlertFinds & { guestId: string },
  },
  "waiting-offer": {
    name: "Liste d'attente : place gardée",
    topic: "waiting",
    push: "waiting",
    data: {} as { entryId: string; offeredAt: string },
  },
  "waiting-open": {
    name: "Liste d'attente : place ouverte à tous",
    topic: "waiting",
    push: "waiting",
    data: {} as { entryId: string; toldAt: string },
  },
  "review-asked": { name: "Demande d'avis", topic: "reviews", data: ofBooking },
  "review-decided": { name: "Avis : décision", data: {} as { reviewId: string } },
  "reply-decided": { name: "Réponse à un avis : décision", data: {} as { reviewId: string } },
  "report-decided": { name: "Signalement : décision", data: ofReport },
  "message-report-decided": { name: "Décision sur un message signalé", data: ofReport },
  "message-removed": { name: "Message signalé retiré, à son auteur", data: ofReport },
  "review-report-received": { name: "Signalement d'un avis reçu", data: ofReport },
  "message-report-received": { name: "Signalement d'un message reçu", data: ofReport },
  "content-report-received": { name: "Signalement reçu", data: ofReport },
  "content-report-decided": { name: "Signalement d'une publication : décision", data: ofAppeal },
  "content-decided": { name: "Décision sur une publication", data: ofAppeal },
  "proof-received": { name: "Pièce reçue", data: ofProof },
  "proof-accepted": { name: "Pièce acceptée", data: ofProof },
  "proof-refused": { name: "Pièce refusée", data: ofProof },
  "proof-expiring": { name: "Pièce qui expire bientôt", data: ofProof },
  "proof-ended": { name: "Pièce qui ne compte plus", data: ofProof },
  "proof-wanted": {
    name: "Pièce demandée",
    data: {} as {
      professionalId: string;
      kind: "company" | "diploma" | "insurance" | "title";
      at: string;
    },
  },
  "category-decided": { name: "Décision sur une catégorie", data: {} as { typeId: string } },
  "gap-found": { name: "Heure libérée dans l'agenda", push: "gaps", data: {} as { gapId: string } },
  "calendar-failing": { name: "Agenda illisible", data: {} as { calendarId: string } },
  "calendar-unclear": { name: "Rendez-vous mal compris", data: {} as { calendarId: string } },
  "event-over-booking": {
    name: "Rendez-vous sur une réservation",
    data: {} as { calendarId: string; at: string },
  },
  "booking-link": {
    name: "Lien pour continuer la réservation",
    isAwaited: true,
    data: {} as {
      linkId: string;
      /** Written for whoever asks, and dropped without such a checkout. */
      isOfHold?: boolean;
    },
    secrets: token,
  },
  "needless-payment": { name: "Paiement inutile", data: ofBooking },
  "payment-processing": { name: "Paiement en cours à la banque", isAwaited: true, data: ofBooking },
  "payment-failed": { name: "Paiement refusé", isAwaited: true, data: ofBooking },
  "late-paid-refunded": { name: "Payé trop tard, remboursé", data: ofBooking },
  "lost-payment-returned": { name: "Paiement perdu, rendu", data: {} as { amountCents: Cents } },
  "payment-under-review": { name: "Paiement en vérification", isAwaited: true, data: ofBooking },
  "booking-cancelled-client": {
    name: "Réservation annulée",
    push: "cancellations",
    evidence: "annulation",
    data: {} as { bookingId: string; letterId?: string },
  },
  "booking-cancelled-professional": {
    name: "Réservation annulée, au professionnel",
    push: "cancellations",
    data: ofBooking,
  },
  "booking-moved-client": {
    name: "Réservation déplacée",
    evidence: "déplacement de la réservation",
    data: ofMove,
  },
  "booking-moved-professional": {
    name: "Réservation déplacée, au professionnel",
    push: "cancellations",
    data: ofMove,
  },
  "seats-cancelled-client": {
    name: "Places rendues",
    evidence: "annulation d'une partie des places",
    data: ofSeats,
  },
  "seats-cancelled-professional": {
    name: "Places rendues, au professionnel",
    push: "cancellations",
    data: ofSeats,
  },
  "resale-offered": { name: "Places remises en vente", data: ofBooking },
  "resale-sold": { name: "Places revendues", data: ofResale },
  "resale-rest-refunded": { name: "Reste du prix rendu", data: ofResale },
  "resale-unsold": { name: "Places non revendues", data: ofBooking },
  "booking-refunded-client": { name: "Geste ou remboursement, sans annulation", data: ofRefund },
  "booking-refunded-professional": {
    name: "Remboursement sans annulation, au professionnel",
    data: ofRefund,
  },
  "payment-disputed": { name: "Paiement contesté, au professionnel", data: ofBooking },
  "payment-disputed-client": { name: "Paiement contesté", data: ofBooking },
  "dispute-won": { name: "Contestation gagnée, au professionnel", data: ofBooking },
  "dispute-won-client": { name: "Contestation close, le paiement reste dû", data: ofBooking },
  "goodwill-refused": {
    name: "Geste commercial refusé, à qui l'a proposé",
    data: {} as { proposalId: string },
  },
  "share-reclaimed": {
    name: "Part reprise au professionnel, avec le motif",
    data: {} as { bookingId: string; reclaimId: string },
  },
  "payment-account-restricted": { name: "Compte de paiement limité", data: ofProfessional },
  "tax-details-due": { name: "Données fiscales à donner", data: ofProfessional },
  "refund-refused-client": { name: "Remboursement retardé", data: ofBooking },
  "refund-refused-professional": {
    name: "Remboursement retardé, au professionnel",
    data: ofBooking,
  },
  "refund-settled-client": { name: "Remboursement réglé", data: ofBooking },
  "refund-settled-professional": { name: "Remboursement réglé, au professionnel", data: ofBooking },
  "subscription-confirmed": { name: "Abonnement confirmé", isAwaited: true, data: ofCheckout },
  "subscription-returned": { name: "Second abonnement remboursé", data: ofCheckout },
  "subscription-processing": {
    name: "Abonnement : paiement à la banque",
    isAwaited: true,
    data: ofCheckout,
  },
  "subscription-refused": {
    name: "Abonnement : paiement refusé",
    isAwaited: true,
    data: ofCheckout,
  },
  "subscription-cancelled": { name: "Abonnement résilié", data: ofSubscription },
  "subscription-renewal-failed": { name: "Abonnement : échéance impayée", data: ofSubscription },
  "subscription-ended": { name: "Abonnement terminé", data: ofSubscription },
  "message-received": { name: "Message reçu du site", data: ofMessage },
  "message-answered": { name: "Réponse à un message", data: ofMessage },
  "operator-letter": {
    name: "Message de notre équipe",
    data: {} as { bookingId?: string; userId?: string },
    secrets: {} as { subject: string; text: string },
  },
  "withdrawal-receipt": { name: "Accusé de rétractation", isAwaited: true, data: ofMessage },
} as const satisfies Record<string, MailFacts>;

export type MailKind = keyof typeof MAILS;

export const MAIL_KINDS = Object.keys(MAILS) as MailKind[];

/** Empty for a kind that is no more. */
export const factsOf = (kind: string): Partial<MailFacts> =>
  (MAILS as Record<string, MailFacts>)[kind] ?? {};

export type PushKind = {
  [Kind in MailKind]: (typeof MAILS)[Kind] extends { push: PushTopic } ? Kind : never;
}[MailKind];
