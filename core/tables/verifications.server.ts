import { sql } from "drizzle-orm";
import { check, date, index, integer, jsonb, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Establishment } from "#platform/company-register.server.ts";
import { copied, OURS, personal, withheld } from "../column-facts.server.ts";
import { createdAt, id, instant } from "./columns.server.ts";
import { professionalProfiles } from "./professionals.server.ts";

/**
 * The proofs that a professional has given so that the tick may stand beside their name, and what was found
 * (rule: tick). A row is never reused: another paper is another row.
 */
export const proofs = personal(
  "proofs",
  {},
  {
    id: copied(id()),
    professionalId: copied(
      uuid()
        .notNull()
        .references(() => professionalProfiles.id, { onDelete: "cascade" }),
    ),
    kind: copied(
      text({ enum: ["company", "identity", "diploma", "insurance", "title"] }).notNull(),
    ),
    /** `ended`: replaced by another, expired, or no longer true. */
    status: copied(text({ enum: ["waiting", "accepted", "refused", "ended"] }).notNull()),
    /** A diploma's name, an insurance's contract, or the protected title. */
    title: copied(text()),
    issuer: copied(text()),
    /** A SIRET, or the entry in a health profession's register. */
    number: copied(text()),
    issuedOn: copied(date({ mode: "string" })),
    /** The last day on which it holds; null without one. */
    expiresOn: copied(date({ mode: "string" })),
    /** The answer of the public register about a company; null until it has answered. */
    register: copied(jsonb().$type<Establishment>()),
    /** When the register, or the payment provider, answered last. */
    checkedAt: copied(instant()),
    createdAt: copied(createdAt()),
    /** When it was accepted, or refused. */
    decidedAt: copied(instant()),
    endedAt: copied(instant()),
    /** Why it was refused or has ended, as its professional reads it. */
    reason: copied(text()),
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
export const proofFiles = personal(
  "proof_files",
  {},
  {
    id: withheld(id(), OURS),
    /** Null until the proof is written, and once it is gone: the file then goes, too. */
    proofId: copied(
      uuid()
        .unique()
        .references(() => proofs.id, { onDelete: "set null" }),
    ),
    type: copied(text({ enum: ["application/pdf", "image/jpeg"] }).notNull()),
    bytes: copied(integer().notNull()),
    /** The mark of the key that has sealed it. */
    sealedBy: withheld(text().notNull(), OURS),
    createdAt: copied(createdAt()),
    /** From when on it is deleted; null as long as nobody knows. */
    deleteAfter: copied(instant()),
  },
  (t) => [
    index("proof_files_to_delete").on(t.deleteAfter).where(sql`delete_after is not null`),
    index("proof_files_of_nothing").on(t.createdAt).where(sql`proof_id is null`),
    check("proof_files_type", sql`${t.type} in ('application/pdf', 'image/jpeg')`),
    check("proof_files_bytes", sql`${t.bytes} > 0`),
  ],
);
