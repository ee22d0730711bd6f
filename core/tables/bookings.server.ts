import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  copied,
  INTERNAL,
  KEPT_BY_LAW,
  kept,
  keptTable,
  plainTable,
  SECRET,
  SOMEBODY_ELSE,
  withheld,
} from "../column-facts.server.ts";
import { mailboxIn } from "../mailbox.ts";
import { RETURN_MEANS } from "../return-means.ts";
import { createdAt, id, instant, money, oneOf, partOf, reference } from "./columns.server.ts";
import { slots } from "./offerings.server.ts";
import { operators } from "./operators.server.ts";
import { payments, refunds } from "./payments.server.ts";
import { profiles } from "./people.server.ts";
import { professionalProfiles } from "./professionals.server.ts";

/** The facts as the client saw them (rule: sold-as-seen). */
export interface Sold {
  title: string;
  isOnline: boolean;
  address: string | null;
  city: string | null;
  postalCode: string | null;
  /** ISO instants. */
  start: string;
  end: string;
  practitioner: string;
}

/** A pending booking owns its seat (rule: seat-hold); `client_id` is null before a guest pays. */
export const bookings = keptTable(
  "bookings",
  KEPT_BY_LAW,
  {
    id: kept(id()),
    clientId: kept(uuid(), "client"),
    buyerEmail: copied(text().notNull()),
    professionalId: kept(uuid().notNull()),
    /** Kept when the booking ends (rule: for-several). */
    seats: kept(smallint().notNull().default(1)),
    seatsCancelled: kept(smallint().notNull().default(0)),
    companions: copied(text()),
    /** For all seats that were bought. */
    pricePaidCents: kept(money().notNull()),
    commissionCents: kept(money().notNull()),
    /** Basis points (rule: commission). */
    commissionRate: kept(integer().notNull()),
    /** Basis points; 0 for no VAT, null if the seller had not said. */
    vatRate: kept(smallint()),
    bookingNotes: copied(text()),
    status: kept(oneOf("pending", "confirmed", "cancelled").notNull().default("pending")),
    paymentStatus: kept(
      oneOf("pending", "paid", "refunded", "unpaid").notNull().default("pending"),
    ),
    cancelReason: kept(
      oneOf(
        "expired",
        "abandoned",
        "failed",
        "review",
        "late",
        "duplicate",
        "own",
        "client",
        "professional",
        "outside",
        "disputed",
        "lost",
        "moved",
        "resold",
      ),
    ),
    /** End of the full refund, frozen as shown (rule: refund-notice). */
    refundableUntil: kept(instant().notNull()),
    /** Network of the hold, for limits; emptied when paid or returned, or within a day. */
    holdAddress: copied(text(), "client"),
    /** Hash of a guest's cookie (rule: guest-account); null when the buyer was signed in. */
    guestProofHash: withheld(SECRET, text()),
    /** The purchase made the account (rule: guest-account). */
    accountCreated: kept(boolean().notNull().default(false), "client"),
    createdAt: kept(createdAt()),
    confirmedAt: kept(instant()),
    cancelledAt: copied(instant()),
    slotId: kept(reference(() => slots.id)),
    sold: kept(jsonb().$type<Sold>().notNull()),
    /** Price of a moved seat (rule: own-move); null for the price paid. */
    movedPriceCents: kept(money()),
    replacesId: kept(uuid()),
    /** Start of the resale (rule: resale), kept once sold. */
    resaleAt: kept(instant()),
    resaleToId: withheld(SOMEBODY_ELSE, uuid()),
    resaleOfId: withheld(SOMEBODY_ELSE, uuid()),
    /** Last change by the professional; null again in another slot. */
    changedAt: kept(instant()),
    /** Version of its calendar event. */
    calendarSequence: withheld(INTERNAL, integer().notNull().default(0)),
    /** Cents seen in the browser (rule: agreed-price). */
    amountShown: kept(money(), "client"),
    /** Four digits (rule: presence-code); null once the account is deleted. */
    presenceCode: copied(text(), "client"),
    presence: kept(oneOf("present", "late", "absent")),
    presenceBy: kept(oneOf("code", "professional")),
    presenceAt: kept(instant()),
    contestedAt: kept(instant()),
    contestedAs: kept(oneOf("came", "not_held")),
    /** Mobile given for a reminder, and the consent (rule: sms-limits). */
    smsNumber: copied(text(), "client"),
    smsAgreedAt: copied(instant(), "client"),
  },
  (t) => [
    foreignKey({ columns: [t.clientId], foreignColumns: [profiles.id] }),
    foreignKey({ columns: [t.professionalId], foreignColumns: [professionalProfiles.id] }),
    // A typed e-mail proves nothing, so several browsers may hold under it until one is paid.
    uniqueIndex("bookings_one_hold_per_browser")
      .on(t.slotId, t.guestProofHash, t.buyerEmail)
      .where(sql`status = 'pending' and client_id is null`),
    uniqueIndex("bookings_one_live_per_client")
      .on(t.slotId, t.clientId)
      .where(sql`status <> 'cancelled'`),
    index().on(t.clientId, t.createdAt.desc().nullsFirst()),
    index().on(t.professionalId, t.createdAt.desc().nullsFirst()),
    index("bookings_by_slot").on(t.slotId),
    index("bookings_by_time").using("brin", t.createdAt),
    index("bookings_of_nobody").on(t.buyerEmail).where(sql`client_id is null`),
    index("bookings_counted_by_browser")
      .on(t.guestProofHash)
      .where(sql`guest_proof_hash is not null and (status <> 'confirmed' or price_paid_cents = 0)`),
    index("bookings_counted_by_mailbox")
      .on(sql.raw(mailboxIn("buyer_email")))
      .where(sql`guest_proof_hash is not null and (status <> 'confirmed' or price_paid_cents = 0)`),
    index("bookings_by_address").on(t.holdAddress).where(sql`hold_address is not null`),
    uniqueIndex("bookings_code_per_slot")
      .on(t.slotId, t.presenceCode)
      .where(sql`presence_code is not null and status <> 'cancelled'`),
    index("bookings_for_resale")
      .on(t.slotId, t.resaleAt)
      .where(sql`resale_at is not null and status = 'confirmed'`),
    uniqueIndex("bookings_resale_to").on(t.resaleToId).where(sql`resale_to_id is not null`),
    index("bookings_resale_of").on(t.resaleOfId).where(sql`resale_of_id is not null`),
    index("bookings_sms_to_empty").on(t.smsAgreedAt).where(sql`sms_number is not null`),
    check("bookings_presence_code", sql`${t.presenceCode} ~ '^[0-9]{4}$'`),
    check(
      "bookings_presence",
      sql`(${t.presence} is null) = (${t.presenceAt} is null) and (${t.presence} is null) = (${t.presenceBy} is null)
        and (${t.presence} in ('present', 'late', 'absent')) is not false and (${t.presenceBy} in ('code', 'professional')) is not false`,
    ),
    check(
      "bookings_contested",
      sql`(${t.contestedAt} is null) = (${t.contestedAs} is null) and (${t.contestedAs} in ('came', 'not_held')) is not false`,
    ),
    check("bookings_vat", sql`${t.vatRate} between 0 and 10000`),
    check("bookings_seats", sql`${t.seats} between 1 and 6`),
    check("bookings_seats_cancelled", sql`${t.seatsCancelled} between 0 and 6 - ${t.seats}`),
    check("bookings_companions", sql`length(${t.companions}) <= 200`),
    check("bookings_money", sql`${t.commissionCents} between 0 and ${t.pricePaidCents}`),
    check("bookings_notes", sql`length(${t.bookingNotes}) <= 500`),
    check(
      "bookings_states",
      sql`(${t.status} = 'pending' and ${t.paymentStatus} = 'pending' and ${t.confirmedAt} is null and ${t.cancelledAt} is null)
        or (${t.status} = 'confirmed' and ${t.paymentStatus} = 'paid' and ${t.confirmedAt} is not null and ${t.cancelledAt} is null and ${t.clientId} is not null)
        or (${t.status} = 'cancelled' and ${t.cancelledAt} is not null and ${t.cancelReason} is not null)`,
    ),
  ],
);

