import { useState } from "react";
import { addressLabel, KIND_WORDS } from "#core/catalogue/labels.ts";
import type { SlotKind } from "#core/catalogue/schema.ts";
import { postalCodeHint } from "#core/professionals/labels.ts";
import { Field, TextInput } from "../../ui/forms/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Choice, ChoiceGroup } from "./form-section.tsx";
import type { OfferingValues } from "./offering-values.ts";
import type { ErrorOf } from "./when-fields.tsx";

/** A street or a link: an online offering has no address. */
export function PlaceFields({
  kind,
  values,
  errorOf,
  stored,
}: {
  kind: SlotKind;
  values: OfferingValues;
  errorOf: ErrorOf;
  /** The values that an edit began from. */
  stored?: OfferingValues | undefined;
}) {
  const [postalCode, setPostalCode] = useState(values.postalCode);
  const what = kind === "session" ? "Session" : "Activité";
  return (
    <div className="group/place grid gap-5">
      <ChoiceGroup legend={`Lieu de ${KIND_WORDS[kind].the}`} error={errorOf("isOnline")}>
        <Choice name="place" value="here" label="Sur place" defaultChecked={!values.isOnline} />
        <Choice
          name="place"
          value="online"
          label={`${what} en ligne`}
          defaultChecked={values.isOnline}
        />
      </ChoiceGroup>
      <div className="grid gap-5 group-has-[[value=online]:checked]/place:hidden sm:grid-cols-[208px_minmax(0,1fr)]">
        <Field label="Adresse" optional error={errorOf("address")} className="sm:col-span-2">
          {(control) => (
            <TextInput
              {...control}
              name="address"
              autoComplete="address-line1"
              defaultValue={values.address}
            />
          )}
        </Field>
        <Field
          label="Code postal"
          optional
          error={errorOf("postalCode")}
          hint={postalCodeHint(postalCode)}
        >
          {(control) => (
            <TextInput
              {...control}
              name="postalCode"
              autoComplete="postal-code"
              defaultValue={values.postalCode}
              onChange={(event) => setPostalCode(event.target.value)}
            />
          )}
        </Field>
        <Field label="Ville" error={errorOf("city")}>
          {(control) => (
            <TextInput
              {...control}
              name="city"
              autoComplete="address-level2"
              defaultValue={values.city}
            />
          )}
        </Field>
        {stored?.onlineLink && (
          <Notice className="sm:col-span-2">
            À l'enregistrement, {KIND_WORDS[kind].the} n'a plus de lien de connexion : «{" "}
            {stored.onlineLink} » est retiré.
          </Notice>
        )}
      </div>
      <div className="hidden gap-5 group-has-[[value=online]:checked]/place:grid">
        {stored && !stored.isOnline && (
          <Notice>
            À l'enregistrement, {KIND_WORDS[kind].the} n'a plus d'adresse : « {addressLabel(stored)}{" "}
            » est retirée.
          </Notice>
        )}
        <Field
          label="Lien de connexion"
          optional
          error={errorOf("onlineLink")}
          hint="Vos clients le voient une fois leur réservation confirmée et payée."
        >
          {(control) => (
            <TextInput
              {...control}
              name="onlineLink"
              type="url"
              placeholder="https://"
              defaultValue={values.onlineLink}
            />
          )}
        </Field>
      </div>
    </div>
  );
}
