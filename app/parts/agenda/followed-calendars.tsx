import { Form, useNavigation } from "react-router";
import { countOf } from "#core/agenda/labels.ts";
import { FAILURE_LABELS, PROVIDERS, UNCLEAR_TEXT, unclearLabels } from "#core/calendars/labels.ts";
import type { CalendarView } from "#core/calendars/schema.ts";
import { dayKey, formatLongDay, formatTime } from "#core/dates.ts";
import type { FieldErrors } from "#core/errors.ts";
import { Button } from "../../ui/button.tsx";
import { IntentButton } from "../../ui/forms/intent-button.tsx";
import { RetryKey } from "../../ui/forms/retry-key.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { useFieldErrors } from "../../ui/forms/use-field-errors.ts";
import { useFirstError } from "../../ui/forms/use-first-error.ts";
import { Notice } from "../../ui/notice.tsx";

interface FollowedCalendarsProps {
  calendars: readonly CalendarView[];
  now: Date;
}

export function FollowedCalendars({ calendars, now }: FollowedCalendarsProps) {
  const { formData } = useNavigation();
  const isBusy = (intent: string, id: string) =>
    formData?.get("intent") === intent && formData.get("calendarId") === id;
  if (calendars.length === 0) {
    return <p className="mt-6 text-ink-soft">Aucun agenda suivi pour l'instant.</p>;
  }
  return (
    <ul className="mt-6 grid gap-3">
      {calendars.map((calendar) => {
        const { id, name, host, failingSince, failure, unclear } = calendar;
        return (
          <li key={id} className="rounded-control bg-sand-100 px-4 py-3">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <div className="min-w-0">
                <h3 className="font-text text-16 font-strong wrap-anywhere">{name}</h3>
                <p className="text-14 text-ink-soft wrap-anywhere figures">
                  {host} · {readLabel(calendar, now)}
                </p>
              </div>
              <Form method="post">
                <input type="hidden" name="calendarId" value={id} />
                <IntentButton
                  intent="remove-calendar"
                  size="small"
                  busy={isBusy("remove-calendar", id)}
                  aria-label={`Retirer ${name}`}
                >
                  Retirer
                </IntentButton>
              </Form>
            </div>
            {failingSince && (
              <Notice className="mt-3">
                {failure && FAILURE_LABELS[failure]} C'est ainsi depuis{" "}
                {formatLongDay(failingSince)} à {formatTime(failingSince)} ; les heures lues avant
                restent occupées.
                {failure === "empty" && (
                  <Form method="post" className="mt-2">
                    <input type="hidden" name="calendarId" value={id} />
                    <IntentButton
                      intent="accept-empty"
                      size="small"
                      busy={isBusy("accept-empty", id)}
                    >
                      Il est bien vide
                    </IntentButton>
                  </Form>
                )}
              </Notice>
            )}
            {unclear.length > 0 && (
              <Notice className="mt-3">
                {UNCLEAR_TEXT}
                <ul className="mt-2 list-disc pl-5 wrap-anywhere">
                  {unclearLabels(unclear).map((label) => (
                    <li key={label}>{label}</li>
                  ))}
                </ul>
              </Notice>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function readLabel({ readAt, hours }: CalendarView, now: Date): string {
  if (!readAt) return "pas encore lu";
  const day = dayKey(readAt) === dayKey(now) ? "" : `${formatLongDay(readAt)} `;
  const events = hours === 0 ? "rien à venir" : countOf(hours, "rendez-vous", "rendez-vous");
  return `relu ${day && "le "}${day}à ${formatTime(readAt)}, ${events}${hours > 0 ? " à venir" : ""}`;
}

interface AddCalendarProps {
  retryKey: string;
  answer: { fields: FieldErrors; typed: { url: string; name: string } | null } | undefined;
}

export function AddCalendar({ retryKey, answer }: AddCalendarProps) {
  const form = useFirstError(answer?.fields);
  const { errorOf, onInput } = useFieldErrors(answer?.fields);
  const busy = useNavigation().formData?.has("url") ?? false;
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      onInput={onInput}
      className="mt-7 border-t border-sand-300 pt-6"
    >
      <h3>Suivre un agenda</h3>
      <RetryKey value={retryKey} />
      <fieldset disabled={busy} className="mt-4 grid gap-5">
        <legend className="sr-only">Suivre un agenda</legend>
        <TextField
          name="url"
          label="Adresse de l'agenda"
          error={errorOf("url")}
          hint="Son adresse secrète au format iCal. Nous la gardons pour nous."
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          defaultValue={answer?.typed?.url}
        />
        <TextField
          name="name"
          label="Nom"
          optional
          error={errorOf("name")}
          autoComplete="off"
          placeholder="Agenda privé"
          defaultValue={answer?.typed?.name}
        />
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" variant="sage" busy={busy}>
            Suivre cet agenda
          </Button>
          {busy && <span className="text-14 text-ink-soft">Nous le lisons...</span>}
        </div>
      </fieldset>
      <details className="mt-5">
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-label text-sage-600 underline underline-offset-4">
          Où trouver cette adresse ?
        </summary>
        <dl className="mt-2 grid gap-3 text-14">
          {PROVIDERS.map(({ name, steps }) => (
            <div key={name}>
              <dt className="font-label">{name}</dt>
              <dd className="text-ink-soft">{steps}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Form>
  );
}
