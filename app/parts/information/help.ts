import { SIGN_UP_LIFE } from "#core/accounts/rules.ts";
import { REFUND_NOTICE_HOURS } from "#core/bookings/rules.ts";
import { COMMISSION_LABEL } from "#core/commission.ts";
import { formatPeriod } from "#core/durations.ts";
import { REFUND_DELAY } from "#core/payments/labels.ts";
import { PLANS } from "#core/subscriptions/rules.ts";
import * as addresses from "#site/addresses.ts";

export interface HelpEntry {
  id: string;
  question: string;
  answer: readonly string[];
  link?: { to: string; label: string };
}

export const HELP_ENTRIES: readonly HelpEntry[] = [
  {
    id: "inscription",
    question: "Comment créer un compte ?",
    answer: [
      `Choisissez « S'inscrire », indiquez votre nom, votre e-mail et un mot de passe. Vous recevez aussitôt un e-mail : ouvrez son lien dans les ${formatPeriod(SIGN_UP_LIFE)} pour activer votre compte. S'il n'arrive pas, regardez dans vos courriers indésirables.`,
      "Vous pouvez aussi réserver sans compte. Nous en créons un après votre paiement, et nous vous envoyons de quoi vous connecter.",
    ],
    link: { to: addresses.signUp, label: "Créer un compte" },
  },
  {
    id: "reservation",
    question: "Comment réserver une séance ?",
    answer: [
      "Cherchez une pratique, une ville, ou les deux. Ouvrez la séance qui vous plaît, choisissez un créneau, puis « Réserver et payer ». La place est à vous pendant que vous payez : personne ne peut la prendre.",
      "Votre réservation est confirmée dès que le paiement est accepté. Un e-mail vous donne l'adresse, l'horaire et un fichier pour votre agenda. Pour une séance en ligne, le lien se trouve dans Mes Sessions.",
      "Là où le praticien propose un rappel par SMS, laissez votre mobile en réservant. Un seul SMS, la veille, jamais la nuit ; son lien « Stop » les arrête tous.",
    ],
    link: { to: addresses.sessions, label: "Chercher une séance" },
  },
  {
    id: "annulation",
    question: "Puis-je annuler ma réservation ?",
    answer: [
      `Oui, dans Mes Sessions, jusqu'au début de la séance. Si vous annulez au moins ${REFUND_NOTICE_HOURS} heures avant, vous êtes remboursé en entier. Plus tard, la séance n'est plus remboursée, mais vous pouvez la remettre en vente : si quelqu'un prend votre place, son prix vous est rendu, au plus le vôtre.`,
      `Si c'est le praticien qui annule, vous êtes toujours remboursé en entier. L'argent revient sur la carte qui a payé, en général sous ${REFUND_DELAY} selon votre banque. Un praticien malade arrête d'un coup tous ses créneaux d'une période : chacun est remboursé et prévenu, avec d'autres heures.`,
      "Un praticien peut aussi vous proposer une autre heure. Vous acceptez ou refusez par le lien de l'e-mail, ou dans Mes Sessions. Accepter ne coûte rien de plus. Si vous refusez ou ne répondez pas, votre réservation reste ; si l'heure prévue est abandonnée, vous êtes remboursé en entier.",
    ],
    link: { to: addresses.ownSessions, label: "Voir mes sessions" },
  },
  {
    id: "professionnel",
    question: "Comment devenir professionnel ?",
    answer: [
      `Créez un compte, puis votre profil professionnel en trois étapes : votre activité, votre formule, la confirmation. La formule gratuite permet de publier ${PLANS.free.sessionsPerMonth} séances par mois.`,
      "Configurez ensuite vos paiements auprès de Stripe, notre prestataire. C'est la condition pour publier des séances et pour être payé.",
    ],
    link: { to: addresses.plans, label: "Comparer les formules" },
  },
  {
    id: "paiement",
    question: "Quels moyens de paiement acceptez-vous ?",
    answer: [
      "Les cartes bancaires (CB, Visa, Mastercard). La page de paiement montre les autres moyens disponibles sur votre appareil. Votre banque peut vous demander de confirmer l'achat.",
      "Le paiement se fait chez Stripe, un établissement agréé. Le numéro de votre carte ne passe jamais par notre site.",
    ],
    link: { to: `${addresses.terms}#reservations-et-paiements`, label: "Lire les conditions" },
  },
  {
    id: "frais",
    question: "Y a-t-il des frais de réservation ?",
    answer: [
      "Non. Le prix affiché est le prix que vous payez, taxes comprises. Aucun frais ne s'ajoute, ni à la réservation ni à l'annulation.",
      "Le prix de certaines séances s'allège à mesure que l'heure approche, par étapes annoncées sur leur page. Votre prix est celui de l'instant où vous réservez. Il ne bouge plus ensuite, même s'il baisse pour les autres.",
      `Les praticiens nous versent une commission de ${COMMISSION_LABEL} sur chaque séance payée, et un abonnement s'ils veulent publier davantage.`,
    ],
    link: { to: addresses.plans, label: "Voir les tarifs des professionnels" },
  },
];

function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();
}

export function helpFor(q: string): readonly HelpEntry[] {
  const words = plain(q).split(/\s+/);
  return HELP_ENTRIES.filter(({ question, answer }) => {
    const text = plain([question, ...answer].join(" "));
    return words.every((word) => text.includes(word));
  });
}
