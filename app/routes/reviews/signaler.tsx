import { data, Form, useNavigation } from "react-router";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import { datesOf } from "#core/reviews/labels.ts";
import { REASON_WORDS } from "#core/reviews/reports/labels.ts";
import { reportReview } from "#core/reviews/reports/report-review.server.ts";
import { MAX_REPORT_LENGTH, REASONS } from "#core/reviews/reports/rules.ts";
import { showReview } from "#core/reviews/show-review.server.ts";
import { site } from "#core/site.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asFormError, asPage } from "../../failures/errors.server.ts";
import { callOf, newKey, nextKey } from "../../forms/once.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { SendButton } from "../../parts/information/send-button.tsx";
import { Field, TextArea } from "../../ui/forms/field.tsx";
import { KEY_FIELD, RetryKey } from "../../ui/forms/retry-key.tsx";
import { useFieldErrors } from "../../ui/forms/use-field-errors.ts";
import { useFirstError } from "../../ui/forms/use-first-error.ts";
import { Panel } from "../../ui/panel.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/signaler";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger cet avis." },
  actionFailure: { title: "Erreur", text: "Votre signalement n'a pas pu partir. Réessayez." },
};

export const meta: Route.MetaFunction = () => [
  { title: `Signaler un avis — ${site.name}` },
  { name: "robots", content: "noindex" },
];

/** A published review, and what somebody has against it (rule: reported-reviews). */
export async function loader({ params, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const review = await showReview(ctx, params).catch(asPage);
  return { key: newKey(), review, isTold: ctx.actor !== null };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readFields(request);
  const typed = { reason: String(form.get("reason") ?? ""), text: String(form.get("text") ?? "") };
  try {
    const { reviewId } = params;
    const input = { review: reviewId, ...typed } as Parameters<typeof reportReview>[1];
    await answerOnce(ctx, callOf(form, `report ${reviewId}`), (own) => reportReview(own, input));
    const text = "Une personne l'examine. Jusque-là, l'avis reste publié.";
    return redirectWithToast(addresses.home, { title: "Merci", text, tone: "success" });
  } catch (error) {
    const failure = asFormError(error);
    const key = nextKey(error) ?? String(form.get(KEY_FIELD) ?? "");
    return data({ typed, key, ...failure.data }, failure.init ?? {});
  }
}

export default function ReportReview({ loaderData, actionData }: Route.ComponentProps) {
  const { review, isTold } = loaderData;
  const busy = useNavigation().state === "submitting";
  const form = useFirstError(actionData?.fields);
  const { errorOf, onInput } = useFieldErrors(actionData?.fields);
  const error = errorOf("reason");
  return (
    <div className="page pt-6 pb-8 md:pt-10">
      <FormToast toast={actionData?.toast} />
      <h1>Signaler un avis</h1>
      <Panel aria-label="Signaler un avis" className="mt-6 max-w-text">
        <figure className="border-l-2 border-sage-300 pl-4">
          <figcaption className="text-14 text-ink-soft figures">
            {review.author}, {review.title}. {datesOf(review)}
          </figcaption>
          <blockquote className="mt-1 wrap-anywhere whitespace-pre-line">
            {review.text || `${review.rating} sur 5, sans texte`}
          </blockquote>
        </figure>
        <Form ref={form} method="post" noValidate onInput={onInput} className="mt-6">
          <RetryKey value={actionData?.key ?? loaderData.key} />
          <fieldset disabled={busy} className="grid gap-6">
            <legend className="sr-only">Votre signalement</legend>
            <fieldset>
              <legend className="font-label">Pour quelle raison ?</legend>
              {REASONS.map((reason) => (
                <label key={reason} className="flex min-h-11 items-center gap-3">
                  <input
                    type="radio"
                    name="reason"
                    value={reason}
                    defaultChecked={actionData?.typed.reason === reason}
                    aria-invalid={error ? true : undefined}
                    aria-describedby={error && "raison-erreur"}
                    className="size-5 shrink-0 accent-sage-600"
                  />
                  {REASON_WORDS[reason]}
                </label>
              ))}
              {error && (
                <p id="raison-erreur" className="mt-1.5 text-14 font-label text-danger">
                  {error[0]}
                </p>
              )}
            </fieldset>
            <Field
              label="Expliquez-nous"
              error={errorOf("text")}
              hint={`${MAX_REPORT_LENGTH.toLocaleString("fr-FR")} caractères au plus.`}
            >
              {(control) => (
                <TextArea {...control} name="text" rows={5} defaultValue={actionData?.typed.text} />
              )}
            </Field>
            <p className="text-14 text-ink-soft">
              Une personne décide, et l'auteur de l'avis apprend pourquoi.{" "}
              {isTold
                ? "Vous recevez notre réponse par e-mail."
                : "Connectez-vous d'abord si vous voulez notre réponse par e-mail."}
            </p>
            <SendButton busy={busy} working="Envoi...">
              Envoyer le signalement
            </SendButton>
          </fieldset>
        </Form>
      </Panel>
    </div>
  );
}
