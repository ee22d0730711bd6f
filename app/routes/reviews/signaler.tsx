import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import { datesOf, REASON_WORDS } from "#core/reviews/labels.ts";
import { reportReview } from "#core/reviews/reports/report-review.server.ts";
import { MAX_REPORT_LENGTH } from "#core/reviews/rules.ts";
import { showReview } from "#core/reviews/show-reviews.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asFormError, asPage, withKept } from "../../failures/errors.server.ts";
import { callOf, newKey, nextKey } from "../../forms/once.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { textsOf } from "../../parts/drafts/tab-drafts.ts";
import { ReportForm } from "../../parts/reports/report-form.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { KEY_FIELD } from "../../ui/forms/retry-key.tsx";
import { Panel } from "../../ui/panel.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/signaler";

export const page = { isOpen: true };

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger cet avis." },
  actionFailure: { title: "Erreur", text: "Votre signalement n'a pas pu partir. Réessayez." },
};

export const meta: Route.MetaFunction = () => titleMeta("Signaler un avis");

export async function loader({ params, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const review = await showReview(ctx, params).catch(asPage);
  return { key: newKey(), review, isTold: ctx.actor !== null };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readFields(request);
  const {
    about = "review",
    reason = "",
    text = "",
    email = "",
    [KEY_FIELD]: sent = "",
  } = textsOf(form);
  const typed = { about: about || "review", reason, text, email };
  const isSure = form.get("goodFaith") === "on";
  try {
    const { reviewId } = params;
    const input = { review: reviewId, ...typed, goodFaith: isSure } as Parameters<
      typeof reportReview
    >[1];
    const { professionalId } = await answerOnce(ctx, callOf(form, `report ${reviewId}`), (own) =>
      reportReview(own, input),
    );
    const told = "Une personne l'examine. Jusque-là, l'avis reste publié.";
    return redirectWithToast(addresses.reviewsOf(professionalId), { title: "Merci", text: told });
  } catch (error) {
    const key = nextKey(error) ?? sent;
    return withKept(asFormError(error), { typed, isSure, key });
  }
}

export default function ReportReview({ loaderData, actionData }: Route.ComponentProps) {
  const { review, isTold } = loaderData;
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
          {review.reply && (
            <p className="mt-3 text-14 text-ink-soft wrap-anywhere whitespace-pre-line">
              Réponse du professionnel : {review.reply.text}
            </p>
          )}
        </figure>
        <ReportForm
          reasons={REASON_WORDS}
          longest={MAX_REPORT_LENGTH}
          retryKey={actionData?.key ?? loaderData.key}
          answer={actionData}
          abouts={review.reply && { review: "L'avis", reply: "La réponse du professionnel" }}
          email={
            isTold
              ? null
              : {
                  hint: "Pour vous dire ce que nous décidons. Jamais montré à l'auteur.",
                  optional: true,
                }
          }
        >
          Une personne lit et décide. Si quelque chose est retiré, l'auteur apprend pourquoi, et
          jamais par qui.
          {isTold && " Vous recevez notre réponse par e-mail."}
        </ReportForm>
      </Panel>
    </div>
  );
}
