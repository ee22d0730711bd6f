import type { ErrorCode } from "../errors.ts";
import { MAX_IMAGE_BYTES } from "./rules.ts";

export const UPLOADED = "Image téléchargée";
export const UPLOAD_FAILED = "Erreur lors du téléchargement de l'image";

/** « 5 Mo »; the formats are those of IMAGE_TYPES. */
export const IMAGE_LIMITS = `JPEG, PNG ou WebP, ${MAX_IMAGE_BYTES / 1024 ** 2} Mo au plus`;

export const IMAGE_REFUSALS: Partial<Record<ErrorCode, string>> = {
  payload_too_large: "Fichier trop volumineux",
  unsupported_media_type: "Format non supporté",
};
