import { Calendar, MapPin, Video } from "@lucide/icons";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { durationLabel, lowStockLabel, nextSlotLabel, placeLabel } from "#core/catalogue/labels.ts";
import { isLastMinute } from "#core/catalogue/rules.ts";
import type { SessionCardView } from "#core/catalogue/schema.ts";
import * as addresses from "#site/addresses.ts";
import { Badge } from "../../ui/badge.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import type { Eager } from "../../ui/pictures/picture.tsx";
import { Rating } from "../../ui/rating.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { FavoriteHeart, favoriteState } from "./favorite-heart.tsx";
import { Price, type ShownPrice } from "./price.tsx";
import { SessionImage } from "./session-image.tsx";

export type Card = Pick<
  SessionCardView,
  "id" | "title" | "category" | "city" | "isOnline" | "duration" | "imageUrl" | "nextSlot"
> & {
  professional: Pick<SessionCardView["professional"], "businessName" | "rating">;
  price: ShownPrice;
  /** « Mis en avant »: why it stands where it does (rule: boost). */
  mention?: string;
};

export const cardGridClass = "grid gap-x-6 gap-y-7 sm:grid-cols-2";

const frame = "relative flex h-full flex-col rounded-card bg-surface ring ring-hairline";

export const cardClass = `group card-link ${frame}`;

/** Always two lines where cards stand side by side, so that the rest aligns. */
export const cardTitleClass =
  "mt-1 line-clamp-2 wrap-anywhere text-22 leading-[1.2] sm:min-h-[2lh]";
export const cardLinkClass =
  "no-underline outline-none after:absolute after:inset-0 after:z-10 after:rounded-card";

export function SessionCard({
  session,
  now,
  heading: Heading = "h2",
  eager = false,
  hearts,
}: {
  session: Card;
  now: Date;
  heading?: "h2" | "h3";
  eager?: Eager;
  hearts: readonly string[] | null;
}) {
  const start = session.nextSlot?.start ?? null;
  const stock = session.nextSlot && lowStockLabel(session.nextSlot.availableSpots);
  return (
    <article className={cardClass}>
      <div className="relative aspect-card overflow-hidden rounded-t-card bg-sand-100">
        <SessionImage
          session={session}
          sizes="(min-width: 1024px) 384px, (min-width: 640px) 50vw, 100vw"
          eager={eager}
        />
        {isLastMinute(start, now) && (
          <Badge tone="clay" className="absolute top-3 left-3">
            Dernière minute
          </Badge>
        )}
      </div>
      <div className="absolute top-2 right-2 z-20">
        <FavoriteHeart session={session} favorite={favoriteState(hearts, session.id)} />
      </div>
      <div className="flex flex-1 flex-col px-5 pt-4 pb-5">
        <p className="flex justify-between gap-3 text-14 font-strong text-sage-600">
          {session.category}
          {session.mention && <em className="font-regular not-italic">{session.mention}</em>}
        </p>
        <Heading className={cardTitleClass}>
          <Link
            to={addresses.session(session.id, session.nextSlot?.id, session.price.seats)}
            prefetch="intent"
            className={cardLinkClass}
          >
            {session.title}
          </Link>
        </Heading>
        <CardFacts offering={session} now={now} />
        <div className="mt-auto flex items-end justify-between gap-3 pt-4">
          {stock && <LowStock>{stock}</LowStock>}
          <Price price={session.price} className="ml-auto justify-end" />
        </div>
      </div>
    </article>
  );
}

interface CardFactsProps {
  offering: Pick<Card, "nextSlot" | "isOnline" | "city" | "duration" | "professional">;
  now: Date;
}

export function CardFacts({ offering, now }: CardFactsProps) {
  const next = nextSlotLabel(offering.nextSlot?.start ?? null, now);
  return (
    <>
      <p className="mt-2 flex justify-between gap-3 text-14 text-ink-soft">
        <span className="truncate">{offering.professional.businessName || "Professionnel"}</span>
        {offering.professional.rating > 0 && <Rating value={offering.professional.rating} />}
      </p>
      <p className="mt-3.5 flex items-center gap-2 font-strong figures">
        <Icon of={Calendar} className="size-4 shrink-0 text-sage-600" />
        <span>
          {next.label}
          <span className="text-14 font-regular text-ink-soft">
            {" "}
            · {next.date ?? "aucun créneau"}
          </span>
        </span>
      </p>
      <p className="mt-1 flex items-center gap-2 text-14 text-ink-soft figures">
        <Icon of={offering.isOnline ? Video : MapPin} className="size-4 shrink-0 text-sage-600" />
        <span className="truncate">{placeLabel(offering)}</span>
        <span aria-hidden>·</span>
        {durationLabel(offering.duration)}
      </p>
    </>
  );
}

/** Marked by a dot too, never by colour alone. */
export function LowStock({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-14 font-strong whitespace-nowrap text-clay-700 before:size-2 before:rounded-full before:bg-clay-600">
      {children}
    </span>
  );
}

export function SessionCardSkeleton() {
  return (
    <div aria-hidden className={frame}>
      <Skeleton className="aspect-card rounded-b-none rounded-t-card" />
      <div className="flex flex-1 flex-col px-5 pt-4 pb-5">
        <Skeleton className="h-5 w-1/3" />
        <Skeleton className="mt-2 h-6" />
        <Skeleton className="mt-1 h-6 w-2/3" />
        <Skeleton className="mt-3 h-5 w-1/2" />
        <Skeleton className="mt-4 h-6 w-4/5" />
        <Skeleton className="mt-1 h-5 w-2/5" />
        <Skeleton className="mt-6 ml-auto h-7 w-1/3" />
      </div>
    </div>
  );
}

interface SessionGridProps {
  sessions: readonly Card[];
  now: Date;
  hearts: readonly string[] | null;
  className?: string;
}

export function SessionGrid({ sessions, now, hearts, className = "" }: SessionGridProps) {
  return (
    <ul className={`${cardGridClass} ${className}`}>
      {sessions.map((session) => (
        <li key={session.id} className="min-w-0">
          <SessionCard session={session} now={now} heading="h3" hearts={hearts} />
        </li>
      ))}
    </ul>
  );
}
