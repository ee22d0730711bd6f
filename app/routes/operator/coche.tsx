import type { ReactNode } from "react";
import type { Context } from "#core/context.server.ts";
import { listActsOn } from "#core/operators/acts/list-acts.server.ts";
import { askProof, decideProof } from "#core/verifications/decide-proof.server.ts";
import { REFUSED_PAPER_DAYS } from "#core/verifications/rules.ts";
import { showVerification } from "#core/verifications/show-verification.server.ts";
import { findOwnWork } from "#core/work-queue/show-queue.server.ts";
import * as addresses from "#site/addresses.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { operatorContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { Monogram } from "../../parts/catalogue/monogram.tsx";
import { actLines, deadlineOf, decideConfirmed } from "../../parts/operator/case.server.ts";
import { RehearsedMails } from "../../parts/operator/case-screen.tsx";
import { DecisionForm } from "../../parts/operator/decision-form.tsx";
import { type DecisionAnswer, SelectField } from "../../parts/operator/fields/answer-form.tsx";
import { ActList, Deadline, Office, officeMeta, Section } from "../../parts/operator/office.tsx";
import {
  ASKED_KINDS,
  claimLines,
  missingWords,
  piecesOf,
  readerLines,
} from "../../parts/operator/verification.server.ts";
import { Piece } from "../../parts/operator/verification-pieces.tsx";
import { drawTickText } from "../../parts/verification/draw-tick.server.tsx";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ArrowLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/coche";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger cette vérification." },
  actionFailure: { title: "Erreur", text: "La décision n'a pas été prise. Réessayez." },
};

export const meta: Route.MetaFunction = () => officeMeta("Vérification");

export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const { professionalId } = args.params;
  const found = await showVerification(ctx, { professionalId }).catch(asPage);
  const work = await findOwnWork(ctx, { kind: "verification", id: professionalId });
  const now = ctx.now();
  return {
    mayDecide: ctx.operator.roles.includes("administration"),
    deadline: work && deadlineOf(work, now),
    acts: actLines(await listActsOn(ctx, { kind: "verification", id: professionalId })),
    title: found.businessName,
    context: [
      found.name,
      found.city,
      found.isVerified ? "Coche affichée" : "Sans coche",
      work?.takenBy && (work.takenBy.isMe ? "Pris par vous" : `Pris par ${work.takenBy.name}`),
    ].filter((one) => typeof one === "string"),
    pieces: piecesOf(found, now),
    kinds: ASKED_KINDS,
    claimed: claimLines(found.claimed),
    isVerified: found.isVerified,
    tick: found.tick && drawTickText(found.tick),
    missing: missingWords(found.missing),
    readers: readerLines(found),
    refusedDays: REFUSED_PAPER_DAYS,
    page: addresses.professional(professionalId),
    account: operatorAddresses.account(found.userId),
  };
}

export async function action(args: Route.ActionArgs) {
  const ctx = operatorContext(args);
  const form = await readForm(args.request);
  const { professionalId } = args.params;
  const here = operatorAddresses.verification(professionalId);
  if (!form.proofId) {
    const ask = (one: Context) => askProof(one, { ...form, professionalId });
    return decideConfirmed(ctx, ask, form, { done: "Pièce demandée", to: here });
  }
  let stands = false;
  const act = async (one: Context) => {
    stands = await decideProof(one, form);
    return stands ? "Décision prise, la coche est affichée" : "Décision prise, sans coche";
  };
  return decideConfirmed(ctx, act, form, {
    to: here,
    says: async () => [stands ? "La coche sera affichée." : "Sa page n'aura pas de coche."],
  });
}

