import { type ComponentProps, useState } from "react";
import { postalCodeHint, siretHint } from "#core/professionals/labels.ts";
import type { BusinessFields as Business } from "#core/professionals/schema.ts";
import { Field, TextArea, TextInput } from "../../ui/forms/field.tsx";
import { Panel } from "../../ui/panel.tsx";

type Name =
  | "businessName"
  | "businessAddress"
  | "businessPostalCode"
  | "businessCity"
  | "businessPhone"
  | "siret";

interface Fields {
  /** The business so far; null for none. */
  business: Business | null;
  typed: Record<string, string> | undefined;
  errorOf: (name: string) => string[] | undefined;
}

/**
 * The professional half of /editer-profil: name and description are required, the rest is optional.
 */
export function BusinessFields(fields: Fields) {
  return (
    <Panel aria-labelledby="activite-professionnelle">
      <h2 id="activite-professionnelle" className="text-22">
        Activité professionnelle
      </h2>
      <p className="mt-2 text-ink-soft">{BUSINESS_VISIBILITY}</p>
      <div className="mt-5">
        <BusinessInputs {...fields} />
      </div>
    </Panel>
  );
}

export const BUSINESS_VISIBILITY =
  "Le nom, la description, la ville et le code postal sont publics. L'adresse, le téléphone et le SIRET ne le sont pas.";

/** The fields themselves, shared by all forms about a business: one below the other in a window. */
export function BusinessInputs({ business, typed, errorOf }: Fields) {
  const initial = (name: Name | "businessDescription") => typed?.[name] ?? business?.[name] ?? "";
  const [siret, setSiret] = useState(initial("siret"));
  const [postalCode, setPostalCode] = useState(initial("businessPostalCode"));
  const line = (
    name: Name,
    label: string,
    { hint, className, ...input }: ComponentProps<"input"> & { hint?: string | undefined } = {},
  ) => (
    <Field
      label={label}
      hint={hint}
      optional={name !== "businessName"}
      error={errorOf(name)}
      className={className ?? ""}
    >
      {(control) => <TextInput {...input} {...control} name={name} defaultValue={initial(name)} />}
    </Field>
  );
  return (
    <div className="@container">
      <div className="grid gap-5 @dialog:grid-cols-2">
        {line("businessName", "Nom de l'activité", {
          autoComplete: "organization",
          className: "@dialog:col-span-2",
        })}
        <Field
          label="Description"
          error={errorOf("businessDescription")}
          className="@dialog:col-span-2"
        >
          {(control) => (
            <TextArea
              {...control}
              name="businessDescription"
              rows={6}
              defaultValue={initial("businessDescription")}
            />
          )}
        </Field>
        {line("businessAddress", "Adresse", {
          autoComplete: "address-line1",
          className: "@dialog:col-span-2",
        })}
        {line("businessPostalCode", "Code postal", {
          autoComplete: "postal-code",
          hint: postalCodeHint(postalCode),
          onChange: (event) => setPostalCode(event.target.value),
        })}
        {line("businessCity", "Ville", { autoComplete: "address-level2" })}
        {line("businessPhone", "Téléphone professionnel", { type: "tel" })}
        {line("siret", "SIRET", {
          inputMode: "numeric",
          hint: siretHint(siret),
          onChange: (event) => setSiret(event.target.value),
        })}
      </div>
    </div>
  );
}
