import type { ProfessionalInfo } from "#core/accounts/schema.ts";
import type { OfferingFields } from "#core/catalogue/authoring/schema.ts";
import type { OwnOfferingView, OwnSlotView, SlotKind } from "#core/catalogue/schema.ts";
import { toParis } from "#core/dates.ts";
import { type Cents, centsToEuros } from "#core/money.ts";

/**
 * The values of the form's fields as they were typed, so that nothing is lost when it is refused.
 */
export interface OfferingValues {
  title: string;
  description: string;
  category: string;
  sessionType: "individual" | "group";
  capacity: string;
  price: string;
  discountedPrice: string;
  duration: string;
  isOnline: boolean;
  onlineLink: string;
  address: string;
  city: string;
  postalCode: string;
  isRecurring: boolean;
  recurringDays: string[];
  recurringUntil: string;
  date: string;
  startTime: string;
  requirements: string;
  included: string;
  tags: string[];
  imageUrl: string;
  slots: SlotValues[];
}

export interface SlotValues {
  /** Empty for a new slot. */
  id: string;
  /** A wall clock in Paris, « 2026-11-20T18:30 ». */
  start: string;
  spots: string;
  /** The number of seats shown at first: an untouched one is not sent. */
  shown: string;
  /** Taken seats. */
  live: number;
  removed: boolean;
}

/** The initial values of a new session: no date or hour is more likely than another. */
export const NEW_SESSION: OfferingValues = {
  title: "",
  description: "",
  category: "",
  sessionType: "individual",
  capacity: "2",
  price: "",
  discountedPrice: "",
  duration: "60",
  isOnline: false,
  onlineLink: "",
  address: "",
  city: "",
  postalCode: "",
  isRecurring: false,
  recurringDays: [],
  recurringUntil: "",
  date: "",
  startTime: "",
  requirements: "",
  included: "",
  tags: [],
  imageUrl: "",
  slots: [],
};

export const NEW_ACTIVITY: OfferingValues = { ...NEW_SESSION, capacity: "1" };

/**
 * A session or activity as its form shows it. An online one has no place; should it get one again,
 * the business's address stands ready.
 */
export function valuesOf(
  offering: OwnOfferingView,
  business: ProfessionalInfo | null,
): OfferingValues {
  const isSession = offering.activityType !== null;
  const euros = (amount: Cents | null) => (amount === null ? "" : String(centsToEuros(amount)));
  const { recurrence, capacity } = offering;
  const place = offering.isOnline && business ? placeOf(business) : offering;
  return {
    title: offering.title,
    description: offering.description,
    category: offering.category,
    sessionType: capacity === 1 ? "individual" : "group",
    capacity: String(isSession ? Math.max(2, capacity) : capacity),
    price: euros(offering.priceCents),
    discountedPrice: euros(offering.discountedPriceCents),
    duration: String(offering.duration),
    isOnline: offering.isOnline,
    onlineLink: offering.onlineLink ?? "",
    address: place.address ?? "",
    city: place.city ?? "",
    postalCode: place.postalCode ?? "",
    isRecurring: recurrence !== null,
    recurringDays: [...(recurrence?.days ?? [])],
    recurringUntil: recurrence?.until ?? "",
    date: "",
    startTime: recurrence?.time ?? offering.usualTime ?? "",
    requirements: offering.requirements.join("\n"),
    included: offering.included.join("\n"),
    tags: offering.tags,
    imageUrl: offering.imageUrl ?? "",
    slots: offering.slots.map(slotValues),
  };
}

/**
 * The initial values of a new one: a copy of `model`, with its hour and without a date, or the
 * address of the business.
 */
export function draftOf(
  kind: SlotKind,
  model: OwnOfferingView | null,
  business: ProfessionalInfo,
): OfferingValues {
  if (model) return { ...valuesOf(model, business), slots: [] };
  return { ...(kind === "session" ? NEW_SESSION : NEW_ACTIVITY), ...placeOf(business) };
}

function placeOf(
  business: ProfessionalInfo,
): Pick<OfferingValues, "address" | "city" | "postalCode"> {
  return {
    address: business.businessAddress ?? "",
    city: business.businessCity ?? "",
    postalCode: business.businessPostalCode ?? "",
  };
}

function slotValues({ id, start, availableSpots, live }: OwnSlotView): SlotValues {
  const spots = String(availableSpots);
  return { id, start: toParis(start), live, removed: false, spots, shown: spots };
}

/** The version that an edition began from, as its form sends it. */
export function versionOf(form: FormData): number | undefined {
  const version = Number(form.get("version"));
  return Number.isSafeInteger(version) && version > 0 ? version : undefined;
}

/**
 * The typed slots merged with the stored ones: rows of slots that are gone disappear, new ones
 * appear.
 */
