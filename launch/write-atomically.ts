import fs from "node:fs";

/**
 * Writes a private file so that a reader, or whoever starts after a power cut, finds the old text or
 * the new one, never half of it.
 */
export function writeAtomically(file: string, text: string): void {
  fs.writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true });
  fs.renameSync(`${file}.new`, file);
}
