-- on purpose: it is short, and built by one look through the table; no booking changes a slot's length
CREATE INDEX "listed_slots_by_minutes" ON "listed_slots" ("minutes", "listing_no") WHERE cut_day = 0;
