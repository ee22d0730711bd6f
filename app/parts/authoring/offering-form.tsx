import type { FormMetadata, SubmissionResult } from "@conform-to/react";
import { ArrowLeft } from "@lucide/icons";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigation } from "react-router";
import { OFFERING_LIST_LABELS, OFFERING_LISTS } from "#core/catalogue/labels.ts";
import type { AskedOverlap } from "#core/catalogue/publishing/schema.ts";
import type { Holiday } from "#core/catalogue/schedule/rules.ts";
import type { SlotKind } from "#core/catalogue/schema.ts";
import { COMMISSION_LABEL } from "#core/commission.ts";
import { type Change, changesIn } from "#core/versions.ts";
import * as addresses from "#site/addresses.ts";
import { AnsweredForm } from "../../forms/answered-form.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { HiddenField, TextAreaField, TextField } from "../../ui/forms/text-field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";
import { ProtectedForm } from "../drafts/protected-form.tsx";
import { SavedDraft } from "../drafts/saved-draft.tsx";
import { ImageField } from "../media/image-field.tsx";
import { CategoryField, TagsField } from "./category-fields.tsx";
import { FIELD_LABELS } from "./field-labels.ts";
import { FormSection } from "./form-section.tsx";
import { FormatFields } from "./format-fields.tsx";
import { SENTENCES } from "./kind-sentences.ts";
import {
  type OfferingTexts,
  type OfferingValues,
  readValues,
  type SlotValues,
} from "./offering-values.ts";
import { OverlapWarning } from "./overlap-warning.tsx";
import { PlaceFields } from "./place-fields.tsx";
import { SlotsField } from "./slots-field.tsx";
import { WhenFields } from "./when-fields.tsx";

const WORDS = {
  session: { yours: "Votre session", create: "Créer la session", slotsOf: "votre profil" },
  activity: { yours: "Votre activité", create: "Créer l'activité", slotsOf: "« Mes Activités »" },
} as const;

/** Without JavaScript, a deletion carries the typed values along. */
export const OFFERING_FORM = "edition";

const CREATION = { label: "Une seule date", hint: "Un seul créneau", asksDate: true };
const EDITION = { label: "Au cas par cas", hint: "Vous ajoutez chaque créneau", asksDate: false };

export interface Refusal {
  answer: SubmissionResult;
  slots: SlotValues[] | undefined;
  overlap?: AskedOverlap;
}

export interface Offered {
  kind: SlotKind;
  mode: "create" | "edit";
  values: OfferingValues;
  categories: readonly string[];
  holidays: readonly Holiday[];
  today: string;
}

export function OfferingForm({ refusal, ...offered }: Offered & { refusal: Refusal | undefined }) {
  const { values } = offered;
  const { pathname } = useLocation();
  const answer = refusal?.answer;
  return (
    <ProtectedForm name={pathname} answer={answer}>
      {(typed) => (
        <AnsweredForm<OfferingTexts>
          id={OFFERING_FORM}
          known={values.texts}
          typed={typed}
          answer={answer}
          isTold={changesIn(answer?.error, FIELD_LABELS).length > 0}
          encType="multipart/form-data"
          onSubmit={keepHalfTyped}
        >
          {(fields) => (
            <OfferingFields
              {...{ ...offered, answer, fields }}
              overlap={typed ? undefined : refusal?.overlap}
              slots={typed ? readValues(typed).slots : (refusal?.slots ?? values.slots)}
            />
          )}
        </AnsweredForm>
      )}
    </ProtectedForm>
  );
}

