import { data, Form, redirect, useNavigation } from "react-router";
import { safeReturnPath, withSuite } from "#core/accounts/return-paths/rules.ts";
import { resendConfirmation, signUp } from "#core/accounts/sign-up/sign-up.server.ts";
import type { Context } from "#core/context.server.ts";
import { answerOnceInSteps } from "#core/idempotency/answer-once.server.ts";
import * as addresses from "#site/addresses.ts";
import type { AnalyticsEvent } from "../../browser/track.ts";
import { requestContext } from "../../context.server.ts";
import { askedFavorite } from "../../cookies/pending-favorite.server.ts";
import { asFormError } from "../../failures/errors.server.ts";
import { callOf, newKey, nextKey } from "../../forms/once.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { AuthScreen } from "../../parts/account/login/auth-screen.tsx";
import { PasswordFields } from "../../parts/account/login/password-fields.tsx";
import {
  type Resent,
  SignUpSent,
  type WaitingSignUp,
} from "../../parts/account/login/sign-up-sent.tsx";
import { knownPerson, NameFields, PhoneField } from "../../parts/account/profile/person-fields.tsx";
import { textsOf } from "../../parts/drafts/tab-drafts.ts";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Button } from "../../ui/button.tsx";
import { EmailInput, Field } from "../../ui/forms/field.tsx";
import { RetryKey } from "../../ui/forms/retry-key.tsx";
import { useFirstError } from "../../ui/forms/use-first-error.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/inscription";

export const page = { isOpen: true, takesPassword: true };

export const handle = {
  actionFailure: {
    title: "Erreur d'inscription",
    text: "Une erreur est survenue lors de l'inscription",
  },
  intentFailures: {
    resend: { title: "Erreur", text: "Une erreur est survenue lors de l'envoi de l'email" },
  },
};

const EMAIL_FIELD = "adresse";

export const meta: Route.MetaFunction = () => titleMeta("S'inscrire");

export function loader({ request, context }: Route.LoaderArgs) {
  const { actor, config } = context.get(requestContext);
  const { searchParams } = new URL(request.url);
  const next = safeReturnPath(searchParams.get("suite"));
  if (actor) throw redirect(next);
  const heart = searchParams.get("favori");
  return { mailsCaught: config.mailsCaught, next, heart, retryKey: newKey() };
}

const text = (value: FormDataEntryValue | undefined) => (typeof value === "string" ? value : "");

type Fields = Record<string, FormDataEntryValue>;

function typedIn(form: Fields) {
  const { firstName = "", lastName = "", phone = "", email = "" } = textsOf(Object.entries(form));
  return { firstName, lastName, phone, email };
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const sentForm = await readFields(request);
  const form: Fields = Object.fromEntries(sentForm);
  if (form.intent === "resend") return resend(ctx, form);
  const { userType: _, professionalInfo: __, ...typed } = form;
  const person = { ...typed, favori: askedFavorite(request, form.favori) ?? undefined };
  const values = typedIn(form);
  try {
    // The registration page makes clients; professionals go on in the wizard.
    const sent: WaitingSignUp = await answerOnceInSteps(ctx, callOf(sentForm, "sign-up"), () =>
      signUp(ctx, { ...person, userType: "client" }),
    );
    const events: AnalyticsEvent[] = [{ name: "signup", data: { userType: "client" } }];
    return {
      ...{ sent, resent: null, fields: {}, toast: null, values, events },
      // The form stays, and sends another registration next.
      retryKey: newKey(),
    };
  } catch (error) {
    const failure = asFormError(error, "Erreur d'inscription");
    const { fields, toast } = failure.data;
    const [first] = Object.values(fields).flat();
    return data(
      {
        ...{ sent: null, resent: null, fields, values },
        toast: { ...toast, text: first ?? toast.text },
        retryKey: nextKey(error),
      },
      failure.init ?? {},
    );
  }
}

async function resend(ctx: Context, form: Fields) {
  const sent: WaitingSignUp = { id: text(form.signUpId), email: text(form.email), isMailed: true };
  const answer = { sent, fields: {}, toast: null, values: typedIn(form), retryKey: newKey() };
  try {
    await resendConfirmation(ctx, form);
    return { ...answer, resent: { isMailed: true, text: "Un nouvel e-mail est en route." } };
  } catch (error) {
    const failure = asFormError(error);
    const resent: Resent = { isMailed: false, text: failure.data.toast.text ?? "" };
    return data({ ...answer, resent }, failure.init ?? {});
  }
}

export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === "POST";
  const { sent, resent, fields, values } = actionData ?? {};
  return (
    <AuthScreen
      title="S'inscrire"
      intro={
        <>
          Déjà un compte ?{" "}
          <TextLink to={withSuite(addresses.logIn, loaderData.next, loaderData.heart)}>
            Se connecter
          </TextLink>
        </>
      }
    >
      <FormToast toast={actionData?.toast} />
      {sent && (
        <SignUpSent
          key={sent.id}
          signUp={sent}
          resent={resent ?? null}
          typed={values ?? {}}
          mailsCaught={loaderData.mailsCaught}
          emailField={EMAIL_FIELD}
          next={loaderData.next}
          heart={loaderData.heart}
        />
      )}
      {/* The typed values stay, so that a mistyped address can be corrected. */}
      <SignUpForm
        {...loaderData}
        retryKey={actionData?.retryKey ?? loaderData.retryKey}
        busy={busy}
        fields={fields}
        values={values}
      />
    </AuthScreen>
  );
}

function SignUpForm({
  next,
  heart,
  retryKey,
  busy,
  fields,
  values,
}: Route.ComponentProps["loaderData"] & {
  busy: boolean;
  fields: Record<string, string[]> | undefined;
  values: ReturnType<typeof typedIn> | undefined;
}) {
  const form = useFirstError(fields);
  const known = knownPerson(values, fields);
  return (
    <Form ref={form} method="post" noValidate className="mt-7">
      <input type="hidden" name="suite" value={next} />
      {heart && <input type="hidden" name="favori" value={heart} />}
      <RetryKey value={retryKey} />
      <fieldset disabled={busy} className="grid gap-5">
        <legend className="sr-only">Vos informations</legend>
        <div className="grid gap-5 sm:grid-cols-2">
          <NameFields fields={known} />
        </div>
        <PhoneField optional field={known.phone} />
        <Field id={EMAIL_FIELD} label="E-mail" error={fields?.email}>
          {(control) => (
            <EmailInput {...control} autoComplete="username" defaultValue={values?.email} />
          )}
        </Field>
        <PasswordFields fields={fields} />
        <Button type="submit" variant="sage" size="large" block busy={busy}>
          S'inscrire
        </Button>
      </fieldset>
      <p className="mt-6 text-14 text-ink-soft">
        En vous inscrivant, vous acceptez nos <TextLink to={addresses.terms}>conditions</TextLink>.
        Nos engagements sur vos données :{" "}
        <TextLink to={addresses.privacy}>confidentialité</TextLink>.
      </p>
    </Form>
  );
}
