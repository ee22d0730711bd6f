import type { SlotKind } from "#core/catalogue/schema.ts";
import { readNumber } from "#core/texts/numbers.ts";
import { Field, TextInput } from "../../ui/forms/field.tsx";
import { useHydrated } from "../../ui/hooks/use-hydrated.ts";
import { Notice } from "../../ui/notice.tsx";
import { endTime, WEEKDAYS } from "./choices.ts";
import { ChipBox, Choice, ChoiceGroup } from "./form-section.tsx";
import type { OfferingValues } from "./offering-values.ts";
import { SENTENCES } from "./sentences.ts";
import { useTyped } from "./use-typed.ts";

export type ErrorOf = (name: string) => readonly string[] | undefined;

/** One date or weekdays; each shows its fields by the choice alone, without a script too. */
export function WhenFields({
  kind,
  values,
  errorOf,
  today,
  once,
  stored,
}: {
  kind: SlotKind;
  values: OfferingValues;
  errorOf: ErrorOf;
  /** The values that an edit began from. */
  stored?: OfferingValues | undefined;
  /** « 2026-11-20 »: no earlier date is offered. */
  today: string;
  /** The name of the choice that is not weekly; an edit has the slots for it. */
  once: { label: string; hint: string; asksDate: boolean };
}) {
  const weekly = "hidden group-has-[[name=rhythm][value=weekly]:checked]/when:grid";
  const asked = once.asksDate ? "grid" : weekly;
  return (
    <div className="group/when grid gap-5">
      <ChoiceGroup legend="Fréquence" error={errorOf("isRecurring")}>
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
      {stored?.isRecurring && (
        <>
          <Notice className="group-has-[[name=rhythm][value=weekly]:checked]/when:hidden">
            {keptSlots(stored.slots.length)} Aucun autre ne sera ajouté chaque semaine.
          </Notice>
          <Notice tone="info" className={weekly.replace("grid", "flex")}>
            Si vous changez les jours, l'heure ou la date de fin, les créneaux sans réservation qui
            n'y correspondent plus sont retirés.
          </Notice>
        </>
      )}
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
          hint={SENTENCES[kind].comesAgain}
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

/** Says what happens to the slots of a recurrence that ends. */
function keptSlots(count: number): string {
  if (count === 0) return "Il n'y a pas de créneau à venir.";
  return count === 1
    ? "Le créneau à venir est gardé : retirez-le plus bas si vous ne le proposez plus."
    : `Les ${count} créneaux à venir sont gardés : retirez plus bas ceux que vous ne proposez plus.`;
}

/** The end follows the start and the duration, which stands elsewhere in the form, as they are typed. */
function Times({ values, errorOf }: { values: OfferingValues; errorOf: ErrorOf }) {
  const hydrated = useHydrated();
  const [end, follow] = useTyped(values, ({ isRecurring, date, startTime, duration }) =>
    endTime(isRecurring ? "" : date, startTime, readNumber(duration)),
  );
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
