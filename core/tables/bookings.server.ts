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
  impersonal,
  kept,
  LEGAL,
  OTHERS,
  OURS,
  personal,
  SECRET,
  withheld,
} from "../column-facts.server.ts";
import { mailboxIn } from "../mailbox.ts";
import { RETURN_MEANS } from "../return-means.ts";
import { createdAt, id, instant, money } from "./columns.server.ts";
import { slots } from "./offerings.server.ts";
import { operators } from "./operators.server.ts";
import { payments, refunds } from "./payments.server.ts";
import { profiles } from "./people.server.ts";
import { professionalProfiles } from "./professionals.server.ts";

/**
 * The facts of a booking as its client saw them (rule: sold-as-seen); price and refund notice have
 * columns of their own.
 */
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

/**
 * A pending booking is a hold: it already owns its seat (rule: seat-hold). `client_id` is null
 * while a guest has not paid; `buyer_email` is the buyer's, account or guest, so that one person
 * cannot hold the same slot twice.
 */
export const bookings = personal(
  "bookings",
  { kept: LEGAL },
  {
    id: kept(id()),
    clientId: kept(uuid(), "client"),
    buyerEmail: copied(text().notNull()),
    professionalId: kept(uuid().notNull()),
    /** The seats that it has, or had when it ended (rule: for-several). */
    seats: kept(smallint().notNull().default(1)),
    /** Those of them that its client has given back while the others stand. */
    seatsCancelled: kept(smallint().notNull().default(0)),
    /** The first names of those who come along, as its client typed them. */
    companions: copied(text()),
    /** For all seats that were bought, like the commission. */
    pricePaidCents: kept(money().notNull()),
    commissionCents: kept(money().notNull()),
    /** The commission's rate when the seat was held, in basis points (rule: commission). */
    commissionRate: kept(integer().notNull()),
    /**
     * The rate of the VAT within its price when the seat was held, in basis points; 0: there was none,
     * null: its seller had not said.
     */
    vatRate: kept(smallint()),
    bookingNotes: copied(text()),
    status: kept(
      text({ enum: ["pending", "confirmed", "cancelled"] })
        .notNull()
        .default("pending"),
    ),
    paymentStatus: kept(
      text({ enum: ["pending", "paid", "refunded", "unpaid"] })
        .notNull()
        .default("pending"),
    ),
    cancelReason: kept(
      text({
        enum: [
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
        ],
      }),
    ),
    /** The rule shown before payment, frozen (rule: refund-notice): full refund up to this instant. */
    refundableUntil: kept(instant().notNull()),
    /**
     * From which network it was asked for, for the limits on what one of them may hold, leave to lapse
     * or book for nothing; emptied when it is paid or given back, else within a day.
     */
    holdAddress: copied(text(), "client"),
    /** Hash of the cookie that proves a guest buyer (rule: guest-account); null when the buyer was signed in. */
    guestProofHash: withheld(text(), SECRET),
    /** The purchase made the buyer's account (rule: guest-account). */
    accountCreated: kept(boolean().notNull().default(false), "client"),
    createdAt: kept(createdAt()),
    confirmedAt: kept(instant()),
    cancelledAt: copied(instant()),
    slotId: kept(
      uuid()
        .notNull()
        .references(() => slots.id),
    ),
    sold: kept(jsonb().$type<Sold>().notNull()),
    /** The price of a seat since its client moved it (rule: own-move); null: what was paid for it. */
    movedPriceCents: kept(money()),
    /** The booking that this one replaces once it is paid, in a dearer slot of the same offering. */
    replacesId: kept(uuid()),
    /** Since when its seats are for sale again (rule: resale), or were until they were sold; null: they are not. */
    resaleAt: kept(instant()),
    /** The unpaid booking that holds these seats: no other can have them meanwhile. */
    resaleToId: withheld(uuid(), OTHERS),
    /** The booking whose seats this one has taken over, or holds to do so. */
    resaleOfId: withheld(uuid(), OTHERS),
    /** When its professional last changed what was sold; null again once it is in another slot. */
    changedAt: kept(instant()),
    /** Counts the versions of its event in calendars. */
    calendarSequence: withheld(integer().notNull().default(0), OURS),
    /** The amount that the browser had seen, in cents (rule: agreed-price). */
    amountShown: kept(money(), "client"),
    /** Four digits that prove the client's presence (rule: presence-code); null once their account is deleted. */
    presenceCode: copied(text(), "client"),
    presence: kept(text({ enum: ["present", "late", "absent"] })),
    presenceBy: kept(text({ enum: ["code", "professional"] })),
    presenceAt: kept(instant()),
    /** When the client contested being absent. */
    contestedAt: kept(instant()),
    contestedAs: kept(text({ enum: ["came", "not_held"] })),
    /** A mobile given for a reminder, and when it was agreed to (rule: sms-limits). */
    smsNumber: copied(text(), "client"),
    smsAgreedAt: copied(instant(), "client"),
  },
  (t) => [
    foreignKey({ columns: [t.clientId], foreignColumns: [profiles.id] }),
    foreignKey({ columns: [t.professionalId], foreignColumns: [professionalProfiles.id] }),
    // A typed e-mail proves nothing, so several browsers may hold under it; the first that is paid
    // or confirmed is found out then, by the client's own index.
    uniqueIndex("bookings_one_hold_per_browser")
      .on(t.slotId, t.guestProofHash, t.buyerEmail)
      .where(sql`status = 'pending' and client_id is null`),
    uniqueIndex("bookings_one_live_per_client")
      .on(t.slotId, t.clientId)
      .where(sql`status <> 'cancelled'`),
    index().on(t.clientId, t.createdAt.desc().nullsFirst()),
    index().on(t.professionalId, t.createdAt.desc().nullsFirst()),
    index("bookings_by_slot").on(t.slotId),
    // They are stored in this order, so that a few bytes for many pages are enough.
    index("bookings_by_time").using("brin", t.createdAt),
    // The others are found by their client.
    index("bookings_of_nobody").on(t.buyerEmail).where(sql`client_id is null`),
    // Those that limits may count: no paid one, as most are.
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

/**
 * A link that was mailed to the owner of a guest's e-mail. With a booking it confirms a free one;
 * without one, it continues with the slot in the browser that follows it, and proves there that the
 * mailbox is the buyer's. It works once: again only for the browser that used it.
 */
export const bookingLinks = impersonal(
  "booking_links",
  "one-time links, for a day; whoever typed the address wrote what stands there",
  {
    id: id(),
    secretHash: text().notNull(),
    email: text().notNull(),
    /** The same without its plus-tag, by which links are counted and a proof is looked for. */
    mailbox: text().notNull(),
    kind: text({ enum: ["session", "activity"] }).notNull(),
    offeringId: uuid().notNull(),
    slotId: uuid().notNull(),
    seats: smallint().notNull().default(1),
    /** The price that the buyer saw, in cents, for all of them. */
    amount: integer(),
    bookingNotes: text(),
    companions: text(),
    /** The mobile typed for a reminder, which the booking takes up. */
    smsNumber: text(),
    bookingId: uuid(),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
    /** The browser that followed it. */
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

/**
 * Costs of the platform above an operator's limit, until a second person grants or refuses them:
 * gifts, and disputes that are to be given up (rule: goodwill).
 */
export const goodwillProposals = impersonal(
  "goodwill_proposals",
  "what operators thought of giving; what was given is among the refunds",
  {
    id: id(),
    bookingId: uuid()
      .notNull()
      .references(() => bookings.id, { onDelete: "cascade" }),
    /** The payment that is contested, or whose refund failed; null of a gift. */
    paymentId: uuid().references(() => payments.id, { onDelete: "cascade" }),
    /** Whether a refund that failed is to be noted as made by other means. */
    isReturn: boolean().notNull().default(false),
    /** Of that refund: its day, how, and what it is called there; else null. */
    madeOn: date(),
    means: text({ enum: RETURN_MEANS }),
    reference: text(),
    /** The refund that it was noted as, once granted. */
    refundId: uuid()
      .unique()
      .references(() => refunds.id),
    amountCents: money().notNull(),
    reason: text().notNull(),
    /** Null at the command line. */
    proposedBy: uuid().references(() => operators.id),
    createdAt: createdAt(),
    decidedAt: instant(),
    /** Null at the command line too. */
    decidedBy: uuid().references(() => operators.id),
    granted: boolean(),
    /** Why it was refused, as whoever proposed it is told. */
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
