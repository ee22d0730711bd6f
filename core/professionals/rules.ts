import type { ProfessionalView } from "../catalogue/schema.ts";

/** Up to so many, the directory searches in the browser over what it has loaded (R3). */
export const DIRECTORY_LIMIT = 500;

/** Lower case, without accents, signs as spaces: as the database's `search_key` for French text. */
function comparable(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("œ", "oe")
    .replaceAll("æ", "ae")
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

/**
 * Whether the directory's search finds a professional: the text stands in their name, description,
 * city or practices, whatever its case and accents (S1§4; « name, city, specialty », S1§2).
 */
export function matchesProfessional(professional: ProfessionalView, q: string): boolean {
  const { businessName, businessDescription, businessCity, categories } = professional;
  const text = [businessName, businessDescription, businessCity, ...categories].join(" ");
  return comparable(text).includes(comparable(q));
}
