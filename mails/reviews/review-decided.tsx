import type { DecisionMail } from "#core/reviews/reports/read-decision-mail.server.ts";
import { MailButton, MailFacts, MailLink, MailNote, MailText, MailTitle } from "../parts.tsx";
import type { MailTemplate } from "../template.tsx";

const title = ({ isPublished }: DecisionMail) =>
  isPublished ? "Votre avis est publié" : "Votre avis n'est pas publié";

/** With the reasons, and how to contest them (règlement (UE) 2022/2065, article 17). */
export const reviewDecided: MailTemplate<DecisionMail> = {
  subject: (view) => `${title(view)} : ${view.professional}`,
  preview: ({ isPublished, reason }) => (isPublished ? "Il est en ligne." : reason.slice(0, 100)),
  Body: (view) => (
    <>
      <MailTitle>{title(view)}</MailTitle>
      {view.isPublished ? (
        <MailText>
          Nous avons examiné votre avis sur {view.professional} : il est en ligne.
        </MailText>
      ) : (
        <>
          <MailText>
            Nous avons examiné votre avis sur {view.professional} et avons décidé de ne pas le
            publier. Sa note ne compte pas. Une personne a pris cette décision, d'après nos
            conditions.
          </MailText>
          <MailFacts facts={[["Pourquoi", view.reason]]} />
        </>
      )}
      <MailButton href={view.reviewUrl}>Voir mon avis</MailButton>
      {!view.isPublished && (
        <MailNote>
          Vous n'êtes pas d'accord ? <MailLink href={view.contactUrl}>Écrivez-nous</MailLink> : nous
          regardons de nouveau. Vous pouvez aussi saisir le médiateur ou un juge.
        </MailNote>
      )}
    </>
  ),
};
