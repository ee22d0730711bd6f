import { Form, useNavigation } from "react-router";
import { showGuestAlerts, stopGuestAlerts } from "#core/alerts/guests/keep-guest-alert.server.ts";
import { MAX_GUEST_ALERTS } from "#core/alerts/rules.ts";
import { isAppError } from "#core/errors.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asFormError } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { AlertCard } from "../../parts/alerts/alert-card.tsx";
import { type AlertRow, alertRow } from "../../parts/alerts/alert-words.server.ts";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/alertes-invite";

export const meta: Route.MetaFunction = () => titleMeta("Mes alertes");

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger vos alertes." },
  actionFailure: { title: "Erreur", text: "Votre alerte n'a pas pu être arrêtée. Réessayez." },
};

export { headers } from "../../public-pages/secret-address.server.ts";

/** Opening the page changes nothing (rule: guest-alerts). */
export async function loader({ params, context }: Route.LoaderArgs) {
  try {
    const alerts = await showGuestAlerts(context.get(requestContext), params);
    return { code: params.code, alerts: alerts.map(alertRow) };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { code: params.code, alerts: [] };
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { intent, alertId } = await readForm(request);
  const { code } = params;
  try {
    const one = intent === "stop-all" ? {} : { alertId: String(alertId) };
    await stopGuestAlerts(context.get(requestContext), { code, ...one });
  } catch (error) {
    return asFormError(error);
  }
  const title = intent === "stop-all" ? "Alertes arrêtées" : "Alerte arrêtée";
  return redirectWithToast(addresses.guestAlerts(code), { title });
}

export default function GuestAlerts({
  loaderData: { code, alerts },
  actionData,
}: Route.ComponentProps) {
  const busy = useNavigation().state === "submitting";
  if (alerts.length === 0) {
    return (
      <div className="page">
        <h1 className="mt-6 text-36">Aucune alerte ici</h1>
        <p className="mt-2 max-w-text text-ink-soft">
          Elles sont arrêtées, et votre adresse est effacée ; ou elles sont dans{" "}
          <TextLink to={addresses.alerts}>votre compte</TextLink>.
        </p>
        <ButtonLink to={addresses.newAlert} variant="clay" className="mt-6">
          Nouvelle alerte
        </ButtonLink>
      </div>
    );
  }
  return (
    <div className="page">
      <h1 className="mt-6 text-36">Mes alertes</h1>
      <p className="mt-2 max-w-text text-ink-soft">
        Un e-mail vous prévient dès qu'une place y répond : trois par jour au plus, jamais entre 21
        h et 8 h.
      </p>
      <FormToast toast={actionData?.toast} />
      <ul className="mt-8 grid max-w-text gap-3">
        {alerts.map((alert) => (
          <Row key={alert.id} alert={alert} />
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap items-center gap-2">
        {alerts.length < MAX_GUEST_ALERTS && (
          <ButtonLink to={addresses.newGuestAlert(code)}>Nouvelle alerte</ButtonLink>
        )}
        <Form method="post">
          <Button type="submit" variant="quiet" name="intent" value="stop-all" busy={busy}>
            Tout arrêter
          </Button>
        </Form>
      </div>
      <p className="mt-6 max-w-text text-14 text-ink-soft">
        Avec un compte à la même adresse, vous les retrouvez et en gardez dix :{" "}
        <TextLink to={addresses.signUp}>créez-le</TextLink> ou{" "}
        <TextLink to={addresses.logIn}>connectez-vous</TextLink>.
      </p>
    </div>
  );
}

function Row({ alert }: { alert: AlertRow }) {
  const { id, title } = alert;
  return (
    <AlertCard alert={alert} heading="h2">
      <Form method="post" className="contents">
        <input type="hidden" name="alertId" value={id} />
        <Button type="submit" variant="quiet" size="small" name="intent" value="stop">
          Arrêter<span className="sr-only"> : {title}</span>
        </Button>
      </Form>
    </AlertCard>
  );
}
