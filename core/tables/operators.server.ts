import { sql } from "drizzle-orm";
import { bigint, check, index, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { impersonal } from "../column-facts.server.ts";
import type { Role } from "../roles.ts";
import { createdAt, id, instant } from "./columns.server.ts";

/** People who run the marketplace; no account of the public site is one (rule: operators-apart). */
export const operators = impersonal(
  "operators",
  "of people who work here, who have no account",
  {
    id: id(),
    email: text().notNull().unique(),
    name: text().notNull(),
    roles: text().array().$type<Role[]>().notNull(),
    passwordHash: text().notNull(),
    /** The secret of the six digits (RFC 6238), sealed (rule: sealed-secrets). */
    totpSecret: text().notNull(),
    /** The newest half-minute whose digits were used: no six digits open the door twice. */
    totpUsed: bigint({ mode: "number" }).notNull().default(0),
    createdAt: createdAt(),
    /** When somebody ended their work here; the row stays, because acts name it. */
    closedAt: instant(),
  },
  (t) => [
    check(
      "operators_roles",
      sql`cardinality(${t.roles}) > 0 and ${t.roles} <@ array['assistance', 'finance', 'administration']`,
    ),
  ],
);

/** Codes that each replace the six digits once, for somebody who has lost the telephone. */
export const recoveryCodes = impersonal(
  "recovery_codes",
  "of people who work here",
  {
    operatorId: uuid()
      .notNull()
      .references(() => operators.id, { onDelete: "cascade" }),
    codeHash: text().notNull(),
    usedAt: instant(),
  },
  (t) => [primaryKey({ columns: [t.operatorId, t.codeHash] })],
);

/** Passkeys of operators (WebAuthn): the public half of each (rule: passkeys). */
export const passkeys = impersonal(
  "passkeys",
  "of people who work here",
  {
    id: id(),
    operatorId: uuid()
      .notNull()
      .references(() => operators.id, { onDelete: "cascade" }),
    /** As the authenticator calls it, in base64url. */
    credentialId: text().notNull().unique(),
    /** COSE, in base64url. */
    publicKey: text().notNull(),
    /** How often it has signed, by its own count; 0 of one that does not count. */
    counter: bigint({ mode: "number" }).notNull(),
    /** The ways by which a browser reaches it: usb, nfc, internal… */
    transports: text().array().notNull(),
    name: text().notNull(),
    createdAt: createdAt(),
    usedAt: instant(),
  },
  (t) => [index().on(t.operatorId)],
);

/** Challenges that a passkey may answer, once and within minutes (rule: passkeys). */
export const passkeyChallenges = impersonal(
  "passkey_challenges",
  "of people who work here, for minutes",
  {
    challengeHash: text().primaryKey(),
    /** The operator who is to add a passkey; null where somebody is to come in. */
    operatorId: uuid().references(() => operators.id, { onDelete: "cascade" }),
    expiresAt: instant().notNull(),
  },
  (t) => [index().on(t.expiresAt), index().on(t.operatorId)],
);

/** An operator's signed-in browser, known by the hash of its cookie. */
export const operatorLogins = impersonal(
  "operator_logins",
  "of people who work here",
  {
    tokenHash: text().primaryKey(),
    operatorId: uuid()
      .notNull()
      .references(() => operators.id, { onDelete: "cascade" }),
    userAgent: text(),
    /** The passkey that opened it, with which it ends (rule: passkeys). */
    passkeyId: uuid().references(() => passkeys.id, { onDelete: "cascade" }),
    openedAt: instant().notNull(),
    /** Noted at most once a minute. */
    seenAt: instant().notNull(),
  },
  (t) => [index().on(t.operatorId), index().on(t.openedAt), index().on(t.passkeyId)],
);

/**
 * Acts of operators, each chained by its hash to the one before. A trigger refuses every change, and
 * every deletion before five years (rule: chained-acts). Nothing personal is here.
 */
export const acts = impersonal(
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
    /** The names of what changed. */
    fields: text().array().notNull(),
    /** Made of the act's details with their salt; null without any. */
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

/**
 * Why an act was done, and what stood there before and after. May be erased with the account that it
 * is about: the chain holds without it (rule: chained-acts).
 */
export const actDetails = impersonal(
  "act_details",
  "how operators account for what they did, erased with the account",
  {
    number: bigint({ mode: "number" })
      .primaryKey()
      .references(() => acts.number, { onDelete: "cascade" }),
    /** The account that it is about. */
    personId: uuid(),
    salt: text().notNull(),
    /** JSON, to the letter as it was hashed. */
    content: text().notNull(),
  },
  (t) => [index().on(t.personId, t.number)],
);

/** An operator's look at a screen with somebody's data. */
export const readings = impersonal(
  "readings",
  "ids of what operators looked at, of nobody by name",
  {
    id: id(),
    /** Null at the command line. */
    operatorId: uuid().references(() => operators.id),
    objectKind: text().notNull(),
    objectId: text().notNull(),
    at: instant().notNull(),
  },
  (t) => [index().on(t.at), index().on(t.operatorId), index().on(t.objectKind, t.objectId)],
);

/** The operator who works on something that waits (rule: work-queue). */
export const takenWork = impersonal(
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
    operatorId: uuid()
      .notNull()
      .references(() => operators.id),
    takenAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.objectId] }), index().on(t.operatorId)],
);

/**
 * Colleagues who are asked for an opinion about something reported, and have not given it; the words
 * stand with the acts (rule: asked-opinion).
 */
export const askedOpinions = impersonal(
  "asked_opinions",
  "ids of what operators are asked about, of nobody by name",
  {
    kind: text({ enum: ["review", "letter", "content"] }).notNull(),
    objectId: uuid().notNull(),
    askedOf: uuid()
      .notNull()
      .references(() => operators.id),
    askedBy: uuid()
      .notNull()
      .references(() => operators.id),
    askedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.objectId, t.askedOf] }),
    index().on(t.askedOf),
    index().on(t.askedBy),
  ],
);
