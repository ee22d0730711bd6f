/** The acts that are written down, in the words of the journal. */
export const ACT_WORDS = {
  operator_made: "Accès d'opérateur donné",
  operator_closed: "Accès d'opérateur fermé",
  operator_logged_in: "Connexion à l'espace opérateur",
  recovery_code_used: "Connexion par un code de secours",
  review_published: "Avis publié",
  review_refused: "Avis refusé",
  refund_asked: "Remboursement redemandé",
  refund_accepted: "Remboursement noté comme fait autrement",
  account_suspended: "Compte suspendu",
  account_reopened: "Compte rouvert",
  account_deleted: "Compte supprimé",
  deletion_dropped: "Demande de suppression classée",
  data_exported: "Copie des données écrite",
  professional_verified: "Praticien vérifié",
  professional_unverified: "Vérification retirée",
  activities_granted: "Activités autorisées",
  activities_revoked: "Autorisation d'activités retirée",
  category_accepted: "Catégorie proposée à tous",
  category_withdrawn: "Catégorie retirée",
  event_replayed: "Événement de Stripe traité de nouveau",
  restore_resumed: "Base restaurée remise en vente",
  message_closed: "Message classé",
  booking_cancelled: "Réservation annulée",
  confirmation_sent: "Confirmation renvoyée",
  reset_sent: "Lien de mot de passe envoyé",
  goodwill_proposed: "Geste commercial proposé",
  goodwill_given: "Geste commercial accordé",
} as const;
export type Act = keyof typeof ACT_WORDS;

export const OBJECT_WORDS = {
  operator: "Opérateur",
  review: "Avis",
  payment: "Paiement",
  account: "Compte",
  category: "Catégorie",
  event: "Événement",
  site: "Site",
  message: "Message",
  booking: "Réservation",
} as const;
export type ObjectKind = keyof typeof OBJECT_WORDS;
