import { data } from "react-router";
import { formatLongDate } from "#core/dates.ts";
import {
  contestAccountDecision,
  showContestableDecision,
} from "#core/sanctions/contest-account-decision.server.ts";
import {
  ACCOUNT_BASIS_WORDS,
  SANCTION_WORDS,
  SOURCE_WORDS,
  URGENCY_WORDS,
} from "#core/sanctions/labels.ts";
import type { OwnDecision } from "#core/sanctions/schema.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { asFormError, withKept } from "../../failures/errors.server.ts";
import { secretOf } from "../../forms/mailed-link.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { ContestForm } from "../../parts/reports/contest-form.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/decision-de-compte";

export const page = { isOpen: true };

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger cette décision." },
  actionFailure: { title: "Erreur", text: "Votre demande n'a pas pu partir. Réessayez." },
};

export const meta: Route.MetaFunction = () => titleMeta("Décision sur votre compte");

export { headers } from "../../public-pages/secret-address.server.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const token = secretOf(request);
  const decision = await showContestableDecision(context.get(requestContext), { token });
  return {
    token,
    decision: decision && {
      facts: decisionFacts(decision),
      until: formatLongDate(decision.until),
      isContested: decision.isContested,
      isLifted: decision.isLifted,
      isRefusal: decision.isRefusal,
      answer: decision.answer,
    },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFields(request);
  const token = String(form.get("token") ?? "");
  const text = String(form.get("text") ?? "");
  try {
    await contestAccountDecision(context.get(requestContext), { token, text });
    return data({ toast: null, fields: {}, text }, {});
  } catch (error) {
    return withKept(asFormError(error), { text });
  }
}

export default function AccountDecision({ loaderData, actionData }: Route.ComponentProps) {
  const { token, decision } = loaderData;
  const isOpen = decision && !decision.isContested && !decision.isLifted && !decision.isRefusal;
  return (
    <div className="page pt-6 pb-8 md:pt-10">
      <FormToast toast={actionData?.toast} />
      <h1>Décision sur votre compte</h1>
      <Panel aria-label="Décision sur votre compte" className="mt-6 max-w-text">
        {!decision && (
          <>
            <p>Ce lien n'est plus valable.</p>
            <ButtonLink to={addresses.contact} className="mt-6">
              Nous écrire
            </ButtonLink>
          </>
        )}
        {decision && <Facts facts={decision.facts} />}
        {decision?.answer && (
          <Notice tone={decision.isLifted ? "success" : "info"} className="mt-6">
            {decision.isLifted
              ? "Cette décision ne s'applique plus. "
              : "Nous avons relu, et la maintenons. "}
            {decision.answer}
          </Notice>
        )}
        {decision?.isContested && !decision.answer && (
          <Notice tone="success" role="status" className="mt-6">
            Nous avons reçu votre demande. Une personne relit, et vous répond par e-mail sous une
            semaine.
          </Notice>
        )}
        {isOpen && (
          <ContestForm
            token={token}
            answer={actionData}
            label="Pourquoi vous n'êtes pas d'accord"
            hint={`Gratuit, possible jusqu'au ${decision.until}.`}
            button="Contester cette décision"
          />
        )}
        {decision && (
          <p className="mt-6 text-14 text-ink-soft">
            Vous pouvez aussi, à tout moment, saisir le{" "}
            <TextLink to={addresses.mediation}>médiateur</TextLink>, un organe de règlement
            extrajudiciaire certifié (règlement (UE) 2022/2065, article 21) ou un juge.
          </p>
        )}
      </Panel>
    </div>
  );
}

function decisionFacts(decision: OwnDecision): [string, string][] {
  const { measure, basis, facts, source, urgency, decidedAt, effectiveAt } = decision;
  if (decision.isRefusal) {
    const when = `le ${formatLongDate(effectiveAt)}`;
    return [
      ["Fin du contrat", `${when}, parce que vous avez refusé nos nouvelles conditions`],
      ["Votre refus", `le ${formatLongDate(decidedAt)}`],
    ];
  }
  const when =
    measure === "suspended" || urgency
      ? `le ${formatLongDate(decidedAt)}`
      : `décidée le ${formatLongDate(decidedAt)}, à partir du ${formatLongDate(effectiveAt)}`;
  return [
    ["Décision", `${SANCTION_WORDS[measure]}, ${when}`],
    ...(urgency
      ? [["Sans préavis", `Parce que ${URGENCY_WORDS[urgency]}`] as [string, string]]
      : []),
    ["Les faits", facts],
    ["Le fondement", ACCOUNT_BASIS_WORDS[basis]],
    ["Comment nous l'avons su", SOURCE_WORDS[source]],
  ];
}
