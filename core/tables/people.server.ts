import { sql } from "drizzle-orm";
import { boolean, check, index, integer, text, unique, uuid } from "drizzle-orm/pg-core";
import {
  copied,
  INTERNAL,
  kept,
  keptTable,
  NAMELESS_ACCOUNT,
  personalTable,
  plainTable,
  SECRET,
  withheld,
} from "../column-facts.server.ts";
import { createdAt, id, instant, oneOf, partOf, versionColumns } from "./columns.server.ts";

export const users = keptTable("users", NAMELESS_ACCOUNT, {
  id: kept(id()),
  email: copied(text().notNull().unique()),
  emailVerified: copied(boolean().notNull().default(false)),
  /** Greets somebody whose profile cannot be read. */
  name: copied(text().notNull()),
  image: copied(text()),
  createdAt: kept(createdAt()),
  updatedAt: copied(createdAt()),
});

/** Named so because a session is a wellness session. */
export const logins = personalTable(
  "logins",
  {
    id: withheld(INTERNAL, id()),
    userId: copied(partOf(() => users.id)),
    token: withheld(SECRET, text().notNull().unique()),
    expiresAt: copied(instant().notNull()),
    ipAddress: copied(text()),
    userAgent: copied(text()),
    createdAt: copied(createdAt()),
    updatedAt: copied(createdAt()),
  },
  (t) => [index().on(t.userId)],
);

/** Holds the password hash for `provider_id = 'credential'`. */
export const credentials = plainTable(
  "credentials",
  "the password's hash",
  {
    id: id(),
    userId: partOf(() => users.id),
    accountId: text().notNull(),
    providerId: text().notNull(),
    password: text(),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: instant(),
    refreshTokenExpiresAt: instant(),
    scope: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [unique().on(t.userId, t.providerId)],
);

/** One-time links (`reset:<email>`, `sign-up:<email>`) with a secret's hash. */
export const verifications = plainTable(
  "verifications",
  "one-time links, for a day; what stands there was not proved to be the person's",
  {
    id: id(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [index().on(t.identifier)],
);

/** Expiring password that can only be changed (rule: guest-account). */
export const temporaryPasswords = plainTable(
  "temporary_passwords",
  "until when a temporary password works",
  {
    userId: partOf(() => users.id).primaryKey(),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
);

/** Reuse of a rotated refresh token revokes the family. */
export const tokenFamilies = keptTable(
  "token_families",
  "ended; until its last token would have expired, so that a theft is noticed",
  {
    id: withheld(INTERNAL, id()),
    userId: kept(partOf(() => users.id)),
    userAgent: copied(text()),
    createdAt: kept(createdAt()),
    revokedAt: copied(instant()),
  },
  (t) => [index().on(t.userId)],
);

export const tokens = plainTable(
  "tokens",
  "hashes of keys; when they were given out is in program_accesses",
  {
    tokenHash: text().primaryKey(),
    familyId: partOf(() => tokenFamilies.id),
    kind: oneOf("access", "refresh").notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.familyId), check("tokens_kind", sql`${t.kind} in ('access', 'refresh')`)],
);

export const profiles = keptTable(
  "profiles",
  NAMELESS_ACCOUNT,
  {
    id: kept(partOf(() => users.id).primaryKey()),
    email: copied(text().notNull().unique()),
    firstName: copied(text().notNull().default("")),
    lastName: copied(text().notNull().default("")),
    phone: copied(text()),
    /** Mobile and consent for all reminders (rule: sms-limits). */
    smsNumber: copied(text()),
    smsAgreedAt: copied(instant()),
    isClient: kept(boolean().notNull().default(true)),
    isPro: kept(boolean().notNull().default(false)),
    /** By a paid plan or the operator (rule: activity-rights). */
    canCreateActivities: kept(boolean().notNull().default(false)),
    activitiesGranted: kept(boolean().notNull().default(false)),
    accountStatus: copied(oneOf("active", "suspended", "deleted").notNull().default("active")),
    sessionCount: kept(integer().notNull().default(0)),
    subscriptionPlan: kept(text()),
    quotaAnchor: kept(instant().notNull().defaultNow()),
    lastQuotaReset: kept(instant().notNull().defaultNow()),
    /** Plan at the last count, since it may change within the month. */
    countedUnder: kept(text()),
    ...versionColumns(),
    /** Hides all public pages at once. */
    deletionAskedAt: copied(instant()),
    /** Ids that withdrawing the request restores. */
    deletionHid: copied(uuid().array()),
    /** To the day; null when the account is deleted. */
    lastActiveAt: copied(instant().defaultNow()),
    unusedNotice: withheld(INTERNAL, uuid()),
    createdAt: kept(createdAt()),
    updatedAt: copied(createdAt()),
  },
  (t) => [
    index("profiles_email_start").on(t.email.op("text_pattern_ops")),
    index("profiles_named").using(
      "gin",
      sql`(' ' || search_key(${t.firstName} || ' ' || ${t.lastName})) gin_trgm_ops`,
    ),
    index("profiles_leaving").on(t.deletionAskedAt).where(sql`${t.deletionAskedAt} is not null`),
    index("profiles_by_last_use").on(t.lastActiveAt).where(sql`account_status = 'active'`),
    check("profiles_session_count", sql`${t.sessionCount} >= 0`),
    check("profiles_account_status", sql`${t.accountStatus} in ('active', 'suspended', 'deleted')`),
    check("profiles_email", sql`${t.email} = lower(${t.email})`),
  ],
);
