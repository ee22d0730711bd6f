import { readPasswordMail } from "#core/accounts/passwords/change-password.server.ts";
import {
  readCorrectedMail,
  readCredentialsMail,
  readProofMail,
} from "#core/accounts/passwords/mail-access-links.server.ts";
import { readResetMail } from "#core/accounts/passwords/request-password-reset.server.ts";
import { SIGN_UP_LIFE } from "#core/accounts/rules.ts";
import { readConfirmationMail } from "#core/accounts/sign-up/sign-up.server.ts";
import { formatDate, formatLongDate, formatLongDay, formatTime } from "#core/dates.ts";
import { formatPeriod } from "#core/durations.ts";
import * as addresses from "#site/addresses.ts";
import { MailButton, MailFacts, MailLink, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const confirmEmail = defineMail("confirm-email", {
  read: readConfirmationMail,
  subject: (view) => (view.known ? "Vous avez déjà un compte" : "Confirmez votre adresse e-mail"),
  preview: (view) =>
    view.known
      ? "Quelqu'un vient de s'inscrire avec votre adresse."
      : "Plus qu'une étape avant votre première séance.",
  Body: (view) =>
    view.known ? (
      <>
        <MailTitle>Vous avez déjà un compte</MailTitle>
        <MailText>
          Quelqu'un vient de remplir le formulaire d'inscription avec votre adresse. Votre compte
          existe déjà et n'a pas changé.
        </MailText>
        <MailButton href={view.loginUrl}>Se connecter</MailButton>
        <MailNote>
          Si cette demande ne vient pas de vous, vous n'avez rien à faire. Mot de passe oublié ?{" "}
          <MailLink href={view.forgottenUrl}>Choisissez-en un nouveau</MailLink>
        </MailNote>
      </>
    ) : (
      <>
        <MailTitle>Confirmez votre adresse</MailTitle>
        <MailText>
          Une inscription vient d'être faite avec cette adresse. Ouvrez le lien, saisissez le mot de
          passe choisi à l'inscription, et votre compte est prêt.
        </MailText>
        <MailButton href={view.confirmUrl}>Confirmer mon adresse</MailButton>
        <MailNote>
          Ce lien est valable {formatPeriod(SIGN_UP_LIFE)}. Vous ne vous êtes pas inscrit ?
          Ouvrez-le et choisissez « Ce n'est pas moi », ou ignorez ce message : sans confirmation,
          aucun compte n'est créé.
        </MailNote>
      </>
    ),
});

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
