import { Form, useNavigation } from "react-router";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Field, TextArea, TextInput } from "../../ui/forms/field.tsx";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
import { useFieldErrors } from "../../ui/forms/use-field-errors.ts";
import { useFirstError } from "../../ui/forms/use-first-error.ts";
import { Notice } from "../../ui/notice.tsx";
import type { DecisionAnswer } from "./decision-form.tsx";

export interface CompareLine {
  name: string;
  register: string;
  profile: string;
  words: string;
  isDifferent: boolean;
}

export interface ClaimLine {
  title: string;
  around: string[];
}

/** One thing that was given for the tick, as an operator reads it. */
export interface PieceView {
  id: string;
  kind: string;
  name: string;
  state: string;
  tone: BadgeTone;
  notes: string[];
  compared: CompareLine[];
  paper: { to: string; words: string } | null;
  /** The fields of a document, which is corrected while it is read. */
  values: Record<"title" | "issuer" | "issuedOn" | "expiresOn", string | null> | null;
  decision: "decide" | "withdraw" | null;
}

const NAMES: Record<string, Record<string, string>> = {
  diploma: {
    ...{ title: "Intitulé", issuer: "Délivré par", issuedOn: "Date", expiresOn: "Expire" },
  },
  insurance: { title: "Contrat", issuer: "Assureur", issuedOn: "Début", expiresOn: "Expire" },
};

/** A piece with what is to be read on the left, and what is decided about it on the right. */
export function Piece({
  piece,
  mayDecide,
  answer,
}: {
  piece: PieceView;
  mayDecide: boolean;
  answer: DecisionAnswer | undefined;
}) {
  const { id, name, state, tone, notes, compared, paper, decision } = piece;
  const own = answer?.typed.proofId === id ? answer : undefined;
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-8 gap-y-4 border-b border-sand-300 py-6 first:pt-0 last:border-b-0 last:pb-0 md:grid-cols-[160px_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="text-18">
          {name}
        </h2>
        <Badge tone={tone} className="mt-2">
          {state}
        </Badge>
      </div>
      <div className="min-w-0">
        {compared.length > 0 && <Comparison lines={compared} />}
        {paper && (
          // The document itself, in a tab of its own, so that it can be read beside this form.
          <a
            href={paper.to}
            target="_blank"
            rel="noreferrer"
            className="mb-4 flex w-fit items-center gap-4 rounded-control bg-sand-100 p-4 pr-6 font-label text-ink ring ring-hairline"
          >
            <PaperPicture />
            {paper.words}
          </a>
        )}
        {notes.map((note) => (
          <p key={note} className="text-14 text-ink-soft figures wrap-anywhere">
            {note}
          </p>
        ))}
        {decision && mayDecide && <PieceForm piece={piece} answer={own} />}
      </div>
    </section>
  );
}

