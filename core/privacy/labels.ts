import { formatPeriod } from "../durations.ts";
import { NOTICE, UNUSED_MONTHS } from "./deletion/rules.ts";
import { ACCOUNTS_YEARS, RETENTION } from "./rules.ts";

/** The promises of /confidentialite, made from the jobs' own periods (rule: retention). */
export const RETENTION_LABELS: readonly { what: string; howLong: string }[] = [
  {
    what: "Compte, favoris et alertes",
    howLong: `jusqu'à la suppression de votre compte, au plus tard après ${UNUSED_MONTHS.closed} mois sans connexion ni réservation. Un e-mail vous prévient au moins ${formatPeriod(NOTICE)} avant. Un compte qui a une réservation à venir, une offre en ligne, un abonnement ou un paiement en cours n'est pas supprimé d'office.`,
  },
  {
    what: "Compte d'un praticien qui en demande la suppression",
    howLong:
      "un mois, pendant lequel la demande peut être retirée ; puis jusqu'à la fin de ses réservations et paiements en cours.",
  },
  { what: "Inscription non confirmée", howLong: `${formatPeriod(RETENTION.sign_ups)}.` },
  {
    what: "Profil professionnel commencé, sans offre choisie",
    howLong: `${formatPeriod(RETENTION.drafts)}.`,
  },
  {
    what: "Brouillon d'une séance ou d'une activité",
    howLong: `${formatPeriod(RETENTION.offering_drafts)} après son dernier enregistrement.`,
  },
  {
    what: "Document donné pour la vérification d'un praticien",
    howLong: `${formatPeriod(RETENTION.past_papers)} après sa fin de validité ou son remplacement ; refusé, ${formatPeriod(RETENTION.refused_papers)}.`,
  },
  { what: "Connexion", howLong: `${formatPeriod(RETENTION.logins)} après votre dernière visite.` },
  {
    what: "Réservations et paiements",
    howLong: `${ACCOUNTS_YEARS} ans après la fin de leur année, durée légale des pièces comptables (code de commerce, article L123-22). Après la suppression de votre compte, ils ne portent plus votre identité.`,
  },
  {
    what: "Réservations ou abonnements commencés sans compte, jamais payés",
    howLong: `${formatPeriod(RETENTION.unpaid_checkouts)}.`,
  },
  {
    what: "Absences et heures occupées d'un praticien",
    howLong: `${formatPeriod(RETENTION.past_hours)} après leur fin.`,
  },
  {
    what: "Alerte pour un jour précis, et places signalées par vos alertes",
    howLong: `${formatPeriod(RETENTION.past_finds)} après ce jour, ou le début de la séance.`,
  },
  {
    what: "Alerte gardée sans compte, et l'adresse qui la reçoit",
    howLong: `${formatPeriod(RETENTION.guest_alerts)} au plus, ou jusqu'à ce que vous l'arrêtiez ; sans confirmation par votre boîte mail, ${formatPeriod(RETENTION.alert_links)}.`,
  },
  {
    what: "Place sur une liste d'attente",
    howLong: `jusqu'à ce que vous la quittiez ou réserviez, au plus tard ${formatPeriod(RETENTION.past_waiting)} après le début de la séance.`,
  },
  {
    what: "Noms de clients hors site, notés par un praticien",
    howLong: `${formatPeriod(RETENTION.outside_names)} après le début du créneau.`,
  },
  {
    what: "Messages et demandes de carte cadeau",
    howLong: `${formatPeriod(RETENTION.contact_messages)}, ou jusqu'à la suppression de votre compte s'ils ont été envoyés en étant connecté.`,
  },
  {
    what: "Signalement d'une offre, de sa photo ou d'un praticien, ce qui est alors signalé, et l'adresse donnée pour y répondre",
    howLong: `${formatPeriod(RETENTION.content_reports)} après l'avoir reçu, une fois qu'il est décidé.`,
  },
  {
    what: "Décisions de suspendre un compte ou de mettre fin à une relation, leurs motifs, et comment elles ont été contestées",
    howLong: `${formatPeriod(RETENTION.account_decisions)} après qu'elles ne s'appliquent plus.`,
  },
  {
    what: "Déclarations de rétractation",
    howLong: `${formatPeriod(RETENTION.withdrawals)}, même après la suppression de votre compte : elles peuvent devoir être prouvées.`,
  },
  {
    what: "E-mails que nous vous envoyons",
    howLong: `${formatPeriod(RETENTION.mails)}, avec leur destinataire ; leurs liens personnels, jusqu'à l'envoi.`,
  },
  {
    what: "Appareils prévenus par notification",
    howLong: "jusqu'à ce que vous les retiriez, ou que la connexion prenne fin sur eux.",
  },
  {
    what: "Mobile donné pour les rappels par SMS",
    howLong: `jusqu'à ce que vous l'effaciez ; celui d'une réservation, ${formatPeriod(RETENTION.sms_numbers)} après la séance. Le contenu des SMS n'est pas gardé.`,
  },
  {
    what: "Recherches restées sans résultat",
    howLong: `comptées sans savoir qui cherche : une empreinte, ${formatPeriod(RETENTION.untold_searches)} ; les mots, seulement une fois que plusieurs visiteurs les ont cherchés, ${formatPeriod(RETENTION.missed_searches)}.`,
  },
  {
    what: "Réponse à une demande, au cas où elle serait envoyée deux fois",
    howLong: `${formatPeriod(RETENTION.answers)}.`,
  },
  {
    what: "Liens envoyés pour confirmer ou reprendre une réservation sans compte",
    howLong: `${formatPeriod(RETENTION.booking_links)}.`,
  },
  {
    what: "Adresses IP comptées contre les abus",
    howLong: `${formatPeriod(RETENTION.request_counts)} ; pour une réservation, ${formatPeriod(RETENTION.booking_addresses)}.`,
  },
];

/** Why an account cannot be deleted now, under « Suppression impossible ». */
export function upcomingRefusal(count: number): string {
  return count === 1
    ? "Vous avez 1 réservation à venir, en attente ou confirmée. Annulez-la ou attendez qu'elle ait eu lieu."
    : `Vous avez ${count} réservations à venir, en attente ou confirmées. Annulez-les ou attendez qu'elles aient eu lieu.`;
}
