import { Download, Pencil } from "@lucide/icons";
import { Form, useNavigation } from "react-router";
import type { Profile } from "#core/accounts/schema.ts";
import * as addresses from "#site/addresses.ts";
import { Button, ButtonLink, buttonClass } from "../../../ui/button.tsx";
import { CardHead } from "../../../ui/card-head.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { useFirstError } from "../../../ui/forms/use-first-error.ts";
import { Panel } from "../../../ui/panel.tsx";
import { Icon } from "../../../ui/pictures/icon.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { knownPerson, NameFields, OwnEmail, PhoneField } from "./person-fields.tsx";

export function PersonalCard({
  profile,
  editing,
  fields,
}: {
  profile: Profile;
  editing: boolean;
  fields: Record<string, string[]> | undefined;
}) {
  return (
    <Panel aria-labelledby="informations">
      <CardHead id="informations" title="Informations personnelles">
        {!editing && (
          <ButtonLink to={`${addresses.profile}?modifier`} size="small" preventScrollReset replace>
            <Icon of={Pencil} className="size-4" />
            Modifier
            <span className="sr-only"> mes informations personnelles</span>
          </ButtonLink>
        )}
      </CardHead>
      {editing ? <Edit profile={profile} fields={fields} /> : <View profile={profile} />}
    </Panel>
  );
}

function View({ profile }: { profile: Profile }) {
  return (
    <>
      <Facts
        facts={[
          ["Prénom", profile.firstName],
          ["Nom", profile.lastName],
          ["Téléphone", profile.phone],
          ["E-mail", profile.email],
        ]}
      />
      <p className="mt-4">
        <TextLink to={addresses.notifications}>Choisir mes e-mails</TextLink>
      </p>
    </>
  );
}

/** Cancelling leaves the form, hence brings the original values back. */
function Edit({
  profile,
  fields,
}: {
  profile: Profile;
  fields: Record<string, string[]> | undefined;
}) {
  const saving = useNavigation().formData?.get("intent") === "update-profile";
  const form = useFirstError(fields);
  const known = knownPerson(profile, fields);
  return (
    <Form
      ref={form}
      method="post"
      action={`${addresses.profile}?modifier`}
      replace
      preventScrollReset
      noValidate
      className="mt-5"
    >
      <input type="hidden" name="intent" value="update-profile" />
      <fieldset disabled={saving} className="grid gap-5 sm:grid-cols-2">
        <legend className="sr-only">Informations personnelles</legend>
        <NameFields fields={known} />
        <PhoneField field={known.phone} />
        <OwnEmail email={profile.email} />
        <div className="flex flex-wrap gap-3 sm:col-span-2">
          <Button type="submit" variant="sage" busy={saving}>
            Enregistrer
          </Button>
          <ButtonLink to={addresses.profile} variant="quiet" preventScrollReset replace>
            Annuler
          </ButtonLink>
        </div>
      </fieldset>
    </Form>
  );
}

export function DataCard({ className = "" }: { className?: string }) {
  return (
    <Panel aria-labelledby="donnees" className={className}>
      <CardHead id="donnees" title="Vos données" />
      <p className="mt-2 text-ink-soft">
        Tout ce que nous gardons de vous, dans un fichier JSON{"\u00a0"}: profil, réservations,
        favoris, messages, paiements et connexions. Ce que nous en faisons est dit sur la page{" "}
        <TextLink to={addresses.privacy}>Confidentialité</TextLink>.
      </p>
      <a href={addresses.ownData} className={buttonClass({ className: "mt-5" })}>
        <Icon of={Download} className="size-4" />
        Télécharger mes données
      </a>
    </Panel>
  );
}
