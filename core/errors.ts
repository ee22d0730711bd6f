/* Errors are recognised by code, since an instance does not survive serialisation. */

/** Shown unless a use case has a better sentence. */
export const ERROR_MESSAGES = {
  invalid_input: "Veuillez corriger les erreurs dans le formulaire",
  unauthenticated: "Veuillez vous connecter pour continuer.",
  invalid_credentials: "Email ou mot de passe incorrect.",
  email_not_confirmed: "Veuillez confirmer votre email avant de vous connecter.",
  account_suspended: "Ce compte est suspendu. Écrivez-nous si vous n'en connaissez pas les motifs.",
  password_change_required: "Veuillez d'abord changer votre mot de passe temporaire.",
  invalid_token: "Ce lien n'est plus valable. Demandez-en un nouveau.",
  rate_limited: "Trop de tentatives. Veuillez réessayer dans quelques minutes.",
  busy: "Trop de demandes arrivent en ce moment. Veuillez réessayer dans quelques secondes.",
  forbidden: "Vous n'avez pas l'autorisation de faire cela.",
  not_found: "Cet élément n'existe pas ou n'existe plus.",
  slot_unavailable: "Ce créneau n'est plus disponible.",
  already_booked: "Vous avez déjà une réservation pour ce créneau.",
  own_session: "Vous ne pouvez pas réserver votre propre séance.",
  too_many_holds: "Vous avez déjà 3 paiements en cours. Terminez-les ou annulez-les d'abord.",
  payments_required: "Vous devez configurer vos paiements Stripe avant de créer des sessions.",
  quota_reached: "Vous avez atteint la limite de sessions de votre plan.",
  price_changed: "Le prix de cette séance a changé.",
  conflict: "Cette action n'est plus possible dans l'état actuel.",
  stale: "Cette page a été modifiée entre-temps.",
  in_progress: "Votre demande est déjà en cours. Patientez un instant.",
  key_reused:
    "Cette demande a déjà abouti, avec d'autres valeurs. Vérifiez avant de l'envoyer de nouveau.",
  portal_not_available: "L'espace client du prestataire s'ouvre avec un abonnement payant.",
  payload_too_large: "La taille maximale est de 5MB",
  unsupported_media_type: "Veuillez utiliser une image JPEG, PNG ou WebP",
  storage_unavailable: "Les images ne peuvent pas être enregistrées pour l'instant.",
  provider_unavailable: "Le service de paiement ne répond pas. Veuillez réessayer dans un instant.",
  unavailable: "Le site est momentanément indisponible. Veuillez réessayer dans un instant.",
  unexpected: "Une erreur inattendue est survenue",
} as const;

export type ErrorCode = keyof typeof ERROR_MESSAGES;

/** French messages by field name or path, « slots.2.start ». */
export type FieldErrors = Record<string, string[]>;

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  /** Id of the subject, for a way on. */
  readonly about: string | undefined;

  constructor(
    code: ErrorCode,
    options: { message?: string; fields?: FieldErrors; about?: string; cause?: unknown } = {},
  ) {
    super(options.message ?? ERROR_MESSAGES[code], { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.fields = options.fields;
    this.about = options.about;
  }
}

export function isAppError(error: unknown): error is AppError {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    Object.hasOwn(ERROR_MESSAGES, error.code) &&
    error.name === "AppError"
  );
}
