import { readLinkReminder } from "#core/bookings/changes/remind-missing-link.server.ts";
import { type Reminder, readReminder } from "#core/bookings/reminders/remind-clients.server.ts";
import { writeCalendarFile } from "#core/bookings/show-calendar-file.server.ts";
import { BOOKED_WORDS, whenLabel } from "#core/catalogue/labels.ts";
import { formatEnd, formatLongDate, formatTime } from "#core/dates.ts";
import * as addresses from "#site/addresses.ts";
import { MailButton, MailFacts, MailLink, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";
import { BookingFacts } from "./booking-facts.tsx";

const when = ({ start, now }: Reminder) => whenLabel(start, now);

export const bookingReminder = defineMail("booking-reminder", {
  read: readReminder,
  push: (view, now) => ({
    title: whenLabel(view.start, now),
    text: `${view.texts.title}, ${view.texts.professional}`,
    path: addresses.ownSessions,
    goodUntil: view.start,
  }),
  subject: (view) => `${when(view)} : ${view.texts.title}`,
  preview: ({ texts }) => `${texts.place}, avec ${texts.professional}`,
  Body: (view) => (
    <>
      <MailTitle>{when(view)}</MailTitle>
      <MailText>{view.texts.professional} vous attend.</MailText>
      <BookingFacts
        view={view}
        more={[
          view.requirements.length > 0 && ["À prévoir", view.requirements.join(", ")],
          view.phone && ["Téléphone", view.phone],
          view.code && ["Votre code", view.code],
        ]}
      />
      {view.isOnline && (
        <MailText>
          {view.hasLink
            ? "Le lien pour vous connecter se trouve avec votre réservation."
            : "Le lien pour vous connecter suit : il se trouvera avec votre réservation."}
        </MailText>
      )}
      {view.mapUrl ? (
        <MailButton href={view.mapUrl}>S'y rendre</MailButton>
      ) : (
        <MailButton href={`${view.siteUrl}${addresses.ownSessions}`}>
          Voir ma réservation
        </MailButton>
      )}
      {view.mapUrl && (
        <MailText>
          <MailLink href={`${view.siteUrl}${addresses.ownSessions}`}>Voir ma réservation</MailLink>
        </MailText>
      )}
      <MailNote>
        <MailLink href={view.unsubscribeUrl}>Ne plus recevoir de rappels</MailLink>
      </MailNote>
    </>
  ),
  attachments: (view) => [writeCalendarFile(view)],
});

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
