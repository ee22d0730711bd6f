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

/** Whatever runs, opens or hides something else, and what a bank could not read without a password. */
const NOT_FOR_READING = /\/(?:JavaScript|JS|Launch|EmbeddedFile|Encrypt)\b/;

/** A PDF by its first and last bytes, with nothing in it but pages (rule: dispute-evidence). */
export function isPlainPdf(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString("latin1");
  const isWhole = text.startsWith("%PDF-") && text.slice(-1024).includes("%%EOF");
  return isWhole && !NOT_FOR_READING.test(text);
}
