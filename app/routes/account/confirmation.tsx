import { Form, useNavigation } from "react-router";
import { pathAfterLogin } from "#core/accounts/return-paths/rules.ts";
import { SIGN_UP_LIFE } from "#core/accounts/rules.ts";
import { readSignUp, refuseSignUp } from "#core/accounts/sign-up/confirm-sign-up.server.ts";
import { formatMoment } from "#core/dates.ts";
import { formatPeriod } from "#core/durations.ts";
import { confirmEmail } from "#core/professionals/create-professional.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { welcome } from "../../cookies/pending-favorite.server.ts";
import { asFormError } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { AuthScreen } from "../../parts/account/login/auth-screen.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
import { PasswordInput } from "../../ui/forms/password-input.tsx";
import { useFirstError } from "../../ui/forms/use-first-error.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/confirmation";

export const page = { takesPassword: true };

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger cette page." },
  actionFailure: { title: "Erreur", text: "Votre adresse n'a pas pu être confirmée. Réessayez." },
};

export const meta: Route.MetaFunction = () => titleMeta("Confirmer mon adresse");

/** Reading it changes nothing (rule: mailbox-proof). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("jeton") ?? "";
  const signUp = await readSignUp(context.get(requestContext), { token });
  return { token, email: signUp?.email ?? null, signedUpAt: signUp?.signedUpAt ?? null };
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readForm(request);
  try {
    if (form.intent === "refuse") {
      await refuseSignUp(ctx, form);
      return redirectWithToast(addresses.home, {
        title: "C'est noté",
        text: "Cette inscription est effacée, son mot de passe avec elle.",
      });
    }
    const { login, newcomer, next, favorite } = await confirmEmail(ctx, form);
    const toast = { title: "Adresse confirmée", text: "Votre compte est prêt." } as const;
    const { headers, events } = await welcome(ctx, request, login, null, favorite);
    events.unshift({ name: "login", data: { by: "confirmation" } });
    const goTo = pathAfterLogin(newcomer, next);
    return redirectWithToast(goTo, { ...toast, events }, headers);
  } catch (error) {
    return asFormError(error);
  }
}

export default function Confirmation({ loaderData, actionData }: Route.ComponentProps) {
  const { token, email, signedUpAt } = loaderData;
  const intent = useNavigation().formData?.get("intent");
  const form = useFirstError(actionData);
  if (email === null) return <DeadLink />;
  return (
    <AuthScreen title="Confirmez votre adresse" intro={<SignedUp email={email} at={signedUpAt} />}>
      <FormToast toast={actionData?.toast} />
      <Form ref={form} method="post" noValidate className="mt-7">
        <HiddenFields intent="confirm" token={token} />
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <fieldset disabled={intent !== undefined} className="grid gap-5">
          <legend className="sr-only">Votre mot de passe</legend>
          <Field
            label="Mot de passe"
            hint="Celui que vous avez choisi à l'inscription."
            error={actionData?.fields.password}
          >
            {(control) => (
              <PasswordInput {...control} name="password" autoComplete="current-password" />
            )}
          </Field>
          <Button type="submit" variant="clay" size="large" block busy={intent === "confirm"}>
            Confirmer et me connecter
          </Button>
        </fieldset>
      </Form>
      <p className="mt-4">
        <TextLink isTall to={addresses.forgottenPassword}>
          Mot de passe oublié ?
        </TextLink>
      </p>
      <Form method="post" className="mt-6 border-t border-sand-300 pt-6">
        <HiddenFields intent="refuse" token={token} />
        <p className="text-ink-soft">
          Vous ne vous êtes pas inscrit ? Quelqu'un a utilisé votre adresse. Effacez cette
          inscription : personne ne pourra s'en servir.
        </p>
        <Button type="submit" className="mt-4" busy={intent === "refuse"}>
          Ce n'est pas moi
        </Button>
      </Form>
    </AuthScreen>
  );
}

function SignedUp({ email, at }: { email: string; at: Date | null }) {
  return (
    <span className="figures">
      Inscription de <span className="wrap-anywhere">{email}</span>
      {at && `, faite le ${formatMoment(at)}`}.
    </span>
  );
}

function DeadLink() {
  return (
    <AuthScreen title="Ce lien n'est plus valable">
      <p className="mt-4 text-ink-soft">
        Il a peut-être déjà servi, ou il a plus de {formatPeriod(SIGN_UP_LIFE)}. Si votre adresse
        est confirmée, connectez-vous. Sinon,{" "}
        <TextLink to={addresses.signUp}>inscrivez-vous</TextLink> de nouveau.
      </p>
      <ButtonLink to={addresses.logIn} variant="sage" className="mt-6">
        Se connecter
      </ButtonLink>
    </AuthScreen>
  );
}
