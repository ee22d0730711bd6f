import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  BOOKED_BY_OTHERS,
  copied,
  INTERNAL,
  kept,
  keptTable,
  personalTable,
  plainTable,
  publicTable,
  published,
  unfiltered,
  withheld,
} from "../column-facts.server.ts";
import { createdAt, id, instant, money, oneOf, partOf, versionColumns } from "./columns.server.ts";
import { profiles } from "./people.server.ts";
import { professionalProfiles } from "./professionals.server.ts";

export const activityTypes = plainTable(
  "activity_types",
  "the catalogue's words",
  {
    id: id(),
    name: text().notNull().unique(),
    category: text().notNull(),
    /** Null for a name that only its author uses (rule: categories). */
    acceptedAt: instant(),
    decidedAt: instant(),
    /** A final category, never one that leads on itself (rule: category-care). */
    mergedIntoId: uuid().references((): AnyPgColumn => activityTypes.id),
    /** Place among the nine, from 1 on; null for the others (rule: categories). */
    filterPlace: smallint().unique(),
    createdAt: createdAt(),
  },
  (t) => [index("activity_types_former").on(t.mergedIntoId).where(sql`merged_into_id is not null`)],
);

const POINT = "^-?\\d{1,2}\\.\\d{5},-?\\d{1,3}\\.\\d{5}$";

/** Sessions and activities; `price_cents` includes tax, and is 0 or at least Stripe's 50 cents. */
export const offerings = publicTable(
  "offerings",
  BOOKED_BY_OTHERS,
  {
    id: kept(id()),
    professionalId: kept(partOf(() => professionalProfiles.id)),
    title: published(kept(text().notNull())),
    description: published(copied(text().notNull())),
    priceCents: kept(money().notNull()),
    duration: kept(integer().notNull()),
    capacity: kept(smallint().notNull().default(1)),
    address: unfiltered(kept(text())),
    city: unfiltered(kept(text())),
    postalCode: unfiltered(kept(text())),
    /** Makes the street public (rule: public-address). */
    isAddressPublic: kept(boolean().notNull().default(false)),
    /** « 45.76422,4.83523 » (rule: own-pin). */
    pin: unfiltered(copied(text())),
    addressPoint: unfiltered(copied(text())),
    /** Failed lookups. */
    addressAsks: copied(instant().array()),
    isOnline: kept(boolean().notNull().default(false)),
    onlineLink: unfiltered(copied(text())),
    /** Restored when the mode changes back (rule: somewhere-to-go). */
    formerPlace: copied(
      jsonb().$type<{
        address: string | null;
        city: string | null;
        postalCode: string | null;
        pin: string | null;
        isAddressPublic: boolean;
        onlineLink: string | null;
      }>(),
    ),
    imageUrl: unfiltered(copied(text())),
    isActive: copied(boolean().notNull().default(true)),
    included: published(copied(text())),
    requirements: published(copied(text())),
    tags: published(copied(text().array())),
    isRecurring: kept(boolean().notNull().default(false)),
    /** Kept because past bookings name it. */
    deletedAt: copied(instant()),
    ...versionColumns(),
    createdAt: kept(createdAt()),
    updatedAt: copied(createdAt()),
    discountedPriceCents: copied(money()),
    activityTypeId: kept(uuid().references(() => activityTypes.id)),
    kind: kept(oneOf("session", "activity").notNull()),
    category: unfiltered(kept(text())),
    /** Reductions by hours before the start (rule: falling-price). */
    fallSteps: kept(jsonb().$type<{ hours: number; percent: number }[]>()),
    fallFloorCents: copied(money()),
    archivedAt: copied(instant()),
    withheldAt: copied(instant()),
  },
  (t) => [
    index().on(t.professionalId, t.createdAt.desc().nullsFirst()),
    index().on(t.activityTypeId),
    index("offerings_by_reduction")
      .on(
        sql`((${t.priceCents} - ${t.discountedPriceCents}) * 100 / nullif(${t.priceCents}, 0)) desc nulls first`,
      )
      .where(sql`${t.discountedPriceCents} > 0 and ${t.isActive}`),
    index("offerings_unlocated")
      .on(t.id)
      .where(
        sql`is_active and not is_online and address is not null and pin is null and address_point is null`,
      ),
    index("offerings_recurring").on(t.id).where(sql`is_recurring and is_active`),
    index("offerings_newest_activities")
      .on(t.createdAt, t.id)
      .where(sql`kind = 'activity' and is_active`),
    check(
      "offerings_kind",
      sql`(${t.kind} = 'session' and ${t.activityTypeId} is not null and ${t.category} is null)
        or (${t.kind} = 'activity' and ${t.activityTypeId} is null and ${t.category} is not null and ${t.discountedPriceCents} is null)`,
    ),
    check("offerings_price", sql`${t.priceCents} = 0 or ${t.priceCents} >= 50`),
    check(
      "offerings_discounted_price",
      sql`${t.discountedPriceCents} is null or (${t.discountedPriceCents} < ${t.priceCents} and (${t.discountedPriceCents} = 0 or ${t.discountedPriceCents} >= 50))`,
    ),
    check("offerings_fall_floor", sql`${t.fallFloorCents} >= 50`),
    check("offerings_archived", sql`${t.archivedAt} is null or not ${t.isActive}`),
    check("offerings_withheld", sql`${t.withheldAt} is null or not ${t.isActive}`),
    check("offerings_duration", sql`${t.duration} > 0`),
    check("offerings_capacity", sql`${t.capacity} between 1 and 50`),
    check("offerings_place", sql`${t.kind} = 'activity' or ${t.isOnline} or ${t.city} is not null`),
    check(
      "offerings_online_link",
      sql`${t.onlineLink} is null or ${t.onlineLink} like 'https://%'`,
    ),
    check("offerings_points", sql.raw(`pin ~ '${POINT}' and address_point ~ '${POINT}'`)),
    check("offerings_deleted", sql`${t.deletedAt} is null or not ${t.isActive}`),
  ],
);

