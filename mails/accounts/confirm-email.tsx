import { SIGN_UP_LIFE } from "#core/accounts/rules.ts";
import { readConfirmationMail } from "#core/accounts/sign-up/sign-up.server.ts";
import { formatPeriod } from "#core/durations.ts";
import { MailButton, MailLink, MailNote, MailText, MailTitle } from "../parts.tsx";
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