export default function VerificationOfSomebody({ loaderData, actionData }: Route.ComponentProps) {
  const { deadline, title, context, pieces, claimed, mayDecide } = loaderData;
  const decided = actionData?.typed.proofId;
  const isGone = decided !== undefined && pieces.every(({ id }) => id !== decided);
  return (
    <Office place="File">
      <Breadcrumb
        steps={[{ label: "File", to: operatorAddresses.queue }, { label: "Vérification" }]}
      />
      <div className="flex flex-wrap items-start justify-between gap-x-12 gap-y-5">
        <div className="flex min-w-0 max-w-text items-center gap-4">
          <Monogram name={title} className="size-14 md:size-18" />
          <div className="min-w-0">
            <h1 className="text-28 wrap-anywhere">{title}</h1>
            <p className="mt-1 text-ink-soft wrap-anywhere">{context.join(" · ")}</p>
          </div>
        </div>
        {deadline && <Deadline deadline={deadline} />}
      </div>
      <div className="peer mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_360px]">
        <div className="grid min-w-0 gap-8">
          <Panel as="div">
            {!mayDecide && (
              <Notice tone="info" className="mb-6">
                La décision demande le rôle administration.
              </Notice>
            )}
            {actionData?.isSaid && isGone && (
              <Notice tone="danger" role="alert" className="mb-6">
                {actionData.toast?.text}
              </Notice>
            )}
            {pieces.map((piece) => (
              <Piece key={piece.id} piece={piece} mayDecide={mayDecide} answer={actionData} />
            ))}
            {claimed.map(({ title, around }) => (
              <section
                key={title}
                aria-label={`Titre protégé : ${title}`}
                className="mt-6 grid gap-x-8 gap-y-2 border-t border-sand-300 pt-6 md:grid-cols-[160px_minmax(0,1fr)]"
              >
                <div>
                  <h2 className="text-18">Titre protégé</h2>
                  <p className="mt-2 text-14 font-label text-danger">Sans numéro</p>
                </div>
                <div className="min-w-0">
                  <p>
                    Ses textes disent <mark className="rounded-sm bg-clay-100 px-0.5">{title}</mark>
                    . Ce titre demande une inscription au registre, dont aucun numéro n'est accepté.
                  </p>
                  {around.map((text) => (
                    <blockquote
                      key={text}
                      className="mt-2 border-l-2 border-sage-300 pl-4 text-14 wrap-anywhere"
                    >
                      {text}
                    </blockquote>
                  ))}
                  <p className="mt-2 text-14 text-ink-soft">
                    La coche n'en dit rien. Le texte lui-même se décide parmi les contenus.
                  </p>
                </div>
              </section>
            ))}
          </Panel>
          <Section id="gestes" title="Ce qui a été fait">
            <ActList acts={loaderData.acts} />
          </Section>
        </div>
        <Aside
          {...loaderData}
          ask={
            <AskForm {...loaderData} answer={actionData?.typed.proofId ? undefined : actionData} />
          }
        />
      </div>
      {actionData?.mails && <RehearsedMails mails={actionData.mails} />}
    </Office>
  );
}

type View = Route.ComponentProps["loaderData"];

function Aside({
  isVerified,
  tick,
  missing,
  readers,
  refusedDays,
  page,
  account,
  ask,
}: View & { ask: ReactNode }) {
  return (
    <aside className="lg:sticky lg:top-6" aria-labelledby="coche">
      <h2 id="coche" className="text-22">
        Ce que dira la coche
      </h2>
      <p className="mt-1 mb-4 text-14 text-ink-soft">
        {isVerified
          ? "Le texte exact, tel que le public le lit."
          : `Elle s'allume avec la dernière pièce acceptée. Il manque : ${missing}.`}
      </p>
      {tick ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: React wrote it on the server
        <div dangerouslySetInnerHTML={{ __html: tick }} />
      ) : (
        <p className="rounded-control bg-sand-100 px-4 py-3">Rien n'est encore accepté.</p>
      )}
      {ask}
      <h3 className="mt-8 text-18">Qui a ouvert ces documents</h3>
      {readers.length === 0 ? (
        <p className="mt-2 text-14 text-ink-soft">Personne.</p>
      ) : (
        <ol className="mt-2 text-14 figures">
          {readers.map(({ id, name, what, when }) => (
            <li key={id} className="border-b border-sand-300 py-2">
              {name}, {what}
              <span className="block text-ink-soft">{when}</span>
            </li>
          ))}
        </ol>
      )}
      <p className="mt-4 text-14 text-ink-soft">
        Chiffrés. Effacés un an après leur fin de validité, {refusedDays} jours après un refus.
      </p>
      <div className="mt-4 grid">
        <ArrowLink to={page}>Voir sa page</ArrowLink>
        <ArrowLink to={account}>Tout le dossier du compte</ArrowLink>
      </div>
    </aside>
  );
}

function AskForm({ kinds, answer }: View & { answer: DecisionAnswer | undefined }) {
  return (
    <Panel aria-labelledby="demande" className="mt-6">
      <h3 id="demande" className="mb-4 text-18">
        Demander une pièce
      </h3>
      <DecisionForm
        act="Demander une pièce"
        reasonLabel="Vos mots"
        reasonHint="Écrits tels quels au praticien, par e-mail. Rien n'est refusé, et ce qui compte compte toujours."
        button="Demander et écrire"
        answer={answer}
      >
        <SelectField name="kind" label="Pièce demandée" empty="Choisissez" options={kinds} />
      </DecisionForm>
    </Panel>
  );
}
