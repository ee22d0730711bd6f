import { Link, useNavigation } from "react-router";
import { activityListQuery, type OfferingView } from "#core/catalogue/schema.ts";
import { listActivities } from "#core/catalogue/views/show-offering.server.ts";
import { isAppError } from "#core/errors.ts";
import { BOOSTED } from "#core/promotion/labels.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { readList } from "../../failures/read-part.server.ts";
import { Price } from "../../parts/catalogue/price.tsx";
import {
  CardFacts,
  cardClass,
  cardGridClass,
  cardLinkClass,
  cardTitleClass,
  SessionCardSkeleton,
} from "../../parts/catalogue/session-card.tsx";
import { SessionImage } from "../../parts/catalogue/session-image.tsx";
import { PartFailed } from "../../parts/layout/part-failed.tsx";
import { describedMeta } from "../../parts/seo/page-meta.ts";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/activites";

export const page = { shared: { limit: /^\d{1,2}$/, cursor: /^[\w-]{1,500}$/ } };

/** Beyond this total there is a next page. */
const STEP = 12;
const MOST = 96;

export const meta: Route.MetaFunction = () =>
  describedMeta(
    "Activités",
    "Ateliers, retraites et formations de bien-être, proposés par les professionnels de Parenthèse.",
  );

export const handle = {
  failure: { title: "Erreur", text: "Impossible de récupérer les activités" },
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const asked = { limit: STEP, ...Object.fromEntries(new URL(request.url).searchParams) };
  const { data: query = { limit: STEP, cursor: undefined } } = activityListQuery.safeParse(asked);
  const list = await readList(context, "activities", () =>
    listActivities(ctx, query).catch((error: unknown) => {
      if (!isAppError(error)) throw error;
      return listActivities(ctx, { limit: STEP });
    }),
  );
  return { query, list, now: ctx.now() };
}

export default function Activities({ loaderData }: Route.ComponentProps) {
  const { query, list, now } = loaderData;
  return (
    <div className="page pt-6 pb-8 md:pt-10">
      <h1>Activités</h1>
      <p className="mt-2 max-w-text text-ink-soft">
        Ateliers, retraites et formations, pour apprendre et se retrouver.
      </p>
      {query.cursor && (
        <p className="mt-4">
          <TextLink to={addresses.activities}>Revenir aux plus récentes</TextLink>
        </p>
      )}
      {!list ? (
        <PartFailed text={handle.failure.text} className="mt-8" />
      ) : list.activities.length === 0 ? (
        <div className="mt-8">
          <EmptyState
            title="Aucune activité disponible"
            link={{ to: addresses.sessions, label: "Voir toutes les sessions" }}
          >
            Les ateliers, retraites et formations à venir s'afficheront ici.
          </EmptyState>
        </div>
      ) : (
        <ActivityList query={query} {...list} now={now} />
      )}
    </div>
  );
}

type Loaded = Route.ComponentProps["loaderData"];
type Query = Loaded["query"];

function ActivityList({
  query,
  activities,
  boosted,
  nextCursor,
  now,
}: Pick<Loaded, "query" | "now"> & NonNullable<Loaded["list"]>) {
  const pending = useNavigation().location?.pathname === addresses.activities;
  return (
    <>
      <p role="status" className="mt-5 mb-6 text-ink-soft figures">
        {activities.length > 1 ? `${activities.length} activités affichées` : "1 activité affichée"}
      </p>
      <ul className={`${cardGridClass} lg:grid-cols-3`} aria-busy={pending}>
        {activities.map((activity, index) => (
          <li key={activity.id}>
            <ActivityCard
              activity={activity}
              now={now}
              eager={index < 3}
              {...(boosted.includes(activity.id) && { mention: BOOSTED })}
            />
          </li>
        ))}
        {pending &&
          ["1", "2", "3"].map((name) => (
            <li key={name}>
              <SessionCardSkeleton />
            </li>
          ))}
      </ul>
      {nextCursor && (
        <p className="mt-10 text-center">
          <ButtonLink to={furtherHref(query, nextCursor)} preventScrollReset={!isFull(query)}>
            Voir plus
          </ButtonLink>
        </p>
      )}
    </>
  );
}

function isFull({ limit }: Query): boolean {
  return limit + STEP > MOST;
}

/** The same list with more entries, so that it can be shared, then the next page. */
function furtherHref(query: Query, nextCursor: string): string {
  if (isFull(query)) return `${addresses.activities}?cursor=${nextCursor}`;
  const from = query.cursor ? `&cursor=${query.cursor}` : "";
  return `${addresses.activities}?limit=${query.limit + STEP}${from}`;
}

const TAGS = 3;

interface ActivityCardProps {
  activity: OfferingView<"activity">;
  now: Date;
  eager: boolean;
  /** Why it stands where it does (rule: boost). */
  mention?: string;
}

function ActivityCard({ activity, now, eager, mention }: ActivityCardProps) {
  const { id, title, category, tags } = activity;
  return (
    <article className={cardClass}>
      <div className="aspect-card overflow-hidden rounded-t-card bg-sand-100">
        <SessionImage
          session={activity}
          sizes="(min-width: 1024px) 384px, (min-width: 640px) 50vw, 100vw"
          eager={eager}
        />
      </div>
      <div className="flex flex-1 flex-col px-5 pt-4 pb-5">
        <p className="flex justify-between gap-3 text-14 font-strong text-sage-600">
          {category}
          {mention && <em className="font-regular not-italic">{mention}</em>}
        </p>
        <h2 className={cardTitleClass}>
          <Link to={addresses.activity(id)} prefetch="intent" className={cardLinkClass}>
            {title}
          </Link>
        </h2>
        <CardFacts offering={activity} now={now} />
        {tags.length > 0 && (
          <ul aria-label="Mots-clés" className="mt-3 flex flex-wrap gap-1.5">
            {tags.slice(0, TAGS).map((tag) => (
              <li key={tag} className="min-w-0">
                <Badge tone="sand" className="max-w-full">
                  <span className="truncate">{tag}</span>
                </Badge>
              </li>
            ))}
          </ul>
        )}
        <div className="mt-auto pt-4 text-right">
          <Price price={activity.price} className="justify-end" />
        </div>
      </div>
    </article>
  );
}
