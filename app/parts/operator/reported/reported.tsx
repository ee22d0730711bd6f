import { type ComponentProps, Fragment, type ReactNode } from "react";
import { BASIS_WORDS } from "#core/moderation/labels.ts";
import { Facts } from "../../../ui/facts.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { DecisionForm } from "../decision-form.tsx";
import { SelectField } from "../fields/answer-form.tsx";
import { Section } from "../office.tsx";
import type { changedSince, historyOf, TextPiece } from "./reported.server.ts";

export function ReportedDecision({
  basisHint,
  ...form
}: { basisHint: string } & Pick<
  ComponentProps<typeof DecisionForm>,
  "choices" | "reasonHint" | "answer"
>) {
  return (
    <DecisionForm {...form} reasonLabel="Les faits, dits aux deux" button="Décider et envoyer">
      <SelectField
        name="basis"
        label="Fondement"
        hint={basisHint}
        empty="À choisir"
        options={Object.entries(BASIS_WORDS)}
      />
    </DecisionForm>
  );
}

export function AuthorHistory({
  history: { facts, lines },
  children,
}: {
  history: ReturnType<typeof historyOf>;
  children?: ReactNode;
}) {
  return (
    <Section id="auteur" title="Histoire de l'auteur">
      {facts.length > 0 && <Facts facts={facts} />}
      {children}
      {lines.length === 0 ? (
        <p className="mt-3 text-ink-soft">Rien d'autre de cet auteur n'a été signalé.</p>
      ) : (
        <ol className="mt-2">
          {lines.map(({ title, address, at, decision, isOpen, reason, by }) => (
            <li
              key={address + at}
              className="grid gap-x-6 gap-y-1 border-b border-sand-300 py-4 md:grid-cols-[minmax(0,1fr)_auto]"
            >
              <p className="wrap-anywhere">
                <TextLink to={address}>{title}</TextLink>
              </p>
              <p className="text-14 text-ink-soft figures md:text-right">{at}</p>
              <p className={`text-14 font-label md:col-span-2 ${isOpen ? "text-clay-700" : ""}`}>
                {decision}
                {by && <span className="font-text text-ink-soft"> par {by}</span>}
              </p>
              {reason && (
                <p className="text-14 text-ink-soft wrap-anywhere whitespace-pre-line md:col-span-2">
                  {reason}
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

export function ChangedSince({ changed }: { changed: ReturnType<typeof changedSince> }) {
  if (!changed) return null;
  return (
    <section aria-labelledby="alors" className="mt-6 border-t border-sand-300 pt-5">
      <h3 id="alors" className="text-18">
        Tel que signalé le {changed.at}
      </h3>
      <p className="mt-1 text-14 text-ink-soft">Changé depuis. Ce qui n'y est plus est marqué.</p>
      <div className="mt-3 grid gap-3 wrap-anywhere whitespace-pre-line">
        {changed.paragraphs.map((pieces, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the texts stay in their order
          <p key={at}>
            <MarkedText pieces={pieces} />
          </p>
        ))}
      </div>
    </section>
  );
}

export function MarkedText({ pieces }: { pieces: readonly TextPiece[] }) {
  return pieces.map(({ text, isMarked }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text stay in their order
    <Fragment key={place}>
      {isMarked ? <mark className="rounded-sm bg-clay-100 px-0.5">{text}</mark> : text}
    </Fragment>
  ));
}

interface QuotedLine {
  text: string;
  said: string;
}

export function Contests({ lines }: { lines: QuotedLine[] }) {
  if (lines.length === 0) return null;
  return <Quotes id="recours" title="Décision contestée" lines={lines} />;
}

export function ReportLines({ lines, children }: { lines: QuotedLine[]; children?: ReactNode }) {
  return (
    <Quotes id="pourquoi" title="Qui signale, et pourquoi" lines={lines}>
      {children}
    </Quotes>
  );
}

function Quotes({
  lines,
  children,
  ...section
}: { lines: QuotedLine[] } & ComponentProps<typeof Section>) {
  return (
    <Section {...section}>
      {children}
      <ul className="mt-2">
        {lines.map(({ text, said }) => (
          <li key={said + text} className="border-b border-sand-300 py-4">
            <blockquote className="border-l-2 border-sage-300 pl-4 wrap-anywhere whitespace-pre-line">
              {text}
            </blockquote>
            <p className="mt-2 text-14 text-ink-soft figures wrap-anywhere">{said}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
