import { sql } from "drizzle-orm";
import { check, date, smallint, text, uuid } from "drizzle-orm/pg-core";
import { BUSINESS, impersonal, kept, personal } from "../column-facts.server.ts";
import { createdAt, instant } from "./columns.server.ts";
import { professionalProfiles } from "./professionals.server.ts";

/** A seller's details for the tax office, as they gave them (rule: tax-details). */
export const taxDetails = personal(
  "tax_details",
  { kept: BUSINESS },
  {
    professionalId: kept(
      uuid()
        .primaryKey()
        .references(() => professionalProfiles.id, { onDelete: "cascade" }),
    ),
    legalForm: kept(text({ enum: ["person", "firm"] }).notNull()),
    legalName: kept(text().notNull()),
    address: kept(text().notNull()),
    postalCode: kept(text().notNull()),
    city: kept(text().notNull()),
    country: kept(text({ enum: ["FR", "BE", "CH", "CA"] }).notNull()),
    /** A firm has none. */
    birthDate: kept(date({ mode: "string" })),
    /** The entry in the commercial register, which a person has none of. */
    registration: kept(text()),
    taxNumber: kept(text().notNull()),
    accountCountry: kept(text({ enum: ["FR", "BE", "CH", "CA"] }).notNull()),
    createdAt: kept(createdAt()),
    updatedAt: kept(instant().notNull()),
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
export const taxRequests = impersonal(
  "tax_requests",
  "when the site has asked for their tax details, which its mails have told them",
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
