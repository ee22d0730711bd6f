import { Form } from "react-router";
import { formatLongDay, formatTime, fromParis } from "#core/dates.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import { chooseBoost, showBoost, withdrawBoost } from "#core/promotion/choose-boost.server.ts";
import type { BoostView } from "#core/promotion/schema.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext, signedInContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asFormError, asPage, withKept } from "../../failures/errors.server.ts";
import { callOf, newKey, nextKey } from "../../forms/once.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { IntentButton } from "../../ui/forms/intent-button.tsx";
import { OnceForm } from "../../ui/forms/once-form.tsx";
import { KEY_FIELD } from "../../ui/forms/retry-key.tsx";
import { SelectField } from "../../ui/forms/text-field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/boost";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger votre boost." },
  actionFailure: { title: "Erreur", text: "Votre choix n'a pas pu être enregistré. Réessayez." },
};

export const meta: Route.MetaFunction = () => titleMeta("Boost de visibilité");

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = signedInContext({ request, context });
  const page = await showBoost(ctx).catch(asPage);
  const days = page.days.map((day) => {
    return [day, formatLongDay(fromParis(`${day}T12:00`) ?? new Date())] as const;
  });
  return { ...page, days, retryKey: newKey() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readFields(request);
  const field = (name: string) => String(form.get(name) ?? "");
  const typed = { sessionId: field("sessionId"), day: field("day") };
  try {
    if (field("intent") === "withdraw") {
      await withdrawBoost(ctx, { boostId: field("boostId") });
      return redirectWithToast(addresses.boost, { title: "Boost retiré" });
    }
    await answerOnce(ctx, callOf(form, "choose-boost"), (own) =>
      chooseBoost(own, typed).then(({ id }) => ({ id })),
    );
    return redirectWithToast(addresses.boost, { title: "Boost choisi" });
  } catch (error) {
    const key = nextKey(error) ?? field(KEY_FIELD);
    return withKept(asFormError(error), { typed, key });
  }
}

export default function Boost(props: Route.ComponentProps) {
  const { loaderData, actionData } = props;
  const { isOpen, boosts, sessions, days } = loaderData;
  return (
    <div className="page pt-4 pb-8">
      <FormToast toast={actionData?.toast} />
      <Breadcrumb steps={[{ label: "Mon profil", to: addresses.profile }, { label: "Boost" }]} />
      <h1 className="mt-2">Boost de visibilité</h1>
      <p className="mt-2 max-w-text text-ink-soft">
        Une fois par mois, une séance ou une activité passe 24 heures en tête des listes où elle a
        sa place, à tour de rôle avec les autres, avec la mention « Mis en avant ».{" "}
        <TextLink to={`${addresses.ranking}#boost`}>Comment cela se passe</TextLink>
      </p>
      {boosts.length > 0 && (
        <Panel id="choisis" title="Vos boosts" className="mt-6 max-w-text">
          <ul className="mt-3 grid gap-4">
            {boosts.map((boost) => (
              <Chosen key={boost.id} boost={boost} />
            ))}
          </ul>
        </Panel>
      )}
      {!isOpen ? (
        <EmptyState
          title="Le boost fait partie de Premium"
          link={{ to: addresses.plans, label: "Voir les offres" }}
        >
          Un boost par mois, avec les événements.
        </EmptyState>
      ) : sessions.length === 0 ? (
        <EmptyState
          title="Aucune séance en ligne"
          link={{ to: addresses.addSession, label: "Créer une séance" }}
        >
          Un boost met en avant une séance ou une activité que l'on peut réserver.
        </EmptyState>
      ) : days.length === 0 ? (
        <Notice className="mt-6 max-w-text">Le boost du mois est utilisé.</Notice>
      ) : (
        <ChoiceForm {...props} />
      )}
    </div>
  );
}

const STATES = { coming: "À venir", now: "En ce moment", over: "Passé" } as const;

function Chosen({ boost }: { boost: BoostView }) {
  const { id, title, from, until, state } = boost;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="min-w-0 wrap-anywhere figures">
        <b className="block font-label">{title}</b>
        <span className="text-14 text-ink-soft">
          {STATES[state]} : du {formatLongDay(from)}, {formatTime(from)}, au {formatLongDay(until)},{" "}
          {formatTime(until)}
        </span>
      </p>
      {state === "coming" && (
        <Form method="post">
          <input type="hidden" name="boostId" value={id} />
          <Button type="submit" name="intent" value="withdraw" variant="quiet">
            Retirer<span className="sr-only"> le boost de {title}</span>
          </Button>
        </Form>
      )}
    </li>
  );
}

function ChoiceForm({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { sessions, days, retryKey } = loaderData;
  return (
    <Panel id="choisir" title="Choisir une offre et un jour" className="mt-6 max-w-text">
      <OnceForm
        legend="Votre boost"
        fields={answer?.fields}
        retryKey={answer?.key ?? retryKey}
        className="mt-4"
      >
        {({ errorOf, busy }) => (
          <>
            <SelectField
              name="sessionId"
              label="Séance ou activité"
              error={errorOf("sessionId")}
              defaultValue={answer?.typed.sessionId}
              choices={sessions.map(({ id, title }) => [id, title])}
            />
            <SelectField
              name="day"
              label="Jour"
              error={errorOf("day")}
              hint="De minuit à minuit ; aujourd'hui, pendant 24 heures. Il se change jusqu'à son début."
              defaultValue={answer?.typed.day}
              choices={days}
            />
            <div>
              <IntentButton intent="choose" variant="clay" busy={busy} className="max-sm:w-full">
                Mettre en avant
              </IntentButton>
            </div>
          </>
        )}
      </OnceForm>
    </Panel>
  );
}
