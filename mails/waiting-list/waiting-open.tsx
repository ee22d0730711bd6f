import { bookingPath } from "#core/waiting-list/labels.ts";
import { readOpenMail } from "#core/waiting-list/read-waiting-mail.server.ts";
import { MailButton, MailText, MailTitle } from "../parts.tsx";
import { titleAndTime } from "../push-words.ts";
import { defineMail } from "../template.tsx";
import { WaitingFacts, WaysOut, whenOf } from "./waiting-facts.tsx";

export const waitingOpen = defineMail("waiting-open", {
  read: readOpenMail,
  push: (view, now) => ({
    title: "Une place s'est libérée",
    text: titleAndTime(view.title, view.start, now),
    ...{ path: bookingPath(view), goodUntil: view.start },
  }),
  subject: (view) =>
    `${view.seats === 1 ? "Une place est libre" : `${view.seats} places sont libres`} : ${view.title}`,
  preview: (view) => `${whenOf(view)}, avec ${view.professionalName}`,
  Body: (view) => (
    <>
      <MailTitle>
        {view.seats === 1 ? "Une place est libre" : `${view.seats} places sont libres`}
      </MailTitle>
      <MailText>
        Toutes les personnes qui attendaient l'apprennent en même temps : à qui réserve en premier.
      </MailText>
      <WaitingFacts view={view} />
      <MailButton href={view.bookUrl}>Réserver</MailButton>
      <WaysOut view={view} />
    </>
  ),
});
