import { Form, useNavigation } from "react-router";
import type { Profile } from "#core/accounts/schema.ts";
import type { OwnProfessional } from "#core/professionals/schema.ts";
import * as addresses from "#site/addresses.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Field, TextInput } from "../../../ui/forms/field.tsx";
import { useFieldErrors } from "../../../ui/forms/use-field-errors.ts";
import { useFirstError } from "../../../ui/forms/use-first-error.ts";
import { Panel } from "../../../ui/panel.tsx";
import { textsOf } from "../../drafts/drafts.ts";
import { KeptForm } from "../../drafts/kept-form.tsx";
import { BusinessFields } from "../../onboarding/business-fields.tsx";
import { NameFields, PhoneField } from "./person-fields.tsx";

interface Known {
  profile: Profile;
  /** Null for a client who offers nothing. */
  professional: OwnProfessional | null;
  typed: Record<string, string> | undefined;
  fields: Record<string, string[]> | undefined;
}

/** The form of one's own profile, with the typed values when it was refused. */
export function EditProfileForm(known: Known) {
  return (
    <KeptForm name={addresses.editProfile} answer={known.fields}>
      {(typed) => <ProfileFields {...known} typed={typed ? textsOf(typed) : known.typed} />}
    </KeptForm>
  );
}

function ProfileFields({ profile, professional, typed, fields }: Known) {
  const saving = useNavigation().formAction === addresses.editProfile;
  const form = useFirstError(fields);
  const { errorOf, onInput } = useFieldErrors(fields);
  return (
    <Form ref={form} method="post" noValidate onInput={onInput} className="mt-8 grid gap-6">
      <input type="hidden" name="version" value={typed?.version ?? profile.version} />
      {professional && (
        <input
          type="hidden"
          name="businessVersion"
          value={typed?.businessVersion ?? professional.version}
        />
      )}
      <fieldset disabled={saving} className="contents">
        <legend className="sr-only">Mon profil</legend>
        <Panel aria-labelledby="personne">
          <h2 id="personne" className="text-22">
            Informations personnelles
          </h2>
          <div className="mt-5 grid gap-5 sm:grid-cols-2">
            <NameFields values={{ ...profile, ...typed }} errorOf={errorOf} />
            <PhoneField optional value={typed?.phone ?? profile.phone ?? ""} errorOf={errorOf} />
            <Field label="E-mail" hint="L'email ne peut pas être modifié">
              {(control) => <TextInput {...control} type="email" value={profile.email} readOnly />}
            </Field>
          </div>
        </Panel>
        {professional && <BusinessFields business={professional} typed={typed} errorOf={errorOf} />}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="clay" busy={saving}>
            Enregistrer
          </Button>
          <ButtonLink to={addresses.profile} variant="quiet">
            Annuler
          </ButtonLink>
        </div>
      </fieldset>
    </Form>
  );
}
