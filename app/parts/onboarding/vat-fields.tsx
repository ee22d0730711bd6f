import type { FieldErrors } from "#core/errors.ts";
import { NO_VAT } from "#core/taxes/labels.ts";
import { RadioList } from "../../ui/forms/radio-list.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";

const WORDS = {
  exempt: `Non : vos notes disent « ${NO_VAT} »`,
  charged: "Oui : vos notes disent votre numéro et le taux",
} as const;

/** Whether somebody charges VAT; nothing is chosen for them (rule: receipt). */
export function VatFields({
  values,
  errors,
}: {
  values: Record<string, string | null | undefined>;
  errors: FieldErrors | undefined;
}) {
  return (
    <>
      <RadioList
        legend="Facturez-vous la TVA ?"
        name="vatStatus"
        choices={WORDS}
        value={values.vatStatus}
        error={errors?.vatStatus}
      />
      <TextField
        name="vatNumber"
        label="Numéro de TVA"
        hint="Si vous la facturez."
        error={errors?.vatNumber}
        className="mt-3"
        defaultValue={values.vatNumber ?? ""}
      />
    </>
  );
}
