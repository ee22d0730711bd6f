import type { Context } from "#core/context.server.ts";
import { formatMoment } from "#core/dates.ts";
import { decideContent } from "#core/moderation/decide-content.server.ts";
import { BASIS_WORDS, CONTENT_REASON_WORDS, MEASURE_WORDS } from "#core/moderation/labels.ts";
import type { Measure } from "#core/moderation/rules.ts";
import { showContentCase } from "#core/moderation/show-content-case.server.ts";
import { showAuthorHistory } from "#core/records/authors/show-author-history.server.ts";
import * as addresses from "#site/addresses.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { operatorContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { answeringOf, caseOf, decideConfirmed } from "../../parts/operator/case.server.ts";
import { CaseScreen } from "../../parts/operator/case-screen.tsx";
import { officeMeta, Section } from "../../parts/operator/office.tsx";
import {
  changedSince,
  historyOf,
  splitAtSuspects,
} from "../../parts/operator/reported/reported.server.ts";
import {
  AuthorHistory,
  ChangedSince,
  MarkedText,
  ReportedDecision,
  ReportLines,
} from "../../parts/operator/reported/reported.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ArrowLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/publication-signalee";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger cette publication." },
  actionFailure: { title: "Erreur", text: "La décision n'a pas été prise. Réessayez." },
};

export const meta: Route.MetaFunction = () => officeMeta("Publication signalée");

export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const { contentId } = args.params;
  const found = await showContentCase(ctx, { contentId }).catch(asPage);
  const { kind, offeringId, title, professional, isWithheld, isActive } = found;
  const state = found.isGone
    ? "N'est plus publiée"
    : isWithheld
      ? found.decisions.at(-1)?.measure === "removed"
        ? "Retirée par une décision"
        : "Masquée par une décision"
      : isActive
        ? "Visible"
        : "Désactivée";
  return {
    ...(await caseOf(ctx, "content", { kind: "content", id: contentId })),
    answering: answeringOf(found.answering),
    title,
    context: offeringId ? `Offre de ${professional}` : "Page de praticien",
    paragraphs: found.texts.map(splitAtSuspects),
    changed: changedSince(found.reports, found.texts),
    imageUrl: found.imageUrl,
    page:
      kind === "professional"
        ? addresses.professional(found.professionalId)
        : addresses.offering(kind, contentId),
    account: operatorAddresses.account(found.userId),
    facts: [
      ["État", state],
      ["Publiée", formatMoment(found.publishedAt)],
      ...(offeringId ? [["Réservations à venir", String(found.upcoming)]] : []),
      ["Compte", found.email],
    ] as [string, string][],
    isGone: found.isGone,
    choices: CHOICES.filter(
      ({ value }) =>
        value === "none" ||
        (value === "correction" && !found.isGone) ||
        (value === "picture" && found.imageUrl !== null && !found.isGone) ||
        (value === "hidden" && (offeringId !== null || found.isGone)) ||
        (value === "removed" && offeringId !== null && !found.isGone),
    ).map((choice) =>
      found.isGone && choice.value === "hidden" ? { ...choice, ...GONE_ALREADY } : choice,
    ),
    reports: [
      ...found.appeals.map(({ by, text, askedAt: at, isOpen }) => {
        const who = by === "professional" ? "Le praticien" : "L'auteur du signalement";
        return { text, at, isOpen, email: null, why: `${who} conteste` };
      }),
      ...found.reports.map(({ reason, isPicture, createdAt: at, text, isOpen, email }) => {
        const found = "Repéré par notre filtre de mots, signalé par personne";
        const words = reason === "filter" ? found : CONTENT_REASON_WORDS[reason];
        return { text, at, isOpen, email, why: `${isPicture ? "Sur la photo. " : ""}${words}` };
      }),
    ].map(({ text, at, isOpen, email, why }) => ({
      text: text || "Son auteur a supprimé son compte : le texte n'est plus là.",
      said: `${why}. ${formatMoment(at)}${email ? `, ${email}` : ""}${isOpen ? "" : " · Répondu"}`,
    })),
    history: historyOf(await showAuthorHistory(ctx, { userId: found.userId, except: contentId })),
    decisions: found.decisions.map(({ measure, basis, facts, decidedAt, dueAt }) => ({
      ...{ facts, basis: basis && BASIS_WORDS[basis], at: formatMoment(decidedAt) },
      measure: MEASURE_WORDS[measure] + (dueAt ? `, avant le ${formatMoment(dueAt)}` : ""),
    })),
  };
}

