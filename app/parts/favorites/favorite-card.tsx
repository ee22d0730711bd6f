import { Calendar, Clock, MapPin, UserRound, Video } from "@lucide/icons";
import type { ReactNode } from "react";
import { Link } from "react-router";
import {
  durationLabel,
  nextSlotLabel,
  placeLabel,
  UNBOOKABLE_LABELS,
} from "#core/catalogue/labels.ts";
import { isLastMinute } from "#core/catalogue/rules.ts";
import type { OfferingView } from "#core/catalogue/schema.ts";
import { spotsLabel } from "#core/favorites/labels.ts";
import * as addresses from "#site/addresses.ts";
import { Badge } from "../../ui/badge.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { Rating } from "../../ui/rating.tsx";
import { FavoriteHeart } from "../catalogue/favorite-heart.tsx";
import { Price } from "../catalogue/price.tsx";
import { LowStock } from "../catalogue/session-card.tsx";
import { SessionImage } from "../catalogue/session-image.tsx";

interface FavoriteCardProps {
  session: OfferingView<"session">;
  now: Date;
  eager: boolean;
}

export function FavoriteCard({ session, now, eager }: FavoriteCardProps) {
  const start = session.nextSlot?.start ?? null;
  const next = nextSlotLabel(start, now);
  return (
    <article className="group relative grid h-full rounded-card bg-surface ring ring-hairline transition hover:shadow-soft hover:ring-sand-300 has-[h2_a:focus-visible]:outline-2 has-[h2_a:focus-visible]:outline-offset-2 sm:grid-cols-[13rem_minmax(0,1fr)]">
      <div className="relative aspect-card overflow-hidden rounded-t-card bg-sand-100 sm:aspect-auto sm:rounded-l-card sm:rounded-tr-none">
        <SessionImage
          session={session}
          sizes="(min-width: 640px) 400px, 100vw"
          eager={eager}
          className="sm:absolute sm:inset-0"
        />
        {isLastMinute(start, now) && (
          <Badge tone="clay" className="absolute top-3 left-3">
            Dernière minute
          </Badge>
        )}
      </div>
      <div className="absolute top-2 right-2 z-20">
        <FavoriteHeart session={session} favorite={{ isFavorite: true, signedIn: true }} />
      </div>
      <div className="flex min-w-0 flex-col px-5 pt-4 pb-5">
        <p className="flex gap-3 text-14 font-strong text-sage-600 sm:pr-10">
          {session.category}
          {session.professional.rating > 0 && <Rating value={session.professional.rating} />}
        </p>
        <h2 className="mt-1 line-clamp-2 text-22 leading-[1.2] sm:pr-10">
          <Link
            to={addresses.session(session.id)}
            prefetch="intent"
            className="no-underline outline-none after:absolute after:inset-0 after:z-10 after:rounded-card"
          >
            {session.title}
          </Link>
        </h2>
        <p className="mt-2 line-clamp-3 text-ink-soft">{session.description}</p>
        <ul className="mt-3 grid gap-1 text-14 figures">
          <Line icon={<Icon of={Calendar} />}>
            <span className="font-strong">{next.label}</span>
            {next.date && <span className="text-ink-soft"> · {next.date}</span>}
          </Line>
          <Line icon={<Icon of={UserRound} />}>
            {session.professional.businessName || "Professionnel"}
          </Line>
          <Line icon={session.isOnline ? <Icon of={Video} /> : <Icon of={MapPin} />}>
            {placeLabel(session)}
          </Line>
          <Line icon={<Icon of={Clock} />}>{durationLabel(session.duration)}</Line>
        </ul>
        <div className="mt-auto flex flex-wrap items-end justify-between gap-x-3 gap-y-1 pt-4">
          <Seats session={session} />
          <Price price={session.price} className="ml-auto" />
        </div>
      </div>
    </article>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      <span aria-hidden className="text-sage-600 [&>svg]:size-4">
        {icon}
      </span>
      <span className="min-w-0 truncate">{children}</span>
    </li>
  );
}

function Seats({ session }: { session: OfferingView<"session"> }) {
  const { unbookable } = session;
  if (unbookable && unbookable !== "no_slot" && unbookable !== "own") {
    return <p className="text-14 text-ink-soft">{UNBOOKABLE_LABELS[unbookable]}</p>;
  }
  const { text, isLow } = spotsLabel(session);
  if (isLow) return <LowStock>{text}</LowStock>;
  return <p className="text-14 text-ink-soft figures">{text}</p>;
}
