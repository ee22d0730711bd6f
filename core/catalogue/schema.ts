import { z } from "zod";
import { listLimit, MAX_LIMIT } from "../cursor.ts";
import { fromParis, toParis } from "../dates.ts";
import { type ImageBucket, imageIdOf } from "../media/rules.ts";
import { type Cents, centsToEuros, eurosToCents } from "../money.ts";
import { PRICE_BANDS } from "../offers/rules.ts";
import type { ListedProfessional, ProfessionalView } from "../professionals/schema.ts";
import type { OfferCard } from "../tables.server.ts";
import { postalCode } from "../texts/contact.ts";
import { readNumber } from "../texts/numbers.ts";

/** The nine categories of the list's filter (rule: categories), in the order of the home page. */
export const FILTER_CATEGORIES = [
  "Yoga",
  "Massage",
  "Méditation",
  "Coaching",
  "Sophrologie",
  "Naturopathie",
  "Nutrition",
  "Reiki",
  "Psychothérapie",
] as const;

export const SORTS = ["relevance", "price_asc", "price_desc", "date", "rating"] as const;
export type Sort = (typeof SORTS)[number];

export const SESSION_FILTERS = ["last-minute", "nearby"] as const;

/** 9 cards a page (rule: working-controls); the pager stops at page 100 (budget of the deep page). */
export const PAGE_SIZE = 9;
export const LAST_PAGE = 100;
/** Counts are exact up to here, then « plus de 1 000 ». */
export const COUNT_LIMIT = 1_000;
/** The same for a search that is only offered. */
export const OFFERED_COUNT_LIMIT = 10;

/** In an address « + » means a space: `price=60+`, written by hand, arrives as « 60 ». */
function priceBand<Band extends z.ZodType>(band: Band) {
  return z.preprocess((value) => (value === "60 " ? "60+" : value), band);
}

const searchText = z.string().trim().max(200).default("").catch("");

/** An id that no practitioner has, so that a broken link does not show everybody's sessions. */
const NO_PRACTITIONER = "00000000-0000-0000-0000-000000000000";

/**
 * The query of an address of /sessions. An address never fails: a value that makes no sense is left
 * out, because people edit and truncate addresses.
 */
export const searchQuery = z.object({
  filter: z.enum(SESSION_FILTERS).optional().catch(undefined),
  q: searchText,
  location: searchText,
  category: searchText,
  professional: z.preprocess(
    (value) => value || undefined,
    z.uuid().optional().catch(NO_PRACTITIONER),
  ),
  price: priceBand(z.enum(PRICE_BANDS).optional().catch(undefined)),
  sort: z.enum(SORTS).default("relevance").catch("relevance"),
  page: z.coerce
    .number()
    .int()
    .min(1)
    .default(1)
    .catch(1)
    .transform((page) => Math.min(page, LAST_PAGE)),
});
export type SearchQuery = z.output<typeof searchQuery>;

const askedText = z.string().trim().max(200, { error: "200 caractères au plus" }).default("");

/** The same parameters for a program (JSON API), where a value that makes no sense is refused. */
export const sessionListQuery = z.object({
  filter: z.enum(SESSION_FILTERS, { error: "Filtre inconnu" }).optional(),
  q: askedText,
  location: askedText,
  category: askedText,
  professional: z.uuid({ error: "Identifiant invalide" }).optional(),
  price: priceBand(z.enum(PRICE_BANDS, { error: "Tranche de prix inconnue" }).optional()),
  sort: z.enum(SORTS, { error: "Tri inconnu" }).default("relevance"),
  /**
   * Comma-separated; with ids the answer is these sessions, bookable or not, and other parameters
   * are ignored.
   */
  ids: z
    .string()
    .transform((ids) => ids.split(",").filter((id) => id !== ""))
    .pipe(
      z
        .array(z.uuid({ error: "Identifiant invalide" }))
        .max(MAX_LIMIT, { error: "100 identifiants au plus" }),
    )
    .optional(),
  limit: listLimit,
  cursor: z.string().max(500, { error: "Curseur invalide" }).optional(),
});

