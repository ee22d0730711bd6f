import { CalendarPlus, ChevronLeft, ChevronRight } from "@lucide/icons";
import { data, Link, redirect, useLocation } from "react-router";
import { countOf } from "#core/agenda/labels.ts";
import { attendees, daysOf, seatsOf } from "#core/agenda/rules.ts";
import { showAgenda } from "#core/agenda/show-agenda.server.ts";
import { showGaps } from "#core/calendars/gaps/offer-gaps.server.ts";
import { addDays, dayKey, formatLongDay } from "#core/dates.ts";
import { capitalised } from "#core/texts/first-letter.ts";
import * as addresses from "#site/addresses.ts";
import { ownAddress, professionalContext, requestContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asOwnFormError, asPage } from "../../failures/errors.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { findOwnRestrictions } from "../../parts/account/own-restrictions.server.ts";
import { OwnRestrictionNotices } from "../../parts/account/own-restrictions.tsx";
import styles from "../../parts/agenda/agenda.css?url";
import { AgendaGrid } from "../../parts/agenda/agenda-grid.tsx";
import { DayStrip, noonOf } from "../../parts/agenda/day-strip.tsx";
import { CalendarsLine, GapBand } from "../../parts/agenda/gap-band.tsx";
import { NotProfessional } from "../../parts/agenda/not-professional.tsx";
import { GAP_ACTIONS, PANEL_ACTIONS } from "../../parts/agenda/panel-actions.server.ts";
import type { PanelAnswer } from "../../parts/agenda/panel-forms.tsx";
import { SlotPanel } from "../../parts/agenda/slot-panel.tsx";
import { textsOf } from "../../parts/drafts/tab-drafts.ts";
import { CANCELLATION_ACTIONS } from "../../parts/manager/manager-actions.server.ts";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { ButtonLink, iconButtonClass } from "../../ui/button.tsx";
import { useFreshOnReturn } from "../../ui/hooks/use-fresh-on-return.ts";
import { Icon } from "../../ui/pictures/icon.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/agenda";

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: Route.MetaFunction = () => titleMeta("Agenda");

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger votre agenda." },
  actionFailure: { title: "Erreur", text: "Impossible de modifier ce créneau." },
};

const DAYS = 7;

