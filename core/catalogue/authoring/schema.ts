import { z } from "zod";
import { fromParis, toParis, WEEKDAYS } from "../../dates.ts";
import { type Cents, formatPrice } from "../../money.ts";
import { LEAST_FLOOR } from "../../prices/rules.ts";
import { fallSteps } from "../../prices/schema.ts";
import { isOutsideServedArea, postalCode } from "../../texts/postcode.ts";
import {
  capacity,
  date,
  duration,
  euros,
  GROUP,
  imageOf,
  isWritten,
  leftOut,
  line,
  offeringLists,
  onlineLink,
  optional,
  optionalEuros,
  paragraphs,
  pin,
  REQUIRED,
  required,
  SKIPPED,
  sessionCapacity,
  slotInput,
  tags,
  timeOfDay,
  WHEN_REQUIRED,
} from "../fields/schema.ts";
import { ACTIVITY_CATEGORIES } from "../schema.ts";

const offeringShape = {
  title: required(line(120)),
  description: required(paragraphs(5_000)),
  price: euros,
  /** Null or empty if the price does not fall (rule: falling-price). */
  fallSteps: fallSteps.nullish().transform((steps) => (steps?.length ? steps : null)),
  fallFloor: optionalEuros,
  duration: duration.default(60),
  capacity: capacity.default(1),
  isOnline: z.boolean("Ce champ est vrai ou faux").default(false),
  onlineLink: optional(onlineLink),
  address: optional(line(200)),
  city: optional(line(100)),
  postalCode: optional(postalCode),
  /** Where on the map it is; the point of its postcode and city if left out (rule: own-pin). */
  pin: optional(pin),
  /** Whether everybody reads the street (rule: public-address). */
  isAddressPublic: z.boolean("Ce champ est vrai ou faux").default(false),
  ...offeringLists,
  tags,
  isRecurring: z.boolean("Ce champ est vrai ou faux").default(false),
  recurringDays: z.array(z.enum(WEEKDAYS, "Jour inconnu"), "Jour inconnu").nullish(),
  recurringUntil: date,
  leftOut: leftOut.default([]),
  date,
  startTime: timeOfDay,
  /** Whether the new slots may overlap other slots (rule: one-place). */
  parallel: z.boolean("Ce champ est vrai ou faux").default(false),
  /** Slots missing from the list are removed; if left out, none changes. */
  slots: z.array(slotInput, "Les créneaux doivent être une liste").max(500).optional(),
  /** Only slots that the form has shown can be removed; if left out, all can. */
  slotsSeen: z.array(z.string()).optional(),
};
type SharedFields = z.output<z.ZodObject<typeof offeringShape>>;
type JudgedFields = Omit<SharedFields, "capacity">;

const sessionFields = z.object({
  ...offeringShape,
  capacity: sessionCapacity.optional(),
  discountedPrice: optionalEuros,
  /** Needed beside the capacity: a form that hides one of the two fields still sends both. */
  sessionType: z.enum(["individual", "group"], "Type de session inconnu").optional(),
  activityTypeId: z.uuid("Cette catégorie n'existe pas").nullish(),
  category: optional(line(60).refine(isWritten, "Écrivez la catégorie en lettres")),
  imageUrl: imageOf("session-images"),
});
type SessionFields = z.output<typeof sessionFields>;

const activityFields = z.object({
  ...offeringShape,
  category: z.enum(ACTIVITY_CATEGORIES, REQUIRED),
  imageUrl: imageOf("activity-images"),
  isActive: z.boolean("Ce champ est vrai ou faux").default(true),
});
type ActivityFields = z.output<typeof activityFields>;

/** Checked even if other fields are invalid, so that all messages appear at once. */
const rule = (path: keyof SessionFields, message: string) => ({
  path: [path],
  message,
  when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null,
});

const hasPlace = ({ isOnline, city }: JudgedFields) => Boolean(isOnline || city);
const placeRule = rule("city", REQUIRED);
/** Clients need somewhere to go (rule: somewhere-to-go). */
const hasStreet = ({ isOnline, address, isActive }: JudgedFields & { isActive?: boolean }) =>
  Boolean(isOnline || address || isActive === false);
const streetRule = rule("address", REQUIRED);
/** Hours are those of Paris (rule: where-on-site). */
const isServed = ({ isOnline, postalCode }: JudgedFields) =>
  isOnline || !isOutsideServedArea(postalCode);
const servedRule = rule(
  "postalCode",
  "Sur place, vos offres ont lieu en France métropolitaine, en Corse ou à Monaco. Ailleurs, proposez-les en ligne.",
);
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

