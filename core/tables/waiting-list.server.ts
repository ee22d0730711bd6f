import { sql } from "drizzle-orm";
import { check, index, smallint, unique } from "drizzle-orm/pg-core";
import { copied, personal } from "../column-facts.server.ts";
import { createdAt, id, instant, money, partOf } from "./columns.server.ts";
import { slots } from "./offerings.server.ts";
import { users } from "./people.server.ts";

/** A full slot's line (rule: waiting-list); offered seats are in `reserved_seats`. */
export const waitingEntries = personal(
  "waiting_entries",
  {},
  {
    id: copied(id()),
    userId: copied(partOf(() => users.id)),
    slotId: copied(partOf(() => slots.id)),
    seats: copied(smallint().notNull()),
    /** Determines the rank. */
    linedUpAt: copied(instant().notNull()),
    hadTurnAt: copied(instant()),
    missedAt: copied(instant()),
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
