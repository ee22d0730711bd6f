import { showProfessional } from "#core/professionals/directory/show-directory.server.ts";
import { showReviews } from "#core/reviews/show-reviews.server.ts";
import { site } from "#core/site.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { asGonePage } from "../../failures/gone-page.server.ts";
import { drawReviewItems } from "../../parts/reviews/draw-reviews.server.tsx";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Rating } from "../../ui/rating.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/avis-recus";

export const page = { shared: { cursor: /^[\w-]{1,500}$/ } };

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger ces avis." },
};

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Avis sur ${loaderData?.professional.businessName ?? "ce praticien"} — ${site.name}` },
];

const STEP = 20;

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const professional = await showProfessional(ctx, params).catch((error) =>
    asGonePage(ctx, { kind: "professional", id: params.professionalId }, error),
  );
  const cursor = new URL(request.url).searchParams.get("cursor") ?? undefined;
  const asked = { professional: professional.id, limit: STEP, cursor };
  const { reviews, nextCursor } = await showReviews(ctx, asked).catch(asPage);
  const list = reviews.length > 0 ? drawReviewItems(reviews) : "";
  return { professional, list, nextCursor, isFurther: cursor !== undefined };
}

export default function ReceivedReviews({ loaderData }: Route.ComponentProps) {
  const { professional, list, nextCursor, isFurther } = loaderData;
  const { id, businessName, rating, totalReviews } = professional;
  return (
    <div className="page pb-8">
      <Breadcrumb
        steps={[
          { label: "Praticiens", to: addresses.professionals },
          { label: businessName, to: addresses.professional(id) },
          { label: "Avis" },
        ]}
      />
      <h1 className="mt-2 wrap-anywhere">Avis sur {businessName}</h1>
      {rating > 0 && (
        <p className="mt-2 flex flex-wrap items-center gap-x-3 text-ink-soft figures">
          <Rating value={rating} />
          {totalReviews} avis
        </p>
      )}
      {isFurther && (
        <p className="mt-4">
          <TextLink to={addresses.reviewsOf(id)}>Revenir aux plus récents</TextLink>
        </p>
      )}
      {list ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: React wrote it on the server
        <div dangerouslySetInnerHTML={{ __html: list }} />
      ) : (
        <div className="mt-8">
          <EmptyState title="Aucun avis pour le moment">
            Ils viennent de ceux qui ont réservé, à partir du lendemain de la séance.
          </EmptyState>
        </div>
      )}
      {nextCursor && (
        <p className="mt-6">
          <ButtonLink to={`${addresses.reviewsOf(id)}?cursor=${nextCursor}`}>
            Avis plus anciens
          </ButtonLink>
        </p>
      )}
    </div>
  );
}
