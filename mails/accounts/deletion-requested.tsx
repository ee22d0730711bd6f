import { formatDate, formatLongDate, formatTime } from "#core/dates.ts";
import { readDeletionRequestMail } from "#core/privacy/deletion/request-account-deletion.server.ts";
import * as addresses from "#site/addresses.ts";
import { MailButton, MailLink, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const deletionRequested = defineMail("deletion-requested", {
  read: readDeletionRequestMail,
  subject: () => "Votre demande de suppression est enregistrée",
  preview: ({ dueAt }) => `Vous pouvez la retirer jusqu'au ${formatDate(dueAt)}.`,
  Body: ({ at, dueAt, siteUrl }) => (
    <>
      <MailTitle>Votre demande est enregistrée</MailTitle>
      <MailText>
        La suppression de votre compte professionnel a été demandée le {formatLongDate(at)} à{" "}
        {formatTime(at)}. Votre page publique, vos sessions et vos activités ne sont plus visibles.
      </MailText>
      <MailText>
        Vous changez d'avis ? Retirez la demande dans votre profil jusqu'au {formatDate(dueAt)} :
        tout redevient visible comme avant. Ensuite, le compte est supprimé. Les données que la loi
        nous impose de garder sont conservées pour leur durée légale.
      </MailText>
      <MailButton href={`${siteUrl}${addresses.profile}#zone-de-danger`}>
        Voir ma demande
      </MailButton>
      <MailNote>
        Ce n'était pas vous ? Retirez la demande et{" "}
        <MailLink href={`${siteUrl}${addresses.forgottenPassword}`}>
          changez votre mot de passe
        </MailLink>
        .
      </MailNote>
    </>
  ),
});
