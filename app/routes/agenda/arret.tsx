import { ArrowLeft } from "@lucide/icons";
import { data, Form, Link, type ShouldRevalidateFunctionArgs } from "react-router";
import { cancelPeriod, previewPeriod } from "#core/bookings/period/cancel-period.server.ts";
import { doneText } from "#core/bookings/period/labels.ts";
import { hoursOf, isEvening, PERIODS, type Period } from "#core/bookings/period/rules.ts";
import { addDays, dayKey, formatTime, formatWeekday, toParis } from "#core/dates.ts";
import { isAppError } from "#core/errors.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import * as addresses from "#site/addresses.ts";
import { professionalContext, requestContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { keepSent } from "../../failures/ended-login.server.ts";
import { asOwnFormError, withKept } from "../../failures/errors.server.ts";
import { callOf, newKey, nextKey } from "../../forms/once.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { NotProfessional } from "../../parts/agenda/not-professional.tsx";
import { CancelPeriodForm } from "../../parts/agenda/period/cancel-period-form.tsx";
import { SIGNED_OUT } from "../../parts/authoring/refuse-form.server.ts";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Button } from "../../ui/button.tsx";
import { Field, TextInput } from "../../ui/forms/field.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/arret";

export const meta: Route.MetaFunction = () => titleMeta("Je ne peux pas assurer");

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger cette période." },
  actionFailure: { title: "Erreur", text: "Rien n'a pu être annulé. Réessayez." },
};

function askedIn(query: URLSearchParams, now: Date): { period: Period; from: string; to: string } {
  const day = query.get("jour") ?? "";
  if (/^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day))) {
    return { period: "autre", from: `${day}T00:00`, to: `${addDays(day, 1)}T00:00` };
  }
  const named = PERIODS.find((period) => period === query.get("periode")) ?? "ce-soir";
  const first = hoursOf(named === "autre" ? "ce-soir" : named, now);
  if (named !== "autre") return { period: named, ...first };
  return { period: named, from: query.get("du") ?? first.from, to: query.get("au") ?? first.to };
}

