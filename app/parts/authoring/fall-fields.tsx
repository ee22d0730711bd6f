import { useFormMetadata } from "@conform-to/react";
import { NumberField } from "../../ui/forms/text-field.tsx";
import { FALL_ROWS } from "./fall-values.ts";
import { ChoiceGroup } from "./form-section.tsx";
import type { OfferingTexts } from "./offering-values.ts";

const EXAMPLE = [
  [24, 10],
  [6, 25],
  [2, 40],
] as const;

/** At most five steps and a floor; empty rows count for nothing (rule: falling-price). */
export function FallFields() {
  const form = useFormMetadata<OfferingTexts>();
  const fields = form.getFieldset();
  const named = FALL_ROWS.flatMap((row) => [
    fields[`fallHours${row}`],
    fields[`fallPercent${row}`],
  ]);
  const all = [...named, fields.fallFloor];
  const error = form.allErrors.fallSteps;
  const isOpen = error || all.some(({ initialValue, errors }) => initialValue || errors);
  return (
    <details
      open={isOpen ? true : undefined}
      className="rounded-control border border-sand-300 p-4"
    >
      <summary className="min-h-11 content-center font-label">Le prix s'allège</summary>
      <p className="mb-4 text-14 text-ink-soft">
        Plus l'heure approche, plus le prix baisse, par étapes que tout le monde voit. Par exemple
        −10 % à 24 h du début, −25 % à 6 h, −40 % à 2 h. Un créneau déjà réservé une fois garde ses
        étapes et son prix.
      </p>
      <ChoiceGroup legend="Étapes" error={error}>
        <div className="grid w-full gap-4">
          {FALL_ROWS.map((row, index) => (
            <div key={row} className="grid grid-cols-2 items-start gap-4 sm:max-w-100">
              <NumberField
                optional
                field={fields[`fallHours${row}`]}
                label={`${row}. Heures avant`}
                placeholder={EXAMPLE[index]?.[0].toString()}
              />
              <NumberField
                optional
                field={fields[`fallPercent${row}`]}
                label="Baisse (%)"
                aria-label={`Baisse de l'étape ${row}, en %`}
                placeholder={EXAMPLE[index]?.[1].toString()}
              />
            </div>
          ))}
        </div>
      </ChoiceGroup>
      <NumberField
        decimal
        optional
        field={fields.fallFloor}
        label="Plancher (€)"
        hint="Le prix n'y descend jamais en dessous. Sans plancher : 0,50 €."
        className="mt-4 sm:max-w-60"
      />
    </details>
  );
}
