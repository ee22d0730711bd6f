import { data, Link } from "react-router";
import {
  editSchedule,
  previewSchedule,
  showSchedule,
} from "#core/catalogue/schedule/edit-schedule.server.ts";
import type { ScheduleInput, ScopeInput } from "#core/catalogue/schedule/schema.ts";
import { dayKey, formatLongDay, formatTime } from "#core/dates.ts";
import { hashSecret } from "#platform/ids.server.ts";
import * as addresses from "#site/addresses.ts";
import * as own from "#site/own-addresses.ts";
import { requestContext, signedInContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asOwnFormError, asPage, withKept } from "../../failures/errors.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { ScheduleForm, ScopeForm } from "../../parts/schedule/schedule-form.tsx";
import {
  readSchedule,
  type ScheduleAnswer,
  type TypedSchedule,
  typedOf,
} from "../../parts/schedule/schedule-values.ts";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/rythme";

export const meta: Route.MetaFunction = () => titleMeta("Horaires");

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger ces horaires." },
  actionFailure: { title: "Erreur", text: "Rien n'a été changé. Réessayez." },
};

/** `creneau` is the slot from which a change begins. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const ctx = signedInContext({ request, context });
  const { searchParams } = new URL(request.url);
  const slotId = searchParams.get("creneau") ?? undefined;
  const view = await showSchedule(ctx, { ...params, slotId }).catch(asPage);
  return { view, today: dayKey(ctx.now()) };
}

function wholeOf(offeringId: string, { rules, leftOut, version }: TypedSchedule): ScheduleInput {
  return {
    ...{ offeringId, leftOut, version: Number(version) || 1 },
    rules: rules.map(({ weekdays, untilDay, ...rule }) => ({
      ...{ ...rule, weekdays: weekdays.map(Number), untilDay: untilDay || null },
    })),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readFields(request);
  const text = (name: string) => String(form.get(name) ?? "");
  const slotId = text("slotId");
  const typed = slotId ? null : readSchedule(form, dayKey(ctx.now()));
  const scope = slotId ? { scope: text("scope"), act: text("act"), starts: text("starts") } : null;
  const answer: ScheduleAnswer = {
    ...{ fields: {}, typed, scope, effect: null, seen: "", isOther: false },
  };
  const intent = text("intent");
  if (intent === "add" || intent.startsWith("remove-")) return data({ ...answer, toast: null });
  const starts = scope?.act === "remove" ? null : text("starts");
  const asked = typed
    ? wholeOf(params.offeringId, typed)
    : { slotId, scope: text("scope") as ScopeInput["scope"], starts };
  try {
    const effect = await previewSchedule(ctx, asked);
    const seen = hashSecret(JSON.stringify([asked, effect]));
    if (intent !== "save" || text("seen") !== seen) {
      const isOther = intent === "save";
      return data({ ...answer, effect, seen, isOther, toast: null }, { status: 409 });
    }
    const { created, closed, removed } = await editSchedule(ctx, asked);
    const done = [
      counted(created.length - closed.length, "créé"),
      closed.length > 0 && counted(closed.length, "fermé"),
      counted(removed.length, "retiré"),
    ];
    return redirectWithToast(own.schedule(params.offeringId), {
      title: "Horaires enregistrés",
      text: `${done.filter(Boolean).join(", ")}.`,
    });
  } catch (error) {
    return withKept(asOwnFormError(error, request), answer);
  }
}

function counted(count: number, done: string): string {
  return count > 1 ? `${count} créneaux ${done}s` : `${count} créneau ${done}`;
}

export default function SchedulePage({ loaderData, actionData }: Route.ComponentProps) {
  const { view, today } = loaderData;
  const { slot, title, offeringId, holidays } = view;
  return (
    <div className="page pt-4 pb-10">
      <FormToast toast={actionData?.toast} />
      <div className="mx-auto max-w-text">
        <Breadcrumb
          steps={[
            { label: "Mes séances", to: addresses.ownOfferings },
            { label: slot ? "Changer un créneau" : "Horaires" },
          ]}
        />
        <h1 className="mt-2">{slot ? "Changer un créneau qui revient" : "Horaires"}</h1>
        <p className="mt-2 text-ink-soft wrap-anywhere figures">
          {slot ? `${title}, ${formatLongDay(slot.start)}, ${formatTime(slot.start)}` : title}
        </p>
        {slot ? (
          <>
            <ScopeForm slot={slot} answer={actionData} />
            <p className="mt-5">
              <Link
                to={own.schedule(offeringId)}
                className="inline-flex min-h-11 items-center text-14 font-label underline underline-offset-4"
              >
                Tous les horaires de cette séance
              </Link>
            </p>
          </>
        ) : (
          <>
            <p className="mt-2 text-ink-soft">
              Les créneaux sont créés huit semaines à l'avance. Ce qui est réservé reste toujours.
            </p>
            <ScheduleForm
              known={typedOf(view, today)}
              holidays={holidays}
              today={today}
              answer={actionData}
            />
          </>
        )}
      </div>
    </div>
  );
}
