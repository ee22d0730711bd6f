import { FAILURE_LABELS } from "#core/calendars/labels.ts";
import { readFailingCalendar } from "#core/calendars/read-calendar-mail.server.ts";
import { formatLongDay, formatTime } from "#core/dates.ts";
import { MailButton, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const calendarFailing = defineMail("calendar-failing", {
  read: readFailingCalendar,
  subject: ({ name }) => `Votre agenda « ${name} » n'est plus lu`,
  preview: ({ failure }) => FAILURE_LABELS[failure],
  Body: ({ name, failingSince, failure, url }) => (
    <>
      <MailTitle>Votre agenda « {name} » n'est plus lu</MailTitle>
      <MailText>
        {FAILURE_LABELS[failure]} C'est ainsi depuis {formatLongDay(failingSince)} à{" "}
        {formatTime(failingSince)}.
      </MailText>
      <MailText>
        Les heures lues avant restent occupées ici. Ce que vous y notez depuis ne ferme plus vos
        créneaux.
      </MailText>
      <MailButton href={url}>Voir vos agendas</MailButton>
    </>
  ),
});
