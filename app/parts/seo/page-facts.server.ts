import type { Register } from "react-router";
import type { Thing } from "schema-dts";
import { whenSaid } from "#core/catalogue/publishing/labels.ts";
import type { OfferingView } from "#core/catalogue/schema.ts";
import { landingPath } from "#core/landings/rules.ts";
import { priceLabel } from "#core/money.ts";
import { DEFAULT_SORT } from "#core/search/rules.ts";
import * as addresses from "#site/addresses.ts";
import { isListed } from "../../page-table.server.ts";
import { sessionsHref } from "../catalogue/search-address.ts";
import { readList } from "../filters/list-text.ts";
import { HELP_ENTRIES } from "../information/help.ts";
import { drawingOf } from "../landings/category-picture.server.ts";
import {
  breadcrumbOf,
  businessOf,
  eventsOf,
  listOf,
  organizationOf,
  questionsOf,
  websiteOf,
} from "./structured-data.server.ts";

export interface PageFacts {
  canonical: string;
  /** For one person only, or of no use to anybody who searches. */
  noindex?: boolean;
  /** Stands in for the page's own title where the page is shared. */
  shared?: { title: string; query: string };
  picture?: SharedPicture;
  things?: readonly Thing[];
}

export interface SharedPicture {
  /** An illustration of ours, else an address. */
  name: string | null;
  src?: string;
  alt: string;
}

type Modules = Register["routeModules"];
/** Routes without a screen answer programs. */
type ScreenId = {
  [Id in keyof Modules]: Modules[Id] extends { default: unknown } ? Id : never;
}[keyof Modules];
type DataOf<Id extends ScreenId> = Modules[Id] extends {
  loader: (...args: never[]) => infer Answer;
}
  ? Exclude<Awaited<Answer>, Response>
  : undefined;

interface ShownPage<Id extends ScreenId> {
  data: DataOf<Id>;
  origin: string;
  path: string;
  query: URLSearchParams;
  pictureOf: (picture: SharedPicture) => string;
}

const open = ({ path }: { path: string }): PageFacts => ({ canonical: path.toLowerCase() });
const FACTS: { [Id in ScreenId]?: (page: ShownPage<Id>) => PageFacts } = {
  "routes/home": ({ origin }) => ({
    canonical: addresses.home,
    things: [organizationOf(origin), websiteOf(origin)],
  }),
  "routes/sessions": describeList,
  session: describeSession,
  "sessions-session": describeSession,
  "routes/praticiens": ({ origin, query }) => ({
    canonical: addresses.professionals,
    noindex: query.has("q") || query.has("tous"),
    things: [breadcrumbOf(origin, [{ name: "Praticiens", path: addresses.professionals }])],
  }),
  "routes/praticien": describePractitioner,
  "routes/activites": ({ data, origin, query }) => ({
    canonical: addresses.activities,
    noindex: !data.list?.activities.length || query.has("cursor"),
    things: [breadcrumbOf(origin, [{ name: "Activités", path: addresses.activities }])],
  }),
  "routes/activite": describeActivity,
  "routes/bien-etre": describeLanding,
  "routes/aide": ({ query }) => ({
    canonical: addresses.help,
    noindex: query.has("q"),
    things: [questionsOf(HELP_ENTRIES)],
  }),
};

/**
 * @param id of the route, whose own loader's answer is the page's `data`.
 * @param pattern says whether it may be found.
 */
export function factsOf(
  id: string,
  pattern: string,
  page: Omit<ShownPage<ScreenId>, "data"> & { data: unknown },
): PageFacts {
  const factsOf = FACTS[id as ScreenId] as ((shown: typeof page) => PageFacts) | undefined;
  return factsOf ? factsOf(page) : { ...open(page), noindex: !isListed(pattern) };
}

/** Only the unfiltered list is indexed, and another order has the same address. */
function describeList({ data, origin }: ShownPage<"routes/sessions">): PageFacts {
  const { query, list } = readList(data.listed);
  const { sort, page, filter, ...narrowings } = query;
  const isNarrowed = filter === "nearby" || Object.values(narrowings).some(Boolean);
  const isPaged = !isNarrowed && sort === DEFAULT_SORT;
  // A visitor's position stands in no address that is shared.
  const first = sessionsHref({ ...query, near: undefined, sort: DEFAULT_SORT, page: 1 });
  return {
    canonical: isPaged ? sessionsHref({ ...query, page: list?.page ?? 1 }) : first,
    noindex: isNarrowed || !list || list.cards.length === 0,
    things: isNarrowed
      ? []
      : [breadcrumbOf(origin, [{ name: "Sessions", path: addresses.sessions }])],
  };
}

