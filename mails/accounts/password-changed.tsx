import { readPasswordMail } from "#core/accounts/passwords/change-password.server.ts";
import { formatLongDate, formatTime } from "#core/dates.ts";
import * as addresses from "#site/addresses.ts";
import { MailButton, MailLink, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

const HOW = {
  owner: "depuis votre profil",
  reset: "avec un lien reçu par e-mail",
};

export const passwordChanged = defineMail("password-changed", {
  read: readPasswordMail,
  subject: () => "Votre mot de passe a été modifié",
  preview: () => "Ce n'était pas vous ? Choisissez-en aussitôt un autre.",
  Body: ({ at, by, siteUrl }) => (
    <>
      <MailTitle>Votre mot de passe a été modifié</MailTitle>
      <MailText>
        Le mot de passe de votre compte Parenthèse a été modifié le {formatLongDate(at)} à{" "}
        {formatTime(at)}, {HOW[by]}. Les connexions qui étaient ouvertes ont été fermées.
      </MailText>
      <MailText>
        C'était vous ? Vous n'avez rien à faire. Sinon, quelqu'un est entré dans votre compte :
        reprenez-le sans attendre.
      </MailText>
      <MailButton href={`${siteUrl}${addresses.forgottenPassword}`}>
        Choisir un autre mot de passe
      </MailButton>
      <MailNote>
        Un doute ?{" "}
        <MailLink href={`${siteUrl}${addresses.contactAbout("compte")}`}>
          Écrivez au support
        </MailLink>
        , nous fermons le compte le temps de vérifier.
      </MailNote>
    </>
  ),
});
