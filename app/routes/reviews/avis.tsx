import { Form } from "react-router";
import { formatLongDay } from "#core/dates.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import { STATE_WORDS } from "#core/reviews/labels.ts";
import { MAX_REVIEW_LENGTH } from "#core/reviews/rules.ts";
import type { OwnReview } from "#core/reviews/schema.ts";
import { showOwnReview } from "#core/reviews/show-reviews.server.ts";
import { withdrawReview, writeReview } from "#core/reviews/write-review.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext, signedInContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asOwnFormError, asPage, withKept } from "../../failures/errors.server.ts";
import { callOf, newKey, nextKey } from "../../forms/once.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { AppealLine } from "../../parts/reports/restriction-notice.tsx";
import { RatingField, WordsField } from "../../parts/reviews/review-fields.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { Button } from "../../ui/button.tsx";
import { OnceForm, SendButton } from "../../ui/forms/once-form.tsx";
import { KEY_FIELD } from "../../ui/forms/retry-key.tsx";
import { TextAreaField } from "../../ui/forms/text-field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/avis";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger cet avis." },
  actionFailure: { title: "Erreur", text: "Votre avis n'a pas pu être enregistré. Réessayez." },
};

export const meta: Route.MetaFunction = () => titleMeta("Mon avis");

const PAST = `${addresses.ownSessions}?type=passees`;

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const ctx = signedInContext({ request, context });
  return { key: newKey(), ...(await showOwnReview(ctx, params).catch(asPage)) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readFields(request);
  const { bookingId } = params;
  const rating = String(form.get("rating") ?? "");
  const typed = {
    rating,
    text: String(form.get("text") ?? ""),
    tags: form.getAll("tags").map(String),
  };
  try {
    if (form.get("intent") === "withdraw") {
      await withdrawReview(ctx, { bookingId });
      const text = "Il n'est plus publié, et sa note ne compte plus.";
      return redirectWithToast(PAST, { title: "Avis retiré", text });
    }
    const { status } = await answerOnce(ctx, callOf(form, `write-review ${bookingId}`), (own) =>
      writeReview(own, { bookingId, ...typed } as Parameters<typeof writeReview>[1]),
    );
    const title = status === "published" ? "Avis publié" : "Avis enregistré";
    return redirectWithToast(addresses.ownReview(bookingId), { title, text: STATE_WORDS[status] });
  } catch (error) {
    const key = nextKey(error) ?? String(form.get(KEY_FIELD) ?? "");
    return withKept(asOwnFormError(error, request), { typed, key });
  }
}

export default function OwnReviewPage({ loaderData, actionData }: Route.ComponentProps) {
  const { title, date, time, professional, closed, review } = loaderData;
  return (
    <div className="page pt-4 pb-8">
      <FormToast toast={actionData?.toast} />
      <Breadcrumb steps={[{ to: PAST, label: "Mes Sessions" }, { label: "Mon avis" }]} />
      <h1 className="mt-4 wrap-anywhere">{review ? "Votre avis" : "Donner votre avis"}</h1>
      <p className="mt-2 text-ink-soft wrap-anywhere figures">
        {title}, avec {professional}, {date}, {time}
      </p>
      <Panel aria-label="Votre avis" className="mt-6 max-w-text">
        {review && <Standing review={review} />}
        {closed ? (
          <Notice tone="info">{closed}</Notice>
        ) : (
          review?.status !== "refused" && (
            <ReviewForm
              key={String(review?.editedAt ?? review?.publishedAt)}
              page={loaderData}
              answer={actionData}
            />
          )
        )}
      </Panel>
      {review && review.status !== "refused" && <Withdrawal />}
    </div>
  );
}

function Standing({
  review: { status, refusedBecause, appeal, publishedAt, editedAt },
}: {
  review: OwnReview;
}) {
  return (
    <Notice tone={status === "published" ? "success" : "info"} className="mb-6">
      {STATE_WORDS[status]} {refusedBecause && `Pourquoi : ${refusedBecause} `}Écrit le{" "}
      {formatLongDay(publishedAt)}
      {editedAt && `, modifié le ${formatLongDay(editedAt)}`}.
      <AppealLine appeal={appeal} />
    </Notice>
  );
}

function ReviewForm({
  page: { key, review, unrated },
  answer,
}: {
  page: Route.ComponentProps["loaderData"];
  answer: Route.ComponentProps["actionData"];
}) {
  const { rating, text, tags } = answer?.typed ?? { tags: [], ...review };
  return (
    <OnceForm
      legend="Votre avis"
      fields={answer?.fields}
      retryKey={answer?.key ?? key}
      layout="grid gap-6"
    >
      {({ errorOf, busy }) => (
        <>
          {unrated ? (
            <p className="text-ink-soft">{unrated} : votre avis est publié avec ses mots seuls.</p>
          ) : (
            <RatingField chosen={String(rating ?? "")} error={errorOf("rating")} />
          )}
          <WordsField chosen={tags} error={errorOf("tags")} />
          <TextAreaField
            name="text"
            label="Vos mots"
            optional={!unrated}
            error={errorOf("text")}
            hint={`${MAX_REVIEW_LENGTH.toLocaleString("fr-FR")} caractères au plus. Ne dites rien de votre santé ni de celle des autres.`}
            rows={6}
            defaultValue={text}
          />
          <p className="text-14 text-ink-soft">
            Il paraît aussitôt avec votre prénom, l'initiale de votre nom et la date de la séance.
            Vous pourrez le modifier ou le retirer. Nul ne paie pour un avis.{" "}
            <TextLink to={addresses.ranking}>D'où viennent les notes</TextLink>
          </p>
          <SendButton busy={busy} working="Envoi...">
            {review ? "Enregistrer" : "Publier mon avis"}
          </SendButton>
        </>
      )}
    </OnceForm>
  );
}

function Withdrawal() {
  return (
    <details className="mt-6 max-w-text">
      <summary className="min-h-11 cursor-pointer content-center font-label">
        Retirer mon avis
      </summary>
      <Form method="post" className="mt-2 grid justify-items-start gap-3">
        <p>La note et les mots disparaissent pour de bon.</p>
        <Button type="submit" name="intent" value="withdraw" size="small">
          Retirer pour de bon
        </Button>
      </Form>
    </details>
  );
}
