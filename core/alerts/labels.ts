import type { Seekers } from "./schema.ts";

/** « 14 personnes cherchent un massage ce soir à Lyon » */
export function seekersLabel({ count, category, city }: Seekers): string {
  const word = category.toLocaleLowerCase("fr");
  const of = /^[aeiouyhéèêâîôû]/.test(word) && !word.startsWith("yoga") ? "d'" : "de ";
  const sought = word === "massage" ? "un massage" : `une séance ${of}${word}`;
  return `${count} personnes cherchent ${sought} ce soir ${city ? `à ${city}` : "en ligne"}`;
}
