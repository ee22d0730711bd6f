import { Form, redirect, useNavigation } from "react-router";
import { giveNames } from "#core/accounts/profile/update-profile.server.ts";
import { pathAfterLogin, safeReturnPath } from "#core/accounts/return-paths/rules.ts";
import { isUnfinished } from "#core/accounts/rules.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { asFormError, withKept } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { AuthScreen } from "../../parts/account/login/auth-screen.tsx";
import { knownPerson, NameFields, PhoneField } from "../../parts/account/profile/person-fields.tsx";
import { textsOf } from "../../parts/drafts/tab-drafts.ts";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Button } from "../../ui/button.tsx";
import { useFirstError } from "../../ui/forms/use-first-error.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/bienvenue";

export const page = { isOpen: true };

export const handle = {
  actionFailure: { title: "Erreur", text: "Impossible de mettre à jour le profil" },
};

export const meta: Route.MetaFunction = () => titleMeta("Bienvenue");

export function loader({ request, context }: Route.LoaderArgs) {
  const { actor } = context.get(requestContext);
  if (!actor) throw redirect(addresses.logInThen(addresses.welcome));
  if (actor.mustChangePassword) throw redirect(addresses.changePassword);
  const next = safeReturnPath(new URL(request.url).searchParams.get("suite"));
  const newcomer = {
    ...{ named: true, unfinished: isUnfinished(actor), sells: actor.professionalId !== null },
  };
  const later = pathAfterLogin(newcomer, next);
  if (actor.firstName !== "") throw redirect(later);
  return { email: actor.email, later };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const next = safeReturnPath(new URL(request.url).searchParams.get("suite"));
  try {
    return redirect(pathAfterLogin(await giveNames(context.get(requestContext), form), next));
  } catch (error) {
    const { firstName = "", lastName = "", phone = "" } = textsOf(Object.entries(form));
    return withKept(asFormError(error), { values: { firstName, lastName, phone } });
  }
}

export default function Welcome({ loaderData, actionData }: Route.ComponentProps) {
  const { email, later } = loaderData;
  const busy = useNavigation().formMethod === "POST";
  const form = useFirstError(actionData);
  const { fields, values } = actionData ?? {};
  const known = knownPerson(values, fields);
  return (
    <AuthScreen
      title="Bienvenue"
      intro={
        <>
          Votre compte <span className="wrap-anywhere">{email}</span> est ouvert. Comment vous
          appelez-vous ?
        </>
      }
    >
      <FormToast toast={actionData?.toast} />
      <Form ref={form} method="post" noValidate className="mt-7">
        <fieldset disabled={busy} className="grid gap-5">
          <legend className="sr-only">Votre nom</legend>
          <div className="grid gap-5 sm:grid-cols-2">
            <NameFields fields={known} />
          </div>
          <PhoneField optional field={known.phone} />
          <Button type="submit" variant="clay" size="large" block busy={busy}>
            Continuer
          </Button>
        </fieldset>
      </Form>
      <p className="mt-6 text-14 text-ink-soft">
        Les praticiens chez qui vous réservez voient votre nom, et personne d'autre.
      </p>
      <p className="mt-2">
        <TextLink isTall to={later}>
          Plus tard
        </TextLink>
      </p>
    </AuthScreen>
  );
}
