import type { Basis, Urgency, WorkKind } from "./rules.ts";

export const KIND_NAMES: Record<WorkKind, string> = {
  review: "Signalement",
  letter: "Message signalé",
  content: "Publication signalée",
  verification: "Vérification",
  payment: "Paiement en examen",
  dispute: "Litige",
  deletion: "Suppression",
  message: "Message",
};

/** The chips above the list, each with the sorts that it shows. */
export const KIND_FILTERS: { id: string; name: string; kinds: readonly WorkKind[] }[] = [
  { id: "contenus", name: "Contenus", kinds: ["review", "letter", "content"] },
  { id: "verifications", name: "Vérifications", kinds: ["verification"] },
  { id: "argent", name: "Argent", kinds: ["payment", "dispute"] },
  { id: "droits", name: "Droits des personnes", kinds: ["deletion"] },
  { id: "messages", name: "Messages", kinds: ["message"] },
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
