import { Copy } from "@lucide/icons";
import { data, Form } from "react-router";
import { renewFeed, revokeFeed, showFeed } from "#core/calendars/feed/manage-feed.server.ts";
import {
  acceptEmpty,
  addCalendar,
  listCalendars,
  removeCalendar,
} from "#core/calendars/manage-calendars.server.ts";
import { formatLongDay, formatTime } from "#core/dates.ts";
import { answerOnceInSteps } from "#core/idempotency/answer-once.server.ts";
import * as addresses from "#site/addresses.ts";
import { professionalContext, requestContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asOwnFormError, asPage, withKept } from "../../failures/errors.server.ts";
import { callOf, newKey, nextKey } from "../../forms/once.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { AddCalendar, FollowedCalendars } from "../../parts/agenda/followed-calendars.tsx";
import { NotProfessional } from "../../parts/agenda/not-professional.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { Button } from "../../ui/button.tsx";
import { Field, TextArea } from "../../ui/forms/field.tsx";
import { IntentButton } from "../../ui/forms/intent-button.tsx";
import { KEY_FIELD } from "../../ui/forms/retry-key.tsx";
import { useHydrated } from "../../ui/hooks/use-hydrated.ts";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import { showToast } from "../../ui/toasts/toast.ts";
import type { Route } from "./+types/agendas";

export const meta: Route.MetaFunction = () => titleMeta("Vos agendas");

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger vos agendas." },
  actionFailure: { title: "Erreur", text: "Vos agendas n'ont pas pu être modifiés." },
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = professionalContext({ request, context });
  if (!ctx) return null;
  const [calendars, feed] = await Promise.all([
    listCalendars(ctx).catch(asPage),
    showFeed(ctx).catch(asPage),
  ]);
  return { calendars, feed, key: newKey(), now: ctx.now() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readFields(request);
  const text = (name: string) => String(form.get(name) ?? "");
  const typed = { url: text("url"), name: text("name") };
  try {
    const calendarId = text("calendarId");
    switch (form.get("intent")) {
      case "remove-calendar":
        await removeCalendar(ctx, { calendarId });
        return done("Agenda retiré", "Ses rendez-vous ne ferment plus rien.");
      case "accept-empty":
        await acceptEmpty(ctx, { calendarId });
        return done("C'est noté", "Cet agenda ne ferme plus rien.");
      case "renew-feed": {
        const { url } = await renewFeed(ctx);
        return data({ feedUrl: url, fields: {}, typed: null, toast: null, key: undefined });
      }
      case "revoke-feed":
        await revokeFeed(ctx);
        return done("Adresse fermée", "Plus personne ne lit votre agenda.");
    }
    await answerOnceInSteps(ctx, callOf(form, "add-calendar"), () => addCalendar(ctx, typed));
    return done("Agenda suivi", "Il vient d'être lu. Il le sera toutes les 15 minutes.");
  } catch (error) {
    const key = nextKey(error) ?? text(KEY_FIELD);
    return withKept(asOwnFormError(error, request), { typed, key, feedUrl: null });
  }
}

function done(title: string, text: string) {
  return redirectWithToast(addresses.ownCalendars, { title, text });
}

export default function CalendarsPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <NotProfessional />;
  const { calendars, feed, key, now } = loaderData;
  return (
    <div className="page pt-4 pb-10">
      <FormToast toast={actionData?.toast} />
      <Breadcrumb steps={[{ label: "Agenda", to: addresses.agenda }, { label: "Vos agendas" }]} />
      <h1 className="mt-2">Vos agendas</h1>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_25rem]">
        <Panel aria-labelledby="agendas-suivis">
          <h2 id="agendas-suivis">Vos agendas privés</h2>
          <p className="mt-2 max-w-text">
            Leurs rendez-vous ferment vos créneaux libres aux mêmes heures. Leurs titres ne sont vus
            que de vous. Une place réservée n'est jamais annulée : vous êtes prévenue.
          </p>
          <FollowedCalendars calendars={calendars} now={now} />
          <AddCalendar
            key={calendars.length}
            retryKey={actionData?.key ?? key}
            answer={actionData}
          />
        </Panel>
        <CalendarFeed feed={feed} url={actionData?.feedUrl ?? null} />
      </div>
    </div>
  );
}

type Feed = NonNullable<Route.ComponentProps["loaderData"]>["feed"];

function CalendarFeed({ feed, url }: { feed: Feed; url: string | null }) {
  return (
    <Panel aria-labelledby="agenda-ailleurs">
      <h2 id="agenda-ailleurs">Votre agenda ailleurs</h2>
      <p className="mt-2">
        Une adresse pour suivre vos réservations dans Google Agenda, Apple ou Outlook : l'heure, la
        séance, les places, un prénom et une initiale. Les notes restent ici.
      </p>
      {url ? (
        <>
          <Notice tone="success" role="status" className="mt-4">
            Copiez-la maintenant : elle n'est montrée qu'une fois. Qui la connaît lit votre agenda.
          </Notice>
          <Field label="L'adresse de votre agenda" className="mt-4">
            {(control) => <TextArea {...control} readOnly rows={3} value={url} />}
          </Field>
          <CopyAddress url={url} />
        </>
      ) : (
        feed && (
          <p className="mt-4 text-14 text-ink-soft figures">
            Une adresse existe depuis {formatLongDay(feed.createdAt)}.{" "}
            {feed.readAt
              ? `Elle a été lue ${formatLongDay(feed.readAt)} à ${formatTime(feed.readAt)}.`
              : "Personne ne l'a encore lue."}
          </p>
        )
      )}
      <Form method="post" className="mt-5 flex flex-wrap gap-3">
        <IntentButton intent="renew-feed" variant={feed ? "outline" : "sage"}>
          {feed ? "Changer d'adresse" : "Créer l'adresse"}
        </IntentButton>
        {feed && (
          <IntentButton intent="revoke-feed" variant="danger">
            Fermer l'adresse
          </IntentButton>
        )}
      </Form>
      {feed && (
        <p className="mt-3 text-14 text-ink-soft">
          Changer d'adresse ferme l'ancienne partout où elle est suivie.
        </p>
      )}
    </Panel>
  );
}

function CopyAddress({ url }: { url: string }) {
  const hydrated = useHydrated();
  if (!hydrated) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      showToast({ title: "Adresse copiée", text: "Collez-la dans votre agenda." });
    } catch {
      showToast({ title: "Erreur", text: "L'adresse n'a pas pu être copiée.", tone: "danger" });
    }
  };
  return (
    <Button variant="sage" onClick={copy} className="mt-3">
      <Icon of={Copy} className="size-4" />
      Copier l'adresse
    </Button>
  );
}
