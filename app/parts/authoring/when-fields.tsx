import { useFormMetadata } from "@conform-to/react";
import type { Holiday } from "#core/catalogue/schedule/rules.ts";
import type { SlotKind } from "#core/catalogue/schema.ts";
import { readNumber } from "#core/texts/numbers.ts";
import { ChipInput } from "../../ui/chip.tsx";
import { Field, TextInput } from "../../ui/forms/field.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { useHydrated } from "../../ui/hooks/use-hydrated.ts";
import { Notice } from "../../ui/notice.tsx";
import { LeftOutDays, WEEKDAYS } from "../schedule/days.tsx";
import { endTime } from "./field-labels.ts";
import { Choice, ChoiceGroup } from "./form-section.tsx";
import { SENTENCES } from "./kind-sentences.ts";
import type { OfferingTexts, OfferingValues } from "./offering-values.ts";

interface WhenFieldsProps {
  kind: SlotKind;
  stored: OfferingValues | undefined;
  holidays: readonly Holiday[];
  today: string;
  once: { label: string; hint: string; asksDate: boolean };
}

export function WhenFields({ kind, holidays, today, once, stored }: WhenFieldsProps) {
  const form = useFormMetadata<OfferingTexts>();
  const fields = form.getFieldset();
  const { recurringDays, leftOut } = fields;
  const days = [recurringDays.initialValue ?? []].flat();
  const weekly = "hidden group-has-[[name=rhythm][value=weekly]:checked]/when:grid";
  const asked = once.asksDate ? "grid" : weekly;
  return (
    <div className="group/when grid gap-5">
      <ChoiceGroup legend="Fréquence" error={form.allErrors.isRecurring}>
        <Choice field={fields.rhythm} value="once" label={once.label} hint={once.hint} />
        <Choice
          field={fields.rhythm}
          value="weekly"
          label="Chaque semaine"
          hint="Les créneaux sont générés huit semaines à l'avance."
        />
      </ChoiceGroup>
      {stored?.texts.rhythm === "weekly" && (
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
        <ChoiceGroup legend="Jours de la semaine" error={recurringDays.errors}>
          {WEEKDAYS.map(([day, label]) => (
            <ChipInput
              key={day}
              label={label}
              type="checkbox"
              name={recurringDays.name}
              value={day}
              aria-invalid={Boolean(recurringDays.errors) || undefined}
              defaultChecked={days.includes(day)}
            />
          ))}
        </ChoiceGroup>
      </div>
      <div className={`${asked} gap-5 sm:grid-cols-3`}>
        {once.asksDate && (
          <TextField
            field={fields.date}
            label="Date"
            type="date"
            min={today}
            className="group-has-[[name=rhythm][value=weekly]:checked]/when:hidden"
          />
        )}
        <Times />
      </div>
      <div className={weekly}>
        <Field
          label="Jusqu'au"
          optional
          error={fields.recurringUntil.errors}
          hint={SENTENCES[kind].comesAgain}
        >
          {(control) => (
            <TextInput
              {...control}
              name={fields.recurringUntil.name}
              type="date"
              min={today}
              defaultValue={fields.recurringUntil.initialValue}
              className="sm:max-w-60"
            />
          )}
        </Field>
      </div>
      {holidays.length > 0 && (
        <fieldset className={weekly}>
          <legend className="font-label">Jours sans séance</legend>
          <p className="text-14 text-ink-soft">Cochez ceux où vous ne travaillez pas.</p>
          <LeftOutDays
            holidays={holidays}
            leftOut={[leftOut.initialValue ?? []].flat().filter((day) => day !== undefined)}
          />
        </fieldset>
      )}
    </div>
  );
}

function keptSlots(count: number): string {
  if (count === 0) return "Il n'y a pas de créneau à venir.";
  return count === 1
    ? "Le créneau à venir est gardé : retirez-le plus bas si vous ne le proposez plus."
    : `Les ${count} créneaux à venir sont gardés : retirez plus bas ceux que vous ne proposez plus.`;
}

function Times() {
  const hydrated = useHydrated();
  const { rhythm, date, startTime, duration } = useFormMetadata<OfferingTexts>().getFieldset();
  const day = rhythm.value === "weekly" ? "" : (date.value ?? "");
  const end = endTime(day, startTime.value ?? "", readNumber(duration.value ?? ""));
  return (
    <>
      <TextField field={startTime} label="Heure de début" type="time" />
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