/** One bookable session as a card shows it. Times are instants; labels are made where they are drawn. */
export interface SessionCardView extends OfferCard {
  /**
   * The earliest future slot with a free seat; null: « À programmer ». In lists the number of seats
   * is exact as long as it is mentioned (LOW_STOCK).
   */
  nextSlot: { start: Date; availableSpots: number } | null;
}

export interface SearchResult {
  sessions: SessionCardView[];
  /** Exact up to COUNT_LIMIT; `hasMore` says that there are more than that. */
  count: number;
  hasMore: boolean;
  page: number;
  pageCount: number;
  /** The practitioner that the address names, for the list's title. */
  professionalName: string | null;
  /** « Lyon », « Lyon (69003) »: the one city that was meant, as a session there writes it. */
  place: string | null;
  /** « Yoga » for « yoga »: the address's category, as the results write it. */
  category: string | null;
  waysOut: WaysOut;
}

/** Alternatives when nothing was found, close by and elsewhere. */
export interface WaysOut {
  /** The same with one condition less. */
  wider: WayOut[];
  /** The same as it was probably meant. */
  meant: WayOut | null;
  /** The same in other cities, however far they are. */
  elsewhere: WayOut[];
}

/** A condition that a search can do without. */
export type Narrowing = "filter" | "price" | "professional" | "category" | "q";

/** A search like one without results, which has results. */
export interface WayOut {
  query: SearchQuery;
  /** The conditions it drops. */
  without: readonly Narrowing[];
  /** The start of its soonest result. */
  start: Date;
  /** Exact up to OFFERED_COUNT_LIMIT; `hasMore` says that there are more than that. */
  count: number;
  hasMore: boolean;
}

export interface SlotView {
  id: string;
  start: Date;
  end: Date;
  availableSpots: number;
  /**
   * The latest instant at which the first held seat of a full slot may be free again; null for a
   * slot with free seats or without holds.
   */
  heldUntil: Date | null;
}

/** The same for a program: instants as text, « 2026-12-31T17:30:00.000Z ». */
export interface ListedSlot extends Omit<SlotView, "start" | "end" | "heldUntil"> {
  start: string;
  end: string;
  heldUntil: string | null;
}

export interface ActivityTypeView {
  id: string;
  name: string;
  /** « session » for the types of sessions. */
  category: string;
}

/** A category that a professional typed, and that the operator has not accepted for everybody. */
export interface ProposedType {
  name: string;
  /** How many sessions have it. */
  sessions: number;
  /** Names of the businesses that use it. */
  by: string[];
}

/** Why nobody can book; null when a slot may be chosen (rule: bookable). */
export type Unbookable =
  | "inactive"
  | "no_slot"
  | "sold_out"
  | "held"
  | "professional_unavailable"
  | "own";

/**
 * A session or an activity with its coming slots, for its page. Its online link is only for clients
 * who have paid (rule: online-link).
 */
export interface OfferingView<Kind extends SlotKind = SlotKind>
  extends Omit<SessionCardView, "professional"> {
  description: string;
  address: string | null;
  postalCode: string | null;
  isActive: boolean;
  isRecurring: boolean;
  /** English names of weekdays; null for a single date. */
  recurringDays: string[] | null;
  createdAt: Date;
  included: string[];
  requirements: string[];
  tags: string[];
  activityType: { session: ActivityTypeView; activity: null }[Kind];
  professional: ProfessionalView;
  /** Future slots, sold-out ones included, earliest first. */
  slots: SlotView[];
  unbookable: Unbookable | null;
}

/** A session as a program lists it: there may be a hundred, with some ten slots each. */
export interface ListedSession
  extends Omit<
    OfferingView<"session">,
    "createdAt" | "slots" | "nextSlot" | "professional" | "unbookable"
  > {
  slots: ListedSlot[];
  professional: ListedProfessional;
}

/** The remains of a session that has gone for good. */
export interface GoneSession {
  /** Its activity type's name. */
  category: string;
  /** Similar ones to come. */
  similar: SessionCardView[];
}

/** A program's query: activities, the newest first. An address of /activites has the same. */
export const activityListQuery = z.object({
  limit: listLimit,
  cursor: z.string().max(500, { error: "Curseur invalide" }).optional(),
});

