import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { id, instant } from "./columns.server.ts";
import { logins, tokenFamilies, users } from "./people.server.ts";

/**
 * Devices that are told by notifications (rule: notifications). One belongs to the login under which
 * its owner asked for them, and goes with it.
 */
export const pushSubscriptions = pgTable(
  "push_subscriptions",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The browser's login, or the program's tokens. */
    loginId: uuid().references(() => logins.id, { onDelete: "cascade" }),
    familyId: uuid().references(() => tokenFamilies.id, { onDelete: "cascade" }),
    /** Its address at its vendor's push service, a secret. */
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** When its owner asked for notifications on it. */
    agreedAt: instant().notNull(),
  },
  (t) => [
    unique("push_subscriptions_one_per_login").on(t.loginId),
    index().on(t.userId),
    index().on(t.familyId),
    check("push_subscriptions_access", sql`num_nonnulls(${t.loginId}, ${t.familyId}) = 1`),
    check("push_subscriptions_endpoint", sql`length(${t.endpoint}) <= 1000`),
  ],
);

/** Topics of which somebody wants no notification (rule: notifications). */
export const pushRefusals = pgTable(
  "push_refusals",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    topic: text({
      enum: ["alerts", "waiting", "reminders", "cancellations", "bookings", "gaps"],
    }).notNull(),
    refusedAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.topic] })],
);
