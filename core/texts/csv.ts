/** Writes one line (RFC 4180), without its end. */
export function csvLine(cells: readonly string[], separator: "," | ";"): string {
  return cells.map((cell) => quote(cell, separator)).join(separator);
}

function quote(cell: string, separator: string): string {
  const isPlain = !cell.includes(separator) && !/["\r\n]/.test(cell);
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`;
}

/** Keeps a spreadsheet from running text as a formula (OWASP: CSV Injection). */
export function harmless(text: string): string {
  return /^\s*[=+\-@]|^[\t\r\n]/.test(text) ? `'${text}` : text;
}
