import { CalendarPlus, Pencil, Search } from "@lucide/icons";
import { Form, Link, redirect, useNavigation } from "react-router";
import { countOf } from "#core/agenda/labels.ts";
import { fullnessLabel } from "#core/bookings/lists/labels.ts";
import { editionPath } from "#core/bookings/rules.ts";
import { copyOffering } from "#core/catalogue/authoring/create-offering.server.ts";
import { discardDraft } from "#core/catalogue/drafts/save-draft.server.ts";
import { durationLabel, nextSlotLabel, placeLabel } from "#core/catalogue/labels.ts";
import type { OwnOffering, OwnState } from "#core/catalogue/own-offerings/schema.ts";
import { searchOwnOfferings } from "#core/catalogue/own-offerings/search-own-offerings.server.ts";
import { WITHHELD_LABELS } from "#core/catalogue/removals/labels.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import { priceLabel } from "#core/money.ts";
import * as addresses from "#site/addresses.ts";
import * as own from "#site/own-addresses.ts";
import { ownAddress, professionalContext, requestContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asFormError, asPage } from "../../failures/errors.server.ts";
import { callOf, newKey } from "../../forms/once.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { NotProfessional } from "../../parts/agenda/not-professional.tsx";
import { OwnDraftRow } from "../../parts/agenda/own-draft-row.tsx";
import { SessionImage } from "../../parts/catalogue/session-image.tsx";
import { ACTS } from "../../parts/manager/manager-actions.server.ts";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { chipClass } from "../../ui/chip.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { TextInput } from "../../ui/forms/field.tsx";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
import { IntentButton } from "../../ui/forms/intent-button.tsx";
import { RetryKey } from "../../ui/forms/retry-key.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import type { Route } from "./+types/mes-seances";

export const meta: Route.MetaFunction = () => titleMeta("Mes séances");

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger vos séances." },
  actionFailure: { title: "Erreur", text: "Impossible de modifier cette séance." },
};

