import { listActsOn } from "#core/operators/acts/list-acts.server.ts";
import { findOwnWork } from "#core/queue/show-queue.server.ts";
import { decideCase } from "#core/reviews/reports/decide-case.server.ts";
import { REASON_WORDS } from "#core/reviews/reports/labels.ts";
import type { Reason } from "#core/reviews/reports/rules.ts";
import { showCase } from "#core/reviews/reports/show-case.server.ts";
import { site } from "#core/site.ts";
import * as addresses from "#site/addresses.ts";
import { operatorContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { CaseScreen } from "../../parts/operator/case-screen.tsx";
import { decide } from "../../parts/operator/decision.server.ts";
import { DecisionForm } from "../../parts/operator/decision-form.tsx";
import { actLines, deadlineOf, momentOf, officeOf } from "../../parts/operator/office.server.ts";
import { Facts } from "../../ui/facts.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/signalement";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger ce signalement." },
  actionFailure: { title: "Erreur", text: "La décision n'a pas été prise. Réessayez." },
};

export const meta: Route.MetaFunction = () => [{ title: `Signalement — Opérateur ${site.name}` }];

const STATES = {
  published: "Publié",
  waiting: "Pas encore publié : absence contestée",
  refused: "Refusé",
};

/** A reported review, and what is needed to decide about it (rule: reported-reviews). */
export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const { reviewId } = args.params;
  const found = await showCase(ctx, { reviewId }).catch(asPage);
  const work = await findOwnWork(ctx, { kind: "review", id: reviewId });
  const { author, professional, authorEmail, others, othersRefused, status } = found;
  return {
    office: officeOf(ctx.operator),
    deadline: work && deadlineOf(work, ctx.now()),
    acts: actLines(await listActsOn(ctx, { kind: "review", id: reviewId })),
    ...{ professional, author, authorEmail, text: found.text, reply: found.reply },
    professionalId: found.professionalId,
    rating: found.rating,
    facts: [
      ["Offre", found.offering],
      ["Publication", momentOf(found.publishedAt)],
      ["État", STATES[status]],
      ["Note", found.rating === null ? "Sans note" : `${found.rating} sur 5`],
    ] as [string, string][],
    history: `${others === 0 ? "Aucun autre avis" : `Autres avis : ${others}`}${othersRefused > 0 ? `, dont refusés : ${othersRefused}` : ""}.`,
    reports: found.reports.map(
      ({ isDoubt, reason, text, createdAt, outcome, answer, reporter }) => ({
        who: isDoubt ? "Le professionnel a un doute" : "Signalement",
        ...{ reason: REASON_WORDS[reason as Reason], text, answer },
        at: momentOf(createdAt),
        ...{ isOpen: outcome === null, reporter },
      }),
    ),
  };
}

export async function action(args: Route.ActionArgs) {
  const ctx = operatorContext(args);
  const form = await readForm(args.request);
  const input = { ...form, reviewId: args.params.reviewId } as Parameters<typeof decideCase>[1];
  const done = form.decision === "refuse" ? "Avis refusé" : "Avis publié";
  return decide(decideCase(ctx, input), done, form);
}

export default function Report({ loaderData, actionData }: Route.ComponentProps) {
  const { professional, author, authorEmail, text, reply, rating, reports, facts } = loaderData;
  const told = reports.some(({ isOpen, reporter }) => isOpen && reporter);
  return (
    <CaseScreen
      office={loaderData.office}
      sort="Signalement"
      title={`Avis sur ${professional}`}
      context={`De ${author}, ${authorEmail}`}
      deadline={loaderData.deadline}
      acts={loaderData.acts}
      decision={
        <DecisionForm
          choices={[
            {
              ...{ value: "publish", name: "Publier l'avis" },
              text: "Il reste visible et compte dans la note.",
            },
            {
              ...{ value: "refuse", name: "Refuser l'avis" },
              text: "Il n'est plus visible et ne compte plus.",
            },
          ]}
          reasonLabel="Les faits, dits aux deux"
          reasonHint={`Écrit à l'auteur${told ? " et à qui l'a signalé" : ""}, mot pour mot.`}
          button="Décider et envoyer"
          answer={actionData}
        />
      }
    >
      <Panel aria-labelledby="signale">
        <h2 id="signale" className="text-22">
          Ce qui est signalé
        </h2>
        <blockquote className="mt-4 border-l-2 border-sage-300 pl-4 wrap-anywhere whitespace-pre-line">
          {text || `${rating ?? 0} sur 5, sans texte`}
        </blockquote>
        {reply && (
          <p className="mt-3 text-14 text-ink-soft wrap-anywhere whitespace-pre-line">
            Réponse du professionnel : {reply}
          </p>
        )}
        <Facts facts={facts} />
        <p className="mt-4">
          <TextLink to={addresses.professional(loaderData.professionalId)} reloadDocument>
            La page de {professional}
          </TextLink>
        </p>
      </Panel>
      <section aria-labelledby="pourquoi">
        <h2 id="pourquoi" className="text-22">
          Qui signale, et pourquoi
        </h2>
        {reports.length === 0 && (
          <p className="mt-3 text-ink-soft">
            Personne : l'avis attend parce que l'absence de son auteur est contestée.
          </p>
        )}
        <ul className="mt-2">
          {reports.map(({ who, reason, text, at, isOpen, answer, reporter }) => (
            <li key={at + text} className="border-b border-sand-300 py-4">
              <blockquote className="border-l-2 border-sage-300 pl-4 wrap-anywhere whitespace-pre-line">
                {text}
              </blockquote>
              <p className="mt-2 text-14 text-ink-soft figures wrap-anywhere">
                {who} : {reason}. {at}, {reporter ?? "sans compte : ne peut être prévenu"}
                {!isOpen && ` · Répondu : ${answer}`}
              </p>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="auteur">
        <h2 id="auteur" className="text-22">
          Histoire de l'auteur
        </h2>
        <p className="mt-3">{loaderData.history}</p>
      </section>
    </CaseScreen>
  );
}
