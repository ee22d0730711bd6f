import { useFormMetadata } from "@conform-to/react";
import type { SlotKind } from "#core/catalogue/schema.ts";
import { Field } from "../../ui/forms/field.tsx";
import { NumberInput } from "../../ui/forms/number-input.tsx";
import { NumberField } from "../../ui/forms/text-field.tsx";
import { FallFields } from "./fall-fields.tsx";
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
