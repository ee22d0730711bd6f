import type { SlotKind } from "#core/catalogue/schema.ts";

export const SENTENCES = {
  session: {
    changed: "La session a été modifiée entre-temps. Ce qui est enregistré maintenant :",
    placeLegend: "Lieu de la session",
    online: "Session en ligne",
    linkGone: (link: string) =>
      `À l'enregistrement, la session n'a plus de lien de connexion : « ${link} » est retiré.`,
    addressGone: (address: string) =>
      `À l'enregistrement, la session n'a plus d'adresse : « ${address} » est retirée.`,
    comesAgain: "Dernier jour compris. Sans date, la session revient tant qu'elle est active.",
    remove: "Supprimer la session",
    wayOut: "Pour la retirer des recherches sans la perdre, désactivez-la dans votre profil.",
    sure: "Êtes-vous sûr de vouloir supprimer cette session ?",
    forGood:
      "Cette action est irréversible. La session et tous ses créneaux seront définitivement supprimés.",
  },
  activity: {
    changed: "L'activité a été modifiée entre-temps. Ce qui est enregistré maintenant :",
    placeLegend: "Lieu de l'activité",
    online: "Activité en ligne",
    linkGone: (link: string) =>
      `À l'enregistrement, l'activité n'a plus de lien de connexion : « ${link} » est retiré.`,
    addressGone: (address: string) =>
      `À l'enregistrement, l'activité n'a plus d'adresse : « ${address} » est retirée.`,
    comesAgain: "Dernier jour compris. Sans date, l'activité revient tant qu'elle est active.",
    remove: "Supprimer l'activité",
    wayOut: "Pour ne plus la proposer sans la perdre, désactivez-la dans « Mes Activités ».",
    sure: "Êtes-vous sûr de vouloir supprimer cette activité ?",
    forGood:
      "Cette action est irréversible. L'activité et tous ses créneaux seront définitivement supprimés.",
  },
} satisfies Record<SlotKind, unknown>;
