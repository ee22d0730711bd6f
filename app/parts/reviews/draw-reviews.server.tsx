import { renderToStaticMarkup } from "react-dom/server";
import { formatDate } from "#core/dates.ts";
import { CHECKED, datesOf, PROOF_WORDS } from "#core/reviews/labels.ts";
import type { ReviewView } from "#core/reviews/schema.ts";
import * as addresses from "#site/addresses.ts";
import { Badge } from "../../ui/badge.tsx";
import { Notice } from "../../ui/notice.tsx";
import { STAR } from "../../ui/rating.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";

/** The words beside are required (code de la consommation, D111-17). @param reviews null if unread. */
export function drawReviews(
  reviews: readonly ReviewView[] | null,
  { heading, allOf }: { heading: string; allOf?: string },
): string {
  if (reviews?.length === 0) return "";
  return renderToStaticMarkup(
    <section aria-labelledby="avis">
      <h2 id="avis">{heading}</h2>
      {reviews ? (
        <ReviewItems reviews={reviews} />
      ) : (
        <Notice tone="danger" className="mt-4">
          Impossible de charger les avis.
        </Notice>
      )}
      {allOf && (
        <p className="mt-4">
          <a
            href={addresses.reviewsOf(allOf)}
            className={`inline-flex min-h-11 items-center ${textLinkClass}`}
          >
            Tous les avis
          </a>
        </p>
      )}
    </section>,
  );
}

export function drawReviewItems(reviews: readonly ReviewView[]): string {
  return renderToStaticMarkup(<ReviewItems reviews={reviews} />);
}

function ReviewItems({ reviews }: { reviews: readonly ReviewView[] }) {
  return (
    <>
      <p className="mt-2 max-w-text text-14 text-ink-soft">
        {CHECKED}{" "}
        <a href={`${addresses.ranking}#notes`} className={textLinkClass}>
          D'où viennent les notes
        </a>
      </p>
      <ol className="mt-4 max-w-text divide-y divide-sand-300">
        {reviews.map((review) => (
          <li key={review.id} id={`avis-${review.id}`} className="py-5">
            <ReviewItem review={review} />
          </li>
        ))}
      </ol>
    </>
  );
}

function ReviewItem({ review }: { review: ReviewView }) {
  const { author, rating, text, tags, title, proof, reply } = review;
  return (
    <article>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="font-strong wrap-anywhere">{author}</strong>
        {rating !== null && (
          <span className="inline-flex items-center gap-1 figures">
            <svg viewBox="0 0 24 24" aria-hidden="true" className="size-4 fill-clay-600">
              <path d={STAR} />
            </svg>
            {rating} sur 5
          </span>
        )}
        <Badge>{PROOF_WORDS[proof]}</Badge>
      </p>
      <p className="mt-1 text-14 text-ink-soft wrap-anywhere figures">
        {title}. {datesOf(review)}
      </p>
      {text && <p className="mt-3 wrap-anywhere whitespace-pre-line">{text}</p>}
      {tags.length > 0 && (
        <ul aria-label="En quelques mots" className="mt-3 flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag}>
              <Badge>{tag}</Badge>
            </li>
          ))}
        </ul>
      )}
      {reply && (
        <blockquote className="mt-3 border-l-2 border-sage-300 pl-4">
          <p className="text-14 text-ink-soft figures">
            Réponse du professionnel, le {formatDate(reply.at)}
          </p>
          <p className="mt-1 wrap-anywhere whitespace-pre-line">{reply.text}</p>
        </blockquote>
      )}
      <p className="mt-2 text-14">
        <a
          href={addresses.reportReview(review.id)}
          className={`inline-flex min-h-11 items-center ${textLinkClass}`}
        >
          Signaler
          <span className="sr-only">
            {" "}
            l'avis de {author}
            {reply && ", ou sa réponse"}
          </span>
        </a>
      </p>
    </article>
  );
}