/** Confirms a free booking or continues a purchase, for one browser only. */
export const bookingLinks = plainTable(
  "booking_links",
  "one-time links, for a day; whoever typed the address wrote what stands there",
  {
    id: id(),
    secretHash: text().notNull(),
    email: text().notNull(),
    /** Without its plus-tag. */
    mailbox: text().notNull(),
    kind: oneOf("session", "activity").notNull(),
    offeringId: uuid().notNull(),
    slotId: uuid().notNull(),
    seats: smallint().notNull().default(1),
    amount: integer(),
    bookingNotes: text(),
    companions: text(),
    smsNumber: text(),
    bookingId: uuid(),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
    proofHash: text(),
  },
  (t) => [
    index().on(t.mailbox, t.createdAt),
    index().on(t.expiresAt),
    check("booking_links_seats", sql`${t.seats} between 1 and 6`),
    check("booking_links_kind", sql`${t.kind} in ('session', 'activity')`),
    check("booking_links_notes", sql`length(${t.bookingNotes}) <= 500`),
  ],
);

/** Costs above an operator's limit that await a second person (rule: goodwill). */
export const goodwillProposals = plainTable(
  "goodwill_proposals",
  "what operators thought of giving; what was given is among the refunds",
  {
    id: id(),
    bookingId: partOf(() => bookings.id),
    /** Null for a gift. */
    paymentId: uuid().references(() => payments.id, { onDelete: "cascade" }),
    /** Marks a failed refund to be noted as made by other means. */
    isReturn: boolean().notNull().default(false),
    madeOn: date(),
    means: text({ enum: RETURN_MEANS }),
    reference: text(),
    refundId: uuid()
      .unique()
      .references(() => refunds.id),
    amountCents: money().notNull(),
    reason: text().notNull(),
    /** Null at the command line. */
    proposedBy: uuid().references(() => operators.id),
    createdAt: createdAt(),
    decidedAt: instant(),
    decidedBy: uuid().references(() => operators.id),
    granted: boolean(),
    answer: text(),
  },
  (t) => [
    uniqueIndex("goodwill_proposals_one_waiting")
      .on(sql`coalesce(payment_id, booking_id)`, t.isReturn)
      .where(sql`decided_at is null`),
    index().on(t.paymentId),
    index().on(t.proposedBy),
    check("goodwill_proposals_amount", sql`${t.amountCents} > 0`),
    check("goodwill_proposals_decided", sql`(${t.decidedAt} is null) = (${t.granted} is null)`),
    check(
      "goodwill_proposals_proof",
      sql`num_nonnulls(${t.madeOn}, ${t.means}, ${t.reference}) = case when ${t.isReturn} then 3 else 0 end`,
    ),
    check(
      "goodwill_proposals_refund",
      sql`(${t.refundId} is not null) = (${t.isReturn} and ${t.granted} is true)`,
    ),
  ],
);
