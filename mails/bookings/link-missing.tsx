import { readLinkReminder } from "#core/bookings/changes/remind-missing-link.server.ts";
import { BOOKED_WORDS } from "#core/catalogue/labels.ts";
import { formatEnd, formatLongDate, formatTime } from "#core/dates.ts";
import { MailButton, MailFacts, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const linkMissing = defineMail("link-missing", {
  read: readLinkReminder,
  subject: ({ title }) => `Il manque le lien : ${title}`,
  preview: ({ start }) => `${formatLongDate(start)}, ${formatTime(start)}`,
  Body: ({ kind, title, start, end, clients, editUrl }) => (
    <>
      <MailTitle>Il manque le lien de connexion</MailTitle>
      <MailText>
        {clients === 1 ? "Un client a réservé" : `${clients} clients ont réservé`}, et personne ne
        peut encore se connecter. Ajoutez le lien : vos clients le verront aussitôt avec leur
        réservation.
      </MailText>
      <MailFacts
        facts={[
          [BOOKED_WORDS[kind].name, title],
          ["Date", formatLongDate(start)],
          ["Horaire", `${formatTime(start)} - ${formatEnd(start, end)}`],
        ]}
      />
      <MailButton href={editUrl}>Ajouter le lien</MailButton>
    </>
  ),
});
