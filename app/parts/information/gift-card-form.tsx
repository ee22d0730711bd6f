import { GIFT_CARD_MESSAGE_MAX, type GiftCardEnquiry } from "#core/contact/rules.ts";
import * as addresses from "#site/addresses.ts";
import { Field, TextInput } from "../../ui/forms/field.tsx";
import { NumberInput } from "../../ui/forms/number-input.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { MessageField } from "./message-field.tsx";
import { MessageForm, type Refused } from "./message-form.tsx";
import { SendButton } from "./send-button.tsx";

const lines = [
  { name: "companyName", label: "Entreprise", type: "text", autoComplete: "organization" },
  { name: "contactName", label: "Nom du contact", type: "text", autoComplete: "name" },
  { name: "email", label: "E-mail professionnel", type: "email", autoComplete: "email" },
  { name: "phone", label: "Téléphone", type: "tel", autoComplete: "tel" },
] as const;

export function GiftCardForm({
  values,
  ...refused
}: Refused & { values: GiftCardEnquiry | null | undefined }) {
  return (
    <MessageForm legend="Votre demande" {...refused}>
      {({ errorOf, busy }) => (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            {lines.map(({ name, label, ...input }) => (
              <Field key={name} label={label} error={errorOf(name)}>
                {(control) => (
                  <TextInput {...control} {...input} name={name} defaultValue={values?.[name]} />
                )}
              </Field>
            ))}
            <Field label="Nombre d'employés" error={errorOf("employeeCount")}>
              {(control) => (
                <NumberInput
                  {...control}
                  name="employeeCount"
                  defaultValue={values?.employeeCount}
                />
              )}
            </Field>
          </div>
          <MessageField
            max={GIFT_CARD_MESSAGE_MAX}
            error={errorOf("message")}
            defaultValue={values?.message}
            placeholder="Le montant par personne, l'occasion, la date souhaitée…"
          />
          <SendButton busy={busy} working="Envoi en cours...">
            Demander un devis
          </SendButton>
          <p className="text-14 text-ink-soft">
            Vos coordonnées ne servent qu'à préparer votre devis.{" "}
            <TextLink to={addresses.privacy}>En savoir plus</TextLink>
          </p>
        </>
      )}
    </MessageForm>
  );
}