function describeSession(page: ShownPage<"session" | "sessions-session">): PageFacts {
  const { origin, query, pictureOf } = page;
  const { session, now } = page.data;
  const canonical = addresses.session(session.id);
  const picture = pictureOfOffered(session);
  return {
    canonical,
    // Not bookable, and not again before its professional says so.
    noindex: session.unbookable === "inactive",
    shared: shareSlot(session, query, now),
    picture,
    things: [
      ...(session.unbookable === null || session.unbookable === "own"
        ? eventsOf(session, {
            url: `${origin}${canonical}`,
            picture: pictureOf(picture),
            practitionerUrl: `${origin}${addresses.professional(session.professional.id)}`,
          })
        : []),
      breadcrumbOf(origin, [
        // Indexed pages only, and not the filtered list that the page itself leads back to.
        { name: "Bien-être", path: addresses.landings },
        { name: session.category, path: landingPath(session.category) },
        { name: session.title, path: canonical },
      ]),
    ],
  };
}

/** Indexed where something can be booked and the site has a text about it. */
function describeLanding({ data, origin }: ShownPage<"routes/bien-etre">): PageFacts {
  const root = { name: "Bien-être", path: addresses.landings };
  if (!data.landing) {
    const things = [breadcrumbOf(origin, [root]), listOf(origin, data.entries ?? [])];
    return { canonical: addresses.landings, things };
  }
  const { activity, city, sessions } = data.landing;
  const paths = sessions.map(({ id }) => ({ path: addresses.session(id) }));
  return {
    canonical: (city ?? activity).path,
    noindex: sessions.length === 0 || !data.text,
    picture: pictureOfActivity(activity.name, activity.formerNames),
    things: [
      breadcrumbOf(origin, [root, activity, ...(city ? [city] : [])]),
      listOf(origin, paths),
      ...(data.text ? [questionsOf(data.text.questions)] : []),
    ],
  };
}

function describeActivity(page: ShownPage<"routes/activite">): PageFacts {
  const { origin, query, pictureOf } = page;
  const { offering: activity, now } = page.data;
  const canonical = addresses.activity(activity.id);
  const picture = pictureOfOffered(activity);
  const shown = {
    url: `${origin}${canonical}`,
    picture: pictureOf(picture),
    practitionerUrl: `${origin}${addresses.professional(activity.professional.id)}`,
  };
  return {
    canonical,
    noindex: !activity.isActive,
    shared: shareSlot(activity, query, now),
    picture,
    things: [
      ...(activity.isActive ? eventsOf(activity, shown) : []),
      breadcrumbOf(origin, [
        { name: "Activités", path: addresses.activities },
        { name: activity.title, path: canonical },
      ]),
    ],
  };
}

function describePractitioner(page: ShownPage<"routes/praticien">): PageFacts {
  const { origin, pictureOf } = page;
  const { professional, reviews } = page.data;
  const canonical = addresses.professional(professional.id);
  const [category] = professional.categories;
  const picture = category ? pictureOfActivity(category) : undefined;
  return {
    canonical,
    ...(picture && { picture }),
    things: [
      businessOf(professional, {
        url: `${origin}${canonical}`,
        picture: pictureOf(picture ?? OWN_PICTURE),
        reviews,
      }),
      breadcrumbOf(origin, [
        { name: "Praticiens", path: addresses.professionals },
        { name: professional.businessName, path: canonical },
      ]),
    ],
  };
}

/** Messengers read the address that a page names once more, so it keeps the slot. */
function shareSlot(offered: Parameters<typeof titleSlot>[0], query: URLSearchParams, now: Date) {
  const slotId = query.get("creneau");
  const isKnown = offered.slots.some(({ id }) => id === slotId);
  return { title: titleSlot(offered, slotId, now), query: isKnown ? `?creneau=${slotId}` : "" };
}

export const OWN_PICTURE: SharedPicture = {
  name: null,
  alt: "Une personne médite devant le soleil levant, entre deux parenthèses",
};

type Pictured = Pick<OfferingView, "title" | "category" | "imageUrl">;

function pictureOfOffered(offered: Pictured): SharedPicture {
  return offered.imageUrl
    ? { name: null, src: offered.imageUrl, alt: offered.title }
    : pictureOfActivity(offered.category);
}

function pictureOfActivity(category: string, formerNames: string[] = []): SharedPicture {
  const name = drawingOf({ name: category, formerNames });
  return name ? { name, alt: `${category}, une illustration de Parenthèse` } : OWN_PICTURE;
}

/** Names the slot, else the next bookable one, else the title alone. */
export function titleSlot(
  { title, slots }: { title: string; slots: Pick<OfferingView["slots"][number], Shown>[] },
  slotId: string | null,
  now: Date,
): string {
  const isOpen = (slot: (typeof slots)[number]) => slot.availableSpots > 0 && slot.start > now;
  const slot = slots.find(({ id }) => id === slotId) ?? slots.find(isOpen);
  if (!slot) return title;
  return `${title}, ${whenSaid(slot.start, now)}, ${priceLabel(slot.price.nowCents)}`;
}

type Shown = "id" | "start" | "availableSpots" | "price";
