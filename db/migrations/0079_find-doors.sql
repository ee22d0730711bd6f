ALTER TABLE "listed_slots" ADD COLUMN "door" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "door" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- on purpose: it holds only public addresses, and none is written yet, so it is built by one look through the table
CREATE INDEX "listings_by_door" ON "listings" USING btree ("cell","door") WHERE door <> '';--> statement-breakpoint
DROP INDEX "listed_slots_by_cell";--> statement-breakpoint
-- on purpose: an index cannot be given a column; it is built by one look through the table
CREATE INDEX "listed_slots_by_cell" ON "listed_slots" ("cell", "door", "starts_at", "listing_no") INCLUDE ("cents", "rating", "closes_at", "valid_from", "valid_until", "flags", "city", "signature") WHERE cut_day = 0 AND cell IS NOT NULL;
