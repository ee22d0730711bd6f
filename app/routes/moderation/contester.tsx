import { data } from "react-router";
import type { Context } from "#core/context.server.ts";
import { formatLongDate } from "#core/dates.ts";
import { contestCase, showContestableCase } from "#core/moderation/cases/contest-case.server.ts";
import { contestDecision, showContestable } from "#core/moderation/decide-content.server.ts";
import {
  BASIS_WORDS,
  CASE_OUTCOME_WORDS,
  MEASURE_WORDS,
  originWords,
} from "#core/moderation/labels.ts";
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
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/contester";

export const page = { isOpen: true };

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger cette décision." },
  actionFailure: { title: "Erreur", text: "Votre demande n'a pas pu partir. Réessayez." },
};

export const meta: Route.MetaFunction = () => titleMeta("Contester une décision");

export { headers } from "../../public-pages/secret-address.server.ts";

/** A decision, and why somebody disagrees (rules: contested-decision, contested-case). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = secretOf(request);
  return { token, decision: await readDecision(context.get(requestContext), token) };
}

async function readDecision(ctx: Context, token: string) {
  const found = await showContestable(ctx, { token });
  if (found) {
    const { title, measure, basis, facts, origin, decidedAt, until, side, isAsked } = found;
    const outcome = MEASURE_WORDS[measure];
    const mayCorrect = side === "professional" && measure !== "removed";
    return { title, outcome, basis, facts, origin, decidedAt, until, mayCorrect, isAsked };
  }
  const decided = await showContestableCase(ctx, { token });
  if (!decided) return null;
  const { reviewId, professional, basis, facts, origin, decidedAt, until, isAsked } = decided;
  const title = reviewId ? `Avis sur ${professional}` : `Message, ${professional}`;
  const outcome = CASE_OUTCOME_WORDS[decided.outcome];
  return { title, outcome, basis, facts, origin, decidedAt, until, mayCorrect: false, isAsked };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFields(request);
  const token = String(form.get("token") ?? "");
  const text = String(form.get("text") ?? "");
  try {
    const ctx = context.get(requestContext);
    const isCase = (await showContestableCase(ctx, { token })) !== null;
    await (isCase ? contestCase : contestDecision)(ctx, { token, text });
    return data({ toast: null, fields: {}, text }, {});
  } catch (error) {
    return withKept(asFormError(error), { text });
  }
}

export default function ContestDecision({ loaderData, actionData }: Route.ComponentProps) {
  const { token, decision } = loaderData;
  return (
    <div className="page pt-6 pb-8 md:pt-10">
      <FormToast toast={actionData?.toast} />
      <h1>Contester une décision</h1>
      <Panel aria-label="Contester une décision" className="mt-6 max-w-text">
        {!decision && (
          <>
            <p>Ce lien n'est plus valable, ou ce qu'il concerne n'existe plus.</p>
            <ButtonLink to={addresses.contact} className="mt-6">
              Nous écrire
            </ButtonLink>
          </>
        )}
        {decision && (
          <>
            <h2 className="text-22 wrap-anywhere">{decision.title}</h2>
            <Facts
              facts={[
                ["Décision", `${decision.outcome}, le ${formatLongDate(decision.decidedAt)}`],
                ["Les faits", decision.facts],
                ["Le fondement", decision.basis ? BASIS_WORDS[decision.basis] : "Aucun"],
                ["Comment nous l'avons su", originWords(decision.origin)],
              ]}
            />
          </>
        )}
        {decision?.isAsked && (
          <Notice tone="success" role="status" className="mt-6">
            Nous avons reçu votre demande. Une personne relit, et vous répond par e-mail.
          </Notice>
        )}
        {decision && !decision.isAsked && (
          <ContestForm
            token={token}
            answer={actionData}
            label={
              decision.mayCorrect
                ? "Ce que vous avez corrigé, ou pourquoi vous n'êtes pas d'accord"
                : "Pourquoi vous n'êtes pas d'accord"
            }
            hint={`Possible jusqu'au ${formatLongDate(decision.until)}.`}
            button="Demander une relecture"
          />
        )}
      </Panel>
    </div>
  );
}
