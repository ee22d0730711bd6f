import { sql } from "drizzle-orm";
import { bigint, check, index, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { plainTable } from "../column-facts.server.ts";
import type { Role } from "../roles.ts";
import { createdAt, id, instant, oneOf, partOf, reference } from "./columns.server.ts";

/** Operators are no accounts of the public site (rule: operators-apart). */
export const operators = plainTable(
  "operators",
  "of people who work here, who have no account",
  {
    id: id(),
    email: text().notNull().unique(),
    name: text().notNull(),
    roles: text().array().$type<Role[]>().notNull(),
    passwordHash: text().notNull(),
    /** RFC 6238, sealed (rule: sealed-secrets). */
    totpSecret: text().notNull(),
    /** Last half-minute used, so that no code works twice. */
    totpUsed: bigint({ mode: "number" }).notNull().default(0),
    createdAt: createdAt(),
    /** The row stays, because acts name it. */
    closedAt: instant(),
  },
  (t) => [
    check(
      "operators_roles",
      sql`cardinality(${t.roles}) > 0 and ${t.roles} <@ array['assistance', 'finance', 'administration']`,
    ),
  ],
);

export const recoveryCodes = plainTable(
  "recovery_codes",
  "of people who work here",
  {
    operatorId: partOf(() => operators.id),
    codeHash: text().notNull(),
    usedAt: instant(),
  },
  (t) => [primaryKey({ columns: [t.operatorId, t.codeHash] })],
);

/** WebAuthn (rule: passkeys). */
export const passkeys = plainTable(
  "passkeys",
  "of people who work here",
  {
    id: id(),
    operatorId: partOf(() => operators.id),
    /** Base64url. */
    credentialId: text().notNull().unique(),
    /** COSE, in base64url. */
    publicKey: text().notNull(),
    /** Zero for authenticators that do not count. */
    counter: bigint({ mode: "number" }).notNull(),
    transports: text().array().notNull(),
    name: text().notNull(),
    createdAt: createdAt(),
    usedAt: instant(),
  },
  (t) => [index().on(t.operatorId)],
);

/** Challenges for one use within minutes (rule: passkeys). */
export const passkeyChallenges = plainTable(
  "passkey_challenges",
  "of people who work here, for minutes",
  {
    challengeHash: text().primaryKey(),
    operatorId: uuid().references(() => operators.id, { onDelete: "cascade" }),
    expiresAt: instant().notNull(),
  },
  (t) => [index().on(t.expiresAt), index().on(t.operatorId)],
);

export const operatorLogins = plainTable(
  "operator_logins",
  "of people who work here",
  {
    tokenHash: text().primaryKey(),
    operatorId: partOf(() => operators.id),
    userAgent: text(),
    /** Ends with this passkey (rule: passkeys). */
    passkeyId: uuid().references(() => passkeys.id, { onDelete: "cascade" }),
    openedAt: instant().notNull(),
    /** Noted at most once a minute. */
    seenAt: instant().notNull(),
  },
  (t) => [index().on(t.operatorId), index().on(t.openedAt), index().on(t.passkeyId)],
);

/** A trigger forbids changes, and deletion for five years (rule: chained-acts). */
export const acts = plainTable(
  "acts",
  "ids of what operators did, of nobody by name",
  {
    number: bigint({ mode: "number" }).primaryKey(),
    at: instant().notNull(),
    /** Null at the command line. */
    operatorId: uuid().references(() => operators.id),
    act: text().notNull(),
    objectKind: text().notNull(),
    objectId: text().notNull(),
    fields: text().array().notNull(),
    detailsHash: text(),
    hash: text().notNull(),
  },
  (t) => [
    index().on(t.objectId, t.number),
    index().on(t.operatorId, t.number),
    index().on(t.act, t.number),
    index().on(t.at),
  ],
);

/** May be erased with the account without breaking the chain (rule: chained-acts). */
export const actDetails = plainTable(
  "act_details",
  "how operators account for what they did, erased with the account",
  {
    number: bigint({ mode: "number" })
      .primaryKey()
      .references(() => acts.number, { onDelete: "cascade" }),
    personId: uuid(),
    salt: text().notNull(),
    /** To the letter as it was hashed. */
    content: text().notNull(),
  },
  (t) => [index().on(t.personId, t.number)],
);

export const readings = plainTable(
  "readings",
  "ids of what operators looked at, of nobody by name",
  {
    id: id(),
    operatorId: uuid().references(() => operators.id),
    objectKind: text().notNull(),
    objectId: text().notNull(),
    at: instant().notNull(),
  },
  (t) => [index().on(t.at), index().on(t.operatorId), index().on(t.objectKind, t.objectId)],
);

/** Assignments of work (rule: work-queue). */
export const takenWork = plainTable(
  "taken_work",
  "ids of what operators work on, of nobody by name",
  {
    kind: text({
      enum: [
        ...["review", "letter", "content", "verification", "payment", "dispute", "deletion"],
        ...["message", "rights", "mail", "tax", "category", "account", "goodwill"],
      ] as const,
    }).notNull(),
    objectId: uuid().notNull(),
    operatorId: reference(() => operators.id),
    takenAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.objectId] }), index().on(t.operatorId)],
);

/** Colleagues who have not given their opinion (rule: asked-opinion). */
export const askedOpinions = plainTable(
  "asked_opinions",
  "ids of what operators are asked about, of nobody by name",
  {
    kind: oneOf("review", "letter", "content").notNull(),
    objectId: uuid().notNull(),
    askedOf: reference(() => operators.id),
    askedBy: reference(() => operators.id),
    askedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.objectId, t.askedOf] }),
    index().on(t.askedOf),
    index().on(t.askedBy),
  ],
);
