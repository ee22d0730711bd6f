import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { copied, impersonal, OURS, PROVIDER, personal, withheld } from "../column-facts.server.ts";
import { createdAt, id, instant, money } from "./columns.server.ts";
import { payments } from "./payments.server.ts";

/**
 * Amounts that an operator takes back from a payment's professional, up to their share of what the
 * platform has paid (rule: share-reclaimed). Once made, each is a movement too.
 */
export const reclaims = personal(
  "reclaims",
  {},
  {
    /** Made by the form, so that what is sent twice is one. */
    id: withheld(id(), OURS),
    paymentId: copied(
      uuid()
        .notNull()
        .references(() => payments.id, { onDelete: "cascade" }),
    ),
    amountCents: copied(money().notNull()),
    /** As the professional is told. */
    reason: copied(text().notNull()),
    status: copied(
      text({ enum: ["asked", "made", "refused"] })
        .notNull()
        .default("asked"),
    ),
    /** The provider's code for refusing it. */
    refusedCode: withheld(text(), OURS),
    /** The provider's id; null until it is made. */
    stripeReversalId: withheld(text().unique(), PROVIDER),
    createdAt: copied(createdAt()),
    settledAt: copied(instant()),
  },
  (t) => [
    index().on(t.paymentId),
    index("reclaims_asked").on(t.createdAt).where(sql`status = 'asked'`),
    check("reclaims_amount", sql`${t.amountCents} > 0`),
    check("reclaims_made", sql`(${t.status} = 'made') = (${t.stripeReversalId} is not null)`),
  ],
);

/**
 * Files that the provider has been given and an operator may answer a dispute with, until it is
 * answered (rule: dispute-evidence). The provider takes one of each kind, and keeps the content.
 */
export const disputeFiles = impersonal(
  "dispute_files",
  "which files an operator is about to answer a bank with; nobody's words are in it",
  {
    paymentId: uuid()
      .notNull()
      .references(() => payments.id, { onDelete: "cascade" }),
    kind: text({
      enum: ["receipt", "service_documentation", "customer_communication", "uncategorized_file"],
    }).notNull(),
    /** The provider's id. */
    fileId: text().notNull(),
    type: text({ enum: ["pdf", "jpg"] }).notNull(),
    bytes: integer().notNull(),
    addedAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.paymentId, t.kind] })],
);
