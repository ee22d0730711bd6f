import { readCredentialsMail } from "#core/accounts/passwords/mail-access-links.server.ts";
import { formatLongDay, formatTime } from "#core/dates.ts";
import { MailButton, MailFacts, MailLink, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const guestCredentials = defineMail("guest-credentials", {
  read: readCredentialsMail,
  subject: () => "Vos identifiants Parenthèse",
  preview: () => "Votre compte est créé : choisissez son mot de passe.",
  Body: ({ email, password, expiresAt, loginUrl, choosePasswordUrl }) => (
    <>
      <MailTitle>Votre compte est prêt</MailTitle>
      <MailText>
        Un compte est créé à votre adresse : vous y retrouvez ce que vous venez de réserver ou de
        choisir. Il ne vous reste qu'à définir votre mot de passe.
      </MailText>
      <MailButton href={choosePasswordUrl}>Définir mon mot de passe</MailButton>
      <MailText>
        Vous pouvez aussi <MailLink href={loginUrl}>vous connecter</MailLink> avec ce mot de passe
        temporaire, puis le changer.
      </MailText>
      <MailFacts
        facts={[
          ["E-mail", email],
          ["Mot de passe temporaire", password],
        ]}
      />
      <MailNote>
        Le lien et le mot de passe temporaire sont valables jusqu'au {formatLongDay(expiresAt)} à{" "}
        {formatTime(expiresAt)}. Ensuite, « Mot de passe oublié ? » vous en donne un autre.
      </MailNote>
    </>
  ),
});
