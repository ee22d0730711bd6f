import { sql } from "drizzle-orm";
import { check, primaryKey, uuid } from "drizzle-orm/pg-core";
import { impersonal } from "../column-facts.server.ts";
import { instant, money, partOf } from "./columns.server.ts";
import { slots } from "./offerings.server.ts";

/** Price cuts, which take effect without a write (rule: falling-price). */
export const slotPrices = impersonal(
  "slot_prices",
  "made of an offering's steps, which are in the copy of its professional",
  {
    slotId: partOf(() => slots.id),
    fromAt: instant().notNull(),
    cents: money().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.slotId, t.fromAt] }),
    check("slot_prices_cents", sql`${t.cents} >= 50`),
  ],
);

/** Former prices, inherited by a republished hour (rule: true-strike). */
export const pastSlotPrices = impersonal(
  "past_slot_prices",
  "prices that everybody could read, of nobody by name",
  {
    offeringId: uuid().notNull(),
    startsAt: instant().notNull(),
    cents: money().notNull(),
    fromAt: instant().notNull(),
    untilAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.offeringId, t.startsAt, t.fromAt] }),
    check("past_slot_prices_until", sql`${t.untilAt} >= ${t.fromAt}`),
  ],
);
