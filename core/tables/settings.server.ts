import { bigint, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns.server.ts";
import { profiles } from "./people.server.ts";

/**
 * The answers of calls that create something, so that a call whose answer was lost is not carried
 * out twice (rule: retry-once). `id` is a hash of the caller, the call and its key.
 */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    id: text().primaryKey(),
    /** Null for a visitor's. */
    userId: uuid().references(() => profiles.id, { onDelete: "cascade" }),
    call: text().notNull(),
    bodyHash: text().notNull(),
    /** Null while the first call runs. */
    answer: jsonb().$type<Record<string, unknown>>(),
    startedAt: instant().notNull(),
  },
  (t) => [index().on(t.startedAt), index().on(t.userId)],
);

/** Values that every process of one installation shares: the signing secret, the demo's marks. */
export const settings = pgTable("settings", {
  key: text().primaryKey(),
  value: jsonb().notNull(),
});

/** Counters of rate-limiter-flexible, whose column names these are. */
export const rateLimits = pgTable("rate_limits", {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: "number" }),
});
