import { Plus } from "@lucide/icons";
import { Form, Link } from "react-router";
import { listAlerts, removeAlert, setAlertPaused } from "#core/alerts/keep-alert.server.ts";
import { listRunningOffers } from "#core/waiting-list/list-waiting.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext, signedInContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asOwnFormError } from "../../failures/errors.server.ts";
import { readPart } from "../../failures/read-part.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { AlertCard } from "../../parts/alerts/alert-card.tsx";
import { type AlertRow, alertRow } from "../../parts/alerts/alert-words.server.ts";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { entryWords } from "../../parts/waiting-list/waiting-words.server.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/alertes";

export const meta: Route.MetaFunction = () => titleMeta("Mes alertes");

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger vos alertes." },
  actionFailure: { title: "Erreur", text: "Votre alerte n'a pas pu être changée." },
};

/** The searches that somebody keeps (rule: alerts). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = signedInContext({ request, context });
  const [alerts, offers] = await Promise.all([
    listAlerts(ctx),
    readPart(context, "running offers", () => listRunningOffers(ctx)),
  ]);
  return { alerts: alerts.map(alertRow), offers: (offers ?? []).map(entryWords) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const { intent, alertId } = await readForm(request);
  try {
    if (intent === "remove") {
      await removeAlert(ctx, { alertId });
      return redirectWithToast(addresses.alerts, { title: "Alerte supprimée" });
    }
    const { isPaused } = await setAlertPaused(ctx, { alertId, isPaused: intent === "pause" });
    const title = isPaused ? "Alerte en pause" : "Alerte active";
    return redirectWithToast(addresses.alerts, { title });
  } catch (error) {
    return asOwnFormError(error, request);
  }
}

export default function Alerts({
  loaderData: { alerts, offers },
  actionData,
}: Route.ComponentProps) {
  return (
    <div className="page">
      <h1 className="mt-6 text-36">Radar</h1>
      <p className="mt-2 max-w-text text-ink-soft">
        Dites ce que vous cherchez. Nous veillons, un e-mail vous prévient dès qu'une place y
        répond.
      </p>
      <FormToast toast={actionData?.toast} />
      {offers.map(({ id, title, when, offer, book }) => (
        <Notice key={id} tone="success" className="mt-4">
          {title}, {when}. {offer?.text}, {offer?.price}.{" "}
          <TextLink to={book}>
            Réserver<span className="sr-only"> : {title}</span>
          </TextLink>
        </Notice>
      ))}
      <div className="mt-8 grid items-start gap-8 lg:grid-cols-[3fr_2fr]">
        <section aria-labelledby="mes-alertes">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2 id="mes-alertes" className="text-22">
              Mes alertes
            </h2>
            {alerts.length > 0 && (
              <ButtonLink to={addresses.newAlert}>
                <Icon of={Plus} className="size-4" />
                Nouvelle alerte
              </ButtonLink>
            )}
          </div>
          {alerts.length === 0 ? (
            <div className="mt-4">
              <EmptyState
                title="Aucune alerte pour l'instant"
                heading="h3"
                action={
                  <ButtonLink to={addresses.newAlert} variant="clay">
                    Créer une alerte
                  </ButtonLink>
                }
              >
                Une activité, une ville, vos heures : c'est tout ce qu'il nous faut.
              </EmptyState>
            </div>
          ) : (
            <ul className="mt-4 grid gap-3">
              {alerts.map((alert) => (
                <Row key={alert.id} alert={alert} />
              ))}
            </ul>
          )}
        </section>
        <Panel id="la-nuit" title="La nuit, silence">
          <p className="mt-2 text-ink-soft">
            Rien ne part entre 21 h et 8 h. Trois e-mails par jour au plus, jamais pour une place
            déjà prise.
          </p>
          <p className="mt-4">
            <TextLink to={addresses.notifications}>Choisir mes e-mails</TextLink>
          </p>
        </Panel>
      </div>
    </div>
  );
}

function Row({ alert }: { alert: AlertRow }) {
  const { id, title, isPaused } = alert;
  return (
    <AlertCard alert={alert} heading="h3">
      <Link
        to={addresses.alert(id)}
        className="inline-flex min-h-11 items-center px-3 text-14 text-ink"
      >
        Modifier<span className="sr-only"> : {title}</span>
      </Link>
      <Form method="post" className="contents">
        <input type="hidden" name="alertId" value={id} />
        <Button
          type="submit"
          variant="quiet"
          size="small"
          name="intent"
          value={isPaused ? "resume" : "pause"}
        >
          {isPaused ? "Reprendre" : "Mettre en pause"}
          <span className="sr-only"> : {title}</span>
        </Button>
        <Button type="submit" variant="quiet" size="small" name="intent" value="remove">
          Supprimer<span className="sr-only"> : {title}</span>
        </Button>
      </Form>
    </AlertCard>
  );
}