/** `jour` is the first day, `vue` the columns of a desk, `creneau` the open slot. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = professionalContext({ request, context });
  const { searchParams } = new URL(request.url);
  if (!ctx) return null;
  const now = ctx.now();
  const first = searchParams.get("jour") ?? dayKey(now);
  const view = searchParams.get("vue") === "jour" ? ("jour" as const) : ("semaine" as const);
  const to = /^\d{4}-\d\d-\d\d$/.test(first) ? addDays(first, DAYS - 1) : first;
  const [agenda, freed, restrictions] = await Promise.all([
    showAgenda(ctx, { from: first, to }).catch(asPage),
    showGaps(ctx).catch(asPage),
    findOwnRestrictions(ctx, ctx.actor.professionalId).catch(asPage),
  ]);
  const asked = searchParams.get("creneau");
  const running = agenda.slots.find(({ state }) => state === "running");
  const openId = asked ?? running?.id ?? null;
  return { agenda, freed, restrictions, first, view, openId, now };
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readFields(request);
  const here = ownAddress(request);
  const intent = String(form.get("intent"));
  const callOff = CANCELLATION_ACTIONS[intent];
  try {
    if (callOff) return redirectWithToast(here, await callOff(ctx, "", form));
    const done = await (PANEL_ACTIONS[intent] ?? GAP_ACTIONS[intent])?.(ctx, form);
    return done ? redirectWithToast(done.to ?? here, done.toast) : redirect(here);
  } catch (error) {
    const { data: refusal, init } = asOwnFormError(error, request);
    // The question stands in a fetcher's form, whose answer nobody would draw.
    if (callOff) return redirectWithToast(here, refusal.toast);
    const slotId = String(form.get("slotId"));
    const refused: PanelAnswer = { intent, slotId, fields: refusal.fields, typed: textsOf(form) };
    return data({ refused, toast: refusal.toast }, init ?? {});
  }
}

export default function AgendaPage({ loaderData, actionData }: Route.ComponentProps) {
  useFreshOnReturn();
  const { pathname, search } = useLocation();
  if (!loaderData) return <NotProfessional />;
  const { agenda, freed, restrictions, first, view, openId, now } = loaderData;
  const days = daysOf(agenda);
  const today = dayKey(now);
  const address = (changes: Record<string, string | null>) => {
    const query = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) query.delete(name);
      else query.set(name, value);
    }
    return `${pathname}?${query}`;
  };
  const open = agenda.slots.find(({ id }) => id === openId);
  const refused = actionData?.refused;
  const step = view === "jour" ? 1 : DAYS;
  return (
    <div className="page pt-6 pb-28 lg:pt-5 lg:pb-8">
      <OwnRestrictionNotices {...restrictions} />
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <div>
          <h1>{first === today ? "Aujourd'hui" : capitalised(formatLongDay(noonOf(first)))}</h1>
          <p className="mt-1.5 text-ink-soft figures">{summaryOf(agenda, first, today, now)}</p>
        </div>
        <ButtonLink to={addresses.publish} variant="clay" className="max-lg:hidden">
          <Icon of={CalendarPlus} className="size-4" />
          Publier une place
        </ButtonLink>
      </div>
      <GapBand gaps={freed.gaps} now={now} />
      <DayStrip
        today={today}
        days={days.map((day) => ({
          day,
          slots: agenda.slots.filter(({ start }) => dayKey(start) === day).length,
          isAbsent: agenda.busy.some(
            ({ source, start, end }) =>
              source === "absence" && start <= noonOf(day) && end > noonOf(day),
          ),
        }))}
      />
      <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2 lg:mt-5">
        <nav aria-label="Vue" className="hidden rounded-control bg-sand-100 p-1 lg:flex">
          {(["semaine", "jour"] as const).map((name) => (
            <Link
              key={name}
              to={address({ vue: name })}
              preventScrollReset
              aria-current={view === name ? "true" : undefined}
              className="grid min-h-11 place-items-center rounded-control px-4 font-medium no-underline aria-[current]:bg-surface aria-[current]:shadow-soft"
            >
              {capitalised(name)}
            </Link>
          ))}
        </nav>
        <nav aria-label="Période" className="flex items-center gap-1 font-medium">
          <Link
            to={address({ jour: addDays(first, -step), creneau: null })}
            aria-label={view === "jour" ? "Jour précédent" : "Semaine précédente"}
            className={iconButtonClass}
          >
            <Icon of={ChevronLeft} className="size-5" />
          </Link>
          <span className="figures">{periodOf(days, view)}</span>
          <Link
            to={address({ jour: addDays(first, step), creneau: null })}
            aria-label={view === "jour" ? "Jour suivant" : "Semaine suivante"}
            className={iconButtonClass}
          >
            <Icon of={ChevronRight} className="size-5" />
          </Link>
          {first !== today && (
            <Link
              to={address({ jour: null, creneau: null })}
              className="inline-flex min-h-11 items-center px-2 font-label text-sage-600 underline underline-offset-4"
            >
              Aujourd'hui
            </Link>
          )}
        </nav>
      </div>
      <ul className="mt-3 flex flex-wrap gap-2" aria-label="Mon temps">
        {(
          [
            ["occupe", "Occupé"],
            ["hors-site", "Client hors site"],
            ["absence", "Absence"],
          ] as const
        ).map(([type, label]) => (
          <li key={type}>
            <ButtonLink to={addresses.ownTime(type)} size="small">
              {label}
            </ButtonLink>
          </li>
        ))}
      </ul>
      <AgendaGrid
        agenda={agenda}
        days={days}
        view={view}
        now={now}
        openId={openId}
        hrefOf={(slotId) => address({ creneau: slotId })}
        panel={
          open && (
            <SlotPanel
              key={open.id}
              slot={open}
              now={now}
              here={pathname + search}
              closeTo={address({ creneau: "" })}
              answer={refused?.slotId === open.id ? refused : undefined}
            />
          )
        }
      />
      <CalendarsLine {...freed} now={now} />
      <div className="fixed inset-x-0 bottom-0 z-20 border-t border-sand-300 bg-paper p-3 low:static lg:hidden">
        <ButtonLink to={addresses.publish} variant="clay" size="large" block>
          <Icon of={CalendarPlus} className="size-4" />
          Publier une place
        </ButtonLink>
      </div>
      <FormToast toast={actionData?.toast} />
    </div>
  );
}

type Agenda = NonNullable<Route.ComponentProps["loaderData"]>["agenda"];

function summaryOf({ slots }: Agenda, first: string, today: string, now: Date): string {
  const day = first === today ? `${capitalised(formatLongDay(noonOf(first)))}. ` : "";
  const ofDay = slots.filter(({ start }) => dayKey(start) === first);
  const coming = ofDay
    .filter(({ end }) => end > now)
    .reduce(
      (sum, slot) =>
        sum + attendees(slot) - seatsOf(slot.people.filter(({ presence }) => presence !== null)),
      0,
    );
  const came = seatsOf(
    ofDay
      .flatMap(({ people }) => people)
      .filter(({ presence }) => presence === "present" || presence === "late"),
  );
  if (coming + came === 0)
    return `${day}Personne n'est attendu${first === today ? " pour l'instant" : ""}.`;
  const arrived = countOf(came, "personne arrivée", "personnes arrivées");
  if (coming === 0) return `${day}${capitalised(arrived)}.`;
  const expected =
    came > 0
      ? `${arrived}, ${countOf(coming, "attendue", "attendues")}`
      : countOf(coming, "personne attendue", "personnes attendues");
  return `${day}${expected}.`;
}

function periodOf(days: readonly string[], view: "jour" | "semaine"): string {
  const named = (day = "") => formatLongDay(noonOf(day)).split(" ").slice(1).join(" ");
  const [first = "", last = ""] = [days[0], days.at(-1)];
  if (view === "jour") return named(first);
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7);
  return `${isOneMonth ? named(first).split(" ")[0] : named(first)} – ${named(last)}`;
}
