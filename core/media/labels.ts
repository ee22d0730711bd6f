import type { ErrorCode } from "../errors.ts";

/** The toast after an upload. */
export const UPLOADED = "Image téléchargée";
export const UPLOAD_FAILED = "Erreur lors du téléchargement de l'image";

/** The titles of refusals; all others are « Erreur ». */
export const IMAGE_REFUSALS: Partial<Record<ErrorCode, string>> = {
  payload_too_large: "Fichier trop volumineux",
  unsupported_media_type: "Format non supporté",
};
