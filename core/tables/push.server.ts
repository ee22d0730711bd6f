import { sql } from "drizzle-orm";
import { check, index, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { copied, OURS, personal, SECRET, withheld } from "../column-facts.server.ts";
import { id, instant, oneOf, partOf } from "./columns.server.ts";
import { logins, tokenFamilies, users } from "./people.server.ts";

/** Devices for notifications, which go with their login (rule: notifications). */
export const pushSubscriptions = personal(
  "push_subscriptions",
  {},
  {
    id: copied(id()),
    userId: copied(partOf(() => users.id)),
    loginId: withheld(
      uuid().references(() => logins.id, { onDelete: "cascade" }),
      OURS,
    ),
    familyId: withheld(
      uuid().references(() => tokenFamilies.id, { onDelete: "cascade" }),
      OURS,
    ),
    endpoint: withheld(text().notNull().unique(), SECRET),
    p256dh: withheld(text().notNull(), SECRET),
    auth: withheld(text().notNull(), SECRET),
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

/** Refused topics (rule: notifications). */
export const pushRefusals = personal(
  "push_refusals",
  {},
  {
    userId: copied(partOf(() => users.id)),
    topic: copied(
      oneOf("alerts", "waiting", "reminders", "cancellations", "bookings", "gaps").notNull(),
    ),
    refusedAt: copied(instant().notNull()),
  },
  (t) => [primaryKey({ columns: [t.userId, t.topic] })],
);
