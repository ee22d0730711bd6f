import { type ChangeMail, readChangeMail } from "#core/bookings/changes/read-change-mail.server.ts";
import { writeCalendarFile } from "#core/bookings/show-calendar-file.server.ts";
import { formatLongDay, formatTime } from "#core/dates.ts";
import * as addresses from "#site/addresses.ts";
import { MailButton, MailFacts, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const bookingChanged = defineMail("booking-changed", {
  read: readChangeMail,
  subject: ({ texts }) => `Votre réservation a changé : ${texts.title}`,
  preview: ({ isNow }) => `${isNow.date}, ${isNow.time}, ${isNow.place}`,
  Body: (view) => (
    <>
      <MailTitle>Votre réservation a changé</MailTitle>
      <MailText>
        {view.texts.professional} a modifié « {view.texts.title} », que vous avez réservé. Votre
        place est gardée.
      </MailText>
      <MailFacts facts={[["Date", view.isNow.date], ...changed(view)]} />
      <MailText>Cela ne vous convient plus ? {wayOut(view)}</MailText>
      <MailButton href={`${view.siteUrl}${addresses.ownSessions}`}>Voir ma réservation</MailButton>
      <MailNote>Le rendez-vous en pièce jointe remplace le précédent dans votre agenda.</MailNote>
    </>
  ),
  attachments: (view) => [writeCalendarFile(view)],
});

/** A booking moved since has a deadline of its own. */
function wayOut({ price, start, refundableUntil, isRefundable }: ChangeMail): string {
  if (price === 0) return "Annulez dans Mes Sessions, jusqu'au début.";
  if (!isRefundable) {
    return "Vous pouvez annuler dans Mes Sessions ; le délai de remboursement est passé.";
  }
  const isUntilStart = refundableUntil.getTime() === start.getTime();
  const until = `${formatLongDay(refundableUntil)} à ${formatTime(refundableUntil)}`;
  return `Vous pouvez annuler dans Mes Sessions et être remboursé intégralement jusqu'au ${isUntilStart ? `début, le ${until}` : until}.`;
}

function changed({ was, isNow }: ChangeMail): (readonly [name: string, value: string])[] {
  const facts = [
    ["Horaire", was.time, isNow.time],
    ["Lieu", was.place, isNow.place],
  ] as const;
  return facts.flatMap(([name, before, now]): [string, string][] =>
    before === now
      ? [[name, now]]
      : [
          [`${name} avant`, before],
          [`${name} maintenant`, now],
        ],
  );
}
