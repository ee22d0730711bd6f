import { formatLongDate } from "#core/dates.ts";
import {
  ACCOUNT_BASIS_WORDS,
  SANCTION_WORDS,
  SOURCE_WORDS,
  URGENCY_WORDS,
} from "#core/sanctions/labels.ts";
import type { OwnDecision } from "#core/sanctions/schema.ts";

/** Words a decision as its owner reads it (rule: account-decision). */
export function decisionFacts(decision: OwnDecision): [string, string][] {
  const { measure, basis, facts, source, urgency, decidedAt, effectiveAt } = decision;
  if (decision.isRefusal) {
    const when = `le ${formatLongDate(effectiveAt)}`;
    return [
      ["Fin du contrat", `${when}, parce que vous avez refusé nos nouvelles conditions`],
      ["Votre refus", `le ${formatLongDate(decidedAt)}`],
    ];
  }
  const when =
    measure === "suspended" || urgency
      ? `le ${formatLongDate(decidedAt)}`
      : `décidée le ${formatLongDate(decidedAt)}, à partir du ${formatLongDate(effectiveAt)}`;
  return [
    ["Décision", `${SANCTION_WORDS[measure]}, ${when}`],
    ...(urgency
      ? [["Sans préavis", `Parce que ${URGENCY_WORDS[urgency]}`] as [string, string]]
      : []),
    ["Les faits", facts],
    ["Le fondement", ACCOUNT_BASIS_WORDS[basis]],
    ["Comment nous l'avons su", SOURCE_WORDS[source]],
  ];
}
