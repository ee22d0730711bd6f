import type { ProfessionalInfo } from "#core/accounts/schema.ts";
import type { OfferingFields } from "#core/catalogue/authoring/schema.ts";
import { eachList } from "#core/catalogue/labels.ts";
import type { OwnOfferingView, OwnSlotView, SlotKind } from "#core/catalogue/schema.ts";
import { toParis } from "#core/dates.ts";
import { amountText, type Cents } from "#core/money.ts";
import type { KEY_FIELD } from "../../ui/forms/retry-key.tsx";
import { type FallTexts, fallSteps, fallTexts } from "./fall-values.ts";

export type OfferingTexts = Record<
  | Exclude<keyof OfferingFields["session"], Judged | Several>
  | (
      | "place"
      | "addressFor"
      | "rhythm"
      | "newCategory"
      | "newTags"
      | "version"
      | "draftId"
      | typeof KEY_FIELD
    ),
  string
> &
  Record<Several, string[]> &
  FallTexts;
type Several = "tags" | "recurringDays" | "leftOut";
type Judged =
  | "fallSteps"
  | "isOnline"
  | "isAddressPublic"
  | "isRecurring"
  | "activityTypeId"
  | "slots"
  | "slotsSeen";

/** Saving empties a text that is left out here. */
type StoredTexts = Omit<
  OfferingTexts,
  "date" | "leftOut" | "parallel" | "newCategory" | "newTags" | "draftId" | typeof KEY_FIELD
>;

export interface OfferingValues {
  texts: Partial<OfferingTexts>;
  slots: SlotValues[];
}

export interface SlotValues {
  id: string;
  /** A wall clock in Paris, « 2026-11-20T18:30 ». */
  start: string;
  spots: string;
  /** An untouched number is not sent. */
  shown: string;
  live: number;
  removed: boolean;
}

/** The business's address stands ready for an online one. */
export function valuesOf(
  offering: OwnOfferingView,
  business: ProfessionalInfo | null,
): OfferingValues {
  const { recurrence, capacity, isOnline } = offering;
  const isSession = offering.activityType !== null;
  const euros = (amount: Cents | null) => (amount === null ? "" : amountText(amount));
  return {
    texts: {
      title: offering.title,
      description: offering.description,
      category: offering.category,
      sessionType: capacity === 1 ? "individual" : "group",
      capacity: String(isSession ? Math.max(2, capacity) : capacity),
      price: euros(offering.priceCents),
      discountedPrice: euros(offering.discountedPriceCents),
      ...fallTexts(offering.fallSteps),
      fallFloor: euros(offering.fallFloorCents),
      duration: String(offering.duration),
      place: isOnline ? "online" : "here",
      onlineLink: offering.onlineLink ?? "",
      ...(isOnline && business
        ? placeOf(business)
        : {
            address: offering.address ?? "",
            city: offering.city ?? "",
            postalCode: offering.postalCode ?? "",
          }),
      addressFor: offering.isAddressPublic ? "everybody" : "clients",
      pin: offering.pin ?? "",
      rhythm: recurrence ? "weekly" : "once",
      recurringDays: [...(recurrence?.days ?? [])],
      recurringUntil: recurrence?.until ?? "",
      startTime: recurrence?.time ?? offering.usualTime ?? "",
      ...eachList((name) => offering[name].join("\n")),
      tags: offering.tags,
      imageUrl: offering.imageUrl ?? "",
      version: String(offering.version),
    } satisfies StoredTexts,
    slots: offering.slots.map(slotValues),
  };
}

/** Copies `model` without its date, since no date is more likely than another. */
export function draftOf(
  kind: SlotKind,
  model: OwnOfferingView | null,
  business: ProfessionalInfo,
): OfferingValues {
  if (model) return { ...valuesOf(model, business), slots: [] };
  const format = { sessionType: "individual", capacity: kind === "session" ? "2" : "1" };
  const choices = { place: "here", addressFor: "clients", rhythm: "once", duration: "60" };
  return { texts: { ...format, ...choices, ...placeOf(business) }, slots: [] };
}

function placeOf(business: ProfessionalInfo) {
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

export function versionOf(form: FormData): number | undefined {
  const version = Number(form.get("version"));
  return Number.isSafeInteger(version) && version > 0 ? version : undefined;
}

export function withSlotsOf(values: OfferingValues, slots: readonly OwnSlotView[]): OfferingValues {
  const known = values.slots.filter(({ id }) => id !== "");
  const left = known.filter(({ id }) => slots.some((slot) => slot.id === id));
  const unseen = slots.filter(({ id }) => known.every((slot) => slot.id !== id));
  const added = values.slots.filter(({ id }) => id === "");
  return { ...values, slots: [...left, ...unseen.map(slotValues), ...added] };
}

export function readValues(form: FormData): OfferingValues {
  // A form with thousands of slots would otherwise be searched once for each.
  const first = new Map([...form].reverse());
  const text = (name: string) => String(first.get(name) ?? "");
  const texts = (name: string) => form.getAll(name).map(String);
  const others = [...first].filter(
    ([name, value]) => typeof value === "string" && !/^slot(\d+-|$)/.test(name),
  );
  return {
    texts: {
      ...Object.fromEntries(others),
      recurringDays: texts("recurringDays"),
      leftOut: texts("leftOut"),
      tags: texts("tags"),
    },
    // In the order of their numbers, in which a long list need not be drawn.
    slots: texts("slot")
      .sort((left, right) => left.localeCompare(right, "en", { numeric: true }))
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

export const OTHER_CATEGORY = "autre";

/** Counts a tag that was typed and not added, as all are without JavaScript. */
export function tagsIn({ tags = [], newTags = "" }: OfferingValues["texts"]): string[] {
  return [...tags, ...newTags.split(",")].map((tag) => tag.trim()).filter((tag) => tag !== "");
}

/** A form without these is refused, and changes nothing. */
const UNSENT = { title: "", description: "", price: "", duration: "" };

export function inputOf<Kind extends SlotKind>(
  kind: Kind,
  { texts: { place, addressFor, rhythm, newCategory, newTags, ...texts } }: OfferingValues,
): OfferingFields[Kind] {
  const isAlone = kind === "session" && texts.sessionType !== "group";
  const input: object = {
    ...UNSENT,
    ...texts,
    ...("fallHours1" in texts && { fallSteps: fallSteps(texts) }),
    category: texts.category === OTHER_CATEGORY ? newCategory : texts.category,
    isOnline: place === "online",
    isAddressPublic: addressFor === "everybody",
    isRecurring: rhythm === "weekly",
    parallel: Boolean(texts.parallel),
    tags: tagsIn({ ...texts, ...(newTags && { newTags }) }),
    ...(isAlone && { sessionType: "individual", capacity: 1 }),
  };
  return input as OfferingFields[Kind];
}

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

/** A slot that only lacks its hour is refused, not removed silently. */
function isSent({ id, start, spots, removed }: SlotValues): boolean {
  return !removed && (id !== "" || start !== "" || spots !== "");
}

/** « slots.0.start » names a sent slot. */
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
