import {
  type AbsenceMail,
  readAbsenceMail,
} from "#core/bookings/presence/contest-absence.server.ts";
import { formatLongDay, formatTime } from "#core/dates.ts";
import { MailButton, MailFacts, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const markedAbsent = defineMail("marked-absent", {
  read: readAbsenceMail,
  subject: ({ title }) => `Vous étiez attendu : ${title}`,
  preview: ({ date, time }) => `${date}, ${time}`,
  Body: (view) => (
    <>
      <MailTitle>Noté absent</MailTitle>
      <MailText>
        {view.professional} a noté que vous n'étiez pas là. Personne d'autre ne le voit.
      </MailText>
      <AbsenceFacts view={view} />
      <MailText>
        Vous y étiez, ou la séance n'a pas eu lieu ? Dites-le jusqu'au{" "}
        {formatLongDay(view.contestUntil)} à {formatTime(view.contestUntil)}.
      </MailText>
      <MailButton href={view.contestUrl}>Contester</MailButton>
    </>
  ),
});

export const absenceContested = defineMail("absence-contested", {
  read: readAbsenceMail,
  subject: (view) =>
    `${view.client} dit ${isNotHeld(view) ? "que rien n'a eu lieu" : "y avoir été"} : ${view.title}`,
  preview: ({ date, time }) => `${date}, ${time}`,
  Body: (view) => (
    <>
      <MailTitle>Une absence est contestée</MailTitle>
      <MailText>
        {view.client} dit {isNotHeld(view) ? "que la séance n'a pas eu lieu" : "avoir été présent"}.
        Cette absence ne compte plus, ni pour vous ni pour votre client.
      </MailText>
      <AbsenceFacts view={view} />
      <MailButton href={view.messagesUrl}>Écrire à {view.client}</MailButton>
    </>
  ),
});

const isNotHeld = ({ contestedAs }: AbsenceMail) => contestedAs === "not_held";

function AbsenceFacts({ view }: { view: AbsenceMail }) {
  return (
    <MailFacts
      facts={[
        ["Réservation", view.title],
        ["Date", view.date],
        ["Horaire", view.time],
      ]}
    />
  );
}
