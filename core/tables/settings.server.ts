import { sql } from "drizzle-orm";
import { bigint, check, index, integer, jsonb, text, uuid } from "drizzle-orm/pg-core";
import { plainTable } from "../column-facts.server.ts";
import { createdAt, id, instant, oneOf } from "./columns.server.ts";
import { profiles } from "./people.server.ts";

/** Stored answers (rule: retry-once); `id` hashes the caller, the call and its key. */
export const idempotencyKeys = plainTable(
  "idempotency_keys",
  "for a day, hashes and ids of what stands in the other sections",
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

/** Values shared by every process of one installation. */
export const settings = plainTable("settings", "of the installation", {
  key: text().primaryKey(),
  value: jsonb().notNull(),
});

/** Column names of rate-limiter-flexible. */
export const rateLimits = plainTable(
  "rate_limits",
  "counts per network address or hash, for an hour, of nobody by name",
  {
    key: text().primaryKey(),
    points: integer().notNull().default(0),
    expire: bigint({ mode: "number" }),
  },
);

/** Lines over every page (rule: announcement), which a constraint keeps from overlapping. */
export const announcements = plainTable(
  "announcements",
  "what everybody could read over every page",
  {
    id: id(),
    kind: oneOf("information", "interruption").notNull(),
    text: text().notNull(),
    fromAt: instant().notNull(),
    untilAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check("announcements_hours", sql`${t.fromAt} < ${t.untilAt}`),
    check("announcements_kind", sql`${t.kind} in ('information', 'interruption')`),
  ],
);

/** Announced changes of terms (rule: changed-terms). */
export const termsChanges = plainTable(
  "terms_changes",
  "what every professional was told of our terms",
  {
    id: id(),
    summary: text().notNull(),
    effectiveAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (t) => [check("terms_changes_summary", sql`length(${t.summary}) between 1 and 1000`)],
);
