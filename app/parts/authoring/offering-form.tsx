import { type FormEvent, useState } from "react";
import { Form, useLocation, useNavigation } from "react-router";
import type { SlotKind } from "#core/catalogue/schema.ts";
import { COMMISSION_LABEL } from "#core/commission.ts";
import { changesIn } from "#core/versions.ts";
import * as addresses from "#site/addresses.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Field, TextArea, TextInput } from "../../ui/forms/field.tsx";
import { KEY_FIELD, RetryKey } from "../../ui/forms/retry-key.tsx";
import { useFieldErrors } from "../../ui/forms/use-field-errors.ts";
import { useFirstError } from "../../ui/forms/use-first-error.ts";
import { KeptForm } from "../drafts/kept-form.tsx";
import { ImageField } from "../media/image-field.tsx";
import { CategoryField } from "./category-field.tsx";
import { Changes } from "./changes.tsx";
import { FIELD_LABELS } from "./choices.ts";
import { FormSection } from "./form-section.tsx";
import { FormatFields } from "./format-fields.tsx";
import { type OfferingValues, readValues, versionOf } from "./offering-values.ts";
import { PlaceFields } from "./place-fields.tsx";
import { SlotsField } from "./slots-field.tsx";
import { TagsField } from "./tags-field.tsx";
import { WhenFields } from "./when-fields.tsx";

/** The words that differ by kind. */
const WORDS = {
  session: { yours: "Votre session", create: "Créer la session", slotsOf: "votre profil" },
  activity: { yours: "Votre activité", create: "Créer l'activité", slotsOf: "« Mes Activités »" },
} as const;

/** The form's id: without JavaScript, a deletion carries the typed values along. */
export const OFFERING_FORM = "edition";

const CREATION = { label: "Une seule date", hint: "Un seul créneau", asksDate: true };
const EDITION = { label: "Au cas par cas", hint: "Vous ajoutez chaque créneau", asksDate: false };

interface Offered {
  kind: SlotKind;
  values: OfferingValues;
  /** The values that the edit began from, to show beside the fields what saving would remove. */
  stored?: OfferingValues;
  fields: Record<string, string[]> | undefined;
  /** For sessions; activities have a fixed list of four. */
  categories: readonly string[];
  today: string;
  mode: "create" | "edit";
  /** Only for an edit: the version that it began from. */
  version?: number | undefined;
  /** Only for a creation. */
  retryKey?: string | undefined;
}

/** All fields of a session or activity, to create or edit it. */
export function OfferingForm(offered: Offered) {
  const { pathname } = useLocation();
  return (
    <KeptForm name={pathname} answer={offered.fields}>
      {(typed) => <OfferingFields {...offered} {...(typed && resumedOf(typed))} />}
    </KeptForm>
  );
}

/** A draft continues under its own version and key. */
function resumedOf(typed: FormData): Pick<Offered, "values" | "version" | "retryKey"> {
  const key = String(typed.get(KEY_FIELD) ?? "");
  return {
    values: readValues(typed),
    ...(typed.has("version") && { version: versionOf(typed) }),
    ...(key && { retryKey: key }),
  };
}

