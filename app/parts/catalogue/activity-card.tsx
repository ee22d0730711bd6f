import { Link } from "react-router";
import type { OfferingView } from "#core/catalogue/schema.ts";
import * as addresses from "#site/addresses.ts";
import { Badge } from "../../ui/badge.tsx";
import { Price } from "./price.tsx";
import { CardFacts, cardClass, cardLinkClass, cardTitleClass } from "./session-card.tsx";
import { SessionImage } from "./session-image.tsx";

const TAGS = 3;

export function ActivityCard({
  activity,
  now,
  eager,
  mention,
}: {
  activity: OfferingView<"activity">;
  now: Date;
  eager: boolean;
  /** Why it stands where it does (rule: boost). */
  mention?: string;
}) {
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
