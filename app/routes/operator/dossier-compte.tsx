import { formatLongDate, formatMoment } from "#core/dates.ts";
import { cents, formatPrice } from "#core/money.ts";
import { ANSWERING_WORDS } from "#core/operators/acts/labels.ts";
import { actOnAccount } from "#core/records/accounts/act-on-account.server.ts";
import { showAccountRecord } from "#core/records/accounts/show-account-record.server.ts";
import { ACCOUNT_STATES } from "#core/records/labels.ts";
import type { Role } from "#core/roles.ts";
import {
  ACCOUNT_BASIS_WORDS,
  BOOKED_WORDS,
  SANCTION_WORDS,
  SOURCE_WORDS,
  URGENCY_WORDS,
} from "#core/sanctions/labels.ts";
import { type Booked, endOf, isWaiting } from "#core/sanctions/rules.ts";
import type { BilledPlan } from "#core/subscriptions/billing/settle-billing.server.ts";
import { LIMITS } from "#core/work-queue/rules.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { operatorContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { decideConfirmed } from "../../parts/operator/case.server.ts";
import { DecisionForm } from "../../parts/operator/decision-form.tsx";
import { TextField } from "../../parts/operator/fields/answer-form.tsx";
import { SanctionFields } from "../../parts/operator/fields/sanction-fields.tsx";
import { officeMeta } from "../../parts/operator/office.tsx";
import { bookingLine, happeningLines } from "../../parts/operator/records.server.ts";
import { RecordList, RecordScreen } from "../../parts/operator/records.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/dossier-compte";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger ce compte." },
  actionFailure: { title: "Erreur", text: "Rien n'a été fait. Réessayez." },
};

export const meta: Route.MetaFunction = () => officeMeta("Compte");

type Found = Awaited<ReturnType<typeof showAccountRecord>>;

function unusedWords(plan: BilledPlan, from: Date): string {
  const unused = plan.unusedAfter(from);
  return unused > 0 ? `, et ${formatPrice(unused)} TTC déjà payés n'auront pas servi` : "";
}

function planLine(plan: BilledPlan): string {
  const { name, isLive, paidUntil, pausedAt } = plan;
  if (!isLive) return `${name}, terminé ou impayé`;
  if (pausedAt) return `${name}, rien n'est prélevé depuis le ${formatMoment(pausedAt)}`;
  return `${name}${paidUntil ? `, payé jusqu'au ${formatMoment(paidUntil)}` : ""}`;
}

function choicesOf(found: Found, roles: readonly Role[], now: Date) {
  const { status, email, professional, decisions } = found;
  const inForce = decisions.filter(({ endedAt }) => endedAt === null);
  const isContested = inForce.some(isWaiting);
  // Nobody answers who contests a decision of their own, neither way.
  const isOthers = found.answering === "another";
  const notice = inForce.find(
    ({ carriedOutAt, termsChangeId }) => carriedOutAt === null && termsChangeId === null,
  );
  const isNoticeContested = notice !== undefined && isWaiting(notice);
  const isEnding = inForce.some(({ measure }) => measure === "ended");
  const reset = {
    ...{ value: "reset", name: "Envoyer un lien de mot de passe" },
    text: `À ${email}, et à personne d'autre. Il vaut une heure.`,
  };
  const suspend = {
    ...{ value: "suspend", name: "Suspendre le compte" },
    text: `Ses connexions se ferment${professional ? ", ses offres sortent des recherches" : ""}. Faits, fondement et recours lui sont écrits aussitôt.`,
  };
  const end = {
    ...{ value: "end", name: "Mettre fin à la relation" },
    text: `Dans trente jours, ou aussitôt pour une raison que la loi admet. D'ici là, rien ne se réserve au-delà de la date.${found.plan?.isLive ? ` Son abonnement ${found.plan.name} s'arrête avec elle${unusedWords(found.plan, now)}.` : ""}`,
  };
  const takeBack = {
    ...{ value: "take-back", name: "Reprendre le préavis" },
    text: notice ? `Il court jusqu'au ${formatMoment(notice.effectiveAt)}.` : "",
  };
  const uphold = {
    ...{ value: "uphold", name: "Maintenir la décision contestée" },
    text: "Votre réponse lui est écrite mot pour mot. Pour lui donner raison, rouvrez le compte ou reprenez le préavis.",
  };
  const reopen = {
    ...{ value: "reopen", name: "Rouvrir le compte" },
    text: "Il peut de nouveau se connecter, et ses offres se réservent. Votre motif lui est écrit.",
  };
  const address = {
    ...{ value: "address", name: "Corriger l'adresse" },
    text: "Pour qui s'est trompé et ne peut plus entrer. Ses connexions se ferment, les deux adresses sont prévenues, et la nouvelle ne compte qu'une fois prouvée par son lien.",
  };
  if (!roles.includes("administration")) {
    return roles.includes("assistance") && status === "active" ? [reset] : [];
  }
  return [
    ...(isContested && !isOthers ? [uphold] : []),
    ...(notice && !(isOthers && isNoticeContested) ? [takeBack] : []),
    ...(status === "suspended" && !isOthers ? [reopen] : []),
    ...(roles.includes("assistance") && status === "active" ? [reset] : []),
    ...(status === "active" ? [address, suspend] : []),
    ...(status !== "deleted" && professional && !isEnding ? [end] : []),
  ];
}

