import type { WaitingMail } from "#core/waiting-list/read-waiting-mail.server.ts";
import { MailButton, MailText, MailTitle } from "../parts.tsx";
import type { MailTemplate } from "../template.tsx";
import { WaitingFacts, WaysOut, whenOf } from "./waiting-facts.tsx";

export const waitingOpen: MailTemplate<WaitingMail> = {
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
};
