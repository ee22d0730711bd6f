import { Form, useNavigation } from "react-router";
import { countOf } from "#core/agenda/labels.ts";
import { FAILURE_LABELS, UNCLEAR_TEXT, unclearLabels } from "#core/calendars/labels.ts";
import type { CalendarView } from "#core/calendars/schema.ts";
import { dayKey, formatLongDay, formatTime } from "#core/dates.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";

export function FollowedCalendars({
  calendars,
  now,
}: {
  calendars: readonly CalendarView[];
  now: Date;
}) {
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
                <Button
                  type="submit"
                  name="intent"
                  value="remove-calendar"
                  size="small"
                  busy={isBusy("remove-calendar", id)}
                  aria-label={`Retirer ${name}`}
                >
                  Retirer
                </Button>
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
                    <Button
                      type="submit"
                      name="intent"
                      value="accept-empty"
                      size="small"
                      busy={isBusy("accept-empty", id)}
                    >
                      Il est bien vide
                    </Button>
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
