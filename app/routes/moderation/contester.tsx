import { data, Form, useNavigation } from "react-router";
import { formatLongDate } from "#core/dates.ts";
import { contestDecision, showContestable } from "#core/moderation/contest-decision.server.ts";
import { BASIS_WORDS, MEASURE_WORDS } from "#core/moderation/labels.ts";
import { MAX_CONTENT_REPORT } from "#core/moderation/rules.ts";
import { site } from "#core/site.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { asFormError } from "../../failures/errors.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { SendButton } from "../../parts/information/send-button.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Field, TextArea } from "../../ui/forms/field.tsx";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
import { useFieldErrors } from "../../ui/forms/use-field-errors.ts";
import { useFirstError } from "../../ui/forms/use-first-error.ts";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/contester";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger cette décision." },
  actionFailure: { title: "Erreur", text: "Votre demande n'a pas pu partir. Réessayez." },
};

export const meta: Route.MetaFunction = () => [
  { title: `Contester une décision — ${site.name}` },
  { name: "robots", content: "noindex" },
];

/**
 * The address carries a token, so no cache may keep the page, nor another site learn its address.
 */
export function headers() {
  return { "Cache-Control": "private, no-store", "Referrer-Policy": "same-origin" };
}

/** A decision of ours, and why somebody does not agree (rule: contested-decision). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = (new URL(request.url).searchParams.get("jeton") ?? "").slice(0, 200);
  return { token, decision: await showContestable(context.get(requestContext), { token }) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFields(request);
  const token = String(form.get("token") ?? "");
  const text = String(form.get("text") ?? "");
  try {
    await contestDecision(context.get(requestContext), { token, text });
    return data({ toast: null, fields: {}, text }, {});
  } catch (error) {
    const { data: refusal, init } = asFormError(error);
    return data({ ...refusal, text }, init ?? {});
  }
}

export default function ContestDecision({ loaderData, actionData }: Route.ComponentProps) {
  const { token, decision } = loaderData;
  const form = useFirstError(actionData?.fields);
  const { errorOf, onInput } = useFieldErrors(actionData?.fields);
  const busy = useNavigation().state === "submitting";
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
                [
                  "Décision",
                  `${MEASURE_WORDS[decision.measure]}, le ${formatLongDate(decision.decidedAt)}`,
                ],
                ["Les faits", decision.facts],
                ["Le fondement", decision.basis ? BASIS_WORDS[decision.basis] : "Aucun"],
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
          <Form ref={form} method="post" noValidate onInput={onInput} className="mt-6">
            <HiddenFields token={token} />
            <fieldset disabled={busy} className="grid gap-6">
              <legend className="sr-only">Votre demande</legend>
              <Field
                label={
                  decision.side === "professional"
                    ? "Ce que vous avez corrigé, ou pourquoi vous n'êtes pas d'accord"
                    : "Pourquoi vous n'êtes pas d'accord"
                }
                hint={`${MAX_CONTENT_REPORT.toLocaleString("fr-FR")} caractères au plus. Possible jusqu'au ${formatLongDate(decision.until)}.`}
                error={errorOf("text")}
              >
                {(control) => (
                  <TextArea {...control} name="text" rows={5} defaultValue={actionData?.text} />
                )}
              </Field>
              <SendButton busy={busy} working="Envoi...">
                Demander une relecture
              </SendButton>
            </fieldset>
          </Form>
        )}
      </Panel>
    </div>
  );
}
