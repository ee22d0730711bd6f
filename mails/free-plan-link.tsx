import { sessionsLabel } from "#core/subscriptions/labels.ts";
import type { PlanLinkMail } from "#core/subscriptions/read-subscription-mail.server.ts";
import { MailButton, MailLink, MailNote, MailText, MailTitle } from "./parts.tsx";
import type { MailTemplate } from "./template.tsx";

export const freePlanLink: MailTemplate<PlanLinkMail> = {
  subject: () => "Activez votre offre gratuite",
  preview: () => `${sessionsLabel("free")}.`,
  Body: ({ followUrl, loginUrl }) => (
    <>
      <MailTitle>Activez votre offre gratuite</MailTitle>
      <MailText>
        Quelqu'un a choisi l'offre Free avec votre adresse. Si c'est vous, ouvrez le lien : elle est
        active aussitôt, et votre compte est créé si vous n'en avez pas encore.
      </MailText>
      <MailButton href={followUrl}>Activer mon offre</MailButton>
      <MailNote>
        Le lien fonctionne 24 heures, dans un seul navigateur. Vous n'avez rien demandé ? Ignorez ce
        message : sans vous, aucun compte n'est créé et rien ne change. Vous avez un compte ?{" "}
        <MailLink href={loginUrl}>Connectez-vous</MailLink> pour choisir sans lien.
      </MailNote>
    </>
  ),
};
