import type { Recipient } from "./schema.ts";

/** An operator reads and completes them before they go. */
export const LETTER_TEMPLATES: readonly {
  id: string;
  to: readonly Recipient["to"][];
  name: string;
  subject: string;
  text: string;
}[] = [
  {
    id: "litige",
    to: ["client"],
    name: "Paiement contesté auprès de sa banque",
    subject: "Votre contestation auprès de votre banque",
    text: "Votre banque nous transmet une contestation du paiement de cette réservation. Si elle vient d'un malentendu, ou si vous n'avez pas reconnu notre nom sur votre relevé, vous pouvez demander à votre banque de la retirer : tout s'arrête alors là. Si quelque chose ne s'est pas passé comme prévu, répondez à ce message et dites-nous quoi : nous le regardons avant de répondre à la banque.",
  },
  {
    id: "remboursement",
    to: ["client"],
    name: "Où est son remboursement",
    subject: "Votre remboursement",
    text: "Votre remboursement est demandé à notre prestataire de paiement. Il arrive sur le moyen de paiement que vous aviez utilisé, le plus souvent sous 5 à 10 jours ouvrés selon votre banque. L'état exact est affiché sur la réservation, dans « Mes sessions ».",
  },
  {
    id: "precision",
    to: ["client", "professional"],
    name: "Demander ce qui s'est passé",
    subject: "Une question sur cette réservation",
    text: "Nous regardons cette réservation et il nous manque votre version. Pouvez-vous répondre à ce message en nous disant, en quelques lignes, si la séance a eu lieu, à quelle heure elle a commencé, et ce qui ne s'est pas passé comme prévu ?",
  },
  {
    id: "preuves",
    to: ["professional"],
    name: "Paiement contesté : ce qui aiderait",
    subject: "Paiement contesté : avez-vous de quoi répondre ?",
    text: "La banque de votre client conteste le paiement de cette réservation, et nous répondons pour vous. Avez-vous de quoi montrer que la séance a eu lieu, ou qu'elle est bien prévue : un échange avec le client, une feuille signée, une photo du lieu ? Répondez à ce message avec ce que vous avez ; rien ne vous est repris pendant ce temps.",
  },
  {
    id: "adresse",
    to: ["owner"],
    name: "Vérifier qui écrit",
    subject: "Votre demande à propos de votre compte",
    text: "Nous avons reçu une demande à propos de votre compte. Avant d'y répondre, nous vérifions qu'elle vient bien de vous : répondez à ce message depuis cette adresse. Si vous n'avez rien demandé, dites-le nous aussi, et changez votre mot de passe.",
  },
];

/** Empty without a template, so that nothing goes by mistake. */
export function beginLetter(name: string, templateId: string | null) {
  const found = LETTER_TEMPLATES.find(({ id }) => id === templateId);
  if (!found) return { subject: "", text: "" };
  const greeting = name ? `Bonjour ${name},` : "Bonjour,";
  const text = `${greeting}\n\n${found.text}\n\nBien à vous,\nL'équipe Parenthèse`;
  return { subject: found.subject, text };
}
