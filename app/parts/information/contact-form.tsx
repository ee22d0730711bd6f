import { CONTACT_SUBJECT_LABELS, CONTACT_SUBJECTS } from "#core/contact/labels.ts";
import { CONTACT_MESSAGE_MAX } from "#core/contact/rules.ts";
import * as addresses from "#site/addresses.ts";
import { EmailField, SelectField, TextField } from "../../ui/forms/text-field.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { MessageField } from "./message-field.tsx";
import { MessageForm, type Refused } from "./message-form.tsx";
import { SendButton } from "./send-button.tsx";

export interface ContactValues {
  name: string;
  email: string;
  subject: string;
  message: string;
}

export function ContactForm({ values, ...refused }: Refused & { values: ContactValues }) {
  return (
    <MessageForm legend="Votre message" className="mt-6" {...refused}>
      {({ errorOf, busy }) => (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              name="name"
              label="Nom complet"
              error={errorOf("name")}
              autoComplete="name"
              defaultValue={values.name}
            />
            <EmailField label="E-mail" error={errorOf("email")} defaultValue={values.email} />
          </div>
          <SelectField
            name="subject"
            label="Sujet"
            error={errorOf("subject")}
            defaultValue={values.subject}
          >
            <option value="">Choisissez un sujet</option>
            {CONTACT_SUBJECTS.map((subject) => (
              <option key={subject} value={subject}>
                {CONTACT_SUBJECT_LABELS[subject]}
              </option>
            ))}
          </SelectField>
          <MessageField
            max={CONTACT_MESSAGE_MAX}
            error={errorOf("message")}
            defaultValue={values.message}
          />
          <SendButton busy={busy} working="Envoi...">
            Envoyer le message
          </SendButton>
          <p className="text-14 text-ink-soft">
            Vos coordonnées ne servent qu'à vous répondre.{" "}
            <TextLink to={addresses.privacy}>En savoir plus</TextLink>
          </p>
        </>
      )}
    </MessageForm>
  );
}
