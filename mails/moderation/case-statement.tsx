import { formatLongDate } from "#core/dates.ts";
import type { ToldDecision } from "#core/moderation/cases/schema.ts";
import { BASIS_WORDS, originWords } from "#core/moderation/labels.ts";
import { MailFacts, MailLink, MailNote, MailText } from "../parts.tsx";

/** Règlement (UE) 2022/2065, articles 17, 20 and 21. */
export function CaseStatement(decision: ToldDecision) {
  const { facts, basis, origin, until, contestUrl } = decision;
  return (
    <>
      {decision.answers.length > 0 && <MailText>{afterContest(decision)}</MailText>}
      <MailFacts
        facts={[
          ["Les faits", facts],
          ...(basis ? [["Le fondement", BASIS_WORDS[basis]] as [string, string]] : []),
          ["Comment nous l'avons su", originWords(origin)],
        ]}
      />
      <MailNote>
        Vous n'êtes pas d'accord ? <MailLink href={contestUrl}>Contestez cette décision</MailLink>,
        sans frais, jusqu'au {formatLongDate(until)}. Vous pouvez aussi saisir le médiateur, un
        organe de règlement extrajudiciaire certifié ou un juge.
      </MailNote>
    </>
  );
}

export const isUpheld = ({ answers, side }: ToldDecision) =>
  side !== "reporter" && answers.includes(side);

function afterContest(decision: ToldDecision): string {
  if (isUpheld(decision)) {
    return "Vous aviez contesté cette décision : nous l'avons relue, et elle est maintenue.";
  }
  return decision.answers.includes(decision.side)
    ? "Vous aviez contesté notre première décision : nous l'avons relue, et voici la seconde."
    : "Notre première décision a été contestée : nous l'avons relue, et voici la seconde.";
}
