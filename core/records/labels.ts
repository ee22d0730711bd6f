import type { CancelReason } from "../bookings/rules.ts";
import { NO_JOB } from "../notifications/rules.ts";
import type { MailKind } from "../notifications/schema.ts";
import type { PaymentState } from "../payment-states.ts";
import type { AccountStatus, BookingStatus, FoundMail } from "./schema.ts";
import type { CaseLetter } from "./search/rules.ts";

export const ACCOUNT_STATES: Record<AccountStatus, string> = {
  active: "Ouvert",
  suspended: "Suspendu",
  deleted: "Supprimé",
};

export const BOOKING_STATES: Record<BookingStatus, string> = {
  pending: "En attente de paiement",
  confirmed: "Confirmée",
  cancelled: "Annulée",
};

export const PAYMENT_STATE_NAMES: Record<PaymentState, string> = {
  creating: "en préparation",
  open: "ouvert chez Stripe",
  paid: "encaissé",
  partially_refunded: "remboursé en partie",
  expired: "expiré",
  refunding: "remboursement en cours",
  refunded: "remboursé",
  review: "en examen",
};

export const REFUND_STATE_NAMES = {
  asked: "demandé",
  pending: "en cours chez Stripe",
  succeeded: "fait",
  failed: "refusé ou échoué",
} as const;

/** Why a booking ended. */
export const CANCEL_REASONS: Record<CancelReason, string> = {
  expired: "le paiement n'est pas venu",
  abandoned: "le client a renoncé à payer",
  failed: "la banque a refusé",
  review: "le paiement est en examen",
  late: "payée trop tard",
  duplicate: "déjà réservée par le même client",
  own: "sa propre séance",
  client: "par le client",
  professional: "par le professionnel",
  outside: "remboursée au tableau de bord de Stripe",
  disputed: "la banque a rendu l'argent",
  lost: "la réservation avait été perdue",
  moved: "remplacée par une autre heure",
  resold: "revendue à un autre client",
};

export const MAIL_STATES: Record<FoundMail["status"], string> = {
  queued: "en attente",
  sent: "envoyé",
  dropped: "pas envoyé",
};

/** The mails, as operators call them. */
const MAIL_NAMES: Record<MailKind, string> = {
  "confirm-email": "Confirmation de l'inscription",
  "reset-password": "Lien pour un autre mot de passe",
  "guest-credentials": "Identifiants d'un nouveau compte",
  "address-proof": "Lien qui prouve une adresse corrigée",
  "address-corrected": "Adresse bientôt corrigée",
  "password-changed": "Mot de passe modifié",
  "deletion-requested": "Suppression de compte demandée",
  "account-unused": "Compte inutilisé",
  "account-deleted": "Compte supprimé",
  "account-suspended": "Compte suspendu, avec les motifs",
  "relationship-ending": "Fin de la relation, avec les motifs",
  "account-decision-answered": "Réponse sur une décision de compte",
  "terms-changing": "Conditions modifiées",
  "terms-refused": "Conditions refusées",
  "booking-choice": "Réservation à garder ou à annuler",
  "booking-goes-on": "Réservation qui a lieu comme prévu",
  "booking-confirmed": "Réservation confirmée",
  "booking-changed": "Réservation changée",
  "booking-received": "Nouvelle réservation, au professionnel",
  "marked-absent": "Absence notée",
  "absence-contested": "Absence contestée, au professionnel",
  "letter-to-client": "Message du professionnel",
  "message-removed": "Message signalé retiré, à son auteur",
  "message-report-decided": "Décision sur un message signalé",
  "alert-link": "Lien pour garder une recherche",
  "guest-alert-found": "Places trouvées pour une recherche gardée sans compte",
  "letter-to-professional": "Message du client",
  "hour-proposed": "Autre heure proposée",
  "hour-moved-client": "Nouvelle heure acceptée",
  "hour-moved-professional": "Nouvelle heure acceptée, au professionnel",
  "hour-kept-professional": "Heure gardée, au professionnel",
  "hour-withdrawn": "Autre heure retirée, au client",
  "link-missing": "Lien en ligne manquant",
  "booking-reminder": "Rappel de la réservation",
  "alert-found": "Alerte : places trouvées",
  "waiting-offer": "Liste d'attente : place gardée",
  "waiting-open": "Liste d'attente : place ouverte à tous",
  "review-asked": "Demande d'avis",
  "review-decided": "Avis : décision",
  "reply-decided": "Réponse à un avis : décision",
  "report-decided": "Signalement : décision",
  "review-report-received": "Signalement d'un avis reçu",
  "message-report-received": "Signalement d'un message reçu",
  "content-report-received": "Signalement reçu",
  "content-report-decided": "Signalement d'une publication : décision",
  "content-decided": "Décision sur une publication",
  "proof-received": "Pièce reçue",
  "proof-accepted": "Pièce acceptée",
  "proof-refused": "Pièce refusée",
  "proof-expiring": "Pièce qui expire bientôt",
  "proof-ended": "Pièce qui ne compte plus",
  "proof-wanted": "Pièce demandée",
  "category-decided": "Décision sur une catégorie",
  "gap-found": "Heure libérée dans l'agenda",
  "calendar-failing": "Agenda illisible",
  "calendar-unclear": "Rendez-vous mal compris",
  "event-over-booking": "Rendez-vous sur une réservation",
  "booking-link": "Lien pour continuer la réservation",
  "needless-payment": "Paiement inutile",
  "payment-processing": "Paiement en cours à la banque",
  "payment-failed": "Paiement refusé",
  "late-paid-refunded": "Payé trop tard, remboursé",
  "lost-payment-returned": "Paiement perdu, rendu",
  "payment-under-review": "Paiement en vérification",
  "booking-cancelled-client": "Réservation annulée",
  "booking-cancelled-professional": "Réservation annulée, au professionnel",
  "booking-moved-client": "Réservation déplacée",
  "booking-moved-professional": "Réservation déplacée, au professionnel",
  "seats-cancelled-client": "Places rendues",
  "seats-cancelled-professional": "Places rendues, au professionnel",
  "resale-offered": "Places remises en vente",
  "resale-sold": "Places revendues",
  "resale-rest-refunded": "Reste du prix rendu",
  "resale-unsold": "Places non revendues",
  "booking-refunded-client": "Geste ou remboursement, sans annulation",
  "booking-refunded-professional": "Remboursement sans annulation, au professionnel",
  "payment-disputed": "Paiement contesté, au professionnel",
  "payment-disputed-client": "Paiement contesté",
  "dispute-won": "Contestation gagnée, au professionnel",
  "dispute-won-client": "Contestation close, le paiement reste dû",
  "goodwill-refused": "Geste commercial refusé, à qui l'a proposé",
  "share-reclaimed": "Part reprise au professionnel, avec le motif",
  "payment-account-restricted": "Compte de paiement limité",
  "tax-details-due": "Données fiscales à donner",
  "refund-refused-client": "Remboursement retardé",
  "refund-refused-professional": "Remboursement retardé, au professionnel",
  "refund-settled-client": "Remboursement réglé",
  "refund-settled-professional": "Remboursement réglé, au professionnel",
  "subscription-confirmed": "Abonnement confirmé",
  "subscription-returned": "Second abonnement remboursé",
  "subscription-processing": "Abonnement : paiement à la banque",
  "subscription-refused": "Abonnement : paiement refusé",
  "subscription-cancelled": "Abonnement résilié",
  "subscription-renewal-failed": "Abonnement : échéance impayée",
  "subscription-ended": "Abonnement terminé",
  "message-received": "Message reçu du site",
  "message-answered": "Réponse à un message",
  "operator-letter": "Message de notre équipe",
  "withdrawal-receipt": "Accusé de rétractation",
};

