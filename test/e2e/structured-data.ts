/*
 * The requirements of Google's documentation for each rich result, and our own beyond them: a small
 * strict reading of our JSON-LD
 * (https://developers.google.com/search/docs/appearance/structured-data).
 */

type Json = Record<string, unknown>;

/** The faults in the items of a page; an unknown kind of item is one too. */
export function problemsOf(things: readonly Json[], origin: string): string[] {
  return things.flatMap((thing) => {
    const kind = String(thing["@type"]);
    const rule = RULES[kind];
    const found = rule ? rule(thing, origin) : ["nobody has said what it must have"];
    return found.map((problem) => `${kind}: ${problem}`);
  });
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?([+-]\d\d:\d\d|Z)$/;
const object = (value: unknown): Json =>
  value && typeof value === "object" ? (value as Json) : {};
const array = (value: unknown): Json[] => (Array.isArray(value) ? value : []);

/** A list of what must hold, each with its name; the names of those that do not. */
function broken(checks: Record<string, boolean>): string[] {
  return Object.entries(checks).flatMap(([name, holds]) => (holds ? [] : [name]));
}

const isText = (value: unknown) => typeof value === "string" && value.trim() !== "";
const isOurs = (value: unknown, origin: string) =>
  typeof value === "string" && value.startsWith(`${origin}/`) && URL.canParse(value);
const isOneOf = (value: unknown, ...names: string[]) =>
  names.some((name) => value === `https://schema.org/${name}`);

/** Positions count from 1, and every address is of our site. */
function isCounted(items: readonly Json[], address: string, origin: string): boolean {
  return items.every((item, at) => item.position === at + 1 && isOurs(item[address], origin));
}

function event(thing: Json, origin: string): string[] {
  const { startDate, endDate } = thing;
  const isOnline = thing.eventAttendanceMode === "https://schema.org/OnlineEventAttendanceMode";
  const location = object(thing.location);
  const address = object(location.address);
  const offer = object(thing.offers);
  const organizer = object(thing.organizer);
  return broken({
    name: isText(thing.name),
    description: isText(thing.description),
    "startDate with its offset": INSTANT.test(String(startDate)),
    "endDate after startDate": Date.parse(String(endDate)) > Date.parse(String(startDate)),
    eventStatus: isOneOf(thing.eventStatus, "EventScheduled"),
    eventAttendanceMode:
      isOnline || isOneOf(thing.eventAttendanceMode, "OfflineEventAttendanceMode"),
    "location of its mode": isOnline
      ? location["@type"] === "VirtualLocation" && isOurs(location.url, origin)
      : location["@type"] === "Place" &&
        isText(location.name) &&
        address["@type"] === "PostalAddress" &&
        isText(address.addressLocality) &&
        address.addressCountry === "FR",
    "organizer with name and url": isText(organizer.name) && isOurs(organizer.url, origin),
    "image, absolute": array(thing.image).length > 0 && isOurs(array(thing.image)[0], origin),
    "offers.price": /^\d+\.\d{2}$/.test(String(offer.price)),
    "offers.priceCurrency": offer.priceCurrency === "EUR",
    "offers.availability": isOneOf(offer.availability, "InStock", "SoldOut"),
    "offers.validFrom before startDate":
      INSTANT.test(String(offer.validFrom)) &&
      Date.parse(String(offer.validFrom)) < Date.parse(String(startDate)),
    "offers.url": isOurs(offer.url, origin),
  });
}

function business(thing: Json, origin: string): string[] {
  const rating = object(thing.aggregateRating);
  const value = Number(rating.ratingValue);
  return broken({
    name: isText(thing.name),
    url: isOurs(thing.url, origin),
    image: isOurs(thing.image, origin),
    "address of a country": object(thing.address).addressCountry === "FR",
    "a rating only with reviews":
      !("aggregateRating" in thing) ||
      (value >= 1 &&
        value <= 5 &&
        Number.isInteger(rating.reviewCount) &&
        Number(rating.reviewCount) > 0),
    "nothing that is not public": !["telephone", "taxID", "vatID", "email"].some(
      (name) => name in thing,
    ),
  });
}

const RULES: Record<string, (thing: Json, origin: string) => string[]> = {
  Event: event,
  HealthAndBeautyBusiness: business,
  BreadcrumbList: ({ itemListElement }, origin) => {
    const steps = array(itemListElement);
    return broken({
      "two steps or more": steps.length >= 2,
      "names, positions and addresses":
        steps.every(({ name }) => isText(name)) && isCounted(steps, "item", origin),
    });
  },
  ItemList: ({ itemListElement }, origin) =>
    broken({ "positions and addresses": isCounted(array(itemListElement), "url", origin) }),
  FAQPage: ({ mainEntity }) =>
    broken({
      "questions with their answers":
        array(mainEntity).length > 0 &&
        array(mainEntity).every(
          ({ name, acceptedAnswer }) => isText(name) && isText(object(acceptedAnswer).text),
        ),
    }),
  Organization: (thing, origin) =>
    broken({
      name: isText(thing.name),
      url: isOurs(thing.url, origin),
      logo: isOurs(thing.logo, origin),
    }),
  WebSite: (thing, origin) => {
    const search = object(thing.potentialAction);
    return broken({
      name: isText(thing.name),
      url: isOurs(thing.url, origin),
      "a search with its placeholder":
        String(object(search.target).urlTemplate).endsWith("?q={search_term_string}") &&
        search["query-input"] === "required name=search_term_string",
    });
  },
};
