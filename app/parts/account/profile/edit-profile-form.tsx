import type { SubmissionResult } from "@conform-to/react";
import { useNavigation } from "react-router";
import type { Profile } from "#core/accounts/schema.ts";
import type { OwnProfessional, ProfileTexts } from "#core/professionals/schema.ts";
import * as addresses from "#site/addresses.ts";
import { AnsweredForm } from "../../../forms/answered-form.tsx";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Field, TextInput } from "../../../ui/forms/field.tsx";
import { HiddenField } from "../../../ui/forms/text-field.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { ProtectedForm } from "../../drafts/protected-form.tsx";
import { BusinessFields } from "../../onboarding/business-fields.tsx";
import { NameFields, PhoneField, ReminderField } from "./person-fields.tsx";

export function EditProfileForm({
  profile,
  professional,
  sendsTexts,
  answer,
}: {
  profile: Profile;
  professional: OwnProfessional | null;
  sendsTexts: boolean;
  answer: SubmissionResult | undefined;
}) {
  const saving = useNavigation().formAction === addresses.editProfile;
  const version = String(profile.version);
  const businessVersion = String(professional?.version);
  return (
    <ProtectedForm name={addresses.editProfile} answer={answer}>
      {(typed) => (
        <AnsweredForm<ProfileTexts>
          id="profil"
          known={{ ...profile, ...professional, version, businessVersion }}
          typed={typed}
          answer={answer}
          className="mt-8 grid gap-6"
        >
          {(fields) => (
            <>
              <HiddenField field={fields.version} />
              {professional && <HiddenField field={fields.businessVersion} />}
              <fieldset disabled={saving} className="contents">
                <legend className="sr-only">Mon profil</legend>
                <Panel id="personne" title="Informations personnelles">
                  <div className="mt-5 grid gap-5 sm:grid-cols-2">
                    <NameFields fields={fields} />
                    <PhoneField optional field={fields.phone} />
                    {/* A number that is known can be taken back wherever it is. */}
                    {(sendsTexts || profile.smsNumber) && (
                      <ReminderField field={fields.smsNumber} />
                    )}
                    <Field label="E-mail" hint="L'email ne peut pas être modifié">
                      {(control) => (
                        <TextInput {...control} type="email" value={profile.email} readOnly />
                      )}
                    </Field>
                  </div>
                </Panel>
                {professional && <BusinessFields />}
                <div className="flex flex-wrap gap-3">
                  <Button type="submit" variant="clay" busy={saving}>
                    Enregistrer
                  </Button>
                  <ButtonLink to={addresses.profile} variant="quiet">
                    Annuler
                  </ButtonLink>
                </div>
              </fieldset>
            </>
          )}
        </AnsweredForm>
      )}
    </ProtectedForm>
  );
}
