import type { ReactNode } from "react";
import { Link } from "react-router";
import { durationLabel, nextSlotLabel, placeLabel } from "#core/catalogue/labels.ts";
import { formatDate } from "#core/dates.ts";
import type { OfferedActivity } from "#core/professionals/schema.ts";
import { showReviews } from "#core/reviews/show-reviews.server.ts";
import { allSessionsLabel } from "#core/search/labels.ts";
import {
  type ProfessionalOffers,
  showProfessionalOffers,
  showProfessionalPage,
} from "#core/search/show-professional-page.server.ts";
import { showTick } from "#core/verifications/show-verification.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { asGonePage } from "../../failures/gone-page.server.ts";
import { readPart } from "../../failures/read-part.server.ts";
import { DateTile } from "../../parts/bookings/booking-parts.tsx";
import { Monogram } from "../../parts/catalogue/monogram.tsx";
import { Price } from "../../parts/catalogue/price.tsx";
import { SessionGrid } from "../../parts/catalogue/session-card.tsx";
import { readHearts } from "../../parts/favorites/read-hearts.server.ts";
import { PartFailed } from "../../parts/layout/part-failed.tsx";
import { drawReviews } from "../../parts/reviews/draw-reviews.server.tsx";
import { describedMeta, summaryOf, titleMeta } from "../../parts/seo/page-meta.ts";
import { drawTick } from "../../parts/verification/draw-tick.server.tsx";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Arc } from "../../ui/pictures/logo.tsx";
import { Rating } from "../../ui/rating.tsx";
import { ArrowLink, TextLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/praticien";

export const page = { shared: {} };

export const handle = {
  failure: { title: "Erreur", text: "Impossible de récupérer les professionnels" },
};

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return titleMeta("Praticien introuvable");
  const { businessName, businessCity, businessDescription, categories } = loaderData.professional;
  const what = [categories.join(", "), businessCity].filter(Boolean).join(" · ");
  return describedMeta(businessName, summaryOf([what, businessDescription].join(". ")));
};

const REVIEWS = 5;

export async function loader({ params, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { professionalId } = params;
  const page = await showProfessionalPage(ctx, { professionalId }).catch((error) =>
    asGonePage(ctx, { kind: "professional", id: professionalId }, error),
  );
  const [offered, shown] = await Promise.all([
    readPart(context, "sessions", () => showProfessionalOffers(ctx, professionalId)),
    readPart(context, "reviews", () =>
      showReviews(ctx, { professional: professionalId, limit: REVIEWS + 1 }),
    ),
  ]);
  const found = shown?.reviews ?? null;
  const reviews = found?.slice(0, REVIEWS) ?? null;
  const allOf = found && found.length > REVIEWS ? professionalId : undefined;
  const drawn = drawReviews(reviews, { heading: "Avis", ...(allOf && { allOf }) });
  const isVerified = page.professional.isVerified;
  const tick =
    isVerified && (await readPart(context, "tick", () => showTick(ctx, { professionalId })));
  return {
    ...page,
    offered,
    tick: tick ? drawTick(tick) : "",
    reviews: reviews ?? [],
    drawn,
    hearts: await readHearts(context, offered?.sessions ?? []),
    now: ctx.now(),
  };
}

type Page = Route.ComponentProps["loaderData"];
type Professional = Page["professional"];

export default function Practitioner({ loaderData: page }: Route.ComponentProps) {
  const { professional, offered, now } = page;
  return (
    <div className="page pb-8">
      <Breadcrumb
        steps={[
          { label: "Praticiens", to: addresses.professionals },
          { label: professional.businessName },
        ]}
      />
      <Presentation professional={professional} memberSince={page.memberSince} tick={page.tick} />
      <section className="mt-14">
        {offered ? (
          <Sessions {...page} {...offered} />
        ) : (
          <PartFailed text="Impossible de récupérer les sessions" />
        )}
      </section>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React wrote it on the server */}
      {page.drawn && <div className="mt-16" dangerouslySetInnerHTML={{ __html: page.drawn }} />}
      {offered && offered.activities.length > 0 && (
        <section className="mt-16">
          <h2>Activités</h2>
          <ul className="mt-6 grid gap-4 lg:grid-cols-2">
            {offered.activities.map((activity) => (
              <Activity key={activity.id} activity={activity} now={now} />
            ))}
          </ul>
        </section>
      )}
      <p className="mt-16 text-14">
        <TextLink to={addresses.reportContent(professional.id)} rel="nofollow">
          Signaler ce praticien
        </TextLink>
      </p>
    </div>
  );
}