/** `periode`, `du` and `au`, or `jour` choose the hours. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = professionalContext({ request, context });
  const { searchParams } = new URL(request.url);
  if (!ctx) return null;
  const now = ctx.now();
  const asked = askedIn(searchParams, now);
  const hours = { from: asked.from, to: asked.to };
  const isFromNow = asked.from === toParis(now);
  try {
    const from = isFromNow ? now.toISOString() : asked.from;
    const view = await previewPeriod(ctx, { from, to: asked.to });
    return { period: asked.period, hours, view, fields: {}, now, key: newKey() };
  } catch (error) {
    if (!isAppError(error) || error.code !== "invalid_input") throw error;
    const fields = error.fields ?? {};
    return { period: asked.period, hours, view: null, fields, now, key: newKey() };
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readFields(request);
  keepSent(ctx, request, form, SIGNED_OUT);
  const slotIds = form.getAll("slotId").map(String);
  const word = String(form.get("word") ?? "");
  const hours = { from: String(form.get("from")), to: String(form.get("to")) };
  const typed = { slotIds, word };
  if (form.get("intent") === "cost") {
    return data({ typed, fields: {}, toast: null, key: undefined }, {});
  }
  try {
    // What each ticked slot was shown to cost.
    const refundCents = slotIds
      .map((slotId) => Number.parseInt(String(form.get(`refund-${slotId}`)), 10) || 0)
      .reduce((sum, amount) => sum + Math.max(0, amount), 0);
    const done = await answerOnce(ctx, callOf(form, "cancel-period"), (own) =>
      cancelPeriod(own, { slotIds, ...hours, word, refundCents }),
    );
    const toast = { title: "C'est annulé", text: doneText(done) } as const;
    return redirectWithToast(addresses.agendaDay(dayKey(new Date(hours.from))), toast);
  } catch (error) {
    return withKept(asOwnFormError(error, request), { typed, key: nextKey(error) });
  }
}

/** A refusal because of what others have done meanwhile shows what is now. */
export function shouldRevalidate({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return actionStatus === 409 || defaultShouldRevalidate;
}

export default function CallOffPeriod({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <NotProfessional />;
  const { period, hours, view, fields, now, key } = loaderData;
  return (
    <div className="page pt-2 pb-28 lg:pb-12">
      <FormToast toast={actionData?.toast} />
      <nav aria-label="Fil d'Ariane">
        <Link
          to={addresses.agenda}
          className="inline-flex min-h-11 items-center gap-2 font-label text-sage-600 no-underline hover:underline"
        >
          <Icon of={ArrowLeft} className="size-4" />
          Agenda
        </Link>
      </nav>
      <h1 className="max-sm:max-w-[9ch]">Je ne peux pas assurer</h1>
      <p className="mt-2.5 max-w-[48ch] text-18 text-ink-soft">
        Choisissez la période. Chacun est remboursé et prévenu, avec d'autres heures qui lui vont.
      </p>
      <div className="lg:max-w-[calc(100%-448px)]">
        <PeriodChoices period={period} hours={hours} errors={fields} now={now} />
        {view?.running.map((start) => (
          <p key={start.getTime()} className="mt-1.5 text-14 text-ink-soft">
            Votre séance de {formatTime(start)} a commencé : elle reste.
          </p>
        ))}
      </div>
      {view && (
        <CancelPeriodForm
          key={`${hours.from} ${hours.to}`}
          {...view}
          now={now}
          retryKey={actionData?.key ?? key}
          answer={actionData}
        />
      )}
    </div>
  );
}

interface PeriodChoicesProps {
  period: Period;
  hours: { from: string; to: string };
  errors: Record<string, string[]>;
  now: Date;
}

function PeriodChoices({ period, hours, errors, now }: PeriodChoicesProps) {
  const sunday =
    formatWeekday(now) === "dimanche" ? "Jusqu'à dimanche prochain" : "Jusqu'à dimanche";
  const picks: Record<Period, string> = {
    "ce-soir": isEvening(now) ? "Ce soir" : "Aujourd'hui",
    demain: "Demain",
    dimanche: sunday,
    autre: "Autre",
  };
  return (
    <>
      <nav
        aria-label="Période"
        className="mt-6 grid grid-cols-2 overflow-hidden rounded-control border border-sand-500 bg-surface sm:grid-cols-[1fr_1fr_1.5fr_1fr]"
      >
        {(Object.keys(picks) as Period[]).map((name) => (
          <Link
            key={name}
            to={`${addresses.callOffPeriod}?periode=${name}`}
            preventScrollReset
            aria-current={period === name ? "true" : undefined}
            className="grid min-h-12 place-items-center px-1 text-center font-medium text-ink no-underline hover:bg-sage-100 aria-[current]:rounded-control aria-[current]:bg-sage-100 aria-[current]:font-bold aria-[current]:text-sage-800 aria-[current]:inset-ring-2 aria-[current]:inset-ring-sage-600 -outline-offset-2"
          >
            {picks[name]}
          </Link>
        ))}
      </nav>
      <Form
        key={`${hours.from} ${hours.to}`}
        method="get"
        action={addresses.callOffPeriod}
        preventScrollReset
        className="mt-3 grid grid-cols-1 items-start gap-3 min-[480px]:grid-cols-2 xl:grid-cols-[1fr_1fr_auto]"
      >
        <input type="hidden" name="periode" value="autre" />
        <Field label="Du" error={errors.from}>
          {(control) => (
            <TextInput {...control} type="datetime-local" name="du" defaultValue={hours.from} />
          )}
        </Field>
        <Field label="Au" error={errors.to}>
          {(control) => (
            <TextInput {...control} type="datetime-local" name="au" defaultValue={hours.to} />
          )}
        </Field>
        <Button type="submit" className="min-h-12 xl:mt-[30px]">
          Voir ces heures
        </Button>
      </Form>
    </>
  );
}
