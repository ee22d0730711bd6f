import { readResetMail } from "#core/accounts/passwords/request-password-reset.server.ts";
import { MailButton, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const resetPassword = defineMail("reset-password", {
  read: readResetMail,
  subject: () => "Choisissez un nouveau mot de passe",
  preview: () => "Le lien est valable une heure.",
  Body: ({ resetUrl }) => (
    <>
      <MailTitle>Un nouveau mot de passe</MailTitle>
      <MailText>
        Vous avez demandé à changer le mot de passe de votre compte Parenthèse. Ouvrez le lien pour
        en choisir un nouveau.
      </MailText>
      <MailButton href={resetUrl}>Choisir un mot de passe</MailButton>
      <MailNote>
        Ce lien est valable une heure et ne sert qu'une fois. Vos connexions ouvertes seront toutes
        fermées. Si vous n'avez rien demandé, ignorez ce message : votre mot de passe ne change pas.
      </MailNote>
    </>
  ),
});