function OfferingFields({
  kind,
  mode,
  values,
  answer,
  categories,
  holidays,
  today,
  fields,
  slots,
  overlap,
}: Offered & {
  answer: SubmissionResult | undefined;
  fields: ReturnType<FormMetadata<OfferingTexts>["getFieldset"]>;
  slots: readonly SlotValues[];
  overlap: AskedOverlap | undefined;
}) {
  const busy = useNavigation().formData?.get("intent") === mode;
  const [isSending, setSending] = useState(false);
  const changes = changesIn(answer?.error, FIELD_LABELS);
  const stored = mode === "edit" ? values : undefined;
  return (
    <>
      <input type="hidden" name="intent" value={mode} />
      <HiddenField field={mode === "create" ? fields.cle : fields.version} />
      {mode === "create" && <HiddenField field={fields.draftId} />}
      {/* Disabled fields would have no values, of which other parts of the form are made. */}
      <fieldset inert={busy} className="group/offering grid min-w-0 gap-6">
        <legend className="sr-only">{WORDS[kind].yours}</legend>
        <ConcurrentChanges kind={kind} changes={changes} answer={answer} />
        <FormSection
          id="essentiel"
          title="L'essentiel"
          intro="Ce que vos clients lisent d'abord. Un titre simple se trouve mieux."
        >
          <TextField field={fields.title} label="Titre" maxLength={120} />
          <TextAreaField field={fields.description} label="Description" rows={6} />
          <CategoryField kind={kind} categories={categories} />
        </FormSection>
        <FormSection
          id="photo"
          title="Photo"
          intro="Une vraie photo du lieu ou de votre pratique donne confiance. Sans elle, un dessin la remplace."
        >
          <ImageField
            bucket={`${kind}-images`}
            value={fields.imageUrl.initialValue ?? ""}
            error={fields.imageUrl.errors}
            onBusy={setSending}
          />
        </FormSection>
        <FormSection
          id="format"
          title="Format et prix"
          intro={`La commission de ${COMMISSION_LABEL} est retenue sur chaque réservation payée.`}
        >
          <FormatFields kind={kind} />
        </FormSection>
        <FormSection id="lieu" title="Lieu">
          <PlaceFields kind={kind} stored={stored?.texts} />
        </FormSection>
        <FormSection
          id="quand"
          title={mode === "create" ? "Quand" : "Rythme"}
          intro="Les heures sont celles de Paris."
        >
          <WhenFields
            kind={kind}
            holidays={holidays}
            today={today}
            once={mode === "create" ? CREATION : EDITION}
            stored={stored}
          />
          {overlap && mode === "create" && (
            <OverlapWarning overlap={overlap} isSaved isAlone={fields.rhythm.value !== "weekly"} />
          )}
        </FormSection>
        {mode === "edit" && (
          <FormSection
            id="creneaux"
            title="Créneaux"
            intro={`Un créneau réservé garde son heure : pour le retirer, annulez d'abord ses réservations dans ${WORDS[kind].slotsOf}.`}
          >
            <SlotsField kind={kind} slots={slots} />
            {overlap && <OverlapWarning overlap={overlap} isSaved />}
          </FormSection>
        )}
        <FormSection id="details" title="Détails" intro="Pour que chacun arrive en sachant tout.">
          <div className="grid gap-5 sm:grid-cols-2">
            {OFFERING_LISTS.map((name) => (
              <TextAreaField
                key={name}
                optional
                field={fields[name]}
                label={OFFERING_LIST_LABELS[name]}
                hint="Un point par ligne"
              />
            ))}
          </div>
          <TagsField kind={kind} />
        </FormSection>
        <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
          {/* The first one is pressed by « Entrée » in a field. */}
          <Button type="submit" variant="clay" busy={busy || isSending} className="order-last">
            {mode === "create" ? WORDS[kind].create : "Enregistrer"}
          </Button>
          {mode === "create" && <SavedDraft kind={kind} />}
          <ButtonLink to={addresses.profile} variant="quiet">
            Annuler
          </ButtonLink>
          {mode === "create" && (
            <Button type="submit" name="draft" value="1">
              Enregistrer le brouillon
            </Button>
          )}
        </div>
      </fieldset>
    </>
  );
}

/** A half-typed date or number would be sent as empty; the browser says so instead. */
function keepHalfTyped(event: FormEvent<HTMLFormElement>): void {
  const inputs = [...event.currentTarget.querySelectorAll("input")];
  const halfTyped = inputs.find((input) => input.validity.badInput && input.checkVisibility());
  if (!halfTyped) return;
  event.preventDefault();
  halfTyped.reportValidity();
}

export function BackToProfile() {
  return (
    <Link
      to={addresses.profile}
      className={`inline-flex min-h-11 items-center gap-2 ${textLinkClass}`}
    >
      <Icon of={ArrowLeft} className="size-4 shrink-0" />
      Retour au profil
    </Link>
  );
}

interface ConcurrentChangesProps {
  kind: SlotKind;
  changes: readonly Change[];
  answer: unknown;
}

/** Shows what others saved since an edit began (rule: edit-version). */
function ConcurrentChanges({ kind, changes, answer }: ConcurrentChangesProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answer) box.current?.focus();
  }, [answer]);
  if (changes.length === 0) return null;
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone="danger" role="alert">
        <p>{SENTENCES[kind].changed}</p>
        <dl className="mt-2 grid gap-1">
          {changes.map(({ field, label, value }) => (
            <div key={field} className="flex flex-wrap gap-x-2 wrap-anywhere">
              <dt className="font-strong">{label} :</dt>
              <dd className="min-w-0">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-2">
          Ce que vous avez écrit est gardé ci-dessous. Enregistrez de nouveau pour le mettre à la
          place.
        </p>
      </Notice>
    </div>
  );
}
