import type { FieldErrors } from "#core/errors.ts";
import { NO_VAT } from "#core/taxes/labels.ts";
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
    <fieldset aria-describedby={errors?.vatStatus ? "tva-erreur" : undefined}>
      <legend className="mb-1.5 font-label">Facturez-vous la TVA ?</legend>
      {(["exempt", "charged"] as const).map((status) => (
        <label key={status} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name="vatStatus"
            value={status}
            defaultChecked={values.vatStatus === status}
            aria-invalid={errors?.vatStatus ? true : undefined}
            className="size-5 shrink-0 accent-sage-600"
          />
          {WORDS[status]}
        </label>
      ))}
      {errors?.vatStatus && (
        <p id="tva-erreur" className="mt-1.5 text-14 font-label text-danger">
          {errors.vatStatus[0]}
        </p>
      )}
      <TextField
        name="vatNumber"
        label="Numéro de TVA"
        hint="Si vous la facturez."
        error={errors?.vatNumber}
        className="mt-3"
        defaultValue={values.vatNumber ?? ""}
      />
    </fieldset>
  );
}
