import { useFormMetadata } from "@conform-to/react";
import { addressLabel } from "#core/catalogue/labels.ts";
import type { SlotKind } from "#core/catalogue/schema.ts";
import { TextField } from "../../ui/forms/text-field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Choice, ChoiceGroup } from "./form-section.tsx";
import { SENTENCES } from "./kind-sentences.ts";
import type { OfferingTexts } from "./offering-values.ts";

interface PlaceFieldsProps {
  kind: SlotKind;
  stored: Partial<OfferingTexts> | undefined;
}

export function PlaceFields({ kind, stored }: PlaceFieldsProps) {
  const form = useFormMetadata<OfferingTexts>();
  const fields = form.getFieldset();
  const { placeLegend, online, linkGone, addressGone } = SENTENCES[kind];
  const { address = "", postalCode = "", city = "" } = stored ?? {};
  return (
    <div className="group/place grid gap-5">
      <ChoiceGroup legend={placeLegend} error={form.allErrors.isOnline}>
        <Choice field={fields.place} value="here" label="Sur place" />
        <Choice field={fields.place} value="online" label={online} />
      </ChoiceGroup>
      <div className="grid gap-5 group-has-[[value=online]:checked]/place:hidden sm:grid-cols-[208px_minmax(0,1fr)]">
        <TextField
          field={fields.address}
          label="Adresse"
          autoComplete="address-line1"
          className="sm:col-span-2"
        />
        <TextField
          optional
          field={fields.postalCode}
          label="Code postal"
          autoComplete="postal-code"
          hint="En France métropolitaine, en Corse ou à Monaco."
        />
        <TextField field={fields.city} label="Ville" autoComplete="address-level2" />
        <div className="sm:col-span-2">
          <ChoiceGroup legend="Qui lit l'adresse" error={form.allErrors.isAddressPublic}>
            <Choice
              field={fields.addressFor}
              value="clients"
              label="Vos clients, une fois leur réservation confirmée"
            />
            <Choice
              field={fields.addressFor}
              value="everybody"
              label="Tout le monde : adresse publique"
            />
          </ChoiceGroup>
        </div>
        <TextField
          optional
          field={fields.pin}
          label="Coordonnées"
          inputMode="text"
          autoComplete="off"
          placeholder="45.76422, 4.83523"
          hint="Latitude et longitude de votre porte, telles qu'une carte les donne. La recherche par distance s'en sert, au kilomètre près tant que l'adresse n'est pas publique, et le plan envoyé à vos clients y mène. Sans elles, nous partons de votre adresse."
          className="sm:col-span-2"
        />
        {stored?.onlineLink && (
          <Notice className="sm:col-span-2">{linkGone(stored.onlineLink)}</Notice>
        )}
      </div>
      <div className="hidden gap-5 group-has-[[value=online]:checked]/place:grid">
        {stored?.place === "here" && (
          <Notice>{addressGone(addressLabel({ address, postalCode, city }))}</Notice>
        )}
        <TextField
          optional
          field={fields.onlineLink}
          label="Lien de connexion"
          type="url"
          placeholder="https://"
          hint="Vos clients le voient une fois leur réservation confirmée et payée. Sans lien, ils lisent qu'il suit."
        />
      </div>
    </div>
  );
}
