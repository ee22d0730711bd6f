import { UNCLEAR_TEXT, unclearLabels } from "#core/calendars/labels.ts";
import { readUnclearCalendar } from "#core/calendars/read-calendar-mail.server.ts";
import { MailButton, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const calendarUnclear = defineMail("calendar-unclear", {
  read: readUnclearCalendar,
  subject: ({ name }) => `Dans votre agenda « ${name} », tout n'est pas compris`,
  preview: ({ unclear }) => unclearLabels(unclear)[0] ?? "",
  Body: ({ name, unclear, url }) => (
    <>
      <MailTitle>Dans votre agenda « {name} », tout n'est pas compris</MailTitle>
      <MailText>{UNCLEAR_TEXT}</MailText>
      {unclearLabels(unclear).map((label) => (
        <MailText key={label}>{label}</MailText>
      ))}
      <MailButton href={url}>Voir vos agendas</MailButton>
    </>
  ),
});
