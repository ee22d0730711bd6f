/** The provider's fields for files, of which each takes one. */
export const FILE_KINDS = [
  "receipt",
  "service_documentation",
  "customer_communication",
  "uncategorized_file",
] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** The provider takes no more of all files together (https://docs.stripe.com/disputes/best-practices). */
export const MAX_FILES_BYTES = 4.5 * 1024 * 1024;
