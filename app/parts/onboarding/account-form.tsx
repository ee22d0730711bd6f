import { ExternalLink } from "@lucide/icons";
import { type FormEvent, useState } from "react";
import type { FieldErrors } from "#core/errors.ts";
import {
  ACCOUNT_FAILURE,
  BUSINESS_TYPE_LABELS,
  COUNTRY_LABELS,
} from "#core/professionals/labels.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/forms/text-field.tsx";
import { useFirstError } from "../../ui/forms/use-first-error.ts";
import { Icon } from "../../ui/pictures/icon.tsx";
import { holdOffline } from "../../ui/toasts/hold-offline.ts";
import { VatFields } from "./vat-fields.tsx";

const MISSING = "Ce champ est obligatoire";
const VAT_MISSING = "Dites si vous facturez la TVA";

/** Checks first what is missing, before the form's own tab opens for nothing. */
export function AccountForm({
  businessName,
  vat,
  typed,
  fields,
}: {
  businessName: string;
  vat: { vatStatus: string | null; vatNumber: string | null };
  typed: Record<string, string> | undefined;
  fields: FieldErrors | undefined;
}) {
  const [own, setOwn] = useState<FieldErrors>();
  const errors = own ?? fields;
  const form = useFirstError(errors);
  function check(event: FormEvent<HTMLFormElement>) {
    const typed = new FormData(event.currentTarget);
    const missing: FieldErrors = {
      ...(!String(typed.get("businessName")).trim() && { businessName: [MISSING] }),
      ...(!typed.get("vatStatus") && { vatStatus: [VAT_MISSING] }),
    };
    if (Object.keys(missing).length === 0) {
      holdOffline(event, { title: "Erreur", text: ACCOUNT_FAILURE });
      return;
    }
    event.preventDefault();
    setOwn(missing);
  }
  return (
    <form
      ref={form}
      method="post"
      target="_blank"
      rel="noopener"
      noValidate
      onSubmit={check}
      onInput={() => setOwn({})}
      className="mt-6 grid gap-5 sm:grid-cols-2"
    >
      <TextField
        name="businessName"
        label="Nom de l'activité"
        error={errors?.businessName}
        className="sm:col-span-2"
        autoComplete="organization"
        defaultValue={typed?.businessName ?? businessName}
      />
      <SelectField
        name="businessType"
        label="Type d'activité"
        error={errors?.businessType}
        defaultValue={typed?.businessType ?? "individual"}
      >
        <Options of={BUSINESS_TYPE_LABELS} />
      </SelectField>
      <SelectField
        name="country"
        label="Pays"
        error={errors?.country}
        hint="Il ne pourra plus être changé ensuite."
        defaultValue={typed?.country ?? "FR"}
      >
        <Options of={COUNTRY_LABELS} />
      </SelectField>
      <div className="sm:col-span-2">
        <VatFields values={typed ?? vat} errors={errors} />
      </div>
      <div className="sm:col-span-2">
        <Button type="submit" variant="clay" size="large">
          Créer mon compte de paiement
          <Icon of={ExternalLink} className="size-4" />
          <span className="sr-only">(nouvel onglet)</span>
        </Button>
      </div>
    </form>
  );
}

function Options({ of }: { of: Record<string, string> }) {
  return Object.entries(of).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
