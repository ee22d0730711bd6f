import { readMessageReportReceivedMail } from "#core/bookings/reported-messages/report-booking-message.server.ts";
import { originWords } from "#core/moderation/labels.ts";
import {
  type ContentDecisionMail,
  type ReportReceivedMail,
  readContentDecisionMail,
  readReportReceivedMail,
} from "#core/moderation/read-moderation-mail.server.ts";
import { readReviewReportReceivedMail } from "#core/reviews/reports/read-decision-mail.server.ts";
import { MailButton, MailFacts, MailLink, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail, type MailTemplate } from "../template.tsx";

/** Règlement (UE) 2022/2065, article 16. */
const reportReceived: MailTemplate<ReportReceivedMail> = {
  subject: ({ title }) => `Nous avons reçu votre signalement : ${title}`,
  preview: () => "Une personne l'examine. Nous vous écrivons ce qu'elle décide.",
  Body: ({ title, text, contactUrl }) => (
    <>
      <MailTitle>Merci, nous avons reçu votre signalement</MailTitle>
      <MailText>
        Vous nous avez signalé « {title} ». Une personne l'examine, et nous vous écrivons ce qu'elle
        décide et pourquoi. Votre adresse n'est pas communiquée.
      </MailText>
      <MailFacts facts={[["Vous avez écrit", text]]} />
      <MailNote>
        Ce n'était pas vous ? <MailLink href={contactUrl}>Écrivez-nous</MailLink>.
      </MailNote>
    </>
  ),
};

export const contentReportReceived = defineMail("content-report-received", {
  read: readReportReceivedMail,
  ...reportReceived,
});

export const reviewReportReceived = defineMail("review-report-received", {
  read: readReviewReportReceivedMail,
  ...reportReceived,
});

export const messageReportReceived = defineMail("message-report-received", {
  read: readMessageReportReceivedMail,
  ...reportReceived,
});

const REPORTED: Record<ContentDecisionMail["measure"], string> = {
  none: "Nous n'y avons rien trouvé de contraire à la loi ou à nos conditions : rien ne change.",
  correction: "Nous avons demandé une correction, sous une semaine.",
  picture: "Nous avons retiré la photo ; une illustration la remplace.",
  hidden: "Plus personne ne peut voir ni réserver cette offre tant qu'elle n'est pas corrigée.",
  removed: "Nous avons retiré cette offre : plus personne ne peut la voir ni la réserver.",
};

function DecisionFacts({ facts, basis, origin }: ContentDecisionMail) {
  return (
    <MailFacts
      facts={[
        ["Les faits", facts],
        basis && ["Le fondement", basis],
        ["Comment nous l'avons su", originWords(origin)],
      ]}
    />
  );
}

/** Règlement (UE) 2022/2065, articles 16 and 20. */
export const contentReportDecided = defineMail("content-report-decided", {
  read: readContentDecisionMail,
  subject: ({ title }) => `Suite donnée à votre signalement : ${title}`,
  preview: ({ measure }) => REPORTED[measure],
  Body: (mail) => (
    <>
      <MailTitle>Nous avons examiné votre signalement</MailTitle>
      <MailText>
        Une personne a lu « {mail.title} » et votre message. {REPORTED[mail.measure]}
      </MailText>
      <DecisionFacts {...mail} />
      <MailNote>
        Vous n'êtes pas d'accord ?{" "}
        <MailLink href={mail.contestUrl}>Contestez cette décision</MailLink>, sans frais, jusqu'au{" "}
        {mail.until}, ou saisissez un organe de règlement certifié ou un juge. Votre adresse n'a pas
        été communiquée.
      </MailNote>
    </>
  ),
});

const OWN: Record<ContentDecisionMail["measure"], string> = {
  none: "Rien à reprendre",
  correction: "Une correction est demandée",
  picture: "Votre photo est retirée",
  hidden: "Votre offre est masquée",
  removed: "Votre offre est retirée",
};

/** Statement of reasons (règlement (UE) 2022/2065, article 17). */
export const contentDecided = defineMail("content-decided", {
  read: readContentDecisionMail,
  subject: ({ measure, title }) => `${OWN[measure]} : ${title}`,
  preview: ({ facts }) => facts.slice(0, 100),
  Body: (mail) => (
    <>
      <MailTitle>
        {mail.measure === "none" ? "Il n'y a rien à reprendre" : OWN[mail.measure]}
      </MailTitle>
      <MailText>
        {mail.measure === "none" &&
          `Nous avons relu « ${mail.title} » : il n'y a rien, ou plus rien, à reprendre. Aucune mesure ne reste.`}
        {mail.measure === "correction" &&
          `« ${mail.title} » reste visible. Corrigez-en le texte avant le ${mail.due}.`}
        {mail.measure === "picture" &&
          `La photo de « ${mail.title} » n'est plus visible. L'illustration de la catégorie la remplace, l'offre et vos réservations ne changent pas, et vous pouvez ajouter une autre photo.`}
        {mail.measure === "hidden" &&
          `« ${mail.title} » n'est plus visible ni réservable. Vos réservations sont maintenues.`}
        {mail.measure === "removed" &&
          `« ${mail.title} » n'est plus visible ni réservable, et une correction n'y change rien. Vos réservations sont maintenues.`}
      </MailText>
      <DecisionFacts {...mail} />
      {mail.measure !== "none" && (
        <MailButton href={mail.contestUrl}>Demander une relecture</MailButton>
      )}
      <MailNote>
        {mail.measure === "none" || mail.measure === "removed"
          ? "Si"
          : "Une fois le texte corrigé, ou si"}{" "}
        vous n'êtes pas d'accord, <MailLink href={mail.contestUrl}>écrivez-le-nous</MailLink> sans
        frais jusqu'au {mail.until}. Vous pouvez aussi saisir un organe de règlement certifié, le
        médiateur ou un juge.
      </MailNote>
    </>
  ),
});
