import { useState } from "react";
import { addressLabel } from "#core/catalogue/labels.ts";
import type { SlotKind } from "#core/catalogue/schema.ts";
import { postalCodeHint } from "#core/professionals/labels.ts";
import { Field, TextInput } from "../../ui/forms/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Choice, ChoiceGroup } from "./form-section.tsx";
import type { OfferingValues } from "./offering-values.ts";
import { SENTENCES } from "./sentences.ts";
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
  const { placeLegend, online, linkGone, addressGone } = SENTENCES[kind];
  return (
    <div className="group/place grid gap-5">
      <ChoiceGroup legend={placeLegend} error={errorOf("isOnline")}>
        <Choice name="place" value="here" label="Sur place" defaultChecked={!values.isOnline} />
        <Choice name="place" value="online" label={online} defaultChecked={values.isOnline} />
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
          <Notice className="sm:col-span-2">{linkGone(stored.onlineLink)}</Notice>
        )}
      </div>
      <div className="hidden gap-5 group-has-[[value=online]:checked]/place:grid">
        {stored && !stored.isOnline && <Notice>{addressGone(addressLabel(stored))}</Notice>}
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
