import type { ErrorCode } from "../errors.ts";

/** S2§5 and S2§8. */
export const UPLOADED = "Image téléchargée";
export const UPLOAD_FAILED = "Erreur lors du téléchargement de l'image";

/** The titles of what is refused; « Erreur » for the rest. */
export const IMAGE_REFUSALS: Partial<Record<ErrorCode, string>> = {
  payload_too_large: "Fichier trop volumineux",
  unsupported_media_type: "Format non supporté",
};
