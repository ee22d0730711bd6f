import type { PushTopic } from "./rules.ts";

interface TopicWords {
  name: string;
  explanation: string;
}

export const PUSH_TOPIC_WORDS: Record<PushTopic, TopicWords> = {
  alerts: {
    name: "Alertes",
    explanation: "Une place répond à une recherche que vous avez gardée : trois par jour au plus.",
  },
  waiting: {
    name: "Listes d'attente",
    explanation: "Une place se libère pour vous. L'offre a une heure de fin.",
  },
  reminders: {
    name: "Rappels de mes réservations",
    explanation: "La veille, et deux heures avant.",
  },
  cancellations: {
    name: "Annulations et changements d'heure",
    explanation:
      "Une réservation n'a plus lieu, perd des places ou change d'heure. L'e-mail part toujours aussi.",
  },
  bookings: {
    name: "Nouvelles réservations",
    explanation: "Quelqu'un vient de réserver chez vous, parfois pour tout à l'heure.",
  },
  gaps: {
    name: "Trous d'agenda",
    explanation: "Une heure s'est libérée dans votre agenda et peut être publiée.",
  },
};
