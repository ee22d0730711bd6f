import type * as schema from "schema-dts";
import type { OfferingView } from "#core/catalogue/schema.ts";
import { dayKey, toParisWithOffset } from "#core/dates.ts";
import { centsToEuros } from "#core/money.ts";
import type { ProfessionalView } from "#core/professionals/schema.ts";
import type { ReviewView } from "#core/reviews/schema.ts";
import { site } from "#core/site.ts";
import * as addresses from "#site/addresses.ts";

/*
 * Follows https://developers.google.com/search/docs/appearance/structured-data and tells only what
 * the page shows everybody (rule: public-columns). Types are leaves, because unions of schema.org's
 * kinds slow the compiler down.
 */

const EVENTS = 6;

type Offered = Pick<
  OfferingView<"session">,
  | "title"
  | "description"
  | "isOnline"
  | "isAddressPublic"
  | "address"
  | "postalCode"
  | "city"
  | "slots"
> & { professional: Pick<ProfessionalView, "businessName"> };

export function eventsOf(
  session: Offered,
  page: { url: string; picture: string; practitionerUrl: string },
): schema.EventLeaf[] {
  const { businessName: name } = session.professional;
  const location: schema.VirtualLocation | schema.PlaceLeaf = session.isOnline
    ? { "@type": "VirtualLocation", url: page.url }
    : {
        "@type": "Place",
        name,
        address: {
          "@type": "PostalAddress",
          // Its owner reads the street on the page too.
          ...(session.isAddressPublic && {
            ...(session.address && { streetAddress: session.address }),
            ...(session.postalCode && { postalCode: session.postalCode }),
          }),
          ...(session.city && { addressLocality: session.city }),
          addressCountry: "FR",
        },
      };
  const organizer: schema.OrganizationLeaf = {
    "@type": "Organization",
    name,
    url: page.practitionerUrl,
  };
  return session.slots.slice(0, EVENTS).map((slot) => ({
    "@type": "Event",
    "@id": `${page.url}#${slot.id}`,
    name: session.title,
    description: session.description,
    image: [page.picture],
    url: page.url,
    startDate: toParisWithOffset(slot.start),
    endDate: toParisWithOffset(slot.end),
    eventStatus: "https://schema.org/EventScheduled",
    eventAttendanceMode: session.isOnline
      ? "https://schema.org/OnlineEventAttendanceMode"
      : "https://schema.org/OfflineEventAttendanceMode",
    location,
    organizer,
    offers: {
      "@type": "Offer",
      url: page.url,
      price: centsToEuros(slot.price.nowCents).toFixed(2),
      priceCurrency: "EUR",
      ...(slot.price.next && { priceValidUntil: toParisWithOffset(slot.price.next.at) }),
      availability:
        slot.availableSpots > 0 && !slot.closed
          ? "https://schema.org/InStock"
          : "https://schema.org/SoldOut",
      ...onSaleSince(slot.id),
    },
  }));
}

/** The first 48 bits of an id are its slot's creation time (UUID version 7). */
function onSaleSince(id: string): { validFrom?: string } {
  if (id[14] !== "7") return {};
  const made = Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
  return { validFrom: toParisWithOffset(new Date(made)) };
}

/** Stars without reviews would be false (rule: true-figures). */
export function businessOf(
  professional: ProfessionalView,
  page: { url: string; picture: string; reviews: readonly ReviewView[] },
): schema.HealthAndBeautyBusiness {
  const { businessCity, businessPostalCode, totalReviews, rating } = professional;
  return {
    "@type": "HealthAndBeautyBusiness",
    "@id": page.url,
    name: professional.businessName,
    description: professional.businessDescription,
    url: page.url,
    image: page.picture,
    address: {
      "@type": "PostalAddress",
      ...(businessCity && { addressLocality: businessCity }),
      ...(businessPostalCode && { postalCode: businessPostalCode }),
      addressCountry: "FR",
    },
    ...(totalReviews > 0 &&
      rating > 0 && {
        aggregateRating: {
          "@type": "AggregateRating",
          ratingValue: rating,
          reviewCount: totalReviews,
          bestRating: 5,
          worstRating: 1,
        },
        review: page.reviews.filter(({ rating }) => rating !== null).map(reviewOf),
      }),
  };
}

function reviewOf({ author, rating, text, publishedAt }: ReviewView): schema.ReviewLeaf {
  const person: schema.PersonLeaf = { "@type": "Person", name: author };
  return {
    "@type": "Review",
    author: person,
    datePublished: dayKey(publishedAt),
    ...(text && { reviewBody: text }),
    reviewRating: { "@type": "Rating", ratingValue: Number(rating), bestRating: 5, worstRating: 1 },
  };
}

export function breadcrumbOf(
  origin: string,
  steps: readonly { name: string; path: string }[],
): schema.BreadcrumbList {
  const items = [{ name: "Accueil", path: addresses.home }, ...steps].map(
    ({ name, path }, index): schema.ListItemLeaf => {
      return { "@type": "ListItem", position: index + 1, name, item: `${origin}${path}` };
    },
  );
  return { "@type": "BreadcrumbList", itemListElement: items };
}

export function listOf(origin: string, entries: readonly { path: string }[]): schema.ItemList {
  const items = entries.map(({ path }, index): schema.ListItemLeaf => {
    return { "@type": "ListItem", position: index + 1, url: `${origin}${path}` };
  });
  return { "@type": "ItemList", itemListElement: items };
}

export function questionsOf(
  entries: readonly { question: string; answer: readonly string[] }[],
): schema.FAQPage {
  const questions = entries.map(({ question, answer }): schema.QuestionLeaf => {
    const acceptedAnswer: schema.AnswerLeaf = { "@type": "Answer", text: answer.join(" ") };
    return { "@type": "Question", name: question, acceptedAnswer };
  });
  return { "@type": "FAQPage", mainEntity: questions };
}

export function organizationOf(origin: string): schema.OrganizationLeaf {
  return {
    "@type": "Organization",
    "@id": `${origin}/#organisation`,
    name: site.name,
    url: `${origin}/`,
    logo: `${origin}/favicon.svg`,
    slogan: site.tagline,
    email: site.email,
    telephone: site.phone.href.slice("tel:".length),
    sameAs: site.socials.map(({ href }) => href),
  };
}

export function websiteOf(origin: string): schema.WebSite {
  const publisher: schema.IdReference = { "@id": `${origin}/#organisation` };
  const search: schema.WithActionConstraints<schema.SearchAction> = {
    "@type": "SearchAction",
    target: {
      "@type": "EntryPoint",
      urlTemplate: `${origin}${addresses.sessions}?q={search_term_string}`,
    },
    "query-input": "required name=search_term_string",
  };
  return {
    "@type": "WebSite",
    "@id": `${origin}/#site`,
    name: site.name,
    url: `${origin}/`,
    inLanguage: "fr-FR",
    publisher,
    potentialAction: search,
  };
}
