import { useLocation } from "react-router";
import { caseNumberOf } from "#core/records/search/rules.ts";

/** The number by which the case of this screen is spoken of and found (rule: case-numbers). */
export function CaseNumber() {
  const number = caseNumberOf(useLocation().pathname);
  return number && <p className="mt-1 text-14 text-ink-soft figures">Dossier {number}</p>;
}
