import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, text } from "drizzle-orm/pg-core";
import { copied, impersonal, OURS, PROVIDER, personal, withheld } from "../column-facts.server.ts";
import { createdAt, id, instant, money, oneOf, partOf } from "./columns.server.ts";
import { payments } from "./payments.server.ts";

/** Amounts reclaimed from a professional, up to their share (rule: share-reclaimed). */
export const reclaims = personal(
  "reclaims",
  {},
  {
    /** Chosen by the form, so that sending twice makes one. */
    id: withheld(id(), OURS),
    paymentId: copied(partOf(() => payments.id)),
    amountCents: copied(money().notNull()),
    reason: copied(text().notNull()),
    status: copied(oneOf("asked", "made", "refused").notNull().default("asked")),
    refusedCode: withheld(text(), OURS),
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

/** Evidence (rule: dispute-evidence), one file of each kind, which Stripe keeps. */
export const disputeFiles = impersonal(
  "dispute_files",
  "which files an operator is about to answer a bank with; nobody's words are in it",
  {
    paymentId: partOf(() => payments.id),
    kind: oneOf(
      "receipt",
      "service_documentation",
      "customer_communication",
      "uncategorized_file",
    ).notNull(),
    fileId: text().notNull(),
    type: oneOf("pdf", "jpg").notNull(),
    bytes: integer().notNull(),
    addedAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.paymentId, t.kind] })],
);
