import { COMMISSION_LABEL } from "#core/commission.ts";
import { WITHDRAWAL_REFUND_DAYS } from "#core/contact/rules.ts";

export const ANSWER_TEMPLATES = [
  {
    id: "remboursement",
    name: "Où est mon remboursement",
    text: "Votre remboursement est demandé à notre prestataire de paiement. Il arrive sur le moyen de paiement que vous aviez utilisé, le plus souvent sous 5 à 10 jours ouvrés selon votre banque. L'état exact est affiché sur la réservation, dans « Mes sessions ».",
  },
  {
    id: "annulation",
    name: "Annuler ou déplacer",
    text: "Vous pouvez annuler ou changer d'horaire vous-même : ouvrez « Mes sessions », puis la réservation. La règle de remboursement qui s'y applique est celle que vous aviez lue avant de payer ; elle y est rappelée avec sa date limite.",
  },
  {
    id: "lien",
    name: "E-mail ou lien perdu",
    text: "Nous venons de vous envoyer de nouveau le lien. S'il n'arrive pas en quelques minutes, regardez dans les courriers indésirables, puis répondez à ce message.",
  },
  {
    id: "donnees",
    name: "Vos données",
    text: "Vous pouvez télécharger vous-même la copie de tout ce que nous gardons sur vous : ouvrez votre profil, puis « Télécharger mes données ». Vous y corrigez aussi ce qui est inexact, et y supprimez votre compte. Si vous n'avez plus accès à votre compte, répondez à ce message depuis son adresse : nous vous envoyons la copie.",
  },
  {
    id: "retractation",
    name: "Rétractation acceptée",
    text: `Nous avons bien reçu votre rétractation, et nous l'acceptons : le contrat est terminé. Vous êtes remboursé de tout ce que vous avez payé pour lui, par le même moyen de paiement, au plus tard ${WITHDRAWAL_REFUND_DAYS} jours après votre déclaration.`,
  },
  {
    id: "retractation-refusee",
    name: "Rétractation refusée",
    text: "Nous avons bien reçu votre rétractation. Elle porte sur une activité de loisirs à une date fixée, pour laquelle la loi ne prévoit pas de droit de rétractation (code de la consommation, article L221-28, 12°), comme il vous l'était dit avant de payer. La règle d'annulation de la réservation reste la vôtre : elle est affichée dans « Mes sessions », avec sa date limite.",
  },
  {
    id: "praticien",
    name: "Devenir praticien",
    text: `Créez votre compte depuis « Nos offres », puis complétez votre profil et votre compte de paiement : vos premières séances paraissent aussitôt après. Nous prélevons ${COMMISSION_LABEL} de chaque séance vendue, rien d'autre avec la formule gratuite.`,
  },
] as const;

/** Empty without a template, so that nothing goes by mistake. */
export function beginAnswer(name: string, templateId: string | null): string {
  const text = ANSWER_TEMPLATES.find(({ id }) => id === templateId)?.text;
  if (!text) return "";
  return `Bonjour ${name},\n\n${text}\n\nBien à vous,\nL'équipe Parenthèse`;
}
