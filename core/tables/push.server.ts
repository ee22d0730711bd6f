import { sql } from "drizzle-orm";
import { check, index, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { copied, OURS, personal, SECRET, withheld } from "../column-facts.server.ts";
import { id, instant } from "./columns.server.ts";
import { logins, tokenFamilies, users } from "./people.server.ts";

/**
 * Devices that are told by notifications (rule: notifications). One belongs to the login under which
 * its owner asked for them, and goes with it.
 */
export const pushSubscriptions = personal(
  "push_subscriptions",
  {},
  {
    id: copied(id()),
    userId: copied(
      uuid()
        .notNull()
        .references(() => users.id, { onDelete: "cascade" }),
    ),
    /** The browser's login, or the program's tokens. */
    loginId: withheld(
      uuid().references(() => logins.id, { onDelete: "cascade" }),
      OURS,
    ),
    familyId: withheld(
      uuid().references(() => tokenFamilies.id, { onDelete: "cascade" }),
      OURS,
    ),
    /** Its address at its vendor's push service, a secret. */
    endpoint: withheld(text().notNull().unique(), SECRET),
    p256dh: withheld(text().notNull(), SECRET),
    auth: withheld(text().notNull(), SECRET),
    /** When its owner asked for notifications on it. */
    agreedAt: copied(instant().notNull()),
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
export const pushRefusals = personal(
  "push_refusals",
  {},
  {
    userId: copied(
      uuid()
        .notNull()
        .references(() => users.id, { onDelete: "cascade" }),
    ),
    topic: copied(
      text({
        enum: ["alerts", "waiting", "reminders", "cancellations", "bookings", "gaps"],
      }).notNull(),
    ),
    refusedAt: copied(instant().notNull()),
  },
  (t) => [primaryKey({ columns: [t.userId, t.topic] })],
);
