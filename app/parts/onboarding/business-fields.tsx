import { useFormMetadata } from "@conform-to/react";
import { postalCodeHint, siretHint } from "#core/professionals/labels.ts";
import type { BusinessTexts } from "#core/professionals/schema.ts";
import { TextAreaField, TextField } from "../../ui/forms/text-field.tsx";
import { Panel } from "../../ui/panel.tsx";

export function BusinessFields() {
  return (
    <Panel id="activite-professionnelle" title="Activité professionnelle">
      <p className="mt-2 text-ink-soft">{BUSINESS_VISIBILITY}</p>
      <div className="mt-5">
        <BusinessInputs />
        <ShownPhone />
      </div>
    </Panel>
  );
}

/** A business that is being made has none yet (rule: writing-through-us). */
function ShownPhone() {
  const fields = useFormMetadata<{ shownPhone: string }>().getFieldset();
  return (
    <TextField
      optional
      field={fields.shownPhone}
      label="Téléphone montré à vos clients"
      type="tel"
      hint="Seulement à qui a une réservation confirmée. Vide, il n'est montré à personne."
      className="mt-5"
    />
  );
}

export const BUSINESS_VISIBILITY =
  "Le nom, la description, la ville et le code postal sont publics. La page de vos offres dit aussi votre SIRET ; l'adresse et le téléphone ne vont qu'à qui a réservé.";

export function BusinessInputs() {
  const fields = useFormMetadata<BusinessTexts>().getFieldset();
  const { businessPostalCode, siret } = fields;
  return (
    <div className="@container">
      <div className="grid gap-5 @dialog:grid-cols-2">
        <TextField
          field={fields.businessName}
          label="Nom de l'activité"
          autoComplete="organization"
          className="@dialog:col-span-2"
        />
        <TextAreaField
          field={fields.businessDescription}
          label="Description"
          rows={6}
          className="@dialog:col-span-2"
        />
        <TextField
          optional
          field={fields.businessAddress}
          label="Adresse"
          autoComplete="address-line1"
          className="@dialog:col-span-2"
        />
        <TextField
          optional
          field={businessPostalCode}
          label="Code postal"
          autoComplete="postal-code"
          hint={postalCodeHint(businessPostalCode.value ?? "")}
        />
        <TextField
          optional
          field={fields.businessCity}
          label="Ville"
          autoComplete="address-level2"
        />
        <TextField
          optional
          field={fields.businessPhone}
          label="Téléphone professionnel"
          type="tel"
        />
        <TextField
          optional
          field={siret}
          label="SIRET"
          inputMode="numeric"
          hint={siretHint(siret.value ?? "")}
        />
      </div>
    </div>
  );
}
