import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ProfessionalView } from "#core/professionals/schema.ts";
import * as addresses from "#site/addresses.ts";
import { Panel } from "../../ui/panel.tsx";
import { Rating } from "../../ui/rating.tsx";
import { ArrowLink } from "../../ui/text-link.tsx";
import { Monogram } from "./monogram.tsx";

export function ProfessionalCard({
  professional,
  heading: Heading = "h3",
  children,
}: {
  professional: ProfessionalView;
  heading?: "h2" | "h3";
  children?: ReactNode;
}) {
  const { id, businessName, rating, totalReviews } = professional;
  return (
    <Panel
      as="article"
      className="grid grid-cols-[88px_minmax(0,1fr)] gap-5 sm:grid-cols-[112px_minmax(0,1fr)]"
    >
      <Monogram name={businessName} className="size-22 sm:size-28" />
      <div className="min-w-0">
        <Heading className="flex items-center gap-2 text-22">
          <Link
            to={addresses.professional(id)}
            className="min-w-0 wrap-break-word no-underline hover:underline max-xs:hyphens-auto"
          >
            {businessName}
          </Link>
          {professional.isVerified && <VerifiedTick />}
        </Heading>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-14 text-ink-soft figures">
          {rating > 0 && (
            <>
              <Rating value={rating} />
              <span>{totalReviews} avis</span>
            </>
          )}
          <span className="wrap-anywhere">
            {professional.businessPostalCode} {professional.businessCity}
          </span>
        </p>
        {professional.categories.length > 0 && (
          <p className="mt-1 text-14 text-ink-soft">{professional.categories.join(" · ")}</p>
        )}
        {children}
        <p className="mt-3 line-clamp-3 text-ink-soft">{professional.businessDescription}</p>
      </div>
      <div className="col-span-full -mb-2 border-t border-sand-100 pt-3 sm:col-start-2">
        <ArrowLink to={`${addresses.sessions}?professional=${id}`}>
          Voir les sessions<span className="sr-only"> de {businessName}</span>
        </ArrowLink>
      </div>
    </Panel>
  );
}

export function VerifiedTick() {
  return (
    <svg viewBox="0 0 20 20" role="img" aria-label="Profil vérifié" className="size-5 shrink-0">
      <path
        className="fill-sage-600"
        d="M10 1.5l2.3 1.700 2.900-.1.800 2.800 2.400 1.600-1 2.700 1 2.700-2.400 1.600-.8 2.800-2.900-.1L10 18.900l-2.300-1.700-2.900.1-.8-2.800-2.400-1.600 1-2.700-1-2.700L4 5.900l.8-2.800 2.900.1z"
      />
      <path
        className="fill-none stroke-surface"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="m6.5 10.3 2.400 2.400 4.600-5"
      />
    </svg>
  );
}
