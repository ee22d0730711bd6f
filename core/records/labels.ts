import type { CancelReason } from "../bookings/rules.ts";
import { factsOf, MAIL_KINDS, MAILS, type MailKind } from "../notifications/labels.ts";
import { NO_JOB } from "../notifications/rules.ts";
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

/** The server's own words, where one answered. */
export function mailError(error: string): string {
  return error === NO_JOB ? "Jamais essayé : son envoi s'est perdu." : error;
}

export const CASE_NAMES: Record<CaseLetter, string> = {
  ...{ S: "Signalement d'un avis", E: "Message signalé", P: "Publication signalée" },
  ...{ V: "Vérification", K: "Catégorie", R: "Paiement", L: "Litige", D: "Suppression" },
  ...{ G: "Décision à deux", M: "Message", N: "E-mail non remis", F: "Informations fiscales" },
  ...{ C: "Compte", B: "Réservation" },
};

export function mailName(kind: string): string {
  return factsOf(kind).name ?? kind;
}

const plain = (text: string) => text.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");

/** By their name, or as the code calls them. */
export function mailKindsNamed(words: string): MailKind[] {
  const sought = plain(words);
  return MAIL_KINDS.filter(
    (kind) => kind.includes(sought) || plain(MAILS[kind].name).includes(sought),
  );
}

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
