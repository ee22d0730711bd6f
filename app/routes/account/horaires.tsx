import { data, Form, useNavigation } from "react-router";
import { weekdayName } from "#core/dates.ts";
import { isAppError } from "#core/errors.ts";
import { showOwnProfessional } from "#core/professionals/show-seller.server.ts";
import { editWorkingTime } from "#core/professionals/update-professional.server.ts";
import { proposeOpeningHours } from "#core/professionals/working-time/keep-opening-hours.server.ts";
import {
  BUFFERS,
  bufferLabel,
  NOTICES,
  noticeLabel,
} from "#core/professionals/working-time/labels.ts";
import { type OpeningHour, WEEKDAYS } from "#core/professionals/working-time/rules.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext, signedInContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asOwnFormError } from "../../failures/errors.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { NotProfessional } from "../../parts/agenda/not-professional.tsx";
import { textsOf } from "../../parts/drafts/tab-drafts.ts";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/forms/text-field.tsx";
import { useFirstError } from "../../ui/forms/use-first-error.ts";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/horaires";

export const meta: Route.MetaFunction = () => titleMeta("Mes horaires");

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger vos horaires." },
  actionFailure: { title: "Erreur", text: "Vos horaires n'ont pas pu être enregistrés." },
};

const SHOWN = 2;
/** More than anybody can have in a day, for reading the form. */
const MOST = 4;
const nameOf = (of: "opens" | "closes", weekday: number, place: number) =>
  `d${weekday}-${of}${place}`;

