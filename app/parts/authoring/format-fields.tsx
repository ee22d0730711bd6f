import { useFormMetadata } from "@conform-to/react";
import type { SlotKind } from "#core/catalogue/schema.ts";
import { Field } from "../../ui/forms/field.tsx";
import { NumberInput } from "../../ui/forms/number-input.tsx";
import { NumberField } from "../../ui/forms/text-field.tsx";
import { FALL_ROWS } from "./fall-values.ts";
import { Choice, ChoiceGroup } from "./form-section.tsx";
import type { OfferingTexts } from "./offering-values.ts";

export function FormatFields({ kind }: { kind: SlotKind }) {
  const fields = useFormMetadata<OfferingTexts>().getFieldset();
  const capacity = (hint?: string) => (
    <Field label="Nombre de places" error={fields.capacity.errors} hint={hint}>
      {(control) => (
        <NumberInput
          {...control}
          name={fields.capacity.name}
          defaultValue={fields.capacity.initialValue}
          className="sm:max-w-40"
        />
      )}
    </Field>
  );
  return (
    <>
      {kind === "activity" && capacity("De 1 à 50")}
      {kind === "session" && (
        <div className="group/type grid gap-5">
          <ChoiceGroup legend="Type de session">
            <Choice
              field={fields.sessionType}
              value="individual"
              label="Individuelle"
              hint="Une personne par créneau"
            />
            <Choice
              field={fields.sessionType}
              value="group"
              label="En groupe"
              hint="De 2 à 50 personnes"
            />
          </ChoiceGroup>
          <div className="hidden group-has-[[value=group]:checked]/type:block">{capacity()}</div>
        </div>
      )}
      <div className="grid items-start gap-5 sm:grid-cols-3">
        <NumberField field={fields.duration} label="Durée (minutes)" hint="Par quart d'heure" />
        <NumberField decimal field={fields.price} label="Prix (€)" hint="TTC, par personne" />
        {kind === "session" && (
          <NumberField
            decimal
            optional
            field={fields.discountedPrice}
            label="Prix réduit (€)"
            hint="Le prix plein n'est barré que s'il a été demandé 24 h."
          />
        )}
      </div>
      <FallFields />
    </>
  );
}

const EXAMPLE = [
  [24, 10],
  [6, 25],
  [2, 40],
] as const;

/** At most five steps and a floor; empty rows count for nothing (rule: falling-price). */
function FallFields() {
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
