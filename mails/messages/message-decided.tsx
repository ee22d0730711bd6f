import type { MessageDecisionMail } from "#core/bookings/reported-messages/read-message-decision-mail.server.ts";
import { MailButton, MailFacts, MailLink, MailNote, MailText, MailTitle } from "../parts.tsx";
import type { MailTemplate } from "../template.tsx";

/** Tells who has reported a message how it ended (règlement (UE) 2022/2065, article 16). */
export const messageReportDecided: MailTemplate<MessageDecisionMail> = {
  subject: ({ title }) => `Votre signalement : message sur ${title}`,
  preview: ({ isRemoved }) => (isRemoved ? "Le message est retiré." : "Le message reste."),
  Body: ({ isRemoved, answer, title, date, contactUrl }) => (
    <>
      <MailTitle>Nous avons examiné votre signalement</MailTitle>
      <MailText>
        {isRemoved
          ? `Le message que vous avez signalé est retiré (${title}, ${date}).`
          : `Le message que vous avez signalé reste dans vos messages (${title}, ${date}).`}
      </MailText>
      <MailFacts facts={[["Pourquoi", answer]]} />
      <MailNote>
        Vous n'êtes pas d'accord ? <MailLink href={contactUrl}>Écrivez-nous</MailLink> : nous
        regardons de nouveau.
      </MailNote>
    </>
  ),
};

/** To its author, with the reasons, and how to contest them (article 17). */
export const messageRemoved: MailTemplate<MessageDecisionMail> = {
  subject: ({ title }) => `Votre message est retiré : ${title}`,
  preview: ({ answer }) => answer.slice(0, 100),
  Body: ({ answer, title, date, messagesUrl, contactUrl }) => (
    <>
      <MailTitle>Votre message est retiré</MailTitle>
      <MailText>
        Un message que vous avez écrit ({title}, {date}) a été signalé. Une personne l'a examiné, et
        a décidé de le retirer d'après nos conditions. Votre réservation ne change pas.
      </MailText>
      <MailFacts facts={[["Pourquoi", answer]]} />
      <MailButton href={messagesUrl}>Voir mes messages</MailButton>
      <MailNote>
        Vous n'êtes pas d'accord ? <MailLink href={contactUrl}>Écrivez-nous</MailLink> : nous
        regardons de nouveau. Vous pouvez aussi saisir le médiateur ou un juge.
      </MailNote>
    </>
  ),
};