function Comparison({ lines }: { lines: CompareLine[] }) {
  return (
    <table className="mb-3 w-full text-14 figures max-sm:block">
      <caption className="sr-only">Registre et profil comparés</caption>
      <thead className="max-sm:sr-only">
        <tr className="border-b border-sand-300 text-left text-ink-soft">
          <th scope="col" className="py-2 pr-3 font-regular">
            <span className="sr-only">Champ</span>
          </th>
          <th scope="col" className="py-2 pr-3 font-regular">
            Registre public
          </th>
          <th scope="col" className="py-2 pr-3 font-regular">
            Son profil
          </th>
          <th scope="col" className="py-2 font-regular">
            <span className="sr-only">Comparaison</span>
          </th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {lines.map(({ name, register, profile, words, isDifferent }) => (
          <tr
            key={name}
            className="border-b border-sand-300 last:border-b-0 max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-4 max-sm:py-2"
          >
            <th scope="row" className="py-2 pr-3 text-left font-regular text-ink-soft max-sm:py-0">
              {name}
            </th>
            <td className="py-2 pr-3 wrap-anywhere max-sm:row-start-2 max-sm:py-0">{register}</td>
            <td className="py-2 pr-3 wrap-anywhere max-sm:row-start-2 max-sm:py-0">{profile}</td>
            <td
              className={`py-2 font-label max-sm:py-0 max-sm:text-right ${isDifferent ? "text-clay-700" : "text-sage-800"}`}
            >
              {words}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PaperPicture() {
  return (
    <svg aria-hidden="true" viewBox="0 0 40 54" className="h-14 w-auto">
      <path className="fill-surface stroke-sage-300" d="M1 1h38v52H1z" />
      <path
        className="fill-none stroke-sand-500"
        strokeWidth="1.5"
        d="M13 10h14M7 18h26M7 23h22M7 28h24M7 33h16"
      />
      <circle className="fill-sand-100 stroke-sand-500" cx="29" cy="43" r="4.5" />
    </svg>
  );
}

function PieceForm({ piece, answer }: { piece: PieceView; answer: DecisionAnswer | undefined }) {
  const { id, kind, values, decision } = piece;
  const busy = useNavigation().formMethod === "POST";
  const form = useFirstError(answer?.fields);
  const { errorOf, onInput } = useFieldErrors(answer?.fields);
  const isOnlyRefusal = decision === "withdraw";
  const names = NAMES[kind];
  const decisionError = errorOf("decision");
  const fields = (
    <fieldset disabled={busy} className="group/piece mt-4 grid gap-4">
      <legend className="sr-only">Votre avis sur la pièce</legend>
      <HiddenFields proofId={id} {...(isOnlyRefusal && { decision: "refused" })} />
      {answer?.isSaid && (
        <Notice tone="danger" role="alert">
          {answer.toast.text}
        </Notice>
      )}
      {names && values && !isOnlyRefusal && (
        <div className="grid gap-4 sm:grid-cols-2">
          {(["title", "issuer", "issuedOn", "expiresOn"] as const).map((field) => {
            const isDay = field === "issuedOn" || field === "expiresOn";
            return (
              <Field
                key={field}
                label={names[field]}
                optional={field === "expiresOn" && kind === "diploma"}
                error={errorOf(field)}
                className={isDay ? "" : "sm:col-span-2"}
              >
                {(control) => (
                  <TextInput
                    {...control}
                    name={field}
                    type={isDay ? "date" : "text"}
                    defaultValue={answer?.typed[field] ?? values[field] ?? ""}
                  />
                )}
              </Field>
            );
          })}
        </div>
      )}
      {!isOnlyRefusal && (
        <fieldset>
          <legend className="sr-only">Décision</legend>
          <div className="flex flex-wrap overflow-hidden rounded-control ring ring-sand-500">
            {(
              [
                ["accepted", "Conforme"],
                ["refused", "Refuser, dire pourquoi"],
              ] as const
            ).map(([value, words]) => (
              <label
                key={value}
                className="flex min-h-11 grow items-center gap-3 bg-surface px-4 has-checked:bg-sage-100"
              >
                <input
                  type="radio"
                  name="decision"
                  value={value}
                  defaultChecked={answer?.typed.decision === value}
                  aria-invalid={decisionError ? true : undefined}
                  className="size-5 shrink-0 accent-sage-600"
                />
                {words}
              </label>
            ))}
          </div>
          {decisionError && (
            <p className="mt-1.5 text-14 font-label text-danger">{decisionError[0]}</p>
          )}
        </fieldset>
      )}
      <Field
        label={isOnlyRefusal ? "Motif" : "Motif d'un refus"}
        hint="Écrit mot pour mot au praticien."
        error={errorOf("reason")}
        className={
          isOnlyRefusal || errorOf("reason")
            ? ""
            : "hidden group-has-[[value=refused]:checked]/piece:block"
        }
      >
        {(control) => (
          <TextArea
            {...control}
            name="reason"
            rows={2}
            maxLength={1_000}
            defaultValue={answer?.typed.reason}
          />
        )}
      </Field>
      <div>
        <Button type="submit" variant={isOnlyRefusal ? "outline" : "sage"} busy={busy}>
          {isOnlyRefusal ? "Refuser cette pièce" : "Décider et écrire"}
          <span className="sr-only"> : {piece.name}</span>
        </Button>
      </div>
    </fieldset>
  );
  const attributes = { ref: form, method: "post", noValidate: true, onInput } as const;
  if (!isOnlyRefusal) return <Form {...attributes}>{fields}</Form>;
  return (
    <details className="mt-2" open={answer !== undefined}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-14 underline underline-offset-4">
        Revenir sur cette acceptation
      </summary>
      <Form {...attributes}>{fields}</Form>
    </details>
  );
}
