import type { ComponentProps } from "react";
import type { SlotKind } from "#core/catalogue/schema.ts";
import { Field, TextInput } from "../../ui/field.tsx";
import { Choice, ChoiceGroup } from "./form-section.tsx";
import type { OfferingValues } from "./offering-values.ts";
import type { ErrorOf } from "./when-fields.tsx";

/** For one or for several (S2§4), how long, and at what price. */
export function FormatFields({
  kind,
  values,
  errorOf,
}: {
  kind: SlotKind;
  values: OfferingValues;
  errorOf: ErrorOf;
}) {
  const capacity = (min: number) => (
    <Field label="Nombre de places" error={errorOf("capacity")}>
      {(control) => (
        <NumberInput
          {...control}
          name="capacity"
          min={min}
          max={50}
          defaultValue={values.capacity}
          className="sm:max-w-40"
        />
      )}
    </Field>
  );
  return (
    <>
      {kind === "activity" && capacity(1)}
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
          <div className="hidden group-has-[[value=group]:checked]/type:block">{capacity(2)}</div>
        </div>
      )}
      <div className="grid items-start gap-5 sm:grid-cols-3">
        <Field label="Durée (minutes)" error={errorOf("duration")}>
          {(control) => (
            <NumberInput
              {...control}
              name="duration"
              min={15}
              step={15}
              defaultValue={values.duration}
            />
          )}
        </Field>
        <Field label="Prix (€)" error={errorOf("price")} hint="TTC, par personne">
          {(control) => <PriceInput {...control} name="price" defaultValue={values.price} />}
        </Field>
        {kind === "session" && (
          <Field
            label="Prix réduit (€)"
            optional
            error={errorOf("discountedPrice")}
            hint="Le prix plein est alors barré."
          >
            {(control) => (
              <PriceInput
                {...control}
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

function NumberInput(props: ComponentProps<typeof TextInput>) {
  return <TextInput type="number" inputMode="numeric" {...props} />;
}

/** Euros, to the cent. */
function PriceInput(props: ComponentProps<typeof TextInput>) {
  return <TextInput type="number" inputMode="decimal" min={0} step={0.01} {...props} />;
}
