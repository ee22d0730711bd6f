import type { MailTopic, PushTopic } from "./rules.ts";

interface TopicWords {
  name: string;
  explanation: string;
}

export const TOPIC_WORDS: Record<MailTopic, TopicWords> = {
  reminders: {
    name: "Rappels de mes réservations",
    explanation:
      "Un e-mail la veille et un autre deux heures avant, avec l'adresse, ce qu'il faut prévoir et votre code.",
  },
  alerts: {
    name: "Alertes",
    explanation:
      "Un e-mail quand une place répond à une recherche que vous avez gardée : trois par jour au plus, jamais entre 21 h et 8 h.",
  },
  waiting: {
    name: "Listes d'attente",
    explanation:
      "Un e-mail quand une place se libère pour vous. Sans lui, vos offres restent sur la page de vos listes d'attente.",
  },
  reviews: {
    name: "Demandes d'avis",
    explanation:
      "Un e-mail le lendemain d'une séance, et un autre trois jours après si vous n'avez rien écrit.",
  },
};

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
