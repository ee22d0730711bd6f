import { sql } from "drizzle-orm";
import { check, index, smallint, unique, uuid } from "drizzle-orm/pg-core";
import { copied, personal } from "../column-facts.server.ts";
import { createdAt, id, instant, money } from "./columns.server.ts";
import { slots } from "./offerings.server.ts";
import { users } from "./people.server.ts";

/**
 * People who wait for seats of a full slot (rule: waiting-list). Free seats that fit somebody who
 * waits are on sale to nobody else; those that are offered to somebody are among the slot's
 * `reserved_seats`.
 */
export const waitingEntries = personal(
  "waiting_entries",
  {},
  {
    id: copied(id()),
    userId: copied(
      uuid()
        .notNull()
        .references(() => users.id, { onDelete: "cascade" }),
    ),
    slotId: copied(
      uuid()
        .notNull()
        .references(() => slots.id, { onDelete: "cascade" }),
    ),
    seats: copied(smallint().notNull()),
    /** Its rank in the line follows from this instant. */
    linedUpAt: copied(instant().notNull()),
    /** When it was told of the seats that are free, let them pass or did not answer. */
    hadTurnAt: copied(instant()),
    /** When an offer to it last ended without an answer. */
    missedAt: copied(instant()),
    /** The running offer: since when, until when, and the price of a seat then. */
    offeredAt: copied(instant()),
    offeredUntil: copied(instant()),
    offeredCents: copied(money()),
    createdAt: copied(createdAt()),
  },
  (t) => [
    unique("waiting_entries_one_per_person").on(t.slotId, t.userId),
    index().on(t.userId),
    index("waiting_entries_offered").on(t.offeredUntil).where(sql`offered_until is not null`),
    check("waiting_entries_seats", sql`${t.seats} between 1 and 6`),
    check(
      "waiting_entries_offer",
      sql`(${t.offeredAt} is null) = (${t.offeredUntil} is null) and (${t.offeredAt} is null) = (${t.offeredCents} is null)
        and (${t.offeredUntil} > ${t.offeredAt}) is not false`,
    ),
  ],
);
