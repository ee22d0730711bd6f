import type { ProposalKind } from "../bookings/goodwill/schema.ts";
import type { Basis, Urgency, WorkKind } from "./rules.ts";

export const KIND_NAMES: Record<WorkKind, string> = {
  review: "Signalement",
  letter: "Message signalé",
  content: "Publication signalée",
  account: "Compte, décision contestée",
  verification: "Vérification",
  category: "Catégorie",
  payment: "Paiement en examen",
  dispute: "Litige",
  goodwill: "Geste commercial",
  deletion: "Suppression",
  message: "Message",
  rights: "Demande sur ses données",
  mail: "E-mail non remis",
  tax: "Informations fiscales",
};

export const PROPOSAL_NAMES: Record<ProposalKind, string> = {
  gift: KIND_NAMES.goodwill,
  loss: "Perte à confirmer",
  return: "Remboursement à confirmer",
};

export const KIND_FILTERS: { id: string; name: string; kinds: readonly WorkKind[] }[] = [
  { id: "contenus", name: "Contenus", kinds: ["review", "letter", "content"] },
  { id: "verifications", name: "Vérifications", kinds: ["verification"] },
  { id: "categories", name: "Catégories", kinds: ["category"] },
  { id: "argent", name: "Argent", kinds: ["payment", "dispute", "goodwill"] },
  { id: "droits", name: "Droits des personnes", kinds: ["deletion", "rights", "account"] },
  { id: "fiscalite", name: "Fiscalité", kinds: ["tax"] },
  { id: "messages", name: "Messages et e-mails", kinds: ["message", "mail"] },
];

export const BASIS_NAMES: Record<Basis, string> = {
  law: "Loi",
  promise: "Promesse",
  bank: "Banque",
};

export const URGENCY_NAMES: Record<Urgency, string> = {
  late: "En retard",
  today: "Aujourd'hui",
  soon: "Cette semaine et la suivante",
  later: "Plus tard",
};
