import { Eye } from "@lucide/icons";
import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { MAX_REASON } from "#core/operators/acts/rules.ts";
import { Badge } from "../../ui/badge.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import {
  AnswerForm,
  ConfirmField,
  type DecisionAnswer,
  SubmitButton,
  TextAreaField,
  TextField,
  useAnswer,
} from "./fields/answer-form.tsx";
import type { PieceView } from "./verification.server.ts";

const NAMES: Record<string, Record<string, string>> = {
  diploma: { title: "Intitulé", issuer: "Délivré par", issuedOn: "Date", expiresOn: "Expire" },
  insurance: { title: "Contrat", issuer: "Assureur", issuedOn: "Début", expiresOn: "Expire" },
};

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
        <div
          className={
            paper ? "grid items-start gap-x-6 gap-y-4 sm:grid-cols-[168px_minmax(0,1fr)]" : ""
          }
        >
          {paper && <Paper {...paper} />}
          <div className="grid min-w-0 gap-4">
            <div className="text-14 text-ink-soft figures wrap-anywhere">
              {notes.map((note) => (
                <p key={note}>{note}</p>
              ))}
            </div>
            {decision && mayDecide && <PieceForm piece={piece} answer={own} />}
          </div>
        </div>
      </div>
    </section>
  );
}

function Comparison({ lines }: { lines: PieceView["compared"] }) {
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

/** A drawing, since whoever opens the document itself is written down (rule: private-papers). */
function Paper({ to, head, words }: NonNullable<PieceView["paper"]>) {
  return (
    <a
      href={to}
      target="_blank"
      rel="noreferrer"
      className="block overflow-hidden rounded-control bg-sand-100 text-14 font-label text-ink no-underline ring ring-hairline hover:ring-sand-500"
    >
      <span className="grid h-28 place-items-center overflow-hidden pt-4 max-sm:items-start sm:h-54 sm:py-4">
        <svg aria-hidden="true" viewBox="0 0 160 214" className="h-46 shadow-soft">
          <path className="fill-surface" d="M0 0h160v214H0z" />
          <path className="fill-none stroke-sage-300" d="M9 9h142v196H9zM62 52h36" />
          <text
            className="fill-sage-800 font-display"
            fontSize="13"
            x="80"
            y="42"
            textAnchor="middle"
          >
            {head}
          </text>
          <path
            className="fill-none stroke-sand-300"
            strokeWidth="3.5"
            strokeLinecap="round"
            d="M26 72h108M26 82h92M26 98h100M26 108h108M26 118h60M26 134h84"
          />
          <circle className="fill-none stroke-sand-500" cx="118" cy="172" r="15" />
          <circle className="fill-sand-100" cx="118" cy="172" r="10" />
          <path
            className="fill-none stroke-ink"
            strokeWidth="1.4"
            d="M26 176c8-10 12 6 20-4s10 4 18-2"
          />
        </svg>
      </span>
      <span className="relative flex min-h-11 items-center justify-center gap-2 bg-surface px-3">
        <Icon of={Eye} className="size-4" />
        {words}
        <span className="sr-only"> (nouvel onglet)</span>
      </span>
    </a>
  );
}

function useReloadOnReturn(isWanted: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isWanted) return;
    addEventListener("focus", revalidate);
    return () => removeEventListener("focus", revalidate);
  }, [isWanted, revalidate]);
}

function PieceForm({ piece, answer }: { piece: PieceView; answer: DecisionAnswer | undefined }) {
  const isOnlyRefusal = piece.decision === "withdraw";
  const form = (
    <AnswerForm
      answer={answer}
      legend="Votre avis sur la pièce"
      hidden={{ proofId: piece.id, ...(isOnlyRefusal && { decision: "refused" }) }}
      layout="group/piece grid gap-4"
    >
      {!isOnlyRefusal && <PieceFields piece={piece} />}
      <RefusalReason isOnlyRefusal={isOnlyRefusal} />
      <ConfirmField />
      <div>
        <SubmitButton variant={isOnlyRefusal ? "outline" : "sage"}>
          {isOnlyRefusal ? "Refuser cette pièce" : "Décider et écrire"}
          <span className="sr-only"> : {piece.name}</span>
        </SubmitButton>
      </div>
    </AnswerForm>
  );
  if (!isOnlyRefusal) return form;
  return (
    <details className="-mt-2" open={answer !== undefined}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-14 underline underline-offset-4">
        Revenir sur cette acceptation
      </summary>
      {form}
    </details>
  );
}

function PieceFields({ piece: { kind, isOpened } }: { piece: PieceView }) {
  const { answer, errorOf } = useAnswer();
  useReloadOnReturn(!isOpened);
  const names = NAMES[kind];
  const error = errorOf("decision");
  return (
    <>
      {!isOpened && (
        <p>
          Pour l'accepter, ouvrez d'abord ce document : vous écrirez ici ce que vous y avez lu.{" "}
          <TextLink to="" preventScrollReset>
            Je l'ai ouvert
          </TextLink>
        </p>
      )}
      {names && isOpened && (
        <div className="grid gap-4 sm:grid-cols-2">
          <p className="text-14 text-ink-soft sm:col-span-2">Écrivez ce que dit le document.</p>
          {(["title", "issuer", "issuedOn", "expiresOn"] as const).map((field) => {
            const isDay = field === "issuedOn" || field === "expiresOn";
            return (
              <TextField
                key={field}
                name={field}
                label={names[field]}
                optional={field === "expiresOn" && kind === "diploma"}
                type={isDay ? "date" : "text"}
                className={isDay ? "" : "sm:col-span-2"}
              />
            );
          })}
        </div>
      )}
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
              className="flex min-h-11 grow items-center gap-3 bg-surface px-4 has-checked:bg-sage-100 has-disabled:text-ink-soft"
            >
              <input
                type="radio"
                name="decision"
                value={value}
                disabled={value === "accepted" && !isOpened}
                defaultChecked={answer?.typed.decision === value}
                aria-invalid={error ? true : undefined}
                className="size-5 shrink-0 accent-sage-600"
              />
              {words}
            </label>
          ))}
        </div>
        {error && <p className="mt-1.5 text-14 font-label text-danger">{error[0]}</p>}
      </fieldset>
    </>
  );
}

function RefusalReason({ isOnlyRefusal }: { isOnlyRefusal: boolean }) {
  const { errorOf } = useAnswer();
  const isShown = isOnlyRefusal || errorOf("reason");
  return (
    <TextAreaField
      name="reason"
      label={isOnlyRefusal ? "Motif" : "Motif d'un refus"}
      hint="Écrit mot pour mot au praticien."
      className={isShown ? "" : "hidden group-has-[[value=refused]:checked]/piece:block"}
      rows={2}
      maxLength={MAX_REASON}
    />
  );
}