/** The position of an activity in the list: its creation, to the microsecond, and its id. */
export const activityKey = z.object({ createdAt: z.iso.datetime(), activityId: z.uuid() });
export type ActivityKey = z.output<typeof activityKey>;

/** The home page; each part is read by itself. */
export interface HomeView {
  /** Within 72 hours, at most 2. */
  lastMinute: SessionCardView[];
  /** The number of bookable sessions in each category, as in a {@link SearchResult}. */
  categories: { name: string; count: number; hasMore: boolean }[];
  /** Rated 4.5 or more, at most 2. */
  popular: ProfessionalView[];
  /** The numbers of bookable sessions, their professionals and cities (rule: true-figures). */
  figures: Figures;
  /** The largest reduction of a session that can be booked, in whole percents; null without any. */
  largestReduction: number | null;
}

export interface Figures {
  sessions: number;
  professionals: number;
  cities: number;
}

/** The two kinds of offerings, whose seats are taken in the same way (rule: activities-alike). */
export type SlotKind = "session" | "activity";

/** A seat that the transaction now owns, with its slot and offering. */
export interface Seat {
  slotId: string;
  start: Date;
  end: Date;
  /** The seats left after this one. */
  availableSpots: number;
  /** The session's or the activity's id. */
  offeringId: string;
  title: string;
  /** The client's price. */
  priceCents: Cents;
  professionalId: string;
  professionalUserId: string;
  businessName: string;
  stripeAccountId: string;
}

export type SeatRefusal =
  | "unknown"
  | "inactive"
  | "professional_unavailable"
  | "past"
  | "own"
  | "sold_out";

// ─── What a professional publishes ─────────────────────────────────────────────────────────────

export const WEEKDAYS = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** A recurrence, in Paris time (rule: slots-ahead). */
export interface Recurrence {
  days: readonly Weekday[];
  /** « 18:30 » */
  time: string;
  /** The last day, « 2026-12-31 »; null without an end. */
  until: string | null;
}

const MAX_CAPACITY = 50;
const MAX_EUROS = 10_000;
const MAX_TAGS = 10;
const MAX_TAG_LENGTH = 30;

export const REQUIRED = "Ce champ est obligatoire";
const tooLong = (max: number) => `${max} caractères au plus`;

const line = (max: number) =>
  z
    .string(REQUIRED)
    .transform((text) => text.replace(/\s+/g, " ").trim())
    .pipe(z.string().max(max, tooLong(max)));
const paragraphs = (max: number) =>
  z
    .string(REQUIRED)
    .transform((text) => text.replace(/\r\n?/g, "\n").trim())
    .pipe(z.string().max(max, tooLong(max)));
const required = <Schema extends z.ZodType<string>>(text: Schema) =>
  text.refine((value) => value !== "", REQUIRED);
/** Missing, empty and null are the same. */
const optional = <Schema extends z.ZodType<string>>(text: Schema) =>
  text.nullish().transform((value) => value || null);

/** A number, or the text of one as people type it. */
const written = (message: string) =>
  z
    .union([z.number(), z.string()], message)
    .transform((value) => (typeof value === "number" ? value : readNumber(value)));

/**
 * Euros as a number or as people type them, « 19,90 » or « 19.90 », to cents (rule: whole-cents).
 */
