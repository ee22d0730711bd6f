import { Tag } from "@lucide/icons";
import { isLastMinute } from "#core/catalogue/rules.ts";
import { showOffering } from "#core/catalogue/views/show-offering.server.ts";
import { listBookable } from "#core/search/list-bookable.server.ts";
import { site } from "#core/site.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { asGonePage } from "../../failures/gone-session.server.ts";
import { readPart } from "../../failures/read-part.server.ts";
import { book } from "../../parts/bookings/booking-action.server.ts";
import { readOfferingPage } from "../../parts/bookings/offering-page.server.ts";
import { OfferingPage } from "../../parts/bookings/offering-page.tsx";
import { FavoriteHeart, favoriteState } from "../../parts/catalogue/favorite-heart.tsx";
import { Fact } from "../../parts/catalogue/offering-facts.tsx";
import { VerifiedTick } from "../../parts/catalogue/professional-card.tsx";
import { SessionGrid } from "../../parts/catalogue/session-card.tsx";
import { ShareButton } from "../../parts/catalogue/share-button.tsx";
import { readHearts } from "../../parts/favorites/read-hearts.server.ts";
import { summaryOf } from "../../parts/seo/summary.ts";
import { Badge } from "../../ui/badge.tsx";
import { Rating } from "../../ui/rating.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/session";

/** Other sessions of the same practitioner, at the foot of the page. */
const OTHERS = 3;

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { sessionId } = params;
  const found = await showOffering(ctx, "session", sessionId).catch((error) =>
    asGonePage(ctx, sessionId, error),
  );
  const { offering: session, ...page } = await readOfferingPage(context, request, "session", found);
  const professionalId = session.professional.id;
  const listed = listBookable(ctx, { professionalId, limit: OTHERS + 1 });
  const bookable = await readPart(context, "other sessions", listed);
  const others = (bookable?.sessions ?? []).filter(({ id }) => id !== session.id).slice(0, OTHERS);
  const hearts = await readHearts(context, [session, ...others]);
  return { session, ...page, others, hearts };
}

export async function action({ request, params: { sessionId }, context }: Route.ActionArgs) {
  const path = addresses.sessionForm(encodeURIComponent(sessionId));
  return book(context.get(requestContext), request, { sessionId, path });
}

type Session = Route.ComponentProps["loaderData"]["session"];

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger les détails de la session" },
  actionFailure: { title: "Erreur", text: "Une erreur est survenue lors du paiement" },
};

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [{ title: `Session introuvable — ${site.name}` }];
  const { session } = loaderData;
  return [
    { title: `${session.title} — ${site.name}` },
    { name: "description", content: summaryOf(session.description) },
  ];
};

export default function SessionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { session, others, hearts, ...page } = loaderData;
  return (
    <OfferingPage
      {...page}
      offering={session}
      refusal={actionData}
      steps={[
        { label: "Sessions", to: addresses.sessions },
        {
          label: session.category,
          to: `${addresses.sessions}?category=${encodeURIComponent(session.category)}`,
        },
        { label: session.title },
      ]}
      onPicture={
        <>
          {isLastMinute(session.nextSlot?.start ?? null, page.now) && (
            <Badge tone="clay" className="absolute top-4 left-4">
              Dernière minute
            </Badge>
          )}
          <div className="absolute top-3 right-3 flex gap-2">
            <ShareButton title={session.title} />
            <FavoriteHeart
              sessionId={session.id}
              title={session.title}
              favorite={favoriteState(hearts, session.id)}
            />
          </div>
        </>
      }
      byline={<Byline professional={session.professional} />}
      facts={{
        className: "md:grid-cols-[repeat(4,auto)] md:justify-between",
        more: session.tags.length > 0 && (
          <Fact icon={Tag} term="Mots-clés">
            {session.tags.join(", ")}
          </Fact>
        ),
      }}
      practitioner="Votre praticien"
    >
      {others.length > 0 && (
        <section aria-labelledby="autres" className="mt-16">
          <h2 id="autres">Du même praticien</h2>
          <SessionGrid
            sessions={others}
            now={page.now}
            hearts={hearts}
            className="mt-6 lg:grid-cols-3"
          />
        </section>
      )}
    </OfferingPage>
  );
}

function Byline({ professional }: Pick<Session, "professional">) {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft figures">
      <span>
        Avec{" "}
        <TextLink to={addresses.professional(professional.id)}>
          {professional.businessName}
        </TextLink>
      </span>
      {professional.isVerified && <VerifiedTick />}
      {professional.rating > 0 && (
        <>
          <Rating value={professional.rating} />
          <span>{professional.totalReviews} avis</span>
        </>
      )}
    </div>
  );
}
