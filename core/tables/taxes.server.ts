import { sql } from "drizzle-orm";
import { check, date, smallint, text } from "drizzle-orm/pg-core";
import { BUSINESS, impersonal, kept, personal } from "../column-facts.server.ts";
import { createdAt, instant, oneOf, partOf } from "./columns.server.ts";
import { professionalProfiles } from "./professionals.server.ts";

/** As the seller gave them (rule: tax-details). */
export const taxDetails = personal(
  "tax_details",
  { kept: BUSINESS },
  {
    professionalId: kept(partOf(() => professionalProfiles.id).primaryKey()),
    legalForm: kept(oneOf("person", "firm").notNull()),
    legalName: kept(text().notNull()),
    address: kept(text().notNull()),
    postalCode: kept(text().notNull()),
    city: kept(text().notNull()),
    country: kept(oneOf("FR", "BE", "CH", "CA").notNull()),
    /** Null for a firm. */
    birthDate: kept(date({ mode: "string" })),
    /** Null for a person. */
    registration: kept(text()),
    taxNumber: kept(text().notNull()),
    accountCountry: kept(oneOf("FR", "BE", "CH", "CA").notNull()),
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

/** Sellers whose details are due (rule: tax-details). */
export const taxRequests = impersonal(
  "tax_requests",
  "when the site has asked for their tax details, which its mails have told them",
  {
    professionalId: partOf(() => professionalProfiles.id).primaryKey(),
    askedAt: createdAt(),
    reminders: smallint().notNull().default(0),
    remindedAt: instant(),
    lookedAt: instant(),
  },
  (t) => [check("tax_requests_reminders", sql`${t.reminders} between 0 and 2`)],
);
