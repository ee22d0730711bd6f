import { formatPeriod } from "../durations.ts";
import { ACCOUNTS_YEARS, RETENTION, UNUSED_MONTHS, UNUSED_NOTICE } from "./rules.ts";

/** Made from the jobs' own periods (rule: retention). */
export const RETENTION_LABELS: readonly { what: string; howLong: string }[] = [
  {
    what: "Compte, favoris et alertes",
    howLong: `jusqu'à la suppression de votre compte, au plus tard après ${UNUSED_MONTHS.closed} mois sans connexion ni réservation. Un e-mail vous prévient au moins ${formatPeriod(UNUSED_NOTICE)} avant. Un compte qui a une réservation à venir, une offre en ligne, un abonnement ou un paiement en cours n'est pas supprimé d'office.`,
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

interface Collected {
  what: string;
  which: string;
  /** Where it is kept; a test asks for every table of the schema. */
  tables: readonly string[];
}

export const COLLECTED: readonly Collected[] = [
  {
    what: "Votre compte",
    which:
      "prénom, nom, e-mail, votre téléphone si vous l'indiquez, et les e-mails et notifications que vous voulez. Votre mot de passe n'est gardé que sous une forme que l'on ne peut pas inverser.",
    tables: [
      ...["users", "profiles", "credentials", "temporary_passwords", "verifications"],
      ...["mail_refusals", "push_refusals"],
    ],
  },
  {
    what: "Vos connexions",
    which:
      "l'adresse IP, l'appareil et l'heure de celles qui sont ouvertes, les programmes auxquels vous donnez accès, et les appareils à prévenir par notification.",
    tables: ["logins", "token_families", "tokens", "push_subscriptions"],
  },
  {
    what: "Vos réservations",
    which:
      "la séance, la date, le prix, la note que vous laissez au praticien, les prénoms que vous donnez, votre présence, les changements d'horaire, la revente de votre place, et vos choix quand un praticien s'arrête. N'y écrivez une information de santé que si elle est utile à la séance.",
    tables: [
      ...["bookings", "booking_links", "booking_changes", "proposals", "proposal_answers"],
      "booking_choices",
    ],
  },
  {
    what: "Vos paiements",
    which:
      "leur montant, leur état, les remboursements et les gestes commerciaux, les contestations auprès de votre banque avec les pièces qui y répondent, et ce que notre prestataire de paiement nous en dit.",
    tables: [
      ...["payments", "refunds", "payment_movements", "goodwill_proposals", "reclaims"],
      ...["dispute_files", "stripe_events"],
    ],
  },
  {
    what: "Vos favoris, alertes et listes d'attente",
    which:
      "les séances que vous mettez de côté, les recherches à surveiller et ce qu'elles ont trouvé, l'adresse qui les reçoit sans compte, et les créneaux complets que vous attendez.",
    tables: [
      ...["favorites", "alerts", "alert_guests", "alert_links", "alert_finds"],
      "waiting_entries",
    ],
  },
  {
    what: "Vos messages",
    which:
      "ce que vous nous écrivez par le formulaire de contact, une demande de carte cadeau ou une déclaration de rétractation, et ce que client et praticien s'écrivent au sujet d'une réservation.",
    tables: ["messages", "letters"],
  },
  {
    what: "Vos avis et vos signalements",
    which:
      "votre note et votre texte, la réponse du praticien, ce que vous signalez et pourquoi, l'adresse donnée pour vous répondre, et comment vous contestez une décision.",
    tables: [
      ...["reviews", "review_reports", "letter_reports", "content_reports"],
      ...["content_appeals", "case_contests"],
    ],
  },
  {
    what: "Nos décisions",
    which:
      "ce que nous décidons d'un contenu ou d'un compte, avec ses motifs, et le journal qui dit qui, dans notre équipe, a changé ou consulté quoi.",
    tables: [
      ...["content_decisions", "account_decisions", "acts", "act_details", "readings"],
      "asked_opinions",
    ],
  },
  {
    what: "Les e-mails et SMS que nous vous envoyons",
    which:
      "leur destinataire, leur sorte et leur date ; et l'empreinte d'un numéro qui n'en veut plus.",
    tables: ["mails", "sms", "sms_stops"],
  },
  {
    what: "Votre activité, si vous êtes praticien",
    which:
      "nom, description, adresse et téléphone professionnels, SIRET, statut de TVA, séances, brouillons et photos, horaires, absences et créneaux, abonnement, mises en avant, compte de paiement, et combien vos séances sont vues et remplies.",
    tables: [
      ...["professional_profiles", "professional_drafts", "offerings", "offering_drafts"],
      ...["images", "slots", "slot_prices", "occupied", "opening_hours", "schedule_rules"],
      ...["schedule_exceptions", "listings", "listed_slots", "boosts", "daily_figures"],
      ...["professional_subscriptions", "subscription_checkouts", "payment_account_requests"],
    ],
  },
  {
    what: "Vos informations fiscales et vos justificatifs, si vous êtes praticien",
    which:
      "nom légal, adresse, date de naissance ou immatriculation, numéro fiscal, et les diplômes, assurances et numéros que vous donnez pour être vérifié, avec la réponse du registre public.",
    tables: ["tax_details", "tax_requests", "proofs", "proof_files"],
  },
  {
    what: "Votre agenda privé, si vous êtes praticien et le reliez",
    which:
      "son adresse secrète, les heures et les titres de ses événements des 60 jours à venir. Les titres ne sont montrés qu'à vous. L'agenda que vous abonnez ailleurs dit l'heure, la séance, les places, le prénom et l'initiale de vos clients, sans leurs notes.",
    tables: ["calendars", "feeds", "busy_times", "gaps"],
  },
  {
    what: "Les clients qu'un praticien note lui-même",
    which: "leur nom ou leur prénom, avec l'heure et les places qu'ils prennent hors du site.",
    tables: ["outside_clients"],
  },
  {
    what: "Des données techniques",
    which:
      "votre adresse IP, le temps de compter les demandes et d'empêcher les abus, et la réponse à une demande, au cas où elle serait envoyée deux fois.",
    tables: ["rate_limits", "idempotency_keys"],
  },
  {
    what: "Les personnes qui font marcher le site",
    which: "leur nom, leur e-mail, leurs connexions, leurs clés d'accès et ce qu'elles traitent.",
    tables: [
      ...["operators", "operator_logins", "recovery_codes", "passkeys", "passkey_challenges"],
      "taken_work",
    ],
  },
];

export function upcomingRefusal(count: number): string {
  return count === 1
    ? "Vous avez 1 réservation à venir, en attente ou confirmée. Annulez-la ou attendez qu'elle ait eu lieu."
    : `Vous avez ${count} réservations à venir, en attente ou confirmées. Annulez-les ou attendez qu'elles aient eu lieu.`;
}
