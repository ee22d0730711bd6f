import { useState } from "react";
import { KIND_WORDS } from "#core/catalogue/labels.ts";
import type { SlotKind } from "#core/catalogue/schema.ts";
import { Field, TextInput } from "../../ui/field.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { endTime, WEEKDAYS } from "./choices.ts";
import { ChipBox, Choice, ChoiceGroup } from "./form-section.tsx";
import { type OfferingValues, readValues } from "./offering-values.ts";

export type ErrorOf = (name: string) => readonly string[] | undefined;

/** One date or weekdays; each shows its fields by the choice alone, without a script too. */
export function WhenFields({
  kind,
  values,
  errorOf,
  today,
  once,
}: {
  kind: SlotKind;
  values: OfferingValues;
  errorOf: ErrorOf;
  /** « 2026-11-20 »: no earlier date is offered. */
  today: string;
  /** How the choice that is not weekly is called; an edition has its slots for it. */
  once: { label: string; hint: string; asksDate: boolean };
}) {
  const weekly = "hidden group-has-[[name=rhythm][value=weekly]:checked]/when:grid";
  const asked = once.asksDate ? "grid" : weekly;
  return (
    <div className="group/when grid gap-5">
      <ChoiceGroup legend="Fréquence">
        <Choice
          name="rhythm"
          value="once"
          label={once.label}
          hint={once.hint}
          defaultChecked={!values.isRecurring}
        />
        <Choice
          name="rhythm"
          value="weekly"
          label="Chaque semaine"
          hint="Les créneaux sont générés huit semaines à l'avance."
          defaultChecked={values.isRecurring}
        />
      </ChoiceGroup>
      <div className={`${weekly} gap-5`}>
        <ChoiceGroup legend="Jours de la semaine" error={errorOf("recurringDays")}>
          {WEEKDAYS.map(([day, label]) => (
            <ChipBox
              key={day}
              label={label}
              name="recurringDays"
              value={day}
              invalid={Boolean(errorOf("recurringDays"))}
              defaultChecked={values.recurringDays.includes(day)}
            />
          ))}
        </ChoiceGroup>
      </div>
      <div className={`${asked} gap-5 sm:grid-cols-3`}>
        {once.asksDate && (
          <Field
            label="Date"
            error={errorOf("date")}
            className="group-has-[[name=rhythm][value=weekly]:checked]/when:hidden"
          >
            {(control) => (
              <TextInput
                {...control}
                name="date"
                type="date"
                min={today}
                defaultValue={values.date}
              />
            )}
          </Field>
        )}
        <Times values={values} errorOf={errorOf} />
      </div>
      <div className={weekly}>
        <Field
          label="Jusqu'au"
          optional
          error={errorOf("recurringUntil")}
          hint={`Dernier jour compris. Sans date, ${KIND_WORDS[kind].the} revient tant qu'elle est active.`}
        >
          {(control) => (
            <TextInput
              {...control}
              name="recurringUntil"
              type="date"
              min={today}
              defaultValue={values.recurringUntil}
              className="sm:max-w-60"
            />
          )}
        </Field>
      </div>
    </div>
  );
}

/** The end follows the start and the duration, which stands elsewhere in the form, as they are typed. */
function Times({ values, errorOf }: { values: OfferingValues; errorOf: ErrorOf }) {
  const hydrated = useHydrated();
  const [end, setEnd] = useState(() =>
    endTime(values.isRecurring ? "" : values.date, values.startTime, Number(values.duration)),
  );
  const follow = (input: HTMLInputElement | null) => {
    const form = input?.form;
    if (!form) return;
    const update = () => {
      const { isRecurring, date, startTime, duration } = readValues(new FormData(form));
      setEnd(endTime(isRecurring ? "" : date, startTime, Number(duration)));
    };
    form.addEventListener("input", update);
    return () => form.removeEventListener("input", update);
  };
  return (
    <>
      <Field label="Heure de début" error={errorOf("startTime")}>
        {(control) => (
          <TextInput
            {...control}
            ref={follow}
            name="startTime"
            type="time"
            defaultValue={values.startTime}
          />
        )}
      </Field>
      {hydrated && (
        <Field label="Heure de fin">
          {(control) => (
            <TextInput {...control} readOnly value={end ?? "À calculer"} className="figures" />
          )}
        </Field>
      )}
    </>
  );
}
