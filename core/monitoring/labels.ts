import type { Asked, Health, Measured, Repeated } from "./rules.ts";

/** For /metrics; docs/operations.md says when to act. */
export const STATE_HELP = {
  bookings_last_day: "Bookings begun within 24 h, by kind and present status",
  payments_last_day: "Payments begun within 24 h, by present status",
  payments_in_review: "Payments and refunds that wait for the operator",
  payments_disputed: "Disputes that wait for the operator's answer at the provider",
  refunds_unsettled_oldest_seconds: "Age of the oldest refund that the provider has not made yet",
  mails_waiting: "Mails that no server has taken yet",
  mails_waiting_oldest_seconds: "Age of the oldest of them",
  mails_given_up: "Mails given up that nobody has seen to",
  stripe_events_waiting_oldest_seconds: "Age of the oldest event without effect yet",
  jobs_waiting: "Jobs that are not done, by name and state; failed ones will not be tried again",
  jobs_due_oldest_seconds: "How long the oldest job that is due has waited",
  clock_ahead_of_database_seconds:
    "How far the clock of the process asked is ahead of PostgreSQL's",
  database_up: "Whether the database answered for these numbers",
} as const;

interface Words {
  name: string;
  toDo: string;
}

/** The runbook's advice (docs/operations.md, « Alerts »). */
export const HEALTH_WORDS: Record<Measured | Repeated | Asked, Words> = {
  jobs_due_oldest_seconds: {
    name: "Tâches en retard",
    toDo: "Personne ne traite les files : un site ou un worker tourne-t-il ? Lisez son journal.",
  },
  jobs_failed: {
    name: "Tâches abandonnées",
    toDo: "Lisez les lignes de cette tâche dans le journal, réparez ; pour l'argent : cli reconcile.",
  },
  mails_waiting_oldest_seconds: {
    name: "E-mails en attente",
    toDo: "Le serveur d'e-mails ne prend rien : vérifiez SMTP_URL et ce serveur. Ils partent seuls ensuite, abandonnés après 72 heures.",
  },
  mails_given_up: {
    name: "E-mails abandonnés",
    toDo: "Chacun attend dans la file, avec la réponse du serveur : joignez la personne autrement, corrigez son adresse.",
  },
  stripe_events_waiting_oldest_seconds: {
    name: "Événements de Stripe en attente",
    toDo: "Lisez les lignes de leur eventId ; cli replay-event, puis cli reconcile.",
  },
  refunds_unsettled_oldest_seconds: {
    name: "Remboursements que Stripe n'a pas faits",
    toDo: "cli reconcile, puis le tableau de bord de Stripe.",
  },
  payments_in_review: {
    name: "Paiements en examen",
    toDo: "Décidez-en dans la file : chacun dit sa raison.",
  },
  payments_disputed: {
    name: "Litiges sans réponse",
    toDo: "Répondez-y depuis la file, avant la date de la banque.",
  },
  provider: {
    name: "Stripe répond",
    toDo: "Regardez status.stripe.com. Rien n'est perdu : paiements et remboursements sont repris seuls. Si Stripe va bien, comparez STRIPE_SECRET_KEY avec son tableau de bord.",
  },
  unreadable: {
    name: "Secrets et documents illisibles",
    toDo: "ENCRYPTION_KEY n'est pas celle qui les a chiffrés : rendez-la à tous les processus, ou donnez l'ancienne comme ENCRYPTION_KEY_PREVIOUS. cli check nomme les opérateurs, le journal les documents. Perdue pour de bon : make-operator à nouveau, et redemandez les pièces.",
  },
  reconciled: {
    name: "Rapprochement avec Stripe",
    toDo: "Il passe toutes les 30 secondes : un site ou un worker tourne-t-il ? cli reconcile dit ce qui l'arrête.",
  },
  checked: {
    name: "Contrôle des invariants (cli check)",
    toDo: "À lancer toutes les heures. S'il trouve un écart, ses lignes nomment quoi : suspendez la vente si des places sont en cause.",
  },
  backed_up: {
    name: "Sauvegarde (cli backup)",
    toDo: "À faire chaque nuit, sur le disque d'une autre machine.",
  },
  drilled: {
    name: "Exercice de restauration",
    toDo: "Une fois par mois : restaurez la dernière sauvegarde dans une base vide, cli check, puis notez-le ici.",
  },
};

export const HEALTH_STATES: Record<Health, string> = {
  good: "Bien",
  watch: "Jamais vu",
  act: "À traiter",
};
