import { expect, test } from "vitest";
import { matchedParts } from "./search-suggestions.tsx";

test.each([
  ["Saint-Étienne", "etie", ["Saint-", "Étie", "nne"]],
  ["Saint-Étienne", "saint et", ["", "Saint-Ét", "ienne"]],
  ["L'Haÿ-les-Roses", "HAY", ["L'", "Haÿ", "-les-Roses"]],
  ["L'Œil & Cie", "oe", ["L'", "Œ", "il & Cie"]],
  ["L'Œil & Cie", "oeil cie", ["L'", "Œil & Cie", ""]],
  ["69003 Lyon", "69", ["", "69", "003 Lyon"]],
  ["Nîmes", "ni\u{302}m", ["", "Nîm", "es"]],
  ["Ni\u{302}mes", "nîm", ["", "Nîm", "es"]],
  // Matches in the middle of a word, or none at all.
  ["Massage", "sage", ["Massage", "", ""]],
  ["Massage", "mssage", ["Massage", "", ""]],
  ["Massage", "", ["Massage", "", ""]],
  ["Massage", " - ", ["Massage", "", ""]],
  ["", "a", ["", "", ""]],
])("« %s » for « %s »", (label, typed, parts) => {
  expect(matchedParts(label, typed)).toEqual(parts);
});