function endsOf(found: Found, form: Record<string, unknown>, now: Date): string[] {
  const { professional, upcoming, plan } = found;
  const booked =
    upcoming > 0
      ? [`Réservations à venir : ${upcoming}. ${BOOKED_WORDS[(form.booked as Booked) || "kept"]}.`]
      : [];
  switch (form.decision) {
    case "address":
      return ["Ses connexions se ferment aussitôt."];
    case "suspend":
      return [
        `Ses connexions se ferment aussitôt${professional ? ", ses offres sortent des recherches" : ""}.`,
        ...booked,
      ];
    case "end": {
      const end = form.urgency ? "aussitôt" : `le ${formatLongDate(endOf(null, now))}`;
      const left = plan?.isLive
        ? [`Son abonnement ${plan.name} s'arrête avec elle${unusedWords(plan, now)}.`]
        : [];
      return [`La relation prend fin ${end}.`, ...left, ...booked];
    }
    default:
      return [];
  }
}

function decisionLine(decision: Found["decisions"][number], plan: BilledPlan | null, now: Date) {
  const { measure, basis, facts, source, urgency, booked, decidedAt, effectiveAt } = decision;
  const { endedAt, carriedOutAt, contestedAt, contest, answeredAt, answer } = decision;
  const state = endedAt
    ? `levée le ${formatMoment(endedAt)}`
    : carriedOutAt
      ? "en vigueur"
      : `préavis jusqu'au ${formatMoment(effectiveAt)}`;
  const unused = measure === "ended" && !endedAt && plan ? plan.unusedAfter(effectiveAt) : 0;
  const isRefusal = decision.termsChangeId !== null;
  const told: [string, string | null][] = [
    ["Décidé", formatMoment(decidedAt)],
    ["Fondement", isRefusal ? null : ACCOUNT_BASIS_WORDS[basis]],
    [isRefusal ? "Par le praticien" : "Faits", facts],
    ["Connus", isRefusal ? null : SOURCE_WORDS[source]],
    ["Sans préavis", urgency && `Parce que ${URGENCY_WORDS[urgency]}`],
    ["Réservations", BOOKED_WORDS[booked]],
    [
      "Abonnement payé en trop",
      unused > 0
        ? `${formatPrice(cents(unused))} TTC, pour après cette date. Rien ne les rend de soi-même : remboursez-les depuis Stripe si la fin ne tient pas à une faute.`
        : null,
    ],
    ["Contesté", contestedAt && `${formatMoment(contestedAt)} : « ${contest} »`],
    [
      "À répondre avant",
      contestedAt && !answeredAt
        ? formatMoment(new Date(contestedAt.getTime() + LIMITS.appeal.within))
        : null,
    ],
    ["Réponse", answeredAt && `${formatMoment(answeredAt)} : « ${answer} »`],
  ];
  return {
    id: decision.id,
    name: `${isRefusal ? "Conditions refusées" : SANCTION_WORDS[measure]}, ${state}`,
    isContested: isWaiting(decision),
    isLate: contestedAt !== null && +contestedAt + LIMITS.appeal.within < +now,
    facts: told.filter(([, value]) => value !== null),
  };
}

