import { Form } from "react-router";
import type { FieldErrors } from "#core/errors.ts";
import * as addresses from "#site/addresses.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Field, TextInput } from "../../ui/forms/field.tsx";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { useFirstError } from "../../ui/forms/use-first-error.ts";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ArrowLink, textLinkClass } from "../../ui/text-link.tsx";
import type { FormField, ownProofs } from "./own-proofs.server.ts";

interface Answer {
  kind: string;
  fields: FieldErrors;
  typed: Record<string, string>;
}

export function ProofPanel({
  proof,
  answer,
}: {
  proof: ReturnType<typeof ownProofs>[number];
  answer: Answer | undefined;
}) {
  const { kind, name, facts, fields } = proof;
  const own = answer?.kind === kind ? answer : undefined;
  return (
    <Panel aria-labelledby={kind}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={kind} className="text-22">
          {name}
        </h2>
        <Badge tone={proof.tone}>{proof.badge}</Badge>
      </div>
      <p className="mt-2 text-ink-soft">{proof.why}</p>
      <Notice tone="danger" className="mt-4">
        {proof.reason}
      </Notice>
      <Notice tone="info" className="mt-4">
        {proof.kept}
      </Notice>
      {facts.length > 0 && <Facts facts={facts} />}
      {proof.paper && (
        <p className="mt-2">
          <a
            href={proof.paper}
            target="_blank"
            rel="noreferrer"
            className={`inline-flex min-h-11 items-center ${textLinkClass}`}
          >
            Voir le document donné
          </a>
        </p>
      )}
      {kind === "identity" && facts.length === 0 && (
        <ArrowLink to={addresses.paymentAccount}>Mon compte de paiement</ArrowLink>
      )}
      {fields && (
        <details className="mt-3 border-t border-sand-300 pt-1" open={proof.isFormOpen || !!own}>
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-label text-sage-600">
            {facts.length > 0 ? "En donner une autre" : "Donner cette pièce"}
            <span className="sr-only"> : {name}</span>
          </summary>
          <ProofForm kind={kind} fields={fields} answer={own} />
        </details>
      )}
    </Panel>
  );
}

/** A file is more than the data of a page may be. */
function ProofForm({
  kind,
  fields,
  answer,
}: {
  kind: string;
  fields: FormField[];
  answer: Answer | undefined;
}) {
  const form = useFirstError(answer?.fields);
  return (
    <Form
      ref={form}
      method="post"
      action={`${addresses.verification}#${kind}`}
      encType="multipart/form-data"
      reloadDocument
      noValidate
      className="mt-3 grid gap-5 sm:grid-cols-2"
    >
      <HiddenFields kind={kind} />
      {fields.map(({ name, label, type, hint, value = "", options, isOptional = false }) => (
        <Field
          key={name}
          label={label}
          hint={hint}
          optional={isOptional}
          error={answer?.fields[name]}
          className={type === "date" || kind === "title" ? "" : "sm:col-span-2"}
        >
          {(control) =>
            options ? (
              <Select {...control} name={name} defaultValue={answer?.typed[name] ?? ""}>
                <option value="">À choisir</option>
                {options.map((option) => (
                  <option key={option}>{option}</option>
                ))}
              </Select>
            ) : (
              <TextInput
                {...control}
                name={name}
                type={type === "digits" ? "text" : type}
                {...(type === "digits" && { inputMode: "numeric", autoComplete: "off" })}
                {...(type === "file"
                  ? { accept: "application/pdf,image/jpeg,image/png,image/webp" }
                  : { defaultValue: answer?.typed[name] ?? value })}
              />
            )
          }
        </Field>
      ))}
      <div className="sm:col-span-2">
        <Button type="submit" variant="sage">
          Envoyer
        </Button>
      </div>
    </Form>
  );
}
