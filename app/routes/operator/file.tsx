import { useState } from "react";
import { Link, redirect } from "react-router";
import { showQueue } from "#core/work-queue/show-queue.server.ts";
import { giveWorkBack, takeWork } from "#core/work-queue/take-work.server.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { operatorContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { countUrgent, queueGroups, type WorkLine } from "../../parts/operator/office.server.ts";
import { Elapsed, Initials, Office, officeMeta, TakeForm } from "../../parts/operator/office.tsx";
import { QueueKeys, WorkPanel } from "../../parts/operator/queue.tsx";
import type { Route } from "./+types/file";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger la file." },
  actionFailure: { title: "Erreur", text: "Le dossier n'a pas pu être pris. Réessayez." },
};

export const meta: Route.MetaFunction = () => officeMeta("La file");

export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const now = ctx.now();
  const query = Object.fromEntries(new URL(args.request.url).searchParams);
  const { works, ...numbers } = await showQueue(ctx, query).catch(asPage);
  const groups = queueGroups(works, now, ctx.operator.roles);
  return { ...numbers, urgent: countUrgent(works, now), groups };
}

export async function action(args: Route.ActionArgs) {
  const ctx = operatorContext(args);
  const form = await readForm(args.request);
  const act = form.intent === "give-back" ? giveWorkBack : takeWork;
  await act(ctx, form).catch(asPage);
  return redirect(operatorAddresses.queue + new URL(args.request.url).search);
}

/** The same thing may be reported and contested at once. */
const keyOf = ({ kind, id, sort }: WorkLine) => `${kind} ${id} ${sort}`;

const chip =
  "inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full px-4 text-14 font-label no-underline ring";

export default function Queue({ loaderData }: Route.ComponentProps) {
  const { groups, filters, total, mine, nobodys, urgent, asked } = loaderData;
  const { genre, pour = "" } = asked;
  const [chosen, choose] = useState<string>();
  const lines = groups.flatMap((group) => group.lines);
  const shown = lines.find((line) => keyOf(line) === chosen) ?? lines[0];
  const whose = [
    { id: "", name: "Tous", count: total },
    { id: "moi", name: "À moi", count: mine },
    { id: "personne", name: "À personne", count: nobodys },
  ];
  return (
    <Office place="File">
      <h1>La file</h1>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-8">
        <p>
          {urgent.late > 0 && (
            <b className="font-strong text-danger">
              {urgent.late === 1 ? "Un dossier en retard" : `${urgent.late} dossiers en retard`},{" "}
            </b>
          )}
          {urgent.today === 0 ? "Rien" : urgent.today} à rendre aujourd'hui. À vous&nbsp;: {mine}, à
          personne&nbsp;: {nobodys}.
        </p>
        {groups.length > 0 && <QueueKeys />}
      </div>
      <div className="mt-6 flex flex-wrap justify-between gap-x-8 gap-y-3">
        <nav aria-label="Genre de dossier" className="bleed flex gap-2 overflow-x-auto py-1">
          {[{ id: "", name: "Tout", count: total }, ...filters].map(({ id, name, count }) => (
            <Link
              key={id}
              to={operatorAddresses.queueOf(id, pour)}
              aria-current={id === genre ? "true" : undefined}
              className={`${chip} ${id === genre ? "bg-sage-800 text-paper ring-sage-800" : "bg-surface ring-sand-300"}`}
            >
              {name} <span className="figures">{count}</span>
            </Link>
          ))}
        </nav>
        <nav aria-label="Pris par" className="flex flex-wrap gap-2 py-1">
          {whose.map(({ id, name, count }) => (
            <Link
              key={id}
              to={operatorAddresses.queueOf(genre, id)}
              aria-current={id === pour ? "true" : undefined}
              className={`${chip} ${id === pour ? "bg-sage-100 ring-sage-600" : "bg-surface ring-sand-300"}`}
            >
              {name} <span className="figures">{count}</span>
            </Link>
          ))}
        </nav>
      </div>
      {groups.length === 0 && <p className="mt-10 text-ink-soft">Rien n'attend ici.</p>}
      <div className="mt-8 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_400px]">
        <div className="grid gap-8">
          {groups.map(({ name, isLate, lines }) => (
            <section key={name} aria-label={name}>
              <h2
                className={`font-text text-14 font-strong ${isLate ? "text-danger" : "text-ink-soft"}`}
              >
                {name}
                <span className="ml-2 figures">{lines.length}</span>
              </h2>
              <ol className="mt-2 border-t border-sand-300 md:-mx-3">
                {lines.map((line) => (
                  <Line
                    key={keyOf(line)}
                    line={line}
                    isShown={line === shown}
                    onChoose={() => choose(keyOf(line))}
                  />
                ))}
              </ol>
            </section>
          ))}
        </div>
        {shown && <WorkPanel line={shown} />}
      </div>
    </Office>
  );
}

function Line({
  line,
  isShown,
  onChoose,
}: {
  line: WorkLine;
  isShown: boolean;
  onChoose: () => void;
}) {
  const { sort, title, context, address, decidedBy, due, dueMore, deadline, takenBy } = line;
  return (
    <li
      data-line
      onFocus={onChoose}
      onPointerEnter={onChoose}
      className={`grid has-focus-visible:bg-sage-100 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-b border-sand-300 py-3 md:grid-cols-[112px_minmax(0,1fr)_168px_128px] md:gap-x-6 md:px-3 lg:grid-cols-[88px_minmax(0,1fr)_152px_104px] ${isShown ? "lg:bg-surface" : ""}`}
    >
      <p className={`figures max-md:col-span-2 ${deadline.isLate ? "text-danger" : ""}`}>
        <b className="font-strong">{due}</b>
        <span className="text-14 text-current max-md:ml-2 md:block">{dueMore}</span>
      </p>
      <div className="min-w-0 max-md:col-span-2">
        <p className="text-14 font-label text-sage-600">{sort}</p>
        <p>
          {address ? (
            <Link
              to={address}
              className="inline-flex min-h-11 items-center font-strong wrap-anywhere no-underline hover:underline md:min-h-0"
            >
              {title}
            </Link>
          ) : (
            <b tabIndex={-1} className="font-strong wrap-anywhere">
              {title}
            </b>
          )}
        </p>
        <p className="truncate text-14 text-ink-soft">{context}</p>
        {deadline.opinion?.says.map((says) => (
          <p key={says} className="text-14 font-label">
            {says}
          </p>
        ))}
      </div>
      <div className="text-14 text-ink-soft figures">
        <Elapsed deadline={deadline} />
        <p className="mt-1.5">
          {deadline.isLaw ? (
            <b className="font-strong text-ink">{deadline.basis}</b>
          ) : (
            deadline.basis
          )}{" "}
          · {deadline.within}
        </p>
      </div>
      <div className="flex items-center justify-end gap-3">
        {takenBy && (
          <>
            <Initials initials={takenBy.initials} />
            <span className="sr-only">Pris par {takenBy.isMe ? "vous" : takenBy.name}</span>
          </>
        )}
        {decidedBy ? (
          <span className="text-right text-14 text-ink-soft">Réservé à&nbsp;: {decidedBy}</span>
        ) : (
          <TakeForm line={line} />
        )}
      </div>
    </li>
  );
}
