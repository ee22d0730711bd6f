import type { ComponentProps, ReactNode } from "react";
import { useLocation } from "react-router";
import type { RehearsedMail } from "#core/notifications/schema.ts";
import { caseNumberOf } from "#core/records/search/rules.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { MailFrame } from "../../ui/mail-frame.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { answeringOf, caseOf } from "./case.server.ts";
import { ActList, Deadline, Office, Section } from "./office.tsx";

/** Hidden once something in its form is changed (`data-outdated`). */
export function RehearsedMails({ mails }: { mails: RehearsedMail[] }) {
  if (mails.length === 0) return null;
  return (
    <Section id="partira" title="Ce qui partira" className="mt-10 peer-has-data-outdated:hidden">
      <p className="mt-2 text-14 text-ink-soft">
        Rien n'est encore envoyé : les liens de ces e-mails ne s'ouvriront qu'après la décision.
      </p>
      <div className="mt-4 grid gap-5 md:grid-cols-2">
        {mails.map(({ to, subject, html }) => (
          <article key={to + html} className="overflow-hidden rounded-card ring ring-hairline">
            <header className="bg-sand-100 px-5 py-4">
              <h3 className="font-text text-16 font-strong wrap-anywhere">{subject}</h3>
              <p className="text-14 text-ink-soft wrap-anywhere">À {to}</p>
            </header>
            <MailFrame subject={subject} html={html} />
          </article>
        ))}
      </div>
    </Section>
  );
}

/** The deadline is null when it waits no more. */
interface Case extends Awaited<ReturnType<typeof caseOf>> {
  title: string;
  context: string;
  decision: ReactNode;
  mails?: RehearsedMail[] | null | undefined;
  children: ReactNode;
}

/** A contested decision is not decided by whoever took it (rule: another-decides). */
export function CaseScreen({
  sort,
  answering = { isOthers: false, says: "" },
  ...one
}: Case & { sort: string; answering?: ReturnType<typeof answeringOf> }) {
  const opinion = one.deadline?.opinion;
  const closed = <Notice tone="info">Rien n'attend de décision ici.</Notice>;
  const open = (
    <div className="grid gap-6">
      {opinion?.says.map((says) => (
        <Notice key={says} tone="info">
          {says}.
        </Notice>
      ))}
      {answering.says && <Notice tone="info">{answering.says}</Notice>}
      {answering.isOthers ? (
        <TextLink to={one.deadline?.passOn ?? operatorAddresses.queue}>
          Passer à quelqu'un d'autre
        </TextLink>
      ) : (
        one.decision
      )}
      {opinion && (
        <p>
          <TextLink isTall to={opinion.address}>
            {opinion.isMine ? "Donner votre avis" : "Demander un avis"}
          </TextLink>
        </p>
      )}
    </div>
  );
  return (
    <CaseFrame
      {...one}
      place="File"
      steps={[{ label: "File", to: operatorAddresses.queue }, { label: sort }]}
      decision={one.deadline ? open : closed}
    />
  );
}

export function CaseFrame({
  place,
  steps,
  title,
  context,
  deadline = null,
  acts,
  decision,
  panelClass = "",
  mails = null,
  below,
  children,
}: Omit<Case, keyof Awaited<ReturnType<typeof caseOf>>> &
  Partial<Case> & {
    place: ComponentProps<typeof Office>["place"];
    steps: ComponentProps<typeof Breadcrumb>["steps"];
    panelClass?: string;
    below?: ReactNode;
  }) {
  return (
    <Office place={place}>
      <Breadcrumb steps={steps} />
      <div className="flex flex-wrap items-start justify-between gap-x-12 gap-y-5">
        <div className="min-w-0 max-w-text">
          <h1 className="text-28 wrap-anywhere">{title}</h1>
          <p className="mt-2 text-ink-soft wrap-anywhere">{context}</p>
          <CaseNumber />
        </div>
        {deadline && <Deadline deadline={deadline} />}
      </div>
      <div className="peer mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_400px]">
        <div className="grid min-w-0 gap-8">
          {children}
          {acts && (
            <Section id="gestes" title="Ce qui a été fait">
              <ActList acts={acts} />
            </Section>
          )}
        </div>
        <Panel aria-labelledby="decision" className={`lg:sticky lg:top-6 ${panelClass}`}>
          <h2 id="decision" className="mb-5 text-22">
            Que faire
          </h2>
          {decision}
        </Panel>
        {below}
      </div>
      {mails && <RehearsedMails mails={mails} />}
    </Office>
  );
}

/** The number by which the case of this screen is spoken of and found (rule: case-numbers). */
function CaseNumber() {
  const number = caseNumberOf(useLocation().pathname);
  return number && <p className="mt-1 text-14 text-ink-soft figures">Dossier {number}</p>;
}

const WORDS: Record<number, { title: string; text: string }> = {
  403: {
    title: "Un autre rôle que les vôtres",
    text: "Cet écran est ouvert à d'autres rôles que les vôtres. La file dit, pour chaque dossier, qui en décide.",
  },
  404: {
    title: "Introuvable",
    text: "Ce dossier n'existe pas, ou n'existe plus. La recherche retrouve comptes, réservations, paiements et e-mails.",
  },
};
const OTHERWISE = {
  title: "Une erreur est survenue",
  text: "Réessayez dans un instant. Si cela continue, regardez la page Santé.",
};

export function OfficeError({
  status,
  text,
  requestId,
}: {
  status: number;
  text: string | null | undefined;
  requestId: string | null;
}) {
  const words = WORDS[status] ?? OTHERWISE;
  return (
    <Office place={null}>
      <h1 className="text-28">{words.title}</h1>
      <p className="mt-3 max-w-text">{text ?? words.text}</p>
      {status >= 500 && requestId && (
        <p className="mt-2 text-14 text-ink-soft wrap-anywhere figures">Demande {requestId}</p>
      )}
      <p className="mt-6">
        <TextLink to={operatorAddresses.queue}>Revenir à la file</TextLink>
      </p>
    </Office>
  );
}