const euros = z.union([z.number(), z.string()], REQUIRED).transform((value, context): Cents => {
  const amount = typeof value === "number" ? value : readNumber(value);
  const refuse = (message: string) => {
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  if (typeof value === "string" && value.trim() === "") return refuse(REQUIRED);
  if (!(amount >= 0)) return refuse("Le prix doit être un nombre positif");
  if (amount > MAX_EUROS) return refuse(`${MAX_EUROS.toLocaleString("fr-FR")} € au plus`);
  const price = eurosToCents(amount);
  // « 4,550 » may have meant thousands, so three decimals are refused, even zeros.
  if (centsToEuros(price) !== amount || /[.,]\d{3,}\D*$/.test(String(value))) {
    return refuse("Le prix a deux décimales au plus");
  }
  if (price > 0 && price < 50) return refuse("Le prix est de 0 € ou d'au moins 0,50 €");
  return price;
});
const optionalEuros = z
  .preprocess((value) => (value === "" ? null : value), euros.nullish())
  .transform((value) => value ?? null);

const DURATION = "La durée va de 15 minutes à 24 heures, par quart d'heure";
const duration = written(DURATION).pipe(
  z
    .number(DURATION)
    .int(DURATION)
    .min(15, DURATION)
    .max(24 * 60, DURATION)
    .multipleOf(15, DURATION),
);

const countOf = (least: number, message: string) =>
  written(message).pipe(
    z.number(message).int(message).min(least, message).max(MAX_CAPACITY, message),
  );
const capacity = countOf(1, `Le nombre de places va de 1 à ${MAX_CAPACITY}`);
const GROUP = `Le nombre de places va de 2 à ${MAX_CAPACITY} pour un groupe`;
/** One place makes an individual session, so the messages are about groups. */
const sessionCapacity = countOf(1, GROUP);

const spots = countOf(0, `Le nombre de places libres va de 0 à ${MAX_CAPACITY}`);

const LINK = "Le lien doit commencer par https://";
const onlineLink = line(500).refine(
  (text) => text === "" || (text.startsWith("https://") && URL.canParse(text)),
  LINK,
);

/** Trimmed, without duplicates whatever their case. */
const tags = z
  .array(line(MAX_TAG_LENGTH), "Les mots-clés doivent être une liste")
  .nullish()
  .transform((list) => {
    const distinct = new Map<string, string>();
    for (const tag of list ?? []) {
      const key = tag.toLocaleLowerCase("fr");
      if (tag !== "" && !distinct.has(key)) distinct.set(key, tag);
    }
    return [...distinct.values()];
  })
  .refine((list) => list.length <= MAX_TAGS, `${MAX_TAGS} mots-clés au plus`);

const SKIPPED = "Cette heure n'existe pas ce jour-là : on passe à l'heure d'été";
const REPEATED = "À cette heure-là on passe à l'heure d'hiver : elle vient deux fois";
const TO_THE_MINUTE = "L'heure s'indique à la minute";
const DATE = "La date n'est pas valable";
const TIME = "L'heure n'est pas valable";
const date = optional(line(10)).refine(
  (day) => day === null || fromParis(`${day}T12:00`) !== null,
  DATE,
);
/** A column of type `time` reads « 18:30:00 ». */
const timeOfDay = optional(line(8))
  .refine((time) => time === null || /^([01]\d|2[0-3]):[0-5]\d(:00)?$/.test(time), TIME)
  .transform((time) => time?.slice(0, 5) ?? null);

/**
 * An instant as ISO 8601 with its offset, or a wall clock in Paris, « 2026-11-20T18:30 ». Only an
 * hour that this clock shows once: forms send the hour again when they are saved, and it must mean
 * the same.
 */
const instant = z.string(DATE).transform((text, context): Date => {
  const isWithOffset = z.iso.datetime({ offset: true }).safeParse(text).success;
  const found = isWithOffset ? new Date(text) : fromParis(text);
  const why = whyNotInstant(found, isWithOffset ? null : text);
  if (found && !why) return found;
  context.addIssue({ code: "custom", message: why ?? DATE });
  return z.NEVER;
});

function whyNotInstant(found: Date | null, wall: string | null): string | null {
  if (wall === "") return WHEN_REQUIRED;
  if (!found || found.getUTCFullYear() >= 9_999) return DATE;
  if (+found % 60_000 !== 0) return TO_THE_MINUTE;
  const shown = toParis(found);
  if (wall !== null && shown !== wall) return SKIPPED;
  return +(fromParis(shown) ?? 0) === +found ? null : REPEATED;
}

/**
 * Search compares names by their Latin letters and digits, so one without any would equal all
 * others.
 */
function isWritten(name: string): boolean {
  return name === "" || /[a-z\d]/i.test(name.normalize("NFD"));
}

const slotInput = z.object({
  /** An existing slot's id; left out for a new one. */
  id: z.uuid("Ce créneau n'existe pas").optional(),
  start: instant,
  /** The session's capacity when left out. */
  availableSpots: spots.optional(),
});
export type SlotInput = z.output<typeof slotInput>;

const imageOf = (bucket: ImageBucket) =>
  optional(
    line(500).refine(
      (url) => url === "" || imageIdOf(url, bucket) !== null,
      "Choisissez une image téléchargée sur ce site",
    ),
  );

/** The fields that sessions and activities share. */
const offeringShape = {
  title: required(line(120)),
  description: required(paragraphs(5_000)),
  price: euros,
  duration: duration.default(60),
  capacity: capacity.default(1),
  isOnline: z.boolean("Ce champ est vrai ou faux").default(false),
  onlineLink: optional(onlineLink),
  address: optional(line(200)),
  city: optional(line(100)),
  postalCode: optional(postalCode),
  requirements: optional(paragraphs(2_000)),
  included: optional(paragraphs(2_000)),
  tags,
  isRecurring: z.boolean("Ce champ est vrai ou faux").default(false),
  recurringDays: z.array(z.enum(WEEKDAYS, "Jour inconnu"), "Jour inconnu").nullish(),
  recurringUntil: date,
  date,
  startTime: timeOfDay,
  /** All slots to come, when given; those left out are removed. */
  slots: z.array(slotInput, "Les créneaux doivent être une liste").max(500).optional(),
  /**
   * The ids of the slots that the form has shown: only these can be removed. All of them when left
   * out.
   */
  slotsSeen: z.array(z.string()).optional(),
};
type SharedFields = z.output<z.ZodObject<typeof offeringShape>>;
/** The checks of both kinds, whose limits on places differ. */
type JudgedFields = Omit<SharedFields, "capacity">;

const sessionFields = z.object({
  ...offeringShape,
  /** Left out, it is one place, or a group's smallest number. */
  capacity: sessionCapacity.optional(),
  discountedPrice: optionalEuros,
  /**
   * Tells individual from group together with the capacity: a form that hides one of them sends
   * both.
   */
  sessionType: z.enum(["individual", "group"], "Type de session inconnu").optional(),
  activityTypeId: z.uuid("Cette catégorie n'existe pas").nullish(),
  /** By name; created when it is new. */
  category: optional(line(60).refine(isWritten, "Écrivez la catégorie en lettres")),
  imageUrl: imageOf("session-images"),
});
type SessionFields = z.output<typeof sessionFields>;

/** An activity has one of these four categories. */
export const ACTIVITY_CATEGORIES = ["Atelier", "Workshop", "Coworking", "Autre"] as const;

const activityFields = z.object({
  ...offeringShape,
  category: z.enum(ACTIVITY_CATEGORIES, REQUIRED),
  imageUrl: imageOf("activity-images"),
  /** Whether it is active. */
  isActive: z.boolean("Ce champ est vrai ou faux").default(true),
});
type ActivityFields = z.output<typeof activityFields>;

/** Judged together with the fields, not only once they are all valid. */
const rule = (path: keyof SessionFields, message: string) => ({
  path: [path],
  message,
  when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null,
});

export const WHEN_REQUIRED = "Veuillez renseigner la date et l'heure de début";

/** The rules of both kinds, each with the field whose message it is. */
const hasPlace = ({ isOnline, city }: JudgedFields) => Boolean(isOnline || city);
const placeRule = rule("city", REQUIRED);
const hasDays = ({ isRecurring, recurringDays }: JudgedFields) =>
  !isRecurring || Boolean(recurringDays?.length);
const daysRule = rule("recurringDays", "Veuillez sélectionner au moins un jour pour la récurrence");
const hasDate = ({ isRecurring, date }: JudgedFields) => Boolean(isRecurring || date);
const dateRule = rule("date", WHEN_REQUIRED);
const hasTime = ({ startTime }: JudgedFields) => Boolean(startTime);
const isShown = ({ isRecurring, date, startTime }: JudgedFields) => {
  const local = `${date}T${startTime}`;
  const start = isRecurring ? null : fromParis(local);
  return !start || toParis(start) === local;
};
const shownRule = rule("startTime", SKIPPED);
const hasTimeIfRecurring = ({ isRecurring, startTime }: JudgedFields) =>
  !isRecurring || Boolean(startTime);
const timeRule = rule("startTime", WHEN_REQUIRED);

const sessionRules = sessionFields
  .refine(
    ({ price, discountedPrice }) =>
      typeof discountedPrice !== "number" || typeof price !== "number" || discountedPrice < price,
    rule("discountedPrice", "Le prix réduit doit être inférieur au prix"),
  )
  .refine(hasPlace, placeRule)
  .refine(({ activityTypeId, category }) => activityTypeId || category, rule("category", REQUIRED))
  .refine(
    ({ sessionType, capacity }) => !(sessionType === "group" && capacity === 1),
    rule("capacity", GROUP),
  )
  .refine(hasDays, daysRule);
const activityRules = activityFields.refine(hasPlace, placeRule).refine(hasDays, daysRule);

/** Session creation. */
export const newSessionInput = sessionRules
  .refine(hasDate, dateRule)
  .refine(hasTime, timeRule)
  .refine(isShown, shownRule)
  .transform(settleSession);
/** A session's edit: its present values with the changes, judged by the rules of its creation. */
export const sessionInput = sessionRules
  .refine(hasTimeIfRecurring, timeRule)
  .transform(settleSession);
export type SessionInput = z.input<typeof sessionFields>;

/** The same for an activity (rule: both-addresses). */
export const newActivityInput = activityRules
  .refine(hasDate, dateRule)
  .refine(hasTime, timeRule)
  .refine(isShown, shownRule)
  .transform(settleActivity);
export const activityInput = activityRules
  .refine(hasTimeIfRecurring, timeRule)
  .transform(settleActivity);
export type ActivityInput = z.input<typeof activityFields>;

/** The fields that a form or a program sends, as it writes them. */
export interface OfferingFields {
  session: Partial<SessionInput>;
  activity: Partial<ActivityInput>;
}

/**
 * Resolves fields that exclude each other: an online offering has no place, a single date no
 * recurrence.
 */
function settle({ price, recurringDays, ...fields }: SharedFields) {
  const { isOnline, isRecurring, startTime } = fields;
  return {
    ...fields,
    priceCents: price,
    onlineLink: isOnline ? fields.onlineLink : null,
    address: isOnline ? null : fields.address,
    city: isOnline ? null : fields.city,
    postalCode: isOnline ? null : fields.postalCode,
    recurrence:
      isRecurring && startTime
        ? {
            days: WEEKDAYS.filter((day) => recurringDays?.includes(day)),
            time: startTime,
            until: fields.recurringUntil,
          }
        : null,
  };
}

function settleSession({ sessionType, discountedPrice, ...fields }: SessionFields): ParsedOffering {
  const { activityTypeId, capacity = sessionType === "group" ? 2 : 1 } = fields;
  return {
    ...settle({ ...fields, capacity: sessionType === "individual" ? 1 : capacity }),
    activityTypeId: activityTypeId ?? null,
    category: fields.category,
    imageUrl: fields.imageUrl,
    discountedPriceCents: discountedPrice,
  };
}

function settleActivity({
  category,
  imageUrl,
  isActive,
  ...fields
}: ActivityFields): ParsedOffering {
  const priced = { activityTypeId: null, discountedPriceCents: null };
  return { ...settle(fields), ...priced, category, imageUrl, isActive };
}

/** A valid offering of either kind. */
export interface ParsedOffering extends ReturnType<typeof settle> {
  imageUrl: string | null;
  /** By name: a session's is looked up, or made. */
  category: string | null;
  activityTypeId: string | null;
  discountedPriceCents: Cents | null;
  /** A session is activated and deactivated by itself. */
  isActive?: boolean;
}

/** One's own offering, with the columns that only its owner reads. */
export interface OwnOfferingView<Kind extends SlotKind = SlotKind> extends OfferingView<Kind> {
  onlineLink: string | null;
  recurrence: Recurrence | null;
  /**
   * « 18:30 »: the hour in Paris at which its latest slot begins, past ones included; null without
   * any.
   */
  usualTime: string | null;
  /** Counts its edits. */
  version: number;
  /** Coming slots that clients can see. */
  slots: OwnSlotView[];
}

export interface OwnSlotView extends SlotView {
  /** Bookings that hold a seat, open checkouts included. */
  live: number;
}