export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const { userId } = args.params;
  const found = await showAccountRecord(ctx, { userId }).catch(asPage);
  const { professional, name, email, booked, received } = found;
  return {
    ...{ title: name || email, context: professional?.businessName ?? email },
    facts: [
      ["État", ACCOUNT_STATES[found.status]],
      ["E-mail", found.isConfirmed ? `${email}, prouvé` : `${email}, pas encore prouvé`],
      ["Ouvert", formatMoment(found.createdAt)],
      ...(found.plan ? [["Abonnement", planLine(found.plan)]] : []),
      ["Dernier usage", found.lastActiveAt && formatMoment(found.lastActiveAt)],
      ...(found.deletionAskedAt
        ? [["Suppression demandée", formatMoment(found.deletionAskedAt)]]
        : []),
      ...(professional
        ? [
            ["Activité", professional.businessName],
            ["Vérifié", professional.isVerified ? "Oui" : "Non"],
            ["Compte Stripe", professional.accountId],
            ["Peut être payé", professional.canReceiveCharges ? "Oui" : "Non"],
          ]
        : []),
      ["Identifiant", found.userId],
    ] as [string, string | null][],
    writeTo: found.status === "deleted" ? null : operatorAddresses.write("owner", userId),
    groups: [
      { name: "Réservé par ce compte", lines: booked.map(bookingLine) },
      { name: "Réservé chez ce professionnel", lines: received.map(bookingLine) },
    ].filter(({ lines }) => lines.length > 0),
    choices: choicesOf(found, ctx.operator.roles, ctx.now()),
    upcoming: found.upcoming,
    answering: ANSWERING_WORDS[found.answering],
    decisions: found.decisions.map((decision) => decisionLine(decision, found.plan, ctx.now())),
    happenings: happeningLines(found.happenings),
  };
}

export async function action(args: Route.ActionArgs) {
  const ctx = operatorContext(args);
  const form = await readForm(args.request);
  const { userId } = args.params;
  return decideConfirmed(ctx, (one) => actOnAccount(one, { ...form, userId }), form, {
    to: operatorAddresses.account(userId),
    says: async () => endsOf(await showAccountRecord(ctx, { userId }), form, ctx.now()),
  });
}

export default function AccountFile({ loaderData, actionData }: Route.ComponentProps) {
  const { title, context, choices, facts, groups, happenings, decisions, writeTo } = loaderData;
  const mayClose = choices.some(({ value }) => value === "suspend" || value === "end");
  const mayEnd = choices.some(({ value }) => value === "end");
  return (
    <RecordScreen
      {...{ title, context, happenings }}
      mails={actionData?.mails}
      sort="Compte"
      decision={
        choices.length > 0 ? (
          <DecisionForm
            choices={choices}
            reasonLabel="Les faits, ou pourquoi"
            reasonHint="D'une suspension, d'une fin, d'une réouverture ou d'une réponse, écrit mot pour mot à la personne. Lu aussi par le contrôle."
            button="Faire et inscrire"
            answer={actionData}
          >
            {choices.some(({ value }) => value === "address") && (
              <div className="hidden group-has-[[value=address]:checked]/decision:block">
                <TextField
                  name="email"
                  label="Nouvelle adresse"
                  hint="Assurez-vous par une autre voie que c'est bien cette personne."
                  type="email"
                  autoComplete="off"
                />
              </div>
            )}
            {mayClose && <SanctionFields mayEnd={mayEnd} upcoming={loaderData.upcoming} />}
          </DecisionForm>
        ) : null
      }
    >
      <Panel id="compte" title="Le compte">
        <Facts facts={facts} />
        {writeTo && (
          <p className="mt-4">
            <TextLink to={writeTo}>Lui écrire</TextLink>
          </p>
        )}
      </Panel>
      {decisions.map(({ id, name, isContested, isLate, facts }) => (
        <Panel key={id} id={id} title={name}>
          {isContested && (
            <Notice tone={isLate ? "danger" : "warning"} className="my-4">
              Contestée : une réponse est attendue.
              {loaderData.answering && ` ${loaderData.answering}`}
            </Notice>
          )}
          <Facts facts={facts} />
        </Panel>
      ))}
      {groups.map(({ name, lines }) => (
        <section key={name} aria-label={name}>
          <h2 className="text-22">{name}</h2>
          <RecordList lines={lines} />
        </section>
      ))}
    </RecordScreen>
  );
}
