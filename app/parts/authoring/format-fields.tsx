import type { SlotKind } from "#core/catalogue/schema.ts";
import { Field } from "../../ui/forms/field.tsx";
import { NumberInput } from "../../ui/forms/number-input.tsx";
import { Choice, ChoiceGroup } from "./form-section.tsx";
import type { OfferingValues } from "./offering-values.ts";
import type { ErrorOf } from "./when-fields.tsx";

/** Individual or group, how long, and at what price. */
export function FormatFields({
  kind,
  values,
  errorOf,
}: {
  kind: SlotKind;
  values: OfferingValues;
  errorOf: ErrorOf;
}) {
  const capacity = (hint?: string) => (
    <Field label="Nombre de places" error={errorOf("capacity")} hint={hint}>
      {(control) => (
        <NumberInput
          {...control}
          name="capacity"
          defaultValue={values.capacity}
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
              name="sessionType"
              value="individual"
              label="Individuelle"
              hint="Une personne par créneau"
              defaultChecked={values.sessionType === "individual"}
            />
            <Choice
              name="sessionType"
              value="group"
              label="En groupe"
              hint="De 2 à 50 personnes"
              defaultChecked={values.sessionType === "group"}
            />
          </ChoiceGroup>
          <div className="hidden group-has-[[value=group]:checked]/type:block">{capacity()}</div>
        </div>
      )}
      <div className="grid items-start gap-5 sm:grid-cols-3">
        <Field label="Durée (minutes)" error={errorOf("duration")} hint="Par quart d'heure">
          {(control) => <NumberInput {...control} name="duration" defaultValue={values.duration} />}
        </Field>
        <Field label="Prix (€)" error={errorOf("price")} hint="TTC, par personne">
          {(control) => (
            <NumberInput {...control} decimal name="price" defaultValue={values.price} />
          )}
        </Field>
        {kind === "session" && (
          <Field
            label="Prix réduit (€)"
            optional
            error={errorOf("discountedPrice")}
            hint="Le prix plein est alors barré."
          >
            {(control) => (
              <NumberInput
                {...control}
                decimal
                name="discountedPrice"
                defaultValue={values.discountedPrice}
              />
            )}
          </Field>
        )}
      </div>
    </>
  );
}
