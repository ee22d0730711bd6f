import { Share2, Tag } from "@lucide/icons";
import { isLastMinute } from "#core/catalogue/rules.ts";
import * as addresses from "#site/addresses.ts";
import { Fact, OfferingPage } from "../../parts/bookings/offering-page.tsx";
import { FavoriteHeart, favoriteState } from "../../parts/catalogue/favorite-heart.tsx";
import { VerifiedTick } from "../../parts/catalogue/professional-card.tsx";
import { SessionGrid } from "../../parts/catalogue/session-card.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { Rating } from "../../ui/rating.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { showToast } from "../../ui/toasts/toast.ts";
import type { Route } from "./+types/session";

type Session = Route.ComponentProps["loaderData"]["session"];

export default function SessionScreen({ loaderData, actionData }: Route.ComponentProps) {
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
            <FavoriteHeart session={session} favorite={favoriteState(hearts, session.id)} />
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

function ShareButton({ title }: { title: string }) {
  const share = async () => {
    const url = location.origin + location.pathname;
    try {
      if (navigator.share) return await navigator.share({ title, url });
      await navigator.clipboard.writeText(url);
      showToast({ title: "Lien copié", text: "Vous pouvez le coller où vous voulez." });
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
      showToast({ title: "Erreur", text: "Le lien n'a pas pu être copié.", tone: "danger" });
    }
  };
  return (
    <button
      type="button"
      aria-label="Partager"
      onClick={share}
      className="grid size-11 place-items-center rounded-full bg-surface/92 transition-colors hover:bg-surface noscript:invisible"
    >
      <Icon of={Share2} className="size-5" />
    </button>
  );
}
