import { sql } from "drizzle-orm";
import { check, date, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant } from "./columns.server.ts";
import { professionalProfiles } from "./professionals.server.ts";

/** A seller's details for the tax office, as they gave them (rule: tax-details). */
export const taxDetails = pgTable(
  "tax_details",
  {
    professionalId: uuid()
      .primaryKey()
      .references(() => professionalProfiles.id, { onDelete: "cascade" }),
    legalForm: text({ enum: ["person", "firm"] }).notNull(),
    legalName: text().notNull(),
    address: text().notNull(),
    postalCode: text().notNull(),
    city: text().notNull(),
    country: text({ enum: ["FR", "BE", "CH", "CA"] }).notNull(),
    /** A firm has none. */
    birthDate: date({ mode: "string" }),
    /** The entry in the commercial register, which a person has none of. */
    registration: text(),
    taxNumber: text().notNull(),
    accountCountry: text({ enum: ["FR", "BE", "CH", "CA"] }).notNull(),
    createdAt: createdAt(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    check(
      "tax_details_form",
      sql`case ${t.legalForm} when 'person' then ${t.birthDate} is not null
        when 'firm' then ${t.registration} is not null else false end`,
    ),
  ],
);

/** Sellers whose details are due and not given yet (rule: tax-details). */
export const taxRequests = pgTable(
  "tax_requests",
  {
    professionalId: uuid()
      .primaryKey()
      .references(() => professionalProfiles.id, { onDelete: "cascade" }),
    askedAt: createdAt(),
    /** The reminders that followed, and when the last one was sent. */
    reminders: smallint().notNull().default(0),
    remindedAt: instant(),
    /** When an operator has last reminded them, or written down how it stands. */
    lookedAt: instant(),
  },
  (t) => [check("tax_requests_reminders", sql`${t.reminders} between 0 and 2`)],
);
