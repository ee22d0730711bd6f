import { data, Form } from "react-router";
import { takeOutsideHour } from "#core/catalogue/outside-clients/add-outside-client.server.ts";
import { suggestSlot } from "#core/catalogue/publishing/preview-slot.server.ts";
import type { Context } from "#core/context.server.ts";
import { dayKey } from "#core/dates.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import {
  addOwnTime,
  listOwnTimes,
  previewOwnTime,
  removeOwnTime,
} from "#core/own-time/add-own-time.server.ts";
import { OWN_TIME_LABELS, ownTimeLabel, takenText } from "#core/own-time/labels.ts";
import { quickStretches } from "#core/own-time/rules.ts";
import type { OwnTime, OwnTimeInput, OwnTimeKind } from "#core/own-time/schema.ts";
import * as addresses from "#site/addresses.ts";
import { ownAddress, professionalContext, requestContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asOwnFormError, asPage, withKept } from "../../failures/errors.server.ts";
import { callOf, newKey, nextKey } from "../../forms/once.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { NotProfessional } from "../../parts/agenda/not-professional.tsx";
import {
  OWN_TIME_TABS,
  type OwnTimeAnswer,
  OwnTimeForm,
  OwnTimeTabs,
} from "../../parts/agenda/own-time-form.tsx";
import { textsOf } from "../../parts/drafts/tab-drafts.ts";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { Button } from "../../ui/button.tsx";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
import { Panel } from "../../ui/panel.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/occupe";

export const meta: Route.MetaFunction = () => titleMeta("Mon temps");

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger vos absences." },
  actionFailure: { title: "Erreur", text: "Rien n'a pu être noté." },
};

/** `type` chooses the form: « occupe », « hors-site » or « absence ». */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = professionalContext({ request, context });
  const { searchParams } = new URL(request.url);
  if (!ctx) return null;
  const now = ctx.now();
  const type = searchParams.get("type") ?? "occupe";
  const kind =
    OWN_TIME_TABS[
      Object.hasOwn(OWN_TIME_TABS, type) ? (type as keyof typeof OWN_TIME_TABS) : "occupe"
    ];
  const times = await listOwnTimes(ctx).catch(asPage);
  const offerings = kind === "outside" ? (await suggestSlot(ctx, {}).catch(asPage)).offerings : [];
  return { kind, times, offerings, today: dayKey(now), quick: quickStretches(now), key: newKey() };
}

function askedIn(form: FormData): OwnTimeInput {
  const text = (name: string) => String(form.get(name) ?? "");
  const kind = text("kind") as OwnTimeKind;
  const title = text("title");
  if (form.has("quick")) {
    const [from = "", to = ""] = text("quick").split(" ");
    return { kind, from, to, title };
  }
  if (kind === "absence") return { kind, from: text("from"), to: text("to"), title };
  const at = (name: string) => text(name) && `${text("day")}T${text(name)}`;
  return { kind, from: at("fromTime"), to: at("toTime"), title };
}

function takeOutside(ctx: Context, form: FormData) {
  const { day = "", fromTime = "", offeringId = "", title = "", ...typed } = textsOf(form);
  const minutes = typed.minutes === "other" ? typed.otherMinutes : typed.minutes;
  return takeOutsideHour(ctx, { start: `${day}T${fromTime}`, minutes, offeringId, name: title });
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readFields(request);
  try {
    if (form.get("intent") === "end") {
      await removeOwnTime(ctx, { id: String(form.get("timeId")) });
      const text = "Ce que cela fermait se réserve de nouveau.";
      return redirectWithToast(ownAddress(request), { title: "Retiré", text });
    }
    const asked = askedIn(form);
    if (asked.kind === "absence" && !form.has("knowing")) {
      const found = await previewOwnTime(ctx, asked);
      return data({ ...answerOf(form), found, toast: null }, { status: 409 });
    }
    // One tap names instants, and a form days or hours of Paris.
    const day = form.has("quick") ? dayKey(new Date(asked.from)) : asked.from.slice(0, 10);
    const { text, to } = await answerOnce(ctx, callOf(form, "take-time"), async (own) => {
      const done =
        asked.kind === "outside" ? await takeOutside(own, form) : await addOwnTime(own, asked);
      return "slotId" in done
        ? { text: "Une place de ce créneau est prise.", to: addresses.outsideClients(done.slotId) }
        : { text: takenText(done), to: addresses.agendaDay(day) };
    });
    const title = `${OWN_TIME_LABELS[asked.kind]} : c'est noté`;
    return redirectWithToast(to, { title, text });
  } catch (error) {
    return withKept(asOwnFormError(error, request), { ...answerOf(form), key: nextKey(error) });
  }
}

function answerOf(form: FormData): OwnTimeAnswer {
  return { fields: {}, typed: textsOf(form), found: null, key: undefined };
}

export default function OwnTimePage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <NotProfessional />;
  const { kind, times, offerings, today, quick, key } = loaderData;
  return (
    <div className="page pt-4 pb-8">
      <FormToast toast={actionData?.toast} />
      <div className="mx-auto max-w-text">
        <Breadcrumb steps={[{ label: "Agenda", to: addresses.agenda }, { label: "Mon temps" }]} />
        <h1 className="mt-2">{OWN_TIME_LABELS[kind]}</h1>
        <p className="mt-2 text-ink-soft">
          Ce qui est libre à ces heures ferme tout de suite. Ce qui est réservé le reste.
        </p>
        <OwnTimeTabs current={kind} />
        <OwnTimeForm
          key={kind}
          kind={kind}
          retryKey={actionData?.key ?? key}
          today={today}
          quick={quick}
          offerings={offerings}
          answer={actionData ?? undefined}
        />
        <Panel id="a-venir" title="À venir" className="mt-8">
          <OwnTimeList times={times} />
        </Panel>
      </div>
    </div>
  );
}

function OwnTimeList({ times }: { times: readonly OwnTime[] }) {
  if (times.length === 0) return <p className="mt-3 text-ink-soft">Rien de noté pour l'instant.</p>;
  return (
    <ul className="mt-3 divide-y divide-hairline">
      {times.map((time) => (
        <li key={time.id} className="flex items-center justify-between gap-4 py-2">
          <p className="min-w-0">
            <span className="block font-strong wrap-anywhere">
              {OWN_TIME_LABELS[time.kind]}
              {time.title && <span className="font-regular"> · {time.title}</span>}
            </span>
            <span className="block text-14 text-ink-soft figures">{ownTimeLabel(time)}</span>
          </p>
          <Form method="post">
            <HiddenFields intent="end" timeId={time.id} />
            <Button type="submit" size="small" variant="quiet">
              Retirer
              <span className="sr-only">
                {" "}
                {OWN_TIME_LABELS[time.kind]}, {ownTimeLabel(time)}
              </span>
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  );
}
