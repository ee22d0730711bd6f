import { Form, redirect, useNavigation } from "react-router";
import { followAlertLink, readAlertLink } from "#core/alerts/guests/keep-guest-alert.server.ts";
import { ALERT_LINK_LIFE } from "#core/alerts/rules.ts";
import { formatPeriod } from "#core/durations.ts";
import { isAppError } from "#core/errors.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asFormError, withKept } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { AuthScreen } from "../../parts/account/login/auth-screen.tsx";
import { alertRow } from "../../parts/alerts/alert-words.server.ts";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/confirmer";

export const meta: Route.MetaFunction = () => titleMeta("Votre alerte");

export const handle = {
  failure: { title: "Erreur", text: "Impossible d'ouvrir cette page." },
  actionFailure: { title: "Erreur", text: "Votre alerte n'a pas pu être gardée." },
};

export { headers } from "../../public-pages/secret-address.server.ts";

/** Reading it keeps nothing: the button does (rule: guest-alerts). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("jeton") ?? "";
  const link = await readAlertLink(context.get(requestContext), { token });
  if (link?.code) throw redirect(addresses.guestAlerts(link.code));
  return { token, alert: link && alertRow(link.alert) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  try {
    const token = String(form.token ?? "");
    const { code } = await followAlertLink(context.get(requestContext), { token });
    return redirectWithToast(addresses.guestAlerts(code), {
      title: "Alerte gardée",
      text: "Un e-mail vous prévient dès qu'une place y répond.",
    });
  } catch (error) {
    const isDead = isAppError(error) && error.code === "invalid_token";
    return withKept(asFormError(error), { isDead });
  }
}

export default function ConfirmAlert({
  loaderData: { token, alert },
  actionData,
}: Route.ComponentProps) {
  const busy = useNavigation().state === "submitting";
  if (!alert || actionData?.isDead) {
    return (
      <AuthScreen title="Ce lien n'est plus valable">
        <p className="mt-4 text-ink-soft">
          Il a plus de {formatPeriod(ALERT_LINK_LIFE)}, ou ce qu'il gardait a été arrêté.
        </p>
        <ButtonLink to={addresses.newAlert} variant="sage" className="mt-6">
          Nouvelle alerte
        </ButtonLink>
      </AuthScreen>
    );
  }
  return (
    <AuthScreen title="Confirmez votre alerte">
      <FormToast toast={actionData?.toast} />
      <div className="mt-6 rounded-control bg-sage-100 px-5 py-5 text-sage-800">
        <p className="font-display text-22 wrap-anywhere">{alert.title}</p>
        <p className="mt-2 figures">
          {alert.where}
          <br />
          {alert.wishes}
        </p>
      </div>
      {actionData && (
        <Notice tone="danger" className="mt-5">
          {actionData.toast.text}
        </Notice>
      )}
      <Form method="post" className="mt-6">
        <input type="hidden" name="token" value={token} />
        <Button type="submit" variant="clay" size="large" block busy={busy}>
          Confirmer mon alerte
        </Button>
      </Form>
      <p className="mt-4 text-14 text-ink-soft">
        Trois e-mails par jour au plus, jamais entre 21 h et 8 h. Chacun porte un lien pour arrêter.
      </p>
    </AuthScreen>
  );
}
