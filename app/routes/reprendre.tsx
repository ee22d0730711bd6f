import { data, Form, redirect, useNavigation } from "react-router";
import { askForLink } from "#core/bookings/ask-for-link.server.ts";
import { offeringPath } from "#core/bookings/rules.ts";
import type { FieldErrors } from "#core/errors.ts";
import { isId } from "#core/payments/rules.ts";
import { requestContext } from "../context.server.ts";
import { asGuestFormError } from "../errors.server.ts";
import { AuthScreen } from "../parts/account/auth-screen.tsx";
import { readForm } from "../read-form.ts";
import { site } from "../site.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { EmailInput, Field } from "../ui/field.tsx";
import { FormToast } from "../ui/form-toast.tsx";
import { Notice } from "../ui/notice.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { useFirstError } from "../ui/use-first-error.ts";
import type { Route } from "./+types/reprendre";

export const handle = {
  actionFailure: { title: "Erreur", text: "Une erreur est survenue lors de l'envoi de l'email" },
};

export const meta: Route.MetaFunction = () => [
  { title: `Reprendre mon paiement — ${site.name}` },
  { name: "robots", content: "noindex" },
];

/** What is gone on with, as its address says; null where it says nothing. */
function offeringOf(request: Request) {
  const { searchParams } = new URL(request.url);
  const kind = searchParams.has("activity") ? "activity" : "session";
  const id = searchParams.get(kind);
  return isId(id) ? ({ kind, id, path: offeringPath(kind, id) } as const) : null;
}

export function loader({ request }: Route.LoaderArgs) {
  const offering = offeringOf(request);
  if (!offering) throw redirect("/sessions");
  return { path: offering.path };
}

export async function action({ request, context }: Route.ActionArgs) {
  const offering = offeringOf(request);
  if (!offering) throw redirect("/sessions");
  const { kind, id } = offering;
  const form = await readForm(request);
  const email = typeof form.email === "string" ? form.email : "";
  try {
    const asked = kind === "session" ? { sessionId: id } : { activityId: id };
    await askForLink(context.get(requestContext), { ...asked, email });
    return { sent: true, email, fields: {} as FieldErrors, toast: undefined };
  } catch (error) {
    const failure = asGuestFormError(error);
    return data({ sent: false, email, ...failure.data }, failure.init ?? {});
  }
}

/** What is said once it was asked for is the same, and true, whatever is known of the e-mail. */
export default function ResumePayment({ loaderData: { path }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === "POST";
  const form = useFirstError(actionData);
  return (
    <AuthScreen
      title="Reprendre mon paiement"
      intro="Un lien pour reprendre ici est envoyé à l'e-mail avec lequel vous avez commencé à réserver."
    >
      <FormToast toast={actionData?.toast} />
      {actionData?.sent ? (
        <div className="mt-7">
          <Notice tone="success" role="status">
            Si une place est retenue ici avec l'adresse {actionData.email}, un lien pour reprendre
            le paiement s'y trouve, ou y arrive dans un instant. Il n'est envoyé qu'une fois par
            jour : pensez à regarder dans vos courriers indésirables.
          </Notice>
          <ButtonLink to={path} className="mt-6">
            Revenir à la réservation
          </ButtonLink>
        </div>
      ) : (
        <Form ref={form} method="post" noValidate className="mt-7">
          <fieldset disabled={busy} className="grid gap-5">
            <legend className="sr-only">Votre adresse</legend>
            <Field label="E-mail" error={actionData?.fields.email}>
              {(control) => (
                <EmailInput {...control} autoComplete="email" defaultValue={actionData?.email} />
              )}
            </Field>
            <Button type="submit" variant="clay" size="large" block busy={busy}>
              Recevoir le lien
            </Button>
          </fieldset>
          <p className="mt-4">
            <TextLink to={path} className="inline-flex min-h-11 items-center">
              Revenir à la réservation
            </TextLink>
          </p>
        </Form>
      )}
    </AuthScreen>
  );
}
