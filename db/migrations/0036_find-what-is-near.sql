ALTER TABLE "listed_slots" ADD COLUMN "cell" integer;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "cell" integer;--> statement-breakpoint
-- The cells are written by the job that refreshes all listings: a function of PostgreSQL does not know the towns.
-- on purpose: it holds only rows with a cell, and there are none yet, so it is built by one look through the table
CREATE INDEX "listed_slots_by_cell" ON "listed_slots" ("cell", "starts_at", "listing_no") INCLUDE ("cents", "rating", "closes_at", "valid_from", "valid_until", "flags", "city", "signature") WHERE cut_day = 0 AND cell IS NOT NULL;
