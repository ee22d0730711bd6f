import {
  readCorrectedMail,
  readProofMail,
} from "#core/accounts/passwords/mail-access-links.server.ts";
import { formatDate, formatTime } from "#core/dates.ts";
import { MailButton, MailLink, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

/** Sent to the new address, which counts once its link is followed. */
export const addressProof = defineMail("address-proof", {
  read: readProofMail,
  subject: () => "Prouvez que cette adresse est la vôtre",
  preview: () => "Le lien est valable trois jours.",
  Body: ({ proofUrl }) => (
    <>
      <MailTitle>L'adresse de votre compte</MailTitle>
      <MailText>
        À votre demande, nous corrigeons l'adresse de votre compte Parenthèse : ce sera celle-ci.
        Ouvrez le lien pour la prouver et choisir un mot de passe.
      </MailText>
      <MailButton href={proofUrl}>Prouver mon adresse</MailButton>
      <MailNote>
        Ce lien est valable trois jours et ne sert qu'une fois. Jusque-là, rien ne change. Si vous
        n'avez rien demandé, ignorez ce message.
      </MailNote>
    </>
  ),
});

export const addressCorrected = defineMail("address-corrected", {
  read: readCorrectedMail,
  subject: () => "L'adresse de votre compte va changer",
  preview: () => "Ce n'était pas vous ? Dites-le-nous.",
  Body: ({ at, contactUrl }) => (
    <>
      <MailTitle>L'adresse de votre compte va changer</MailTitle>
      <MailText>
        Le {formatDate(at)} à {formatTime(at)}, une personne de notre équipe a noté, à la demande de
        qui s'est présenté comme vous, que l'adresse de votre compte Parenthèse doit être corrigée.
        Vos connexions sont fermées. La nouvelle adresse ne compte qu'une fois prouvée.
      </MailText>
      <MailNote>
        Vous n'avez rien demandé ? <MailLink href={contactUrl}>Écrivez-nous tout de suite</MailLink>
        . Vous pouvez aussi vous connecter comme avant et changer votre mot de passe.
      </MailNote>
    </>
  ),
});
