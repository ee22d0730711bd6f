import { formatLongDate } from "#core/dates.ts";
import type { ToldDecision } from "#core/moderation/cases/schema.ts";
import { BASIS_WORDS, originWords } from "#core/moderation/labels.ts";
import { MailFacts, MailLink, MailNote } from "../parts.tsx";

/** Why a review or message was decided on so, and how a side can contest it (règlement (UE) 2022/2065, articles 17, 20 and 21). */
export function CaseStatement({ facts, basis, origin, until, contestUrl }: ToldDecision) {
  return (
    <>
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
