import type { FileKind } from "./rules.ts";

export const FILE_NAMES: Record<FileKind, string> = {
  receipt: "Reçu ou note",
  service_documentation: "Preuve de la prestation",
  customer_communication: "Échange avec le client",
  uncategorized_file: "Autre document",
};

/** As a bank reads them: an operator's own names may tell what is nobody's business. */
export const SENT_NAMES: Record<FileKind, string> = {
  receipt: "recu",
  service_documentation: "prestation",
  customer_communication: "echange",
  uncategorized_file: "document",
};

export const NOT_A_FILE = "Choisissez un PDF ou une photo (JPEG, PNG, WebP).";
export const NOT_READABLE =
  "Ce fichier n'est ni un PDF simple ni une photo : ni mot de passe, ni script, ni pièce jointe.";
export const TOO_LARGE = "4,5 Mo au plus pour toutes les pièces ensemble.";
export const FILES_CHANGED =
  "Les pièces ont changé depuis que vous avez ouvert cette page. Relisez-les.";
export const notOpened = (names: readonly string[]) =>
  `Ouvrez d'abord chaque pièce, vous n'envoyez que ce que vous avez lu : ${names.join(", ")}.`;
export const TOO_MANY_PAGES =
  "La banque accepte moins de pages : raccourcissez les textes, ou retirez des pages aux pièces (19 en tout pour Mastercard, 49 pour les autres).";
