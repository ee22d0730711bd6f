import { Form, Link } from "react-router";
import { isEvening, type Period } from "#core/bookings/period/rules.ts";
import { formatWeekday } from "#core/dates.ts";
import * as addresses from "#site/addresses.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, TextInput } from "../../../ui/forms/field.tsx";

export function PeriodChoices({
  period,
  hours,
  errors,
  now,
}: {
  period: Period;
  hours: { from: string; to: string };
  errors: Record<string, string[]>;
  now: Date;
}) {
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
