import type { ReactNode } from "react";
import { Form, Link, useRouteLoaderData } from "react-router";
import { site } from "#core/site.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
import { Logo } from "../../ui/pictures/logo.tsx";
import { TextLink, textLinkClass } from "../../ui/text-link.tsx";
import type { actLines, DeadlineView } from "./case.server.ts";
import type { officeOf, WorkLine } from "./office.server.ts";

export const officeMeta = (title: string) => [{ title: `${title} — Opérateur ${site.name}` }];

const PLACES = [
  { name: "File", to: operatorAddresses.queue },
  { name: "Catégories", to: operatorAddresses.categories },
  { name: "Journal", to: operatorAddresses.journal },
  { name: "Chiffres", to: operatorAddresses.figures },
  { name: "Santé", to: operatorAddresses.health },
];

export function Office({
  place,
  q,
  children,
}: {
  place: "File" | "Catégories" | "Journal" | "Chiffres" | "Santé" | null;
  q?: string;
  children: ReactNode;
}) {
  const { office } = useRouteLoaderData("root") as { office: ReturnType<typeof officeOf> };
  return (
    <>
      <header className="bg-sage-800 text-paper">
        <div className="page flex flex-wrap items-center gap-x-8 gap-y-1 py-2">
          <Link
            to={operatorAddresses.queue}
            className="inline-flex min-h-11 items-center gap-2.5 font-display text-18 no-underline"
          >
            <Logo className="size-7 text-sage-300" />
            Opérateur
          </Link>
          <nav
            aria-label="Principale"
            className="flex flex-wrap gap-x-4 sm:gap-x-6 max-md:order-last max-md:w-full"
          >
            {PLACES.map(({ name, to }) => (
              <Link
                key={name}
                to={to}
                aria-current={name === place ? "page" : undefined}
                className={`inline-flex min-h-11 items-center border-b-2 no-underline ${name === place ? "border-sage-300 font-label" : "border-transparent"}`}
              >
                {name}
              </Link>
            ))}
          </nav>
          <Form
            role="search"
            aria-label="Partout"
            action={operatorAddresses.records}
            className="flex min-w-0 gap-2 max-md:order-last max-md:w-full md:max-w-96 md:grow"
          >
            <input
              type="search"
              name="q"
              key={q}
              defaultValue={q}
              aria-label="E-mail, nom, réservation, paiement, identifiant de Stripe"
              placeholder="E-mail, nom, identifiant…"
              className="min-h-11 w-full min-w-0 rounded-control bg-surface px-3.5 text-ink placeholder:text-ink-soft"
            />
            <button type="submit" className="min-h-11 px-2 text-14 underline underline-offset-4">
              Chercher
            </button>
          </Form>
          <div className="ml-auto flex items-center gap-3">
            <Link
              to={operatorAddresses.ownAccess}
              className="inline-flex min-h-11 items-center gap-3 no-underline"
            >
              <Initials initials={office.initials} />
              <span className="text-14 leading-snug max-sm:sr-only">
                <b className="block font-strong">{office.name}</b>
                {office.roles}
                <span className="sr-only"> : vos accès</span>
              </span>
            </Link>
            <Form method="post" action={operatorAddresses.logOut}>
              <button type="submit" className="min-h-11 px-2 text-14 underline underline-offset-4">
                Sortir
              </button>
            </Form>
          </div>
        </div>
      </header>
      <div className="page pt-6 pb-16 max-lg:has-data-foot:pb-44 md:pt-8">
        {children}
        <p className="mt-12 text-14 text-ink-soft">
          Chaque geste est inscrit au journal. La session se ferme après 15 minutes sans geste.
        </p>
      </div>
    </>
  );
}

export function Section({
  id,
  title,
  children,
  className,
}: {
  id: string;
  title: string;
  children?: ReactNode;
  className?: string;
}) {
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className="text-22">
        {title}
      </h2>
      {children}
    </section>
  );
}

export function Initials({ initials }: { initials: string }) {
  return (
    <span
      aria-hidden
      className="grid size-8 shrink-0 place-items-center rounded-full bg-sage-300 text-14 font-strong text-sage-800"
    >
      {initials}
    </span>
  );
}

export function Elapsed({ deadline }: { deadline: DeadlineView }) {
  const { percent, isLate } = deadline;
  return (
    <span aria-hidden className="block h-1 rounded-full bg-sand-300">
      <span
        className={`block h-full rounded-full ${isLate ? "bg-danger" : "bg-sage-600"}`}
        style={{ width: `${percent}%` }}
      />
    </span>
  );
}

export function Deadline({ deadline }: { deadline: DeadlineView }) {
  const { basis, within, isLaw, isLate, received, due, taker, passOn } = deadline;
  return (
    <div className="w-full max-w-full text-14 lg:w-88">
      <Elapsed deadline={deadline} />
      <p className="mt-2 flex justify-between gap-6 text-ink-soft figures">
        <span>
          Reçu
          <br />
          {received}
        </span>
        <span className="text-right">
          {isLaw ? <b className="font-strong text-ink">{basis}</b> : basis} · {within}
          <br />
          <b className={`font-strong ${isLate ? "text-danger" : "text-ink"}`}>{due}</b>
        </span>
      </p>
      <p className="mt-1 flex items-center justify-between gap-6">
        <span>{taker ?? "À personne"}</span>
        <TextLink isTall to={passOn}>
          Passer à…
        </TextLink>
      </p>
    </div>
  );
}

export function TakeForm({ line }: { line: Pick<WorkLine, "kind" | "id" | "title" | "takenBy"> }) {
  const { kind, id, title, takenBy } = line;
  const isMine = takenBy?.isMe ?? false;
  return (
    <Form method="post" preventScrollReset>
      <HiddenFields intent={isMine ? "give-back" : "take"} kind={kind} id={id} />
      <button type="submit" className={`min-h-11 text-14 ${textLinkClass}`}>
        {isMine ? "Rendre" : "Prendre"}
        <span className="sr-only"> : {title}</span>
      </button>
    </Form>
  );
}

export function ActList({
  acts,
  isJournal = false,
}: {
  acts: ReturnType<typeof actLines>;
  isJournal?: boolean;
}) {
  if (acts.length === 0) return <p className="mt-4 text-ink-soft">Aucun geste.</p>;
  return (
    <ol className="mt-4 border-t border-sand-300">
      {acts.map(({ number, when, operator, what, object, objectId, reason, changes, isErased }) => (
        <li
          key={number}
          className="grid gap-x-6 gap-y-1 border-b border-sand-300 py-3 md:grid-cols-[minmax(0,1fr)_auto]"
        >
          <p>
            <b className="font-strong">{what}</b> par {operator}
          </p>
          <p className="text-14 text-ink-soft figures md:text-right">
            {when} · n° {number}
          </p>
          <div className="text-14 text-ink-soft wrap-anywhere md:col-span-2">
            {isJournal && (
              <p>
                <Link to={operatorAddresses.journalOf(objectId)} className={textLinkClass}>
                  {object}
                </Link>
              </p>
            )}
            {reason && <p>Motif : {reason}</p>}
            {changes.length > 0 && <p>{changes.join(" ; ")}</p>}
            {isErased && <p>Motif et valeurs effacés avec le compte.</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}