/** `proposer` fills the form in from the slots of the last eight weeks. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = signedInContext({ request, context });
  const { searchParams } = new URL(request.url);
  const own = await showOwnProfessional(ctx);
  if (!own) return null;
  const { bufferMinutes, noticeMinutes, openingHours, version } = own;
  const isEmpty = openingHours.length === 0;
  const proposed =
    isEmpty || searchParams.has("proposer") ? await proposeOpeningHours(ctx) : openingHours;
  return {
    bufferMinutes,
    noticeMinutes,
    version,
    hours: proposed,
    isProposed: proposed.length > 0 && JSON.stringify(proposed) !== JSON.stringify(openingHours),
  };
}

function hoursIn(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  return WEEKDAYS.flatMap((weekday) =>
    Array.from({ length: MOST }, (_, index) => {
      const place = index + 1;
      const opens = text(nameOf("opens", weekday, place));
      const closes = text(nameOf("closes", weekday, place));
      return { weekday, place, opens, closes };
    }).filter(({ opens, closes }) => opens || closes),
  );
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readFields(request);
  const typed = textsOf(form);
  const rows = hoursIn(form);
  try {
    await editWorkingTime(ctx, {
      ...typed,
      openingHours: rows.map(({ weekday, opens, closes }) => ({ weekday, opens, closes })),
    });
    return redirectWithToast(addresses.profile, { title: "Horaires enregistrés" });
  } catch (error) {
    const { data: refusal, init } = asOwnFormError(error, request);
    const isStale = isAppError(error) && error.code === "stale";
    // The next form begins from the present version (rule: edit-version).
    if (isStale) typed.version = String((await showOwnProfessional(ctx))?.version ?? "");
    const fields: Record<string, string[]> = {};
    for (const [name, messages] of Object.entries(refusal.fields)) {
      const [, index = "", of] = /^openingHours\.(\d+)\.(opens|closes)$/.exec(name) ?? [];
      const row = rows[Number(index || Number.NaN)];
      fields[row ? nameOf(of as "opens", row.weekday, row.place) : name] = messages;
    }
    const answer = { ...refusal, fields, typed, stale: isStale ? refusal.toast.text : undefined };
    return data(answer, init ?? {});
  }
}

export default function WorkingTimePage({ loaderData, actionData }: Route.ComponentProps) {
  const { formMethod } = useNavigation();
  const form = useFirstError(actionData);
  if (!loaderData) return <NotProfessional />;
  const { hours, isProposed, version, ...known } = loaderData;
  const typed: Record<string, string> = actionData?.typed ?? {
    bufferMinutes: String(known.bufferMinutes),
    noticeMinutes: String(known.noticeMinutes),
    version: String(version),
    ...hourTexts(hours),
  };
  const errors: Record<string, string[]> = actionData?.fields ?? {};
  return (
    <div className="page pt-4 pb-8">
      <FormToast toast={actionData?.toast} isSaidInForm={Boolean(actionData?.stale)} />
      <div className="mx-auto max-w-text">
        <Breadcrumb
          steps={[{ label: "Mon profil", to: addresses.profile }, { label: "Mes horaires" }]}
        />
        <h1 className="mt-2">Mes horaires</h1>
        <Notice tone="danger" role="alert" className="mt-6">
          {actionData?.stale}
        </Notice>
        <Form ref={form} method="post" noValidate className="mt-6 grid gap-6">
          <input type="hidden" name="version" value={typed.version} />
          <Panel id="reservations" title="Réservations">
            <div className="mt-4 grid gap-5 sm:grid-cols-2">
              <SelectField
                name="bufferMinutes"
                label="Pause entre deux rendez-vous"
                hint="Elle suit chaque séance réservée. Celles qui le sont déjà gardent la leur."
                error={errors.bufferMinutes}
                defaultValue={typed.bufferMinutes}
                choices={optionsOf(BUFFERS, typed.bufferMinutes, bufferLabel)}
              />
              <SelectField
                name="noticeMinutes"
                label="Réservable jusqu'à"
                hint="Après, personne ne réserve plus ce créneau."
                error={errors.noticeMinutes}
                defaultValue={typed.noticeMinutes}
                choices={optionsOf(NOTICES, typed.noticeMinutes, noticeLabel)}
              />
            </div>
          </Panel>
          <Panel id="horaires" title="Heures habituelles">
            <p className="mt-1 text-14 text-ink-soft">
              Elles disent quand vous proposer une place. Laissez vide un jour de repos.
            </p>
            {isProposed && !actionData ? (
              <Notice tone="info" className="mt-4">
                Proposées d'après vos créneaux des huit dernières semaines. Vérifiez, puis
                enregistrez.
              </Notice>
            ) : (
              <p className="mt-2">
                <TextLink to={`${addresses.workingTime}?proposer`}>
                  Reprendre mes créneaux des huit dernières semaines
                </TextLink>
              </p>
            )}
            <Days hours={hours} typed={typed} errors={errors} />
          </Panel>
          <div>
            <Button type="submit" variant="sage" size="large" busy={formMethod === "POST"}>
              Enregistrer
            </Button>
          </div>
        </Form>
      </div>
    </div>
  );
}

function Days({
  hours,
  typed,
  errors,
}: {
  hours: readonly OpeningHour[];
  typed: Record<string, string>;
  errors: Record<string, string[]>;
}) {
  return WEEKDAYS.map((weekday) => {
    const stored = hours.filter((hour) => hour.weekday === weekday).length;
    return (
      <fieldset
        key={`${weekday} ${typed[nameOf("opens", weekday, 1)] ?? ""}`}
        className="mt-5 grid gap-3 border-t border-hairline pt-4 sm:grid-cols-[7rem_minmax(0,1fr)]"
      >
        <legend className="float-left font-label first-letter:uppercase">
          {weekdayName(weekday)}
        </legend>
        <div className="grid gap-3 sm:col-start-2">
          {Array.from({ length: Math.max(SHOWN, stored) }, (_, index) => index + 1).map((place) => (
            <div key={place} className="grid grid-cols-2 gap-3">
              {(["opens", "closes"] as const).map((of) => {
                const name = nameOf(of, weekday, place);
                return (
                  <TextField
                    key={of}
                    name={name}
                    label={of === "opens" ? "De" : "À"}
                    error={errors[name]}
                    type="time"
                    defaultValue={typed[name]}
                  />
                );
              })}
            </div>
          ))}
        </div>
      </fieldset>
    );
  });
}

function optionsOf(
  proposed: readonly number[],
  present: string | undefined,
  label: (minutes: number) => string,
) {
  const own = Number(present);
  const isOther = present !== undefined && Number.isInteger(own) && !proposed.includes(own);
  const values = isOther ? [...proposed, own].sort((one, other) => one - other) : proposed;
  return values.map((minutes) => [minutes, label(minutes)] as const);
}

function hourTexts(hours: readonly OpeningHour[]): Record<string, string> {
  const places = new Map<number, number>();
  const texts: Record<string, string> = {};
  for (const { weekday, opens, closes } of hours) {
    const place = (places.get(weekday) ?? 0) + 1;
    places.set(weekday, place);
    texts[nameOf("opens", weekday, place)] = opens;
    texts[nameOf("closes", weekday, place)] = closes;
  }
  return texts;
}