const baseOf = ({ price, ...fields }: JudgedFields & { discountedPrice?: Cents | null }) =>
  [fields.discountedPrice, price].find((amount) => typeof amount === "number");
const isPaid = (fields: JudgedFields) => !fields.fallSteps?.length || baseOf(fields) !== 0;
const paidRule = rule("fallSteps", "Un prix gratuit ne peut pas baisser");
const isPayable = ({ fallFloor }: JudgedFields) => fallFloor !== 0;
const payableRule = rule("fallFloor", `Le plancher est d'au moins ${formatPrice(LEAST_FLOOR)}`);
const isUnderPrice = (fields: JudgedFields) => {
  const base = baseOf(fields);
  return !(fields.fallSteps?.length && fields.fallFloor && base) || fields.fallFloor < base;
};
const floorRule = rule("fallFloor", "Le plancher doit être inférieur au prix");

const sessionRules = sessionFields
  .refine(
    ({ price, discountedPrice }) =>
      typeof discountedPrice !== "number" || typeof price !== "number" || discountedPrice < price,
    rule("discountedPrice", "Le prix réduit doit être inférieur au prix"),
  )
  .refine(isPaid, paidRule)
  .refine(isPayable, payableRule)
  .refine(isUnderPrice, floorRule)
  .refine(hasPlace, placeRule)
  .refine(hasStreet, streetRule)
  .refine(isServed, servedRule)
  .refine(({ activityTypeId, category }) => activityTypeId || category, rule("category", REQUIRED))
  .refine(
    ({ sessionType, capacity }) => !(sessionType === "group" && capacity === 1),
    rule("capacity", GROUP),
  )
  .refine(hasDays, daysRule);
const activityRules = activityFields
  .refine(isPaid, paidRule)
  .refine(isPayable, payableRule)
  .refine(isUnderPrice, floorRule)
  .refine(hasPlace, placeRule)
  .refine(hasStreet, streetRule)
  .refine(isServed, servedRule)
  .refine(hasDays, daysRule);

export const newSessionInput = sessionRules
  .refine(hasDate, dateRule)
  .refine(hasTime, timeRule)
  .refine(isShown, shownRule)
  .transform(resolveSession);
export const sessionInput = sessionRules
  .refine(hasTimeIfRecurring, timeRule)
  .transform(resolveSession);
export type SessionInput = z.input<typeof sessionFields>;

/** A new activity needs a date, an edited one does not (rule: both-addresses). */
export const newActivityInput = activityRules
  .refine(hasDate, dateRule)
  .refine(hasTime, timeRule)
  .refine(isShown, shownRule)
  .transform(resolveActivity);
export const activityInput = activityRules
  .refine(hasTimeIfRecurring, timeRule)
  .transform(resolveActivity);
export type ActivityInput = z.input<typeof activityFields>;

export interface OfferingFields {
  session: Partial<SessionInput>;
  activity: Partial<ActivityInput>;
}

function resolveShared({ price, recurringDays, fallFloor, ...fields }: SharedFields) {
  const { isOnline, isRecurring, startTime } = fields;
  return {
    ...fields,
    priceCents: price,
    fallFloorCents: fields.fallSteps && fallFloor,
    onlineLink: isOnline ? fields.onlineLink : null,
    address: isOnline ? null : fields.address,
    city: isOnline ? null : fields.city,
    postalCode: isOnline ? null : fields.postalCode,
    pin: isOnline ? null : fields.pin,
    isAddressPublic: !isOnline && fields.isAddressPublic,
    leftOut: isRecurring ? fields.leftOut : [],
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

function resolveSession({
  sessionType,
  discountedPrice,
  ...fields
}: SessionFields): ParsedOffering {
  const { activityTypeId, capacity = sessionType === "group" ? 2 : 1 } = fields;
  return {
    ...resolveShared({ ...fields, capacity: sessionType === "individual" ? 1 : capacity }),
    activityTypeId: activityTypeId ?? null,
    category: fields.category,
    imageUrl: fields.imageUrl,
    discountedPriceCents: discountedPrice,
  };
}

function resolveActivity({
  category,
  imageUrl,
  isActive,
  ...fields
}: ActivityFields): ParsedOffering {
  const priced = { activityTypeId: null, discountedPriceCents: null };
  return { ...resolveShared(fields), ...priced, category, imageUrl, isActive };
}

export interface ParsedOffering extends ReturnType<typeof resolveShared> {
  imageUrl: string | null;
  category: string | null;
  activityTypeId: string | null;
  discountedPriceCents: Cents | null;
  isActive?: boolean;
}