const CHOICES: { value: Measure; name: string; text: string }[] = [
  {
    ...{ value: "none", name: "Rien à reprendre" },
    text: "Visible comme elle est, corrigée ou non : aucune mesure ne reste.",
  },
  {
    ...{ value: "correction", name: "Demander une correction" },
    text: "Elle reste visible sept jours.",
  },
  {
    ...{ value: "picture", name: "Retirer la photo" },
    text: "L'illustration de la catégorie la remplace.",
  },
  {
    ...{ value: "hidden", name: "Masquer jusqu'à correction" },
    text: "Les réservations sont maintenues.",
  },
  {
    ...{ value: "removed", name: "Retirer l'offre" },
    text: "Une correction n'y change plus rien ; les réservations sont maintenues.",
  },
];

const GONE_ALREADY = {
  name: "Il y avait à reprendre",
  text: "Ce n'est plus publié : rien d'autre à faire.",
};

export async function action(args: Route.ActionArgs) {
  const ctx = operatorContext(args);
  const form = await readForm(args.request);
  const input = { ...form, contentId: args.params.contentId };
  const act = (one: Context) => decideContent(one, input as Parameters<typeof decideContent>[1]);
  const done = DONE[String(form.decision)] ?? "Décision prise";
  return decideConfirmed(ctx, act, form, { done });
}

const DONE: Record<string, string> = {
  none: "Rien à reprendre",
  correction: "Correction demandée",
  picture: "Photo retirée",
  hidden: "Offre masquée",
  removed: "Offre retirée",
};

export default function ReportedContent({ loaderData, actionData }: Route.ComponentProps) {
  const { title, context, paragraphs, imageUrl, facts, decisions } = loaderData;
  const { deadline, answering, acts } = loaderData;
  return (
    <CaseScreen
      {...{ title, context, deadline, answering, acts }}
      sort="Publication signalée"
      mails={actionData?.mails}
      decision={
        <ReportedDecision
          choices={loaderData.choices}
          reasonHint="Écrit mot pour mot au praticien et à qui l'a signalée. Le reste de l'exposé est rempli pour vous : fondement, recours ouvert six mois."
          answer={actionData}
          basisHint="Inutile s'il n'y a rien à reprendre."
        />
      }
    >
      <Panel aria-labelledby="signale">
        <div className="flex flex-wrap items-center justify-between gap-x-6">
          <h2 id="signale" className="text-22">
            Ce qui est signalé
          </h2>
          {!loaderData.isGone && <ArrowLink to={loaderData.page}>Voir la page</ArrowLink>}
        </div>
        {loaderData.isGone && (
          <p className="mt-3 text-ink-soft">
            Son auteur l'a supprimée, ou son compte est fermé. Voici ce qui a été signalé.
          </p>
        )}
        {imageUrl && (
          <img
            src={imageUrl}
            alt="Illustration publiée avec cette offre"
            className="mt-4 aspect-card w-60 rounded-control object-cover"
          />
        )}
        <div className="mt-4 grid gap-3 wrap-anywhere whitespace-pre-line">
          {paragraphs.map((pieces, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the texts stay in their order
            <p key={at}>
              <MarkedText pieces={pieces} />
            </p>
          ))}
        </div>
        <ChangedSince changed={loaderData.changed} />
        <Facts facts={facts} />
        <ArrowLink to={loaderData.account}>Tout le dossier du compte</ArrowLink>
      </Panel>
      <ReportLines lines={loaderData.reports} />
      {decisions.length > 0 && (
        <Section id="decisions" title="Déjà décidé">
          <ul className="mt-2">
            {decisions.map(({ measure, basis, facts, at }) => (
              <li key={at} className="border-b border-sand-300 py-4 wrap-anywhere">
                <p className="font-label">{measure}</p>
                <p className="mt-1 whitespace-pre-line">{facts}</p>
                <p className="mt-1 text-14 text-ink-soft figures">
                  {at}
                  {basis && ` · ${basis}`}
                </p>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <AuthorHistory history={loaderData.history} />
    </CaseScreen>
  );
}
