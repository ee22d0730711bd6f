import { sql } from "drizzle-orm";
import { check, date, index, integer, jsonb, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Establishment } from "#platform/company-register.server.ts";
import { copied, INTERNAL, personalTable, withheld } from "../column-facts.server.ts";
import { createdAt, id, instant, oneOf, partOf } from "./columns.server.ts";
import { professionalProfiles } from "./professionals.server.ts";

/** Proofs for the tick (rule: tick); another paper is another row. */
export const proofs = personalTable(
  "proofs",
  {
    id: copied(id()),
    professionalId: copied(partOf(() => professionalProfiles.id)),
    kind: copied(oneOf("company", "identity", "diploma", "insurance", "title").notNull()),
    /** `ended` is replaced, expired or no longer true. */
    status: copied(oneOf("waiting", "accepted", "refused", "ended").notNull()),
    /** Diploma, insurance contract or protected title. */
    title: copied(text()),
    issuer: copied(text()),
    /** SIRET, or the number in a health register. */
    number: copied(text()),
    issuedOn: copied(date({ mode: "string" })),
    /** Inclusive; null without one. */
    expiresOn: copied(date({ mode: "string" })),
    /** Null until the public register has answered. */
    register: copied(jsonb().$type<Establishment>()),
    checkedAt: copied(instant()),
    createdAt: copied(createdAt()),
    decidedAt: copied(instant()),
    endedAt: copied(instant()),
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

/** Documents stored sealed under this id (rule: private-papers). */
export const proofFiles = personalTable(
  "proof_files",
  {
    id: withheld(INTERNAL, id()),
    /** Null before the proof is written and after it is gone. */
    proofId: copied(
      uuid()
        .unique()
        .references(() => proofs.id, { onDelete: "set null" }),
    ),
    type: copied(text({ enum: ["application/pdf", "image/jpeg"] }).notNull()),
    bytes: copied(integer().notNull()),
    sealedBy: withheld(INTERNAL, text().notNull()),
    createdAt: copied(createdAt()),
    /** Null as long as nobody knows. */
    deleteAfter: copied(instant()),
  },
  (t) => [
    index("proof_files_to_delete").on(t.deleteAfter).where(sql`delete_after is not null`),
    index("proof_files_of_nothing").on(t.createdAt).where(sql`proof_id is null`),
    check("proof_files_type", sql`${t.type} in ('application/pdf', 'image/jpeg')`),
    check("proof_files_bytes", sql`${t.bytes} > 0`),
  ],
);