export const slots = keptTable(
  "slots",
  BOOKED_BY_OTHERS,
  {
    id: kept(id()),
    startDatetime: kept(instant().notNull()),
    endDatetime: kept(instant().notNull()),
    capacity: kept(smallint().notNull()),
    availableSpots: kept(smallint().notNull()),
    isActive: kept(boolean().notNull().default(true)),
    /** Indexes use this, not `available_spots`: taking a seat stays a heap-only (HOT) update. */
    bookable: kept(boolean().notNull().generatedAlwaysAs(sql`is_active and available_spots > 0`)),
    createdAt: kept(createdAt()),
    offeringId: kept(partOf(() => offerings.id)),
    /** Allows another slot at the same time (rule: one-place). */
    isParallel: kept(boolean().notNull().default(false)),
    /** True once in `occupied`; in no index, like the counts and instants below it. */
    isOccupied: kept(boolean().notNull().default(false)),
    absenceId: kept(uuid()),
    /** Taken elsewhere; not free. */
    outsideSeats: kept(smallint().notNull().default(0)),
    /** Kept for proposals or waiting people; not free. */
    reservedSeats: kept(smallint().notNull().default(0)),
    /** Sold together, once no seat is free (rule: resale). */
    resaleSeats: kept(smallint().notNull().default(0)),
    /** Null for the offering's price (rule: falling-price). */
    priceCents: copied(money()),
    pricedAt: kept(instant()),
    pricesFrozenAt: kept(instant()),
    /** Start of uninterrupted sale; null if unknown (rule: true-strike). */
    bookableSince: kept(instant()),
    referenceCents: kept(money()),
    shareCode: kept(text()),
    /** Set for good once somebody waits (rule: waiting-list). */
    hasLine: kept(boolean().notNull().default(false)),
    version: withheld(INTERNAL, integer().notNull().default(1)),
  },
  (t) => [
    unique().on(t.offeringId, t.startDatetime),
    uniqueIndex("slots_by_code").on(t.shareCode).where(sql`share_code is not null`),
    index("slots_bookable").on(t.offeringId, t.startDatetime).where(sql`bookable`),
    index("slots_by_start").on(t.startDatetime),
    index("slots_with_line").on(t.startDatetime).where(sql`has_line and bookable`),
    check("slots_spots", sql`${t.availableSpots} between 0 and ${t.capacity}`),
    check("slots_capacity", sql`${t.capacity} between 1 and 50`),
    check(
      "slots_spots_kept",
      sql`${t.outsideSeats} >= 0 and ${t.reservedSeats} >= 0
        and ${t.availableSpots} + ${t.outsideSeats} + ${t.reservedSeats} <= ${t.capacity}`,
    ),
    check("slots_price", sql`${t.priceCents} = 0 or ${t.priceCents} >= 50`),
    check("slots_end", sql`${t.endDatetime} > ${t.startDatetime}`),
  ],
);

/** Pictures (rule: picture-checks), whose row exists before and after the public files. */
export const images = keptTable(
  "images",
  "until the sweep has deleted its files, within an hour",
  {
    id: kept(id()),
    ownerId: kept(uuid().references(() => profiles.id, { onDelete: "set null" })),
    bucket: kept(text({ enum: ["session-images", "activity-images"] }).notNull()),
    folder: kept(uuid().notNull()),
    width: kept(integer().notNull()),
    height: kept(integer().notNull()),
    used: withheld(INTERNAL, boolean().notNull().default(false)),
    createdAt: kept(createdAt()),
    removedAt: withheld(INTERNAL, instant()),
    /** Withheld by an operator (rule: reported-content). */
    withheldAt: withheld(INTERNAL, instant()),
  },
  (t) => [
    index().on(t.ownerId),
    index("images_withheld").on(t.withheldAt).where(sql`withheld_at is not null`),
    index("images_unused").on(t.createdAt).where(sql`not used and removed_at is null`),
    index("images_removed").on(t.removedAt).where(sql`removed_at is not null`),
    check("images_bucket", sql`${t.bucket} in ('session-images', 'activity-images')`),
  ],
);

export const favorites = personalTable(
  "favorites",
  {
    clientId: copied(partOf(() => profiles.id)),
    sessionId: copied(partOf(() => offerings.id)),
    createdAt: copied(createdAt()),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.sessionId] }), index().on(t.sessionId)],
);

/** Drafts that nobody else sees and no quota counts. */
export const offeringDrafts = personalTable(
  "offering_drafts",
  {
    id: copied(id()),
    professionalId: copied(partOf(() => professionalProfiles.id)),
    kind: copied(oneOf("session", "activity").notNull()),
    title: copied(text()),
    fields: copied(jsonb().$type<Record<string, string | string[]>>().notNull()),
    version: withheld(INTERNAL, integer().notNull().default(1)),
    createdAt: copied(createdAt()),
    updatedAt: copied(instant().notNull()),
  },
  (t) => [
    index().on(t.professionalId, t.updatedAt.desc().nullsFirst()),
    index().on(t.updatedAt),
    check("offering_drafts_kind", sql`${t.kind} in ('session', 'activity')`),
  ],
);
