import { Form, useNavigation } from "react-router";
import { formatLongDate } from "#core/dates.ts";
import { BASIS_WORDS } from "#core/moderation/labels.ts";
import { datesOf, PROOF_WORDS } from "#core/reviews/labels.ts";
import { MAX_REVIEW_LENGTH } from "#core/reviews/rules.ts";
import type { ReceivedReview } from "#core/reviews/schema.ts";
import { showReceivedReviews } from "#core/reviews/show-reviews.server.ts";
import { replyToReview } from "#core/reviews/write-review.server.ts";
import * as addresses from "#site/addresses.ts";
import { ownAddress, professionalContext, requestContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asOwnFormError, asPage, withKept } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { NotProfessional } from "../../parts/agenda/not-professional.tsx";
import { AppealLine } from "../../parts/reports/restriction-notice.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Badge } from "../../ui/badge.tsx";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { TextAreaField } from "../../ui/forms/text-field.tsx";
import { useFieldErrors } from "../../ui/forms/use-field-errors.ts";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Rating } from "../../ui/rating.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/profil-avis";

export const meta: Route.MetaFunction = () => titleMeta("Mes avis");

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger vos avis." },
  actionFailure: { title: "Erreur", text: "Votre réponse n'a pas pu être enregistrée. Réessayez." },
};

const STEP = 20;

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = professionalContext({ request, context });
  if (!ctx) return null;
  const cursor = new URL(request.url).searchParams.get("cursor") ?? undefined;
  return showReceivedReviews(ctx, { limit: STEP, cursor }).catch(asPage);
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const { reviewId = "", text = "" } = await readForm(request);
  const typed = { reviewId: String(reviewId), text: String(text) };
  try {
    await replyToReview(ctx, typed);
    const title = typed.text.trim() ? "Réponse publiée" : "Réponse retirée";
    return redirectWithToast(ownAddress(request), { title });
  } catch (error) {
    return withKept(asOwnFormError(error, request), { typed });
  }
}

export default function OwnReviews({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <NotProfessional />;
  const { reviews, nextCursor } = loaderData;
  return (
    <div className="page pt-4 pb-8">
      <FormToast toast={actionData?.toast} />
      <Breadcrumb steps={[{ label: "Mon profil", to: addresses.profile }, { label: "Mes avis" }]} />
      <h1 className="mt-4">Mes avis</h1>
      <p className="mt-2 max-w-text text-ink-soft">
        Vous pouvez répondre une fois à chacun ; votre réponse paraît dessous. Un avis vous paraît
        faux ? Signalez un doute, c'est gratuit : nous l'examinons.
      </p>
      {reviews.length === 0 ? (
        <div className="mt-8">
          <EmptyState title="Aucun avis pour le moment">
            Vos clients sont invités à en écrire un le lendemain de leur séance.
          </EmptyState>
        </div>
      ) : (
        <ul className="mt-6 grid max-w-text gap-4">
          {reviews.map((review) => (
            <Received
              key={`${review.id} ${review.reply?.at}`}
              review={review}
              answer={actionData?.typed.reviewId === review.id ? actionData : undefined}
            />
          ))}
        </ul>
      )}
      {nextCursor && (
        <p className="mt-8">
          <ButtonLink to={`${addresses.receivedReviews}?cursor=${nextCursor}`}>
            Avis plus anciens
          </ButtonLink>
        </p>
      )}
    </div>
  );
}

function Received({
  review,
  answer,
}: {
  review: ReceivedReview;
  answer: Route.ComponentProps["actionData"];
}) {
  const { id, author, rating, title, text, tags, proof, removed } = review;
  return (
    <Panel as="li">
      <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-18 wrap-anywhere">
        {author}
        {rating !== null && <Rating value={rating} />}
        <Badge>{PROOF_WORDS[proof]}</Badge>
      </h2>
      <p className="mt-1 text-14 text-ink-soft wrap-anywhere figures">
        {title}. {datesOf(review)}
      </p>
      {text && <p className="mt-3 wrap-anywhere whitespace-pre-line">{text}</p>}
      {tags.length > 0 && <p className="mt-2 text-ink-soft">{tags.join(" · ")}</p>}
      {removed ? <RemovedReply removed={removed} /> : <ReplyForm review={review} answer={answer} />}
      <p className="mt-3">
        <TextLink isTall to={addresses.reportReview(id)} className="text-14">
          Signaler un doute<span className="sr-only"> sur l'avis de {author}</span>
        </TextLink>
      </p>
    </Panel>
  );
}

function RemovedReply({ removed }: { removed: NonNullable<ReceivedReview["removed"]> }) {
  const { text, because, basis, at, appeal } = removed;
  return (
    <Notice className="mt-4">
      <p>Votre réponse a été retirée le {formatLongDate(at)} : vous seul la lisez encore.</p>
      <p className="mt-2 font-regular whitespace-pre-line wrap-anywhere">« {text} »</p>
      <p className="mt-2 font-regular whitespace-pre-line wrap-anywhere">Pourquoi : {because}</p>
      <p className="mt-2 font-regular">{BASIS_WORDS[basis]}.</p>
      <AppealLine appeal={appeal} />
    </Notice>
  );
}

function ReplyForm({
  review: { id, author, reply },
  answer,
}: {
  review: ReceivedReview;
  answer: Route.ComponentProps["actionData"];
}) {
  const busy = useNavigation().formData?.get("reviewId") === id;
  const { errorOf, onInput } = useFieldErrors(answer?.fields);
  return (
    <Form method="post" noValidate onInput={onInput} className="mt-4 grid gap-3">
      <input type="hidden" name="reviewId" value={id} />
      <TextAreaField
        name="text"
        label={
          <>
            Votre réponse<span className="sr-only"> à {author}</span>
          </>
        }
        optional
        error={errorOf("text")}
        hint={`${MAX_REVIEW_LENGTH.toLocaleString("fr-FR")} caractères au plus. Vide, elle est retirée.`}
        rows={3}
        defaultValue={answer?.typed.text ?? reply?.text}
      />
      <Button type="submit" variant="sage" busy={busy} className="justify-self-start">
        {reply ? "Enregistrer" : "Répondre"}
      </Button>
    </Form>
  );
}