interface PresentationProps {
  professional: Professional;
  memberSince: Date;
  tick: string;
}

function Presentation({ professional, memberSince, tick }: PresentationProps) {
  const { businessName, rating, totalReviews } = professional;
  const place = [professional.businessPostalCode, professional.businessCity].filter(Boolean);
  return (
    <div className="mt-2 grid gap-x-12 gap-y-6 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-start">
      <div className="flex items-center gap-2 text-sage-300">
        <Arc side="left" className="h-32 w-5 sm:h-44 sm:w-7" />
        <Monogram name={businessName} className="size-28 sm:size-38" />
        <Arc side="right" className="h-32 w-5 sm:h-44 sm:w-7" />
      </div>
      <div className="min-w-0 sm:pt-3">
        <h1 className="text-28 wrap-anywhere md:text-36">{businessName}</h1>
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft figures">
          {rating > 0 && (
            <>
              <Rating value={rating} />
              <span>{totalReviews} avis</span>
            </>
          )}
          {place.length > 0 && <span className="wrap-anywhere">{place.join(" ")}</span>}
          <span>Membre depuis le {formatDate(memberSince)}</span>
        </p>
        {professional.categories.length > 0 && (
          <p className="mt-1 text-ink-soft">{professional.categories.join(" · ")}</p>
        )}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React wrote it on the server */}
        {tick && <div dangerouslySetInnerHTML={{ __html: tick }} />}
        <p className="mt-5 max-w-text wrap-anywhere whitespace-pre-line">
          {professional.businessDescription}
        </p>
      </div>
    </div>
  );
}

function Sessions({
  professional,
  sessions,
  sessionCount,
  hearts,
  now,
}: Omit<Page, "offered"> & ProfessionalOffers) {
  const { id, businessName, businessCity } = professional;
  if (sessions.length === 0) {
    return (
      <EmptyState
        title="Aucune session disponible"
        picture="sophrologie-b"
        action={
          <>
            {businessCity && (
              <ButtonLink
                to={`${addresses.sessions}?location=${encodeURIComponent(businessCity)}`}
                variant="sage"
              >
                Voir les sessions à {businessCity}
              </ButtonLink>
            )}
            <ButtonLink to={addresses.professionals}>Voir tous les praticiens</ButtonLink>
          </>
        }
      >
        {businessName} n'a pas de place libre pour le moment.
      </EmptyState>
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-1">
        <h2>Prochaines sessions</h2>
        {sessionCount.count > sessions.length && (
          <ArrowLink to={`${addresses.sessions}?professional=${id}`}>
            {allSessionsLabel(sessionCount)}
          </ArrowLink>
        )}
      </div>
      <SessionGrid sessions={sessions} now={now} hearts={hearts} className="mt-6 lg:grid-cols-3" />
    </>
  );
}

function Activity({ activity, now }: { activity: OfferedActivity; now: Date }) {
  const next = nextSlotLabel(activity.nextStart, now);
  return (
    <li className="relative flex gap-5 rounded-card bg-surface p-5 ring ring-hairline transition hover:shadow-soft hover:ring-sand-300 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2">
      <DateTile start={activity.nextStart} />
      <div className="min-w-0 flex-1">
        <p className="text-14 font-strong text-sage-600">{activity.category}</p>
        <h3 className="text-22 leading-[1.2] wrap-anywhere">
          <Link
            to={addresses.activity(activity.id)}
            className="no-underline outline-none after:absolute after:inset-0 after:rounded-card"
          >
            {activity.title}
          </Link>
        </h3>
        <p className="mt-2 flex flex-wrap gap-x-2 text-14 text-ink-soft figures">
          <Fact>{next.date ? `${next.label} · ${next.date}` : next.label}</Fact>
          <Fact>{placeLabel(activity)}</Fact>
          <Fact>{durationLabel(activity.duration)}</Fact>
        </p>
      </div>
      <Price price={activity.price} className="justify-end self-end" />
    </li>
  );
}

function Fact({ children }: { children: ReactNode }) {
  return (
    <span className="wrap-anywhere not-last:after:ml-2 not-last:after:content-['·']">
      {children}
    </span>
  );
}
