import { CONTEST_LABELS } from "#core/bookings/presence/labels.ts";
import type { Context } from "#core/context.server.ts";
import { formatMoment } from "#core/dates.ts";
import { showAuthorHistory } from "#core/records/authors/show-author-history.server.ts";
import { CASE_REASON_WORDS } from "#core/reviews/labels.ts";
import { decideCase, showCase } from "#core/reviews/reports/decide-case.server.ts";
import type { CaseView } from "#core/reviews/reports/schema.ts";
import * as addresses from "#site/addresses.ts";
import { operatorContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { answeringOf, caseOf, decideConfirmed } from "../../parts/operator/case.server.ts";
import { CaseScreen } from "../../parts/operator/case-screen.tsx";
import { officeMeta } from "../../parts/operator/office.tsx";
import {
  changedSince,
  contestLines,
  historyOf,
  splitAtSuspects,
} from "../../parts/operator/reported/reported.server.ts";
import {
  AuthorHistory,
  ChangedSince,
  Contests,
  MarkedText,
  ReportedDecision,
  ReportLines,
} from "../../parts/operator/reported/reported.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/signalement";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger ce signalement." },
  actionFailure: { title: "Erreur", text: "La décision n'a pas été prise. Réessayez." },
};

export const meta: Route.MetaFunction = () => officeMeta("Signalement");

const STATES = {
  published: "Publié",
  waiting: "Pas encore publié : absence contestée",
  refused: "Refusé",
};

export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const { reviewId } = args.params;
  const found = await showCase(ctx, { reviewId }).catch(asPage);
  const { author, professional, authorEmail, others, othersRefused, status, contestedAs } = found;
  const userId = judgedIn(found);
  return {
    ...(await caseOf(ctx, "review", { kind: "review", id: reviewId })),
    answering: answeringOf(found.answering),
    ...{ professional, author, authorEmail },
    text: splitAtSuspects(found.text),
    reply: found.reply && splitAtSuspects(found.reply),
    isReplyRemoved: found.isReplyRemoved,
    changed: changedSince(
      found.reports.map(({ snapshot, createdAt, outcome }) => ({
        ...{ createdAt, isOpen: outcome === null },
        before: snapshot && [snapshot.text, snapshot.reply ?? ""],
      })),
      [found.text, found.isReplyRemoved ? "" : (found.reply ?? "")],
    ),
    professionalId: found.professionalId,
    rating: found.rating,
    facts: [
      ["Offre", found.offering],
      ["Publication", formatMoment(found.publishedAt)],
      ["État", STATES[status]],
      ...(status === "waiting" && contestedAs
        ? [["Ce que dit le client", `« ${CONTEST_LABELS[contestedAs]} »`]]
        : []),
      ["Note", found.rating === null ? "Sans note" : `${found.rating} sur 5`],
    ] as [string, string][],
    others:
      userId === found.authorId &&
      `${others === 0 ? "Aucun autre avis" : `Autres avis : ${others}`}${othersRefused > 0 ? `, dont refusés : ${othersRefused}` : ""}.`,
    history: historyOf(await showAuthorHistory(ctx, { userId, except: reviewId })),
    contests: contestLines(found.contests, "l'auteur de l'avis"),
    isTold: found.reports.some(({ outcome, reporter }) => outcome === null && reporter),
    reports: found.reports.map((report) => ({ text: report.text, said: saidOf(report) })),
  };
}

/** The professional's where all that is open is about the reply. */
function judgedIn({ reports, contests, ownerId, authorId }: CaseView): string {
  const isAboutReply = [
    ...reports.filter(({ outcome }) => outcome === null).map(({ isReply }) => isReply),
    ...contests.filter(({ isOpen }) => isOpen).map(({ by }) => by === "replier"),
  ];
  return isAboutReply.length > 0 && isAboutReply.every(Boolean) ? ownerId : authorId;
}