/** `q` looks into titles, `etat` is one of the states, `page` a page of twenty. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = professionalContext({ request, context });
  const { searchParams } = new URL(request.url);
  if (!ctx) return null;
  const query = Object.fromEntries(searchParams);
  const found = await searchOwnOfferings(ctx, query).catch(asPage);
  return { ...found, q: query.q ?? "", etat: query.etat ?? null, now: ctx.now(), key: newKey() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readFields(request);
  const here = ownAddress(request);
  if (!ctx.actor) return redirect(addresses.logInThen(here));
  const kind = form.get("kind") === "activity" ? "activity" : "session";
  const intent = String(form.get("intent"));
  const id = String(form.get("offeringId"));
  try {
    if (intent === "copy") {
      const made = await answerOnce(ctx, callOf(form, `copy-${kind}`), (own) =>
        copyOffering(own, kind, id),
      );
      return redirectWithToast(editionPath(kind, made.id), COPIED);
    }
    if (intent === "discard") {
      await discardDraft(ctx, { draftId: String(form.get("draftId")) });
      return redirectWithToast(here, { title: "Brouillon supprimé" });
    }
    const act = STATE_ACTS.find((name) => name === intent);
    const done = act && (await ACTS[kind][act]?.(ctx, id, form));
    return done ? redirectWithToast(here, done) : redirect(here);
  } catch (error) {
    return redirectWithToast(here, asFormError(error).data.toast);
  }
}

const STATE_ACTS = ["activate", "deactivate", "archive"] as const;
const COPIED = {
  title: "Copie créée, désactivée",
  text: "Changez ce qui doit l'être, puis réactivez-la dans « Mes séances ».",
} as const;

const STATES: Record<OwnState, { chip: string; one: string }> = {
  "en-ligne": { chip: "En ligne", one: "En ligne" },
  "en-pause": { chip: "Désactivées", one: "Désactivée" },
  brouillon: { chip: "Brouillons", one: "Brouillon" },
  archivee: { chip: "Archivées", one: "Archivée" },
};

const addressOf = (q: string, etat: string | null, page = 1) => {
  const query = new URLSearchParams({
    ...(q && { q }),
    ...(etat && { etat }),
    ...(page > 1 && { page: String(page) }),
  }).toString();
  return addresses.ownOfferings + (query && `?${query}`);
};

export default function OwnOfferings({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <NotProfessional />;
  const { offerings, drafts, counts, page, pageCount, q, etat, now, key } = loaderData;
  const all = counts["en-ligne"] + counts["en-pause"];
  const chips = [
    { state: null, label: "Toutes", count: all, current: !(etat && Object.hasOwn(STATES, etat)) },
    ...Object.entries(STATES)
      .map(([state, { chip: label }]) => {
        return { state, label, count: counts[state as OwnState], current: etat === state };
      })
      .filter(({ count, current }) => count > 0 || current),
  ];
  const isEmpty = offerings.length + drafts.length === 0;
  return (
    <div className="page pt-6 pb-8 lg:pt-8">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <h1>Mes séances</h1>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={addresses.addSession}>Ajouter une session</ButtonLink>
          <ButtonLink to={addresses.publish} variant="clay">
            <Icon of={CalendarPlus} className="size-4" />
            Publier une place
          </ButtonLink>
        </div>
      </div>
      <Form method="get" role="search" className="mt-6 flex max-w-140 gap-2">
        {etat && <input type="hidden" name="etat" value={etat} />}
        <TextInput
          key={q}
          type="search"
          name="q"
          defaultValue={q}
          aria-label="Chercher dans mes séances"
          placeholder="Chercher un titre"
        />
        <Button type="submit">
          <Icon of={Search} className="size-4" />
          Chercher
        </Button>
      </Form>
      <nav aria-label="États" className="mt-4">
        <ul className="flex flex-wrap gap-2">
          {chips.map(({ state, label, count, current }) => (
            <li key={label}>
              <Link
                to={addressOf(q, state)}
                preventScrollReset
                aria-current={current ? "page" : undefined}
                className={chipClass(current)}
              >
                {label} <span className="figures">{count}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {isEmpty ? (
        <div className="mt-8">
          <EmptyState
            title={q ? "Aucune séance ne porte ces mots." : "Aucune séance ici pour l'instant."}
            action={
              q || etat ? (
                <ButtonLink to={addresses.ownOfferings}>Voir toutes mes séances</ButtonLink>
              ) : (
                <ButtonLink to={addresses.addSession} variant="sage">
                  Ajouter une session
                </ButtonLink>
              )
            }
          />
        </div>
      ) : (
        <ul className="mt-6 divide-y divide-sand-300 border-y border-sand-300">
          {offerings.map((offering) => (
            <Row
              key={offering.id}
              offering={offering}
              now={now}
              here={addressOf(q, etat, page)}
              retryKey={key}
            />
          ))}
          {drafts.map((draft) => (
            <OwnDraftRow key={draft.id} draft={draft} here={addressOf(q, etat, page)} />
          ))}
        </ul>
      )}
      <Pager page={page} pageCount={pageCount} hrefOf={(one) => addressOf(q, etat, one)} />
    </div>
  );
}

interface RowProps {
  offering: OwnOffering;
  now: Date;
  here: string;
  retryKey: string;
}

function Row({ offering, now, here, retryKey }: RowProps) {
  const { id, kind, title, state, withheld, nextStart, coming } = offering;
  const navigation = useNavigation();
  const next = nextSlotLabel(nextStart, now);
  const facts = [
    countOf(coming, "créneau à venir", "créneaux à venir"),
    coming > 0 && fullnessLabel(offering),
    placeLabel(offering),
    durationLabel(offering.duration),
    priceLabel(offering.priceCents),
  ];
  const isOnLine = state === "en-ligne";
  const sent = navigation.formData;
  const acts: (false | [intent: string, label: string])[] = [
    !withheld && ["copy", "Copier"],
    !withheld && (isOnLine ? ["deactivate", "Désactiver"] : ["activate", "Réactiver"]),
    state === "en-pause" && ["archive", "Archiver"],
  ];
  return (
    <li className="flex items-start gap-4 py-5 max-lg:flex-wrap">
      <div
        className={`h-18 w-24 shrink-0 overflow-hidden rounded-control ${isOnLine ? "" : "grayscale"}`}
      >
        <SessionImage session={offering} sizes="96px" />
      </div>
      <div className="min-w-0 flex-1 max-sm:basis-40">
        <h2 className="font-text text-16 leading-normal font-strong wrap-anywhere">
          <Link
            to={addresses.offering(kind, id)}
            className="inline-flex min-h-6 items-center text-ink no-underline hover:underline"
          >
            {title}
          </Link>
        </h2>
        <p className="mt-0.5 font-label figures">
          {[next.label, next.date].filter(Boolean).join(" · ")}
        </p>
        <p className="mt-0.5 text-14 text-ink-soft figures">{facts.filter(Boolean).join(" · ")}</p>
        {!isOnLine && (
          <Badge tone="sand" className="mt-2">
            {withheld ? WITHHELD_LABELS[withheld] : STATES[state].one}
          </Badge>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {isOnLine && (
          <ButtonLink to={addresses.publishOf(id)} size="small" variant="sage">
            Nouveau créneau
            <span className="sr-only"> : {title}</span>
          </ButtonLink>
        )}
        {isOnLine && (
          <ButtonLink to={own.schedule(id)} size="small">
            Horaires
            <span className="sr-only"> : {title}</span>
          </ButtonLink>
        )}
        <ButtonLink to={editionPath(kind, id)} size="small">
          <Icon of={Pencil} className="size-4" />
          {withheld === "removed" ? "Voir pourquoi" : "Modifier"}
          <span className="sr-only"> {title}</span>
        </ButtonLink>
        <Form method="post" action={here} preventScrollReset className="flex flex-wrap gap-2">
          <HiddenFields kind={kind} offeringId={id} />
          <RetryKey key={retryKey} value={retryKey} />
          {acts
            .filter((act) => act !== false)
            .map(([intent, label]) => (
              <IntentButton
                key={intent}
                intent={intent}
                size="small"
                variant="quiet"
                busy={sent?.get("offeringId") === id && sent.get("intent") === intent}
              >
                {label}
                <span className="sr-only"> : {title}</span>
              </IntentButton>
            ))}
        </Form>
      </div>
    </li>
  );
}
