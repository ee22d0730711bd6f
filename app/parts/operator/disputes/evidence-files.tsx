import { Form, useNavigation } from "react-router";
import { FILE_NAMES } from "#core/reconciliation/disputes/labels.ts";
import { FILE_KINDS } from "#core/reconciliation/disputes/rules.ts";
import type { EvidenceFile } from "#core/reconciliation/disputes/schema.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { Button } from "../../../ui/button.tsx";
import { controlClass, Field } from "../../../ui/forms/field.tsx";
import { HiddenFields } from "../../../ui/forms/hidden-fields.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { useFieldErrors } from "../../../ui/forms/use-field-errors.ts";
import { Notice } from "../../../ui/notice.tsx";
import { textLinkClass } from "../../../ui/text-link.tsx";
import type { DecisionAnswer } from "../fields/answer-form.tsx";

export function EvidenceFiles({
  paymentId,
  files,
  answer,
}: {
  paymentId: string;
  files: (Omit<EvidenceFile, "bytes"> & { more: string })[];
  answer: DecisionAnswer | undefined;
}) {
  const busy = useNavigation().formMethod === "POST";
  const { errorOf, onInput } = useFieldErrors(answer?.fields);
  return (
    <>
      {files.length > 0 && (
        <ul className="mt-4 border-t border-sand-300">
          {files.map(({ kind, fileId, type, more }) => (
            <li
              key={kind}
              className="flex flex-wrap items-center justify-between gap-x-4 border-b border-sand-300 py-3"
            >
              <span>
                <FileLink {...{ paymentId, kind, fileId }} />
                <span className="text-14 text-ink-soft">
                  {" "}
                  {type === "pdf" ? "PDF" : "Photo"}, {more}
                </span>
              </span>
              <Form method="post">
                <HiddenFields act="remove-file" kind={kind} />
                <Button type="submit" variant="quiet" size="small" disabled={busy}>
                  Retirer<span className="sr-only"> : {FILE_NAMES[kind]}</span>
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      <Form
        method="post"
        encType="multipart/form-data"
        // A file comes as a form of the page, which alone may be that large.
        reloadDocument
        noValidate
        onInput={onInput}
        className="mt-5 grid gap-4"
      >
        <HiddenFields act="add-file" />
        <Notice tone="danger" role="alert">
          {answer?.isSaid && answer.toast?.text}
        </Notice>
        <Field label="Ce que montre le fichier" error={errorOf("kind")}>
          {(control) => (
            <Select {...control} name="kind" defaultValue={answer?.typed.kind}>
              {FILE_KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {FILE_NAMES[kind]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label="Fichier"
          hint="PDF, JPEG, PNG ou WebP, 4,5 Mo en tout. Un fichier par sorte : un nouveau remplace l'ancien. Jamais la note du client."
          error={errorOf("file")}
        >
          {(control) => (
            <input
              {...control}
              type="file"
              name="file"
              accept="application/pdf,image/jpeg,image/png,image/webp"
              className={controlClass}
            />
          )}
        </Field>
        <div>
          <Button type="submit" variant="outline">
            Ajouter la pièce
          </Button>
        </div>
      </Form>
    </>
  );
}

export function SentFiles({
  title,
  paymentId,
  files,
  opensFiles,
}: {
  title: string;
  paymentId: string;
  files: (Pick<EvidenceFile, "kind" | "fileId"> & { more: string })[];
  opensFiles: boolean;
}) {
  return (
    <>
      <h3 className="mt-6 text-18">{title}</h3>
      <ul className="mt-2">
        {files.map(({ kind, fileId, more }) => (
          <li key={fileId}>
            {opensFiles ? <FileLink {...{ paymentId, kind, fileId }} /> : FILE_NAMES[kind]}
            <span className="text-14 text-ink-soft">, {more}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function FileLink({
  paymentId,
  kind,
  fileId,
}: Pick<EvidenceFile, "kind" | "fileId"> & { paymentId: string }) {
  return (
    <a
      href={operatorAddresses.evidenceFile(paymentId, fileId)}
      target="_blank"
      rel="noreferrer"
      className={`inline-flex min-h-11 items-center font-strong ${textLinkClass}`}
    >
      {FILE_NAMES[kind]}
      <span className="sr-only"> (nouvel onglet)</span>
    </a>
  );
}