/** Why a mail was not sent, for operators: the server's own words, where one answered. */
export function mailError(error: string): string {
  return error === NO_JOB ? "Jamais essayé : son envoi s'est perdu." : error;
}

/** The sorts of cases, by the letters of their numbers. */
export const CASE_NAMES: Record<CaseLetter, string> = {
  ...{ S: "Signalement d'un avis", E: "Message signalé", P: "Publication signalée" },
  ...{ V: "Vérification", K: "Catégorie", R: "Paiement", L: "Litige", D: "Suppression" },
  ...{ G: "Décision à deux", M: "Message", N: "E-mail non remis", F: "Informations fiscales" },
  ...{ C: "Compte", B: "Réservation" },
};

/** The name of a mail's kind; a kind of another release is named by itself. */
export function mailName(kind: string): string {
  return (MAIL_NAMES as Record<string, string>)[kind] ?? kind;
}

const plain = (text: string) => text.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");

/** The kinds of mails whose name has these words, or that are called so by the code. */
export function mailKindsNamed(words: string): MailKind[] {
  const sought = plain(words);
  return (Object.keys(MAIL_NAMES) as MailKind[]).filter(
    (kind) => kind.includes(sought) || plain(MAIL_NAMES[kind]).includes(sought),
  );
}

/** The provider's events that are told in words; the others by their type. */
const EVENT_NAMES: Record<string, string> = {
  "checkout.session.completed": "Page de paiement terminée",
  "checkout.session.expired": "Page de paiement expirée",
  "checkout.session.async_payment_succeeded": "La banque a accepté",
  "checkout.session.async_payment_failed": "La banque a refusé",
  "payment_intent.created": "Paiement ouvert",
  "payment_intent.succeeded": "Paiement abouti",
  "payment_intent.payment_failed": "Paiement refusé",
  "charge.succeeded": "Carte débitée",
  "charge.updated": "Débit mis à jour",
  "charge.failed": "Débit refusé",
  "charge.refunded": "Remboursement noté",
  "charge.dispute.created": "Paiement contesté",
  "charge.dispute.updated": "Contestation mise à jour",
  "charge.dispute.closed": "Contestation close",
  "charge.dispute.funds_withdrawn": "Somme reprise par la banque",
  "charge.dispute.funds_reinstated": "Somme rendue par la banque",
  "transfer.created": "Versement au professionnel",
  "transfer.reversed": "Versement repris, en tout ou en partie",
  "application_fee.created": "Commission retenue",
  "application_fee.refunded": "Commission rendue",
  "refund.created": "Remboursement créé",
  "refund.updated": "Remboursement avancé",
  "refund.failed": "Remboursement échoué",
  "account.updated": "Compte de paiement mis à jour",
  "account.application.deauthorized": "Accès au compte de paiement retiré",
  "capability.updated": "Droit du compte de paiement mis à jour",
  "payout.created": "Virement préparé",
  "payout.paid": "Virement parti",
  "payout.failed": "Virement échoué",
  "customer.subscription.created": "Abonnement ouvert",
  "customer.subscription.updated": "Abonnement mis à jour",
  "customer.subscription.paused": "Abonnement mis en pause",
  "customer.subscription.resumed": "Abonnement repris",
  "customer.subscription.deleted": "Abonnement terminé",
  "invoice.paid": "Facture d'abonnement payée",
  "invoice.payment_failed": "Paiement de l'abonnement refusé",
  "invoice.payment_action_required": "Paiement de l'abonnement à confirmer",
  "invoice.voided": "Facture d'abonnement annulée",
  "invoice.marked_uncollectible": "Facture d'abonnement abandonnée",
};

export function eventName(type: string): string {
  return EVENT_NAMES[type] ?? type;
}
