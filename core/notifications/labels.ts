import type { Cents } from "../money.ts";
import type { PushTopic } from "./push/rules.ts";
import type { MailTopic } from "./topics/rules.ts";

interface MailFacts {
  /** What operators call it. */
  name: string;
  /** Somebody waits for it in front of their mailbox: it goes before the others. */
  isAwaited?: true;
  /** The topic by which its recipient may do without it (rule: mail-topics). */
  topic?: MailTopic;
  /** The subject of the notification that goes beside it (rule: notifications). */
  push?: PushTopic;
  /** What a bank is told that it was, where it shows what a client knew (rule: dispute-evidence). */
  evidence?: string;
  /**
   * The type of what its row holds: ids of its subject, never its words, which are made when it is sent
   * from what its reader finds then.
   */
  data: object;
  /** The type of what must not stay in the database once it is sent. */
  secrets?: object;
}

/** Every kind of mail. */
export const MAILS = {
  /** To a new address: confirms a sign-up (rule: mailbox-proof). */
  "confirm-email": {
    name: "Confirmation de l'inscription",
    isAwaited: true,
    data: {} as object,
    secrets: {} as { token: string },
  },
  /** To the owner: a link to choose a new password (rule: reset-link). */
  "reset-password": {
    name: "Lien pour un autre mot de passe",
    isAwaited: true,
    data: {} as object,
    secrets: {} as { token: string },
  },
  /** To the address that an account will have: a link to prove it; to the one it has: that (rule: corrected-address). */
  "address-proof": {
    name: "Lien qui prouve une adresse corrigée",
    isAwaited: true,
    data: {} as object,
    secrets: {} as { token: string },
  },
  "address-corrected": { name: "Adresse bientôt corrigée", data: {} as { at: string } },
  /** To a guest who has paid: the credentials of their new account (rule: guest-account). */
  "guest-credentials": {
    name: "Identifiants d'un nouveau compte",
    isAwaited: true,
    data: {} as { expiresAt: string },
    secrets: {} as { password: string; token: string },
  },
  /**
   * To the owner: the password was changed, by a reset link or by somebody who knew the old one.
   */
  "password-changed": {
    name: "Mot de passe modifié",
    data: {} as { at: string; by: "owner" | "reset" },
  },
  /** To a professional: the deletion of their account was requested. */
  "deletion-requested": { name: "Suppression de compte demandée", data: {} as { askedAt: string } },
  /** To the owner of an account unused for years: it will end (rule: unused-accounts). */
  "account-unused": { name: "Compte inutilisé", data: {} as { userId: string } },
  /** To the former owner: the account is gone, and why. */
  "account-deleted": {
    name: "Compte supprimé",
    data: {} as { at: string; why: "asked" | "unused" },
  },
  /**
   * To the owner: the account is suspended, and why; we end the relationship, from when on; how we
   * have answered, or that it is lifted (rule: account-decision).
   */
  "account-suspended": {
    name: "Compte suspendu, avec les motifs",
    isAwaited: true,
    data: {} as { decisionId: string },
  },
  "relationship-ending": {
    name: "Fin de la relation, avec les motifs",
    isAwaited: true,
    data: {} as { decisionId: string },
  },
  "account-decision-answered": {
    name: "Réponse sur une décision de compte",
    data: {} as { decisionId: string },
  },
  /** To a professional: the terms change, when and how (rule: changed-terms). */
  "terms-changing": { name: "Conditions modifiées", data: {} as { changeId: string } },
  /** To a client: the professional is suspended, or leaves; they may be refunded (rule: booked-clients-choose). */
  "terms-refused": { name: "Conditions refusées", data: {} as { decisionId: string } },
  "booking-choice": { name: "Réservation à garder ou à annuler", data: {} as { choiceId: string } },
  "booking-goes-on": {
    name: "Réservation qui a lieu comme prévu",
    data: {} as { choiceId: string },
  },
  /** To the buyer: the booking is confirmed, with a calendar file. */
  "booking-confirmed": {
    name: "Réservation confirmée",
    isAwaited: true,
    evidence: "confirmation, avec la date, le lieu et la règle de remboursement",
    data: {} as { bookingId: string },
  },
  /** To the buyer: place, mode or hours are no longer those that they booked (rule: sold-as-seen). */
  "booking-changed": {
    name: "Réservation changée",
    evidence: "changement de la réservation",
    data: {} as { bookingId: string; changeId: string },
  },
  /** To the professional: somebody booked. */
  "booking-received": {
    name: "Nouvelle réservation, au professionnel",
    push: "bookings",
    data: {} as { bookingId: string },
  },
  /** To a client: they are said to have been absent; to the professional: they contest it. */
  "marked-absent": {
    name: "Absence notée",
    evidence: "absence constatée",
    data: {} as { bookingId: string },
  },
  "absence-contested": {
    name: "Absence contestée, au professionnel",
    data: {} as { bookingId: string },
  },
  /** From one side of a booking to the other, by the site (rule: writing-through-us). */
  "letter-to-client": {
    name: "Message du professionnel",
    data: {} as { letterId: string; bookingId: string },
  },
  "letter-to-professional": {
    name: "Message du client",
    data: {} as { letterId: string; bookingId: string },
  },
  /** To a client: another hour, by a link of their own; to both: how it was answered (rule: another-hour). */
  "hour-proposed": {
    name: "Autre heure proposée",
    push: "cancellations",
    data: {} as { answerId: string },
    secrets: {} as { token: string },
  },
  "hour-moved-client": { name: "Nouvelle heure acceptée", data: {} as { answerId: string } },
  "hour-moved-professional": {
    name: "Nouvelle heure acceptée, au professionnel",
    push: "cancellations",
    data: {} as { answerId: string },
  },
  "hour-kept-professional": {
    name: "Heure gardée, au professionnel",
    data: {} as { answerId: string },
  },
  "hour-withdrawn": { name: "Autre heure retirée, au client", data: {} as { answerId: string } },
  /** To the professional: people have booked online, and the link is missing (rule: somewhere-to-go). */
  "link-missing": { name: "Lien en ligne manquant", data: {} as { slotId: string } },
  /** To a client: what they have booked begins in so many hours (rule: booking-reminder). */
  "booking-reminder": {
    name: "Rappel de la réservation",
    topic: "reminders",
    push: "reminders",
    evidence: "rappel de la séance",
    data: {} as { bookingId: string; start: string },
  },
  /** To somebody who keeps searches: places that fit them, told together (rule: alerts). */
  "alert-found": {
    name: "Alerte : places trouvées",
    topic: "alerts",
    push: "alerts",
    data: {} as { userId: string; toldAt: string },
  },
  /** To a guest: the link that keeps a search; and what fits those that they keep (rule: guest-alerts). */
  "alert-link": {
    name: "Lien pour garder une recherche",
    isAwaited: true,
    data: {} as { linkId: string },
    secrets: {} as { token: string },
  },
  "guest-alert-found": {
    name: "Places trouvées pour une recherche gardée sans compte",
    data: {} as { guestId: string; toldAt: string },
  },
  /** To somebody who waits: seats are kept for them; or open to all (rule: waiting-list). */
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
  /** To a client: what they have booked is over, and may be reviewed (rule: reviews). */
  "review-asked": { name: "Demande d'avis", topic: "reviews", data: {} as { bookingId: string } },
  /** To its author: the operator has decided about a review, or the reply to one; to those who reported it, how. */
  "review-decided": { name: "Avis : décision", data: {} as { reviewId: string } },
  "reply-decided": { name: "Réponse à un avis : décision", data: {} as { reviewId: string } },
  "report-decided": { name: "Signalement : décision", data: {} as { reportId: string } },
  /** To who reported a message: how the operator decided; to its author: it is gone, and why. */
  "message-report-decided": {
    name: "Décision sur un message signalé",
    data: {} as { reportId: string },
  },
  "message-removed": {
    name: "Message signalé retiré, à son auteur",
    data: {} as { reportId: string },
  },
  /** To who reported something published: we have it; then, and to its professional: how it was decided. */
  "review-report-received": {
    name: "Signalement d'un avis reçu",
    data: {} as { reportId: string },
  },
  "message-report-received": {
    name: "Signalement d'un message reçu",
    data: {} as { reportId: string },
  },
  "content-report-received": { name: "Signalement reçu", data: {} as { reportId: string } },
  "content-report-decided": {
    name: "Signalement d'une publication : décision",
    data: {} as { decisionId: string; appealId: string },
  },
  "content-decided": {
    name: "Décision sur une publication",
    data: {} as { decisionId: string; appealId: string },
  },
  /** To a professional: we have what they gave for the tick; how it was decided; it ends soon, or has ended (rule: tick). */
  "proof-received": { name: "Pièce reçue", data: {} as { proofId: string } },
  "proof-accepted": { name: "Pièce acceptée", data: {} as { proofId: string } },
  "proof-refused": { name: "Pièce refusée", data: {} as { proofId: string } },
  "proof-expiring": { name: "Pièce qui expire bientôt", data: {} as { proofId: string } },
  "proof-ended": { name: "Pièce qui ne compte plus", data: {} as { proofId: string } },
  "proof-wanted": {
    name: "Pièce demandée",
    data: {} as {
      professionalId: string;
      kind: "company" | "diploma" | "insurance" | "title";
      at: string;
    },
  },
  /** To a professional: what an operator has decided about the category that they use (rule: category-care). */
  "category-decided": { name: "Décision sur une catégorie", data: {} as { typeId: string } },
  /** To the professional: an hour that a private calendar set free, offered back (rule: gap). */
  "gap-found": { name: "Heure libérée dans l'agenda", push: "gaps", data: {} as { gapId: string } },
  /** To the professional: a private calendar cannot be read since a day (rule: calendar-in). */
  "calendar-failing": { name: "Agenda illisible", data: {} as { calendarId: string } },
  /** To the professional: events of a private calendar that cannot be understood whole (rule: calendar-in). */
  "calendar-unclear": { name: "Rendez-vous mal compris", data: {} as { calendarId: string } },
  /** To the professional: events of theirs lie over slots that somebody has booked. */
  "event-over-booking": {
    name: "Rendez-vous sur une réservation",
    data: {} as { calendarId: string; at: string },
  },
  /** To a guest: the link that confirms a free booking, or continues with a slot. */
  "booking-link": {
    name: "Lien pour continuer la réservation",
    isAwaited: true,
    data: {} as {
      linkId: string;
      /**
       * Only for somebody who holds a checkout of the slot, since the mail is written for whoever
       * asks.
       */
      isOfHold?: boolean;
    },
    secrets: {} as { token: string },
  },
  /** To a guest who begins to pay for a slot they have booked already, or for their own session. */
  "needless-payment": { name: "Paiement inutile", data: {} as { bookingId: string } },
  /** To the buyer: their bank is deciding; or it has refused (rule: processing-payment). */
  "payment-processing": {
    name: "Paiement en cours à la banque",
    isAwaited: true,
    data: {} as { bookingId: string },
  },
  "payment-failed": { name: "Paiement refusé", isAwaited: true, data: {} as { bookingId: string } },
  /** To the buyer: the seat was gone, so the payment is refunded in full (rule: late-payment). */
  "late-paid-refunded": { name: "Payé trop tard, remboursé", data: {} as { bookingId: string } },
  /** To a payer: our record of the purchase is lost, so the payment is refunded. */
  "lost-payment-returned": { name: "Paiement perdu, rendu", data: {} as { amountCents: Cents } },
  /** To the buyer: their payment is under review, and they have no seat (rule: payment-review). */
  "payment-under-review": {
    name: "Paiement en vérification",
    isAwaited: true,
    data: {} as { bookingId: string },
  },
  /**
   * To the buyer and to the professional: the booking is cancelled, and by whom (rule:
   * cancellation).
   */
  "booking-cancelled-client": {
    name: "Réservation annulée",
    push: "cancellations",
    evidence: "annulation",
    data: {} as { bookingId: string; letterId?: string },
  },
  "booking-cancelled-professional": {
    name: "Réservation annulée, au professionnel",
    push: "cancellations",
    data: {} as { bookingId: string },
  },
  /** To both: the client has given some seats back, and keeps the others (rule: for-several). */
  "booking-moved-client": {
    name: "Réservation déplacée",
    evidence: "déplacement de la réservation",
    data: {} as { bookingId: string; changeId: string; backCents: number },
  },
  "booking-moved-professional": {
    name: "Réservation déplacée, au professionnel",
    push: "cancellations",
    data: {} as { bookingId: string; changeId: string; backCents: number },
  },
  "seats-cancelled-client": {
    name: "Places rendues",
    evidence: "annulation d'une partie des places",
    data: {} as { bookingId: string; seats: number; refundCents: number },
  },
  "seats-cancelled-professional": {
    name: "Places rendues, au professionnel",
    push: "cancellations",
    data: {} as { bookingId: string; seats: number; refundCents: number },
  },
  /**
   * To a client whose seats are for sale again; sold, with what comes back; what is left of the price,
   * once the professional has cancelled; and unsold when the hour began (rule: resale).
   */
  "resale-offered": { name: "Places remises en vente", data: {} as { bookingId: string } },
  "resale-sold": { name: "Places revendues", data: {} as { bookingId: string; backCents: number } },
  "resale-rest-refunded": {
    name: "Reste du prix rendu",
    data: {} as { bookingId: string; backCents: number },
  },
  "resale-unsold": { name: "Places non revendues", data: {} as { bookingId: string } },
  /**
   * To both: money was refunded that the site had not asked for, and the booking stands; to the client
   * alone: an operator's gift (rule: goodwill).
   */
  "booking-refunded-client": {
    name: "Geste ou remboursement, sans annulation",
    data: {} as { bookingId: string; outsideId: string },
  },
  "booking-refunded-professional": {
    name: "Remboursement sans annulation, au professionnel",
    data: {} as { bookingId: string; outsideId: string },
  },
  /** To both: a client's bank contests a payment; and it has decided for us (rule: dispute-evidence). */
  "payment-disputed": {
    name: "Paiement contesté, au professionnel",
    data: {} as { bookingId: string },
  },
  "payment-disputed-client": { name: "Paiement contesté", data: {} as { bookingId: string } },
  "dispute-won": {
    name: "Contestation gagnée, au professionnel",
    data: {} as { bookingId: string },
  },
  "dispute-won-client": {
    name: "Contestation close, le paiement reste dû",
    data: {} as { bookingId: string },
  },
  /** To an operator: the gift that they have proposed was refused, and why (rule: goodwill). */
  "goodwill-refused": {
    name: "Geste commercial refusé, à qui l'a proposé",
    data: {} as { proposalId: string },
  },
  /** To a professional: an amount was taken back from them, and why (rule: share-reclaimed). */
  "share-reclaimed": {
    name: "Part reprise au professionnel, avec le motif",
    data: {} as { bookingId: string; reclaimId: string },
  },
  /** To a professional: they can no longer be paid, nor booked, and what to do. */
  "payment-account-restricted": {
    name: "Compte de paiement limité",
    data: {} as { professionalId: string },
  },
  /** To a professional: the tax office must be told of their sales, and details are missing (rule: tax-details). */
  "tax-details-due": { name: "Données fiscales à donner", data: {} as { professionalId: string } },
  /**
   * To both sides of a cancelled booking: its refund could not be made yet; and later, how that has
   * ended.
   */
  "refund-refused-client": { name: "Remboursement retardé", data: {} as { bookingId: string } },
  "refund-refused-professional": {
    name: "Remboursement retardé, au professionnel",
    data: {} as { bookingId: string },
  },
  "refund-settled-client": { name: "Remboursement réglé", data: {} as { bookingId: string } },
  "refund-settled-professional": {
    name: "Remboursement réglé, au professionnel",
    data: {} as { bookingId: string },
  },
  /** To the subscriber: the plan is in force; or a second one was refunded (rule: plan-truth). */
  "subscription-confirmed": {
    name: "Abonnement confirmé",
    isAwaited: true,
    data: {} as { checkoutId: string },
  },
  "subscription-returned": {
    name: "Second abonnement remboursé",
    data: {} as { checkoutId: string },
  },
  /** To the subscriber: their bank is deciding; or it has refused. */
  "subscription-processing": {
    name: "Abonnement : paiement à la banque",
    isAwaited: true,
    data: {} as { checkoutId: string },
  },
  "subscription-refused": {
    name: "Abonnement : paiement refusé",
    isAwaited: true,
    data: {} as { checkoutId: string },
  },
  /** To a subscriber: the plan is cancelled, and when it ends. */
  "subscription-cancelled": { name: "Abonnement résilié", data: {} as { subscriptionId: string } },
  /** To a subscriber: the last payment failed, and until when the plan stays; or it is over. */
  "subscription-renewal-failed": {
    name: "Abonnement : échéance impayée",
    data: {} as { subscriptionId: string },
  },
  "subscription-ended": { name: "Abonnement terminé", data: {} as { subscriptionId: string } },
  /** To the operator's mailbox: somebody wrote (rule: kept-messages). */
  "message-received": { name: "Message reçu du site", data: {} as { messageId: string } },
  /** To who wrote it: an operator's answer. */
  "message-answered": { name: "Réponse à un message", data: {} as { messageId: string } },
  /** To a side of a booking, or the owner of an account: an operator's words (rule: operators-letters). */
  "operator-letter": {
    name: "Message de notre équipe",
    data: {} as { bookingId?: string; userId?: string },
    secrets: {} as { subject: string; text: string },
  },
  /** To a consumer: their withdrawal has arrived, and when. */
  "withdrawal-receipt": {
    name: "Accusé de rétractation",
    isAwaited: true,
    data: {} as { messageId: string },
  },
} as const satisfies Record<string, MailFacts>;

export type MailKind = keyof typeof MAILS;

export const MAIL_KINDS = Object.keys(MAILS) as MailKind[];

/** What is known of a kind of mail; nothing of one that is no more. */
export const factsOf = (kind: string): Partial<MailFacts> =>
  (MAILS as Record<string, MailFacts>)[kind] ?? {};

/** The kinds beside which a notification goes. */
export type PushKind = {
  [Kind in MailKind]: (typeof MAILS)[Kind] extends { push: PushTopic } ? Kind : never;
}[MailKind];