function saidOf(report: CaseView["reports"][number]): string {
  const { isDoubt, isReply, reason, createdAt, outcome, answer, reporter } = report;
  const end = outcome === null ? "" : ` · Répondu : ${answer}`;
  const at = formatMoment(createdAt);
  if (reason === "filter") {
    return `Repéré par notre filtre de mots, signalé par personne. ${at}${end}`;
  }
  const how = `${isDoubt ? "Le professionnel a un doute" : "Signalement"}${isReply ? ", sur la réponse" : ""}`;
  const who = reporter ?? "sans adresse : ne peut être prévenu";
  return `${how} : ${CASE_REASON_WORDS[reason]}. ${at}, ${who}${end}`;
}

const DONE: Record<string, string> = {
  publish: "Avis publié",
  reply: "Réponse retirée",
  refuse: "Avis refusé",
};

export async function action(args: Route.ActionArgs) {
  const ctx = operatorContext(args);
  const form = await readForm(args.request);
  const input = { ...form, reviewId: args.params.reviewId } as Parameters<typeof decideCase>[1];
  const done = DONE[String(form.decision)] ?? "";
  const act = (one: Context) => decideCase(one, input);
  return decideConfirmed(ctx, act, form, { done });
}

export default function Report({ loaderData, actionData }: Route.ComponentProps) {
  const { professional, author, authorEmail, text, reply, rating, reports, facts } = loaderData;
  const { deadline, answering, acts, isTold } = loaderData;
  const isEmpty = text.every((piece) => piece.text === "");
  return (
    <CaseScreen
      {...{ deadline, answering, acts }}
      sort="Signalement"
      title={`Avis sur ${professional}`}
      context={`De ${author}, ${authorEmail}`}
      mails={actionData?.mails}
      decision={
        <ReportedDecision
          choices={[
            {
              ...{ value: "publish", name: `Publier l'avis${reply ? " et la réponse" : ""}` },
              text: "Il reste visible et compte dans la note.",
            },
            ...(reply
              ? [
                  {
                    ...{ value: "reply", name: "Retirer la réponse" },
                    text: "L'avis reste visible ; la réponse n'est plus lue que de son auteur.",
                  },
                ]
              : []),
            {
              ...{ value: "refuse", name: "Refuser l'avis" },
              text: `Il n'est plus visible${reply ? ", sa réponse non plus," : ""} et ne compte plus.`,
            },
          ]}
          reasonHint={`Écrit à l'auteur de ce qui change${isTold ? " et à qui l'a signalé" : ""}, mot pour mot.`}
          answer={actionData}
          basisHint="Inutile si l'avis est publié."
        />
      }
    >
      <Panel id="signale" title="Ce qui est signalé">
        <blockquote className="mt-4 border-l-2 border-sage-300 pl-4 wrap-anywhere whitespace-pre-line">
          {isEmpty ? `${rating ?? 0} sur 5, sans texte` : <MarkedText pieces={text} />}
        </blockquote>
        {reply && (
          <p className="mt-3 text-14 text-ink-soft wrap-anywhere whitespace-pre-line">
            Réponse du professionnel{loaderData.isReplyRemoved && ", retirée"} :{" "}
            <MarkedText pieces={reply} />
          </p>
        )}
        <ChangedSince changed={loaderData.changed} />
        <Facts facts={facts} />
        <p className="mt-4">
          <TextLink to={addresses.professional(loaderData.professionalId)} reloadDocument>
            La page de {professional}
          </TextLink>
        </p>
      </Panel>
      <Contests lines={loaderData.contests} />
      <ReportLines lines={reports}>
        {reports.length === 0 && (
          <p className="mt-3 text-ink-soft">
            Personne : l'avis attend parce que l'absence de son auteur est contestée.
          </p>
        )}
      </ReportLines>
      <AuthorHistory history={loaderData.history}>
        {loaderData.others && <p className="mt-3">{loaderData.others}</p>}
      </AuthorHistory>
    </CaseScreen>
  );
}
