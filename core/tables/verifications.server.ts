import { sql } from "drizzle-orm";
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Establishment } from "#platform/company-register.server.ts";
import { createdAt, id, instant } from "./columns.server.ts";
import { professionalProfiles } from "./professionals.server.ts";

/**
 * The proofs that a professional has given so that the tick may stand beside their name, and what was found
 * (rule: tick). A row is never reused: another paper is another row.
 */
export const proofs = pgTable(
  "proofs",
  {
    id: id(),
    professionalId: uuid()
      .notNull()
      .references(() => professionalProfiles.id, { onDelete: "cascade" }),
    kind: text({ enum: ["company", "identity", "diploma", "insurance", "title"] }).notNull(),
    /** `ended`: replaced by another, expired, or no longer true. */
    status: text({ enum: ["waiting", "accepted", "refused", "ended"] }).notNull(),
    /** A diploma's name, an insurance's contract, or the protected title. */
    title: text(),
    issuer: text(),
    /** A SIRET, or the entry in a health profession's register. */
    number: text(),
    issuedOn: date({ mode: "string" }),
    /** The last day on which it holds; null without one. */
    expiresOn: date({ mode: "string" }),
    /** The answer of the public register about a company; null until it has answered. */
    register: jsonb().$type<Establishment>(),
    /** When the register, or the payment provider, answered last. */
    checkedAt: instant(),
    createdAt: createdAt(),
    /** When it was accepted, or refused. */
    decidedAt: instant(),
    endedAt: instant(),
    /** Why it was refused or has ended, as its professional reads it. */
    reason: text(),
  },
  (t) => [
    index().on(t.professionalId, t.createdAt),
    uniqueIndex("proofs_one_waiting").on(t.professionalId, t.kind).where(sql`status = 'waiting'`),
    uniqueIndex("proofs_one_accepted").on(t.professionalId, t.kind).where(sql`status = 'accepted'`),
    index("proofs_to_decide").on(t.createdAt).where(sql`status = 'waiting'`),
    index("proofs_to_expire").on(t.expiresOn).where(sql`status = 'accepted'`),
    index("proofs_to_check")
      .on(t.checkedAt)
      .where(sql`kind in ('company', 'identity') and status in ('waiting', 'accepted')`),
    check(
      "proofs_kind",
      sql`${t.kind} in ('company', 'identity', 'diploma', 'insurance', 'title')`,
    ),
    check("proofs_status", sql`${t.status} in ('waiting', 'accepted', 'refused', 'ended')`),
    check("proofs_number", sql`${t.kind} not in ('company', 'title') or ${t.number} is not null`),
    check("proofs_insurance", sql`${t.kind} <> 'insurance' or ${t.expiresOn} is not null`),
    check(
      "proofs_decided",
      sql`case ${t.status} when 'waiting' then ${t.decidedAt} is null when 'ended' then true
        else ${t.decidedAt} is not null end`,
    ),
    check("proofs_ended", sql`(${t.status} = 'ended') = (${t.endedAt} is not null)`),
    check("proofs_refused", sql`${t.status} <> 'refused' or ${t.reason} is not null`),
  ],
);

/** A document of a proof, which stands sealed among the files under this id (rule: private-papers). */
export const proofFiles = pgTable(
  "proof_files",
  {
    id: id(),
    /** Null until the proof is written, and once it is gone: the file then goes, too. */
    proofId: uuid()
      .unique()
      .references(() => proofs.id, { onDelete: "set null" }),
    type: text({ enum: ["application/pdf", "image/jpeg"] }).notNull(),
    bytes: integer().notNull(),
    /** The mark of the key that has sealed it. */
    sealedBy: text().notNull(),
    createdAt: createdAt(),
    /** From when on it is deleted; null as long as nobody knows. */
    deleteAfter: instant(),
  },
  (t) => [
    index("proof_files_to_delete").on(t.deleteAfter).where(sql`delete_after is not null`),
    index("proof_files_of_nothing").on(t.createdAt).where(sql`proof_id is null`),
    check("proof_files_type", sql`${t.type} in ('application/pdf', 'image/jpeg')`),
    check("proof_files_bytes", sql`${t.bytes} > 0`),
  ],
);