export function withSlotsOf(values: OfferingValues, slots: readonly OwnSlotView[]): OfferingValues {
  const known = values.slots.filter(({ id }) => id !== "");
  const left = known.filter(({ id }) => slots.some((slot) => slot.id === id));
  const unseen = slots.filter(({ id }) => known.every((slot) => slot.id !== id));
  const added = values.slots.filter(({ id }) => id === "");
  return { ...values, slots: [...left, ...unseen.map(slotValues), ...added] };
}

/** Reads the form as it was sent. */
export function readValues(form: FormData): OfferingValues {
  // Looked up by name, since a form with thousands of slots would otherwise be searched once for
  // each of them.
  const first = new Map([...form].reverse());
  const text = (name: string) => String(first.get(name) ?? "");
  const texts = (name: string) => form.getAll(name).map(String);
  const category = text("category");
  return {
    title: text("title"),
    description: text("description"),
    category: category === OTHER_CATEGORY ? text("newCategory") : category,
    sessionType: text("sessionType") === "group" ? "group" : "individual",
    capacity: text("capacity"),
    price: text("price"),
    discountedPrice: text("discountedPrice"),
    duration: text("duration"),
    isOnline: text("place") === "online",
    onlineLink: text("onlineLink"),
    address: text("address"),
    city: text("city"),
    postalCode: text("postalCode"),
    isRecurring: text("rhythm") === "weekly",
    recurringDays: texts("recurringDays"),
    recurringUntil: text("recurringUntil"),
    date: text("date"),
    startTime: text("startTime"),
    requirements: text("requirements"),
    included: text("included"),
    // A tag that was typed and not added yet counts too; without JavaScript, all typed tags come
    // this way.
    tags: [...texts("tags"), ...text("newTags").split(",")]
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
    imageUrl: text("imageUrl"),
    // In the order of their numbers, which a long list need not be drawn in.
    slots: texts("slot")
      .sort(byNumber)
      .map((key) => ({
        id: text(`${key}-id`),
        start: text(`${key}-start`),
        spots: text(`${key}-spots`),
        shown: text(`${key}-shown`),
        live: Number(text(`${key}-live`)) || 0,
        removed: first.has(`${key}-removed`),
      })),
  };
}

function byNumber(left: string, right: string): number {
  return left.localeCompare(right, "en", { numeric: true });
}

/** The option that opens the field for a new category. */
export const OTHER_CATEGORY = "autre";

/** Turns the values into the use case's input, which judges them. */
export function inputOf<Kind extends SlotKind>(
  kind: Kind,
  values: OfferingValues,
): OfferingFields[Kind] {
  return INPUTS[kind](values);
}

const INPUTS: { [Kind in SlotKind]: (values: OfferingValues) => OfferingFields[Kind] } = {
  session: ({ slots: _, recurringDays, capacity, ...fields }) => ({
    ...fields,
    capacity: fields.sessionType === "group" ? capacity : 1,
    recurringDays: recurringDays as NonNullable<OfferingFields["session"]["recurringDays"]>,
  }),
  activity: ({ slots: _, sessionType, discountedPrice, recurringDays, category, ...fields }) => ({
    ...fields,
    category: category as NonNullable<OfferingFields["activity"]["category"]>,
    recurringDays: recurringDays as NonNullable<OfferingFields["activity"]["recurringDays"]>,
  }),
};

/** The further fields of an edit: its slots, except removed ones and rows left empty. */
export function slotsOf({
  slots,
}: OfferingValues): Pick<OfferingFields["session"], "slots" | "slotsSeen"> {
  return {
    slots: slots.filter(isSent).map(({ id, start, spots, shown }) => ({
      start,
      ...(id && { id }),
      ...(spots !== "" && spots !== shown && { availableSpots: spots }),
    })),
    slotsSeen: slots.map(({ id }) => id).filter((id) => id !== ""),
  };
}

/** A slot that only lacks its hour is sent too, and refused, instead of being removed silently. */
function isSent({ id, start, spots, removed }: SlotValues): boolean {
  return !removed && (id !== "" || start !== "" || spots !== "");
}

/** Renames messages about a sent slot (« slots.0.start ») to the name of its field. */
export function bySlotField(
  fields: Record<string, string[]>,
  { slots }: OfferingValues,
): Record<string, string[]> {
  const rows = slots.flatMap((slot, row) => (isSent(slot) ? [row + 1] : []));
  const named = Object.entries(fields).map(([name, messages]) => {
    const [, slot, field] = /^slots\.(\d+)\.(\w+)$/.exec(name) ?? [];
    const row = slot && rows[Number(slot)];
    return [row ? `slot${row}-${field === "start" ? "start" : "spots"}` : name, messages] as const;
  });
  const saidThere = named.flatMap(([name, messages]) => (/^slot\d/.test(name) ? messages : []));
  const { slots: general = [], ...others } = Object.fromEntries(named);
  const rest = general.filter((message) => !saidThere.includes(message));
  return rest.length > 0 ? { ...others, slots: rest } : others;
}
