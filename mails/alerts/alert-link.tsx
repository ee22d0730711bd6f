import { readAlertLinkMail } from "#core/alerts/guests/keep-guest-alert.server.ts";
import { alertTitle, alertWishes, whereLabel } from "#core/alerts/labels.ts";
import { ALERT_LINK_LIFE } from "#core/alerts/rules.ts";
import { formatPeriod } from "#core/durations.ts";
import { MailButton, MailFacts, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

/** Confirms a guest's search (rule: guest-alerts). */
export const alertLink = defineMail("alert-link", {
  read: readAlertLinkMail,
  subject: ({ conditions }) => `Confirmez votre alerte : ${alertTitle(conditions)}`,
  preview: ({ conditions }) => `${whereLabel(conditions)}. ${alertWishes(conditions)}`,
  Body: ({ conditions, followUrl }) => (
    <>
      <MailTitle>Confirmez votre alerte</MailTitle>
      <MailText>
        Quelqu'un a demandé, avec votre adresse, à être prévenu dès qu'une place répond à cette
        recherche. Si c'est vous, ouvrez le lien.
      </MailText>
      <MailFacts
        facts={[
          ["Recherche", alertTitle(conditions)],
          ["Où", whereLabel(conditions)],
          ["Quand et comment", alertWishes(conditions)],
        ]}
      />
      <MailButton href={followUrl}>Confirmer mon alerte</MailButton>
      <MailNote>
        Le lien fonctionne {formatPeriod(ALERT_LINK_LIFE)}. Vous n'avez rien demandé ? Ignorez ce
        message : sans vous, rien n'est gardé et aucun autre e-mail ne part.
      </MailNote>
    </>
  ),
});