function OfferingFields({
  kind,
  values,
  fields,
  categories,
  today,
  mode,
  stored,
  version,
  retryKey,
}: Offered) {
  const busy = useNavigation().formData?.get("intent") === mode;
  const [isSending, setSending] = useState(false);
  const changes = changesIn(fields, FIELD_LABELS);
  const form = useFirstError(changes.length > 0 ? undefined : fields);
  const { errorOf, onInput } = useFieldErrors(fields);
  return (
    <Form
      ref={form}
      id={OFFERING_FORM}
      method="post"
      encType="multipart/form-data"
      noValidate
      onSubmit={keepHalfTyped}
      onInput={onInput}
    >
      <input type="hidden" name="intent" value={mode} />
      {mode === "create" && <RetryKey value={retryKey} />}
      {version !== undefined && <input type="hidden" name="version" value={version} />}
      <fieldset disabled={busy} className="group/offering grid min-w-0 gap-6">
        <legend className="sr-only">{WORDS[kind].yours}</legend>
        <Changes kind={kind} changes={changes} answer={fields} />
        <FormSection
          id="essentiel"
          title="L'essentiel"
          intro="Ce que vos clients lisent d'abord. Un titre simple se trouve mieux."
        >
          <Field label="Titre" error={errorOf("title")}>
            {(control) => (
              <TextInput {...control} name="title" maxLength={120} defaultValue={values.title} />
            )}
          </Field>
          <Field label="Description" error={errorOf("description")}>
            {(control) => (
              <TextArea
                {...control}
                name="description"
                rows={6}
                defaultValue={values.description}
              />
            )}
          </Field>
          <CategoryField
            kind={kind}
            categories={categories}
            value={values.category}
            error={errorOf("category")}
          />
        </FormSection>
        <FormSection
          id="photo"
          title="Photo"
          intro="Une vraie photo du lieu ou de votre pratique donne confiance. Sans elle, un dessin la remplace."
        >
          <ImageField
            bucket={`${kind}-images`}
            value={values.imageUrl}
            error={errorOf("imageUrl")}
            onBusy={setSending}
          />
        </FormSection>
        <FormSection
          id="format"
          title="Format et prix"
          intro={`La commission de ${COMMISSION_LABEL} est retenue sur chaque réservation payée.`}
        >
          <FormatFields kind={kind} values={values} errorOf={errorOf} />
        </FormSection>
        <FormSection id="lieu" title="Lieu">
          <PlaceFields kind={kind} values={values} errorOf={errorOf} stored={stored} />
        </FormSection>
        <FormSection
          id="quand"
          title={mode === "create" ? "Quand" : "Rythme"}
          intro="Les heures sont celles de Paris."
        >
          <WhenFields
            values={values}
            errorOf={errorOf}
            kind={kind}
            today={today}
            once={mode === "create" ? CREATION : EDITION}
            stored={stored}
          />
        </FormSection>
        {mode === "edit" && (
          <FormSection
            id="creneaux"
            title="Créneaux"
            intro={`Un créneau réservé garde son heure : pour le retirer, annulez d'abord ses réservations dans ${WORDS[kind].slotsOf}.`}
          >
            <SlotsField kind={kind} values={values} errorOf={errorOf} />
          </FormSection>
        )}
        <FormSection id="details" title="Détails" intro="Pour que chacun arrive en sachant tout.">
          <div className="grid gap-5 sm:grid-cols-2">
            <Field
              label="Ce qui est inclus"
              optional
              hint="Un point par ligne"
              error={errorOf("included")}
            >
              {(control) => (
                <TextArea {...control} name="included" defaultValue={values.included} />
              )}
            </Field>
            <Field
              label="À prévoir"
              optional
              hint="Un point par ligne"
              error={errorOf("requirements")}
            >
              {(control) => (
                <TextArea {...control} name="requirements" defaultValue={values.requirements} />
              )}
            </Field>
          </div>
          <TagsField kind={kind} tags={values.tags} error={errorOf("tags")} />
        </FormSection>
        <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
          <ButtonLink to={addresses.profile} variant="quiet">
            Annuler
          </ButtonLink>
          <Button type="submit" variant="clay" busy={busy || isSending}>
            {mode === "create" ? WORDS[kind].create : "Enregistrer"}
          </Button>
        </div>
      </fieldset>
    </Form>
  );
}

/** A half-typed date or number would be sent as empty; the browser knows better and says so. */
function keepHalfTyped(event: FormEvent<HTMLFormElement>): void {
  const inputs = [...event.currentTarget.querySelectorAll("input")];
  const halfTyped = inputs.find((input) => input.validity.badInput && input.checkVisibility());
  if (!halfTyped) return;
  event.preventDefault();
  halfTyped.reportValidity();
}
